"""Which commands would do nothing right now; the menus disable them, the keys stay active."""

from collections.abc import Iterator

from PySide6.QtGui import QAction

from app.widgets.commands.actions import WindowActions
from app.widgets.conversation.view import BUSY
from app.widgets.tabs.panes import TabPanes


def disabled_actions(panes: TabPanes, actions: WindowActions) -> Iterator[QAction]:
    """Yield the commands that would do nothing, as things stand."""
    active_id = panes.active_id()
    view = None if active_id is None else panes.view_of(active_id)
    is_busy = view is not None and view.state.activity in BUSY
    has_messages = view is not None and bool(view.transcript.messages())
    tab_count = len(panes.in_use.bar.ids())
    if not is_busy:
        yield actions.stop
    if is_busy or not has_messages:
        yield actions.regenerate
    if view is None or view.transcript.last_reply_text() is None:
        yield actions.copy_last
    if not has_messages:
        yield from (actions.rename, actions.propose_title, actions.export, actions.delete)
        yield from (actions.previous_message, actions.next_message)
    if view is None:
        yield from (actions.close_tab, actions.focus_composer, actions.pin)
    if tab_count < 2:
        yield from (actions.next_tab, actions.previous_tab, actions.move_left, actions.move_right)
        if len(tuple(panes)) < 2:
            yield from (actions.beside, actions.other_pane)
    # The last number is never disabled: it means the last tab, however many there are.
    yield from actions.numbered_tabs[tab_count:-1]
