"""Planned work on the backend: whatever becomes of a call, the slots' tokens are true."""

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.backend import DecodeStatus
from engine.core.scheduler import Scheduler
from engine.core.work import Work
from engine.llama.loader import load
from engine.messages.commands import ChatMessage, Prewarm, Role
from engine.messages.config import EngineConfig
from engine.messages.events import FinishReason
from engine.messages.sampling_params import SamplingParams
from engine.scheduling.long_rows import LongRows
from tests.engine.invariants.recorder import Faulty
from tests.fakes.backend import HYBRID, FakeBackend
from tests.fakes.conversations import (
    Listener,
    limit,
    rendered,
    solo_reply,
    strict,
    submit,
    waiting_prompts,
)
from tests.models.cache import cached_model
from tests.models.tiny import write_hybrid, write_plain, write_recurrent, write_sliding_window

FOUR_KINDS = [write_plain, write_sliding_window, write_hybrid, write_recurrent]
UNCHANGED = [DecodeStatus.NO_ROOM, DecodeStatus.INVALID]
FIRST = "the quick brown fox " * 5


def test_a_token_is_sampled_where_a_prompt_is_whole() -> None:
    runner, pool = waiting_prompts(FakeBackend(reply_share=0), 4, 4)
    outcomes = runner.run([Work(pool.slots[0], 4), Work(pool.slots[1], 2)])
    assert [each.slot.index for each in outcomes] == [0]
    assert [len(slot.cached_tokens) for slot in pool.slots[:2]] == [4, 2]
    assert (runner.pop_token_count(), runner.pop_token_count()) == (6, 0)


@pytest.mark.parametrize("kind", [None, HYBRID])
def test_a_slot_is_truncated_or_goes_back_to_its_checkpoint(kind: object) -> None:
    backend = FakeBackend(capabilities=HYBRID) if kind else FakeBackend()
    runner, pool = waiting_prompts(backend, 4)
    slot = pool.slots[0]
    runner.run([Work(slot, 2)])
    runner.save_checkpoint(slot)
    runner.run([Work(slot, 2)])
    runner.truncate(slot, 3)
    assert slot.cached_tokens == ([1, 2] if kind else [1, 2, 3])
    assert backend.cells[0] == slot.cached_tokens


def _writing(backend: FakeBackend, count: int) -> tuple[Scheduler, Listener]:
    """Return a scheduler where so many write."""
    scheduler, listener = strict(backend)
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
    scheduler, listener = strict(backend, EngineConfig(thread_count=8))
    submit(scheduler, 1, "hello", sampling=SamplingParams(max_tokens=5))
    listener.run()
    assert backend.threads.count == 2


def _fail_while_writing(backend: Faulty, status: DecodeStatus) -> tuple[Scheduler, Listener]:
    """Let a conversation's second reply fail after some tokens, its call and the repetition."""
    scheduler, listener = strict(backend)
    submit(scheduler, 1, FIRST, conversation="a", sampling=limit(5))
    listener.run()
    submit(scheduler, 2, FIRST, listener.text(1), "on", conversation="a", sampling=limit(50))
    listener.step(9)
    backend.faults.extend([status] * 2)
    listener.run()
    assert listener.reason(2) is FinishReason.FAILED
    return scheduler, listener


@pytest.mark.parametrize("write", FOUR_KINDS)
@pytest.mark.parametrize("status", UNCHANGED)
def test_what_the_library_left_unchanged_is_kept(
    write: Callable[[Path], None], status: DecodeStatus
) -> None:
    backend = Faulty(load(str(cached_model(write)), EngineConfig(slot_count=2), lambda _: None))
    scheduler, listener = _fail_while_writing(backend, status)
    held = listener.finished(2).usage.context_tokens
    assert held == backend.token_count(0) > listener.finished(1).usage.context_tokens
    submit(scheduler, 3, FIRST, listener.text(1), "on", conversation="a", sampling=limit(3))
    listener.run()
    usage = listener.finished(3).usage
    assert listener.reason(3) is FinishReason.LENGTH
    assert usage.reused_tokens >= listener.finished(1).usage.context_tokens - 1


@pytest.mark.parametrize("write", [write_plain, write_sliding_window])
def test_what_cannot_be_trusted_is_emptied_behind_the_end_that_counts_it(
    write: Callable[[Path], None],
) -> None:
    backend = Faulty(load(str(cached_model(write)), EngineConfig(slot_count=2), lambda _: None))
    scheduler, listener = _fail_while_writing(backend, DecodeStatus.FAILED)
    before = listener.finished(1).usage.context_tokens
    assert listener.finished(2).usage.context_tokens > before
    assert backend.token_count(0) == 0
    submit(scheduler, 3, FIRST, listener.text(1), "on", conversation="a", sampling=limit(3))
    listener.run()
    assert listener.finished(3).usage.reused_tokens == 0


def test_reading_ahead_that_fails_leaves_nothing_to_build_on() -> None:
    backend = FakeBackend()
    scheduler, listener = strict(backend)
    scheduler.prewarm(Prewarm("a", (ChatMessage(Role.USER, FIRST),)))
    listener.step()
    assert backend.cells[0], "a piece was read, and the next one fails"
    backend.poison.add(0)
    listener.run()
    assert backend.cells[0] == []
    backend.poison.clear()
    submit(scheduler, 1, FIRST, conversation="a", sampling=limit(3))
    listener.run()
    assert listener.finished(1).usage.reused_tokens == 0
