"""The JSON text of a request: its values are counted while it arrives, then it is decoded.

The decoder builds all values in one call that holds the GIL, and the streams of other programs wait
for the GIL. So the values are counted before.
"""

import re
from typing import TypeVar, cast

import msgspec

from engine.dialects.errors import ApiError, Json

MAX_DEPTH = 64
MAX_VALUES = 50_000
MAX_TEXT_BYTES = 8 << 20  # outside the base64 alphabet: escapes and wide characters decode slowest
CODE_BYTES = 4  # counted there for an escape such as \u00e9: the maximum of a character in UTF-8
MAX_OBJECT_BYTES = 64 << 10  # of a value for a template or for the answer

_MARKS = b'",:[]{}'
_OTHERS = bytes(each for each in range(256) if each not in _MARKS)
_BASE64 = bytes(each for each in range(128) if chr(each).isalnum()) + b"+/="
_OPENING = b"[{"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_HALF_AT_END = re.compile(rb"\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F][0-9a-fA-F]{2})")
_END_BYTES = 16
_MISSING = re.compile("Object missing required field `(.*)`")

T = TypeVar("T")
Value = TypeVar("Value")


class BodyShape:
    """Counts the values of a JSON text and their depth while it arrives.

    Single bytes are examined only by calls that run in C: there are up to 32 million of them.
    Characters inside strings are not counted. Invalid JSON is left to the decoder.
    """

    def __init__(self) -> None:
        self._count = 0
        self._depth = 0
        self._text_bytes = 0
        self._is_in_string = False
        self._cut_escape = b""

    def feed(self, piece: bytes) -> None:
        """Count the next bytes. Raises ApiError on too many values, too much text or depth."""
        text = self._cut_escape + piece
        # A backslash at the end escapes a byte that has not arrived, unless it is escaped itself.
        is_cut = (len(text) - len(text.rstrip(b"\\"))) % 2 == 1
        text, self._cut_escape = (text[:-1], b"\\") if is_cut else (text, b"")
        # In this order: the quote that follows an escaped backslash ends the string.
        unescaped = text.replace(rb"\\", b"").replace(rb"\"", b"")
        rest = unescaped.translate(None, _BASE64)
        self._text_bytes += len(text) - len(unescaped) + len(rest)
        # The backslash is in the rest already.
        self._text_bytes += unescaped.count(rb"\u") * (CODE_BYTES - 1)
        if self._text_bytes > MAX_TEXT_BYTES:
            raise _too_long()
        parts = rest.translate(None, _OTHERS).split(b'"')
        marks = b"".join(parts[self._is_in_string :: 2])
        self._is_in_string ^= len(parts) % 2 == 0
        for each in marks.translate(None, b",:"):
            self._depth += 1 if each in _OPENING else -1
            if self._depth > MAX_DEPTH:
                raise _too_deep()
            if self._depth < 0:
                raise _invalid_json()
        # Each value follows one of these, and so does each key; the outermost value is free.
        self._count += len(marks.translate(None, b"]}"))
        if self._count > MAX_VALUES:
            raise _too_many()


def parsed(body: bytes, kind: type[T]) -> T:
    """Return a body as ``kind``, without unknown fields. Raises ApiError.

    Numbers may be texts, and integers may be written with a fraction of zero.
    """
    try:
        return msgspec.json.decode(body.removeprefix(_BYTE_ORDER_MARK), type=kind, strict=False)
    except msgspec.ValidationError as error:
        raise _invalid_type(error) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _invalid_json(is_half_pair=_is_half_pair(error, body)) from error
    # The decoder limits depth by Python's recursion limit, also in fields that it skips.
    except RecursionError as error:
        raise _too_deep() from error


def small_object(text: msgspec.Raw, place: str) -> Json | None:
    """Decode an object that a body contains as raw JSON; None for null. Raises ApiError.

    It is limited to ``MAX_OBJECT_BYTES``: templates and grammars take long for each of its values.
    ``place`` is its path in the body, for the error.
    """
    content = bytes(text)
    if len(content) > MAX_OBJECT_BYTES:
        refusal = f"“{place}” is larger than {MAX_OBJECT_BYTES >> 10} KiB. Shorten it."
        raise ApiError(413, refusal, code="request_too_large", param=place)
    if content.translate(None, b" \t\r\n") == b"[]":
        return {}  # PHP sends an empty object as an empty list
    try:
        found = msgspec.json.decode(content, type=Json | None)
    except msgspec.ValidationError as error:
        raise _invalid_type(error, place) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _invalid_json() from error
    return None if found is None else {key: plain(value) for key, value in found.items()}


def plain(value: Value) -> Value:
    """Return a JSON value whose integers fit into 64 bits, as the engine's frames require."""
    return cast(Value, _plain(value))


def _plain(value: object) -> object:
    match value:
        case dict():
            return {key: _plain(each) for key, each in value.items()}
        case list():
            return [_plain(each) for each in value]
        case int() if not -(1 << 63) <= value < 1 << 63:
            return float(value) if abs(value) < 1 << 1023 else None
    return value


def _invalid_type(error: msgspec.ValidationError, root: str = "$") -> ApiError:
    """Return the error for a value of a wrong type at or below ``root``."""
    text, _, at = str(error).partition(" - at `$")
    place = root + at.rstrip("`")
    missing = _MISSING.fullmatch(text)
    if missing is not None:
        return ApiError(
            400, f"`{missing[1]}` is required.", code="missing_field", param=f"{place}.{missing[1]}"
        )
    return ApiError(400, f"{text}.", code="invalid_type", param=place)


def _is_half_pair(error: Exception, body: bytes) -> bool:
    """Return whether the decoder has failed at half of a surrogate pair.

    The whole body is not searched: a regular expression holds the GIL for a second on 32 MiB.
    """
    # Near the end the decoder reports a truncated body instead.
    return "surrogate" in str(error) or _HALF_AT_END.search(body[-_END_BYTES:]) is not None


def _invalid_json(*, is_half_pair: bool = False) -> ApiError:
    text = "The body is not valid JSON."
    if is_half_pair:
        text = (
            "The JSON contains half of a surrogate pair (an escape from \\ud800 to \\udfff), which "
            "is not a character. Send both halves, or the character itself."
        )
    return ApiError(400, text, code="invalid_json")


def _too_long() -> ApiError:
    text = f"The texts of the request are longer than {MAX_TEXT_BYTES >> 20} MiB. Shorten them."
    return ApiError(413, text, code="request_too_large", closes=True)


def _too_many() -> ApiError:
    text = f"The body has more than {MAX_VALUES:,} values and keys. Send less with one request."
    return ApiError(413, text, code="request_too_large", closes=True)


def _too_deep() -> ApiError:
    text = f"The JSON nests more than {MAX_DEPTH} deep."
    return ApiError(400, text, code="invalid_json", closes=True)
