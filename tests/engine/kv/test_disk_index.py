"""The index knows which files go first, and never gives away what is newer or being read."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kv.cache_folder import CacheFile
from engine.kv.cache_shares import CacheShares, Held
from engine.kv.cached_state import CachedStates
from engine.kv.container import ModelIdentity, make_header
from engine.kv.disk_index import DiskIndex
from engine.kv.disk_worker import LoadJob, Room, ScanFinished
from engine.kv.slot_copy import SlotCopy
from engine.messages.request_options import Rank

OURS = ModelIdentity(weights=b"ours", form="")
THEIRS = ModelIdentity(weights=b"theirs", form="")


def _file(key: str, used: int, identity: ModelIdentity = OURS, rank: Rank = Rank.TAB) -> CacheFile:
    header, _ = make_header(SlotCopy(key, (1, 2), (), b""), identity, rank)
    return CacheFile(f"{key}.kv", header, 100, used)


def _index(
    *files: CacheFile, limit: int | None = 300, percent: int = 25
) -> tuple[DiskIndex, CachedStates]:
    states = CachedStates()
    index = DiskIndex(states, limit, percent)
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
    states.begin_load(states.at("a"), LoadJob("a", 0.0))
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
    index = DiskIndex(CachedStates(), None, 25)
    index.fill(ScanFinished((), OURS, disk_bytes))
    assert index.limit_bytes == limit


def _program(key: str, used: int) -> CacheFile:
    return _file(key, used, rank=Rank.PROGRAM)


def test_a_program_takes_no_more_from_the_window_than_its_share() -> None:
    index, states = _index(_file("old", 1), _program("p", 2), _file("new", 3), limit=400)
    states.at("q").note_rank(Rank.PROGRAM)
    assert index.room_for("q", 100, used=4) == Room((), ("p.kv",))
    assert index.room_for("q", 200, used=4) == Room(("p.kv",), ()), "old is the window's"
    assert index.room_for("q", 201, used=4) is None
    index, states = _index(_file("old", 1), _file("new", 3), limit=200, percent=50)
    states.at("q").note_rank(Rank.PROGRAM)
    assert index.room_for("q", 100, used=4) == Room(("old.kv",), ()), "as far as the share"
    assert index.room_for("q", 101, used=4) is None


def test_a_chat_of_the_window_takes_what_programs_have_beyond_their_share() -> None:
    index, _ = _index(_file("old", 1), _program("p", 2), _program("q", 3), limit=300)
    room = index.room_for("new", 100, used=2)
    assert room is not None
    assert room.victims == ("p.kv",)
    room = index.room_for("new", 200, used=2)
    assert room is not None
    assert room.victims == ("p.kv", "q.kv"), "also a newer one, which cannot take it back"


def test_a_lowered_limit_removes_files_of_programs_first() -> None:
    index, _ = _index(_file("old", 1), _program("p", 2), _program("q", 3), _file("new", 4))
    index.wanted_limit = 300
    assert index.surplus() == ["p"]
    index.wanted_limit = 100
    assert index.surplus() == ["p", "q", "old"]


def test_a_full_disk_costs_no_chat_of_the_window_for_a_program() -> None:
    index, states = _index(_file("old", 1), _program("p", 2), _file("new", 3), limit=10**9)
    states.at("q").note_rank(Rank.PROGRAM)
    assert index.room_for("q", 100, used=4) == Room((), ("p.kv",))
    assert index.room_for("tab", 100, used=4) == Room((), ("p.kv", "old.kv", "new.kv"))


def test_a_file_counts_by_the_best_rank_before_and_after_a_restart() -> None:
    index, states = _index(_program("p", 1), _file("a", 2))
    assert states.at("p").is_program
    states.at("p").note_rank(Rank.TAB)
    states.at("a").note_rank(Rank.PROGRAM)
    index.put(_program("p", 3))
    assert [states.at(key).is_program for key in "pa"] == [False, False]


def _held(names: str) -> list[Held]:
    """Return copies of 10 bytes; those of programs have capital letters."""
    return [Held(name, 10, name.isupper()) for name in names]


def _gone(shares: CacheShares, held: str, kept: str = "") -> str:
    return "".join(each.key for each in shares.victims(_held(held), _held(kept)))


@pytest.mark.parametrize(
    ("percent", "held", "gone"),
    [
        (25, "abcd", ""),
        (25, "abcde", "a"),
        (25, "ABCDE", "A"),
        (25, "aBCDE", "B"),
        (25, "abcdE", "a"),
        (25, "abcDE", "D"),
        (25, "Eabcd", "E"),
        (0, "abcE", ""),
        (0, "abcdE", "E"),
        (0, "abcDE", "D"),
        (100, "abcDE", "a"),
        (100, "DEabc", "D"),
    ],
)
def test_what_goes_first(percent: int, held: str, gone: str) -> None:
    assert _gone(CacheShares(40, percent), held) == gone


def test_what_programs_were_promised_costs_the_window_the_share_only() -> None:
    assert _gone(CacheShares(40, 25), "abc", kept="DEF") == ""
    assert _gone(CacheShares(40, 25), "abcd", kept="EF") == "a"


_sizes = st.lists(st.tuples(st.integers(1, 50), st.booleans()), max_size=12)


@given(_sizes, st.integers(0, 300), st.integers(0, 100))
def test_the_limit_is_kept_and_the_window_has_all_but_the_share(
    sizes: list[tuple[int, bool]], limit: int, percent: int
) -> None:
    held = [Held(str(at), size, is_program) for at, (size, is_program) in enumerate(sizes)]
    gone = CacheShares(limit, percent).victims(held)
    assert len(set(gone)) == len(gone)
    left = [each for each in held if each not in gone]
    assert sum(each.byte_count for each in left) <= limit
    lost = [each for each in gone if not each.is_program]
    if lost:
        window = sum(each.byte_count for each in left if not each.is_program)
        programs = sum(each.byte_count for each in left if each.is_program)
        assert programs <= limit * percent // 100
        needed = window + programs + lost[-1].byte_count
        assert needed > limit - max(each.byte_count for each in held)
