"""A file that is not just what this installation wrote of this conversation is never taken."""

import os
import random
import shutil
import struct
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.backend import Checkpoint
from engine.kv.cache_folder import CacheFile, CacheFolder, FolderTrouble
from engine.kv.container import CHUNK_BYTES, Miss, Sealing, WriteCancelled
from engine.kv.fault_points import FaultPoint, listen, stop_listening
from engine.kv.ram_tier import CachedState
from engine.text.prompt import Segment, TokenizedPrompt
from tests.engine.kv.mutated_files import damaged, try_all

KEPT = CachedState(
    conversation_id="a",
    tokens=tuple(range(70)),
    checkpoints=(Checkpoint(10, b"ten"), Checkpoint(20, b"")),
    state=os.urandom(CHUNK_BYTES + 1000),
    memory=TokenizedPrompt((Segment("Hällo", (1, 2)), Segment("you", (3,), 0)), 2),
    token_seconds=0.25,
)
IDENTITY = b"this model"


def _opened(path: Path) -> tuple[CacheFolder, Sealing]:
    folder = CacheFolder(path)
    folder.open()
    return folder, Sealing(folder.key, IDENTITY)


def _write(path: Path, kept: CachedState = KEPT) -> tuple[CacheFolder, Sealing, CacheFile]:
    folder, sealing = _opened(path)
    return folder, sealing, folder.write(kept, sealing, lambda: True, time.time_ns())


@pytest.fixture
def fail_at() -> Iterator[dict[FaultPoint, int]]:
    """Moments at which the disk reports an error number."""
    errors: dict[FaultPoint, int] = {}

    def fail(point: FaultPoint) -> None:
        if point in errors:
            raise OSError(errors[point], os.strerror(errors[point]))

    listen(fail)
    yield errors
    stop_listening()


def test_what_was_written_comes_back_to_the_last_byte(tmp_path: Path) -> None:
    folder, sealing, filed = _write(tmp_path)
    found = folder.read("a", sealing)
    assert isinstance(found, CachedState)
    assert found.is_from_disk
    for name in ("tokens", "checkpoints", "state", "memory", "token_seconds"):
        assert getattr(found, name) == getattr(KEPT, name)
    assert (tmp_path / filed.name).stat().st_size == filed.byte_count
    assert [each.header for each in folder.sweep()] == [filed.header]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_nobody_else_may_read_what_is_kept(tmp_path: Path) -> None:
    _write(tmp_path / "cache")
    modes = [path.stat().st_mode & 0o077 for path in (tmp_path / "cache").iterdir()]
    assert modes == [0, 0]
    assert (tmp_path / "cache").stat().st_mode & 0o077 == 0


def test_a_file_cut_at_any_class_of_length_is_a_miss(tmp_path: Path) -> None:
    folder, sealing, filed = _write(tmp_path)
    path = tmp_path / filed.name
    whole = path.read_bytes()
    header_end = filed.byte_count - filed.header.payload_bytes
    edges = [0, 8, 12, 16, header_end - 32, header_end, header_end + CHUNK_BYTES, len(whole)]
    for length in sorted({at for edge in edges for at in (edge - 1, edge, edge + 1)}):
        if 0 <= length < len(whole):
            path.write_bytes(whole[:length])
            assert isinstance(folder.read("a", sealing), Miss), length
    path.write_bytes(whole)
    assert isinstance(folder.read("a", sealing), CachedState)


def test_a_few_hundred_damaged_files_are_not_taken(tmp_path: Path) -> None:
    assert sum(try_all(tmp_path, 400).values()) == 400


@pytest.mark.parametrize("seed", range(3))
def test_damage_in_the_first_and_the_last_chunk_is_found(seed: int, tmp_path: Path) -> None:
    folder, sealing, filed = _write(tmp_path)
    path = tmp_path / filed.name
    chance, whole = random.Random(seed), path.read_bytes()
    for _ in range(10):
        path.write_bytes(damaged(whole, chance))
        assert isinstance(folder.read("a", sealing), Miss)


def test_who_else_would_want_a_file_does_not_get_it(tmp_path: Path) -> None:
    folder, sealing, filed = _write(tmp_path)
    other_model = Sealing(folder.key, b"another model")
    assert folder.read("a", other_model) is Miss.OTHER_MODEL
    assert folder.read("b", sealing) is Miss.ABSENT
    (tmp_path / filed.name).rename(tmp_path / folder.name_of("b"))
    assert folder.read("b", sealing) is Miss.OTHER_CONVERSATION
    assert folder.sweep() == []


def test_the_files_of_another_installation_are_not_ours(tmp_path: Path) -> None:
    _, _, filed = _write(tmp_path / "theirs")
    folder, sealing, _ = _write(tmp_path / "ours")
    name = folder.name_of("a")
    shutil.copy(tmp_path / "theirs" / filed.name, tmp_path / "ours" / name)
    assert folder.read("a", sealing) is Miss.NOT_OURS
    assert folder.sweep() == []


