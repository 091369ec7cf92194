"""What messages hold in every API: roles, texts, and pictures in base64."""

import base64
import binascii
import hashlib
import re
from collections.abc import Iterable

import msgspec

from engine.dialects.errors import ApiError, invalid_value
from engine.messages.commands import ChatMessage, Role
from engine.messages.media import MAX_PICTURE_BYTES, Media, MediaKind
from engine.messages.metrics import ModelInfo

MAX_PICTURES = 64  # of one request, which has the whole history
SEEN_ROLES = (Role.USER, Role.TOOL)  # whose messages can have pictures

_MIN_COUNT = 1000  # that are read with the smallest window
_ROLES = {role.value: role for role in Role} | {
    "developer": Role.SYSTEM,
    "function": Role.TOOL,
}
_DATA_URL = re.compile(r"data:[a-zA-Z0-9.+/-]*(;[a-zA-Z0-9.+=\"-]+)*;base64,")
_MAX_HEAD = 256
_PART = 1 << 18  # characters; a multiple of four
_EMPTY = Media("", MediaKind.IMAGE, 0, 0)


def role_of(word: str, path: str, others: tuple[str, ...] = ()) -> Role:
    """Return a role; the ``others`` are not among those of this API. Raises ApiError."""
    if word not in _ROLES or word in others:
        raise invalid_value(f"The role “{word}” is not known.", f"{path}.role")
    return _ROLES[word]


def check_count(contents: Iterable[object], model: ModelInfo, call_count: int = 0) -> None:
    """Raise ApiError on more messages, parts and calls than the model's window has tokens.

    They would not fit, and reading them all keeps the process from everything else. A content
    that is a text is one part.
    """
    count = call_count + sum(1 + len(each) if isinstance(each, list) else 1 for each in contents)
    if count > max(_MIN_COUNT, model.context_window):
        text = f"These are {count:,} messages, and a chat can hold {model.context_window:,} tokens."
        raise ApiError(400, text, code="context_length_exceeded")


def unread(kind: str, role: Role, path: str) -> ApiError:
    """Return why a part of a message is not read."""
    text = f"Parts of the type “{kind}” are not read in messages of the role “{role.value}”."
    return ApiError(400, text, code="unsupported_content", param=path)


def joined_systems(messages: Iterable[ChatMessage]) -> tuple[ChatMessage, ...]:
    """Return messages with one system message at most, in front: templates insist on that."""
    first: list[str] = []
    rest: list[ChatMessage] = []
    for each in messages:
        if each.role is Role.SYSTEM and not rest:
            first.append(each.content)
        # Later ones are told in the user's turn: few templates take them anywhere else.
        elif each.role is Role.SYSTEM:
            rest.append(ChatMessage(Role.USER, each.content))
        else:
            rest.append(each)
    head = [ChatMessage(Role.SYSTEM, "\n\n".join(filter(None, first)))] if any(first) else []
    return (*head, *rest)


class SentPictures:
    """The files of one request; until they are decoded, messages name them by their content."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self._count = 0

    def add_url(self, url: str, path: str) -> Media:
        """Return the picture in a data URL. Raises ApiError."""
        head = _DATA_URL.match(url[:_MAX_HEAD])
        if head is None:
            # Fetching it would tell another machine what is asked here, or reach what the
            # program itself can't.
            text = "Pictures are not fetched from addresses. Send each as data:image/png;base64,…"
            raise _refusal(text, path)
        return self.add(url[head.end() :], path)

    def add(self, encoded: str, path: str) -> Media:
        """Return the picture in a text of base64. Raises ApiError."""
        # Also of equal ones, which the engine reads each by itself.
        self._count += 1
        if self._count > MAX_PICTURES:
            raise _refusal(f"A request can have {MAX_PICTURES} pictures at most.", path)
        try:
            content = _decoded(encoded)
        except (binascii.Error, ValueError) as error:
            raise _refusal("This is no base64.", path) from error
        if len(content) > MAX_PICTURE_BYTES:
            text = f"A picture can have {MAX_PICTURE_BYTES // 1_000_000} MB at most."
            raise _refusal(text, path)
        name = hashlib.sha256(content).hexdigest()
        self.files[name] = content
        return msgspec.structs.replace(_EMPTY, digest=name)


def _decoded(encoded: str) -> bytes:
    """Return the bytes of a base64 text. Raises ValueError.

    Decodes in parts, since a call holds the interpreter's lock: 70 ms for a picture of 14 MB.
    """
    # Only the end may be padded; decoding each part would not detect padding before that.
    if encoded.find("=", 0, -2) >= 0:
        raise ValueError("padding within the text")
    parts = (encoded[at : at + _PART] for at in range(0, len(encoded), _PART))
    return b"".join(base64.b64decode(each, validate=True) for each in parts)


def _refusal(text: str, path: str) -> ApiError:
    return ApiError(400, text, code="invalid_image", param=path)
