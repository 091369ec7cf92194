"""Embeddings come back from the disk as they were, or not at all."""

import errno
import os
import signal
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.backend_media import Embeddings
from engine.kv.fault_points import FaultPoint
from engine.kv.media_folder import MEDIA_FOLDER, MediaFolder, media_limit
from tests.engine.kv.killed_media_writer import (
    CONVERSATION,
    DIGEST,
    IDENTITY,
    LIMIT,
    NEW,
    OLD,
    embeddings,
    killed_while_writing,
)

POINTS = (
    FaultPoint.OPENED,
    FaultPoint.HEADER_WRITTEN,
    FaultPoint.CHUNK_WRITTEN,
    FaultPoint.WRITTEN,
    FaultPoint.FOLDER_SYNCED,
)


def opened(path: Path, identity: str = IDENTITY, limit: int = LIMIT) -> MediaFolder:
    return MediaFolder(path, identity, limit)


def names(path: Path) -> list[str]:
    return sorted(each.name for each in (path / MEDIA_FOLDER).iterdir())


def media_files(path: Path) -> list[Path]:
    return sorted((path / MEDIA_FOLDER).glob("*.hbm"))


def are_equal(one: Embeddings | None, other: Embeddings | None) -> bool:
    if one is None or other is None:
        return one is other
    return np.array_equal(one.rows, other.rows) and np.array_equal(one.positions, other.positions)


def test_embeddings_come_back_bit_by_bit(tmp_path: Path) -> None:
    rows = np.arange(12, dtype=np.float32).reshape(3, 4)
    made = Embeddings(rows, np.arange(12, dtype=np.int32).reshape(4, 3))
    opened(tmp_path).write(DIGEST, made, [CONVERSATION])
    assert are_equal(opened(tmp_path).read(DIGEST), made)


def test_there_is_nothing_of_another_picture_or_for_another_projector(tmp_path: Path) -> None:
    opened(tmp_path).write(DIGEST, OLD, [CONVERSATION])
    assert opened(tmp_path).read("e" * 64) is None
    assert opened(tmp_path, "another one").read(DIGEST) is None
    assert len(media_files(tmp_path)) == 1


def test_a_file_under_the_name_of_another_one_is_removed(tmp_path: Path) -> None:
    opened(tmp_path).write("a", OLD, [CONVERSATION])
    (first,) = media_files(tmp_path)
    opened(tmp_path).write("b", NEW, [CONVERSATION])
    (second,) = set(media_files(tmp_path)) - {first}
    first.replace(second)
    assert opened(tmp_path).read("b") is None
    assert names(tmp_path) == [f"{first.name}@{next(iter(names(tmp_path))).partition('@')[2]}"]


@given(data=st.data())
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_damaged_file_is_never_believed(tmp_path: Path, data: st.DataObject) -> None:
    folder = opened(tmp_path)
    folder.write(DIGEST, OLD, [CONVERSATION])
    (path,) = media_files(tmp_path)
    content = bytearray(path.read_bytes())
    at = data.draw(st.integers(0, len(content) - 1))
    if data.draw(st.booleans()):
        del content[at:]
    else:
        content[at] ^= data.draw(st.integers(1, 255))
    path.write_bytes(content)
    assert folder.read(DIGEST) is None
    assert media_files(tmp_path) == []


def test_bytes_behind_the_end_are_damage(tmp_path: Path) -> None:
    folder = opened(tmp_path)
    folder.write(DIGEST, OLD, [CONVERSATION])
    (path,) = media_files(tmp_path)
    path.write_bytes(path.read_bytes() + b"\0")
    assert folder.read(DIGEST) is None


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
@pytest.mark.parametrize("has_old", [False, True])
@pytest.mark.parametrize("point", POINTS)
def test_a_process_that_is_killed_leaves_the_old_file_or_the_new_one(
    tmp_path: Path, point: FaultPoint, has_old: bool
) -> None:
    assert killed_while_writing(tmp_path, point, has_old=has_old) == -signal.SIGKILL
    folder = opened(tmp_path)
    folder.sweep()
    found = folder.read(DIGEST)
    is_new = point is FaultPoint.FOLDER_SYNCED
    assert are_equal(found, NEW if is_new else OLD if has_old else None)
    assert len(names(tmp_path)) == (2 if found is not None else 0)


