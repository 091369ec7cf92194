"""The messages to and from the process that writes pages.

The window sends a PageJob, then each conversation, then AllSent; if the pipe ends earlier, the
process discards the file. The process sends PagesWritten as progress.
"""

import enum
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from app.domain.conversations import ConversationTree
from app.widgets.kit.translation import translated
from engine.ipc.frames import Frames

MAX_FRAME_BYTES = (1 << 32) - 1  # a conversation with all its pictures


class PageKind(enum.Enum):
    """The file format."""

    HTML = "html"
    PDF = "pdf"


class PageLabels(msgspec.Struct, frozen=True):
    """The fixed texts of the pages, in the language of the window.

    Attributes:
        language: of these labels, as "de".
        title: of a file with several conversations.
        attachment, page: the text before a name, or a number.
    """

    language: str
    title: str
    untitled: str
    user: str
    assistant: str
    system: str
    tool: str
    reasoning: str
    attachment: str
    page: str


class PageJob(msgspec.Struct, frozen=True, tag=True):
    """The file to write.

    Attributes:
        path: of the file; no other process writes to it.
        is_letter: whether pages have the US Letter size.
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
    """The number of written conversations, with a fraction, such as 3.25."""

    count: float


PageMessage: TypeAlias = PageJob | PageContent | AllSent
JOBS = Frames[PageMessage](PageMessage, MAX_FRAME_BYTES)
PROGRESS = Frames[PagesWritten](PagesWritten, 1 << 10)


def page_content(tree: ConversationTree) -> PageContent:
    """Return a conversation as it is sent: with names of files, and contents of media."""
    # The process has no translations, so notes are translated here.
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
