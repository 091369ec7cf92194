"""Invariants 13 to 18: what admission promises, to whom, and how long anybody waits."""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.scheduler import Scheduler
from engine.messages.config import EngineConfig
from engine.messages.events import FinishReason, Slid
from engine.messages.request_options import OverflowPolicy, RequestOptions
from engine.messages.sampling_params import SamplingParams
from engine.scheduling.sequence import MAX_PASSED_OVER
from tests.engine.invariants.recorder import Recorder
from tests.engine.llama.conftest import Loader
from tests.fakes.backend import FakeBackend
from tests.fakes.conversations import Listener, limit, rendered, solo_reply, strict, submit

LONG = "a beginning that is long enough to be worth a copy, as system prompts are. " * 2


def _parked(
    slot_count: int, *names: str, text: str = "hello"
) -> tuple[FakeBackend, Scheduler, Listener]:
    """Return an engine where these conversations have had a turn, in this order."""
    backend = FakeBackend(slot_count=slot_count, context_window=1024, reply_share=0)
    scheduler, listener = strict(backend)
    for number, name in enumerate(names):
        first = f"{name} {text}"
        submit(scheduler, 100 + number, first, conversation=name, sampling=limit(5))
        listener.run()
    return backend, scheduler, listener


def _next_turn(
    scheduler: Scheduler, listener: Listener, request: int, number: int, name: str
) -> None:
    first, reply = f"{name} hello", listener.text(100 + number)
    submit(scheduler, request, first, reply, "and?", conversation=name, sampling=limit(5))


@settings(max_examples=40, deadline=None)
@given(st.permutations("abcxyz"), st.integers(1, 4), st.integers(1, 6))
def test_invariant_13_claims_survive_any_pressure(
    order: list[str], slot_count: int, arriving: int
) -> None:
    """Whoever comes with whom: what was promised in a round is what was found."""
    names = "abc"[:slot_count]
    _, scheduler, listener = _parked(slot_count, *names)
    for request, name in enumerate(order[:arriving]):
        if name in names:
            _next_turn(scheduler, listener, request, names.index(name), name)
        else:
            submit(scheduler, request, f"new {name}", conversation=name, sampling=limit(5))
    listener.run()
    for request in range(arriving):
        usage = listener.finished(request).usage
        assert listener.promised_tokens(request) == usage.reused_tokens


def test_invariant_14_order_independence() -> None:
    """In whatever order a round's requests arrive, as much is reused in all."""
    totals = set()
    for order in permutations("abcx"):
        _, scheduler, listener = _parked(3, "a", "b", "c")
        for request, name in enumerate(order):
            if name == "x":
                submit(scheduler, request, "something new", conversation="x", sampling=limit(5))
            else:
                _next_turn(scheduler, listener, request, "abc".index(name), name)
        listener.run()
        totals.add(sum(listener.finished(r).usage.reused_tokens for r in range(4)))
    assert len(totals) == 1


@pytest.mark.parametrize("parked", ["ab", "ba"])
def test_invariant_14_order_independence_of_branches(parked: str) -> None:
    """Two branches of two parked conversations: neither evicts what the other would copy."""
    totals = set()
    for order in permutations("ab"):
        _, scheduler, listener = _parked(2, *parked, text=LONG)
        for request, name in enumerate(order):
            text = f"{name} {LONG}"
            reply = listener.text(100 + parked.index(name))
            submit(
                scheduler, request, text, reply, "or?", conversation=f"{name}2", sampling=limit(5)
            )
        listener.run()
        usages = [listener.finished(request).usage for request in range(2)]
        promised = [listener.promised_tokens(request) for request in range(2)]
        assert promised == [usage.reused_tokens for usage in usages]
        totals.add(sum(usage.reused_tokens for usage in usages))
    (total,) = totals
    assert total > 2 * len(LONG)


