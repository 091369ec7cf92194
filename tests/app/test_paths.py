"""Folders are found, made for one user only, and a refusal names folder and reason."""

import os
import stat
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from app.errors import FolderNotWritable, NoDataFolder
from app.paths import Paths
from tests.app.processes import Child, Trouble
from tests.app.starters import create_as_nobody

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="rights and users are POSIX's here")


def test_the_folders_of_a_user_lie_in_their_home(home: Path) -> None:
    paths = Paths.for_user()
    for folder in (paths.data_dir, paths.config_dir, paths.cache_dir, paths.log_dir):
        assert folder.is_relative_to(home)
    assert paths.data_dir != paths.cache_dir


def test_another_folder_takes_everything(tmp_path: Path) -> None:
    folder = tmp_path / "a place" / "with 🙂"
    paths = Paths.under(folder)
    paths.create()
    paths.create()
    for path in (paths.database, paths.settings_file, paths.lock_file):
        assert path.parent.is_dir()
        assert path.is_relative_to(folder)


@posix_only
def test_nobody_else_can_look_into_the_folders(tmp_path: Path) -> None:
    paths = Paths.under(tmp_path)
    paths.create()
    assert stat.S_IMODE(paths.data_dir.stat().st_mode) == 0o700


@posix_only
def test_a_user_without_home_is_told_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name == "HOME" or name.startswith("XDG_"):
            monkeypatch.delenv(name)
    monkeypatch.setattr("os.path.expanduser", lambda path: path)  # as for a uid without an entry
    with pytest.raises(NoDataFolder, match="--data FOLDER"):
        Paths.for_user()


def test_a_file_in_the_way_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way", "utf-8")
    with pytest.raises(FolderNotWritable, match=r"data can't be made: \w+"):
        Paths.under(tmp_path).create()


@posix_only
@pytest.mark.parametrize("existing", ["", "data"])
def test_a_folder_that_may_not_be_written_is_named(existing: str) -> None:
    # Not in pytest's folder, which only its owner may enter.
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / existing).mkdir(exist_ok=True)
        (folder / existing).chmod(0o555)
        folder.chmod(0o555)
        (trouble,) = Child(create_as_nobody, folder).stderr_tail()
        folder.chmod(0o755)
    assert isinstance(trouble, Trouble)
    assert trouble.kind == "FolderNotWritable"
    assert str(folder / "data") in trouble.sentence
    assert "Permission denied" in trouble.sentence
