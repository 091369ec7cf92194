"""The disk tier on a real folder: what is ordered before, during and after the scan."""

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from engine.backend import StateIdentity
from engine.kv.cached_state import CachedStates
from engine.kv.container import Miss
from engine.kv.disk_tier import DiskTier
from engine.kv.disk_worker import NAME, WeightDigests
from engine.kv.slot_copy import SlotCopy
from tests.engine.kv.driving import PATIENCE_SECONDS, files, held_writes

MODEL = StateIdentity((), "a form")


def _copy(key: str, text: bytes = b"state") -> SlotCopy:
    return SlotCopy(key, tuple(range(70)), (), text)


class OpenedTier:
    """A tier, its table, and a way to wait for its threads."""

    def __init__(self, folder: Path, limit_bytes: int | None = None) -> None:
        self.states = CachedStates()
        self._woken = threading.Semaphore(0)
        self.tier = DiskTier(
            self.states,
            folder,
            MODEL,
            limit_bytes=limit_bytes,
            program_percent=25,
            wake=self._woken.release,
        )
        self.loaded: list[SlotCopy | Miss] = []

    def wait_until(self, is_done: Callable[[], bool]) -> None:
        """Take events until something is true."""
        while not is_done():
            assert self._woken.acquire(timeout=PATIENCE_SECONDS)
            self.loaded += [event.result for event in self.tier.take_events()]

    def write(self, copy: SlotCopy) -> None:
        """Write a file, and wait for it."""
        self.tier.write(copy, self.tier.index.tick())
        self.wait_until(lambda: not self.tier.is_writing)

    def keys(self) -> set[str]:
        """Return the keys that have a file."""
        return {state.key for state in self.states if state.file is not None}


@contextmanager
def _opened(folder: Path, limit_bytes: int | None = None) -> Iterator[OpenedTier]:
    opened = OpenedTier(folder, limit_bytes)
    yield opened
    opened.tier.close(PATIENCE_SECONDS)