def test_invariant_15_claims_returned(load_tiny: Loader) -> None:
    """When a request cannot start, what it had claimed is as it was, and its neighbour starts."""
    recorder = Recorder(load_tiny(slot_count=2))
    scheduler, listener = strict(recorder)
    submit(scheduler, 1, "hello", conversation="a", sampling=limit(5))
    listener.run()
    held = list(recorder.cells[0])
    refused = SamplingParams(temperature=0.0, logit_bias=((1 << 30, 1.0),))
    submit(scheduler, 2, "changed", conversation="a", sampling=refused)
    submit(scheduler, 3, "other", conversation="b", sampling=limit(5))
    listener.run()
    assert (listener.reason(2), listener.reason(3)) == (FinishReason.FAILED, FinishReason.LENGTH)
    assert recorder.cells[0] == held
    assert [view.state for view in scheduler.reports.snapshot().slots] == ["parked", "parked"]


def _ask_with(scheduler: Scheduler, request: int, policy: OverflowPolicy, size: int) -> None:
    texts = [f"{index:02d} " * size for index in range(5)]
    submit(scheduler, request, *texts, sampling=limit(400), options=RequestOptions(policy))


@pytest.mark.parametrize("policy", OverflowPolicy)
def test_invariant_16_cap_at_admission(policy: OverflowPolicy) -> None:
    """Too long is a typed error or a slide, too long with its reply a clamp or a slide."""
    backend = FakeBackend(context_window=512, reply_share=0)
    scheduler, listener = strict(backend)
    submit(scheduler, 0, "neighbour", sampling=limit(60))
    _ask_with(scheduler, 1, policy, 40)  # five times as long as it may be
    _ask_with(scheduler, 2, policy, 25)  # as long as the window, almost
    submit(scheduler, 3, "x" * 600, sampling=limit(5))  # alone too long
    listener.run()
    assert listener.text(0) == solo_reply(rendered(backend, "neighbour"), backend, 60)
    assert max(backend.longest) <= 512
    error = listener.finished(3).error
    assert error is not None
    assert error.kind == "ContextWindowExceeded"
    if policy is OverflowPolicy.STOP:
        refused = listener.finished(1).error
        assert refused is not None
        assert refused.kind == "ContextWindowExceeded"
        assert listener.finished(2).usage.reply_tokens < 400
        assert not any(isinstance(event, Slid) for event in listener.events)
    else:
        assert listener.started(1).usage.dropped_messages > 0
        assert listener.finished(2).usage.dropped_messages > 0
    assert listener.reason(2) is FinishReason.LENGTH


@pytest.mark.parametrize("focused", [None, "chatty"])
@pytest.mark.parametrize("slot_count", [1, 2])
def test_invariant_17_no_starvation(focused: str | None, slot_count: int) -> None:
    """A queued request starts within a bounded number of releases, also behind the focused tab."""
    backend = FakeBackend(slot_count=slot_count, reply_share=0)
    scheduler, listener = strict(backend, EngineConfig(max_active=1))
    scheduler.focus(focused)
    submit(scheduler, 0, "hello", conversation="chatty", sampling=limit(3))
    listener.step()
    submit(scheduler, 999, "patient", conversation="patient", sampling=limit(3))
    for request in range(1, 30):
        submit(scheduler, request, "hello", conversation="chatty", sampling=limit(3))
        before = len(listener.start_order())
        while len(listener.start_order()) == before and scheduler.has_work:
            listener.step()
    listener.run()
    assert listener.start_order().index(999) <= MAX_PASSED_OVER + 1


def test_invariant_18_one_writer_per_key() -> None:
    """Of one conversation one request lives in a slot at a time, in the order of arrival."""
    scheduler, listener = strict(FakeBackend(slot_count=4, reply_share=0))
    for request in range(12):
        name = f"c{request % 2}"
        submit(scheduler, request, f"question {request}", conversation=name, sampling=limit(4))
    while scheduler.has_work:
        listener.step()
        views = scheduler.reports.snapshot().slots
        owners = [view.conversation_id for view in views if view.conversation_id]
        assert len(owners) == len(set(owners))
        assert sum(view.state == "running" for view in views) <= 2
    order = listener.start_order()
    assert [request for request in order if request % 2 == 0] == [0, 2, 4, 6, 8, 10]
    assert [request for request in order if request % 2] == [1, 3, 5, 7, 9, 11]
