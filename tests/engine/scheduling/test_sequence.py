"""A sequence is what it wants in its slot; turns that slide out leave all of its lists."""

from engine.messages.sampling_params import SamplingParams
from engine.scheduling.prompt_lookup import NgramIndex, PromptLookup
from engine.scheduling.sequence import Sequence
from engine.scheduling.sliding import Discard
from engine.text.prompt import Prompt, Segment, TokenizedPrompt


def _sequence() -> Sequence:
    turns = [Segment(f"turn {n}", (10 + n, 20 + n), message=2 * n) for n in range(3)]
    segments = (Segment("<s>", (1,)), *turns)
    tokens = tuple(token for each in segments for token in each.tokens)
    prompt = Prompt(tokens, 0, TokenizedPrompt(segments))
    return Sequence(1, "a", prompt, SamplingParams(), arrived=2.0)


def test_a_sampled_token_is_wanted_and_part_of_the_reply() -> None:
    sequence = _sequence()
    sequence.append(99)
    assert (sequence.tokens[-1], sequence.reply_tokens) == (99, [99])


def test_a_turn_that_slides_out_is_gone_everywhere() -> None:
    sequence = _sequence()
    sequence.drop(Discard(keep_count=1, discard_count=2, first_message=2))
    assert sequence.tokens == [1, 11, 21, 12, 22]
    assert sequence.segment_ends == [1, 1, 3, 5]
    assert sequence.turn_starts == [(1, 2), (3, 4)]
    assert sequence.tokenized.dropped_messages == sequence.dropped_messages == 2


def test_what_was_said_before_a_slide_is_looked_up_no_more() -> None:
    sequence = _sequence()
    sequence.lookup = PromptLookup(NgramIndex(sequence.tokens))
    sequence.drop(Discard(keep_count=1, discard_count=2, first_message=2))
    assert sequence.lookup is None
    assert sequence.index is None


def test_times_are_unknown_until_there_was_a_token() -> None:
    sequence = _sequence()
    assert sequence.usage(5.0, 0).first_token_seconds is None
    sequence.admitted, sequence.first_token, sequence.decode_seconds = 3.0, 4.0, 2.5
    usage = sequence.usage(9.0, 7)
    assert (usage.queue_seconds, usage.first_token_seconds, usage.decode_seconds) == (1.0, 2.0, 2.5)