def test_an_older_format_is_a_miss_and_swept(tmp_path: Path) -> None:
    folder, sealing, filed = _write(tmp_path)
    path = tmp_path / filed.name
    content = bytearray(path.read_bytes())
    struct.pack_into("<I", content, 8, 0)
    path.write_bytes(content)
    assert folder.read("a", sealing) is Miss.OTHER_FORMAT
    assert folder.sweep() == []


@pytest.mark.parametrize("key", [b"", b"short", b"x" * 33])
def test_a_damaged_key_makes_everything_a_miss_and_a_new_key(key: bytes, tmp_path: Path) -> None:
    _write(tmp_path)
    (tmp_path / "key").write_bytes(key)
    folder, sealing = _opened(tmp_path)
    assert folder.read("a", sealing) is Miss.ABSENT  # names depend on the key
    assert folder.sweep() == []
    assert len((tmp_path / "key").read_bytes()) == 32


def test_half_written_and_tried_files_are_swept_and_foreign_ones_left(tmp_path: Path) -> None:
    path = tmp_path / "cache"
    folder, _, filed = _write(path)
    (path / (filed.name + ".part")).write_bytes(b"half")
    (path / "holiday.jpg").write_bytes(b"not ours to delete")
    folder.begin_restore(filed.name)
    assert folder.sweep() == []
    assert {each.name for each in path.iterdir()} == {"key", "holiday.jpg"}


def test_what_nobody_used_for_two_months_is_swept(tmp_path: Path) -> None:
    folder, _, filed = _write(tmp_path)
    os.utime(tmp_path / filed.name, (1, 1))
    assert folder.sweep() == []


@pytest.mark.parametrize("error", [5, 28, 30])
@pytest.mark.parametrize("point", list(FaultPoint), ids=lambda point: point.name.lower())
def test_a_disk_that_fails_leaves_the_old_file_or_the_new_one(
    point: FaultPoint, error: int, fail_at: dict[FaultPoint, int], tmp_path: Path
) -> None:
    old = CachedState("a", (1, 2, 3), (), b"old")
    folder, sealing, _ = _write(tmp_path, old)
    fail_at[point] = error
    with pytest.raises(OSError, match=os.strerror(error)):
        folder.write(KEPT, sealing, lambda: True, time.time_ns())
    found = folder.read("a", sealing)
    assert isinstance(found, CachedState)
    is_new = point in (FaultPoint.NAMED, FaultPoint.FOLDER_SYNCED)
    assert found.state == (KEPT.state if is_new else old.state)
    assert not list(tmp_path.glob("*.part"))


def test_a_write_that_nobody_wants_any_more_leaves_nothing(tmp_path: Path) -> None:
    folder, sealing = _opened(tmp_path / "cache")
    answers = iter([True, False])
    with pytest.raises(WriteCancelled):
        folder.write(KEPT, sealing, lambda: next(answers), 1)
    assert [path.name for path in (tmp_path / "cache").iterdir()] == ["key"]


def test_a_link_or_a_file_in_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "file").write_bytes(b"")
    for name in ("link", "file"):
        with pytest.raises(FolderTrouble, match=name):
            CacheFolder(tmp_path / name).open()
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_link_that_comes_later_is_refused_as_well(tmp_path: Path) -> None:
    folder, sealing, filed = _write(tmp_path / "cache")
    (tmp_path / "cache").rename(tmp_path / "moved")
    (tmp_path / "cache").symlink_to(tmp_path / "moved")
    assert folder.read("a", sealing) is Miss.UNREADABLE
    with pytest.raises(FolderTrouble):
        folder.write(KEPT, sealing, lambda: True, 1)
    folder.remove(filed.name)
    assert (tmp_path / "moved" / filed.name).exists()


def test_a_link_in_place_of_a_file_is_not_followed(tmp_path: Path) -> None:
    folder, sealing, filed = _write(tmp_path / "cache")
    path = tmp_path / "cache" / filed.name
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    assert folder.read("a", sealing) is Miss.UNREADABLE


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such pipes")
def test_a_pipe_in_place_of_a_file_is_not_waited_for(tmp_path: Path) -> None:
    folder, sealing, filed = _write(tmp_path / "cache")
    (tmp_path / "cache" / filed.name).unlink()
    os.mkfifo(tmp_path / "cache" / filed.name)
    assert folder.read("a", sealing) is Miss.UNREADABLE
    assert folder.sweep() == []


def test_a_folder_that_is_deleted_in_use_is_made_anew(tmp_path: Path) -> None:
    folder, sealing, _ = _write(tmp_path / "cache")
    shutil.rmtree(tmp_path / "cache")
    assert folder.read("a", sealing) is Miss.ABSENT
    folder.write(KEPT, sealing, lambda: True, time.time_ns())
    again, sealing = _opened(tmp_path / "cache")
    assert isinstance(again.read("a", sealing), CachedState)
