"""Copies beside replies, when what they are for ends, is forgotten or goes wrong meanwhile."""

import time
from collections.abc import Callable, Iterator

import pytest

from engine.backend import Capabilities
from engine.core import slot_transfers
from engine.messages.config import EngineConfig
from engine.messages.errors import internal_error
from engine.messages.events import FinishReason
from tests.engine.core.test_slot_transfers import FIRST, OTHER, Talks
from tests.fakes.backend import LENDING
from tests.fakes.copy_thread import held_copies

LENDING_WINDOWED = Capabilities(can_lend=True, can_slide=False, sliding_window=32)


@pytest.fixture(autouse=True)
def copies_are_held() -> Iterator[None]:
    """Let no copy end by itself, and let each count as long."""
    with held_copies():
        yield


def branching(talks: Talks) -> tuple[int, int]:
    """Return a writer, and a branch of "a" that is copied beside it."""
    talks.ask("a", FIRST)
    writer = talks.write()
    branch = talks.submit("branch", FIRST)
    talks.steps(1)
    assert talks.copies.job is not None
    return writer, branch


def test_a_branch_that_has_ended_is_copied_into_no_slot() -> None:
    talks = Talks(slots=3)
    writer, branch = branching(talks)
    talks.scheduler.cancel(branch)
    talks.scheduler.cancel(writer)  # the rest is copied at once, as nobody writes
    talks.end_copy()
    assert talks.backend.cells[2] == []
    talks.submit("d", OTHER)
    talks.finish()


def three_branches(talks: Talks) -> list[int]:
    """Return branches of "a" that wait for a copy of it beside a writer."""
    talks.ask("a", FIRST)
    talks.write()
    branches = [talks.submit(name, FIRST) for name in ("one", "two", "three")]
    talks.steps(1)
    return branches


def end_copies(talks: Talks) -> int:
    """Let all copies end; return how many there were from the beginning on."""
    while talks.copies.job is not None:
        talks.end_copy()
    return talks.copies.count


def test_branches_that_wait_for_one_slot_share_one_copy_out_of_it() -> None:
    talks = Talks(slots=5)
    branches = three_branches(talks)
    assert end_copies(talks) == 1 + len(branches)
    for branch in branches:
        assert talks.listener.started(branch).usage.reused_tokens > len(FIRST)
    talks.finish()


def test_many_quick_copies_hold_up_replies_no_longer_than_a_step_may_take(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    talks = Talks(slots=5)
    branches = three_branches(talks)
    fill = talks.backend.set_state

    def fill_slowly(slot: int, state: bytes, count: int, *rest: Callable[[], None]) -> bool:
        time.sleep(0.6 * EngineConfig().step_target_seconds)
        return fill(slot, state, count, *rest)

    monkeypatch.setattr(talks.backend, "set_state", fill_slowly)
    monkeypatch.setattr(slot_transfers, "WORTH_A_THREAD", 1e9)
    talks.end_copy()
    assert [talks.listener.has_started(each) for each in branches] == [True, False, False]
    assert talks.copies.job is not None
    talks.finish()


@pytest.mark.parametrize("cancelled", [[0], [2], [0, 1, 2]])
def test_a_branch_that_ends_takes_no_copy_from_the_others(cancelled: list[int]) -> None:
    talks = Talks(slots=5)
    branches = three_branches(talks)
    for place in cancelled:
        talks.scheduler.cancel(branches[place])
    left = [each for place, each in enumerate(branches) if place not in cancelled]
    assert end_copies(talks) == 1 + len(left)
    for branch in left:
        assert talks.listener.started(branch).usage.reused_tokens > len(FIRST)
    talks.finish()


def test_branches_of_a_chat_that_is_deleted_meanwhile_read_their_prompts() -> None:
    talks = Talks(slots=5)
    branches = three_branches(talks)
    talks.scheduler.forget("a")
    assert end_copies(talks) == 1
    assert [talks.listener.started(each).usage.reused_tokens for each in branches] == [0, 0, 0]
    talks.finish()


def test_a_slot_is_copied_again_when_its_chat_has_gone_on() -> None:
    talks = Talks(slots=6)
    three_branches(talks)
    end_copies(talks)
    said = talks.listener.text(1)
    talks.submit("a", FIRST, said, "and?", tokens=1)
    talks.steps(2)
    later = talks.submit("later", FIRST, said, "and?")
    talks.steps(1)
    assert end_copies(talks) == 4 + 2
    usage = talks.listener.started(later).usage
    assert usage.reused_tokens > len(FIRST) + len(said)
    talks.finish()


@pytest.mark.parametrize("is_beside", [False, True])
def test_a_copy_that_is_a_bug_fails_the_requests_and_no_more(
    monkeypatch: pytest.MonkeyPatch, is_beside: bool
) -> None:
    talks = Talks()
    said = talks.ask("a", FIRST)
    talks.ask("c", OTHER)

    def fail(_slot: int) -> bytes:
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(talks.backend, "state", fail)
        if is_beside:
            talks.scheduler.forget("c")
            talks.write()
        late = talks.submit("b", OTHER + "more")
        if is_beside:
            talks.steps(1)
            talks.copies.end()
        with pytest.raises(MemoryError):
            talks.steps(1)
        talks.scheduler.fail_all(internal_error())
    talks.steps(1)
    assert talks.listener.reason(late) is FinishReason.FAILED
    assert talks.backend.lent == set()
    assert talks.ask("a", FIRST) == said


def test_what_was_forgotten_does_not_replace_what_was_asked_afterwards() -> None:
    talks = Talks(slots=3)
    said = talks.ask("a", FIRST)
    for name in "bcd":
        talks.ask(name, OTHER + name)  # the last evicts "a"
    assert talks.manager.ram.get("a") is not None
    talks.scheduler.forget("b")
    talks.scheduler.forget("c")
    writer = talks.write()
    talks.submit("a", FIRST, said, "and?")
    talks.steps(1)
    assert talks.copies.job is not None
    talks.scheduler.forget("a")
    talks.scheduler.forget("d")
    talks.scheduler.cancel(writer)
    talks.ask("a", OTHER)
    talks.ask("e", "something else " * 10)
    talks.ask("f", "yet something else " * 10)
    newer = talks.manager.ram.get("a")
    assert newer is not None
    talks.end_copy()
    assert talks.manager.ram.get("a") == newer


@pytest.mark.parametrize("capabilities", [LENDING, LENDING_WINDOWED])
def test_what_begins_like_a_lent_slot_is_admitted_without_asking_the_library(
    capabilities: Capabilities,
) -> None:
    talks = Talks(capabilities, slots=4)
    branching(talks)
    late = talks.submit("d", FIRST[:100] + OTHER)
    talks.steps()
    assert talks.copies.job is not None
    talks.finish()
    assert talks.listener.reason(late) is FinishReason.LENGTH
