"""A folder that is chosen for a source: how far it is gone through, what stays out, how it ends."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QAbstractButton, QDialogButtonBox

from app.controllers.messages.replies import Replies
from app.controllers.services import Services
from app.sources import editing_controller as source_editing
from app.sources.editing_controller import SourceEditing
from app.sources.folder_walk import GatheringWatch
from app.sources.model import Source, SourceKind, SourceOrigin
from app.sources.view.source_editor import SourceEditor
from app.widgets.kit.small_dialogs import QuestionBox
from engine.messages.sources import most_source_tokens
from tests.app.controllers.acting import until

FILE_COUNT = 1200


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Many files with text, and one each of what is left out."""
    folder = tmp_path / "code"
    folder.mkdir()
    for number in range(FILE_COUNT):
        (folder / f"f{number:04}.py").write_text("x = 1\n")
    (folder / ".gitignore").write_text("*.log\n")
    (folder / "a.log").write_text("ignored")
    (folder / "g.dat").write_bytes(b"\0\1\2")
    (folder / "h.png").write_bytes(b"\x89PNG")
    (folder / "link.py").symlink_to(folder / "f0000.py")
    return folder


@pytest.fixture
async def editing(services: Services, replies: Replies) -> AsyncIterator[SourceEditing]:
    editing = SourceEditing(services, replies)
    yield editing
    if editing.editor is not None:
        editing.editor.close()


@pytest.fixture
def stored(editing: SourceEditing) -> list[Source]:
    """What the page hears of."""
    heard: list[Source] = []
    editing.stored.add(heard.extend)
    return heard


def opened(editing: SourceEditing, folder: Path) -> SourceEditor:
    """Open the editor, and choose the folder there."""
    editing.open()
    assert editing.editor is not None
    editing.editor.set_origin(SourceOrigin(SourceKind.FOLDER, (str(folder),)))
    return editing.editor


def written(editing: SourceEditing, text: str) -> SourceEditor:
    """Open the editor, and write a text there."""
    editing.open()
    assert editing.editor is not None
    editing.editor.text_box.setPlainText(text)
    return editing.editor


async def test_the_editor_says_how_far_it_is_and_what_stays_out(
    editing: SourceEditing, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source_editing, "LOOK_SECONDS", 0.001)
    label = opened(editing, folder).count_label
    await until(lambda: label.text().endswith("so far"))
    await until(lambda: "tokens" in label.text())
    assert label.text().startswith(f"{FILE_COUNT:,} files, about ")
    assert label.text().endswith(
        "Skipped: ignored by .gitignore: 1, other kinds of files: 2, links: 1, without text: 1."
    )


async def test_nothing_is_read_for_an_editor_that_was_closed(
    editing: SourceEditing, services: Services, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watches: list[GatheringWatch] = []

    class Noted(GatheringWatch):
        def __init__(self) -> None:
            super().__init__()
            watches.append(self)

    monkeypatch.setattr(source_editing, "GatheringWatch", Noted)
    monkeypatch.setattr(source_editing, "LOOK_SECONDS", 0.001)
    editor = opened(editing, folder)
    await until(lambda: bool(watches) and watches[-1].entry_count > 0)
    editor.reject()
    await services.tasks.finish()
    assert watches[-1].read_count < FILE_COUNT


async def test_a_source_is_stored_once_however_often_it_is_added(
    editing: SourceEditing, services: Services, stored: list[Source]
) -> None:
    editor = written(editing, "what was pasted")
    for _ in range(3):
        accept_button(editor).click()
    await services.tasks.finish()
    assert len(await services.history.sources.all()) == 1
    assert [each.name for each in stored] == ["Pasted text"]


async def test_an_editor_may_be_closed_while_its_source_is_stored(
    editing: SourceEditing,
    services: Services,
    stored: list[Source],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    editor = written(editing, "what was pasted")
    create = services.history.sources.create

    async def create_and_close(
        name: str, text: str, instruction: str, origin: SourceOrigin
    ) -> Source:
        editor.reject()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        return await create(name, text, instruction, origin)

    monkeypatch.setattr(services.history.sources, "create", create_and_close)
    accept_button(editor).click()
    await services.tasks.finish()
    assert [each.name for each in stored] == ["Pasted text"]


async def test_what_was_edited_is_not_lost_with_its_source(
    editing: SourceEditing, services: Services, stored: list[Source]
) -> None:
    source = await services.history.sources.create("Notes", "old")
    editing.open(source, "old")
    editor = editing.editor
    assert editor is not None
    editor.text_box.setPlainText("new")
    await services.history.sources.delete(source.id)
    accept_button(editor).click()
    await services.tasks.finish()
    assert editor.error_label.text().startswith("This source was deleted in the meantime.")
    assert editor.text_box.toPlainText() == "new"
    assert accept_button(editor).text() == "Add"
    accept_button(editor).click()
    await services.tasks.finish()
    assert [each.name for each in stored] == ["Notes"]
    assert await services.history.sources.text(stored[0].newest, "Notes") == "new"


@pytest.mark.parametrize(
    ("text", "part"), [("a line of a long text\n" * 10_000 + "its end", ""), ("x = 2", "2/3")]
)
async def test_a_long_text_is_edited_whole_and_a_part_as_a_text_of_its_own(
    editing: SourceEditing, services: Services, stored: list[Source], text: str, part: str
) -> None:
    kind = SourceKind.FOLDER if part else SourceKind.TEXT
    origin = SourceOrigin(kind, ("/code",) if part else (), part=part)
    source = await services.history.sources.create("code", text, "", origin)
    editing.open(source, text)
    assert editing.editor is not None
    accept_button(editing.editor).click()
    await services.tasks.finish()
    assert await services.history.sources.text(stored[0].newest, "code") == text


async def test_a_filter_counts_as_it_is_written_when_the_source_is_added(
    editing: SourceEditing, services: Services, stored: list[Source], folder: Path
) -> None:
    editor = opened(editing, folder)
    await until(lambda: "tokens" in editor.count_label.text())
    editor.filter_box.setText("f0000.py")
    accept_button(editor).click()
    await services.tasks.finish()
    origin = stored[0].newest.origin
    assert (origin.patterns, stored[0].newest.byte_count < 100) == ("f0000.py", True)
    editing.open(stored[0])
    assert editing.editor is not None
    assert editing.editor.filter_box.text() == "f0000.py"


async def test_each_part_of_a_long_text_leaves_room_for_a_chat(
    editing: SourceEditing, services: Services, replies: Replies, stored: list[Source]
) -> None:
    replies.set_context_window(2048)
    # The window holds these, and the engine would take no source of them.
    text = "a line of a long text\n" * 360
    assert most_source_tokens(2048) < len(text) // 4 < 2048
    editor = written(editing, text)
    accept_button(editor).click()
    await until(lambda: bool(editor.findChildren(QuestionBox)))
    (question,) = editor.findChildren(QuestionBox)
    question.accept()
    await services.tasks.finish()
    sizes = [
        len(await services.history.sources.text(each.newest, each.name)) // 4 for each in stored
    ]
    assert len(sizes) == 2
    assert max(sizes) <= most_source_tokens(2048)


def accept_button(editor: SourceEditor) -> QAbstractButton:
    """Return the button that stores the source."""
    role = QDialogButtonBox.ButtonRole.AcceptRole
    (found,) = (
        each for each in editor.buttons.buttons() if editor.buttons.buttonRole(each) == role
    )
    return found
