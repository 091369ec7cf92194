"""Checkpoints are taken where an edit may lead back to, and the most useful ones stay."""

import pytest

from engine.backend import Checkpoint
from engine.kv.cache_keys import (
    digest_of,
    is_shared,
    shared_key,
    shared_prefix_length,
    unused_prefixes,
)
from engine.kv.checkpoints import CHECKPOINT_STRIDE, added, is_due, newest_within, next_stop
from engine.kv.slot_copy import MIN_CACHED_TOKENS, pack_tokens
from engine.text.prompt import Prompt, Segment, TokenizedPrompt


@pytest.mark.parametrize(
    ("held", "ends", "target", "stop"),
    [
        (0, [10, 50], 100, 10),
        (10, [10, 50], 100, 50),
        (50, [10, 50], 100, 100),
        (0, [], 3 * CHECKPOINT_STRIDE, CHECKPOINT_STRIDE),
        (CHECKPOINT_STRIDE, [], 3 * CHECKPOINT_STRIDE, 2 * CHECKPOINT_STRIDE),
        (0, [500], 100, 100),
    ],
)
def test_a_prompt_stops_at_the_end_of_a_segment_or_of_a_stride(
    held: int, ends: list[int], target: int, stop: int
) -> None:
    assert next_stop(held, ends, target) == stop


def test_no_checkpoint_is_due_at_the_very_end() -> None:
    assert is_due(10, [10, 20], 20)
    assert not is_due(20, [10, 20], 20)
    assert not is_due(15, [10, 20], 20)
    assert is_due(CHECKPOINT_STRIDE, [], CHECKPOINT_STRIDE + 1)


def test_the_newest_checkpoint_before_a_place_is_found() -> None:
    points = [Checkpoint(count, b"") for count in (5, 20, 10)]
    found = [newest_within(points, count) for count in (4, 5, 19, 100)]
    assert [point and point.token_count for point in found] == [None, 5, 10, 20]


def test_the_first_checkpoint_stays_and_the_oldest_of_the_others_go() -> None:
    points: list[Checkpoint] = []
    for count in range(1, 41):
        points = added(points, Checkpoint(count, b""))
    assert [point.token_count for point in points] == [1, *range(26, 41)]


def test_a_checkpoint_of_the_same_place_is_replaced() -> None:
    points = added([Checkpoint(5, b"old")], Checkpoint(5, b"new"))
    assert points == [Checkpoint(5, b"new")]


def _prompt(prefix: int, rest: int = 10) -> Prompt:
    tokens = tuple(range(prefix + rest))
    system = Segment("system", tokens[:prefix])
    turn = Segment("turn", tokens[prefix:], 0)
    return Prompt(tokens, 0, TokenizedPrompt((system, turn)))


def test_the_prefix_ends_where_the_first_turn_begins() -> None:
    assert shared_prefix_length(_prompt(MIN_CACHED_TOKENS)) == MIN_CACHED_TOKENS
    assert shared_prefix_length(_prompt(MIN_CACHED_TOKENS - 1)) == 0
    assert shared_prefix_length(Prompt((1,), 0, TokenizedPrompt())) == 0


def test_the_key_depends_on_the_tokens_of_the_prefix_only() -> None:
    assert shared_key(_prompt(80), 0) is None
    key = shared_key(_prompt(80, rest=5), 80)
    assert key == shared_key(_prompt(80, rest=90), 80)
    assert key != shared_key(_prompt(80), 79)
    assert key is not None
    assert is_shared(key)
    assert not is_shared("a conversation")
    assert len(digest_of(key)) == 40


def test_a_prefix_is_unused_when_nothing_begins_with_it() -> None:
    prefixes = {"used": pack_tokens((1, 2)), "unused": pack_tokens((1, 3))}
    conversations = [pack_tokens((1, 2, 3)), pack_tokens((5,))]
    assert unused_prefixes(prefixes, conversations) == ["unused"]
    assert unused_prefixes(prefixes, []) == ["used", "unused"]