@pytest.fixture
def scan(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """An event that a scan waits for, where the digest of the model is not known."""
    should_continue, digest = threading.Event(), WeightDigests.of

    def slowly(self: WeightDigests, names: Sequence[str]) -> bytes:
        assert should_continue.wait(PATIENCE_SECONDS)
        return digest(self, names)

    monkeypatch.setattr(WeightDigests, "remembered", lambda *_: None)
    monkeypatch.setattr(WeightDigests, "of", slowly)
    yield should_continue
    should_continue.set()


def test_what_was_removed_is_gone_though_the_end_waits_for_no_slow_write(tmp_path: Path) -> None:
    with _opened(tmp_path) as opened:
        opened.write(_copy("a"))
        opened.write(_copy("b"))
        with held_writes() as is_writing:
            opened.tier.write(_copy("c"), opened.tier.index.tick())
            assert is_writing.wait(PATIENCE_SECONDS)
            opened.tier.drop("a")
            opened.tier.close(0.01)
            assert [path.name for path in files(tmp_path)] == ["b.kv"]


def test_a_load_that_was_given_up_brings_nothing(tmp_path: Path) -> None:
    with _opened(tmp_path) as opened:
        opened.write(_copy("a"))
        opened.write(_copy("b"))
        opened.tier.load("a")
        opened.states.end_load(opened.states.at("a"))
        opened.tier.load("b")
        opened.wait_until(lambda: not opened.states.loading)
    assert [each.key for each in opened.loaded if isinstance(each, SlotCopy)] == ["b"]


def test_a_dropped_file_is_gone_also_while_it_is_read(tmp_path: Path) -> None:
    with _opened(tmp_path) as opened:
        opened.write(_copy("a"))
        opened.tier.load("a")
        opened.tier.drop("a")
        assert opened.keys() == set()
    assert opened.loaded == []
    assert files(tmp_path) == []


def test_a_damaged_file_is_removed(tmp_path: Path) -> None:
    with _opened(tmp_path) as opened:
        opened.write(_copy("a"))
        (file,) = files(tmp_path)
        file.write_bytes(file.read_bytes()[:-1] + b"?")
        opened.tier.load("a")
        opened.wait_until(lambda: bool(opened.loaded))
    assert opened.loaded == [Miss.DAMAGED]
    assert files(tmp_path) == []


def test_a_newer_write_cancels_the_older_one(tmp_path: Path) -> None:
    with _opened(tmp_path) as opened:
        tier = opened.tier
        for text in (b"old", b"newer", b"newest"):
            tier.write(_copy("a", text), tier.index.tick())
        assert tier.pending_bytes == len(b"newest")
        opened.wait_until(lambda: not tier.is_writing)
        tier.load("a")
        opened.wait_until(lambda: bool(opened.loaded))
    (found,) = opened.loaded
    assert isinstance(found, SlotCopy)
    assert found.state == b"newest"


@pytest.mark.parametrize("order", ["drop", "clear", "limit"])
def test_what_is_ordered_during_the_scan_is_done_after_it(
    order: str, tmp_path: Path, scan: threading.Event
) -> None:
    scan.set()
    with _opened(tmp_path) as opened:
        opened.wait_until(lambda: opened.tier.can_write)
        opened.write(_copy("a"))
        opened.write(_copy("b"))
    scan.clear()
    with _opened(tmp_path) as opened:
        assert opened.keys() == set()
        assert not opened.tier.can_write
        orders: dict[str, Callable[[], None]] = {
            "drop": lambda: opened.tier.drop("a"),
            "clear": opened.tier.clear,
            "limit": lambda: opened.tier.limit(0),
        }
        orders[order]()
        scan.set()
        opened.tier.wait_for_scan(PATIENCE_SECONDS)
        left = {"b"} if order == "drop" else set[str]()
        assert opened.keys() == left
    assert {path.stem for path in files(tmp_path)} == left


def test_what_is_dropped_during_a_scan_is_gone_though_the_scan_does_not_end(
    tmp_path: Path, scan: threading.Event
) -> None:
    scan.set()
    with _opened(tmp_path) as opened:
        opened.wait_until(lambda: opened.tier.can_write)
        opened.write(_copy("a"))
        opened.write(_copy("b"))
    scan.clear()
    with _opened(tmp_path) as opened:
        opened.tier.drop("a")
    assert [path.stem for path in files(tmp_path)] == ["b"]


def test_an_order_waits_for_no_scan_that_failed(tmp_path: Path) -> None:
    (tmp_path / "cache").write_bytes(b"a file in place of the folder")
    done: list[str] = []
    with _opened(tmp_path / "cache") as opened:
        assert "not a folder" in opened.tier.failure
        opened.tier.after_scan(lambda: done.append("now"))
    assert done == ["now"]


def test_a_restore_that_is_committed_leaves_the_file_and_a_refused_one_does_not(
    tmp_path: Path,
) -> None:
    with _opened(tmp_path) as opened:
        opened.write(_copy("a"))
        opened.tier.begin_restore("a")
        assert files(tmp_path) == []
        assert [path.suffix for path in tmp_path.glob("a.kv*")] == [".quarantine"]
        opened.tier.commit_restore("a", is_good=True)
        assert len(files(tmp_path)) == 1
        opened.tier.begin_restore("a")
        opened.tier.commit_restore("a", is_good=False)
        assert opened.keys() == set()
    assert list(tmp_path.glob("a.kv*")) == []


@pytest.fixture
def model(tmp_path: Path) -> str:
    path = tmp_path / "model.gguf"
    path.write_bytes(b"weights")
    return str(path)


def test_a_digest_is_remembered_by_the_next_process(model: str, tmp_path: Path) -> None:
    assert WeightDigests(tmp_path).remembered([model]) is None
    digest = WeightDigests(tmp_path).of([model])
    assert WeightDigests(tmp_path).remembered([model]) == digest
    assert WeightDigests(tmp_path).of([model]) == digest


def test_another_content_under_the_same_name_is_another_model(model: str, tmp_path: Path) -> None:
    digest = WeightDigests(tmp_path).of([model])
    Path(model).write_bytes(b"WEIGHTS")
    os.utime(model, ns=(1, 1))
    assert WeightDigests(tmp_path).remembered([model]) is None
    assert WeightDigests(tmp_path).of([model]) != digest


def test_a_model_of_two_files_is_not_that_of_the_first(model: str, tmp_path: Path) -> None:
    weights = WeightDigests(tmp_path)
    assert weights.of([model]) != weights.of([model, model])


@pytest.mark.parametrize("content", [b"", b"[]", b"{", b'{"a": 1}', b"[" * 100_000])
def test_damaged_notes_are_read_again(content: bytes, model: str, tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(content)
    assert WeightDigests(tmp_path).remembered([model]) is None
    assert WeightDigests(tmp_path).of([model])


def test_a_process_that_ends_does_not_wait_for_the_digest(model: str, tmp_path: Path) -> None:
    weights = WeightDigests(tmp_path)
    weights.stop()
    with pytest.raises(OSError, match="ending"):
        weights.of([model])
