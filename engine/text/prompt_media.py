"""Pictures and sounds of messages: placeholders in the rendered text, rows among the tokens.

The rows' tokens are negative ids made of the content's digest, the projector's identity and the
row's index: comparing tokens distinguishes pictures, and none is in a vocabulary.
"""

import functools
import hashlib
import re
from array import array
from collections.abc import Mapping, Sequence

import msgspec

from engine.backend_media import MediaEncoder, MediaRefused, MediaShape
from engine.ipc.lazy_text import lazy
from engine.messages.commands import ChatMessage
from engine.messages.errors import ChatTemplateFailed
from engine.messages.media import Media, MediaKind
from engine.text.control_texts import MEDIA_CLOSE, MEDIA_OPEN
from engine.text.media_spans import MediaSpan

_PLACEHOLDER = re.compile(f"{MEDIA_OPEN}[0-9a-f]*{MEDIA_CLOSE}")
_REMEMBERED = 256  # media whose rows are cached
_IDS_OF_A_HASH = 8

Placeholders = Mapping[str, Media]


class MediaTokens(msgspec.Struct, frozen=True):
    """The tokens of a prompt for one medium."""

    shape: MediaShape
    rows: tuple[int, ...]

    @property
    def tokens(self) -> tuple[int, ...]:
        """Return the opening tokens, the rows and the closing tokens."""
        return (*self.shape.begin, *self.rows, *self.shape.end)


class PromptMedia:
    """Computes the tokens of each medium in the prompts of one model; any thread.

    ``most_rows`` are those of a medium that is decoded whole.
    """

    def __init__(self, encoder: MediaEncoder | None, most_rows: int) -> None:
        self._encoder = encoder
        self._most_rows = most_rows
        self.tokens_of = functools.lru_cache(_REMEMBERED)(self._tokens_of)

    def is_current(self, tokens: Sequence[int], spans: Sequence[MediaSpan]) -> bool:
        """Return whether this projector would make the same rows of the media among tokens."""
        return all(
            self.tokens_of(span.media).rows == tuple(tokens[span.start : span.end])
            for span in spans
        )

    def _tokens_of(self, media: Media) -> MediaTokens:
        """Return the tokens of a medium. Raises MediaRefused."""
        if self._encoder is None or not _takes(self._encoder, media.kind):
            raise MediaRefused(_BLIND if media.kind is MediaKind.IMAGE else _DEAF)
        shape = self._encoder.shape(media.kind, media.width, media.height)
        if not shape.is_causal and shape.rows > self._most_rows:
            raise MediaRefused(
                lazy(
                    "The model reads this picture in one piece, which takes {rows:,} tokens, but "
                    "it was loaded for {most:,}. Send a smaller picture.",
                    rows=shape.rows,
                    most=self._most_rows,
                )
            )
        return MediaTokens(shape, row_ids(media.digest, self._encoder.identity, shape.rows))


def row_ids(digest: str, identity: str, count: int) -> tuple[int, ...]:
    """Return negative 32-bit integers, deterministic for a content and a projector."""
    seed = hashlib.sha256(f"{len(identity)} {identity} {digest}".encode()).digest()
    blocks = range(-(-count // _IDS_OF_A_HASH))
    ids = array("I", b"".join(hashlib.sha256(seed + b"%d" % block).digest() for block in blocks))
    return tuple(-1 - (each >> 1) for each in ids[:count])


def placeholder_of(media: Media) -> str:
    """Return the placeholder of a medium in a text; users cannot type it."""
    return f"{MEDIA_OPEN}{hashlib.sha256(msgspec.json.encode(media)).hexdigest()}{MEDIA_CLOSE}"


def with_placeholders(message: ChatMessage) -> ChatMessage:
    """Return a message with a placeholder for each of its media before its text."""
    if not message.media:
        return message
    texts = "".join(placeholder_of(each) for each in message.media)
    return msgspec.structs.replace(message, content=texts + message.content)


def placeholders_of(messages: Sequence[ChatMessage]) -> Placeholders:
    """Return the media of messages by their placeholders."""
    return {placeholder_of(media): media for message in messages for media in message.media}


def check_placeholders(text: str, placeholders: Placeholders) -> None:
    """Raise ChatTemplateFailed if the template has omitted a medium."""
    if not all(each in text for each in placeholders):
        raise ChatTemplateFailed(
            lazy(
                "The model's chat template leaves the picture out. Remove the picture, or open "
                "another model."
            )
        )


def without_placeholders(text: str) -> str:
    """Return a text without its media."""
    return _PLACEHOLDER.sub("", text)


def split_at_placeholders(text: str) -> list[str]:
    """Return the texts between placeholders, alternating with the placeholders."""
    pieces: list[str] = []
    end = 0
    for found in _PLACEHOLDER.finditer(text):
        pieces += [text[end : found.start()], found[0]]
        end = found.end()
    return [*pieces, text[end:]]


def _takes(encoder: MediaEncoder, kind: MediaKind) -> bool:
    return encoder.sees if kind is MediaKind.IMAGE else encoder.hears


_BLIND = lazy("This model does not support pictures. Open one that does, or remove the picture.")
_DEAF = lazy("This model does not support sounds. Open one that does, or remove the sound.")
