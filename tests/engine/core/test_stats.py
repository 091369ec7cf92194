"""Every second is charged once, and what was never measured is unknown."""

import pytest

from engine.core.scheduler import Scheduler
from engine.messages.config import EngineConfig
from engine.messages.sampling_params import SamplingParams
from engine.scheduling.slot_auditor import AuditMode
from tests.fakes.backend import FakeBackend
from tests.fakes.conversations import strict, submit


def test_a_reply_is_as_fast_as_the_calls_that_gave_its_tokens() -> None:
    """The waits between steps, and those for a slot, are no part of its speed."""
    backend = FakeBackend(reply_share=0, token_seconds=0.0005)
    scheduler, listener = strict(backend)
    submit(scheduler, 1, "hello", sampling=SamplingParams(max_tokens=20))
    listener.step()
    submit(scheduler, 2, "a neighbour's prompt " * 9, sampling=SamplingParams(max_tokens=1))
    listener.run()
    called = sum(
        step.decode_seconds + step.prefill_seconds
        for step in listener.steps
        if 0 in step.decode_slots
    )
    usage = listener.finished(1).usage
    assert usage.decode_seconds == pytest.approx(called)
    assert usage.tokens_per_second == pytest.approx(scheduler.statistics.rates().decode)


def test_a_snapshot_shows_every_slot_once_and_all_its_cells() -> None:
    backend = FakeBackend(reply_share=0)
    scheduler, listener = strict(backend)
    for number in range(6):
        submit(scheduler, number, f"question {number}", sampling=SamplingParams(max_tokens=20))
    listener.step(8)
    snapshot = scheduler.reports.snapshot()
    assert [view.slot for view in snapshot.slots] == [0, 1, 2, 3]
    assert len(snapshot.waiting) == 2
    for view in snapshot.slots:
        assert view.kept_cells + view.new_cells + view.free_cells == backend.context_window
    assert snapshot.token_gaps is not None
    assert len(snapshot.steps) == len(listener.steps)


def test_a_snapshot_says_how_many_threads_compute_now() -> None:
    backend = FakeBackend(thread_limit=4)
    reports = Scheduler(backend, EngineConfig(), AuditMode.ASSERT).reports
    for count in (1, 4):
        backend.threads.set_count(count)
        snapshot = reports.snapshot()
        assert (snapshot.thread_count, snapshot.thread_limit) == (count, 4)
