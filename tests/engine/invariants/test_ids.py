"""Invariants 1 to 5: slot ids and who owns them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.messages.events import FinishReason
from engine.scheduling.slots import SlotPool
from tests.fakes.backend import FakeBackend
from tests.fakes.conversations import limit, rendered, solo_reply, strict, submit

_doings = st.lists(st.tuples(st.sampled_from(["open", "forget"]), st.integers(0, 7)), max_size=40)


@settings(max_examples=60, deadline=None)
@given(_doings)
def test_invariant_01_lowest_free(doings: list[tuple[str, int]]) -> None:
    """A conversation that is new gets the smallest id that nobody has."""
    backend = FakeBackend(slot_count=4)
    scheduler, listener = strict(backend)
    for number, (verb, conversation) in enumerate(doings):
        if verb == "forget":
            scheduler.discard(f"c{conversation}")
            continue
        tenants = {view.conversation_id for view in scheduler.reports.snapshot().slots}
        free = [slot for slot in range(4) if not backend.cells[slot]]
        submit(scheduler, number, "hello", conversation=f"c{conversation}", sampling=limit(2))
        listener.run()
        if free and f"c{conversation}" not in tenants:
            assert listener.started(number).slot == min(free)


def test_invariant_04_release_order() -> None:
    """A slot is free when its memory is empty, never before, and no later call names it."""
    backend = FakeBackend(slot_count=2, reply_share=0)
    scheduler, listener = strict(backend)
    for name in "ab":
        submit(scheduler, ord(name), "hello", conversation=name)
    listener.step(5)
    scheduler.discard("a")
    views = scheduler.reports.snapshot().slots
    assert [view.state for view in views] == ["free", "running"]
    assert backend.token_count(0) == 0
    calls = len(backend.calls)
    listener.step(3)
    assert {slot for call in backend.calls[calls:] for slot, _ in call} == {1}


def test_invariant_04_no_slot_is_freed_with_memory_in_it() -> None:
    """The pool itself refuses."""
    pool = SlotPool(1)
    pool.slots[0].cached_tokens.append(7)
    with pytest.raises(AssertionError, match="empty"):
        pool.clear(pool.slots[0])


def test_invariant_05_stale_handle() -> None:
    """A cancel that comes too late does nothing to whoever has the slot by then."""
    backend = FakeBackend(slot_count=1, reply_share=0)
    scheduler, listener = strict(backend)
    submit(scheduler, 1, "first", conversation="a", sampling=limit(5))
    listener.run()
    scheduler.discard("a")
    submit(scheduler, 2, "second", conversation="b", sampling=limit(20))
    for _ in range(6):
        listener.step()
        scheduler.cancel(1)
    listener.run()
    assert listener.started(1).slot == listener.started(2).slot
    assert listener.reason(2) is FinishReason.LENGTH
    assert listener.text(2) == solo_reply(rendered(backend, "second"), backend, 20)
    assert listener.reason(1) is FinishReason.LENGTH
