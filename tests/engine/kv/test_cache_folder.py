"""Files in the cache folder: never taken when damaged or foreign, never lost by a failing disk."""

import os
import re
import shutil
import struct
import time
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.backend import Checkpoint
from engine.kv.cache_folder import CacheFile, CacheFolder, FolderUnusable, name_of
from engine.kv.cache_keys import shared_key
from engine.kv.container import CHUNK_BYTES, Miss, ModelIdentity, WriteCancelled
from engine.kv.fault_points import FaultPoint
from engine.kv.slot_copy import SlotCopy
from engine.text.prompt import Prompt, Segment, TokenizedPrompt
from tests.engine.kv.mutated_files import try_all

COPY = SlotCopy(
    key="a",
    tokens=tuple(range(70)),
    checkpoints=(Checkpoint(10, b"ten"), Checkpoint(20, b"")),
    state=os.urandom(CHUNK_BYTES + 1000),
    prompt=TokenizedPrompt((Segment("Hällo", (1, 2)), Segment("you", (3,), 0)), 2),
    token_seconds=0.25,
)
IDENTITY = ModelIdentity(weights=b"this model", form="")


OTHER_MODEL = ModelIdentity(weights=b"another model", form="")


def _opened(path: Path) -> CacheFolder:
    folder = CacheFolder(path)
    folder.open()
    return folder


def _write(path: Path, copy: SlotCopy = COPY) -> tuple[CacheFolder, CacheFile]:
    folder = _opened(path)
    return folder, folder.write(copy, IDENTITY, lambda: True, time.time_ns())


def test_what_was_written_comes_back_to_the_last_byte(tmp_path: Path) -> None:
    folder, file = _write(tmp_path)
    found = folder.read("a", IDENTITY)
    assert isinstance(found, SlotCopy)
    assert found.is_from_disk
    for name in ("tokens", "checkpoints", "state", "prompt", "token_seconds"):
        assert getattr(found, name) == getattr(COPY, name)
    assert (tmp_path / file.name).stat().st_size == file.byte_count
    assert folder.sweep() == [file]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_nobody_else_may_read_what_is_kept(tmp_path: Path) -> None:
    _write(tmp_path / "cache")
    (path,) = (tmp_path / "cache").iterdir()
    assert path.stat().st_mode & 0o077 == 0
    assert (tmp_path / "cache").stat().st_mode & 0o077 == 0


def test_a_few_hundred_damaged_files_are_not_taken(tmp_path: Path) -> None:
    assert sum(try_all(tmp_path, 400).values()) == 400


def test_what_version_1_left_is_swept_with_its_key(tmp_path: Path) -> None:
    folder = _opened(tmp_path / "cache")
    content = struct.pack("<8sII", b"Hb\x89KV\r\n\x1a", 1, 100) + bytes(1000)
    for name in ("0123456789abcdef.kv", "0123456789abcdef.kv.trial", "key.part", "key"):
        (tmp_path / "cache" / name).write_bytes(content)
    assert folder.sweep() == []
    assert list((tmp_path / "cache").iterdir()) == []


AWKWARD_IDS = [
    "", ".", "..", "../up", "a/b", "a\\b", "C:a", "A", "con", "com1", "a.part", "a.kv", "ä", "\0",
    "a b", "a*", "x" * 101, "x" * 5000, "id=a", "\ud800",
]  # fmt: skip


@pytest.mark.parametrize("key", AWKWARD_IDS)
def test_an_id_that_is_no_safe_file_name_is_hashed(key: str) -> None:
    assert re.fullmatch(r"id=[0-9a-f]{40}\.kv", name_of(key))


def test_no_two_keys_share_a_file_where_case_does_not_count() -> None:
    digest = shared_key(Prompt(tuple(range(99)), 0, TokenizedPrompt()), 99)
    assert digest is not None
    keys = [*AWKWARD_IDS, "a", "b", "x" * 100, name_of(""), name_of("").removesuffix(".kv"), digest]
    assert len({name_of(key).lower() for key in keys}) == len(keys)


