"""What is copied out of a slot comes back into another one, and its cost is known."""

import pytest

from engine.backend import BatchEntry
from engine.core.runner import Runner
from engine.core.slot_copier import SlotCopier
from engine.scheduling.cost_model import CostModel
from engine.scheduling.slots import SlotPool
from engine.text.prompt import Segment, TokenizedPrompt, TokenizedPrompts
from tests.fakes.backend import FakeBackend

TOKENS = (7, 8, 9)
PROMPT = TokenizedPrompt((Segment("text", TOKENS),))


def _copying(backend: FakeBackend) -> tuple[SlotCopier, SlotPool, TokenizedPrompts]:
    """Return a copier over slots of which the first one holds a conversation."""
    pool, prompts = SlotPool(backend.slot_count), TokenizedPrompts()
    backend.decode([BatchEntry(0, TOKENS, 0, logit_count=0)])
    pool.slots[0].cached_tokens = list(TOKENS)
    copier = SlotCopier(backend, Runner(backend, pool), prompts, CostModel(), target_seconds=0.08)
    return copier, pool, prompts


def test_a_copy_comes_back_into_another_slot_with_its_text() -> None:
    backend = FakeBackend(slot_count=2)
    copier, pool, prompts = _copying(backend)
    prompts.put("a", PROMPT)
    copy = copier.copy(pool.slots[0], "a")
    assert (copy.key, copy.tokens, copy.prompt) == ("a", TOKENS, PROMPT)
    assert not copy.is_from_disk
    prompts.forget("a")
    assert copier.restore(pool.slots[1], copy) is not None
    assert backend.cells[1] == pool.slots[1].cached_tokens == list(TOKENS)
    assert prompts.get("a") == PROMPT


def test_a_refused_restore_takes_no_seconds_and_leaves_the_slot_empty() -> None:
    backend = FakeBackend(slot_count=2)
    copier, pool, prompts = _copying(backend)
    prompts.put("a", PROMPT)
    copy = copier.copy(pool.slots[0], "a")
    prompts.forget("a")
    backend.refuses_states = True
    assert copier.restore(pool.slots[1], copy) is None
    assert pool.slots[1].cached_tokens == []
    assert prompts.get("a") == TokenizedPrompt()


@pytest.mark.parametrize(("kv_bytes", "is_brief"), [(1 << 20, True), (1 << 50, False)])
def test_a_copy_is_brief_by_the_size_of_a_token_until_one_was_measured(
    kv_bytes: int, is_brief: bool
) -> None:
    copier, pool, _ = _copying(FakeBackend(slot_count=2, kv_bytes=kv_bytes))
    assert copier.is_brief(pool.slots[0]) is is_brief
    copier.copy(pool.slots[0], "a")
    assert copier.is_brief(pool.slots[0])


def test_a_restore_is_estimated_by_its_size() -> None:
    copier, _, _ = _copying(FakeBackend(slot_count=2))
    assert copier.restore_seconds(2_000_000) == pytest.approx(2 * copier.restore_seconds(1_000_000))
