"""Computes how much of a conversation would be read again: with other options, or in a branch."""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from itertools import takewhile

import msgspec

from engine.backend import Capabilities, Checkpoint
from engine.core.cache_manager import KVCacheManager
from engine.core.input_processor import InputProcessor
from engine.core.reports import EngineReports
from engine.core.workers import Workers
from engine.kv.cache_keys import is_source
from engine.kv.slot_copy import MIN_CACHED_TOKENS
from engine.messages.commands import Prewarm, Role, WeighPrompt
from engine.messages.events import Event, PromptWeighed, WarmPoint
from engine.scheduling.slots import SlotPool, common_length
from engine.text.prompt import TokenizedPrompt


class _WarmState(msgspec.Struct, frozen=True):
    """A state in which a branch of a chat could begin: its slot, its stored state, or a source.

    ``points`` are the lengths to which its memory can be truncated, None for all; a state that
    saves fewer tokens than ``least`` is not restored.
    """

    tokens: tuple[int, ...]
    points: tuple[int, ...] | None
    least: int = 0

    def usable(self, tokens: tuple[int, ...], ends: Sequence[int]) -> list[int]:
        """Return how many tokens could be kept for each of these lengths of a prompt."""
        shared = common_length(self.tokens, tokens)
        return [self._usable(min(shared, end)) for end in ends]

    def _usable(self, count: int) -> int:
        if self.points is not None and count < len(self.tokens):
            count = max((each for each in self.points if each <= count), default=0)
        return count if count >= MIN_CACHED_TOKENS else 0


class _WarmStates(msgspec.Struct, frozen=True):
    """All states in which a branch could begin; the branch uses the one that saves most."""

    slot: _WarmState | None
    stored: _WarmState | None
    sources: tuple[_WarmState, ...]

    def kept(self, tokens: tuple[int, ...], prefix: int, ends: Sequence[int]) -> list[int]:
        """Return how many tokens a branch keeps that begins at each of these lengths.

        Its system prompt may be kept anyway: that ``prefix`` does not justify restoring a whole
        chat.
        """
        found = [0] * len(ends)
        for each in self.sources:
            found = list(map(max, found, each.usable(tokens, ends)))
        if self.stored is not None:
            least = self.stored.least
            counts = self.stored.usable(tokens, ends)
            found = [
                count if count >= max(other, prefix) + least else other
                for count, other in zip(counts, found, strict=True)
            ]
        if self.slot is not None:
            found = list(map(max, found, self.slot.usable(tokens, ends)))
        return found


class PromptWeigher:
    """Makes a prompt without a request, concurrently with the steps; changes nothing."""

    def __init__(
        self,
        processor: InputProcessor,
        workers: Workers,
        cache_manager: KVCacheManager,
        reports: EngineReports,
        *,
        pool: SlotPool,
        capabilities: Capabilities,
    ) -> None:
        self._processor = processor
        self._workers = workers
        self._cache_manager = cache_manager
        self._reports = reports
        self._pool = pool
        self._capabilities = capabilities

    def weigh(self, command: WeighPrompt, report: Callable[[Event], None]) -> None:
        """Report soon, on the worker's thread, how much of a prompt is in the KV cache."""
        name, messages = command.conversation_id, command.messages
        remembered = self._cache_manager.tokenized_prompt(name, messages)
        held_count = self._reports.held_tokens(command.conversation_id)
        warm = self._warm_states(command.conversation_id)

        def answer(job: Future[PromptWeighed]) -> None:
            is_made = not job.cancelled() and job.exception() is None
            report(job.result() if is_made else PromptWeighed(command.request_id))

        job = self._workers.prompts.submit(self._weighed, command, remembered, held_count, warm)
        job.add_done_callback(answer)

    def _warm_states(self, conversation_id: str) -> _WarmStates:
        """Return the states available to a branch of a conversation now."""
        slot = self._pool.slot_for(conversation_id)
        state = self._cache_manager.states.get(conversation_id)
        held = stored = None
        if slot is not None and self._capabilities.can_fork:
            held = _WarmState(tuple(slot.cached_tokens), self._points(slot.checkpoints))
        if slot is None and state is not None and state.tokens:
            least = max(MIN_CACHED_TOKENS, self._cache_manager.restorer.least_worth(state))
            stored = _WarmState(state.tokens, self._points(state.point_counts), least)
        sources = tuple(
            _WarmState(each.tokens, self._points(each.point_counts))
            for each in self._cache_manager.states
            if is_source(each.key) and each.tokens
        )
        return _WarmStates(held, stored, sources)

    def _points(self, points: Iterable[Checkpoint | int]) -> tuple[int, ...] | None:
        if not self._capabilities.wants_checkpoints:
            return None
        return tuple(each if isinstance(each, int) else each.token_count for each in points)

    def _weighed(
        self,
        command: WeighPrompt,
        remembered: TokenizedPrompt,
        held_count: int,
        warm: _WarmStates,
    ) -> PromptWeighed:
        ahead = Prewarm(command.conversation_id, command.messages, command.options)
        sequence = self._processor.process_certain(ahead, remembered)
        if sequence is None:
            return PromptWeighed(command.request_id)
        known = (token for segment in remembered.segments for token in segment.tokens)
        pairs = zip(sequence.prompt.tokens, known, strict=False)
        shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        kept = min(shared, held_count)
        count = len(sequence.prompt.tokens)
        starts = [start for start in sequence.prompt.turn_starts if start[1]]
        spoken = sum(each.role is not Role.SYSTEM for each in command.messages)
        ends = (*starts, (count, spoken))
        counts = warm.kept(
            sequence.prompt.tokens, sequence.shared_prefix_length, [end for end, _ in ends]
        )
        points = tuple(
            WarmPoint(message, end, spared)
            for (end, message), spared in zip(ends, counts, strict=True)
        )
        return PromptWeighed(command.request_id, count, kept, is_known=True, points=points)
