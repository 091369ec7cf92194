"""From sampled tokens to text and to the one end of every request."""

import time
from collections import OrderedDict
from collections.abc import Iterable

from engine.backend import Backend
from engine.core.stats import Statistics
from engine.scheduling.sequence import Sequence, SequenceState
from engine.text.control_texts import ControlTexts
from engine.text.prompt import TokenizedPrompt
from engine.wire.errors import EngineError
from engine.wire.events import (
    Channel,
    ErrorReport,
    Finished,
    FinishReason,
    GenerationEvent,
    TextDelta,
)
from engine.wire.usage import ReplyUsage

_REMEMBERED_CONVERSATIONS = 256


class OutputProcessor:
    """Writes replies: whole characters, stop strings held back, and what is remembered after."""

    def __init__(
        self, backend: Backend, control_texts: ControlTexts, statistics: Statistics
    ) -> None:
        self._vocabulary = backend.vocabulary
        self._window = backend.info.context_window
        self._control_texts = control_texts
        self._statistics = statistics
        self._memories: OrderedDict[str, TokenizedPrompt] = OrderedDict()

    def memory(self, conversation_id: str) -> TokenizedPrompt:
        """Return what is remembered of a conversation's text."""
        return self._memories.get(conversation_id, TokenizedPrompt())

    def remember(self, conversation_id: str, memory: TokenizedPrompt) -> None:
        """Remember a conversation's text that was kept with its state."""
        if conversation_id not in self._memories:
            self._keep(conversation_id, memory)

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
        text = sequence.detokenizer.feed(self._vocabulary.piece(token))
        was_reasoning = sequence.splitter.is_reasoning
        pieces = sequence.splitter.feed(text, token)
        if was_reasoning and not sequence.splitter.is_reasoning and sequence.sampler is not None:
            sequence.sampler.begin_answer()
        if self._write(sequence, pieces, events):
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

    def _write(
        self,
        sequence: Sequence,
        pieces: Iterable[tuple[Channel, str]],
        events: list[GenerationEvent],
    ) -> bool:
        """Show pieces of text; return whether a stop string has ended the answer."""
        for channel, text in pieces:
            if channel is Channel.REASONING:
                sequence.is_reply_text_exact = False  # the next prompt has only the answer
                self._emit(sequence, text, channel, events)
                continue
            scan = sequence.stops.feed(text)
            self._emit(sequence, scan.text, channel, events)
            if scan.is_stopped:
                return True
        return False

    @staticmethod
    def _emit(
        sequence: Sequence, text: str, channel: Channel, events: list[GenerationEvent]
    ) -> None:
        if not text:
            return
        if channel is Channel.ANSWER:
            sequence.reply_text.append(text)
        count = len(sequence.reply_tokens)
        events.append(TextDelta(sequence.request_id, text, count, channel))

    def _flush(self, sequence: Sequence, events: list[GenerationEvent]) -> None:
        """Show what was held back; half a character at the end is not what the model said."""
        if sequence.stops.is_stopped:
            return
        broken = sequence.detokenizer.flush()
        if broken:
            sequence.is_reply_text_exact = False
        pieces = [*sequence.splitter.feed(broken), *sequence.splitter.flush()]
        if not self._write(sequence, pieces, events):
            self._emit(sequence, sequence.stops.flush(), Channel.ANSWER, events)

    def _remember(self, sequence: Sequence) -> None:
        memory = sequence.tokenized
        if sequence.is_reply_text_exact:
            text = self._control_texts.fence("".join(sequence.reply_text))
            memory = memory.with_reply(text, sequence.reply_tokens)
        self._keep(sequence.conversation_id, memory)

    def _keep(self, conversation_id: str, memory: TokenizedPrompt) -> None:
        self._memories[conversation_id] = memory
        self._memories.move_to_end(conversation_id)
        while len(self._memories) > _REMEMBERED_CONVERSATIONS:
            self._memories.popitem(last=False)


def finished(
    request_id: int, reason: FinishReason, usage: ReplyUsage, error: EngineError | None
) -> Finished:
    """Return the last event of a request."""
    report = None if error is None else ErrorReport.of(error)
    return Finished(request_id, reason, usage, report)
