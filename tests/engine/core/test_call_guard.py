"""A call whose threads find no cores is ended, and made anew on one thread."""

import math
import threading
import time
from collections.abc import Iterator, Sequence

import pytest

from engine.backend import BatchEntry, DecodeStatus
from engine.core.scheduler import Scheduler
from engine.core.workers import CallGuard, Workers
from engine.messages.config import EngineConfig
from engine.messages.sampling_params import SamplingParams
from engine.scheduling.slot_auditor import AuditMode
from engine.scheduling.threads import Threads
from tests.fakes.backend import FakeBackend
from tests.fakes.conversations import Listener, rendered, solo_reply, submit

PATIENCE_SECONDS = 60
LATE = {1: math.inf, 2: 0.05}  # seconds by number of threads


class _CrowdedBackend(FakeBackend):
    """Where several threads compute, a call ends only when it is told to."""

    def __init__(self) -> None:
        super().__init__(reply_share=0, thread_limit=2, context_window=1024)
        self.is_asked_to_end = threading.Event()
        self.crowded_calls: list[int] = []

    def decode(self, entries: Sequence[BatchEntry]) -> DecodeStatus:
        self.is_asked_to_end.clear()
        if self.threads.count > 1:
            self.crowded_calls.append(sum(len(entry.tokens) for entry in entries))
            assert self.is_asked_to_end.wait(PATIENCE_SECONDS), "nobody ends the call"
            self.faults.append(DecodeStatus.ABORTED)
        return super().decode(entries)

    def request_abort(self) -> None:
        self.is_asked_to_end.set()


@pytest.fixture
def crowded() -> Iterator[tuple[_CrowdedBackend, Scheduler, Listener]]:
    backend = _CrowdedBackend()
    workers = Workers(guard=CallGuard(backend.request_abort))
    scheduler = Scheduler(backend, EngineConfig(), AuditMode.ASSERT, lambda: None, workers)
    yield backend, scheduler, Listener(scheduler)
    scheduler.close()


def test_a_reply_continues_on_one_thread_where_two_find_no_cores(
    crowded: tuple[_CrowdedBackend, Scheduler, Listener], monkeypatch: pytest.MonkeyPatch
) -> None:
    backend, scheduler, listener = crowded
    monkeypatch.setattr(Threads, "patience", lambda _threads, _choice, count, _seconds: LATE[count])
    submit(scheduler, 1, "hello " * 40, sampling=SamplingParams(max_tokens=30))
    listener.run()
    # The first call of the prompt and of the reply; then each kind stays on one thread.
    assert len(backend.crowded_calls) == 2
    assert listener.text(1) == solo_reply(rendered(backend, "hello " * 40), backend, 30)


def test_a_call_that_is_quick_is_left_alone() -> None:
    aborted: list[bool] = []
    guard = CallGuard(lambda: aborted.append(True))
    for _ in range(1000):
        guard.begin(PATIENCE_SECONDS)
        assert not guard.end()
    guard.close()
    assert not aborted


def test_a_call_is_ended_once_and_the_next_one_is_watched_anew() -> None:
    ended = threading.Semaphore(0)
    guard = CallGuard(ended.release)
    for _ in range(3):
        guard.begin(0.0)
        assert ended.acquire(timeout=PATIENCE_SECONDS)
        assert guard.end()
    assert not ended.acquire(blocking=False)
    guard.begin(math.inf)
    assert not guard.end()
    guard.close()


def test_an_overdue_call_that_has_returned_does_not_abort_the_next_one() -> None:
    is_ending, call, ended = threading.Event(), 1, []

    def abort() -> None:
        is_ending.set()
        time.sleep(0.05)  # in which that call could end, and the next one begin
        ended.append(call)

    guard = CallGuard(abort)
    guard.begin(0.0)
    assert is_ending.wait(PATIENCE_SECONDS)
    assert guard.end()
    call = 2
    guard.begin(PATIENCE_SECONDS)
    time.sleep(0.1)
    assert not guard.end()
    guard.close()
    assert ended == [1]
