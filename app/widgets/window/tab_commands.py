"""What each command about tabs does: to the tab in front, to its page, or to the row of tabs."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from app.domain import ToastContent
from app.widgets.commands.actions import LAST_TAB_KEY, WindowActions, run_when_triggered
from app.widgets.conversation.view import ConversationView
from app.widgets.kit.window_requests import WindowRequests
from app.widgets.tabs.panes import TabPanes
from app.widgets.tabs.recent_tabs import RecentTabs


class TabCommands(QObject):
    """Connects the actions that are about one tab; without a tab they do nothing."""

    def __init__(
        self,
        actions: WindowActions,
        requests: WindowRequests,
        panes: TabPanes,
        show_toast: Callable[[ToastContent], None],
    ) -> None:
        super().__init__(actions)
        self._actions = actions
        self._requests = requests
        self._panes = panes
        self.recent = RecentTabs(panes, actions)
        self._show_toast = show_toast
        self._connect_requests()
        self._connect_page()
        self._connect_rows()

    def _connect_requests(self) -> None:
        requests, actions = self._requests, self._actions
        for action, ask in (
            (actions.close_tab, requests.close_tab_requested.emit),
            (actions.stop, requests.stop_requested.emit),
            (actions.regenerate, requests.regenerate_requested.emit),
            (actions.continue_reply, requests.continue_requested.emit),
            (actions.variants, requests.variants_requested.emit),
            (actions.earlier_version, lambda name: requests.version_requested.emit(name, -1)),
            (actions.later_version, lambda name: requests.version_requested.emit(name, 1)),
            (actions.duplicate, requests.duplicate_requested.emit),
            (actions.points, requests.points_requested.emit),
            (actions.save_prompt, requests.save_prompt_requested.emit),
            (actions.pin, self._pin),
            (actions.beside, requests.show_beside_requested.emit),
            (actions.detach, requests.detach_requested.emit),
            (actions.close_after, self._close_after),
            (actions.move_left, lambda name: self._panes.in_use.bar.move_tab(name, -1)),
            (actions.move_right, lambda name: self._panes.in_use.bar.move_tab(name, 1)),
        ):
            run_when_triggered(action, partial(self._for_active, ask))

    def _connect_page(self) -> None:
        actions = self._actions
        for action, change in (
            (actions.focus_composer, lambda view: view.focus_composer()),
            (actions.find, lambda view: view.find_bar.open_bar()),
            (actions.find_next, lambda view: view.find_bar.step(1)),
            (actions.find_previous, lambda view: view.find_bar.step(-1)),
            (actions.previous_message, lambda view: view.transcript.focus_message(-1)),
            (actions.next_message, lambda view: view.transcript.focus_message(1)),
            (actions.copy_last, self._copy_last_answer),
        ):
            run_when_triggered(action, partial(self._for_page, change))

    def _connect_rows(self) -> None:
        actions = self._actions
        run_when_triggered(actions.list_tabs, lambda: self._panes.in_use.show_list())
        run_when_triggered(actions.close_finished, self._close_finished)
        run_when_triggered(actions.other_pane, self._requests.other_pane_requested.emit)
        for number, action in enumerate(actions.numbered_tabs):
            run_when_triggered(action, partial(self._go_to_tab, number))

    def _for_active(self, ask: Callable[[str], object]) -> None:
        conversation_id = self._panes.active_id()
        if conversation_id is not None:
            ask(conversation_id)

    def _for_page(self, change: Callable[[ConversationView], object]) -> None:
        conversation_id = self._panes.active_id()
        view = None if conversation_id is None else self._panes.view_of(conversation_id)
        if view is not None:
            change(view)

    def _pin(self, conversation_id: str) -> None:
        is_pinned = self._panes.items.is_pinned(conversation_id)
        self._requests.pin_requested.emit((conversation_id,), not is_pinned)

    def _close_after(self, conversation_id: str) -> None:
        ids = self._panes.in_use.bar.ids()
        self._close(ids[ids.index(conversation_id) + 1 :])

    def _close_finished(self) -> None:
        self._close(self._panes.in_use.finished_ids())

    def _close(self, ids: tuple[str, ...]) -> None:
        for conversation_id in ids:
            self._requests.close_tab_requested.emit(conversation_id)

    def _copy_last_answer(self, view: ConversationView) -> None:
        text = view.transcript.last_reply_text()
        if text is not None:
            QGuiApplication.clipboard().setText(text)
            self._show_toast(ToastContent(self.tr("Answer copied."), is_remembered=False))

    def _go_to_tab(self, number: int) -> None:
        bar = self._panes.in_use.bar
        ids = bar.ids()
        if ids:
            last = len(ids) - 1
            # As in a browser: the last number means the last tab, however many there are.
            bar.activate(ids[last if number == LAST_TAB_KEY - 1 else min(number, last)])
