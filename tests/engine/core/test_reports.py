"""A snapshot shows every slot and what was measured."""

from engine.core.scheduler import Scheduler
from engine.scheduling.slot_auditor import AuditMode
from engine.wire.config import EngineConfig
from engine.wire.sampling_params import SamplingParams
from tests.fakes.backend import FakeBackend
from tests.fakes.conversations import Listener, submit


def test_a_snapshot_shows_every_slot_once_and_all_its_cells() -> None:
    backend = FakeBackend(reply_share=0)
    scheduler = Scheduler(backend, EngineConfig(), AuditMode.ASSERT)
    listener = Listener(scheduler)
    for number in range(6):
        submit(scheduler, number, f"question {number}", sampling=SamplingParams(max_tokens=20))
    for _ in range(8):
        listener.step()
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
