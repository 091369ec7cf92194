"""Requests wait, get slots, and end once."""

from engine.core.scheduler import Scheduler
from engine.messages.commands import ChatMessage, Role, Submit
from engine.messages.config import EngineConfig
from engine.messages.events import FinishReason, Queued
from engine.messages.request_options import Rank, RequestOptions
from engine.messages.sampling_params import SamplingParams
from engine.scheduling.slot_auditor import AuditMode
from tests.conftest import ExpectedLog
from tests.fakes.backend import FakeBackend
from tests.fakes.conversations import Listener, leak_slots, submit


def _scheduler(max_active: int | None = None) -> tuple[Scheduler, Listener]:
    config = EngineConfig(slot_count=2, max_active=max_active)
    scheduler = Scheduler(FakeBackend(slot_count=2, reply_share=0), config, AuditMode.ASSERT)
    return scheduler, Listener(scheduler)


def test_a_place_in_the_queue_is_reported_when_it_changes() -> None:
    scheduler, listener = _scheduler()
    for number in range(4):
        submit(scheduler, number, "hello", sampling=SamplingParams(max_tokens=4 + 4 * number))
    listener.run()
    places = [(e.request_id, e.queue_position) for e in listener.events if isinstance(e, Queued)]
    assert places == [(2, 1), (3, 2), (3, 1)]


def test_a_request_that_no_sampler_can_be_made_for_ends_before_it_gets_a_slot() -> None:
    scheduler, listener = _scheduler()
    submit(scheduler, 1, "hello", sampling=SamplingParams(grammar="root ::= root"))
    submit(scheduler, 2, "hello", sampling=SamplingParams(max_tokens=3))
    listener.run()
    error = listener.finished(1).error
    assert error is not None
    assert error.kind == "InvalidSampling"
    assert listener.start_order() == [2]


def test_a_step_that_starts_nobody_though_nobody_runs_is_counted(expect_log: ExpectedLog) -> None:
    expect_log("1 requests wait, none runs and none can start")
    scheduler = Scheduler(FakeBackend(slot_count=2), EngineConfig(slot_count=2), AuditMode.LOG)
    leak_slots(scheduler)
    submit(scheduler, 1, "hello")
    scheduler.step()  # reports the place in the queue, which is something
    assert not scheduler.is_stuck
    scheduler.pop_events()
    scheduler.step()
    assert scheduler.is_stuck
    assert scheduler.reports.snapshot().slot_error_count == 1


def test_there_is_no_work_while_all_who_wait_wait_for_somebody_else() -> None:
    """A background request does not start before one that waits for its file."""
    scheduler, listener = _scheduler()
    talk = (ChatMessage(Role.USER, "a title, please"),)
    scheduler.submit(Submit(1, "t", talk, SamplingParams(), RequestOptions(rank=Rank.BACKGROUND)))
    assert scheduler.has_work
    submit(scheduler, 2, "hello")
    waiting = scheduler.requests.waiting[-1]  # its file comes from a disk
    waiting.pending_key = "c2"
    assert not scheduler.has_work
    waiting.pending_key = None
    listener.step()
    assert listener.start_order() == [2]


def test_if_all_end_none_of_them_gets_the_slot_of_another() -> None:
    scheduler, listener = _scheduler()
    for number in range(4):
        submit(scheduler, number, "hello")
    listener.step()
    scheduler.cancel_all()
    listener.run()
    assert len(listener.start_order()) == 2
    assert {listener.reason(number) for number in range(4)} == {FinishReason.CANCELLED}
