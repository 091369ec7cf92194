"""All tabs of the program, in whichever pane of whichever window they are."""

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtWidgets import QApplication, QWidget

from app.domain import TabState
from app.widgets.conversation.view import ConversationView
from app.widgets.tabs.pane import TabPane


class TabPanes(QObject):
    """Knows every pane, and which one is in use: the one that has, or last had, the focus."""

    activated = Signal(str)
    close_requested = Signal(str)
    rename_requested = Signal(str)
    new_requested = Signal()
    rearranged = Signal()
    torn_off = Signal(str, QPoint)
    menu_requested = Signal(str, QPoint)

    def __init__(self, first: TabPane, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._panes: list[TabPane] = []
        self._in_use = first
        self._is_quiet = False
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

    def add_pane(self, pane: TabPane, *, before: TabPane | None = None) -> None:
        """Follow another pane, the last one if it stands before no other."""
        place = len(self._panes) if before is None else self._panes.index(before)
        self._panes.insert(place, pane)
        bar = pane.strip.bar
        pane.activated.connect(lambda id_, where=pane: self._on_activated(where, id_))
        bar.close_requested.connect(self.close_requested)
        bar.rename_requested.connect(self.rename_requested)
        bar.reordered.connect(lambda _ids: self.rearranged.emit())
        bar.torn_off.connect(self.torn_off)
        bar.menu_requested.connect(self.menu_requested)
        pane.strip.new_button.clicked.connect(lambda _=False, where=pane: self._on_new(where))

    def remove_pane(self, pane: TabPane) -> None:
        """Follow an empty pane no longer; the first one is used in its stead."""
        self._panes.remove(pane)
        if self._in_use is pane:
            self._use(self._panes[0])

    def add(
        self,
        conversation_id: str,
        title: str,
        view: ConversationView,
        *,
        pane: TabPane | None = None,
        place: int | None = None,
        is_pinned: bool = False,
    ) -> None:
        """Add a tab to a pane, that in use if none is named, at the end if nowhere else."""
        with self._quietly():
            target = self._in_use if pane is None else pane
            target.add(conversation_id, title, view, place=place, is_pinned=is_pinned)

    def move(self, conversation_id: str, target: TabPane) -> None:
        """Take a tab with all that stands in it to the front of another pane, and use that."""
        source = self.pane_of(conversation_id)
        if source is None or source is target:
            return
        self._in_use = target
        title, is_pinned = source.title(conversation_id), self.is_pinned(conversation_id)
        with self._quietly():
            view = source.take(conversation_id)
            assert view is not None
            target.add(conversation_id, title, view, is_pinned=is_pinned)
        self.activate(conversation_id)  # taking it away has moved the focus, and the use with it
        self.rearranged.emit()

    def is_pinned(self, conversation_id: str) -> bool:
        """Return whether a tab is pinned."""
        return any(pane.strip.bar.is_pinned(conversation_id) for pane in self._panes)

    def set_pinned(self, conversation_id: str, is_pinned: bool) -> None:
        """Pin a tab or let it go; does nothing where the conversation has no tab."""
        pane = self.pane_of(conversation_id)
        if pane is not None:
            pane.strip.bar.set_pinned(conversation_id, is_pinned)

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

    def front_ids(self) -> frozenset[str]:
        """Return the conversations in front of the panes that are not in use."""
        others = (pane.current_id() for pane in self._panes if pane is not self._in_use)
        return frozenset(id_ for id_ in others if id_ is not None)

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
        if pane is None:
            return False
        with self._quietly():
            view = pane.take(conversation_id)
        assert view is not None
        view.deleteLater()
        self.rearranged.emit()
        return True

    @contextmanager
    def _quietly(self) -> Iterator[None]:
        """Let what comes to the front of a pane that is not in use leave the use as it is."""
        self._is_quiet = True
        try:
            yield
        finally:
            self._is_quiet = False

    def _on_activated(self, pane: TabPane, conversation_id: str) -> None:
        if self._is_quiet and pane is not self._in_use:
            return
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
