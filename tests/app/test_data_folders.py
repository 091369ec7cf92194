"""What can't be written is replaced by what can, and the window says what will be lost."""

from pathlib import Path

import pytest

from app.data_folders import DataFolders
from app.errors import FolderNotWritable, NoDataFolder, StorageFailed
from app.paths import Paths


@pytest.fixture(autouse=True)
def spare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "spare"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    return folder


def test_folders_that_can_be_made_are_taken_in_silence(tmp_path: Path, spare: Path) -> None:
    places = DataFolders(lambda: Paths.under(tmp_path / "mine"))
    places.close()
    assert places.paths == Paths.under(tmp_path / "mine")
    assert places.can_keep
    assert places.notices == ()
    assert list(spare.iterdir()) == []


def test_without_a_home_everything_is_spare_and_said_to_be(spare: Path) -> None:
    def no_home() -> Paths:
        raise NoDataFolder("No home.")

    places = DataFolders(no_home)
    assert places.paths.database.is_relative_to(spare)
    assert places.notices == ("No home. What you write now is gone when Hubbub ends.",)
    assert places.can_keep
    places.close()
    assert list(spare.iterdir()) == []


@pytest.mark.parametrize("name", ["data", "config", "cache", "logs"])
def test_one_folder_in_the_way_takes_no_other_with_it(
    tmp_path: Path, spare: Path, name: str
) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / name).touch()
    places = DataFolders(lambda: Paths.under(folder))
    found = {path.name: path for path in (places.paths.data_dir, places.paths.config_dir)}
    found |= {path.name: path for path in (places.paths.cache_dir, places.paths.log_dir)}
    assert found[name].is_relative_to(spare)
    assert all(path.is_relative_to(folder) for path in found.values() if path.name != name)
    (notice,) = places.notices
    assert str(folder / name) in notice
    assert ("is gone when" in notice) == (name == "data")
    places.close()


def test_histories_that_can_not_be_opened_give_way_to_spare_ones(
    tmp_path: Path, spare: Path
) -> None:
    places = DataFolders(lambda: Paths.under(tmp_path / "mine"))
    path = places.spare_database(StorageFailed("The disk is broken."))
    assert path.parent.is_dir()
    assert path.is_relative_to(spare)
    assert places.notices == ("The disk is broken. What you write now is gone when Hubbub ends.",)
    places.close()


def test_where_nothing_at_all_can_be_written_it_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "nowhere"))
    (tmp_path / "mine").touch()
    with pytest.raises(FolderNotWritable):
        DataFolders(lambda: Paths.under(tmp_path / "mine"))


def test_settings_that_can_be_read_hold_where_they_can_not_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = Paths.under(tmp_path / "mine")
    paths.create()
    paths.settings_file.write_text("{}", "utf-8")

    def refuse(folder: Path) -> None:
        if folder == paths.config_dir:
            raise FolderNotWritable("No.")
        folder.mkdir(parents=True, exist_ok=True)

    monkeypatch.setattr("app.data_folders.make_folder", refuse)
    places = DataFolders(lambda: paths)
    assert places.paths.settings_file != paths.settings_file
    assert places.paths.settings_file.read_text("utf-8") == "{}"
    places.close()
