"""How many tokens of a prompt a slot can be brought to hold, by each kind of KV cache."""

from itertools import takewhile
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine.backend import Capabilities, Checkpoint
from engine.core.runner import Runner
from engine.kv.ram_tier import RamTier
from engine.messages.metrics import ReuseOrigin
from engine.scheduling.matching import Match, Matcher
from engine.scheduling.sliding import MIN_MOVED_TOKENS, Discard
from engine.scheduling.slots import Slot, SlotPool, common_length
from engine.text.prompt import Prompt, Segment, TokenizedPrompt
from tests.fakes.backend import HYBRID, PLAIN, FakeBackend


def _matcher(capabilities: Capabilities = PLAIN) -> Matcher:
    return Matcher(capabilities, lambda _slot, _count: capabilities.can_truncate)


def _prompt(*tokens: int) -> Prompt:
    return Prompt(tokens, 0, TokenizedPrompt((Segment("x", tokens, 0),)))


def test_one_token_is_always_left_to_decode() -> None:
    slot = Slot(0, cached_tokens=[1, 2, 3])
    assert _matcher().match(slot, _prompt(1, 2, 3)) == Match(2, ReuseOrigin.READY)


def test_a_cache_that_cannot_be_truncated_goes_back_to_a_checkpoint() -> None:
    slot = Slot(0, cached_tokens=[1, 2, 3, 4], checkpoints=[Checkpoint(2, b"")])
    matcher = _matcher(HYBRID)
    assert matcher.match(slot, _prompt(1, 2, 3, 9)).token_count == 2
    assert matcher.match(slot, _prompt(1, 9)).token_count == 0
    assert matcher.match(slot, _prompt(1, 2, 3, 4, 5)).token_count == 4, "nothing goes"


def test_turns_that_a_prompt_has_dropped_slide_out_of_its_slot() -> None:
    match = _match_without_first_turn(MIN_MOVED_TOKENS)
    assert match.token_count == 1 + MIN_MOVED_TOKENS
    assert match.discard is not None
    assert (match.discard.keep_count, match.discard.discard_count) == (1, 40)


def test_few_tokens_after_the_head_are_not_moved() -> None:
    assert _match_without_first_turn(MIN_MOVED_TOKENS - 1) == Match(1, ReuseOrigin.READY)


def _match_without_first_turn(moved_count: int) -> Match:
    """Return the match of a prompt that dropped its first turn and keeps this many tokens."""
    kept = tuple(range(1000, 1000 + moved_count))
    slot = Slot(0, cached_tokens=[1, *range(100, 140), *kept])
    tokens = (1, *kept, 2)
    segments = (Segment("<s>", (1,)), Segment("turn", tokens[1:], 2))
    return _matcher().match(slot, Prompt(tokens, 2, TokenizedPrompt(segments, 2)))


def test_nothing_is_forked_where_the_cache_cannot_be_copied() -> None:
    donor = Slot(0, cached_tokens=[1, 2, 3])
    assert _matcher().match_fork(donor, _prompt(1, 2, 9)).token_count == 2
    unable = Matcher(Capabilities(can_fork=False), lambda _slot, _count: True)
    assert unable.match_fork(donor, _prompt(1, 2, 9)) == Match()


def test_nothing_is_stored_where_there_is_no_tier() -> None:
    matcher = Matcher(PLAIN, lambda _slot, _count: True, RamTier(0))
    assert matcher.match_stored("a", _prompt(1, 2)) == Match()
    assert matcher.match_shared(None, _prompt(1, 2)) == Match()


@given(st.lists(st.integers(0, 1), max_size=200), st.lists(st.integers(0, 1), max_size=200))
def test_the_common_length_is_that_of_a_loop(held: list[int], tokens: list[int]) -> None:
    pairs = zip(held, tokens, strict=False)
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    assert common_length(held, tuple(tokens)) == same
    assert common_length(held, tuple(tokens), same // 2) == same


_CHANGES = st.one_of(
    st.tuples(st.just("grow"), st.lists(st.integers(0, 1), min_size=1, max_size=9)),
    st.tuples(st.just("cut"), st.integers(0, 40)),
    st.tuples(st.just("slide"), st.integers(0, 5)),
    st.tuples(st.just("restore"), st.lists(st.integers(0, 1), min_size=1, max_size=40)),
)


@given(st.lists(_CHANGES, max_size=12), st.lists(st.integers(0, 1), min_size=1, max_size=60))
def test_what_is_known_of_a_prompt_is_true_whatever_becomes_of_the_slot(
    changes: list[tuple[str, Any]], tokens: list[int]
) -> None:
    backend, pool = FakeBackend(slot_count=1), SlotPool(1)
    runner, slot = Runner(backend, pool), pool.slots[0]
    prompt = _prompt(*tokens)
    for kind, value in changes:
        if kind == "grow":
            backend.cells[0].extend(value)
            slot.cached_tokens.extend(value)
        elif kind == "cut":
            runner.truncate(slot, min(value, len(slot.cached_tokens)))
        elif kind == "slide" and len(slot.cached_tokens) > value:
            runner.slide(slot, Discard(value, len(slot.cached_tokens) - value, 0))
        elif kind == "restore":
            runner.clear(slot)
            backend.cells[0] = list(value)
            slot.cached_tokens = list(value)
        fresh = _matcher().match(slot, _prompt(*tokens))
        assert _matcher().match(slot, prompt) == fresh
