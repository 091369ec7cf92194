"""A call that fails: its request ends first, with what its slot holds; then bad KV is emptied."""

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.backend import Backend, DecodeStatus
from engine.core.scheduler import Scheduler
from engine.llama.loader import load
from engine.messages.commands import ChatMessage, Prewarm, Role
from engine.messages.config import EngineConfig
from engine.messages.events import FinishReason
from engine.messages.sampling_params import SamplingParams
from engine.scheduling.slot_auditor import AuditMode
from tests.engine.invariants.recorder import Faulty
from tests.fakes.backend import FakeBackend
from tests.fakes.conversations import Listener, submit
from tests.models.cache import cached_model
from tests.models.tiny import write_hybrid, write_plain, write_recurrent, write_sliding_window

FOUR_KINDS = [write_plain, write_sliding_window, write_hybrid, write_recurrent]
UNCHANGED = [DecodeStatus.NO_ROOM, DecodeStatus.INVALID]
FIRST = "the quick brown fox " * 5


def _strict(backend: Backend) -> tuple[Scheduler, Listener]:
    scheduler = Scheduler(backend, EngineConfig(), AuditMode.ASSERT)
    return scheduler, Listener(scheduler)


def _limit(count: int) -> SamplingParams:
    return SamplingParams(temperature=0.0, max_tokens=count)


def _fail_while_writing(backend: Faulty, status: DecodeStatus) -> tuple[Scheduler, Listener]:
    """Let a conversation's second reply fail after some tokens, its call and the repetition."""
    scheduler, listener = _strict(backend)
    submit(scheduler, 1, FIRST, conversation="a", sampling=_limit(5))
    listener.run()
    submit(scheduler, 2, FIRST, listener.text(1), "on", conversation="a", sampling=_limit(50))
    for _ in range(9):
        listener.step()
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
    submit(scheduler, 3, FIRST, listener.text(1), "on", conversation="a", sampling=_limit(3))
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
    submit(scheduler, 3, FIRST, listener.text(1), "on", conversation="a", sampling=_limit(3))
    listener.run()
    assert listener.finished(3).usage.reused_tokens == 0


def test_reading_ahead_that_fails_leaves_nothing_to_build_on() -> None:
    backend = FakeBackend()
    scheduler, listener = _strict(backend)
    scheduler.prewarm(Prewarm("a", (ChatMessage(Role.USER, FIRST),)))
    listener.step()
    assert backend.cells[0], "a piece was read, and the next one fails"
    backend.poison.add(0)
    listener.run()
    assert backend.cells[0] == []
    backend.poison.clear()
    submit(scheduler, 1, FIRST, conversation="a", sampling=_limit(3))
    listener.run()
    assert listener.finished(1).usage.reused_tokens == 0
