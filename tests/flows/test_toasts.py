"""Toasts pass or stay as their cause does, and never move what is under the mouse."""

from pathlib import Path

import qasync
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from app.library.models import builtin_model
from app.widgets.window.history_popup import HistoryPopup
from tests.flows.driving import CONTROL, SHIFT, Person, hubbub
from tests.flows.seeding import seed, tree


def shown(person: Person) -> list[str]:
    return [toast.content.text for toast in person.rooms.window.toasts.shown]


def place_of(widget: QWidget) -> QPoint:
    return widget.mapToGlobal(QPoint(0, 0))


def test_a_refused_model_is_spoken_of_until_another_one_is_opened(
    qapp: QApplication, qt_loop: qasync.QEventLoop, tmp_path: Path
) -> None:
    wrong, good = tmp_path / "wrong.gguf", tmp_path / "good.gguf"
    wrong.write_bytes(b"no model at all" * 100)
    good.write_bytes(builtin_model().read_bytes())

    async def story() -> None:
        async with hubbub(qapp, tmp_path / "data") as person:
            requests = person.rooms.window.requests
            requests.open_model_requested.emit(str(wrong))
            await person.until(lambda: any("wrong.gguf" in text for text in shown(person)))
            (toast,) = person.rooms.window.toasts.shown
            assert not toast.timer.isActive(), "it stays as long as its cause"
            requests.open_model_requested.emit(str(good))
            await person.until(lambda: shown(person) == [])

    qt_loop.run_until_complete(story())


def test_a_deletion_moves_nothing_passes_and_is_undone_from_the_history(
    qapp: QApplication, qt_loop: qasync.QEventLoop, tmp_path: Path
) -> None:
    async def story() -> None:
        await seed(tmp_path, [tree("c0", ["hello", "yes?"]), tree("c1", ["tea", "with milk"])])
        async with hubbub(qapp, tmp_path) as person:
            window = person.rooms.window
            person.rooms.tabs.open_tab("c0")
            await person.until(lambda: person.view.conversation_id == "c0")
            bar = window.panes.in_use.bar
            before = (place_of(bar), place_of(person.view.composer), bar.size())
            await person.press(Qt.Key.Key_Backspace, CONTROL | SHIFT)
            await person.until(lambda: bool(shown(person)))
            assert (place_of(bar), place_of(person.view.composer), bar.size()) == before
            (toast,) = window.toasts.shown
            assert toast.action_button.text() == "Undo"
            toast.timer.timeout.emit()
            assert shown(person) == []

            QTest.mouseClick(window.status_bar.indicator, Qt.MouseButton.LeftButton)
            (popup,) = window.findChildren(HistoryPopup)
            QTest.mouseClick(popup.rows[0].buttons[0], Qt.MouseButton.LeftButton)
            await person.until(lambda: "c0" in person.tab_ids)

    qt_loop.run_until_complete(story())


def test_copying_the_answer_shows_that_it_was_copied(
    qapp: QApplication, qt_loop: qasync.QEventLoop, tmp_path: Path
) -> None:
    async def story() -> None:
        await seed(tmp_path, [tree("c0", ["hello", "what is copied"])])
        async with hubbub(qapp, tmp_path) as person:
            person.rooms.tabs.open_tab("c0")
            await person.until(lambda: person.view.conversation_id == "c0")
            await person.press(Qt.Key.Key_C, CONTROL | SHIFT)
            assert qapp.clipboard().text() == "what is copied"
            assert shown(person) == ["Answer copied."]
            assert person.rooms.window.toasts.history.past == ()
            qapp.clipboard().clear()

    qt_loop.run_until_complete(story())
