"""The demo begins with nothing each time, and removes nothing of anybody else's."""

import sys
from pathlib import Path

import pytest

from app import main
from app.data_folders import DataFolders, Paths, remove_content
from app.single_instance import InstanceLock

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="a home is told by variables here")


@pytest.fixture
def homes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Folders of the system, all of which are under one; no window is opened."""
    for name in ("HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))

    def leave_a_chat(folders: DataFolders, _model: str | None, *, is_demo: bool) -> int:
        left = sorted(each.name for each in folders.paths.data_dir.iterdir())
        folders.paths.database.touch()
        (folders.paths.data_dir / "attachments").mkdir(exist_ok=True)
        return int("hubbub.db" in left) + 10 * int("attachments" in left)

    monkeypatch.setattr(main, "_run_window", leave_a_chat)
    monkeypatch.setattr(main, "logging_to", lambda _folder: monkeypatch.context())
    return tmp_path


@posix_only
def test_each_demo_begins_with_nothing(homes: Path) -> None:
    assert [main.run(["--demo"]) for _ in range(3)] == [0, 0, 0]


@posix_only
def test_a_folder_that_somebody_named_keeps_all_that_is_in_it(homes: Path) -> None:
    named = ["--demo", "--data", str(homes / "mine")]
    assert [main.run(named), main.run(named)] == [0, 11]


def test_the_lock_that_is_held_and_what_links_lead_to_stay(tmp_path: Path) -> None:
    others = tmp_path / "others"
    others.mkdir()
    (others / "file").touch()
    paths = Paths.under(tmp_path / "demo")
    paths.create()
    lock = InstanceLock(paths.lock_file)
    lock.acquire()
    (paths.data_dir / "link").symlink_to(others)
    (paths.config_dir / "settings.json").touch()
    remove_content(paths)
    assert list(paths.data_dir.iterdir()) == [paths.lock_file]
    assert list(paths.config_dir.iterdir()) == []
    assert (others / "file").exists()
    lock.release()