def test_the_last_used_files_stay_within_the_limit(tmp_path: Path) -> None:
    size = _size_of_one(tmp_path / "one")
    folder = opened(tmp_path, limit=3 * size)
    for number, digest in enumerate("abc"):
        _write_aged(tmp_path, folder, digest, seconds=100 - number)
    assert folder.read("a") is not None  # used now
    folder.write("d", embeddings(8, 9), [CONVERSATION])
    assert [folder.read(each) is not None for each in "abcd"] == [True, False, True, True]
    assert folder.measure() == 3 * size


def test_what_is_larger_than_the_limit_is_removed_and_not_written_again(tmp_path: Path) -> None:
    folder = opened(tmp_path)
    folder.write("a", OLD, [CONVERSATION])
    folder.limit(100)
    assert names(tmp_path) == []
    folder.write("a", OLD, [CONVERSATION])
    assert names(tmp_path) == []


def test_a_sweep_removes_what_is_half_written_stray_or_unused_for_long(tmp_path: Path) -> None:
    folder = opened(tmp_path)
    folder.write("a", OLD, [CONVERSATION])
    _write_aged(tmp_path, folder, "b", seconds=61 * 86_400)
    (tmp_path / MEDIA_FOLDER / "c.hbm.part").write_bytes(b"half")
    (tmp_path / MEDIA_FOLDER / "d.hbm@chat").touch()
    folder.sweep()
    assert [folder.read(each) is not None for each in "ab"] == [True, False]
    assert len(names(tmp_path)) == 2


def test_a_picture_goes_with_the_last_conversation_that_has_it(tmp_path: Path) -> None:
    folder = opened(tmp_path)
    folder.write("a", OLD, ["one"])
    folder.write("b", OLD, ["one"])
    folder.note_use("a", "two")
    folder.note_use("c", "two")
    folder.discard("one")
    assert [folder.read(each) is not None for each in "ab"] == [True, False]
    opened(tmp_path, "another projector").discard("two")
    assert names(tmp_path) == []


def test_all_files_can_be_removed(tmp_path: Path) -> None:
    folder = opened(tmp_path)
    folder.write("a", OLD, [CONVERSATION])
    opened(tmp_path, "another projector").write("a", OLD, [CONVERSATION])
    folder.clear()
    assert names(tmp_path) == []
    assert folder.measure() == 0


def test_a_folder_that_is_gone_is_made_again(tmp_path: Path) -> None:
    folder = opened(tmp_path / "cache")
    assert folder.read("a") is None
    assert folder.measure() == 0
    folder.sweep()
    folder.discard("a")
    folder.write("a", OLD, [CONVERSATION])
    assert folder.read("a") is not None


def test_a_link_in_its_place_is_left_alone(tmp_path: Path) -> None:
    foreign = tmp_path / "foreign"
    foreign.mkdir()
    (foreign / "a.hbm").write_bytes(b"not ours")
    cache = tmp_path / "cache"
    cache.mkdir()
    (cache / MEDIA_FOLDER).symlink_to(foreign)
    folder = opened(cache, limit=0)
    folder.sweep()
    folder.clear()
    folder.write("a", OLD, [CONVERSATION])
    assert [path.name for path in foreign.iterdir()] == ["a.hbm"]


def test_a_full_disk_is_an_error_and_leaves_nothing(
    fail_at: dict[FaultPoint, int], tmp_path: Path
) -> None:
    folder = opened(tmp_path)
    fail_at[FaultPoint.CHUNK_WRITTEN] = errno.ENOSPC
    with pytest.raises(OSError, match="No space"):
        folder.write("a", OLD, [CONVERSATION])
    assert media_files(tmp_path) == []
    folder.sweep()
    assert names(tmp_path) == []


def test_pictures_have_a_tenth_of_what_conversations_have() -> None:
    assert media_limit(None) == 1 << 30
    assert media_limit(5_000) == 500
    assert media_limit(0) == 0


def _size_of_one(path: Path) -> int:
    opened(path).write("a", embeddings(8), [CONVERSATION])
    (file,) = media_files(path)
    return file.stat().st_size


def _write_aged(path: Path, folder: MediaFolder, digest: str, *, seconds: float) -> None:
    """Write a file that looks as if it had last been used so long ago."""
    before = set(media_files(path))
    folder.write(digest, embeddings(8), [CONVERSATION])
    (file,) = set(media_files(path)) - before
    time = file.stat().st_mtime - seconds
    os.utime(file, (time, time))
