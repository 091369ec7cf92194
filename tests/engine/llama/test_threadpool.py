"""Threads of a context: changed between calls, ended with it, started by the library's pools."""

import ctypes
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.backend import BatchEntry, DecodeStatus
from engine.llama import threadpool
from engine.llama.backend import LlamaBackend
from engine.llama.capi import lib
from engine.llama.threadpool import (
    ThreadPools,
    distinct_cores,
    fast_processors,
    quotas,
    startable_count,
    thread_limit,
)
from tests.engine.llama.conftest import Loader, Writer
from tests.engine.llama.steps import generate, pressing_stop
from tests.models.tiny import write_hybrid, write_plain

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


def own_threads() -> set[str]:
    """Return the threads of this process; those that have ended are listed a moment longer."""
    found: list[set[str]] = []
    until = time.monotonic() + 10
    while time.monotonic() < until:
        found.append({each.name for each in Path("/proc/self/task").iterdir()})
        if len(found) > 5 and all(each == found[-1] for each in found[-5:]):
            break
        time.sleep(0.01)
    return found[-1]


def seconds_of(thread: str) -> int:
    """Return for how many nanoseconds a thread has had a processor."""
    return int(Path(f"/proc/self/task/{thread}/schedstat").read_text("ascii").split()[0])


def step(backend: LlamaBackend, position: int, thread_count: int) -> bytes:
    """Decode one token in each of four slots and return the logits."""
    backend.threads.set_count(thread_count)
    entries = [BatchEntry(slot, [slot + 5], position, logit_count=1) for slot in range(4)]
    assert backend.decode(entries) is DecodeStatus.DONE
    return backend.logits().tobytes()


@pytest.mark.parametrize("write", [write_plain, write_hybrid])
@pytest.mark.nightly
def test_the_number_of_threads_changes_no_token(load_tiny: Loader, write: Writer) -> None:
    replies = []
    for count in (1, 2):
        backend = load_tiny(write, thread_count=2)
        backend.threads.set_count(count)
        replies.append(generate(backend, [0, 1, 3], 4))
    assert replies[0] == replies[1]


def test_threads_may_change_with_every_call(load_tiny: Loader) -> None:
    steady, changing = load_tiny(thread_count=3), load_tiny(thread_count=3)
    for position, count in enumerate([2, 1, 3, 1, 1, 2]):
        assert step(changing, position, count) == step(steady, position, 1)


@linux_only
def test_threads_are_those_of_the_library_and_end_with_the_context(load_tiny: Loader) -> None:
    before = len(own_threads())
    backend = load_tiny(thread_count=1)
    assert len(own_threads()) == before
    backend.close()
    backend = load_tiny(thread_count=4)
    step(backend, 0, 4)
    assert len(own_threads()) == before + 3
    step(backend, 1, 1)
    backend.close()
    assert len(own_threads()) == before


@linux_only
def test_calls_are_computed_by_the_pool_of_their_number(load_tiny: Loader) -> None:
    others = set(own_threads())
    backend = load_tiny(thread_count=2)
    (worker,) = own_threads() - others
    position = 0
    for count in (1, 2, 1, 2):
        backend.threads.set_count(count)
        told = [lib.llama_n_threads, lib.llama_n_threads_batch]
        assert [ask(backend._context._pointer) for ask in told] == [count] * 2  # noqa: SLF001
        before = seconds_of(worker)
        for _ in range(3):
            step(backend, position, count)
            position += 1
        if count == 2:
            assert seconds_of(worker) > before
        assert own_threads() == others | {worker}  # none for a single call


def test_no_number_of_threads_beyond_the_limit_reaches_the_library(load_tiny: Loader) -> None:
    backend = load_tiny(thread_count=2)
    for count in (0, -1, 3):
        with pytest.raises(ValueError, match="within 1 and 2"):
            backend.threads.set_count(count)
    assert backend.threads.count == 2


