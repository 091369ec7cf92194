"""How many tokens of a prompt a slot can be brought to hold, by each kind of KV cache."""

from engine.backend import Capabilities, Checkpoint
from engine.kv.ram_tier import RamTier
from engine.scheduling.matching import Match, Matcher
from engine.scheduling.slots import Slot
from engine.text.prompt import Prompt, Segment, TokenizedPrompt
from engine.wire.usage import ReuseOrigin
from tests.fakes.backend import HYBRID, PLAIN


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
    slot = Slot(0, cached_tokens=[1, *range(100, 140), *range(200, 240)])
    tokens = (1, *range(200, 241))
    segments = (Segment("<s>", (1,)), Segment("turn", tokens[1:], 2))
    match = _matcher().match(slot, Prompt(tokens, 2, TokenizedPrompt(segments, 2)))
    assert match.token_count == 41
    assert match.discard is not None
    assert (match.discard.keep_count, match.discard.discard_count) == (1, 40)


def test_nothing_is_forked_where_the_cache_cannot_be_copied() -> None:
    donor = Slot(0, cached_tokens=[1, 2, 3])
    assert _matcher().match_fork(donor, _prompt(1, 2, 9)).token_count == 2
    unable = Matcher(Capabilities(can_fork=False), lambda _slot, _count: True)
    assert unable.match_fork(donor, _prompt(1, 2, 9)) == Match()


def test_nothing_is_stored_where_there_is_no_tier() -> None:
    matcher = Matcher(PLAIN, lambda _slot, _count: True, RamTier(0))
    assert matcher.match_stored("a", _prompt(1, 2)) == Match()
    assert matcher.match_shared(None, _prompt(1, 2)) == Match()
