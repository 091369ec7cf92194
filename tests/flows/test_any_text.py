"""Any text goes the whole way as it was written: box, disk, wire, window, clipboard, files."""

import asyncio
import io
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from app.chat.request_builder import prompt_messages_of
from app.domain.conversations import ConversationTree
from app.domain.messages import Message, MessageStatus
from app.storage.history import History
from app.storage.plain_text import storable
from app.transfer import own_format
from app.transfer.exporting import to_markdown
from app.transfer.formats.tree import ExportFile
from app.transfer.import_messages import FRAMES, Parts, packed, without_surrogates
from app.transfer.import_process import ImportProgress, conversations
from app.widgets.conversation.view import ConversationView
from engine.messages import framing
from engine.messages.commands import Submit
from engine.messages.sampling_params import SamplingParams

ANY_TEXT = st.text(st.characters(exclude_categories=()))


@dataclass(frozen=True, slots=True)
class Way:
    """A page with its message box, and the histories behind it."""

    page: ConversationView
    history: History
    loop: asyncio.AbstractEventLoop

    def stored(self, text: str) -> ConversationTree:
        """Store a question and an answer that say this; return their conversation."""
        return self.loop.run_until_complete(self._store(text))

    async def _store(self, text: str) -> ConversationTree:
        conversation = await self.history.conversations.create("a title")
        turn = await self.history.turns.start(conversation.id, text)
        await self.history.turns.finish_reply(
            turn.reply.id, text, MessageStatus.COMPLETE, reasoning=text
        )
        tree = await self.history.archive.tree(conversation.id)
        assert tree is not None
        return tree


@pytest.fixture
def way(qtbot: QtBot, tmp_path: Path) -> Iterator[Way]:
    """A page on show, and histories in a file."""
    page = ConversationView("c")
    qtbot.addWidget(page)
    page.show()
    loop = asyncio.new_event_loop()
    history = loop.run_until_complete(History.open(tmp_path / "hubbub.db"))
    yield Way(page, history, loop)
    loop.run_until_complete(history.close())
    loop.close()


# What Qt's boxes make of other ends of lines, and of spaces that do not break.
IN_THE_BOX = {ord(end): "\n" for end in "\r\u2028\u2029\ufdd0\ufdd1"} | {0xA0: " "}
HUGE = "a line without an end " * 30_000


def test_any_text_goes_the_whole_way(way: Way) -> None:
    @given(ANY_TEXT)
    @settings(max_examples=30, deadline=None)
    @example("")
    @example("half \ud83c and \udf0d")
    @example("a\0b\x07c\x1bd")
    @example("\u202eright to left\u202c שלום \u2066inside\u2069")
    @example("e" + "\u0301\u0302\u0308" * 3000)
    @example("👩‍👩‍👧‍👦🏳️‍🌈" * 200)
    @example("one\r\ntwo\rthree\u2028four\u2029five\x85six\x0cseven")
    @example("| a |\n|---|\n```\n<details>\n---\n\n## You\n# title")
    @example(HUGE)
    def holds(text: str) -> None:
        _goes_the_whole_way(way, text)

    holds()


def _goes_the_whole_way(way: Way, text: str) -> None:
    wanted = storable(text)
    written = _through_the_box(way.page, wanted.replace("\r\n", "\n"))
    assert written == wanted.replace("\r\n", "\n").translate(IN_THE_BOX)
    tree = way.stored(text)
    assert [message.text for message in tree.messages] == [wanted] * 2
    assert tree.messages[1].reasoning == wanted
    assert _through_the_wire(tree.messages) == wanted
    assert _through_the_clipboard(way.page, tree.messages) == [wanted] * 2
    exported = b"".join(way.loop.run_until_complete(_exported(tree)))
    (imported,) = conversations(lambda: io.BytesIO(exported), ImportProgress(), ExportFile())
    assert imported == tree
    assert _through_the_pipe(imported) == tree
    assert _without_breaks(wanted) in _without_breaks(to_markdown(tree))


def _without_breaks(text: str) -> str:
    """Return a text as the parser sees it, without the spaces that keep its lines apart."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return lines.replace("  \n", "\n")


def _through_the_box(page: ConversationView, text: str) -> str:
    page.composer.set_text(text)
    return page.composer.draft().text


def _through_the_wire(messages: tuple[Message, ...]) -> str:
    asked = prompt_messages_of(messages[:1], "")
    frame = framing.COMMANDS.encode_body(Submit(1, "c", asked.messages, SamplingParams()))
    command = framing.COMMANDS.decode(frame)
    assert isinstance(command, Submit)
    return "".join(message.content for message in command.messages)


def _through_the_clipboard(page: ConversationView, messages: tuple[Message, ...]) -> list[str]:
    page.transcript.set_messages(messages)
    texts = []
    for message in messages:
        view = page.transcript.show_message(message.id)
        assert view is not None
        view.copy_message()
        texts.append(QGuiApplication.clipboard().text())
    return texts


async def _exported(tree: ConversationTree) -> list[bytes]:
    return [piece async for piece in own_format.written(_alone(tree))]


async def _alone(tree: ConversationTree) -> AsyncIterator[ConversationTree]:
    yield tree


def _through_the_pipe(tree: ConversationTree) -> ConversationTree:
    """Return what the window gets of a conversation that the process has read."""
    joined: ConversationTree | None = None
    for parts in packed([tree]):
        frame = FRAMES.decode(FRAMES.encode_body(without_surrogates(Parts(parts, 0, 0))))
        assert isinstance(frame, Parts)
        for part in frame.parts:
            joined = part.tree or joined
            assert joined is not None
            joined = replace(joined, messages=joined.messages + part.messages)
    assert joined is not None
    return joined
