"""Which tab Ctrl+Tab goes to: the next one of the row, or the one used before."""

from functools import partial

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcutEvent

from app.widgets.commands.actions import WindowActions, run_when_triggered
from app.widgets.tabs.panes import TabPanes

_ALONG = ("PgUp", "PgDown")  # these always follow the row, as in browsers
_ENDINGS = (QEvent.Type.ApplicationDeactivate, QEvent.Type.MouseButtonPress)


class RecentTabs(QObject):
    """Remembers in which order tabs were used, and walks through it while Ctrl is held.

    A walk changes the order only at its end: Ctrl+Tab once and again leads back.

    Attributes:
        is_by_use: whether Ctrl+Tab walks in the order of use instead of along the row.
    """

    def __init__(self, panes: TabPanes, actions: WindowActions) -> None:
        super().__init__(actions)
        self.is_by_use = False
        self._panes = panes
        self._used: list[str] = []  # the one used last at the end
        self._walk: tuple[str, ...] = ()  # the one used last first; empty between two walks
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
            application.installEventFilter(self)  # each event of all: only while Ctrl is held
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
