"""Many conversations on one model: together, apart, cancelled, failed, and always accounted for."""

from engine.core.scheduler import Scheduler
from engine.messages.config import EngineConfig
from engine.messages.events import FinishReason, Queued
from engine.messages.sampling_params import SamplingParams
from engine.scheduling.slot_auditor import AuditMode
from tests.fakes.backend import FakeBackend
from tests.fakes.conversations import Listener, rendered, solo_reply, submit


def _scheduler(backend: FakeBackend) -> tuple[Scheduler, Listener]:
    scheduler = Scheduler(backend, EngineConfig(), AuditMode.ASSERT)
    return scheduler, Listener(scheduler)


def _limit(tokens: int) -> SamplingParams:
    return SamplingParams(max_tokens=tokens)


def test_four_conversations_get_their_tokens_from_one_call() -> None:
    backend = FakeBackend(reply_share=0)
    scheduler, listener = _scheduler(backend)
    for number in range(4):
        submit(scheduler, number, f"question {number}", sampling=_limit(20))
    listener.run()
    assert sum(step.decode_slots == (0, 1, 2, 3) for step in listener.steps) >= 18
    for number in range(4):
        expected = solo_reply(rendered(backend, f"question {number}"), backend, 20)
        assert listener.text(number) == expected
        assert listener.reason(number) is FinishReason.LENGTH


def test_more_conversations_than_slots_wait_with_a_visible_place() -> None:
    backend = FakeBackend(slot_count=2, reply_share=0)
    scheduler, listener = _scheduler(backend)
    for number in range(5):
        submit(scheduler, number, f"question {number}", sampling=_limit(5 + number))
    listener.run()
    places = [(e.request_id, e.queue_position) for e in listener.events if isinstance(e, Queued)]
    assert places[:3] == [(2, 1), (3, 2), (4, 3)]
    assert (4, 1) in places
    for number in range(5):
        expected = solo_reply(rendered(backend, f"question {number}"), backend, 5 + number)
        assert listener.text(number) == expected