@pytest.mark.nightly
def test_eight_contexts_compute_beside_each_other(load_tiny: Loader) -> None:
    backends = [load_tiny(thread_count=2) for _ in range(8)]
    for position in range(2):
        results = {step(backend, position, 1 + position % 2) for backend in backends}
        assert len(results) == 1


def test_a_context_can_be_closed_before_its_first_call_and_twice(load_tiny: Loader) -> None:
    before = own_threads()
    backend = load_tiny(thread_count=3)
    backend.close()
    backend.close()
    assert own_threads() <= before


def test_a_call_that_was_aborted_leaves_its_pool_as_it_was(load_tiny: Loader) -> None:
    backend, single = load_tiny(thread_count=2), load_tiny(thread_count=1)
    backend.threads.set_count(2)
    statuses: list[DecodeStatus] = []
    with pressing_stop(backend):
        while DecodeStatus.ABORTED not in statuses and len(statuses) < 20:
            statuses.append(backend.decode([BatchEntry(0, [7] * 400, 0, logit_count=1)]))
            backend.clear(0)
    assert DecodeStatus.ABORTED in statuses
    assert step(backend, 0, 2) == step(single, 0, 1)


def test_a_library_with_threads_of_its_own_is_only_told_how_many(
    load_tiny: Loader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(threadpool, "_pool_library", lambda: None)
    backend, other = load_tiny(thread_count=2), load_tiny(thread_count=1)
    for position, count in enumerate([1, 2]):
        assert step(backend, position, count) == step(other, position, 1)


@pytest.fixture
def unasked() -> Iterator[None]:
    """What the library has is asked once for all; here again, and once more for the next test."""
    threadpool._pool_library.cache_clear()  # noqa: SLF001 - nobody else forgets
    yield
    threadpool._pool_library.cache_clear()  # noqa: SLF001


@linux_only
@pytest.mark.usefixtures("unasked")
@pytest.mark.parametrize("missing", ["OPENMP", "ggml_threadpool_new", "libllama"])
def test_a_library_without_pools_is_asked_and_left_alone(
    load_tiny: Loader,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    missing: str,
) -> None:
    if missing == "OPENMP":
        monkeypatch.setattr(lib, "llama_print_system_info", lambda: b"CPU : AVX = 1 | OPENMP = 1")
    elif missing == "libllama":
        monkeypatch.setattr(threadpool, "native_library", _no_library)
    else:
        monkeypatch.setattr(threadpool, "_PROCESSOR", b"none such")
    before = len(own_threads())
    with caplog.at_level("INFO"):
        backend = load_tiny(thread_count=2)
    assert len(own_threads()) == before
    assert missing.removeprefix("lib") in caplog.text.replace("OpenMP", "OPENMP")
    assert step(backend, 0, 1)


def _no_library(name: str) -> ctypes.CDLL:
    raise FileNotFoundError("llama is not in the folder")


def test_where_threads_cannot_start_there_are_fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[threading.Thread] = []
    start = threading.Thread.start

    def refuse_the_third(thread: threading.Thread) -> None:
        if len(started) == 2:
            raise RuntimeError("can't start new thread")
        started.append(thread)
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", refuse_the_third)
    assert startable_count(5) == 2
    assert not any(thread.is_alive() for thread in started)


@linux_only
def test_a_pool_that_cannot_start_is_served_by_the_one_of_all(
    load_tiny: Loader, monkeypatch: pytest.MonkeyPatch
) -> None:
    backend, single = load_tiny(thread_count=3), load_tiny(thread_count=1)
    held = len(own_threads())
    monkeypatch.setattr(threadpool, "startable_count", lambda wanted: wanted - 1)
    assert step(backend, 0, 2) == step(single, 0, 1)
    assert len(own_threads()) == held


def test_a_context_gets_no_more_threads_than_can_start(
    load_tiny: Loader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(threadpool, "startable_count", lambda wanted: min(wanted, 9))
    backend = load_tiny(thread_count=8)
    assert (backend.threads.limit, backend.info.thread_count) == (2, 2)  # eight are left to others
    monkeypatch.setattr(threadpool, "startable_count", lambda wanted: 0)
    assert load_tiny(thread_count=8).threads.limit == 1


@linux_only
def test_two_hundred_contexts_leave_no_thread_behind(load_tiny: Loader) -> None:
    backend = load_tiny(thread_count=1, slot_count=1)
    context = backend._context._pointer  # noqa: SLF001 - pools without the time of a load
    assert context is not None
    before = len(own_threads())
    for round_ in range(200):
        pools = ThreadPools(context, 4, 1 + round_ % 4)
        pools.set_count(1 + (round_ + 1) % 4)
        pools.close()
    assert len(own_threads()) == before


def grant(tmp_path: Path, own: str, files: dict[str, str]) -> list[float]:
    """Return the quotas of a process in group ``own`` of a machine with these files."""
    (tmp_path / "own").write_text(own)
    for name, text in files.items():
        (tmp_path / "groups" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "groups" / name).write_text(text)
    return sorted(quotas(tmp_path / "own", tmp_path / "groups"))


def test_a_machine_without_groups_grants_everything(tmp_path: Path) -> None:
    assert list(quotas(tmp_path / "none", tmp_path)) == []
    assert thread_limit() >= 1


def test_each_group_around_the_process_may_grant_less(tmp_path: Path) -> None:
    files = {
        "cpu.max": "max 100000\n",
        "user.slice/cpu.max": "250000 100000\n",
        "user.slice/app.scope/cpu.max": "400000 100000\n",
        "system.slice/cpu.max": "100000 100000\n",
    }
    assert grant(tmp_path, "0::/user.slice/app.scope\n", files) == [2.5, 4.0]


def test_a_container_that_sees_itself_as_the_root_is_bound_by_it(tmp_path: Path) -> None:
    assert grant(tmp_path, "0::/docker/4b25\n", {"cpu.max": "150000 100000\n"}) == [1.5]


@pytest.mark.parametrize(("quota", "granted"), [("300000", [3.0]), ("-1", [])])
def test_groups_of_the_first_version_count_too(
    tmp_path: Path, quota: str, granted: list[float]
) -> None:
    files = {"cpu,cpuacct/cpu.cfs_quota_us": quota, "cpu,cpuacct/cpu.cfs_period_us": "100000\n"}
    assert grant(tmp_path, "8:pids:/\n1:cpu,cpuacct:/\n0::/\n", files) == granted


def test_two_processors_of_one_core_are_one(tmp_path: Path) -> None:
    for each, siblings in enumerate(["0-1", "0-1", "2-3", "2-3"]):
        (tmp_path / f"cpu{each}/topology").mkdir(parents=True)
        (tmp_path / f"cpu{each}/topology/thread_siblings_list").write_text(siblings)
    assert distinct_cores({0, 1, 2}, tmp_path) == 2
    assert distinct_cores({0, 1, 9}, tmp_path) == 3  # a machine that does not say


def test_the_fast_cores_are_those_that_the_machine_names(tmp_path: Path) -> None:
    folder = tmp_path / "system/cpu"
    folder.mkdir(parents=True)
    assert fast_processors({0, 1, 9}, folder) == {0, 1, 9}  # a machine that does not say
    for each, capacity in enumerate([1024, 980, 430]):
        (folder / f"cpu{each}").mkdir()
        (folder / f"cpu{each}/cpu_capacity").write_text(f"{capacity}\n")
    assert fast_processors({0, 1, 2}, folder) == {0, 1}
    assert fast_processors({2}, folder) == {2}
    (tmp_path / "cpu_core").mkdir()
    (tmp_path / "cpu_core/cpus").write_text("0,2-3\n")
    assert fast_processors({0, 1, 2}, folder) == {0, 2}
    assert fast_processors({1}, folder) == {1}
