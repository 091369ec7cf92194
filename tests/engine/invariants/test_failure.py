"""Invariants 33 to 37: cancelled, failed, closed; and nobody else notices."""

import random
from collections.abc import Sequence

import pytest

from engine.backend import DecodeStatus, Sampler
from engine.core.engine import Engine
from engine.llama.backend import LlamaBackend
from engine.messages.commands import ChatMessage, LoadModel, Prewarm, Role, Submit
from engine.messages.config import EngineConfig
from engine.messages.events import Finished, FinishReason
from engine.scheduling.slot_auditor import AuditMode
from tests.engine.invariants.recorder import Faulty, Recorder
from tests.engine.invariants.single_sequence import lead_again
from tests.engine.llama.conftest import Loader, Writer
from tests.fakes.backend import FakeBackend
from tests.fakes.conversations import limit, rendered, solo_reply, strict, submit
from tests.fakes.running_engine import EventRecorder, running
from tests.models.tiny import write_hybrid, write_plain, write_recurrent, write_sliding_window

FOUR_KINDS = [write_plain, write_sliding_window, write_hybrid, write_recurrent]
FAULTS = [status for status in DecodeStatus if status is not DecodeStatus.DONE]


def _whole_reply(backend: LlamaBackend, text: str, tokens: int) -> str:
    scheduler, listener = strict(backend)
    submit(scheduler, 1, text, sampling=limit(tokens))
    listener.run()
    scheduler.discard("c1")
    return listener.text(1)


@pytest.mark.parametrize("write", FOUR_KINDS)
def test_invariant_33_in_flight_cancel(load_tiny: Loader, write: Writer) -> None:
    """What was said is the beginning of the whole reply, and its memory serves the next turn."""
    backend = load_tiny(write)
    whole = _whole_reply(backend, "the fox", 40)
    scheduler, listener = strict(backend)
    submit(scheduler, 1, "the fox", conversation="a", sampling=limit(40))
    listener.step(15)
    scheduler.cancel(1)
    listener.run()
    said = listener.text(1).rstrip("\ufffd")  # half a character at the end
    assert listener.reason(1) is FinishReason.CANCELLED
    assert said
    assert whole.startswith(said)
    held = listener.finished(1).usage.context_tokens
    submit(scheduler, 2, "the fox", listener.text(1), "go on", conversation="a", sampling=limit(3))
    listener.run()
    assert listener.finished(2).usage.reused_tokens >= (held - 1 if said == listener.text(1) else 1)


@pytest.mark.parametrize("write", FOUR_KINDS)
def test_invariant_33_cancel_while_it_is_read(load_tiny: Loader, write: Writer) -> None:
    """No text, and what was read of the prompt need not be read again."""
    scheduler, listener = strict(load_tiny(write, batch_size=32, micro_batch_size=32))
    text = "the quick brown fox " * 15
    submit(scheduler, 1, text, conversation="a", sampling=limit(5))
    listener.step(2)
    scheduler.cancel(1)
    submit(scheduler, 2, text, conversation="a", sampling=limit(5))
    listener.run()
    first = listener.finished(1)
    assert (first.reason, listener.text(1)) == (FinishReason.CANCELLED, "")
    assert listener.finished(2).usage.reused_tokens == first.usage.context_tokens > 30


def test_invariant_34_queued_cancel() -> None:
    """It ends with no token, and no slot and no call ever knew of it, one or all."""
    backend = FakeBackend(slot_count=1, reply_share=0)
    scheduler, listener = strict(backend)
    for number in range(5):
        submit(scheduler, number, f"question {number}", sampling=limit(9))
    listener.step()
    scheduler.cancel(3)
    scheduler.cancel_all()
    calls, cells = len(backend.calls), list(backend.cells[0])
    listener.run()
    assert [listener.reason(number) for number in range(5)] == [FinishReason.CANCELLED] * 5
    assert listener.start_order() == [0]
    assert all(listener.finished(number).usage.reply_tokens == 0 for number in range(1, 5))
    assert (len(backend.calls), backend.cells[0]) == (calls, cells)


@pytest.mark.parametrize("write", FOUR_KINDS)
def test_invariant_35_cancel_latency(load_tiny: Loader, write: Writer) -> None:
    """The end is there at once, and no later call works for it."""
    recorder = Recorder(load_tiny(write, batch_size=32, micro_batch_size=32))
    scheduler, listener = strict(recorder)
    submit(scheduler, 1, "the writer", sampling=limit(50))
    submit(scheduler, 2, "the neighbour", sampling=limit(20))
    listener.step(5)
    submit(scheduler, 3, "the reader " * 50, sampling=limit(5))
    listener.step()
    for request in (1, 3):
        scheduler.cancel(request)
        listener.events += scheduler.pop_events()
        assert isinstance(listener.events[-1], Finished)
    calls = len(recorder.calls)
    listener.run()
    assert {entry.slot for call in recorder.calls[calls:] for entry in call} == {1}
    assert listener.reason(2) is FinishReason.LENGTH


