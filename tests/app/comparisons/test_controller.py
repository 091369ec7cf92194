"""Comparisons run with and without their page, and give their answers to chats and files."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import psutil
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.chat.turns import Turns
from app.comparisons.controller import ComparisonsController
from app.comparisons.model import (
    CellOptions,
    Comparison,
    ComparisonAxes,
    ComparisonCell,
    ComparisonKind,
    ComparisonSummary,
)
from app.controllers.conversations.conversations_controller import ConversationsController
from app.controllers.conversations.tabs_controller import TabsController
from app.controllers.messages.replies import Replies
from app.controllers.services import Services
from app.controllers.undo import UndoOffers
from app.domain.chat_options import ChatModel
from app.domain.messages import MessageStatus
from app.errors import FileNotTaken
from app.media.attached import Pictures
from app.media.controller import PicturesController
from app.models.library.model_files import ModelFiles
from app.storage.history import utc_now
from app.widgets.kit.small_dialogs import QuestionBox
from engine.client.client import EngineClient, EnginePhase
from engine.messages.config import EngineConfig
from tests.app.controllers.acting import store, stored, toast_texts
from tests.app.controllers.acting import until as until_true
from tests.fakes.engine_client import until

pytestmark = pytest.mark.usefixtures("scripted_engine")


@pytest.fixture
async def controller(
    services: Services,
    turns: Turns,
    replies: Replies,
    tabs: TabsController,
    conversations: ConversationsController,
    undo: UndoOffers,
    pictures: Pictures,
    tmp_path: Path,
) -> AsyncIterator[ComparisonsController]:
    known, chats = services.history.known_models, services.history.conversations
    files = ModelFiles(known, chats, tmp_path / "index")
    shown = PicturesController(services, replies, pictures)
    controller = ComparisonsController(
        services, turns, replies, tabs, conversations, undo, files, shown
    )
    yield controller
    controller.runs.close()
    if controller.page is not None:
        controller.page.close()


async def asked(
    services: Services, controller: ComparisonsController, question: str, axes: ComparisonAxes
) -> Comparison:
    """Ask on the page, and wait for all answers."""
    assert controller.page is not None
    controller.page.requests.answers_submitted.emit(question, axes, ())
    await services.tasks.finish()
    (summary,) = await services.history.comparisons.summaries()
    comparison = await services.history.comparisons.get(summary.id)
    assert comparison is not None
    return comparison


async def test_a_list_of_the_last_run_waits_until_there_is_a_model(
    services: Services, controller: ComparisonsController, client: EngineClient
) -> None:
    client.leave_unloaded("good.gguf", "nothing is loaded")
    await until(client, EnginePhase.EMPTY)
    rows = tuple(ComparisonCell(0, i, question="say 1") for i in range(5))
    new = Comparison("", ComparisonKind.ROWS, "", "", utc_now(), cells=rows)
    stored = await services.history.comparisons.add(new)
    await controller.runs.start()
    await asyncio.sleep(0.2)
    assert not controller.runs.ids
    client.load("good.gguf", EngineConfig())
    await until(client, EnginePhase.READY)
    assert controller.runs.ids == {stored.id}
    await services.tasks.finish()
    again = await services.history.comparisons.get(stored.id)
    assert again is not None
    assert {each.status for each in again.cells} == {MessageStatus.COMPLETE}


async def test_a_list_of_the_last_run_with_a_model_of_its_own_continues_at_once(
    services: Services, controller: ComparisonsController, client: EngineClient
) -> None:
    client.leave_unloaded("good.gguf", "nothing is loaded")
    await until(client, EnginePhase.EMPTY)
    gone = CellOptions(model=ChatModel("0" * 64, "Gone 7B"))
    rows = (ComparisonCell(0, 0, question="say 1", options=gone),)
    new = Comparison("", ComparisonKind.ROWS, "", "", utc_now(), cells=rows)
    stored = await services.history.comparisons.add(new)
    await controller.runs.start()
    assert controller.runs.ids == {stored.id}
    await services.tasks.finish()
    again = await services.history.comparisons.get(stored.id)
    assert again is not None
    assert "The model of this chat" in again.cells[0].note, "it was asked, and says what is missing"


async def test_a_comparison_that_runs_is_named_in_now(
    services: Services, controller: ComparisonsController
) -> None:
    rows = (ComparisonCell(0, 0, question="say 3"),)
    new = Comparison("", ComparisonKind.ROWS, "Plants", "", utc_now(), cells=rows)
    stored = await services.history.comparisons.add(new)
    shown: list[tuple[str, ...]] = []
    services.background.changes.add(lambda: shown.append(services.background.names))
    controller.runs.run(stored.id)
    await services.tasks.finish()
    assert shown == [("Plants",), ()]


async def test_a_list_that_is_resumed_while_it_stops_is_asked_to_its_end(
    services: Services, controller: ComparisonsController
) -> None:
    rows = tuple(ComparisonCell(0, i, question=f"say {i + 200}") for i in range(6))
    new = Comparison("", ComparisonKind.ROWS, "", "", utc_now(), cells=rows)
    stored = await services.history.comparisons.add(new)
    controller.runs.run(stored.id)
    is_asked = asyncio.Event()
    controller.runs.cells.add(lambda _changed: is_asked.set())
    await is_asked.wait()
    engine = next(each for each in psutil.Process().children() if "engine" in each.cmdline()[-1])
    engine.suspend()
    await controller.runs.stop(stored.id)
    services.tasks.start(controller.runs.run_rest(stored.id))
    await asyncio.sleep(0.2)
    assert controller.runs.ids == {stored.id}, "the engine has not ended its rows yet"
    engine.resume()
    await services.tasks.finish()
    again = await services.history.comparisons.get(stored.id)
    assert again is not None
    assert {each.status for each in again.cells} == {MessageStatus.COMPLETE}


async def test_an_answer_is_taken_into_the_chat_that_was_asked(
    qtbot: QtBot, services: Services, controller: ComparisonsController, tabs: TabsController
) -> None:
    await store(services, "a", "say 2", "word0 word1")
    tabs.open_tab("a")
    await services.tasks.finish()
    reply = (await stored(services, "a")).messages[-1]
    await controller.compare("a", reply.id)
    comparison = await asked(services, controller, "say 2", ComparisonAxes(temperatures=(0.1, 1.0)))
    assert [each.status for each in comparison.cells] == [MessageStatus.COMPLETE] * 2
    assert controller.page is not None
    services.window.show()
    controller.page.activateWindow()
    qtbot.waitUntil(controller.page.isActiveWindow)
    controller.page.requests.keep_requested.emit((comparison.cells[1].id,))
    await services.tasks.finish()
    shown = (await stored(services, "a")).messages[-1]
    assert (shown.text, shown.sibling_count) == (comparison.cells[1].text, 2)
    title = (await stored(services, "a")).title
    assert toast_texts(services)[-1] == f"The answer is in the chat “{title}”."
    qtbot.waitUntil(services.window.isActiveWindow)


async def test_a_comparison_begins_with_the_last_question_of_the_chat_in_front(
    services: Services, controller: ComparisonsController, tabs: TabsController
) -> None:
    await store(services, "a", "say 2", "word0 word1")
    tabs.open_tab("a")
    await services.tasks.finish()
    await controller.show()
    assert controller.page is not None
    assert controller.page.answers_form.question_box.toPlainText() == "say 2"
    assert not controller.page.is_changed
    await asked(services, controller, "say 2", ComparisonAxes(seeds=(1, 2)))
    (summary,) = await services.history.comparisons.summaries()
    comparison = await services.history.comparisons.get(summary.id)
    assert comparison is not None
    assert comparison.conversation_id == "a"


async def test_a_chat_does_not_replace_what_was_typed_unasked(
    services: Services, controller: ComparisonsController, tabs: TabsController
) -> None:
    await store(services, "a", "say 2", "word0 word1")
    tabs.open_tab("a")
    await services.tasks.finish()
    await controller.show()
    assert controller.page is not None
    form = controller.page.answers_form
    form.question_box.setPlainText("How tall?")
    form.seed_box.setText("1-8")
    await controller.show()
    await controller.compare("a", (await stored(services, "a")).messages[-1].id)
    assert form.question_box.toPlainText() == "How tall?"
    (question,) = controller.page.findChildren(QuestionBox)
    question.accept()
    assert form.question_box.toPlainText() == "say 2"
    assert form.seed_box.text() == ""


async def test_a_comparison_of_now_is_shown_itself(
    services: Services, controller: ComparisonsController
) -> None:
    rows = tuple(ComparisonCell(0, i, question="on and on") for i in range(2))
    new = Comparison("", ComparisonKind.ROWS, "Plants", "", utc_now(), cells=rows)
    stored = await services.history.comparisons.add(new)
    controller.runs.run(stored.id)
    await until_true(lambda: bool(services.background.names))
    services.background.show_first()
    await until_true(lambda: controller.page is not None and controller.page.shown is not None)
    assert controller.page is not None
    assert controller.page.shown is not None
    assert controller.page.shown.id == stored.id
    controller.runs.close()
    await services.tasks.finish()


async def test_all_answers_to_a_new_question_begin_a_chat(
    services: Services, controller: ComparisonsController
) -> None:
    await controller.show()
    axes = ComparisonAxes(system_prompts=("Be brief.", "Be kind."))
    comparison = await asked(services, controller, "say 3", axes)
    assert controller.page is not None
    controller.page.requests.keep_requested.emit(tuple(each.id for each in comparison.cells))
    await services.tasks.finish()
    again = await services.history.comparisons.get(comparison.id)
    assert again is not None
    assert again.conversation_id is not None
    chat = await stored(services, again.conversation_id)
    assert [each.text for each in chat.messages[:1]] == ["say 3"]
    assert chat.messages[-1].sibling_count == 2
    assert chat.options.system_prompt == "Be brief."
    assert services.window.sidebar.conversations.listed.known([again.conversation_id])


async def test_what_was_answered_is_written_to_a_file(
    services: Services, controller: ComparisonsController, tmp_path: Path
) -> None:
    await controller.show()
    comparison = await asked(services, controller, "say 1", ComparisonAxes(seeds=(1, 2)))
    for name in ("a.csv", "a.md"):
        await controller.answers.export(comparison.id, tmp_path / name)
    assert (tmp_path / "a.csv").read_text("utf-8").count("say 1") == 2
    assert (tmp_path / "a.md").read_text("utf-8").startswith("# say 1")
    assert sorted(each.name for each in tmp_path.glob("a.*")) == ["a.csv", "a.md"]


async def test_the_list_counts_the_answers_that_end_while_it_is_read(
    services: Services, controller: ComparisonsController, monkeypatch: pytest.MonkeyPatch
) -> None:
    await controller.show()
    page = controller.page
    assert page is not None
    read, have_ended = services.history.comparisons.summaries, asyncio.Event()

    async def held() -> tuple[ComparisonSummary, ...]:
        summaries = await read()
        await have_ended.wait()
        return summaries

    monkeypatch.setattr(services.history.comparisons, "summaries", held)
    page.requests.answers_submitted.emit("say 1", ComparisonAxes(seeds=(1, 2, 3)), ())
    await until_true(lambda: bool(controller.runs.ids))
    await until_true(lambda: not controller.runs.ids)
    have_ended.set()
    await until_true(lambda: page.list.count() == 1)
    role = Qt.ItemDataRole.AccessibleTextRole
    await until_true(lambda: page.list.item(0).data(role) == "say 1, 3 of 3 answers")
    page.answers_page.draw()
    assert page.answers_page.count_label.text() == "3 of 3 answers"


async def test_an_answer_that_is_asked_again_leaves_the_others_in_place(
    services: Services, controller: ComparisonsController
) -> None:
    await controller.show()
    await asked(services, controller, "say 1", ComparisonAxes(seeds=(1, 2)))
    assert controller.page is not None
    page = controller.page.answers_page
    page.draw()
    card = next(iter(page.cards.values()))
    card.again_button.click()
    await services.tasks.finish()
    page.draw()
    assert next(iter(page.cards.values())) is card
    assert card.cell.has_answer


async def test_a_comparison_is_deleted_and_brought_back_with_its_answers(
    services: Services, controller: ComparisonsController
) -> None:
    await controller.show()
    comparison = await asked(services, controller, "say 1", ComparisonAxes(seeds=(1, 2)))
    assert controller.page is not None
    controller.page.requests.delete_requested.emit(comparison.id)
    await services.tasks.finish()
    assert await services.history.comparisons.summaries() == ()
    assert controller.page.shown is None
    services.window.requests.undo_delete_requested.emit()
    await services.tasks.finish()
    back = await services.history.comparisons.get(comparison.id)
    assert back is not None
    assert [each.text for each in back.cells] == [each.text for each in comparison.cells]
    assert controller.page.list.count() == 1


async def test_what_ran_when_it_was_deleted_goes_on_when_it_is_brought_back(
    services: Services, controller: ComparisonsController
) -> None:
    await controller.show()
    assert controller.page is not None
    requests = controller.page.requests
    requests.answers_submitted.emit("on and on", ComparisonAxes(seeds=(1, 2)), ())
    await until_true(lambda: len(controller.runs.ids) == 1)
    (comparison_id,) = controller.runs.ids
    requests.delete_requested.emit(comparison_id)
    await until_true(lambda: not controller.runs.ids)
    await until_true(lambda: "A comparison was deleted." in services.toasts.shown)
    services.window.requests.undo_delete_requested.emit()
    await until_true(lambda: controller.runs.ids == {comparison_id})
    controller.runs.close()
    await services.tasks.finish()


@pytest.mark.parametrize(
    "content",
    [
        "Frage;Art\nWie groß ist Köln?;1\n".encode("cp1252"),
        "Frage\tArt\nWie groß ist Köln?\t1\n".encode("utf-16"),
        "Frage,Art\rWie groß ist Köln?,1\r".encode("utf-8-sig"),
        "Frage,Art\nWie groß\0 ist Köln?,1\n".encode(),
    ],
)
async def test_a_list_is_read_as_whatever_spreadsheet_has_written_it(
    controller: ComparisonsController, content: bytes, tmp_path: Path
) -> None:
    (tmp_path / "q.csv").write_bytes(content)
    controller.show_list_form()
    assert controller.page is not None
    await controller.forms.read_file(tmp_path / "q.csv")
    assert controller.page.list_form.questions() == ("Wie groß ist Köln?",)


async def test_what_is_no_table_is_refused_in_a_sentence(
    controller: ComparisonsController, tmp_path: Path
) -> None:
    (tmp_path / "a.xlsx").write_bytes(b"PK\3\4" + bytes(range(32)) * 9)
    with pytest.raises(FileNotTaken, match="Save the table as CSV"):
        await controller.forms.read_file(tmp_path / "a.xlsx")
    if sys.platform != "win32":
        os.mkfifo(tmp_path / "pipe.csv")
    for path in (tmp_path / "pipe.csv", tmp_path, tmp_path / "gone"):
        async with asyncio.timeout(10):
            with pytest.raises(FileNotTaken):
                await controller.forms.read_file(path)
