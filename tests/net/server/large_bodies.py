"""Bodies near the limit of size: those that cost most to build, and those of honest programs."""

import base64
import secrets
from collections.abc import Callable
from dataclasses import dataclass

CHAT = "/v1/chat/completions"
_MEGABYTE = 1_000_000
_SIZE = 30 * _MEGABYTE


@dataclass(frozen=True, slots=True)
class LargeBody:
    """A body to be made, since all of them together are too large to keep."""

    name: str
    make: Callable[[], bytes]
    path: str = CHAT


def _chat(also: bytes = b"", content: bytes = b'"Hello"') -> bytes:
    return b'{"max_tokens":1,"messages":[{"role":"user","content":%b}]%b}' % (content, also)


def _list(value: bytes, size: int = _SIZE) -> bytes:
    return b"[" + (value + b",") * (size // (len(value) + 1)) + value + b"]"


def _kwargs(value: bytes) -> bytes:
    return _chat(b',"chat_template_kwargs":{"a":%b}' % value)


def _keys(name: bytes, size: int = _SIZE) -> bytes:
    return b"{" + b'"%b":1,' % name * (size // (len(name) + 5)) + b'"b":1}'


def _many_keys() -> bytes:
    return b"{" + b",".join(b'"%d":1' % number for number in range(200_000)) + b"}"


def _schema(value: bytes) -> bytes:
    form = b'{"type":"json_schema","json_schema":{"schema":{"enum":%b}}}' % value
    return _chat(b',"response_format":' + form)


def _input(value: bytes) -> bytes:
    block = b'[{"type":"tool_use","id":"1","name":"f","input":{"a":%b}}]' % value
    return b'{"max_tokens":1,"messages":[{"role":"assistant","content":%b}]}' % block


def _messages(count: int) -> bytes:
    return b'{"messages":%b}' % _list(b'{"role":"user","content":"Hello"}', 34 * count)


HOSTILE = (
    LargeBody("numbers", lambda: _kwargs(_list(b"1"))),
    LargeBody("empty_lists", lambda: _kwargs(_list(b"[]"))),
    LargeBody("nested_lists", lambda: _kwargs(b"[" * 100_000 + b"]" * 100_000)),
    LargeBody("nested_lists_many", lambda: _kwargs(_list(b"[" * 60 + b"]" * 60))),
    LargeBody("many_keys", lambda: _kwargs(_many_keys())),
    LargeBody("same_keys", lambda: _kwargs(_keys(b"a"))),
    LargeBody("empty_texts", lambda: _kwargs(_list(b'""'))),
    LargeBody("schema", lambda: _schema(_list(b"1"))),
    LargeBody(
        "metadata",
        lambda: b'{"input":"Hello","metadata":{"a":%b}}' % _list(b"[]"),
        "/v1/responses",
    ),
    LargeBody("tool_input", lambda: _input(_list(b"1")), "/v1/messages"),
    LargeBody("unknown_field", lambda: _chat(b',"x":' + _list(b"{}"))),
    LargeBody("many_messages", lambda: _messages(400_000)),
    LargeBody("many_parts", lambda: _chat(content=_list(b'{"type":"text","text":""}', _SIZE))),
)


def _picture() -> bytes:
    data = base64.b64encode(secrets.token_bytes(14 * _MEGABYTE))
    part = b'{"type":"image_url","image_url":{"url":"data:image/png;base64,%b"}}' % data
    return _chat(content=b"[%b]" % part)


# Refused for their length alone, also before they are built.
TOO_LONG = (
    LargeBody("long_commas", lambda: _chat(content=b'"%b"' % (b",[{:" * (_SIZE // 4)))),
    LargeBody("long_escapes", lambda: _chat(content=b'"%b"' % (rb"\n" * (_SIZE // 2)))),
    LargeBody("long_quotes", lambda: _chat(content=b'"%b"' % (rb"\"" * (_SIZE // 2)))),
    LargeBody("long_codes", lambda: _chat(content=b'"%b"' % (rb"\u00e9" * (_SIZE // 6)))),
    LargeBody("long_wide", lambda: _chat(content=b'"%b"' % ("😀".encode() * (_SIZE // 4)))),
)

# What is in them is well-formed; a model with a small window refuses them as too long.
LEGITIMATE = (
    LargeBody("commas", lambda: _chat(content=b'"%b"' % (b",[{:" * (_SIZE // 16)))),
    LargeBody("escapes", lambda: _chat(content=b'"%b"' % (rb"\n\"\\" * (_SIZE // 24)))),
    LargeBody("codes", lambda: _chat(content=b'"%b"' % (rb"\u0434" * 1_400_000))),
    LargeBody("wide_characters", lambda: _chat(content=b'"%b"' % ("😀".encode() * (_SIZE // 16)))),
    LargeBody("words", lambda: _chat(content=b'"%b"' % (b"Hello there, " * (_SIZE // 13)))),
    LargeBody("picture", _picture),
)

# Invalid at their last byte, so that the decoder reads all of them.
BROKEN = (
    LargeBody("broken_picture", lambda: _picture() + b"x"),
    LargeBody("broken_pairs", lambda: _chat(content=b'"%b"' % (rb"\ud83d\ude00" * 650_000)) + b"x"),
)


def tiny_chunks(count: int) -> bytes:
    """Return a body of spaces in chunks of one byte each, which has no end."""
    return b"1\r\n \r\n" * count
