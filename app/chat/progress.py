"""From the engine's events to what a tab shows of its reply."""

import time
from collections.abc import Callable
from dataclasses import replace

from app.domain import MessageStatus, ReplyUsage, ReuseOrigin, TabActivity, TabState
from app.errors import lazy
from engine.wire.events import (
    Finished,
    FinishReason,
    GenerationEvent,
    PrefillProgress,
    Queued,
    Slid,
    Started,
    TextDelta,
)
from engine.wire.metrics import Usage

_STATUSES = {
    FinishReason.STOP: MessageStatus.COMPLETE,
    FinishReason.LENGTH: MessageStatus.COMPLETE,
    FinishReason.CANCELLED: MessageStatus.CANCELLED,
    FinishReason.FAILED: MessageStatus.FAILED,
}


class Progress:
    """Follows one reply; ``state`` is what its tab shows after each event."""

    def __init__(
        self, context_window: int, dropped_before: Callable[[int], int] = lambda number: number
    ) -> None:
        """Begin in the queue; ``dropped_before`` counts the messages that have left memory."""
        self.state = TabState(activity=TabActivity.QUEUED, place=1, context_window=context_window)
        self._sent = time.monotonic()
        self._first_token: float | None = None
        self._discarded = 0
        self._dropped_before = dropped_before

    def follow(self, event: GenerationEvent) -> None:
        """Take an event into ``state``."""
        match event:
            case Queued():
                self.state = replace(self.state, activity=TabActivity.QUEUED, place=event.place)
            case Started():
                self.state = replace(
                    self.state,
                    activity=TabActivity.READING,
                    progress=event.reused_tokens / event.prompt_tokens,
                    prompt_tokens=event.prompt_tokens,
                    reused_tokens=event.reused_tokens,
                    reused_from=_place(event.reused_from),
                    restore_seconds=event.restore_seconds,
                    dropped_messages=self._dropped_before(event.dropped_messages),
                    context_tokens=event.reused_tokens,
                )
            case Slid():
                self._discarded += event.discarded_tokens
                self.state = replace(
                    self.state,
                    dropped_messages=self._dropped_before(event.first_message),
                    context_tokens=max(0, self.state.context_tokens - event.discarded_tokens),
                )
            case PrefillProgress():
                self.state = replace(
                    self.state,
                    progress=event.done_tokens / event.prompt_tokens,
                    context_tokens=event.done_tokens,
                )
            case TextDelta():
                self._follow_text(event)
            case Finished():
                self.state = finished_state(self.state, event)

    def _follow_text(self, event: TextDelta) -> None:
        now = time.monotonic()
        if self._first_token is None:
            self._first_token = now
        writing = now - self._first_token
        speed = (event.token_count - 1) / writing if writing > 0.2 else None
        self.state = replace(
            self.state,
            activity=TabActivity.WRITING,
            progress=1.0,
            context_tokens=self.state.prompt_tokens + event.token_count - self._discarded,
            tokens_per_second=speed,
            first_token_seconds=self._first_token - self._sent,
        )


def _place(reused_from: str) -> ReuseOrigin:
    """Return the engine's word in the window's terms; what was never taken away was ready."""
    known = {
        "nothing": ReuseOrigin.NOWHERE,
        "ram": ReuseOrigin.MEMORY,
        "disk": ReuseOrigin.DISK,
        "shared": ReuseOrigin.SHARED_PROMPT,
    }
    return known.get(reused_from, ReuseOrigin.READY)


def finished_state(state: TabState, event: Finished) -> TabState:
    """Return the tab's state after the end of its reply, from the engine's own figures."""
    usage = reply_usage(event.usage, "")
    return replace(
        state,
        activity=TabActivity.FAILED if event.reason is FinishReason.FAILED else TabActivity.IDLE,
        place=0,
        tokens_per_second=usage.tokens_per_second,
        first_token_seconds=usage.first_token_seconds,
        context_tokens=usage.context_tokens or state.context_tokens,
    )


def stored_state(usage: ReplyUsage | None, context_window: int) -> TabState:
    """Return the state of a tab whose last reply ended earlier."""
    if usage is None:
        return TabState(context_window=context_window)
    return TabState(
        context_window=context_window,
        context_tokens=usage.context_tokens,
        prompt_tokens=usage.prompt_tokens,
        reused_tokens=usage.reused_tokens,
        reused_from=usage.reused_from,
        restore_seconds=usage.restore_seconds,
        dropped_messages=usage.dropped_messages,
        tokens_per_second=usage.tokens_per_second,
        first_token_seconds=usage.first_token_seconds,
    )


def usage_so_far(state: TabState, model_name: str) -> ReplyUsage:
    """Return what a reply has cost up to now; kept, should nobody ever tell of its end."""
    return ReplyUsage(
        prompt_tokens=state.prompt_tokens,
        reused_tokens=state.reused_tokens,
        reused_from=state.reused_from,
        restore_seconds=state.restore_seconds,
        reply_tokens=max(0, state.context_tokens - state.prompt_tokens),
        dropped_messages=state.dropped_messages,
        context_tokens=state.context_tokens,
        first_token_seconds=state.first_token_seconds,
        model_name=model_name,
    )


def reply_usage(
    usage: Usage,
    model_name: str,
    state: TabState | None = None,
    *,
    is_cut_by_length: bool = False,
) -> ReplyUsage:
    """Return the engine's figures as they are stored with a reply.

    Where reused tokens were is told as the reply starts, and so stands in its ``state``.
    """
    begun = state or TabState()
    return ReplyUsage(
        prompt_tokens=usage.prompt_tokens,
        reused_tokens=usage.reused_tokens,
        reply_tokens=usage.reply_tokens,
        dropped_messages=usage.dropped_messages,
        context_tokens=usage.context_tokens,
        queue_seconds=usage.queue_seconds,
        first_token_seconds=usage.first_token_seconds,
        decode_seconds=usage.decode_seconds,
        model_name=model_name,
        is_cut_by_length=is_cut_by_length,
        reused_from=begun.reused_from,
        restore_seconds=begun.restore_seconds,
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
    return _STATUSES[event.reason], note
