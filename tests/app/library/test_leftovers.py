"""Old downloads that are not done: which they are, what they hold, and what is deleted."""

import json
import os
import time
from pathlib import Path

import pytest

from app.library.leftovers import OLD_SECONDS, delete_leftovers, old_leftovers

LONG_AGO = time.time() - OLD_SECONDS - 3600


def write(folder: Path, name: str, content: bytes = b"x", at: float = LONG_AGO) -> Path:
    path = folder / name
    path.write_bytes(content)
    os.utime(path, (at, at))
    return path


def journal(folder: Path, *names: str, at: float = LONG_AGO) -> Path:
    content = json.dumps({"files": [{"name": name} for name in names]}).encode()
    return write(folder, f"{names[0]}.download", content, at)


def names(folder: Path) -> list[str]:
    return sorted({*os.listdir(folder)} - {"home"})


def test_old_parts_and_journals_are_found_with_what_they_hold(tmp_path: Path) -> None:
    write(tmp_path, "a.gguf.part", bytes(1 << 20))
    journal(tmp_path, "a.gguf")
    write(tmp_path, "a.gguf.download.lock", b"")
    write(tmp_path, "lone.gguf.part", bytes(4096))
    write(tmp_path, "model.gguf")
    first, lone = old_leftovers(tmp_path)
    assert first.names == ("a.gguf",)
    assert first.byte_count >= 1 << 20
    assert lone.names == ("lone.gguf",)
    assert delete_leftovers((first, lone)) == 0
    assert names(tmp_path) == ["model.gguf"]


@pytest.mark.parametrize("new", ["a.gguf.part", "a.gguf.download", "b.gguf.part"])
def test_a_download_with_one_new_file_is_not_old(tmp_path: Path, new: str) -> None:
    write(tmp_path, "a.gguf.part")
    write(tmp_path, "b.gguf.part")  # of a split model: fetched after the first one
    journal(tmp_path, "a.gguf", "b.gguf")
    os.utime(tmp_path / new)
    assert old_leftovers(tmp_path) == ()


def test_what_somebody_goes_on_with_meanwhile_is_kept(tmp_path: Path) -> None:
    part = write(tmp_path, "a.gguf.part")
    journal(tmp_path, "a.gguf")
    found = old_leftovers(tmp_path)
    os.utime(part)
    assert delete_leftovers(found) == 0
    assert names(tmp_path) == ["a.gguf.download", "a.gguf.part"]


@pytest.mark.parametrize("content", [b"", b"\xff", b"[" * 100_000, b"{}", b'{"files": 1}'])
def test_a_journal_that_cannot_be_read_is_a_leftover_of_its_own_name(
    tmp_path: Path, content: bytes
) -> None:
    write(tmp_path, "a.gguf.download", content)
    (found,) = old_leftovers(tmp_path)
    assert found.names == ("a.gguf",)


def test_a_journal_names_no_file_outside(tmp_path: Path) -> None:
    folder = tmp_path / "models"
    folder.mkdir()
    outside = write(tmp_path, "other.part")
    journal(folder, "a.gguf", "../other", str(tmp_path / "other"))
    found = old_leftovers(folder)
    assert delete_leftovers(found) == 0
    assert outside.exists()
    assert names(folder) == []


def test_links_and_folders_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "a.gguf.part").mkdir()
    (tmp_path / "b.gguf.part").symlink_to(tmp_path / "nowhere")
    assert old_leftovers(tmp_path) == ()
    assert old_leftovers(tmp_path / "missing") == ()
