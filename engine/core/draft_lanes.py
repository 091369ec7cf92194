"""What the draft model has read of the chats, and its proposals for all of them in one call.

It sees the last tokens of a chat's text, at most its window: enough to continue a sentence, and
little memory. So nothing needs to be copied, moved or stored with a chat: what a lane lacks after a
slide, a fork or a restart is read again, in pieces between the calls of the model.
"""

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.backend import BatchEntry, DecodeStatus, DraftModel
from engine.core.workers import CallGuard
from engine.ipc.lazy_text import LazyText, lazy
from engine.scheduling.acceptance import Rate
from engine.scheduling.costs import Costs, averaged
from engine.scheduling.slots import common_length
from engine.scheduling.threads import Threads

MAX_PENDING = 8  # tokens of a lane that are read in a call that drafts
_ROOM = 32  # tokens of a window for drafted ones; with less the lane begins again
_READING_SECONDS = 0.25  # in which the text is read with which a lane begins
_MIN_TEXT = 128  # tokens with which a lane begins at least
_CALIBRATION_TOKENS, _CALIBRATION_LANES = 32, 8
_MAX_FAILURES = 3

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Lane:
    """The tokens in a slot of the draft model: those of the text from ``start`` on."""

    start: int = 0
    held: list[int] = field(default_factory=list)


