"""What can't be written is replaced by what can, and the window says what will be lost."""

import os
import stat
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from app.data_folders import DataFolders, Paths
from app.errors import FolderNotWritable, NoDataFolder, StorageFailed
from tests.app.processes import Child, Failure
from tests.app.starters import create_as_nobody

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="rights and users are POSIX's here")


@pytest.fixture
def spare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "spare"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    return folder


def test_folders_that_can_be_made_are_taken_in_silence(tmp_path: Path, spare: Path) -> None:
    folders = DataFolders(lambda: Paths.under(tmp_path / "mine"))
    folders.close()
    assert folders.paths == Paths.under(tmp_path / "mine")
    assert folders.is_data_writable
    assert folders.warnings == ()
    assert list(spare.iterdir()) == []


def test_without_a_home_everything_is_spare_and_said_to_be(spare: Path) -> None:
    def no_home() -> Paths:
        raise NoDataFolder("No home.")

    folders = DataFolders(no_home)
    assert folders.paths.database.is_relative_to(spare)
    assert folders.warnings == ("No home. What you write now is lost when Hubbub quits.",)
    assert folders.is_data_writable
    folders.close()
    assert list(spare.iterdir()) == []


@pytest.mark.parametrize("name", ["data", "config", "cache", "logs"])
def test_one_folder_in_the_way_takes_no_other_with_it(
    tmp_path: Path, spare: Path, name: str
) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / name).touch()
    folders = DataFolders(lambda: Paths.under(folder))
    found = {path.name: path for path in (folders.paths.data_dir, folders.paths.config_dir)}
    found |= {path.name: path for path in (folders.paths.cache_dir, folders.paths.log_dir)}
    assert found[name].is_relative_to(spare)
    assert all(path.is_relative_to(folder) for path in found.values() if path.name != name)
    (notice,) = folders.warnings
    assert str(folder / name) in notice
    assert ("is lost when" in notice) == (name == "data")
    folders.close()


def test_histories_that_can_not_be_opened_give_way_to_spare_ones(
    tmp_path: Path, spare: Path
) -> None:
    folders = DataFolders(lambda: Paths.under(tmp_path / "mine"))
    path = folders.spare_database(StorageFailed("The disk is broken."))
    assert path.parent.is_dir()
    assert path.is_relative_to(spare)
    assert folders.warnings == (
        "The disk is broken. What you write now is lost when Hubbub quits.",
    )
    folders.close()


def test_where_nothing_at_all_can_be_written_it_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "nowhere"))
    (tmp_path / "mine").touch()
    with pytest.raises(FolderNotWritable):
        DataFolders(lambda: Paths.under(tmp_path / "mine"))


@pytest.mark.usefixtures("spare")
def test_settings_that_can_be_read_hold_where_they_can_not_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = Paths.under(tmp_path / "mine")
    paths.create()
    paths.settings_file.write_text("{}", "utf-8")

    def reject(folder: Path) -> None:
        if folder == paths.config_dir:
            raise FolderNotWritable("No.")
        folder.mkdir(parents=True, exist_ok=True)

    monkeypatch.setattr("app.data_folders.make_folder", reject)
    folders = DataFolders(lambda: paths)
    assert folders.paths.settings_file != paths.settings_file
    assert folders.paths.settings_file.read_text("utf-8") == "{}"
    folders.close()


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
    with pytest.raises(FolderNotWritable, match=r"data can't be created: \w+"):
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
    assert isinstance(trouble, Failure)
    assert trouble.kind == "FolderNotWritable"
    assert str(folder / "data") in trouble.text
    assert "Permission denied" in trouble.text


def modes_of_others(*roots: Path) -> dict[str, str]:
    """Return what of these folders others may do anything with."""
    found = {each: each.lstat().st_mode for root in roots for each in (root, *root.rglob("*"))}
    return {
        str(each): stat.filemode(mode)
        for each, mode in found.items()
        if not stat.S_ISLNK(mode) and mode & 0o077
    }


@posix_only
def test_folders_that_were_open_to_others_are_tightened_and_nobody_elses(tmp_path: Path) -> None:
    home, elsewhere = tmp_path / "home", tmp_path / "elsewhere"
    backups, theirs = home / "data" / "backups", home / "data" / "photos"
    elsewhere.mkdir()
    for folder in (backups, theirs, home / "config", home / "logs"):
        folder.mkdir(parents=True)
    (home / "cache").symlink_to(elsewhere)
    linked = elsewhere / "letter"
    files = (home / "data" / "hubbub.db", backups / "a.db", home / "logs" / "hubbub.log")
    for file in (*files, linked, theirs / "a.jpg"):
        file.touch()
    (home / "data" / "hubbub-link").symlink_to(linked)
    for each in (linked, elsewhere, theirs, theirs / "a.jpg", *files, *home.glob("[!c]*"), backups):
        each.chmod(0o777 if each.is_dir() else 0o666)
    (home / "config").chmod(0o755)
    DataFolders(lambda: Paths.under(home)).close()
    left = modes_of_others(home / "data", home / "config", home / "logs", elsewhere)
    assert left == {
        str(theirs): "drwxrwxrwx",
        str(theirs / "a.jpg"): "-rw-rw-rw-",
        str(elsewhere): "drwxrwxrwx",
        str(linked): "-rw-rw-rw-",
    }


@posix_only
def test_folders_on_the_way_are_made_for_their_user_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        DataFolders(lambda: Paths.under(tmp_path / "a" / "b")).close()
    finally:
        os.umask(before)
    assert modes_of_others(tmp_path / "a") == {}
