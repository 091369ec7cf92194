"""The index knows which files go first, and never gives away what is newer or being read."""

import time

import pytest

from engine.kv.cache_folder import CacheFile
from engine.kv.cached_state import CachedStates
from engine.kv.container import ModelIdentity, make_header
from engine.kv.disk_events import LoadJob, Room, ScanFinished
from engine.kv.disk_index import DiskIndex
from engine.kv.slot_copy import SlotCopy

OURS = ModelIdentity(weights=b"ours", form="")
THEIRS = ModelIdentity(weights=b"theirs", form="")


def _file(key: str, used: int, identity: ModelIdentity = OURS) -> CacheFile:
    header, _ = make_header(SlotCopy(key, (1, 2), (), b""), identity)
    return CacheFile(f"{key}.kv", header, 100, used)


def _index(*files: CacheFile, limit: int | None = 300) -> tuple[DiskIndex, CachedStates]:
    states = CachedStates()
    index = DiskIndex(states, limit)
    index.fill(ScanFinished(files, OURS, 0))
    return index, states


def test_files_of_other_models_go_first_then_the_least_recently_used() -> None:
    index, _ = _index(_file("new", 3), _file("old", 1), _file("theirs", 9, THEIRS), limit=100)
    assert index.surplus() == ["theirs", "old"]


def test_room_is_made_by_what_was_used_before() -> None:
    index, _ = _index(_file("a", 1), _file("b", 2), _file("c", 3))
    assert index.room_for("d", 150, used=4) == Room(("a.kv", "b.kv"), ("c.kv",))
    assert index.room_for("d", 100, used=2) == Room(("a.kv",), ())
    assert index.room_for("d", 150, used=2) is None


def test_a_newer_file_of_the_same_conversation_takes_the_room_of_the_older() -> None:
    index, _ = _index(_file("a", 1), _file("b", 2), _file("c", 3))
    assert index.room_for("b", 100, used=4) == Room((), ("a.kv", "c.kv"))


def test_a_file_that_is_being_read_makes_no_room() -> None:
    index, states = _index(_file("a", 1), _file("b", 2), limit=200)
    states.at("a").load_job = LoadJob("a", 0.0)
    assert index.room_for("c", 150, used=3) == Room(("b.kv",), ())
    index.wanted_limit = 0
    assert index.surplus() == ["b"]


def test_moments_of_use_rise_also_when_the_clock_is_set_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    index, states = _index(_file("a", 1))
    first = index.use(states.at("a"))
    monkeypatch.setattr(time, "time_ns", lambda: 5)
    second = index.use(states.at("a"))
    assert second > first
    file = states.at("a").file
    assert file is not None
    assert file.used == second


@pytest.mark.parametrize(
    ("disk_bytes", "limit"), [(0, 10 << 30), (100 << 30, 5 << 30), (1 << 50, 10 << 30)]
)
def test_the_usual_limit_is_a_share_of_the_disk(disk_bytes: int, limit: int) -> None:
    index = DiskIndex(CachedStates(), None)
    index.fill(ScanFinished((), OURS, disk_bytes))
    assert index.limit_bytes == limit
