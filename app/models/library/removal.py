"""Which files go with a model that is deleted, and how they come back from the trash."""

import contextlib
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from app.models.library_model import LibraryModel


@dataclass(frozen=True, slots=True)
class TrashedFile:
    """A file in the trash, and where it was."""

    path: str
    in_trash: str


def files_of(model: LibraryModel, others: Iterable[LibraryModel]) -> tuple[str, ...]:
    """Return the files that go with a model: all its parts, and what no other one needs."""
    needed = {path for each in others if each.path != model.path for path in _beside(each)}
    own = model.parts or (model.path,)
    return (*own, *(path for path in _beside(model) if path not in needed))


def put_back(files: Iterable[TrashedFile]) -> None:
    """Move files out of the trash; raises OSError, and writes over nothing."""
    for file in files:
        target = Path(file.path)
        if target.exists():
            raise FileExistsError(f"{target} exists")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(file.in_trash, target)
        # What the system noted of it, where trashes are folders as freedesktop.org describes them.
        trashed = Path(file.in_trash)
        with contextlib.suppress(OSError):
            (trashed.parent.parent / "info" / f"{trashed.name}.trashinfo").unlink()


def _beside(model: LibraryModel) -> tuple[str, ...]:
    return (*model.projectors, *model.drafts)
