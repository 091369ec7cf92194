"""The state of a tab as text: for tooltips, screen readers and the status line."""

from PySide6.QtCore import QCoreApplication

from app.domain import ReplyUsage, ReuseOrigin, TabActivity, TabState
from app.widgets.kit.parted_label import Part
from app.widgets.kit.text import format_number

translate = QCoreApplication.translate

SHORTEST_WAIT = 0.01


def activity_text(state: TabState) -> str:
    """Return what is going on, or nothing where nothing is."""
    if state.activity is TabActivity.QUEUED:
        if state.place < 1:
            return translate("StateText", "Waiting …")
        return translate("StateText", "Waiting, place %1").replace("%1", format_number(state.place))
    if state.activity is TabActivity.READING:
        return translate("StateText", "Reading %1 % …").replace(
            "%1", format_number(int(state.progress * 100))
        )
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
        parts.append(Part(translate("StateText", "%1 tokens/s").replace("%1", speed), rank=3))
    if usage.first_token_seconds is not None:
        waited = max(SHORTEST_WAIT, usage.first_token_seconds)  # nothing takes no time
        seconds = format_number(waited, 1 if waited >= 0.1 else 2)
        parts.append(
            Part(translate("StateText", "first word after %1 s").replace("%1", seconds), rank=4)
        )
    parts += _context(state)
    if usage.prompt_tokens > 0:
        label = _of(_reused_text(usage), usage.reused_tokens, usage.prompt_tokens)
        parts.append(Part(label, rank=5))
    if usage.dropped_messages > 0:
        label = translate("StateText", "oldest %1 messages not in memory")
        parts.append(Part(label.replace("%1", format_number(usage.dropped_messages)), rank=2))
    return tuple(parts)


def _reused_text(usage: ReplyUsage) -> str:
    """Return how much was not read again, and where it was if it had to be brought back."""
    places = {
        ReuseOrigin.MEMORY: translate("StateText", "%1 of %2 reused, from memory, %3 s"),
        ReuseOrigin.DISK: translate("StateText", "%1 of %2 reused, from disk, %3 s"),
        ReuseOrigin.SHARED_PROMPT: translate(
            "StateText", "%1 of %2 reused, from a shared system prompt"
        ),
    }
    label = places.get(usage.reused_from, translate("StateText", "%1 of %2 reused"))
    seconds = usage.restore_seconds
    return label.replace("%3", format_number(seconds, 1 if seconds >= 0.1 else 2))


def _context(state: TabState) -> tuple[Part, ...]:
    if state.context_window <= 0:
        return ()
    label = translate("StateText", "%1 of %2 tokens")
    return (Part(_of(label, state.usage.context_tokens, state.context_window), rank=1),)


def _of(label: str, count: int, total: int) -> str:
    return label.replace("%1", format_number(count)).replace("%2", format_number(total))
