"""All tabs of a pane: the pinned ones, which stay in sight, and beside them the others."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.domain import TabState
from app.widgets.commands.bound_keys import BoundKeys
from app.widgets.tabs.mark import TabMark
from app.widgets.tabs.row import TabRow

MAX_PINNED_SHARE = 0.5  # of the room; beyond it the pinned ones scroll, too


class TabBar(QWidget):
    """Two rows that look and count as one; one tab of all is in front."""

    close_requested = Signal(str)
    activated = Signal(str)
    rename_requested = Signal(str)
    reordered = Signal(tuple)
    torn_off = Signal(str, QPoint)
    menu_requested = Signal(str, QPoint)

    def __init__(self, keys: BoundKeys, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pinned = TabRow(self.tr("Pinned tabs"), keys, self, is_pinned=True)
        self._unpinned = TabRow(self.tr("Conversations in tabs"), keys, self, is_pinned=False)
        self._in_use = self._unpinned
        self._is_arranging = False
        self._available_width = 0
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for each in (self._pinned, self._unpinned):
            row.addWidget(each, 0, Qt.AlignmentFlag.AlignBottom)
            self._connect(each)
        self._pinned.set_in_use(False)
        for each in (self._pinned, self._unpinned):
            each.hide()

    def set_available_width(self, width: int) -> None:
        """Say how wide the tabs may get together."""
        self._available_width = max(0, width)  # a pane may be narrower than its own buttons
        self._share_width()

    def add(
        self,
        conversation_id: str,
        title: str,
        *,
        place: int | None = None,
        is_pinned: bool = False,
    ) -> None:
        """Add a tab, at the end if nowhere else; pinned ones stand left of all others."""
        row = self._pinned if is_pinned else self._unpinned
        first = 0 if is_pinned else self._pinned.count()
        index = row.count() if place is None else place - first
        with self._arranging():
            row.add(conversation_id, title, min(max(0, index), row.count()))

    def remove(self, conversation_id: str) -> None:
        """Take a tab away; its neighbour comes to the front."""
        with self._arranging():
            self.row_of(conversation_id).remove(conversation_id)

    def activate(self, conversation_id: str) -> None:
        """Bring a tab to the front; emits ``activated`` if it was not there."""
        row = self.row_of(conversation_id)
        index = row.index_of(conversation_id)
        if index is not None:
            with self._arranging():
                self._use(row)
                row.setCurrentIndex(index)

    def step(self, step: int) -> None:
        """Bring the tab to the front that is so far to the right, round the end."""
        ids, current_id = self.ids(), self.current_id()
        if current_id is not None:
            self.activate(ids[(ids.index(current_id) + step) % len(ids)])

    def is_pinned(self, conversation_id: str) -> bool:
        """Return whether a tab is pinned."""
        return self._pinned.has(conversation_id)

    def set_pinned(self, conversation_id: str, is_pinned: bool) -> None:
        """Make a tab small and move it to the left, or back among the others."""
        mark = self.mark(conversation_id)
        if mark is None or is_pinned == self.is_pinned(conversation_id):
            return
        state, title, before = mark.state, self.title(conversation_id), self.ids()
        was_in_front, had_focus = self.current_id() == conversation_id, self._in_use.hasFocus()
        source, target = self._unpinned, self._pinned
        if not is_pinned:
            source, target = target, source
        with self._arranging():
            source.remove(conversation_id)
            target.add(conversation_id, title, target.count() if is_pinned else 0)
            target.set_state(conversation_id, state)
            if was_in_front:
                self._use(target)
                target.setCurrentIndex(target.index_of(conversation_id) or 0)
        if had_focus:
            self._in_use.setFocus()
        if self.ids() != before:
            self.reordered.emit(self.ids())

    def move_tab(self, conversation_id: str, step: int) -> None:
        """Move a tab by some places; pinned ones stay on the left of the others."""
        self.row_of(conversation_id).move_tab(conversation_id, step)

    def ids(self) -> tuple[str, ...]:
        """Return the conversations from left to right."""
        return (*self._pinned.ids(), *self._unpinned.ids())

    def index_of(self, conversation_id: str) -> int | None:
        """Return a conversation's place, or None where it has no tab."""
        ids = self.ids()
        return ids.index(conversation_id) if conversation_id in ids else None

    def current_id(self) -> str | None:
        """Return the conversation in front."""
        return self._in_use.current_id()

    def row_of(self, conversation_id: str) -> TabRow:
        """Return the row in which a tab is, or would be if it were there."""
        return self._pinned if self.is_pinned(conversation_id) else self._unpinned

    def title(self, conversation_id: str) -> str:
        """Return the title of a tab as it is shown."""
        return self.row_of(conversation_id).title(conversation_id)

    def mark(self, conversation_id: str) -> TabMark | None:
        """Return the mark of a tab."""
        return self.row_of(conversation_id).mark(conversation_id)

    def set_title(self, conversation_id: str, title: str) -> None:
        """Show another title."""
        self.row_of(conversation_id).set_title(conversation_id, title)

    def set_state(self, conversation_id: str, state: TabState) -> None:
        """Show what a tab is doing."""
        self.row_of(conversation_id).set_state(conversation_id, state)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._share_width()

    def _connect(self, row: TabRow) -> None:
        row.close_requested.connect(self.close_requested)
        row.rename_requested.connect(self.rename_requested)
        row.torn_off.connect(self.torn_off)
        row.menu_requested.connect(self.menu_requested)
        row.pressed.connect(self.activate)  # the current one of the other row changes nothing there
        row.stepped_over.connect(self._on_stepped_over)
        row.currentChanged.connect(partial(self._on_current_changed, row))
        row.tabMoved.connect(lambda _old, _new: self.reordered.emit(self.ids()))

    @contextmanager
    def _arranging(self) -> Iterator[None]:
        """Change the rows, and tell only then what is in front, if that is another tab."""
        before = self.current_id()
        self._is_arranging = True
        try:
            yield
            if not self._in_use.count():
                self._use_other_row()
        finally:
            self._is_arranging = False
        for row in (self._pinned, self._unpinned):
            row.setVisible(row.count() > 0)  # an empty one would keep a place
        self._share_width()
        front = self.current_id()
        if front is not None and front != before:
            self.activated.emit(front)

    def _share_width(self) -> None:
        wanted = self._pinned.sizeHint().width() if self._pinned.count() else 0
        self._pinned.setFixedWidth(min(wanted, round(self._available_width * MAX_PINNED_SHARE)))
        self._unpinned.set_available_width(self._available_width - self._pinned.width())

    def _use(self, row: TabRow) -> None:
        self._in_use = row
        for each in (self._pinned, self._unpinned):
            each.set_in_use(each is row)

    def _use_other_row(self) -> None:
        """Go on with the neighbour where the last tab of a row went."""
        is_unpinned = self._in_use is self._unpinned
        self._use(self._pinned if is_unpinned and self._pinned.count() else self._unpinned)
        self._in_use.setCurrentIndex(self._in_use.count() - 1 if is_unpinned else 0)

    def _on_current_changed(self, row: TabRow, _index: int) -> None:
        conversation_id = row.current_id()
        if not self._is_arranging and conversation_id is not None:
            self._use(row)
            self.activated.emit(conversation_id)

    def _on_stepped_over(self, step: int) -> None:
        """Go on in the other row where the arrow keys leave one."""
        current_id, ids = self.current_id(), self.ids()
        place = step if current_id is None else ids.index(current_id) + step
        if 0 <= place < len(ids):
            self.activate(ids[place])
            self._in_use.setFocus()
