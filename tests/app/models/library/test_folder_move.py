"""The files of the models folder move: each as a whole, without replacing another."""

import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.models.library.folder_move import FolderRefused, move_files, plan_move, unfinished_only
from app.models.library.leftovers import OLD_SECONDS, delete_leftovers, old_leftovers

MODEL = bytes(range(256)) * 40_000  # of more than one step
LONG_AGO = time.time() - OLD_SECONDS - 3600


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "old"
    (folder / "maker").mkdir(parents=True)
    (folder / "a.gguf").write_bytes(MODEL)
    os.utime(folder / "a.gguf", (1_000_000_000, 1_000_000_000))
    (folder / "maker" / "b.gguf").write_bytes(b"b")
    (folder / "c.gguf.part").write_bytes(b"c")
    (folder / "c.gguf.download").write_bytes(b"{}")
    return folder


@pytest.fixture(params=["the same disk", "another disk"])
def target(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    if request.param == "the same disk":
        yield tmp_path / "new"
        return
    places = (Path("/dev/shm"), Path(tempfile.gettempdir()), Path("/var/tmp"))
    device = tmp_path.stat().st_dev
    other = next((each for each in places if each.is_dir() and each.stat().st_dev != device), None)
    if other is None:
        pytest.skip("there is no other disk")
    with tempfile.TemporaryDirectory(dir=other) as folder:
        yield Path(folder) / "new"


def names(folder: Path) -> list[str]:
    files = (each for each in folder.rglob("*") if each.is_file())
    return sorted(each.relative_to(folder).as_posix() for each in files)


def never_stops(_count: int) -> bool:
    return True


def test_everything_moves_as_it_was(source: Path, target: Path) -> None:
    move = plan_move(source, target)
    assert move.byte_count == len(MODEL) + 4
    counts: list[int] = []

    def note(count: int) -> bool:
        counts.append(count)
        return True

    moved = move_files(move, note)
    assert sorted(moved) == sorted(move.names)
    assert names(target) == ["a.gguf", "c.gguf.download", "c.gguf.part", "maker/b.gguf"]
    assert (target / "a.gguf").read_bytes() == MODEL
    assert (target / "a.gguf").stat().st_mtime == 1_000_000_000
    assert not source.exists()
    assert counts == sorted(counts)


def test_unfinished_downloads_go_first_and_may_go_alone(source: Path, target: Path) -> None:
    move = plan_move(source, target)
    assert set(move.names[:2]) == {"c.gguf.part", "c.gguf.download"}
    move_files(unfinished_only(move), never_stops)
    assert names(target) == ["c.gguf.download", "c.gguf.part"]
    assert names(source) == ["a.gguf", "maker/b.gguf"]


def test_who_stops_it_has_each_file_whole_in_one_of_the_folders(source: Path, target: Path) -> None:
    move = plan_move(source, target)
    calls = iter([True, True, True])
    moved = move_files(move, lambda _: next(calls, False))
    assert names(target) == sorted(moved)
    assert set(names(source)) == set(move.names) - set(moved)
    assert "a.gguf" in names(source) or (target / "a.gguf").read_bytes() == MODEL


def test_a_file_that_is_half_copied_has_no_name_yet(source: Path, target: Path) -> None:
    move = plan_move(source, target)
    moved = move_files(move, lambda count: count < len(MODEL) // 2)
    here = source / "a.gguf" if "a.gguf" not in moved else target / "a.gguf"
    assert here.read_bytes() == MODEL
    assert names(target) == sorted(moved)


def test_a_name_that_is_taken_is_refused_before_anything_moves(source: Path, target: Path) -> None:
    target.mkdir()
    (target / "a.gguf").write_bytes(b"another")
    with pytest.raises(FolderRefused, match=r"already has a file a\.gguf"):
        plan_move(source, target)
    assert (target / "a.gguf").read_bytes() == b"another"


def test_a_name_that_is_taken_meanwhile_is_not_replaced(source: Path, target: Path) -> None:
    move = plan_move(source, target)
    (target / "a.gguf").write_bytes(b"another")
    assert "a.gguf" not in move_files(move, never_stops)
    assert (target / "a.gguf").read_bytes() == b"another"
    assert (source / "a.gguf").read_bytes() == MODEL


@pytest.mark.parametrize("name", ["", "inside", ".."])
def test_a_folder_in_or_around_the_old_one_is_refused(source: Path, name: str) -> None:
    with pytest.raises(FolderRefused, match="outside the current one"):
        plan_move(source, source / name)


def test_a_file_in_place_of_the_folder_is_refused(source: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(FolderRefused, match="can't be used"):
        plan_move(source, tmp_path / "file")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such pipes")
def test_a_pipe_is_not_moved(source: Path, target: Path) -> None:
    os.mkfifo(source / "pipe")
    (source / "nowhere.gguf").symlink_to(source / "missing")
    move = plan_move(source, target)
    assert len(move.names) == 4
    move_files(move, never_stops)
    assert sorted(os.listdir(source)) == ["nowhere.gguf", "pipe"]


def test_without_an_old_folder_there_is_nothing_to_move(tmp_path: Path) -> None:
    move = plan_move(tmp_path / "none", tmp_path / "new")
    assert move.names == ()
    assert move_files(move, never_stops) == ()


def write(folder: Path, name: str, content: bytes = b"x", at: float = LONG_AGO) -> Path:
    path = folder / name
    path.write_bytes(content)
    os.utime(path, (at, at))
    return path


def journal(folder: Path, *names: str, at: float = LONG_AGO) -> Path:
    content = json.dumps({"files": [{"name": name} for name in names]}).encode()
    return write(folder, f"{names[0]}.download", content, at)


def names_in(folder: Path) -> list[str]:
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
    assert names_in(tmp_path) == ["model.gguf"]


@pytest.mark.parametrize("new", ["a.gguf.part", "a.gguf.download", "b.gguf.part"])
def test_a_download_with_one_new_file_is_not_old(tmp_path: Path, new: str) -> None:
    write(tmp_path, "a.gguf.part")
    write(tmp_path, "b.gguf.part")  # of a split model: fetched after the first one
    journal(tmp_path, "a.gguf", "b.gguf")
    os.utime(tmp_path / new)
    assert old_leftovers(tmp_path) == ()


def test_a_download_that_continues_meanwhile_is_kept(tmp_path: Path) -> None:
    part = write(tmp_path, "a.gguf.part")
    journal(tmp_path, "a.gguf")
    found = old_leftovers(tmp_path)
    os.utime(part)
    assert delete_leftovers(found) == 0
    assert names_in(tmp_path) == ["a.gguf.download", "a.gguf.part"]


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
    assert names_in(folder) == []


def test_links_and_folders_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "a.gguf.part").mkdir()
    (tmp_path / "b.gguf.part").symlink_to(tmp_path / "nowhere")
    assert old_leftovers(tmp_path) == ()
    assert old_leftovers(tmp_path / "missing") == ()
