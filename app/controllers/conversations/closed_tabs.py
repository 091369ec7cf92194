"""Tabs that were closed and where they stood, so that they can be opened there again."""

from collections.abc import Iterable
from dataclasses import dataclass

from app.widgets.window.main_window import MainWindow


@dataclass(frozen=True, slots=True)
class ClosedTab:
    """A closed tab; its conversation still exists."""

    conversation_id: str
    pane_number: int
    index: int
    was_in_front: bool


class ClosedTabs:
    """Takes tabs out of the window and remembers the order in which they went."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._closed: list[ClosedTab] = []  # the last one at the end

    def close(self, conversation_id: str) -> ClosedTab | None:
        """Remove a tab and remember it; return None if there was none."""
        tab = self._removed(conversation_id)
        if tab is not None:
            self.forget(conversation_id)
            self._closed.append(tab)
            self._window.actions_by_name.reopen_tab.setEnabled(True)
        return tab

    def drop(self, conversation_ids: Iterable[str]) -> tuple[ClosedTab, ...]:
        """Remove the tabs of deleted conversations, and forget them."""
        ids = tuple(conversation_ids)
        tabs = [self._removed(each) for each in ids]
        self.forget(*ids)
        return tuple(tab for tab in tabs if tab is not None)

    def last(self) -> ClosedTab | None:
        """Return the tab that was closed last."""
        return self._closed[-1] if self._closed else None

    def forget(self, *conversation_ids: str) -> None:
        """Stop offering these: they are open again, or deleted."""
        self._closed = [
            each for each in self._closed if each.conversation_id not in conversation_ids
        ]
        self._window.actions_by_name.reopen_tab.setEnabled(bool(self._closed))

    def _removed(self, conversation_id: str) -> ClosedTab | None:
        pane = self._window.panes.pane_of(conversation_id)
        if pane is None:
            return None
        tab = ClosedTab(
            conversation_id,
            pane_number=self._window.pane_layout.number_of(pane),
            index=pane.bar.ids().index(conversation_id),
            was_in_front=self._window.panes.active_id() == conversation_id,
        )
        view = self._window.panes.view_of(conversation_id)
        if view is not None:
            view.composer.flush_draft()  # the last words may still wait for a pause in typing
        self._window.panes.remove(conversation_id)
        return tab
