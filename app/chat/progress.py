"""Turns the engine's events of a reply into the state that its tab shows."""

import time
from collections.abc import Callable

import msgspec
from msgspec.structs import replace

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

MIN_WRITING_SECONDS = 0.2  # a shorter time gives no reliable speed

_STATUSES = {
    FinishReason.STOP: MessageStatus.COMPLETE,
    FinishReason.LENGTH: MessageStatus.COMPLETE,
    FinishReason.REPETITION: MessageStatus.COMPLETE,
    FinishReason.CANCELLED: MessageStatus.CANCELLED,
    FinishReason.FAILED: MessageStatus.FAILED,
}

_CUT = (FinishReason.LENGTH, FinishReason.REPETITION)  # the model had not finished
_REPEATED = lazy(
    "The answer repeated itself."
)  # a literal for the translator; equal to REPEATED_NOTE


class ReplyModel(msgspec.Struct, frozen=True):
    """The model that writes a reply, as far as it is known.

    Attributes:
        context_window: in tokens; 0 if it is unknown.
        slot_count: of its engine; 0 while it is not loaded, None on another machine.
    """

    name: str = ""
    context_window: int = 0
    slot_count: int | None = 0


class Progress:
    """Follows one reply; ``state`` is what its tab shows after each event.

    ``state.usage`` has the figures of the reply so far; they are stored with its text.
    """

    def __init__(
        self,
        model: Callable[[], ReplyModel],
        dropped_before: Callable[[int], int] = lambda number: number,
    ) -> None:
        """Begin in the queue.

        ``model`` is called again when the reply starts, as the model may still be loading before.
        ``dropped_before`` returns the number of messages that left the context.
        """
        self.state = TabState(
            activity=TabActivity.QUEUED,
            context_window=model().context_window,
        )
        self._model = model
        self._sent = time.monotonic()
        self._first_token: float | None = None
        self._has_started = False
        self._discarded_tokens = 0
        self._dropped_before = dropped_before

    def follow(self, event: GenerationEvent) -> None:
        """Update ``state`` from an event."""
        state, usage = self.state, self.state.usage
        match event:
            case Queued():
                is_seeing = state.media is not None
                self.state = replace(
                    state,
                    activity=state.activity if is_seeing else TabActivity.QUEUED,
                    queue_position=event.queue_position,
                    queue_text=event.text or self._slot_text(event.queue_position),
                )
            case MediaProgress():
                self._follow_media(event)
            case Started():
                self._has_started = True
                model = self._model()
                usage = self._completed(event.usage, model.name)
                self.state = replace(
                    state,
                    activity=TabActivity.READING,
                    progress=usage.reused_tokens / max(1, usage.prompt_tokens),
                    context_window=model.context_window,
                    usage=usage,
                    media=None,
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
                # Its first tokens may have no text, as those of a call of a tool.
                activity = TabActivity.WRITING if progress == 1.0 else state.activity
                self.state = replace(
                    state, activity=activity, progress=progress, usage=usage, media=media
                )
            case TextDelta():
                self._follow_text(event)
            case Finished():
                self._finish(event)

    def _slot_text(self, place: int) -> str:
        """Return why the reply waits: all slots are in use, or the model is not loaded yet.

        Empty for place 0, before the engine has given it one.
        """
        count = self._model().slot_count
        if count is None or not place:
            return ""
        if not count:
            return lazy("Waiting for the model to load, position {place:,}", place=place)
        return lazy(
            "Waiting for a slot: {count:,} of {count:,} in use, position {place:,}",
            count=count,
            place=place,
        )

    def _follow_media(self, event: MediaProgress) -> None:
        """Show the medium that is being encoded; after the last one, the activity before it."""
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
            decode_seconds=writing_seconds if writing_seconds > MIN_WRITING_SECONDS else 0.0,
            first_token_seconds=self._first_token - self._sent,
        )
        self.state = replace(
            self.state, activity=TabActivity.WRITING, progress=1.0, usage=usage, media=None
        )

    def _finish(self, event: Finished) -> None:
        """Replace the figures that were measured here by the engine's."""
        usage = self.state.usage
        if event.usage.prompt_tokens:  # 0 if it was never started, or if its prompt was not counted
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
        """Return the engine's figures with the model name and the count of dropped messages.

        The engine counts messages up to the first that it still holds; pinned messages stay.
        """
        return replace(
            msgspec.convert(msgspec.to_builtins(usage), ReplyUsage),
            model_name=model_name,
            dropped_messages=self._dropped_before(usage.dropped_messages),
        )


def status_of(event: Finished, longest_reply: int | None) -> tuple[MessageStatus, str]:
    """Return the status of an ended reply, and the note that is shown below it."""
    if event.error is not None and event.error.kind == "EngineStopped":
        return MessageStatus.INTERRUPTED, event.error.text
    note = "" if event.error is None else event.error.text
    if event.reason is FinishReason.LENGTH:
        is_longest = longest_reply is not None and event.usage.reply_tokens >= longest_reply
        note = (
            lazy("It reached the maximum length.")
            if is_longest
            else lazy("The context of this chat is full.")
        )
    elif event.reason is FinishReason.REPETITION:
        note = _REPEATED
    return _STATUSES[event.reason], note
