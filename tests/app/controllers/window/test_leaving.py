"""Leaving asks once before answers are cut off, and finishes them without a window if wished."""

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QLabel,
    QPushButton,
    QSystemTrayIcon,
    QWidget,
)

from app.chat.turn_events import Report
from app.comparisons.model import Comparison, ComparisonCell, ComparisonKind
from app.controllers.conversations.tabs_controller import TabsController
from app.controllers.services import Services
from app.controllers.window.leaving import LeavingController, UnsavedTexts
from app.domain.messages import OutgoingMessage
from app.errors import DiskFull
from app.machines.model import EndpointSetting
from app.machines.view.endpoint_page import EndpointPage
from app.models.controllers.downloads import DownloadsController
from app.models.controllers.library import ModelLibraryController
from app.models.library.model_library import ModelLibrary
from app.settings import CloseAction
from app.storage.history import utc_now
from app.tools.servers.model import ToolServer
from app.tools.view.server_page import ServerPage
from app.widgets.kit.small_dialogs import QuestionBox
from engine.client.net_client import NetClient
from tests.app.controllers.acting import Stage, store, stored, until, view_of

QUIT, FINISH, CANCEL = "Quit anyway", "Finish in the background", "Cancel"


@pytest.fixture
def downloads(services: Services, tmp_path: Path) -> DownloadsController:
    """Without any; those that run are the story of ``test_leaving_downloads``."""
    library = ModelLibraryController(services, ModelLibrary(tmp_path / "index"), ())
    return DownloadsController(services, NetClient(), library, tmp_path)


@pytest.fixture
def tray(monkeypatch: pytest.MonkeyPatch) -> Callable[[bool], None]:
    """A desktop with a tray; call it to take the tray away, or to bring it back."""
    states = [True]
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: states[-1])
    return states.append


async def test_running_answers_are_asked_about_once(stage: Stage) -> None:
    await stage.answer("a", "b")
    stage.ask()
    question = stage.question
    stage.ask()
    assert stage.question is question
    assert stage.quits == []
    assert set(stage.buttons()) == {QUIT, CANCEL}, "without a tray nothing leads back"
    stage.press(CANCEL)
    assert (stage.quits, stage.leaving.question) == ([], None)
    stage.ask()
    stage.press(QUIT)
    assert stage.quits == [True]
    assert stage.services.settings.current.leaving is CloseAction.ASK


async def test_a_choice_that_is_remembered_is_not_asked_for_again(stage: Stage) -> None:
    await stage.answer("a")
    stage.ask()
    stage.question.check_box.setChecked(True)
    stage.press(QUIT)
    assert stage.services.settings.current.leaving is CloseAction.QUIT
    stage.ask()
    assert stage.leaving.question is None
    assert stage.quits == [True, True]


async def test_a_remembered_background_is_asked_about_where_there_is_no_tray(stage: Stage) -> None:
    stage.services.settings.change(leaving=CloseAction.BACKGROUND)
    await stage.answer("a")
    stage.ask()
    assert FINISH not in stage.buttons()
    assert stage.quits == []


async def test_the_question_counts_along_and_goes_with_the_last_answer(stage: Stage) -> None:
    await stage.answer("a", "b")
    stage.ask()
    assert "2 answers" in stage.question.text
    await stage.end("a")
    assert "One answer" in stage.question.text
    assert stage.quits == []
    await stage.end("b")
    assert stage.quits == [True], "nothing is cut off any more"


@pytest.mark.usefixtures("tray")
async def test_in_the_background_the_last_answer_ends_the_program(stage: Stage) -> None:
    await stage.answer("a", "b")
    stage.ask()
    stage.press(FINISH)
    assert not stage.window.isVisible()
    assert stage.tray.is_shown
    assert stage.tray.text == "Hubbub is writing 2 answers"
    await stage.end("a")
    assert (stage.quits, stage.tray.text) == ([], "Hubbub is writing one answer")
    await stage.end("b")
    assert stage.quits == [True]


@pytest.mark.usefixtures("tray")
async def test_who_comes_back_stays(stage: Stage) -> None:
    await stage.answer("a")
    stage.services.settings.change(leaving=CloseAction.BACKGROUND)
    stage.ask()
    assert not stage.window.isVisible()
    stage.tray.open_action.trigger()
    assert stage.window.isVisible()
    await stage.end("a")
    assert stage.quits == []
    assert not stage.tray.is_shown


