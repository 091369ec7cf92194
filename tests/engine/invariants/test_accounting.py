"""Invariants 6 to 12: ledgers are what memory holds, and every cell belongs to one class."""

import pytest

from engine.backend import DecodeStatus
from engine.core.scheduler import Scheduler
from engine.messages.events import FinishReason, TextDelta
from engine.messages.sampling_params import SamplingParams
from tests.engine.invariants.recorder import Faulty, Recorder
from tests.engine.llama.conftest import Loader, Writer
from tests.engine.llama.steps import generate
from tests.fakes.backend import FakeBackend
from tests.fakes.conversations import Listener, limit, rendered, strict, submit
from tests.models.tiny import write_hybrid, write_plain, write_recurrent, write_sliding_window

FOUR_KINDS = [write_plain, write_sliding_window, write_hybrid, write_recurrent]
QUESTION = "what does the quick brown fox think of the weather in the other tab"


def test_invariant_08_a_sampled_token_enters_after_its_decode() -> None:
    """While a reply is written, memory holds the prompt and all of it but its last token."""
    backend = FakeBackend(reply_share=0)
    scheduler, listener = strict(backend)
    submit(scheduler, 1, "hello", sampling=limit(10))
    prompt = len(rendered(backend, "hello"))
    while scheduler.has_work:
        listener.step()
        said = len(listener.text(1))
        (view,) = (each for each in scheduler.reports.snapshot().slots if each.slot == 0)
        assert view.kept_cells + view.new_cells == prompt + said - 1 == len(backend.cells[0])


def _first_turn(source: str, faulty: Faulty, listener: Listener, scheduler: Scheduler) -> str:
    """Leave a tail behind in the way that ``source`` says; return what was said."""
    whole = SamplingParams(temperature=0.0, max_tokens=20)
    if source == "stop string":
        submit(scheduler, 1, QUESTION, conversation="a", sampling=whole)
        listener.run()
        stop = listener.text(1)[5:8]
        scheduler.discard("a")
        listener.events.clear()
        whole = SamplingParams(temperature=0.0, max_tokens=20, stop_strings=(stop,))
    if source == "aborted decode":
        faulty.faults.extend([DecodeStatus.DONE] * 4 + [DecodeStatus.ABORTED])
    submit(scheduler, 1, QUESTION, conversation="a", sampling=whole)
    if source == "cancel":
        listener.step(8)
        scheduler.cancel(1)
    listener.run()
    return listener.text(1)


@pytest.mark.parametrize("write", FOUR_KINDS)
@pytest.mark.parametrize(
    "source", ["cancel", "edit", "regenerate", "stop string", "aborted decode"]
)
def test_invariant_09_free_tail(load_tiny: Loader, write: Writer, source: str) -> None:
    """Behind the match nothing is left when the first new token is decoded, whatever made it."""
    recorder = Recorder(load_tiny(write, slot_count=1))
    faulty = Faulty(recorder)
    scheduler, listener = strict(faulty)
    said = _first_turn(source, faulty, listener, scheduler)
    texts = [QUESTION, said, "and then"]
    if source == "edit":
        texts = ["what does the lazy dog think"]
    elif source == "regenerate":
        texts = [QUESTION]
    calls = len(recorder.calls)
    submit(scheduler, 2, *texts, conversation="a", sampling=limit(5))
    listener.run()
    (first,) = recorder.calls[calls]
    assert first.position == listener.started(2).usage.reused_tokens
    prompt = recorder.replies[-1].prompt
    assert tuple(recorder.cells[0][: len(prompt)]) == prompt


def test_invariant_10_at_least_one_token(load_tiny: Loader) -> None:
    """The same prompt again costs one token of work and says the same."""
    recorder = Recorder(load_tiny(write_plain))
    scheduler, listener = strict(recorder)
    for request in (1, 2):
        calls = len(recorder.calls)
        submit(scheduler, request, QUESTION, conversation="a", sampling=limit(12))
        listener.run()
    assert len(recorder.calls[calls][0].tokens) == 1
    assert listener.text(1) == listener.text(2)
    usage = listener.finished(2).usage
    assert usage.reused_tokens == usage.prompt_tokens - 1


def test_invariant_11_no_leak_in_the_library(load_tiny: Loader) -> None:
    """The library holds nothing of conversations that are gone."""
    backend = load_tiny(write_plain, slot_count=3)
    before = generate(backend, [0], 4)
    backend.clear(0)
    scheduler, listener = strict(backend)
    for number in range(20):
        submit(scheduler, number, QUESTION, conversation=f"c{number % 7}", sampling=limit(4))
        if number % 3 == 0:
            listener.step()
            scheduler.cancel(number)
    listener.run()
    for number in range(7):
        scheduler.discard(f"c{number}")
    assert [backend.token_count(slot) for slot in range(3)] == [0, 0, 0]
    assert generate(backend, [0], 4) == before


def test_invariant_12_idempotent_retry(load_tiny: Loader) -> None:
    """A claim whose request could not start is there for the next one, as if nothing had been."""
    outcomes = []
    for fails_between in (False, True):
        recorder = Recorder(load_tiny(write_plain, slot_count=2))
        scheduler, listener = strict(recorder)
        submit(scheduler, 1, QUESTION, conversation="a", sampling=limit(6))
        listener.run()
        if fails_between:
            refused = SamplingParams(temperature=0.0, logit_bias=((1 << 30, 1.0),))
            submit(scheduler, 2, "an edited question", conversation="a", sampling=refused)
            listener.run()
            assert listener.reason(2) is FinishReason.FAILED
        submit(scheduler, 3, QUESTION, listener.text(1), "and", conversation="a", sampling=limit(6))
        listener.run()
        usage = listener.finished(3).usage
        assert listener.promised_tokens(3) == usage.reused_tokens
        outcomes.append((usage.reused_tokens, listener.text(3), recorder.cells))
    assert outcomes[0] == outcomes[1]
    assert any(isinstance(event, TextDelta) for event in listener.events)
