"""Drafts tokens for the replies of a step: which, and how many."""

from bisect import bisect_right
from collections.abc import Sequence as AnySequence
from functools import partial

from engine.backend import Backend
from engine.core.draft_lanes import MAX_PENDING, DraftLanes
from engine.core.work import Work
from engine.core.workers import Workers
from engine.scheduling.acceptance import Acceptance
from engine.scheduling.costs import Costs
from engine.scheduling.prompt_lookup import NgramIndex, PromptLookup
from engine.scheduling.sequence import Sequence
from engine.scheduling.slots import Slot
from engine.scheduling.speculation import DRAFT_COUNTS, DraftPlanner, Option

_READING_SHARE = 0.8  # of the time that a step leaves for reading a text with the draft model
_MIN_LEFT = 64  # tokens by which a reply is expected to become longer
_MAX_PLAIN_STEPS = 2.0  # maximum length of a step with drafted tokens, if above the step target


class Drafter:
    """Drafts from the text of each running reply and its prompt, or with the draft model.

    Lives on the engine thread.

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
        lanes: DraftLanes | None = None,
    ) -> None:
        drafted_rows = backend.capabilities.drafted_rows
        self._is_on = is_on and drafted_rows > 0
        self.lanes = lanes
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
        max_seconds = max(_MAX_PLAIN_STEPS * plain_seconds, self._step_target_seconds)
        found = Option([self._expected(reply) for reply in replies])
        options = [found]
        proposed = self._proposed(replies)
        best = None if proposed is None else self.planner.best(proposed, max_seconds)
        if proposed is not None and best is not None:
            unread = self._unread(replies)
            if unread and self._read(unread, best.gain, plain_seconds, max_seconds):
                return []
            options += [] if unread else [proposed]
        chosen = self.planner.choose(options, max_seconds)
        if chosen is None:
            return []
        if chosen.option is found:
            drafts = [_drafted(reply, chosen.count) for reply in replies]
        else:
            drafts = self._propose(replies, chosen.count)
        # None if the draft model failed.
        pairs = zip(slots, drafts, strict=True) if drafts else ()
        return [Work(slot, 1, draft) for slot, draft in pairs]

    def pop_seconds(self) -> float:
        """Return the seconds of the draft model's calls since the last call."""
        return 0.0 if self.lanes is None else self.lanes.pop_seconds()

    def _proposed(self, replies: AnySequence[Sequence]) -> Option | None:
        """Return what the draft model can propose; None if no tokens would be worth its calls."""
        lanes, count = self.lanes, len(replies)
        if lanes is None or not lanes.is_usable:
            return None
        drafting = partial(lanes.drafting_seconds, count)
        if self.planner.is_unprofitable(count, drafting):
            return None
        return Option([self._expected_of_model(reply, lanes) for reply in replies], drafting)

    def _expected_of_model(self, reply: Sequence, lanes: DraftLanes) -> tuple[float, ...]:
        if not reply.speculation_enabled:
            return ()
        tokens = reply.text_tokens
        if reply.acceptance is None:
            reply.acceptance = Acceptance(lanes.typical, len(tokens))
        reply.acceptance.follow(tokens)
        lengths = DRAFT_COUNTS[: bisect_right(DRAFT_COUNTS, self._most(reply))]
        return reply.acceptance.expected(lengths, len(tokens))

    def _unread(self, replies: AnySequence[Sequence]) -> list[tuple[Sequence, int]]:
        """Return the replies whose text must be read before drafting, and the unread tokens."""
        lanes = self.lanes
        assert lanes is not None
        counts = [(each, lanes.follow(_lane(each), each.text_tokens)) for each in replies]
        return [(each, count) for each, count in counts if count > MAX_PENDING]

    def _read(
        self, unread: AnySequence[tuple[Sequence, int]], gain: float, plain: float, most: float
    ) -> bool:
        """Read a piece of the first text for which it pays; return whether there was one.

        ``gain`` is that of drafting, ``plain`` the seconds of the step without the piece, ``most``
        its maximum. The time must be won back: a reply is expected to become at least twice as
        long as it is, and longer by ``_MIN_LEFT`` tokens.
        """
        assert self.lanes is not None
        for reply, count in unread:
            saved = plain * (1 - 1 / gain) * (len(reply.reply_tokens) + _MIN_LEFT)
            if self.lanes.reading_seconds(count) <= saved:
                seconds = _READING_SHARE * (most - plain)
                self.lanes.read(_lane(reply), reply.text_tokens, seconds)
                return True
        return False

    def _propose(self, replies: AnySequence[Sequence], count: int) -> list[tuple[int, ...]]:
        """Return the tokens that the draft model proposes; none after a failure."""
        assert self.lanes is not None
        texts = [(_lane(reply), reply.text_tokens) for reply in replies]
        proposals = self.lanes.propose(texts, count)
        if proposals is None:
            return []
        for reply, proposal in zip(replies, proposals, strict=True):
            if reply.acceptance is not None:
                reply.acceptance.note(len(reply.text_tokens), proposal)
        return [tuple(each) for each in proposals]

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


def _lane(reply: Sequence) -> int:
    """Return the lane of a running reply, which is that of its slot."""
    assert reply.slot is not None, "only a running reply has a lane"
    return reply.slot


def _drafted(reply: Sequence, count: int) -> tuple[int, ...]:
    """Return the drafted tokens; fillers if there are none, so that all replies share one call."""
    lookup = reply.lookup
    assert lookup is not None
    if lookup.has_draft:
        return tuple(lookup.draft(reply.text_tokens, count))
    return (reply.tokens[-1],) * count