@pytest.mark.parametrize("write", FOUR_KINDS)
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.nightly)])
def test_invariant_36_fault_injection(load_tiny: Loader, write: Writer, seed: int) -> None:
    """Calls that go wrong at random are undone, repeated, and change nobody's words."""
    recorder = Recorder(load_tiny(write))
    faulty = Faulty(recorder)
    scheduler, listener = strict(faulty)
    chance = random.Random(seed)
    for number in range(6):
        submit(scheduler, number, "the lazy dog " * (number + 1), sampling=limit(20))
    while scheduler.has_work:
        if chance.random() < 0.3:
            # Behind a bad call a good one: a call that fails twice costs its request.
            faulty.faults.extend([chance.choice(FAULTS), *[DecodeStatus.DONE] * 4])
        listener.step()
        faulty.faults.clear()
    assert {listener.reason(number) for number in range(6)} == {FinishReason.LENGTH}
    assert faulty.call_count < 400
    tally = lead_again(recorder.all_lives, load_tiny(write, slot_count=1))
    assert tally.compared == 6 * 20
    assert tally.is_convincing


@pytest.mark.parametrize("write", FOUR_KINDS)
def test_invariant_36_only_the_culprit_suffers(load_tiny: Loader, write: Writer) -> None:
    """A slot whose every call fails ends one request, after a bounded number of tries."""
    recorder = Recorder(load_tiny(write))
    faulty = Faulty(recorder)
    scheduler, listener = strict(faulty)
    for number in range(4):
        submit(scheduler, number, "the lazy dog " * (number + 1), sampling=limit(20))
    listener.step(6)
    faulty.poison.add(2)
    calls = faulty.call_count
    listener.run()
    reasons = [listener.reason(number) for number in range(4)]
    assert reasons.count(FinishReason.FAILED) == 1
    assert reasons[2] is FinishReason.FAILED
    assert faulty.call_count - calls < 60
    assert recorder.token_count(2) == 0
    assert lead_again(recorder.all_lives, load_tiny(write, slot_count=1)).is_convincing


class _Blind(Recorder):
    """Finds no usable number for the replies of one slot, from some step on."""

    is_blind = False

    def sample(self, entries: Sequence[tuple[Sampler, int]]) -> list[int | None]:
        tokens = super().sample(entries)
        slots = [self.calls[-1][index].slot for _, index in entries]
        return [
            None if self.is_blind and slot == 1 else token
            for slot, token in zip(slots, tokens, strict=True)
        ]


def test_invariant_36_numbers_that_are_none_fail_alone() -> None:
    """A model that computes NaN for a reply fails that one; its memory is not used again."""
    backend = FakeBackend(reply_share=0)
    blind = _Blind(backend)
    scheduler, listener = strict(blind)
    for number in range(3):
        submit(scheduler, number, f"question {number}", sampling=limit(12))
    listener.step(5)
    blind.is_blind = True
    listener.run()
    assert listener.reason(1) is FinishReason.FAILED
    assert backend.cells[1] == []
    for number in (0, 2):
        expected = solo_reply(rendered(backend, f"question {number}"), backend, 12)
        assert listener.text(number) == expected


def test_invariant_36_a_prompt_of_nothing_fails_alone() -> None:
    """Some templates write the last message only; an empty one, or none yet, is no prompt."""
    backend = FakeBackend(template="{{ messages[-1].content }}", reply_share=0)
    scheduler, listener = strict(backend)
    scheduler.prewarm(Prewarm("c1", (ChatMessage(Role.USER, "hello"),)))
    submit(scheduler, 1, "hello", sampling=limit(5))
    submit(scheduler, 2, "", sampling=limit(5))
    listener.run()
    assert listener.reason(1) is FinishReason.LENGTH
    error = listener.finished(2).error
    assert error is not None
    assert error.kind == "ChatTemplateFailed"


def test_invariant_37_shutdown() -> None:
    """Active, queued and parked: each request has its one end when the engine closes."""
    backend = FakeBackend(slot_count=2, reply_share=0, context_window=100_000)
    recorder = EventRecorder()
    with running(Engine(lambda *_: backend, recorder, audit_mode=AuditMode.ASSERT)) as engine:
        engine.submit(LoadModel("fake", EngineConfig()))
        for number in range(1, 7):
            messages = (ChatMessage(Role.USER, f"question {number}"),)
            tokens = 3 if number == 1 else 90_000
            engine.submit(Submit(number, f"c{number}", messages, limit(tokens)))
        # 1 is parked, 2 and 3 are written, the others wait.
        recorder.wait_for(lambda: recorder.delta_count(3) > 0)
    assert sorted(each.request_id for each in recorder.finished()) == [1, 2, 3, 4, 5, 6]
    assert backend.is_closed
