"""Many conversations on one model: together, apart, cancelled, failed, and always accounted for."""

import pytest

from engine.backend import DecodeStatus
from engine.core.scheduler import Scheduler
from engine.scheduling.slot_auditor import AuditMode
from engine.wire.config import EngineConfig
from engine.wire.events import FinishReason, PrefillProgress, Queued, Started
from engine.wire.sampling_params import SamplingParams
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


def test_a_long_prompt_never_takes_a_writers_turn() -> None:
    backend = FakeBackend(reply_share=0, context_window=2048)
    scheduler, listener = _scheduler(backend)
    submit(scheduler, 0, "short", sampling=_limit(60))
    listener.step()
    submit(scheduler, 1, "long " * 300, sampling=_limit(2))
    listener.run()
    mixed = [step for step in listener.steps if 1 in step.prefill_slots]
    assert len(mixed) > 5
    assert all(0 in step.decode_slots for step in mixed)
    progress = [event for event in listener.events if isinstance(event, PrefillProgress)]
    assert progress[-1].done_tokens == progress[-1].prompt_tokens


def test_the_next_turn_reads_only_what_is_new() -> None:
    backend = FakeBackend()
    scheduler, listener = _scheduler(backend)
    submit(scheduler, 1, "hello", conversation="a", sampling=_limit(10))
    listener.run()
    said = listener.text(1)
    submit(scheduler, 2, "hello", said, "and then?", conversation="a", sampling=_limit(10))
    listener.run()
    usage = listener.finished(2).usage
    old = len(rendered(backend, "hello")) + len(said)
    assert usage.reused_tokens >= old - 1
    assert listener.text(2) == solo_reply(
        rendered(backend, "hello", said, "and then?"), backend, 10
    )


def test_the_same_prompt_again_costs_one_token_and_says_the_same() -> None:
    backend = FakeBackend()
    scheduler, listener = _scheduler(backend)
    for request in (1, 2):
        submit(scheduler, request, "hello", conversation="a")
        listener.run()
    assert listener.text(1) == listener.text(2)
    usage = listener.finished(2).usage
    assert usage.reused_tokens == usage.prompt_tokens - 1


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


def test_a_cancelled_reply_keeps_its_text_and_its_memory() -> None:
    backend = FakeBackend(reply_share=0)
    scheduler, listener = _scheduler(backend)
    submit(scheduler, 1, "hello", conversation="a")
    for _ in range(12):
        listener.step()
    scheduler.cancel(1)
    listener.run()
    said = listener.text(1)
    assert listener.reason(1) is FinishReason.CANCELLED
    assert solo_reply(rendered(backend, "hello"), backend).startswith(said)
    assert len(said) >= 10
    submit(scheduler, 2, "hello", said, "go on", conversation="a", sampling=_limit(3))
    listener.run()
    assert (
        listener.finished(2).usage.reused_tokens >= len(rendered(backend, "hello")) + len(said) - 1
    )


def test_a_queued_request_that_is_cancelled_never_runs() -> None:
    backend = FakeBackend(slot_count=1)
    scheduler, listener = _scheduler(backend)
    submit(scheduler, 1, "first")
    submit(scheduler, 2, "second")
    listener.step()
    scheduler.cancel(2)
    listener.run()
    assert listener.reason(2) is FinishReason.CANCELLED
    assert listener.text(2) == ""
    assert not any(isinstance(e, Started) and e.request_id == 2 for e in listener.events)


def test_cancel_all_lets_nobody_in() -> None:
    backend = FakeBackend(slot_count=1, reply_share=0)
    scheduler, listener = _scheduler(backend)
    for number in range(4):
        submit(scheduler, number, "question")
    listener.step()
    scheduler.cancel_all()
    calls = len(backend.calls)
    listener.run()
    assert [listener.reason(n) for n in range(4)] == [FinishReason.CANCELLED] * 4
    assert len(backend.calls) == calls


@pytest.mark.parametrize("status", [s for s in DecodeStatus if s is not DecodeStatus.DONE])
@pytest.mark.parametrize("call", [0, 1, 7])
def test_one_bad_call_is_repeated_and_nobody_notices(status: DecodeStatus, call: int) -> None:
    backend = FakeBackend(reply_share=0)
    backend.faults.extend([DecodeStatus.DONE] * call + [status])
    scheduler, listener = _scheduler(backend)
    for number in range(3):
        submit(scheduler, number, f"question {number}", sampling=_limit(12))
    listener.run()
    for number in range(3):
        expected = solo_reply(rendered(backend, f"question {number}"), backend, 12)
        assert listener.text(number) == expected


def test_a_conversation_that_cannot_be_computed_fails_alone() -> None:
    backend = FakeBackend(reply_share=0)
    scheduler, listener = _scheduler(backend)
    for number in range(3):
        submit(scheduler, number, f"question {number}", sampling=_limit(12))
    for _ in range(4):
        listener.step()
    backend.poison.add(1)
    listener.run()
    assert listener.reason(1) is FinishReason.FAILED
    error = listener.finished(1).error
    assert error is not None
    assert error.kind == "DecodeFailed"
    for number in (0, 2):
        assert listener.text(number) == solo_reply(
            rendered(backend, f"question {number}"), backend, 12
        )


def test_a_full_window_ends_the_reply_and_hurts_nobody() -> None:
    backend = FakeBackend(reply_share=0, context_window=100)
    scheduler, listener = _scheduler(backend)
    submit(scheduler, 1, "a" * 30)
    submit(scheduler, 2, "b", sampling=_limit(50))
    listener.run()
    assert listener.reason(1) is FinishReason.LENGTH
    assert len(backend.cells[0]) <= 100
    assert listener.text(2) == solo_reply(rendered(backend, "b"), backend, 50)


def test_a_message_longer_than_the_window_ends_failed_with_a_sentence() -> None:
    scheduler, listener = _scheduler(FakeBackend(context_window=64))
    submit(scheduler, 1, "a" * 100)
    listener.run()
    error = listener.finished(1).error
    assert error is not None
    assert error.kind == "ContextWindowExceeded"
    assert "64" in error.text


def test_a_forgotten_conversation_leaves_no_cell_behind() -> None:
    backend = FakeBackend()
    scheduler, listener = _scheduler(backend)
    submit(scheduler, 1, "secret", conversation="a")
    listener.run()
    assert backend.cells[0]
    scheduler.forget("a")
    assert not any(backend.cells)


def test_samplers_are_freed_with_their_requests() -> None:
    backend = FakeBackend()
    scheduler, listener = _scheduler(backend)
    for number in range(6):
        submit(scheduler, number, f"question {number}")
    listener.run()
    assert len(backend.samplers) == 6
    assert all(sampler.is_closed for sampler in backend.samplers)
