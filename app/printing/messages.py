"""What the process that writes pages is told, and says.

First comes a PageJob, then each conversation, then AllSent; where the pipe ends before, the file is
not to be kept. The process says PagesWritten now and then.
"""

import enum
from dataclasses import replace
from typing import TypeAlias

import msgspec

from app.domain.conversations import ConversationTree
from app.widgets.kit.translation import translated
from engine.ipc.frames import Frames

MAX_FRAME_BYTES = (1 << 32) - 1  # a conversation with all its pictures


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


class PageJob(msgspec.Struct, frozen=True, tag=True):
    """What to write, and where.

    Attributes:
        path: of the file, which no other process writes.
        is_letter: pages have the size that is usual in America.
    """

    kind: PageKind
    path: str
    labels: PageLabels
    is_letter: bool = False


class PageContent(msgspec.Struct, frozen=True, tag=True):
    """A conversation to write."""

    tree: ConversationTree


class AllSent(msgspec.Struct, frozen=True, tag=True):
    """All conversations were sent."""


class PagesWritten(msgspec.Struct, frozen=True, tag=True):
    """How many conversations are written, as 3.25."""

    count: float


PageMessage: TypeAlias = PageJob | PageContent | AllSent
JOBS = Frames[PageMessage](PageMessage, MAX_FRAME_BYTES)
PROGRESS = Frames[PagesWritten](PagesWritten, 1 << 10)


def page_content(tree: ConversationTree) -> PageContent:
    """Return a conversation as it is sent: of files the names, of pictures and sounds all."""
    # The process knows one language: notes are said in the window's.
    messages = [replace(each, note=translated(each.note)) for each in tree.messages]
    tree = replace(tree, messages=tuple(messages), contents=_media_of(tree), draft="", queue=())
    return PageContent(tree)


def _media_of(tree: ConversationTree) -> dict[str, bytes]:
    files = (file for message in tree.messages for file in message.attachments)
    return {
        file.digest: tree.contents[file.digest]
        for file in files
        if (file.picture or file.sound) is not None and file.digest in tree.contents
    }
