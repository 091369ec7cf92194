"""The content of messages in every API: roles, texts, and pictures in base64."""

import base64
import binascii
import hashlib
import re
from collections.abc import Iterable

import msgspec

from engine.dialects.errors import ApiError, invalid_value
from engine.messages.commands import Role
from engine.messages.media import MAX_PICTURE_BYTES, Media, MediaKind
from engine.messages.metrics import ModelInfo

MAX_PICTURES = 64  # of one request, which contains the whole history
SEEN_ROLES = (Role.USER, Role.TOOL)  # roles whose messages can have pictures

_MIN_COUNT = 1000  # minimum accepted, for models with a small window
_ROLES = {role.value: role for role in Role} | {
    "developer": Role.SYSTEM,
    "function": Role.TOOL,
}
_DATA_URL = re.compile(r"data:[a-zA-Z0-9.+/-]*(;[a-zA-Z0-9.+=\"-]+)*;base64,")
_MAX_HEAD = 256
_PART = 1 << 18  # characters; a multiple of four
_EMPTY = Media("", MediaKind.IMAGE, 0, 0)


def role_of(word: str, path: str, others: tuple[str, ...] = ()) -> Role:
    """Return a role; the ``others`` are roles that this API does not have. Raises ApiError."""
    if word not in _ROLES or word in others:
        raise invalid_value(f"The role “{word}” is not supported.", f"{path}.role")
    return _ROLES[word]


def check_count(contents: Iterable[object], model: ModelInfo, call_count: int = 0) -> None:
    """Raise ApiError on more messages, parts and calls than the model's window has tokens.

    They would not fit, and reading them all would block the process. A plain text content counts as
    one part.
    """
    count = call_count + sum(1 + len(each) if isinstance(each, list) else 1 for each in contents)
    if count > max(_MIN_COUNT, model.context_window):
        window = model.context_window
        text = f"{count:,} messages do not fit into a context window of {window:,} tokens."
        raise ApiError(400, text, code="context_length_exceeded")


def unread(kind: str, role: Role, path: str) -> ApiError:
    """Return the error for an unsupported part of a message."""
    text = f"Parts of the type “{kind}” are not supported in messages of the role “{role.value}”."
    return ApiError(400, text, code="unsupported_content", param=path)


class SentPictures:
    """The files of one request; until they are decoded, messages refer to them by their content."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self._count = 0

    def add_url(self, url: str, path: str) -> Media:
        """Return the picture of a data URL. Raises ApiError."""
        head = _DATA_URL.match(url[:_MAX_HEAD])
        if head is None:
            # Fetching it would disclose the request to another machine, or reach addresses that the
            # program cannot.
            text = "Pictures are not fetched from addresses. Send them as data:image/png;base64,…"
            raise _refusal(text, path)
        return self.add(url[head.end() :], path)

    def add(self, encoded: str, path: str) -> Media:
        """Return the picture of a base64 text. Raises ApiError."""
        # Duplicates count as well: the engine reads each of them.
        self._count += 1
        if self._count > MAX_PICTURES:
            raise _refusal(f"At most {MAX_PICTURES} pictures per request are supported.", path)
        try:
            content = _decoded(encoded)
        except (binascii.Error, ValueError) as error:
            raise _refusal("The picture is not valid base64.", path) from error
        if len(content) > MAX_PICTURE_BYTES:
            text = f"The picture is larger than {MAX_PICTURE_BYTES // 1_000_000} MB."
            raise _refusal(text, path)
        name = hashlib.sha256(content).hexdigest()
        self.files[name] = content
        return msgspec.structs.replace(_EMPTY, digest=name)


def _decoded(encoded: str) -> bytes:
    """Return the bytes of a base64 text. Raises ValueError.

    Decodes in parts, since one call holds the GIL: 70 ms for a picture of 14 MB.
    """
    # Only the end may be padded; decoding each part would not detect padding before that.
    if encoded.find("=", 0, -2) >= 0:
        raise ValueError("padding within the text")
    parts = (encoded[at : at + _PART] for at in range(0, len(encoded), _PART))
    return b"".join(base64.b64decode(each, validate=True) for each in parts)


def _refusal(text: str, path: str) -> ApiError:
    return ApiError(400, text, code="invalid_image", param=path)
