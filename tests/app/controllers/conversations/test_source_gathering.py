"""A folder that is chosen for a source: how far it is gone through, what stays out, how it ends."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.chat.sources.folder_walk import GatheringWatch
from app.controllers.conversations import source_editing
from app.controllers.conversations.source_editing import SourceEditing
from app.controllers.messages.replies import Replies
from app.controllers.services import Services
from app.domain import SourceKind, SourceOrigin
from app.widgets.sources.editor import SourceEditor
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


def opened(editing: SourceEditing, folder: Path) -> SourceEditor:
    """Open the editor, and choose the folder there."""
    editing.open()
    assert editing.editor is not None
    editing.editor.set_origin(SourceOrigin(SourceKind.FOLDER, (str(folder),)))
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
        "Not in it: ignored by .gitignore: 1, left out by the filter: 2, links: 1, without text: 1."
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
