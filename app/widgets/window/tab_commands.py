"""Connects the commands for the tab in front, its page, and the row of tabs."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QShortcutEvent

from app.domain.tabs import ToastContent
from app.widgets.commands.actions import LAST_TAB_KEY, WindowActions, run_when_triggered
from app.widgets.conversation.view import ConversationView
from app.widgets.kit.window_requests import WindowRequests
from app.widgets.tabs.panes import TabPanes

_ALONG = ("PgUp", "PgDown")  # these always follow the row, as in browsers
_ENDINGS = (QEvent.Type.ApplicationDeactivate, QEvent.Type.MouseButtonPress)


class RecentTabs(QObject):
    """Records the order in which tabs were used, and walks through it while Ctrl is held.

    A walk changes the order only at its end: Ctrl+Tab pressed twice, separately, leads back.

    Attributes:
        is_by_use: whether Ctrl+Tab walks in the order of use instead of along the row.
    """

    def __init__(self, panes: TabPanes, actions: WindowActions) -> None:
        super().__init__(actions)
        self.is_by_use = False
        self._panes = panes
        self._used: list[str] = []  # the most recently used one is last
        self._walk: tuple[
            str, ...
        ] = ()  # the most recently used one is first; empty between two walks
        self._reached_id = ""
        self._is_stepping = False
        self._is_along = False
        self._is_held = False
        panes.activated.connect(self._on_activated)
        for action, step in ((actions.next_tab, 1), (actions.previous_tab, -1)):
            action.installEventFilter(self)
            run_when_triggered(action, partial(self._step, step))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QShortcutEvent):
            keys = event.key().toString(QKeySequence.SequenceFormat.PortableText)
            self._is_along = keys.endswith(_ALONG)
            self._is_held = "Ctrl+" in keys
        elif isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyRelease:
            if event.key() == Qt.Key.Key_Control:
                self._end_walk()
        elif event.type() in _ENDINGS:
            self._end_walk()
        return False

    def _step(self, step: int) -> None:
        is_along, is_held = self._is_along, self._is_held
        self._is_along = self._is_held = False
        bar = self._panes.in_use.bar
        if is_along or not self.is_by_use:
            bar.step(step)
            return
        ids = self._walk or self._recent_first(bar.ids())
        current_id = bar.current_id()
        if current_id not in ids or len(ids) < 2:
            return
        self._walk = ids
        self._reached_id = ids[(ids.index(current_id) + step) % len(ids)]
        self._is_stepping = True
        bar.activate(self._reached_id)
        self._is_stepping = False
        application = QCoreApplication.instance()
        if is_held and application is not None:
            application.installEventFilter(self)  # it sees every event, so only while Ctrl is held
        else:
            self._end_walk()

    def _recent_first(self, ids: tuple[str, ...]) -> tuple[str, ...]:
        used = [each for each in reversed(self._used) if each in ids]
        return (*used, *(each for each in ids if each not in used))

    def _on_activated(self, conversation_id: str) -> None:
        if self._is_stepping:
            return
        self._end_walk()
        self._use(conversation_id)

    def _end_walk(self) -> None:
        application = QCoreApplication.instance()
        if not self._walk or application is None:
            return
        self._walk = ()
        application.removeEventFilter(self)
        self._use(self._reached_id)

    def _use(self, conversation_id: str) -> None:
        open_ids = {*self._panes.ids()} - {conversation_id}
        self._used = [*(each for each in self._used if each in open_ids), conversation_id]


class TabCommands(QObject):
    """Connects the actions for one tab; without a tab they do nothing."""

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
            (actions.open_in_split, requests.show_in_split_requested.emit),
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
            (actions.tools, lambda view: view.composer.tools_requested.emit()),
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
            # As in a browser: the last number means the last tab.
            bar.activate(ids[last if number == LAST_TAB_KEY - 1 else min(number, last)])
