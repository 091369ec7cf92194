"""From the engine's events to what a tab shows of its reply."""

import time
from collections.abc import Callable
from dataclasses import replace

import msgspec

from app.domain.messages import MessageStatus
from app.domain.tabs import MediaWait, TabActivity, TabState
from app.domain.usage import ReplyUsage
from app.errors import lazy
from engine.messages.events import (
    Finished,
    FinishReason,
    GenerationEvent,
    PrefillProgress,
    Queued,
    Slid,
    Started,
    TextDelta,
)
from engine.messages.media import MediaKind, MediaProgress
from engine.messages.metrics import ReplyUsage as EngineUsage

SHORTEST_WRITING_SECONDS = 0.2  # a speed from less than this would be a guess

_STATUSES = {
    FinishReason.STOP: MessageStatus.COMPLETE,
    FinishReason.LENGTH: MessageStatus.COMPLETE,
    FinishReason.REPETITION: MessageStatus.COMPLETE,
    FinishReason.CANCELLED: MessageStatus.CANCELLED,
    FinishReason.FAILED: MessageStatus.FAILED,
}

_CUT = (FinishReason.LENGTH, FinishReason.REPETITION)  # the model had not come to an end
_REPEATED = lazy("The answer repeated itself.")  # REPEATED_NOTE, so that it can be translated


class Progress:
    """Follows one reply; ``state`` is what its tab shows after each event.

    ``state.usage`` is what the reply has cost so far, and is stored with it while it grows.
    """

    def __init__(
        self,
        context_window: int,
        model_name: Callable[[], str] = str,
        dropped_before: Callable[[int], int] = lambda number: number,
    ) -> None:
        """Begin in the queue.

        ``model_name`` is asked when the reply starts: before, its model may still be loading.
        ``dropped_before`` counts the messages that left the context.
        """
        self.state = TabState(
            activity=TabActivity.QUEUED,
            queue_position=1,
            context_window=context_window,
        )
        self._model_name = model_name
        self._sent = time.monotonic()
        self._first_token: float | None = None
        self._has_started = False
        self._discarded_tokens = 0
        self._dropped_before = dropped_before

    def follow(self, event: GenerationEvent) -> None:
        """Take an event into ``state``."""
        state, usage = self.state, self.state.usage
        match event:
            case Queued():
                is_seeing = state.media is not None
                self.state = replace(
                    state,
                    activity=state.activity if is_seeing else TabActivity.QUEUED,
                    queue_position=event.queue_position,
                    queue_text=event.text,
                )
            case MediaProgress():
                self._follow_media(event)
            case Started():
                self._has_started = True
                usage = self._completed(event.usage, self._model_name())
                progress = usage.reused_tokens / max(1, usage.prompt_tokens)
                self.state = replace(
                    state, activity=TabActivity.READING, progress=progress, usage=usage, media=None
                )
            case Slid():
                self._discarded_tokens += event.discarded_tokens
                usage = replace(
                    usage,
                    dropped_messages=self._dropped_before(event.first_message),
                    context_tokens=max(0, usage.context_tokens - event.discarded_tokens),
                )
                self.state = replace(state, usage=usage)
            case PrefillProgress():
                progress = min(1.0, event.done_tokens / max(1, event.prompt_tokens))
                usage = replace(usage, context_tokens=event.done_tokens)
                medium = event.next_medium
                media = None if medium is None else MediaWait(medium is MediaKind.AUDIO)
                self.state = replace(state, progress=progress, usage=usage, media=media)
            case TextDelta():
                self._follow_text(event)
            case Finished():
                self._finish(event)

    def _follow_media(self, event: MediaProgress) -> None:
        """Say what is encoded now; behind the last one the request waits or is read as before."""
        if event.done < event.total:
            is_sound = event.kind is MediaKind.AUDIO
            media = MediaWait(is_sound, event.done + 1, event.total, event.seconds_left)
            self.state = replace(self.state, activity=TabActivity.READING, media=media)
        else:
            activity = TabActivity.READING if self._has_started else TabActivity.QUEUED
            self.state = replace(self.state, activity=activity, media=None)

    def _follow_text(self, event: TextDelta) -> None:
        now = time.monotonic()
        if self._first_token is None:
            self._first_token = now
        writing_seconds = now - self._first_token
        usage = self.state.usage
        context_tokens = usage.prompt_tokens + event.token_count - self._discarded_tokens
        usage = replace(
            usage,
            reply_tokens=event.token_count,
            context_tokens=context_tokens,
            decode_seconds=writing_seconds if writing_seconds > SHORTEST_WRITING_SECONDS else 0.0,
            first_token_seconds=self._first_token - self._sent,
        )
        self.state = replace(
            self.state, activity=TabActivity.WRITING, progress=1.0, usage=usage, media=None
        )

    def _finish(self, event: Finished) -> None:
        """Take the engine's own figures in place of those that were measured here."""
        usage = self.state.usage
        if event.usage.prompt_tokens:  # else it was never started, or nobody could tell
            usage = replace(
                self._completed(event.usage, usage.model_name),
                context_tokens=event.usage.context_tokens or usage.context_tokens,
                is_cut_by_length=event.reason in _CUT,
            )
        is_failed = event.reason is FinishReason.FAILED
        self.state = replace(
            self.state,
            activity=TabActivity.FAILED if is_failed else TabActivity.IDLE,
            queue_position=0,
            usage=usage,
            media=None,
        )

    def _completed(self, usage: EngineUsage, model_name: str) -> ReplyUsage:
        """Return the engine's figures as they are stored, with what only the application knows.

        The engine counts messages up to the first that it still holds; pinned ones stay.
        """
        return replace(
            msgspec.convert(msgspec.to_builtins(usage), ReplyUsage),
            model_name=model_name,
            dropped_messages=self._dropped_before(usage.dropped_messages),
        )


def status_of(event: Finished, longest_reply: int | None) -> tuple[MessageStatus, str]:
    """Return how a reply is stored, and the note that is shown below it."""
    if event.error is not None and event.error.kind == "EngineStopped":
        return MessageStatus.INTERRUPTED, event.error.text
    note = "" if event.error is None else event.error.text
    if event.reason is FinishReason.LENGTH:
        is_longest = longest_reply is not None and event.usage.reply_tokens >= longest_reply
        note = (
            lazy("It reached the longest answer that the settings allow.")
            if is_longest
            else lazy("The context of this chat is full.")
        )
    elif event.reason is FinishReason.REPETITION:
        note = _REPEATED
    return _STATUSES[event.reason], note
