"""The calls of a step: which rows are in which, and on how many threads."""

import pytest

from engine.core.scheduler import Scheduler
from engine.messages.config import EngineConfig
from engine.messages.sampling_params import SamplingParams
from engine.scheduling.long_rows import LongRows
from engine.scheduling.slot_auditor import AuditMode
from tests.fakes.backend import FakeBackend
from tests.fakes.conversations import Listener, rendered, solo_reply, submit


def _writing(backend: FakeBackend, count: int) -> tuple[Scheduler, Listener]:
    """Return a scheduler where so many write."""
    scheduler = Scheduler(backend, EngineConfig(), AuditMode.ASSERT)
    listener = Listener(scheduler)
    for number in range(count):
        submit(scheduler, number, f"hello {number}", sampling=SamplingParams(max_tokens=30))
    while len([each for each in listener.steps if len(each.decode_slots) == count]) < 2:
        listener.step()
    return scheduler, listener


def test_long_rows_apart_are_served_once_each(monkeypatch: pytest.MonkeyPatch) -> None:
    backend = FakeBackend(reply_share=0)
    scheduler, listener = _writing(backend, 4)
    monkeypatch.setattr(LongRows, "sizes", lambda _rows, _helds: [2, 1, 1])
    backend.calls.clear()
    listener.step()
    assert [[slot for slot, _ in call] for call in backend.calls] == [[0, 1], [2], [3]]
    assert listener.steps[-1].decode_slots == (0, 1, 2, 3)
    assert listener.steps[-1].call_sizes == (2, 1, 1)
    listener.run()
    for number in range(4):
        expected = solo_reply(rendered(backend, f"hello {number}"), backend, 30)
        assert listener.text(number) == expected
    assert scheduler.statistics.decode_tokens == 4 * 29


def test_slots_that_are_no_neighbours_are_in_calls_of_their_own() -> None:
    """The library would give each run of neighbours a pass of its own all the same."""
    backend = FakeBackend(reply_share=0)
    scheduler, listener = _writing(backend, 4)
    scheduler.cancel(1)
    backend.calls.clear()
    listener.step()
    assert [[slot for slot, _ in call] for call in backend.calls] == [[0], [2, 3]]


def test_a_fixed_number_of_threads_is_no_more_than_can_be_started() -> None:
    backend = FakeBackend(reply_share=0, thread_limit=2)
    scheduler = Scheduler(backend, EngineConfig(thread_count=8), AuditMode.ASSERT)
    listener = Listener(scheduler)
    submit(scheduler, 1, "hello", sampling=SamplingParams(max_tokens=5))
    listener.run()
    assert backend.threads.count == 2
