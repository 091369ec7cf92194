"""Drafts tokens for the replies of a step: which, and how many."""

from bisect import bisect_right
from collections.abc import Sequence as AnySequence

from engine.backend import Backend
from engine.core.work import Work
from engine.core.workers import Workers
from engine.scheduling.costs import Costs
from engine.scheduling.ngram_index import NgramIndex
from engine.scheduling.prompt_lookup import PromptLookup
from engine.scheduling.sequence import Sequence
from engine.scheduling.slots import Slot
from engine.scheduling.speculation import DRAFT_COUNTS, DraftPlanner

_MAX_PLAIN_STEPS = 2.0  # maximum length of a step with drafted tokens, if above the step target


class Drafter:
    """Drafts from the text of each running reply and its prompt; lives on the engine thread.

    The expected length of a step with drafted tokens is at most ``step_target_seconds``, or two
    plain steps where that is longer.
    """

    def __init__(
        self,
        backend: Backend,
        workers: Workers,
        costs: Costs,
        *,
        step_target_seconds: float,
        is_on: bool = True,
    ) -> None:
        drafted_rows = backend.capabilities.drafted_rows
        self._is_on = is_on and drafted_rows > 0
        self._window = backend.info.context_window
        self._workers = workers
        self._costs = costs
        self._step_target_seconds = step_target_seconds
        # In one pass of the library: of two, the first could overwrite tokens that a sliding window
        # needs after the second is cut off again.
        max_rows = min(backend.micro_batch_size, backend.info.slot_count + drafted_rows)
        self.planner = DraftPlanner(costs.seconds, max_rows=max_rows, max_drafted=drafted_rows)

    def works(self, slots: AnySequence[Slot]) -> list[Work]:
        """Return the works of a step with drafted tokens, in one call; none for a plain step."""
        replies = [slot.sequence for slot in slots if slot.sequence is not None]
        if not self._is_on or not replies or self.planner.is_unprofitable(len(replies)):
            return []
        plain_seconds = self._costs.seconds(len(replies))
        expected = [self._expected(reply) for reply in replies]
        max_seconds = max(_MAX_PLAIN_STEPS * plain_seconds, self._step_target_seconds)
        count = self.planner.choose(expected, max_seconds)
        if count is None:
            return []
        return [
            Work(slot, 1, _drafted(reply, count))
            for slot, reply in zip(slots, replies, strict=True)
        ]

    def _expected(self, reply: Sequence) -> tuple[float, ...]:
        """Return for each possible length the expected number of accepted tokens."""
        lookup = self._lookup(reply)
        if lookup is None:
            return ()
        lengths = DRAFT_COUNTS[: bisect_right(DRAFT_COUNTS, self._most(reply))]
        if not lookup.follow(reply.text_tokens):
            return (0.0,) * len(lengths)
        expected = lookup.expected(lengths)
        if not reply.sampling.has_grammar or not lengths:
            return expected
        assert reply.sampler is not None
        drafted = lookup.draft(reply.text_tokens, lengths[-1])
        valid_count = reply.sampler.valid_count(drafted)
        (most,) = lookup.expected([valid_count])
        return tuple(min(each, most) for each in expected)

    def _most(self, reply: Sequence) -> int:
        """Return the maximum draft in which only the last token can end the reply or its thinking.

        After the end of the thinking a token may be forced, or a grammar begins.
        """
        if reply.sampling.has_grammar and not reply.splitter.is_answering:
            return 0
        most = self._window - len(reply.tokens) - 1
        if reply.sampling.max_tokens is not None:
            most = min(most, reply.sampling.max_tokens - len(reply.reply_tokens) - 1)
        thoughts = reply.most_thoughts
        return most if thoughts is None else min(most, thoughts - 1)

    def _lookup(self, reply: Sequence) -> PromptLookup | None:
        """Return the index of the reply's text; None until it is made, and without speculation."""
        if not reply.speculation_enabled:
            return None
        lookup, index = reply.lookup, reply.index
        if index is None and (lookup is None or lookup.index.is_long(reply.text_tokens)):
            # On a worker: for a long conversation it would delay the other replies.
            tokens = tuple(reply.text_tokens)
            reply.index = self._workers.prompts.submit(lambda: NgramIndex(tokens))
        if reply.index is not None and reply.index.done():
            made, reply.index = reply.index.result(), None
            if lookup is None:
                reply.lookup = lookup = PromptLookup(made)
            else:
                lookup.index = made
        return lookup


def _drafted(reply: Sequence, count: int) -> tuple[int, ...]:
    """Return the drafted tokens; fillers if there are none, so that all replies share one call."""
    lookup = reply.lookup
    assert lookup is not None
    if lookup.has_draft:
        return tuple(lookup.draft(reply.text_tokens, count))
    return (reply.tokens[-1],) * count
