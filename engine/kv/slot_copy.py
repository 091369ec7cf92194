"""The content of a slot, copied out of it: the RAM tier holds such copies, files store them."""

from array import array
from collections.abc import Sequence

import msgspec

from engine.backend import Checkpoint
from engine.text.media_spans import MediaSpan, held_count
from engine.text.prompt import TokenizedPrompt

MIN_CACHED_TOKENS = 64  # fewer are prefilled as fast as they are copied


class SlotCopy(msgspec.Struct, frozen=True):
    """The KV cache of one conversation, or of one shared prefix, as a slot held it.

    Attributes:
        key: the conversation's id, or the key of the shared prefix.
        state: the bytes, in the backend's own form.
        prompt: the text that the tokens stand for.
        token_seconds: the seconds to prefill one token, 0 if that was not measured.
        load_seconds: the seconds to read the file; None if it does not come from a file.
        spans: the pictures and sounds among the tokens.
    """

    key: str
    tokens: tuple[int, ...]
    checkpoints: tuple[Checkpoint, ...]
    state: bytes
    prompt: TokenizedPrompt = msgspec.field(default_factory=TokenizedPrompt)
    token_seconds: float = 0.0
    load_seconds: float | None = None
    spans: tuple[MediaSpan, ...] = ()

    @property
    def held_count(self) -> int:
        """Return the count that the backend reports for a slot filled with this copy."""
        return held_count(len(self.tokens), self.spans)

    @property
    def byte_count(self) -> int:
        """Return its size in RAM."""
        return len(self.state) + sum(len(point.state) for point in self.checkpoints)

    @property
    def is_from_disk(self) -> bool:
        """Return whether it was read from a file and not yet restored into a slot."""
        return self.load_seconds is not None


def pack_tokens(tokens: Sequence[int]) -> bytes:
    """Return tokens as bytes; the bytes of a prefix are a prefix of the bytes."""
    return array("i", tokens).tobytes()


def unpack_tokens(content: bytes) -> tuple[int, ...]:
    """Return the tokens of packed ones. Raises ValueError if the length is impossible."""
    tokens = array("i")
    tokens.frombytes(content)
    return tuple(tokens)