@pytest.mark.usefixtures("tray")
async def test_a_queue_is_sent_before_the_program_ends(
    stage: Stage,
) -> None:
    await stage.answer("a")
    stage.services.settings.change(leaving=CloseAction.BACKGROUND)
    stage.ask()
    following = asyncio.Event()

    async def turn(_report: Report) -> None:
        await following.wait()

    stage.replies.ends.add(
        lambda id_, _status: None if following.is_set() else stage.replies.begin(id_, turn)
    )
    stage.ends["a"].set()
    await until(lambda: "a" in stage.replies.running_ids and stage.ends["a"].is_set())
    QApplication.processEvents()
    assert stage.quits == []
    following.set()
    await until(lambda: not stage.replies.running_ids)
    QApplication.processEvents()
    assert stage.quits == [True]


async def test_the_end_of_the_session_never_asks(stage: Stage) -> None:
    await stage.answer("a")
    stage.services.settings.change(stays_in_tray=True)
    stage.leaving.on_session_end()
    stage.window.close()
    assert stage.leaving.question is None
    assert stage.quits == [True]


@pytest.mark.usefixtures("tray")
async def test_closing_the_window_may_leave_the_program_in_the_tray(stage: Stage) -> None:
    stage.services.settings.change(stays_in_tray=True)
    assert stage.tray.is_shown
    await stage.answer("a")
    stage.window.close()
    assert not stage.window.isVisible()
    await stage.end("a")
    assert stage.quits == [], "who closed the window has not quit"
    new_tabs: list[bool] = []
    stage.window.requests.new_tab_requested.connect(lambda: new_tabs.append(True))
    stage.tray.new_action.trigger()
    assert stage.window.isVisible()
    assert new_tabs == [True]
    stage.services.settings.change(stays_in_tray=False)
    stage.window.close()
    assert stage.quits == [True]


@pytest.mark.usefixtures("tray")
async def test_quitting_from_the_tray_asks_over_the_window(
    stage: Stage,
) -> None:
    stage.services.settings.change(stays_in_tray=True)
    await stage.answer("a")
    stage.window.close()
    stage.tray.quit_action.trigger()
    assert stage.window.isVisible()
    assert stage.question.parentWidget() is stage.window


async def test_a_tray_that_goes_brings_the_window_back(
    stage: Stage, tray: Callable[[bool], None]
) -> None:
    stage.services.settings.change(stays_in_tray=True)
    stage.window.close()
    tray(False)
    stage.leaving.look()
    assert stage.window.isVisible()


async def test_a_tray_that_goes_while_it_is_asked_is_not_relied_on(
    stage: Stage, tray: Callable[[bool], None]
) -> None:
    await stage.answer("a")
    stage.ask()
    tray(False)
    stage.press(FINISH)
    assert stage.window.isVisible()
    assert set(stage.buttons()) == {QUIT, CANCEL}


@pytest.mark.usefixtures("tray")
async def test_dialogs_go_and_come_with_the_window(stage: Stage) -> None:
    stage.services.settings.change(stays_in_tray=True)
    dialog, closed = QDialog(stage.window), QDialog(stage.window)
    dialog.show()
    stage.window.close()
    assert not dialog.isVisible()
    stage.tray.open_action.trigger()
    assert dialog.isVisible()
    assert not closed.isVisible()


def answer(page: QWidget | None, text: str) -> None:
    """Answer the one open question of a page or a window."""
    assert page is not None
    (question,) = (each for each in page.findChildren(QuestionBox) if each.isVisible())
    button = next(each for each in question.findChildren(QPushButton) if each.text() == text)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


async def test_forms_that_are_not_saved_are_asked_about_before_the_answers(stage: Stage) -> None:
    stage.services.settings.change(leaving=CloseAction.QUIT)
    pages = stage.window.pages
    machine = EndpointPage(EndpointSetting("5f", "rack", "http://rack:8000"), stage.window)
    server = ServerPage(ToolServer("time", command="uvx"), frozenset(), stage.window)
    for page in (machine, server):
        pages.show_page(page)
    machine.name_box.setText("typed")
    pages.leave()
    stage.ask()
    assert pages.current is machine
    stage.ask()
    answer(machine, "Keep editing")
    assert (stage.quits, machine.name_box.text()) == ([], "typed")
    server.command_box.setText("typed as well")
    stage.ask()
    answer(pages.current, "Discard")
    assert stage.quits == []
    answer(pages.current, "Discard")
    assert stage.quits == [True]


async def test_the_end_of_the_session_does_not_ask_about_forms(stage: Stage) -> None:
    page = EndpointPage(EndpointSetting("5f", "rack", "http://rack:8000"), stage.window)
    stage.window.pages.show_page(page)
    page.name_box.setText("typed")
    stage.leaving.on_session_end()
    stage.ask()
    assert stage.quits == [True]