@pytest.mark.parametrize("key", [each for each in AWKWARD_IDS if each != "\ud800"])
def test_a_conversation_of_any_id_comes_back(key: str, tmp_path: Path) -> None:
    folder, file = _write(tmp_path / "cache", replace(COPY, key=key))
    assert isinstance(folder.read(key, IDENTITY), SlotCopy)
    assert [each.key for each in folder.sweep()] == [key]
    folder.remove(file.name)
    assert list((tmp_path / "cache").iterdir()) == []


def test_half_written_and_tried_files_are_swept_and_foreign_ones_left(tmp_path: Path) -> None:
    path = tmp_path / "cache"
    folder, file = _write(path)
    (path / (file.name + ".part")).write_bytes(b"half")
    (path / "holiday.jpg").write_bytes(b"not ours to delete")
    folder.begin_restore(file.name)
    assert folder.sweep() == []
    assert {each.name for each in path.iterdir()} == {"holiday.jpg"}


def test_what_nobody_used_for_two_months_is_swept(tmp_path: Path) -> None:
    folder, file = _write(tmp_path)
    os.utime(tmp_path / file.name, (1, 1))
    assert folder.sweep() == []


@pytest.mark.parametrize("error", [5, 28, 30])
@pytest.mark.parametrize("point", list(FaultPoint), ids=lambda point: point.name.lower())
def test_a_disk_that_fails_leaves_the_old_file_or_the_new_one(
    point: FaultPoint, error: int, fail_at: dict[FaultPoint, int], tmp_path: Path
) -> None:
    old = SlotCopy("a", (1, 2, 3), (), b"old")
    folder, _ = _write(tmp_path, old)
    fail_at[point] = error
    with pytest.raises(OSError, match=os.strerror(error)):
        folder.write(COPY, IDENTITY, lambda: True, time.time_ns())
    found = folder.read("a", IDENTITY)
    assert isinstance(found, SlotCopy)
    is_new = point in (FaultPoint.NAMED, FaultPoint.FOLDER_SYNCED)
    assert found.state == (COPY.state if is_new else old.state)
    assert not list(tmp_path.glob("*.part"))


def test_a_write_that_nobody_wants_any_more_leaves_nothing(tmp_path: Path) -> None:
    folder = _opened(tmp_path / "cache")
    answers = iter([True, False])
    with pytest.raises(WriteCancelled):
        folder.write(COPY, IDENTITY, lambda: next(answers), 1)
    assert list((tmp_path / "cache").iterdir()) == []


def test_a_link_or_a_file_in_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "file").write_bytes(b"")
    for name in ("link", "file"):
        with pytest.raises(FolderUnusable, match=name):
            CacheFolder(tmp_path / name).open()
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_link_that_comes_later_is_refused_as_well(tmp_path: Path) -> None:
    folder, file = _write(tmp_path / "cache")
    (tmp_path / "cache").rename(tmp_path / "moved")
    (tmp_path / "cache").symlink_to(tmp_path / "moved")
    assert folder.read("a", IDENTITY) is Miss.UNREADABLE
    with pytest.raises(FolderUnusable):
        folder.write(COPY, IDENTITY, lambda: True, 1)
    folder.remove(file.name)
    assert (tmp_path / "moved" / file.name).exists()


def test_a_link_in_place_of_a_file_is_not_followed(tmp_path: Path) -> None:
    folder, file = _write(tmp_path / "cache")
    path = tmp_path / "cache" / file.name
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    assert folder.read("a", IDENTITY) is Miss.UNREADABLE


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such pipes")
def test_a_pipe_in_place_of_a_file_is_not_waited_for(tmp_path: Path) -> None:
    folder, file = _write(tmp_path / "cache")
    (tmp_path / "cache" / file.name).unlink()
    os.mkfifo(tmp_path / "cache" / file.name)
    assert folder.read("a", IDENTITY) is Miss.UNREADABLE
    assert folder.sweep() == []


def test_a_folder_that_is_deleted_in_use_is_made_anew(tmp_path: Path) -> None:
    folder, _ = _write(tmp_path / "cache")
    shutil.rmtree(tmp_path / "cache")
    assert folder.read("a", IDENTITY) is Miss.ABSENT
    folder.write(COPY, IDENTITY, lambda: True, time.time_ns())
    again = _opened(tmp_path / "cache")
    assert isinstance(again.read("a", IDENTITY), SlotCopy)
