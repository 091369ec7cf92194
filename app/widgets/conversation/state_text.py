"""The state of a tab as text: for tooltips, screen readers and the status line."""

from app.domain import ReplyUsage, ReuseOrigin, TabActivity, TabState
from app.widgets.kit.parted_label import Part
from app.widgets.kit.text import format_number
from app.widgets.kit.translation import fill, translate

SHORTEST_WAIT = 0.01
LEAST_GUESSED = 0.01  # of a reply's tokens; nobody notices fewer


def activity_text(state: TabState) -> str:
    """Return what is going on, or nothing where nothing is."""
    if state.activity is TabActivity.QUEUED:
        if state.queue_position < 1:
            return translate("StateText", "Waiting …")
        return fill(
            translate("StateText", "Waiting, position {place:,}"), place=state.queue_position
        )
    if state.activity is TabActivity.READING:
        text = translate("StateText", "Reading {percent} % …")
        return fill(text, percent=int(state.progress * 100))
    if state.activity is TabActivity.WRITING:
        return translate("StateText", "Writing …")
    if state.activity is TabActivity.FAILED:
        return translate("StateText", "The last answer failed")
    return ""


def tab_text(state: TabState) -> str:
    """Return a tab's state for its tooltip and for screen readers."""
    label = activity_text(state)
    if state.is_unread:
        label = ", ".join(part for part in (label, translate("StateText", "new answer")) if part)
    return label


def status_parts(state: TabState) -> tuple[Part, ...]:
    """Return one tab's status line; in a narrow one what is warm gives way first."""
    activity = Part(activity_text(state), rank=0)
    if state.activity in (TabActivity.QUEUED, TabActivity.READING):
        return (activity, *_context(state))
    if state.activity is TabActivity.WRITING and state.usage.tokens_per_second is not None:
        return _figures(state)
    return (activity, *_figures(state))


def _figures(state: TabState) -> tuple[Part, ...]:
    """Return the figures of the running or the last reply, as far as they are known."""
    parts: list[Part] = []
    usage = state.usage
    if usage.tokens_per_second is not None:
        speed = format_number(usage.tokens_per_second, 1 if usage.tokens_per_second < 10 else 0)
        parts.append(Part(fill(translate("StateText", "{speed} tokens/s"), speed=speed), rank=3))
    if usage.accepted_tokens > LEAST_GUESSED * usage.reply_tokens:
        text = translate("StateText", "{count:,} of {total:,} guessed ahead")
        text = fill(text, count=usage.accepted_tokens, total=usage.reply_tokens)
        parts.append(Part(text, rank=4))
    if usage.first_token_seconds is not None:
        waited = max(SHORTEST_WAIT, usage.first_token_seconds)  # nothing takes no time
        seconds = format_number(waited, 1 if waited >= 0.1 else 2)
        text = translate("StateText", "first word after {seconds} s")
        parts.append(Part(fill(text, seconds=seconds), rank=5))
    parts += _context(state)
    if usage.prompt_tokens > 0:
        parts.append(Part(_reused_text(usage), rank=6))
    if usage.dropped_messages > 0:
        text = translate("StateText", "oldest {count:,} messages not in memory")
        parts.append(Part(fill(text, count=usage.dropped_messages), rank=2))
    return tuple(parts)


def _reused_text(usage: ReplyUsage) -> str:
    """Return how much was not read again, and where it was if it had to be brought back."""
    text = {
        ReuseOrigin.MEMORY: translate(
            "StateText", "{reused:,} of {total:,} reused, from memory, {seconds} s"
        ),
        ReuseOrigin.DISK: translate(
            "StateText", "{reused:,} of {total:,} reused, from disk, {seconds} s"
        ),
        ReuseOrigin.SHARED_PROMPT: translate(
            "StateText", "{reused:,} of {total:,} reused, from a shared system prompt"
        ),
    }.get(usage.reused_from, translate("StateText", "{reused:,} of {total:,} reused"))
    seconds = usage.restore_seconds
    return fill(
        text,
        reused=usage.reused_tokens,
        total=usage.prompt_tokens,
        seconds=format_number(seconds, 1 if seconds >= 0.1 else 2),
    )


def _context(state: TabState) -> tuple[Part, ...]:
    if state.context_window <= 0:
        return ()
    text = translate("StateText", "{used:,} of {total:,} tokens")
    text = fill(text, used=state.usage.context_tokens, total=state.context_window)
    return (Part(text, rank=1),)