async def test_the_end_takes_the_question_along(stage: Stage) -> None:
    await stage.answer("a")
    stage.ask()
    question = stage.question
    stage.leaving.close()
    assert question.isHidden()
    stage.window.hide()
    stage.tray.open_action.trigger()
    stage.tray.quit_action.trigger()
    assert not stage.window.isVisible(), "nothing brings back what is going"
    assert stage.leaving.question is None
    assert stage.quits == []
    stage.leaving = LeavingController(
        stage.services,
        stage.replies,
        UnsavedTexts(stage.drafts, stage.turns),
        stage.downloads,
        stage.comparisons,
        stage.tray,
        lambda: None,
    )


async def test_a_comparison_that_runs_is_asked_about_until_it_has_ended(stage: Stage) -> None:
    cells = (ComparisonCell(0, 0),)
    asked = Comparison("", ComparisonKind.CELLS, "", "How tall?", utc_now(), cells=cells)
    stored = await stage.services.history.comparisons.add(asked)
    stage.comparisons.run(stored.id)
    QApplication.processEvents()
    stage.leaving.leave()
    assert stage.question.text == "One comparison or list is still being answered."
    assert stage.quits == []
    await stage.comparisons.stop(stored.id)
    await until(lambda: not stage.comparisons.ids)
    QApplication.processEvents()
    assert stage.quits == [True]


