"""Threads of a context: changed between calls, ended with it, started by the library's pools."""

import threading
from pathlib import Path

import pytest

from engine.backend import BatchEntry, DecodeStatus
from engine.llama import threadpool
from engine.llama.backend import LlamaBackend
from engine.llama.threadpool import startable_count
from tests.engine.llama.conftest import Loader, Writer
from tests.engine.llama.steps import generate
from tests.models.tiny import write_hybrid, write_plain


def native_threads() -> int:
    return len(list(Path("/proc/self/task").iterdir()))


def step(backend: LlamaBackend, position: int, thread_count: int) -> bytes:
    """Decode one token in each of four slots and return the logits."""
    backend.threads.set_count(thread_count)
    entries = [BatchEntry(slot, [slot + 5], position, logit_count=1) for slot in range(4)]
    assert backend.decode(entries) is DecodeStatus.DONE
    return backend.logits().tobytes()


@pytest.mark.parametrize("write", [write_plain, write_hybrid])
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


def test_threads_are_those_of_the_library_and_end_with_the_context(load_tiny: Loader) -> None:
    before = native_threads()
    backend = load_tiny(thread_count=1)
    assert native_threads() == before
    backend.close()
    backend = load_tiny(thread_count=4)
    step(backend, 0, 4)
    assert native_threads() == before + 3
    step(backend, 1, 1)
    backend.close()
    assert native_threads() == before


def test_no_number_of_threads_beyond_the_limit_reaches_the_library(load_tiny: Loader) -> None:
    backend = load_tiny(thread_count=2)
    for count in (0, -1, 3):
        with pytest.raises(ValueError, match="within 1 and 2"):
            backend.threads.set_count(count)
    assert backend.threads.count == 2


def test_eight_contexts_compute_beside_each_other(load_tiny: Loader) -> None:
    backends = [load_tiny(thread_count=2) for _ in range(8)]
    for position in range(2):
        results = {step(backend, position, 1 + position % 2) for backend in backends}
        assert len(results) == 1


def test_a_context_can_be_closed_before_its_first_call_and_twice(load_tiny: Loader) -> None:
    backend = load_tiny(thread_count=3)
    backend.close()
    backend.close()


def test_a_library_with_threads_of_its_own_is_only_told_how_many(
    load_tiny: Loader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(threadpool, "_pool_library", lambda: None)
    backend, other = load_tiny(thread_count=2), load_tiny(thread_count=1)
    for position, count in enumerate([1, 2]):
        assert step(backend, position, count) == step(other, position, 1)


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
