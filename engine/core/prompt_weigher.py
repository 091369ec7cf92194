"""Tells how much of a conversation would be read again if it were asked with other options."""

from collections.abc import Callable
from concurrent.futures import Future
from itertools import takewhile

from engine.core.cache_manager import KVCacheManager
from engine.core.input_processor import InputProcessor
from engine.core.reports import EngineReports, SlotPoints
from engine.core.workers import Workers
from engine.text.prompt import TokenizedPrompt
from engine.wire.commands import Prewarm, Role, WeighPrompt
from engine.wire.events import Event, PromptWeighed, WarmPoint


class PromptWeigher:
    """Makes a prompt that nobody is asked, beside the steps; changes nothing."""

    def __init__(
        self,
        processor: InputProcessor,
        workers: Workers,
        cache_manager: KVCacheManager,
        reports: EngineReports,
    ) -> None:
        self._processor = processor
        self._workers = workers
        self._cache_manager = cache_manager
        self._reports = reports

    def weigh(self, command: WeighPrompt, report: Callable[[Event], None]) -> None:
        """Report soon, on the worker's thread, how much of a prompt is in the KV cache."""
        remembered = self._cache_manager.tokenized_prompt(command.conversation_id)
        held_count = self._reports.held_tokens(command.conversation_id)
        slot = self._reports.slot_points(command.conversation_id)

        def answer(job: Future[PromptWeighed]) -> None:
            is_made = not job.cancelled() and job.exception() is None
            report(job.result() if is_made else PromptWeighed(command.request_id))

        job = self._workers.prompts.submit(self._weighed, command, remembered, held_count, slot)
        job.add_done_callback(answer)

    def _weighed(
        self,
        command: WeighPrompt,
        remembered: TokenizedPrompt,
        held_count: int,
        slot: SlotPoints,
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
        points = tuple(
            WarmPoint(message, end, slot.usable(min(shared, end)))
            for end, message in (*starts, (count, spoken))
        )
        return PromptWeighed(command.request_id, count, kept, is_known=True, points=points)
