"""What a tab is doing, in words: for tooltips, screen readers and the status line."""

from PySide6.QtCore import QCoreApplication, QLocale

from app.domain import TabActivity, TabState


def _tr(text: str) -> str:
    return QCoreApplication.translate("StateWords", text)


def _number(value: float, decimals: int = 0) -> str:
    if decimals:
        return QLocale().toString(float(value), "f", decimals)
    return QLocale().toString(round(value))


def activity_words(state: TabState) -> str:
    """Return what is going on, or nothing where nothing is."""
    if state.activity is TabActivity.QUEUED:
        if state.place < 1:
            return _tr("Waiting …")
        return _tr("Waiting, place %1").replace("%1", _number(state.place))
    if state.activity is TabActivity.READING:
        return _tr("Reading %1 % …").replace("%1", _number(int(state.progress * 100)))
    if state.activity is TabActivity.WRITING:
        return _tr("Writing …")
    if state.activity is TabActivity.FAILED:
        return _tr("The last reply failed")
    return ""


def tab_words(state: TabState) -> str:
    """Return a tab's state for its tooltip and for screen readers."""
    words = activity_words(state)
    if state.is_unread:
        words = ", ".join(part for part in (words, _tr("new answer")) if part)
    return words


def figures_words(state: TabState) -> str:
    """Return the figures of the running or the last reply."""
    parts = []
    if state.tokens_per_second is not None:
        decimals = 1 if state.tokens_per_second < 10 else 0
        parts.append(_tr("%1 tokens/s").replace("%1", _number(state.tokens_per_second, decimals)))
    if state.first_token_seconds is not None:
        parts.append(
            _tr("first word after %1 s").replace("%1", _number(state.first_token_seconds, 1))
        )
    if state.context_window > 0:
        words = _tr("%1 of %2 tokens of context").replace("%1", _number(state.context_tokens))
        parts.append(words.replace("%2", _number(state.context_window)))
    if state.prompt_tokens > 0:
        words = _tr("%1 of %2 tokens reused").replace("%1", _number(state.reused_tokens))
        parts.append(words.replace("%2", _number(state.prompt_tokens)))
    if state.dropped_messages > 0:
        parts.append(
            _tr("oldest %1 messages not in memory").replace("%1", _number(state.dropped_messages))
        )
    return " · ".join(parts)


def status_words(state: TabState) -> str:
    """Return one tab's whole status line."""
    is_waiting = state.activity in (TabActivity.QUEUED, TabActivity.READING)
    parts = [activity_words(state)]
    if not is_waiting:
        if state.activity is TabActivity.WRITING and state.tokens_per_second is not None:
            parts = []
        parts.append(figures_words(state))
    return " · ".join(part for part in parts if part)