async def typed_on_a_full_disk(
    stage: Stage, tabs: TabsController, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Type into a chat whose disk takes nothing more."""

    async def reject(*_: object) -> None:
        raise DiskFull("There is no room left on the disk.")

    await store(stage.services, "a", "Hi", "Hello")
    tabs.open_tab("a")
    await until(lambda: stage.window.panes.view_of("a") is not None)
    monkeypatch.setattr(stage.services.history.conversations, "save_draft", reject)
    view_of(stage.services, "a").composer.edit.insertPlainText("half a question")


def loss_questions(stage: Stage) -> list[QuestionBox]:
    return [each for each in stage.window.findChildren(QuestionBox) if each.isVisible()]


async def test_a_draft_that_cannot_be_saved_is_asked_about_and_kept(
    stage: Stage, tabs: TabsController, monkeypatch: pytest.MonkeyPatch
) -> None:
    await typed_on_a_full_disk(stage, tabs, monkeypatch)
    stage.ask()
    await until(lambda: bool(loss_questions(stage)))
    (question,) = loss_questions(stage)
    texts = " ".join(each.text() for each in question.findChildren(QLabel))
    assert "One unsent message can't be saved." in texts
    assert "There is no room left on the disk." in texts
    answer(stage.window, "Cancel")
    assert stage.quits == []
    assert view_of(stage.services, "a").composer.draft().text == "half a question"
    tabs.close_tab("a")
    tabs.open_tab("a")
    await until(lambda: stage.window.panes.view_of("a") is not None)
    assert view_of(stage.services, "a").composer.draft().text == "half a question"
    stage.ask()
    await until(lambda: bool(loss_questions(stage)))
    answer(stage.window, "Quit anyway")
    assert stage.quits == [True]


async def test_a_draft_is_saved_once_there_is_room_and_the_program_quits(
    stage: Stage, tabs: TabsController, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as full_disk:
        await typed_on_a_full_disk(stage, tabs, full_disk)
        stage.ask()
        await until(lambda: bool(loss_questions(stage)))
        (first,) = loss_questions(stage)
        answer(stage.window, "Try again")
        await until(lambda: first not in loss_questions(stage))
        await until(lambda: bool(loss_questions(stage)))
    answer(stage.window, "Try again")
    await until(lambda: stage.quits == [True])
    assert (await stored(stage.services, "a")).draft.text == "half a question"


async def test_the_end_of_the_session_does_not_ask_about_what_cannot_be_saved(
    stage: Stage, tabs: TabsController, monkeypatch: pytest.MonkeyPatch
) -> None:
    await typed_on_a_full_disk(stage, tabs, monkeypatch)
    stage.leaving.on_session_end()
    stage.ask()
    assert stage.quits == [True]


async def test_one_question_is_open_if_the_work_ends_and_a_draft_cannot_be_saved(
    stage: Stage, tabs: TabsController, monkeypatch: pytest.MonkeyPatch
) -> None:
    await stage.answer("b")
    await typed_on_a_full_disk(stage, tabs, monkeypatch)
    stage.ask()
    asked_about_work = stage.question
    await stage.end("b")
    await until(lambda: bool(loss_questions(stage)))
    assert asked_about_work.isHidden()
    assert stage.leaving.question is None
    answer(stage.window, "Cancel")
    assert stage.quits == []
    assert stage.window.isVisible()


@pytest.mark.usefixtures("scripted_engine")
async def test_a_running_answer_that_a_full_disk_does_not_take_is_asked_about(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def reject(*_: object, **__: object) -> None:
        raise DiskFull("There is no room left on the disk.")

    await store(stage.services, "a", "Hi", "Hello")
    turns = stage.services.history.turns
    with monkeypatch.context() as full_disk:
        full_disk.setattr(turns, "save_reply", reject)
        turn = partial(stage.turns.send, "a", OutgoingMessage("on and on"))
        assert stage.replies.begin("a", turn)
        await until(lambda: bool(stage.turns.unsaved_count))
        stage.ask()
        stage.press(QUIT)
        await until(lambda: bool(loss_questions(stage)))
    (question,) = loss_questions(stage)
    texts = " ".join(each.text() for each in question.findChildren(QLabel))
    assert "One answer can't be saved. Quitting now loses what is not saved." in texts
    assert stage.quits == []
    answer(stage.window, "Try again")
    await until(lambda: stage.quits == [True])


@pytest.mark.parametrize("choice", [QUIT, "Try again"])
async def test_work_that_begins_while_a_loss_is_asked_about_is_asked_about_too(
    stage: Stage, tabs: TabsController, monkeypatch: pytest.MonkeyPatch, choice: str
) -> None:
    await stage.answer("old")
    await typed_on_a_full_disk(stage, tabs, monkeypatch)
    stage.ask()
    stage.press(QUIT)
    await until(lambda: bool(loss_questions(stage)))
    await stage.answer("new")
    answer(stage.window, choice)
    assert stage.quits == []
    assert stage.question.text == "2 answers are still being written."
    stage.press(QUIT)
    await until(lambda: bool(loss_questions(stage)))
    answer(stage.window, QUIT)
    assert stage.quits == [True]


async def test_a_restart_asks_about_what_cannot_be_saved_as_quitting_does(
    stage: Stage, tabs: TabsController, monkeypatch: pytest.MonkeyPatch
) -> None:
    restarts: list[bool] = []
    await typed_on_a_full_disk(stage, tabs, monkeypatch)
    stage.leaving.restart(lambda: restarts.append(True))
    await until(lambda: bool(loss_questions(stage)))
    (question,) = loss_questions(stage)
    assert question.windowTitle() == "Restart Hubbub"
    texts = " ".join(each.text() for each in question.findChildren(QLabel))
    assert "Restarting now loses what is not saved." in texts
    answer(stage.window, "Cancel")
    stage.ask()
    await until(lambda: bool(loss_questions(stage)))
    answer(stage.window, QUIT)
    assert (stage.quits, restarts) == ([True], []), "the restart was cancelled"
    stage.leaving.restart(lambda: restarts.append(True))
    await until(lambda: bool(loss_questions(stage)))
    answer(stage.window, "Restart anyway")
    assert (stage.quits, restarts) == ([True], [True])


async def test_a_restart_asks_about_a_form_and_not_about_answers(stage: Stage) -> None:
    restarts: list[bool] = []
    await stage.answer("a")
    page = EndpointPage(EndpointSetting("5f", "rack", "http://rack:8000"), stage.window)
    stage.window.pages.show_page(page)
    page.name_box.setText("typed")
    stage.leaving.restart(lambda: restarts.append(True))
    assert restarts == []
    answer(page, "Discard")
    assert (stage.quits, restarts) == ([], [True])
    assert stage.leaving.question is None


async def test_a_draft_is_saved_once_before_the_program_quits(
    stage: Stage, tabs: TabsController, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store(stage.services, "a", "Hi", "Hello")
    tabs.open_tab("a")
    await until(lambda: stage.window.panes.view_of("a") is not None)
    conversations = stage.services.history.conversations
    save, saved = conversations.save_draft, []

    async def note(conversation_id: str, draft: OutgoingMessage) -> None:
        saved.append(draft.text)
        await save(conversation_id, draft)

    monkeypatch.setattr(conversations, "save_draft", note)
    view_of(stage.services, "a").composer.edit.insertPlainText("half a question")
    stage.ask()
    await until(lambda: stage.quits == [True])
    await stage.services.tasks.finish()
    assert saved == ["half a question"]
    assert (await stored(stage.services, "a")).draft.text == "half a question"
