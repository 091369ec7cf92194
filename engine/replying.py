"""From sampled tokens to text and to the one end of every request."""

import time
from collections import OrderedDict

from engine.backend import Backend
from engine.errors import EngineError
from engine.protocol import ErrorReport, Finished, FinishReason, GenerationEvent, TextDelta, Usage
from engine.scheduling.sequence import Sequence, SequenceState
from engine.stats import Statistics
from engine.text.prompt import PromptBuilder, PromptMemory

_REMEMBERED_CONVERSATIONS = 256


class Replying:
    """Writes replies: whole characters, stop strings held back, and what is remembered after."""

    def __init__(self, backend: Backend, prompts: PromptBuilder, statistics: Statistics) -> None:
        self._vocabulary = backend.vocabulary
        self._window = backend.info.context_window
        self._prompts = prompts
        self._statistics = statistics
        self._memories: OrderedDict[str, PromptMemory] = OrderedDict()

    def memory(self, conversation_id: str) -> PromptMemory:
        """Return what is remembered of a conversation's text."""
        return self._memories.get(conversation_id, PromptMemory())

    def forget(self, conversation_id: str) -> None:
        """Remember nothing of a conversation."""
        self._memories.pop(conversation_id, None)

    def take(
        self, sequence: Sequence, token: int, events: list[GenerationEvent]
    ) -> FinishReason | None:
        """Add a sampled token to a reply; return why the reply has ended, if it has."""
        self._clock(sequence)
        sequence.state = SequenceState.DECODE
        if self._vocabulary.is_end_of_generation(token):
            return FinishReason.STOP
        sequence.take(token)
        scan = sequence.stops.feed(sequence.detokenizer.feed(self._vocabulary.piece(token)))
        self._emit(sequence, scan.text, events)
        if scan.is_stopped:
            sequence.is_reply_text_exact = False
            return FinishReason.STOP
        limit = sequence.sampling.max_tokens
        if limit is not None and len(sequence.reply_tokens) >= limit:
            return FinishReason.LENGTH
        return None

    def is_full(self, sequence: Sequence) -> bool:
        """Return whether a conversation has met its own cap."""
        return len(sequence.tokens) >= self._window

    def finish(
        self,
        sequence: Sequence,
        reason: FinishReason,
        error: EngineError | None,
        context_tokens: int,
        events: list[GenerationEvent],
    ) -> None:
        """Report the one Finished of a request, and remember the ids of its reply."""
        if sequence.slot is not None:
            self._flush(sequence, events)
            self._remember(sequence)
        usage = sequence.usage(time.perf_counter(), context_tokens)
        self._statistics.take_usage(usage)
        events.append(finished(sequence.request_id, reason, usage, error))

    def _clock(self, sequence: Sequence) -> None:
        now = time.perf_counter()
        if sequence.last_token is None:
            sequence.first_token = now
        else:
            self._statistics.gaps.append(now - sequence.last_token)
        sequence.last_token = now

    def _emit(self, sequence: Sequence, text: str, events: list[GenerationEvent]) -> None:
        if text:
            sequence.reply_text.append(text)
            events.append(TextDelta(sequence.request_id, text, len(sequence.reply_tokens)))

    def _flush(self, sequence: Sequence, events: list[GenerationEvent]) -> None:
        """Show what was held back; half a character at the end is not what the model said."""
        if not sequence.is_reply_text_exact:
            return
        broken = sequence.detokenizer.flush()
        if broken:
            sequence.is_reply_text_exact = False
        held = sequence.stops.feed(broken).text + sequence.stops.flush()
        self._emit(sequence, held, events)

    def _remember(self, sequence: Sequence) -> None:
        memory = sequence.memory
        if sequence.is_reply_text_exact:
            text = "".join(sequence.reply_text)
            memory = self._prompts.remember_reply(memory, text, sequence.reply_tokens)
        self._memories[sequence.conversation_id] = memory
        self._memories.move_to_end(sequence.conversation_id)
        while len(self._memories) > _REMEMBERED_CONVERSATIONS:
            self._memories.popitem(last=False)


def finished(
    request_id: int, reason: FinishReason, usage: Usage, error: EngineError | None
) -> Finished:
    """Return the last event of a request."""
    report = None if error is None else ErrorReport(error.kind, str(error))
    return Finished(request_id, reason, usage, report)
