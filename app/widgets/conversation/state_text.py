"""The state of a tab as text: for tooltips, screen readers and the line about the context."""

from app.domain.tabs import TabActivity, TabState
from app.widgets.kit.controls import Part
from app.widgets.kit.senses import media_text
from app.widgets.kit.translation import fill, translate, translated

# Shares of the context window that are shown as a warning; a long message can need the rest.
FILLING, NEARLY_FULL = 0.6, 0.85


def activity_text(state: TabState) -> str:
    """Return the activity as text; empty if the tab is idle."""
    if state.activity is TabActivity.QUEUED:
        if state.queue_text:
            return translated(state.queue_text)
        if state.queue_position < 1:
            return translate("StateText", "Waiting…")
        return fill(
            translate("StateText", "Waiting, position {place:,}"), place=state.queue_position
        )
    if state.activity is TabActivity.READING and state.media is not None:
        return media_text(state.media)
    if state.activity is TabActivity.READING:
        text = translate("StateText", "Reading {percent}%…")
        return fill(text, percent=int(state.progress * 100))
    if state.activity is TabActivity.WRITING:
        return translate("StateText", "Writing…")
    if state.activity is TabActivity.ASKING:
        return translate("StateText", "A tool waits for your answer")
    if state.activity is TabActivity.WORKING:
        return translate("StateText", "A tool is running…")
    if state.activity is TabActivity.FAILED:
        return translate("StateText", "The last answer failed")
    return ""


def tab_text(state: TabState) -> str:
    """Return a tab's state for its tooltip and for screen readers."""
    label = activity_text(state)
    if state.is_interrupted:
        label = translate("StateText", "Interrupted")
    elif state.is_unread:
        label = ", ".join(part for part in (label, translate("StateText", "new answer")) if part)
    return ", ".join(part for part in (label, machine_text(state)) if part)


def machine_text(state: TabState) -> str:
    """Return the machine that answers a chat; empty for this computer."""
    text = translate("StateText", "on {machine}")
    return fill(text, machine=state.machine) if state.machine else ""


def context_parts(state: TabState) -> tuple[Part, ...]:
    """Return what is known of the context of a chat; in a narrow line its figures go first."""
    return (*_dropped(state), *_context(state))


def is_context_short(state: TabState) -> bool:
    """Return whether messages have left the context, or it fills up."""
    used, total = state.usage.context_tokens, state.context_window
    return state.usage.dropped_messages > 0 or used >= FILLING * total > 0


def _dropped(state: TabState) -> tuple[Part, ...]:
    """Return the number of messages that have left the context, as text."""
    count = state.usage.dropped_messages
    if count < 1:
        return ()
    text = translate("StateText", "{count:,} oldest messages forgotten")
    if count == 1:
        text = translate("StateText", "oldest message forgotten")
    return (Part(fill(text, count=count), rank=1),)


def _context(state: TabState) -> tuple[Part, ...]:
    used, total = state.usage.context_tokens, state.context_window
    if used <= 0 or total <= 0:
        return ()
    text = translate("StateText", "{used:,} / {total:,}")
    if used > total:
        text = translate("StateText", "{used:,} tokens, more than the limit of {total:,}")
    elif used >= NEARLY_FULL * total:
        text = translate("StateText", "{used:,} / {total:,}, nearly full")
    elif used >= FILLING * total:
        text = translate("StateText", "{used:,} / {total:,}, filling up")
    return (Part(fill(text, used=used, total=total), rank=2),)
