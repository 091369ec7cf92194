"""From sampled tokens to text and to the one end of every request."""

import time
from collections.abc import Iterable

from engine.backend import Vocabulary
from engine.core.stats import Statistics
from engine.kv.cache_keys import is_source
from engine.messages.errors import EngineError
from engine.messages.events import (
    Channel,
    ErrorReport,
    Finished,
    FinishReason,
    GenerationEvent,
    TextDelta,
    TokenLogprob,
)
from engine.messages.programs import is_unnamed
from engine.scheduling.sequence import Sequence, SequenceState
from engine.text.control_texts import ControlTexts
from engine.text.prompt import TokenizedPrompts

MIN_LOGPROB = -9999.0


class OutputProcessor:
    """Writes replies: whole characters, stop strings held back, and the text remembered afterwards.

    Reports are added to ``events``.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        control_texts: ControlTexts,
        prompts: TokenizedPrompts,
        statistics: Statistics,
        events: list[GenerationEvent],
    ) -> None:
        self._vocabulary = vocabulary
        self._control_texts = control_texts
        self._prompts = prompts
        self._statistics = statistics
        self._events = events

    def add_token(self, sequence: Sequence, token: int) -> FinishReason | None:
        """Add a sampled token to a reply; return the reason if it ends the reply.

        Its text is still to be written; the token that ends a generation has none, or it is
        written with the end of the reply.
        """
        self._note_time(sequence)
        sequence.state = SequenceState.DECODE
        if self._vocabulary.is_end_of_generation(token):
            sequence.end_text = sequence.visible_controls.get(token, "")
            return FinishReason.STOP
        sequence.append(token)
        if sequence.wants_logprobs:
            sequence.unwritten_logprobs.append(self._logprob(sequence, token))
        limit = sequence.sampling.max_tokens
        if limit is not None and len(sequence.reply_tokens) >= limit:
            return FinishReason.LENGTH
        return None

    def write(self, sequence: Sequence, token: int) -> bool:
        """Write a token's text; return whether a stop string or repetition has ended the reply."""
        if sequence.unwritten_logprobs:
            sequence.logprobs.append(sequence.unwritten_logprobs.popleft())
        was_reasoning = sequence.splitter.is_reasoning
        visible = sequence.visible_controls.get(token)
        if visible is None:
            text = sequence.detokenizer.feed(self._vocabulary.piece(token))
            pieces = sequence.splitter.feed(text, token)
        else:
            pieces = sequence.splitter.feed(visible)
            sequence.is_reply_text_exact = False  # it would be fenced in the next prompt
        is_reasoning = sequence.splitter.is_reasoning
        if sequence.budget is not None:
            sequence.budget.note_written(is_thought=was_reasoning and is_reasoning)
        if was_reasoning and not is_reasoning and sequence.sampler is not None:
            sequence.sampler.begin_answer()
        if self._write(sequence, pieces):
            # The stop string is not part of the answer, but its tokens are in the KV cache.
            sequence.is_reply_text_exact = False
            return True
        return False

    def finish(
        self,
        sequence: Sequence,
        reason: FinishReason,
        error: EngineError | None,
        context_tokens: int,
    ) -> None:
        """Report the one Finished of a request, and remember the ids of its reply."""
        if sequence.slot is not None or sequence.is_parked:
            self._flush(sequence)
            self._remember(sequence)
        usage = sequence.usage(time.perf_counter(), context_tokens)
        if not is_source(sequence.conversation_id):
            self._statistics.add_usage(usage)
        report = None if error is None else ErrorReport.of(error)
        stop = sequence.stops.reported if reason is FinishReason.STOP else ""
        self._events.append(Finished(sequence.request_id, reason, usage, report, stop))

    def _note_time(self, sequence: Sequence) -> None:
        now = time.perf_counter()
        if sequence.last_token is None:
            sequence.first_token = now
        else:
            self._statistics.gaps.append(now - sequence.last_token)
        sequence.last_token = now

    def _write(self, sequence: Sequence, pieces: Iterable[tuple[Channel, str]]) -> bool:
        """Report pieces of text; return whether a stop string or repetition has ended the reply."""
        repetition = sequence.repetition
        for channel, text in pieces:
            if channel is Channel.REASONING:
                sequence.is_reply_text_exact = False  # the next prompt has only the answer
                self._report(sequence, text, channel)
            else:
                scan = sequence.stops.feed(text)
                self._report(sequence, scan.text, channel)
                if scan.is_stopped:
                    return True
            if repetition is not None and repetition.feed(text):
                return True
        return False

    def _report(
        self, sequence: Sequence, text: str, channel: Channel, *, is_last: bool = False
    ) -> None:
        """Report a piece; the last one also for the logprobs of tokens without a text."""
        if not text and not (is_last and sequence.logprobs):
            return
        if text and channel is Channel.ANSWER:
            sequence.reply_text.append(text)
        count = len(sequence.reply_tokens)
        logprobs = tuple(sequence.logprobs)
        sequence.logprobs.clear()
        self._events.append(TextDelta(sequence.request_id, text, count, channel, logprobs))

    def _logprob(self, sequence: Sequence, token: int) -> TokenLogprob:
        """Return the logprob of the token that was just sampled."""
        sampler, count = sequence.sampler, sequence.sampling.logprob_count
        row = None if sampler is None else sampler.logprobs

        def of(each: int, top: tuple[TokenLogprob, ...] = ()) -> TokenLogprob:
            content = self._vocabulary.piece(each)
            # A forced token has no row of logits. JSON has no infinity, the logprob of a token that
            # the model rules out.
            logprob = 0.0 if row is None else max(row.of(each), MIN_LOGPROB)
            return TokenLogprob(content.decode("utf-8", "replace"), content, logprob, top)

        if sampler is not None:
            sampler.logprobs = None
        likeliest = [] if row is None else row.likeliest(count or 0)
        return of(token, tuple(of(each) for each in likeliest))

    def _flush(self, sequence: Sequence) -> None:
        """Report the text that was held back; an incomplete character at the end is dropped."""
        if sequence.is_ended_by_text:
            return
        broken = sequence.detokenizer.flush()
        if broken:
            sequence.is_reply_text_exact = False
        # In the order of a token's stages: bytes, channels, stop strings. Each may hold back text
        # that the previous one releases here.
        if sequence.end_text:
            sequence.is_reply_text_exact = False
        broken += sequence.end_text
        pieces = [*sequence.splitter.feed(broken), *sequence.splitter.flush()]
        if not self._write(sequence, pieces):
            self._report(sequence, sequence.stops.flush(), Channel.ANSWER)
        self._report(sequence, "", Channel.ANSWER, is_last=True)

    def _remember(self, sequence: Sequence) -> None:
        """Remember the prompt, and the reply if its text reproduces exactly its tokens."""
        if is_unnamed(sequence.conversation_id) or is_source(sequence.conversation_id):
            return  # there may be many of them, and no next prompt
        prompt = sequence.tokenized
        if sequence.is_reply_text_exact:
            text = self._control_texts.fence("".join(sequence.reply_text))
            prompt = prompt.with_reply(text, sequence.reply_tokens)
        self._prompts.put(sequence.conversation_id, prompt)
