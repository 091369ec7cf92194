"""A folder of code becomes a source, three chats begin in it, and all is there after a restart."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog

from app.sources.model import SourceKind, SourceOrigin
from app.sources.view.source_editor import SourceEditor
from app.sources.view.sources_page import SourcesPage
from tests.flows.driving import CONTROL, Person, flow, hubbub

pytestmark = pytest.mark.usefixtures("scripted_engine")


async def open_page(person: Person) -> SourcesPage:
    """Open the page of sources from the palette."""
    await person.press(Qt.Key.Key_K, CONTROL)
    await person.type("Sources")
    await person.press(Qt.Key.Key_Return)
    sources = person.rooms.sources
    await person.until(lambda: sources.page is not None and sources.page.isVisible())
    assert sources.page is not None
    return sources.page


def come_back(person: Person, page: SourcesPage) -> None:
    """Show the page again, as its command does."""
    person.rooms.window.pages.show_page(page, is_wide=True)
    page.come_forward()


async def open_editor(person: Person, page: SourcesPage) -> SourceEditor:
    """Press the button that adds a source."""
    come_back(person, page)
    await person.until(page.isActiveWindow)
    page.adding_button.setFocus()
    await person.press(Qt.Key.Key_Space)
    editing = person.rooms.sources.editing
    await person.until(lambda: editing.editor is not None and editing.editor.isVisible())
    assert editing.editor is not None
    return editing.editor


async def until_read(person: Person, page: SourcesPage) -> None:
    """Wait until the first source is read."""
    label = page.details.state_label
    await person.until(lambda: label.text() == "Read" or label.text().startswith("Read "))


async def begin_chat(person: Person, page: SourcesPage, question: str) -> str:
    """Press Enter on the source, ask something in its new chat, and return the conversation."""
    before = person.tab_ids
    come_back(person, page)
    await person.press(Qt.Key.Key_Return)
    await person.until(lambda: len(person.tab_ids) == len(before) + 1)
    person.rooms.window.activateWindow()
    person.view.focus_composer()
    conversation_id = await person.send(question)
    await person.until_idle(conversation_id)
    return conversation_id


@flow
async def test_three_chats_begin_in_a_folder_of_code(qapp: QApplication, tmp_path: Path) -> None:
    code = tmp_path / "code"
    code.mkdir()
    (code / "a.py").write_text("x = 1\n")
    (code / "b.md").write_text("notes\n")
    ids: list[str] = []

    async def first_run() -> None:
        async with hubbub(qapp, tmp_path / "home") as person:
            page = await open_page(person)
            editor = await open_editor(person, page)
            editor.filter_box.setText("*.py")
            editor.set_origin(SourceOrigin(SourceKind.FOLDER, (str(code),), "*.py"))
            await person.until(lambda: "tokens" in editor.count_label.text())
            assert editor.text_box.toPlainText() == "=== a.py ===\nx = 1"
            editor.name_box.setFocus()
            await person.type("My code")
            await person.press(Qt.Key.Key_Return)
            await person.until(lambda: page.list.count() == 1)
            await until_read(person, page)
            ids.extend([await begin_chat(person, page, f"{number}?") for number in range(3)])
            await person.until(lambda: page.details.chats.count() == 3)
            assert person.view.header.source_button.label == "My code"

    async def second_run() -> None:
        async with hubbub(qapp, tmp_path / "home") as person:
            for conversation_id in ids:
                person.rooms.window.panes.activate(conversation_id)
                await person.until(lambda: person.view.transcript.messages() != ())
                assert person.view.header.source_button.isVisible()
                person.view.focus_composer()
                await person.until_idle(await person.send("And now?"))
            (source,) = await person.rooms.history.sources.all()
            assert (source.name, source.chat_count) == ("My code", 3)
            assert source.newest.read_at is not None
            page = await open_page(person)
            await person.until(lambda: page.details.chats.count() == 3)

    await first_run()
    await second_run()


@flow
async def test_a_new_chat_in_a_source_is_not_covered_by_the_page(
    qapp: QApplication, tmp_path: Path
) -> None:
    path = tmp_path / "story.txt"
    path.write_text("once upon a time")
    async with hubbub(qapp, tmp_path / "home") as person:
        page = await open_page(person)
        editor = await open_editor(person, page)
        editor.set_origin(SourceOrigin(SourceKind.FILES, (str(path),)))
        await person.until(lambda: "tokens" in editor.count_label.text())
        editor.name_box.setFocus()
        await person.press(Qt.Key.Key_Return)
        await person.until(lambda: page.list.count() == 1)
        await person.until(page.details.new_chat_button.hasFocus)
        await person.press(Qt.Key.Key_Space)
        await person.until(lambda: len(person.tab_ids) == 2)
        await person.until(person.view.composer.edit.hasFocus)
        assert not page.isVisible()
        await person.until_idle(await person.send("Who?"))


@flow
async def test_a_folder_is_asked_about_in_the_chat_that_offered_it(
    qapp: QApplication, tmp_path: Path
) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "tank.txt").write_text("It holds 300 litres.")

    async def choose_folder(person: Person) -> None:
        person.view.empty_state.folder_button.click()
        await person.until(lambda: isinstance(QApplication.activeModalWidget(), QFileDialog))
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, QFileDialog)
        dialog.filesSelected.emit([str(tmp_path / "notes")])
        dialog.reject()
        editor = person.rooms.sources.editing.editor
        assert editor is not None
        await person.until(lambda: "tokens" in editor.count_label.text())

    async with hubbub(qapp, tmp_path / "home") as person:
        (first,) = person.tab_ids
        await choose_folder(person)
        await person.press(Qt.Key.Key_Return)
        await person.until(lambda: person.view.header.source_button.label == "notes")
        assert person.tab_ids == (first,)
        assert person.view.isVisible()
        await person.until_idle(await person.send("How much?"))
        await choose_folder(person)  # a chat with messages keeps its own text
        await person.press(Qt.Key.Key_Return)
        await person.until(lambda: len(person.tab_ids) == 2)
        await person.until(lambda: person.view.header.source_button.label == "notes")


@flow
async def test_a_folder_that_is_dropped_on_a_chat_can_be_asked_about(
    qapp: QApplication, tmp_path: Path
) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "tank.txt").write_text("It holds 300 litres.")
    async with hubbub(qapp, tmp_path / "home") as person:
        person.view.composer.files_offered.emit((str(folder),))
        notice = person.view.composer.notice
        await person.until(lambda: notice.text().startswith("“notes” is a folder."))
        (button,) = notice.buttons
        assert button.text() == "Ask about “notes”…"
        button.click()
        editor = person.rooms.sources.editing.editor
        assert editor is not None
        await person.until(lambda: "tokens" in editor.count_label.text())
        await person.press(Qt.Key.Key_Return)
        await person.until(lambda: person.view.header.source_button.label == "notes")
        assert len(person.tab_ids) == 1


@flow
async def test_changed_files_are_read_as_a_new_version_and_chats_keep_theirs(
    qapp: QApplication, tmp_path: Path
) -> None:
    path = tmp_path / "story.txt"
    path.write_text("once upon a time")

    async with hubbub(qapp, tmp_path / "home") as person:
        page = await open_page(person)
        editor = await open_editor(person, page)
        editor.set_origin(SourceOrigin(SourceKind.FILES, (str(path),)))
        await person.until(lambda: "tokens" in editor.count_label.text())
        editor.name_box.setFocus()
        await person.press(Qt.Key.Key_Return)
        await person.until(lambda: page.list.count() == 1)
        await until_read(person, page)
        chat = await begin_chat(person, page, "Who?")
        path.write_text("once upon another time")
        page.close()
        page = await open_page(person)
        await person.until(lambda: page.details.update_button.isVisible())
        page.details.update_button.setFocus()
        await person.press(Qt.Key.Key_Space)
        await person.until(lambda: "Version 2" in page.details.figures_label.text())
        page.details.chats.setCurrentRow(0)
        assert page.details.move_button.isVisible()
        page.details.move_button.setFocus()
        await person.press(Qt.Key.Key_Space)
        view = person.rooms.window.panes.view_of(chat)
        assert view is not None
        await person.until(lambda: "version 2" in view.header.source_button.label)
