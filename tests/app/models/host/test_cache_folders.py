"""The folders of cached conversations: none is shared, and all together have one limit."""

import os
from pathlib import Path

from app.models.host.cache_folders import CacheFolders
from engine.messages.commands import ClearCache


def _files(folder: Path, **sizes: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for age, (name, size) in enumerate(reversed(sizes.items())):
        file = folder / f"{name}.kv"
        file.write_bytes(bytes(size))
        os.utime(file, (1_000_000 - age, 1_000_000 - age))


def test_a_moved_model_keeps_its_folder_unless_another_process_has_it(tmp_path: Path) -> None:
    caches = CacheFolders(tmp_path / "cache")
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.gguf").write_bytes(b"weights")
    first = caches.folder(tmp_path / "here" / "a.gguf", "context 1")
    moved = tmp_path / "there" / "a.gguf"
    assert caches.folder(moved, "context 1") == first
    assert caches.folder(moved, "context 2") != first
    assert caches.folder(moved, "context 1", [first]) == f"{first}-2"


def test_the_oldest_files_of_models_that_are_not_loaded_are_removed(tmp_path: Path) -> None:
    caches = CacheFolders(tmp_path)
    loaded, resting = tmp_path / "models" / "loaded", tmp_path / "models" / "resting"
    _files(loaded, a=100, b=100)
    _files(resting, old=60, new=60)
    caches.trim([str(loaded)], 100)
    assert sorted(os.listdir(loaded)) == ["a.kv", "b.kv"]
    assert os.listdir(resting) == ["new.kv"]


def test_clearing_the_cache_empties_the_folders_that_no_process_has(tmp_path: Path) -> None:
    caches = CacheFolders(tmp_path)
    _files(tmp_path, of_an_older_version=10)
    _files(tmp_path / "models" / "resting", chat=10)
    caches.handle(ClearCache(), [])
    assert list(tmp_path.rglob("*.kv")) == []
