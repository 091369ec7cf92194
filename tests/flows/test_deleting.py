"""Many conversations are deleted at once, and all of it is undone, or undone no more."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.widgets.dialogs.trash import TrashDialog
from app.widgets.kit.question_box import QuestionBox
from tests.flows.driving import Person, flow, hubbub
from tests.flows.seeding import seed, tree


def listed(person: Person) -> set[str]:
    return {summary.id for summary in person.rooms.window.sidebar.conversations.listed.summaries()}


@flow
async def test_the_trash_gives_back_and_takes_for_good(qapp: QApplication, tmp_path: Path) -> None:
    await seed(tmp_path, [tree(f"c{number}", ["hello", "yes?"]) for number in range(3)])
    async with hubbub(qapp, tmp_path) as person:
        window = person.rooms.window
        window.requests.delete_requested.emit(("c0", "c1", "c2"))
        await person.until(lambda: listed(person) == set())
        QTest.mouseClick(window.sidebar.trash_button, Qt.MouseButton.LeftButton)
        await person.until(lambda: bool(dialogs(person)))
        (dialog,) = dialogs(person)
        restore, remove, empty = dialog.buttons
        first = dialog.selected_ids()
        QTest.mouseClick(restore, Qt.MouseButton.LeftButton)
        await person.until(lambda: listed(person) == set(first))
        remaining = {"c0", "c1", "c2"} - set(first)
        gone = dialog.selected_ids()
        assert set(gone) < remaining
        QTest.mouseClick(remove, Qt.MouseButton.LeftButton)
        (question,) = dialog.findChildren(QuestionBox)
        question.accept()
        await person.until(lambda: dialog.selected_ids() not in ((), gone))
        QTest.mouseClick(empty, Qt.MouseButton.LeftButton)
        question = [each for each in dialog.findChildren(QuestionBox) if each.isVisible()][-1]
        question.accept()
        await person.until(lambda: not empty.isEnabled())
        assert await person.rooms.history.trash.conversations() == ()
        assert listed(person) == set(first)
        assert not window.actions_by_name.undo_delete.isEnabled(), "there is nothing to undo"
        dialog.reject()


def dialogs(person: Person) -> list[TrashDialog]:
    return [each for each in person.rooms.window.findChildren(TrashDialog) if each.isVisible()]
