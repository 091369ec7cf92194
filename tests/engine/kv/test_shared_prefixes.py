"""A system prompt is stored once, under a key of its own, as long as something begins with it."""

from engine.kv.shared_prefixes import (
    digest_of,
    is_shared,
    shared_key,
    shared_prefix_length,
    unused_prefixes,
)
from engine.kv.slot_copy import MIN_CACHED_TOKENS, pack_tokens
from engine.text.prompt import Prompt, Segment, TokenizedPrompt


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
