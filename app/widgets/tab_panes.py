"""All tabs of the program, in whichever pane of whichever window they are."""

from collections.abc import Iterator

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QWidget

from app.domain import TabState
from app.widgets.conversation_view import ConversationView
from app.widgets.tab_pane import TabPane


class TabPanes(QObject):
    """Knows every pane, and which one is in use: the one that has, or last had, the focus."""

    activated = Signal(str)
    close_requested = Signal(str)
    rename_wished = Signal(str)
    new_requested = Signal()
    rearranged = Signal()

    def __init__(self, first: TabPane, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._panes: list[TabPane] = []
        self._in_use = first
        self.add_pane(first)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._on_focus_changed)

    def __iter__(self) -> Iterator[TabPane]:
        return iter(tuple(self._panes))

    @property
    def in_use(self) -> TabPane:
        """The pane that keys are about."""
        return self._in_use

    def add_pane(self, pane: TabPane) -> None:
        """Follow another pane."""
        self._panes.append(pane)
        bar = pane.strip.bar
        pane.activated.connect(lambda id_, where=pane: self._on_activated(where, id_))
        bar.close_requested.connect(self.close_requested)
        bar.rename_wished.connect(self.rename_wished)
        bar.reordered.connect(lambda _ids: self.rearranged.emit())
        pane.strip.new_button.clicked.connect(lambda _=False, where=pane: self._on_new(where))

    def ids(self) -> tuple[str, ...]:
        """Return the conversations of all tabs, pane after pane, from left to right."""
        return tuple(id_ for pane in self._panes for id_ in pane.ids())

    def active_id(self) -> str | None:
        """Return the conversation in front of the pane in use, or None where it is empty."""
        return self._in_use.current_id()

    def pane_of(self, conversation_id: str) -> TabPane | None:
        """Return where a conversation has its tab, or None where it has none."""
        panes = (pane for pane in self._panes if pane.view_of(conversation_id) is not None)
        return next(panes, None)

    def view_of(self, conversation_id: str) -> ConversationView | None:
        """Return the page of a tab, or None where the conversation has no tab."""
        pane = self.pane_of(conversation_id)
        return None if pane is None else pane.view_of(conversation_id)

    def title(self, conversation_id: str) -> str:
        """Return the title of a tab; empty where the conversation has none."""
        pane = self.pane_of(conversation_id)
        return "" if pane is None else pane.title(conversation_id)

    def is_on_show(self, conversation_id: str) -> bool:
        """Return whether a conversation stands in front of one of the panes."""
        return any(pane.current_id() == conversation_id for pane in self._panes)

    def activate(self, conversation_id: str) -> None:
        """Bring a tab to the front of its pane, and use that pane."""
        pane = self.pane_of(conversation_id)
        if pane is None:
            return
        was_in_front = pane.current_id() == conversation_id
        if was_in_front and pane is not self._in_use:
            self._use(pane)
        pane.activate(conversation_id)

    def set_title(self, conversation_id: str, title: str) -> None:
        """Show another title; does nothing where the conversation has no tab."""
        pane = self.pane_of(conversation_id)
        if pane is not None:
            pane.set_title(conversation_id, title)

    def set_state(self, conversation_id: str, state: TabState) -> None:
        """Show what a tab is doing; does nothing where the conversation has no tab."""
        pane = self.pane_of(conversation_id)
        if pane is not None:
            pane.set_state(conversation_id, state)

    def remove(self, conversation_id: str) -> bool:
        """Take a tab away and delete its view; return whether there was one."""
        pane = self.pane_of(conversation_id)
        view = None if pane is None else pane.take(conversation_id)
        if view is None:
            return False
        view.deleteLater()
        return True

    def _on_activated(self, pane: TabPane, conversation_id: str) -> None:
        self._in_use = pane
        self.activated.emit(conversation_id)

    def _on_new(self, pane: TabPane) -> None:
        self._in_use = pane
        self.new_requested.emit()

    def _on_focus_changed(self, _old: QWidget | None, new: QWidget | None) -> None:
        widget = new
        while widget is not None and not isinstance(widget, TabPane):
            widget = widget.parentWidget()
        if isinstance(widget, TabPane) and widget in self._panes and widget is not self._in_use:
            self._use(widget)

    def _use(self, pane: TabPane) -> None:
        self._in_use = pane
        conversation_id = pane.current_id()
        if conversation_id is not None:
            self.activated.emit(conversation_id)
