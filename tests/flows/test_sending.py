"""Sending by real keys: a queue behind a running answer, long pastes, files, and their tokens."""

import asyncio
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.domain.messages import MessageStatus
from app.settings import Settings
from tests.flows.driving import CONTROL, Person, flow, hubbub

LONG = "Tell me a story about tabs"
ALT = Qt.KeyboardModifier.AltModifier


async def _enqueue(person: Person, *texts: str) -> None:
    for text in texts:
        await person.until(lambda: person.view.composer.edit.toPlainText() == "")
        before = len(person.view.queue_view.rows)
        await person.type(text)
        await person.press(Qt.Key.Key_Return)
        await person.until(lambda: len(person.view.queue_view.rows) == before + 1)  # noqa: B023
        assert person.view.composer.edit.toPlainText() == "", "it was taken"


@flow
async def test_messages_wait_behind_an_answer_and_are_sent_one_after_the_other(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        name = await person.send(LONG)
        await _enqueue(person, "How do I close a tab?", "Count to 60", "What can you do?")
        rows = person.view.queue_view.rows
        rows[2].setFocus()
        await person.press(Qt.Key.Key_Up, ALT)
        await person.until(lambda: person.view.queue_view.rows[1].text() == "What can you do?")
        QTest.mouseClick(person.view.queue_view.rows[2].remove_button, Qt.MouseButton.LeftButton)
        await person.until(lambda: not person.view.queue_view.rows)
        await person.until_idle(name)
        stored = await person.stored(name)
        questions = [text for text, _ in stored[::2]]
        assert questions == [LONG, "How do I close a tab?", "What can you do?"]
        assert {status for _, status in stored} == {MessageStatus.COMPLETE}


@flow
async def test_a_message_sent_before_the_model_is_known_is_answered_by_it(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path, waits_for_model=False) as person:
        person.view.composer.edit.setPlainText("What can you do?")
        QTest.keyClick(person.view.composer.edit, Qt.Key.Key_Return)
        name = person.view.conversation_id
        await person.until(lambda: name in person.rooms.replies.running_ids)
        await person.until_idle(name)
        assert [status for _, status in await person.stored(name)] == [MessageStatus.COMPLETE] * 2


@flow
async def test_esc_sends_the_next_message_and_twice_pauses_the_queue(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        name = await person.send(LONG)
        await person.until(lambda: person.rooms.replies.is_writing(name))
        await _enqueue(person, LONG + "!", "Count to 60", "What can you do?")
        await person.press(Qt.Key.Key_Escape)
        await person.until(lambda: len(person.view.queue_view.rows) == 2)
        await person.until(lambda: person.rooms.replies.is_writing(name))
        await person.press(Qt.Key.Key_Escape)
        await person.until(lambda: len(person.view.queue_view.rows) == 1)
        await person.press(Qt.Key.Key_Escape)  # before the answer to "Count to 60" has begun
        await person.until_idle(name)
        assert person.view.queue_view.resume_button.isVisible()
        QTest.mouseClick(person.view.queue_view.resume_button, Qt.MouseButton.LeftButton)
        await person.until(lambda: not person.view.queue_view.rows)
        await person.until_idle(name)
        stored = await person.stored(name)
        assert [text for text, _ in stored[::2]] == [
            LONG,
            LONG + "!",
            "Count to 60",
            "What can you do?",
        ]
        cut = MessageStatus.CANCELLED
        assert [status for _, status in stored[1::2]] == [cut, cut, cut, MessageStatus.COMPLETE]


@flow
async def test_a_failed_answer_keeps_the_queue_waiting(qapp: QApplication, tmp_path: Path) -> None:
    async with hubbub(qapp, tmp_path) as person:
        qapp.clipboard().setText("word " * 9000)
        await person.press(Qt.Key.Key_V, CONTROL | Qt.KeyboardModifier.ShiftModifier)
        name = person.view.conversation_id
        await person.press(Qt.Key.Key_Return)
        await person.until(lambda: name in person.rooms.replies.running_ids)
        await _enqueue(person, "What can you do?")
        await person.until_idle(name)
        assert "failed" in person.view.queue_view.reason_label.text()
        QTest.mouseClick(person.view.queue_view.resume_button, Qt.MouseButton.LeftButton)
        await person.until(lambda: not person.view.queue_view.rows)
        await person.until_idle(name)
        assert (await person.stored(name))[3][1] is MessageStatus.COMPLETE


@flow
async def test_a_dropped_file_and_a_long_paste_go_along_and_survive_a_restart(
    qapp: QApplication, tmp_path: Path
) -> None:
    notes = tmp_path / "notes.md"
    notes.write_text("# Tabs\n\nThe quick brown tab.")

    async def first() -> None:
        async with hubbub(qapp, tmp_path / "data") as person:
            await person.type("Sum it up")
            dropped = QMimeData()
            dropped.setUrls([QUrl.fromLocalFile(str(notes)), QUrl.fromLocalFile(str(tmp_path))])
            person.view.composer.edit.insertFromMimeData(dropped)
            await person.until(lambda: len(person.view.composer.chips.files()) == 1)
            await person.until(lambda: "is a folder" in person.view.composer.notice.text())
            qapp.clipboard().setText("a long line\n" * 300)
            await person.press(Qt.Key.Key_V, CONTROL)

    async def second() -> None:
        async with hubbub(qapp, tmp_path / "data") as person:
            files = person.view.composer.chips.files()
            assert [file.name for file in files] == ["notes.md", "Pasted text 1"]
            QTest.mouseClick(
                person.view.composer.chips.chips[1].remove_button, Qt.MouseButton.LeftButton
            )
            person.view.focus_composer()
            name = person.view.conversation_id
            await person.press(Qt.Key.Key_Return)
            await person.until(lambda: name in person.rooms.replies.running_ids)
            await person.until_idle(name)
            conversation = await person.rooms.history.conversations.get(name)
            assert conversation is not None
            question, reply = conversation.messages
            assert question.text == "Sum it up"
            assert [each.name for each in question.attachments] == ["notes.md"]
            assert reply.status is MessageStatus.COMPLETE
            assert reply.usage is not None
            assert reply.usage.prompt_tokens > 20, "the model has read the file, too"
            assert person.view.composer.draft().text == ""

    await first()
    await second()


@flow
async def test_what_is_said_of_tokens_while_typing_is_what_the_prompt_then_costs(
    qapp: QApplication, tmp_path: Path
) -> None:
    # Tokens are shown where room gets tight.
    small = Settings(temperature=0.0, context_window=768)
    async with hubbub(qapp, tmp_path, settings=small) as person:
        name = await person.send(LONG)
        await person.until_idle(name)
        await person.type("Please tell me another story about tabs, and make it a long one. " * 3)
        composer = person.view.composer
        await person.until(lambda: "cached" in composer.token_label.text())
        await asyncio.sleep(1)  # the draft is told twice a second: what was said last is whole
        own, _, parts = composer.token_label.text().removeprefix("about ").partition(" tokens · ")
        warm, total = (
            int(part.replace(",", "")) for part in parts.removesuffix(" cached").split(" of ")
        )
        await person.press(Qt.Key.Key_Return)
        await person.until(lambda: name in person.rooms.replies.running_ids)
        await person.until_idle(name)
        conversation = await person.rooms.history.conversations.get(name)
        assert conversation is not None
        usage = conversation.messages[-1].usage
        assert usage is not None
        assert total == pytest.approx(usage.prompt_tokens, rel=0.1)
        assert warm <= usage.reused_tokens + 2
        assert warm == pytest.approx(usage.reused_tokens, rel=0.1, abs=12)
        assert int(own) < total
        assert composer.token_label.text() == ""