class DraftLanes:
    """A lane for each slot, which follows the text in that slot. Engine thread.

    Attributes:
        typical: the share of accepted tokens in all replies.
        costs: the seconds of the draft model's calls.
        trouble: a sentence if the draft model has failed and is no longer used.
    """

    def __init__(
        self, draft: DraftModel, slot_count: int, threads: Threads, guard: CallGuard | None
    ) -> None:
        self._draft = draft
        self._lanes = [_Lane() for _ in range(slot_count)]
        self._threads = threads
        self._guard = guard
        self._seconds = 0.0
        self._drafting: dict[tuple[int, int], float] = {}  # by lanes and drafted tokens
        self._failure_count = 0
        self.typical = Rate()
        self.costs = Costs()
        self.trouble = LazyText("")

    @property
    def is_usable(self) -> bool:
        """Return whether the draft model still works."""
        return not self.trouble

    def calibrate(self) -> None:
        """Measure calls of all sizes once, in empty lanes, and leave them empty."""
        token = 0
        for count in {1, min(len(self._lanes), _CALIBRATION_LANES)}:
            for _ in range(3):  # the first call is slower than any other
                self._decode([BatchEntry(lane, (token,), 0, 1) for lane in range(count)])
                self._clear()
        for _ in range(2):
            self._decode([BatchEntry(0, (token,) * _CALIBRATION_TOKENS, 0, 0)])
            self._clear()
        self.pop_seconds()

    def pop_seconds(self) -> float:
        """Return the seconds of the draft model's calls since the last call."""
        taken, self._seconds = self._seconds, 0.0
        return taken

    def drafting_seconds(self, lane_count: int, count: int) -> float:
        """Return the expected seconds to propose ``count`` tokens for each of some lanes."""
        known = self._drafting.get((lane_count, count))
        return count * self.costs.seconds(lane_count) if known is None else known

    def follow(self, index: int, tokens: Sequence[int]) -> int:
        """Remove what a lane holds of another text; return how many tokens it has to read.

        At least one: the proposals follow the last token.
        """
        lane = self._lanes[index]
        seen = tokens[lane.start : lane.start + len(lane.held)]
        if seen != lane.held or lane.start + len(seen) >= len(tokens):
            shared = common_length(lane.held, tuple(seen))
            self._keep(index, min(shared, len(tokens) - lane.start - 1))
        most = self._draft.window - _ROOM
        missing = len(tokens) - lane.start - len(lane.held)
        if lane.held and (len(lane.held) + missing > most or missing > self._text_count):
            self._keep(index, 0)
        if not lane.held:
            lane.start = max(0, len(tokens) - self._text_count)
        return len(tokens) - lane.start - len(lane.held)

    @property
    def _text_count(self) -> int:
        """Return the number of tokens of a text with which a lane begins."""
        fitting = int(_READING_SECONDS / max(self.reading_seconds(1), 1e-6))
        return min(max(_MIN_TEXT, fitting), self._draft.window // 2)

    def reading_seconds(self, token_count: int) -> float:
        """Return the expected seconds to read tokens of a text."""
        return self.costs.seconds(0, token_count)

    def read(self, index: int, tokens: Sequence[int], max_seconds: float) -> None:
        """Read a piece of what a lane lacks, but for its last token, in about ``max_seconds``."""
        lane = self._lanes[index]
        missing = self.follow(index, tokens) - 1
        within = int(max_seconds / max(self.reading_seconds(1), 1e-6))
        count = min(missing, max(1, within), self._draft.batch_size)
        start = lane.start + len(lane.held)
        piece = tokens[start : start + count]
        if piece and self._decode([BatchEntry(index, piece, len(lane.held), 0)]):
            lane.held += piece

    def propose(
        self, texts: Sequence[tuple[int, Sequence[int]]], count: int
    ) -> list[list[int]] | None:
        """Return ``count`` tokens to follow each text, of ascending lanes; None if that failed.

        Each call is one for all lanes. None of them may lack more than ``MAX_PENDING`` tokens.
        """
        pending = [self.follow(index, tokens) for index, tokens in texts]
        most = max(pending)
        entries = []
        for (index, tokens), lacking in zip(texts, pending, strict=True):
            lane = self._lanes[index]
            # With split KV, pieces of different lengths would cost a pass each.
            if lacking < most <= 2 and lane.held:
                self._keep(index, len(lane.held) - 1)
            piece = tuple(tokens[lane.start + len(lane.held) :])
            if len(piece) > MAX_PENDING:
                return None  # the lane could not be truncated, and is read again
            entries.append(BatchEntry(index, piece, len(lane.held), 1))
        proposals: list[list[int]] = [[] for _ in texts]
        before = self._seconds
        for depth in range(count):
            if not self._decode(entries):
                return None
            for entry in entries:
                self._lanes[entry.slot].held += entry.tokens
            for proposal, token in zip(proposals, self._draft.likeliest(), strict=True):
                proposal.append(token)
            if depth + 1 < count:
                entries = [
                    BatchEntry(index, (proposal[-1],), len(self._lanes[index].held), 1)
                    for (index, _), proposal in zip(texts, proposals, strict=True)
                ]
        kind = len(texts), count
        self._drafting[kind] = averaged(self._drafting.get(kind), self._seconds - before)
        return proposals

    def _keep(self, index: int, count: int) -> None:
        """Remove all tokens of a lane after its first ones; all of them if that is refused."""
        lane = self._lanes[index]
        if count >= len(lane.held):
            return
        if count <= 0 or not self._draft.truncate(index, count):
            self._draft.clear(index)
            count = 0
        del lane.held[count:]

    def _clear(self) -> None:
        for index in range(len(self._lanes)):
            self._draft.clear(index)

    def _decode(self, entries: Sequence[BatchEntry]) -> bool:
        """Compute a call and learn its cost; after a failure its lanes are empty."""
        token_count = sum(len(each.tokens) for each in entries)
        is_row_each = token_count == len(entries) and entries[0].logit_count > 0
        rows = self.costs.seconds(len(entries))
        expected = rows if is_row_each else max(rows, self.reading_seconds(token_count))
        threads = self._threads.within(self._threads.decode.count)
        patience = self._threads.patience(self._threads.decode, threads, expected)
        if self._guard is not None:
            self._guard.begin(patience)
        started = time.perf_counter()
        status = self._draft.decode(entries, threads)
        seconds = time.perf_counter() - started
        if self._guard is not None:
            self._guard.end()
        self._seconds += seconds
        if is_row_each:  # an aborted call as well: drafting is slow at present
            self.costs.learn_rows(len(entries), seconds)
        elif len(entries) == 1 and status is DecodeStatus.DONE:
            self.costs.learn_prompt(token_count, 0.0, seconds)
        if status is DecodeStatus.DONE:
            self._failure_count = 0
            return True
        for entry in entries:
            self._lanes[entry.slot].held.clear()
            self._draft.clear(entry.slot)
        if status is not DecodeStatus.ABORTED:
            self._count_failure()
        return False

    def _count_failure(self) -> None:
        self._failure_count += 1
        _log.warning("A call of the draft model %s failed", self._draft.name)
        if self._failure_count >= _MAX_FAILURES:
            self.trouble = lazy(
                "The draft model {name} stopped computing and is not used. Replies are written "
                "without it.",
                name=self._draft.name,
            )
