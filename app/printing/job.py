"""What the process that writes pages is told: framed msgpack, checked on arrival.

A frame is a 4-byte little-endian length and that many bytes: first a PageJob, then a conversation
each. A length of 0 is the end; where the pipe ends before, the file is not to be kept.
"""

import enum
from collections.abc import Iterator
from dataclasses import replace
from typing import BinaryIO, TypeVar

import msgspec

from app.domain import ConversationTree
from app.widgets.kit.translation import translated

_T = TypeVar("_T")

LENGTH_BYTES = 4
END = b"\0" * LENGTH_BYTES


class PageKind(enum.Enum):
    """What is written."""

    HTML = "html"
    PDF = "pdf"


class PageLabels(msgspec.Struct, frozen=True):
    """What the pages say themselves, in the language of the window.

    Attributes:
        language: of these labels, as "de".
        title: of a file with several conversations.
        attachment, page: what stands before a name, or a number.
    """

    language: str
    title: str
    untitled: str
    user: str
    assistant: str
    system: str
    reasoning: str
    attachment: str
    page: str


class PageJob(msgspec.Struct, frozen=True):
    """What to write, and where.

    Attributes:
        path: of the file, which is nobody else's.
        is_letter: pages have the size that is usual in America.
    """

    kind: PageKind
    path: str
    labels: PageLabels
    is_letter: bool = False


class PagesBroken(Exception):
    """The window is gone, or said something that is none of the frames."""


_encoder = msgspec.msgpack.Encoder()
_job_decoder = msgspec.msgpack.Decoder(PageJob)
_tree_decoder = msgspec.msgpack.Decoder(ConversationTree)


def frame(content: PageJob | ConversationTree) -> bytes:
    """Return a whole frame; of files the names come along, of pictures and sounds all."""
    if isinstance(content, ConversationTree):
        # The process knows one language: notes are said in the window's.
        messages = [replace(each, note=translated(each.note)) for each in content.messages]
        content = replace(
            content,
            messages=tuple(messages),
            contents=_media_of(content),
            draft="",
            queue=(),
        )
    body = _encoder.encode(content)
    return len(body).to_bytes(LENGTH_BYTES, "little") + body


def _media_of(tree: ConversationTree) -> dict[str, bytes]:
    files = (file for message in tree.messages for file in message.attachments)
    return {
        file.digest: tree.contents[file.digest]
        for file in files
        if (file.picture or file.sound) is not None and file.digest in tree.contents
    }


def read_job(pipe: BinaryIO) -> PageJob:
    """Return the first frame. Raises PagesBroken."""
    body = _body(pipe)
    if body is None:
        raise PagesBroken
    return _decoded(_job_decoder, body)


def read_trees(pipe: BinaryIO) -> Iterator[ConversationTree]:
    """Yield the conversations that follow. Raises PagesBroken where they end too early."""
    while (body := _body(pipe)) is not None:
        yield _decoded(_tree_decoder, body)


def _body(pipe: BinaryIO) -> bytes | None:
    header = _exactly(pipe, LENGTH_BYTES)
    length = int.from_bytes(header, "little")
    return _exactly(pipe, length) if length else None


def _exactly(pipe: BinaryIO, count: int) -> bytes:
    content = pipe.read(count)
    if len(content) < count:
        raise PagesBroken
    return content


def _decoded(decoder: msgspec.msgpack.Decoder[_T], body: bytes) -> _T:
    try:
        return decoder.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise PagesBroken from error
