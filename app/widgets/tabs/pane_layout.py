"""The layout of panes: one or two in the first window, and one in each further window."""

from collections.abc import Callable

import msgspec
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QAction, QCloseEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu, QSplitter, QWidget

from app.widgets.commands.actions import WindowActions
from app.widgets.kit.geometry import resize_on_screen, vertical_layout
from app.widgets.kit.icons import application_icon
from app.widgets.kit.small_dialogs import close_dialogs
from app.widgets.kit.window_requests import WindowRequests
from app.widgets.tabs.items import TabItems
from app.widgets.tabs.panes import TabPane, TabPanes


class TabPosition(msgspec.Struct, frozen=True):
    """The position of a tab among the others.

    Attributes:
        row: the tabs of its pane in order, including this one.
        finished_ids: the tabs of the row without work in progress or unread answers.
        can_reopen: whether a closed tab can be opened again.
    """

    row: tuple[str, ...]
    pane_number: int
    finished_ids: tuple[str, ...] = ()
    is_pinned: bool = False
    is_vertical: bool = False
    can_reopen: bool = False


class TabMenu(QMenu):
    """Each entry requests an action on one tab, or on all other tabs of its row."""

    def __init__(
        self,
        conversation_id: str,
        position: TabPosition,
        requests: WindowRequests,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._id = conversation_id
        self._requests = requests
        self._others = tuple(each for each in position.row if each != conversation_id)
        pin = self.addAction(self.tr("Unpin") if position.is_pinned else self.tr("Pin"))
        pin.triggered.connect(
            lambda: requests.pin_requested.emit((self._id,), not position.is_pinned)
        )
        self._add_places(position.pane_number)
        self.addSeparator()
        self._add(self.tr("Rename…"), lambda: requests.rename_dialog_requested.emit(self._id))
        self._add(self.tr("Suggest a title"), lambda: requests.title_requested.emit(self._id))
        self._add(
            self.tr("Move to a folder…"), lambda: requests.folder_menu_requested.emit(self._id)
        )
        self._add(self.tr("Duplicate"), lambda: requests.duplicate_requested.emit(self._id))
        self._add(self.tr("Export…"), lambda: requests.export_requested.emit((self._id,)))
        self.addSeparator()
        self._add_closing(position)
        self.addSeparator()  # not next to the entries that only close tabs
        self._add(self.tr("Delete chat"), lambda: requests.delete_requested.emit((self._id,)))

    def _add_places(self, pane_number: int) -> None:
        if pane_number <= 1:
            text = (
                self.tr("Open in split view") if pane_number == 0 else self.tr("Show on the left")
            )
            split = self._add(text, lambda: self._requests.show_in_split_requested.emit(self._id))
            split.setEnabled(pane_number == 1 or bool(self._others))
        if pane_number > 1:
            back = self.tr("Move to the main window")
            self._add(back, lambda: self._requests.bring_back_requested.emit(self._id))
        if pane_number <= 1 or self._others:
            detach = self.tr("Move to a new window")
            self._add(detach, lambda: self._requests.detach_requested.emit(self._id))

    def _add_closing(self, position: TabPosition) -> None:
        reopen = self._add(self.tr("Reopen closed tab"), self._requests.reopen_tab_requested.emit)
        reopen.setEnabled(position.can_reopen)
        self.addSeparator()
        self._add_closing_of(self.tr("Close tab"), (self._id,))
        after = position.row[position.row.index(self._id) + 1 :]
        below, right = self.tr("Close tabs below"), self.tr("Close tabs to the right")
        self._add_closing_of(below if position.is_vertical else right, after)
        self._add_closing_of(self.tr("Close finished tabs"), position.finished_ids)
        self._add_closing_of(self.tr("Close other tabs"), self._others)

    def _add_closing_of(self, text: str, ids: tuple[str, ...]) -> None:
        def close() -> None:
            for conversation_id in ids:
                self._requests.close_tab_requested.emit(conversation_id)

        self._add(text, close).setEnabled(bool(ids))

    def _add(self, text: str, request: Callable[[], object]) -> QAction:
        entry = self.addAction(text)
        entry.triggered.connect(lambda: request())
        return entry


DEFAULT_SIZE = QSize(760, 700)
RIGHT = 1
FIRST_EXTRA = 2
MIN_SHARE = 0.1  # of the width, for one of two panes
MIN_ROOM = 100  # pixels; before the window is laid out, sizes are only shares


class ExtraWindow(QMainWindow):
    """Shows one pane, with the commands of the first window. Closing it is only a request."""

    close_requested = Signal()

    def __init__(self, pane: TabPane, items: TabItems, actions: WindowActions) -> None:
        super().__init__()
        self._may_close = False
        self.pane = pane
        self._items = items
        central = QWidget()
        vertical_layout(central, self.pane, margins=(0, 0, 0, 0), spacing=0)
        self.setCentralWidget(central)
        self.addActions(actions.all())  # so that every key does the same here
        self.setWindowIcon(application_icon())
        self.setMinimumSize(360, 300)
        resize_on_screen(self, DEFAULT_SIZE)

    def show_title(self) -> None:
        """Set the window title to that of the tab in front."""
        conversation_id = self.pane.bar.current_id()
        title = self._items.title(conversation_id) if conversation_id else ""
        self.setWindowTitle(f"{title} — Hubbub" if title else "Hubbub")

    def force_close(self) -> None:
        """Close the window without asking."""
        close_dialogs(self)
        self._may_close = True
        self.close()
        self.deleteLater()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._may_close:
            event.accept()
            return
        event.ignore()
        self.close_requested.emit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.ActivationChange and self.isActiveWindow():
            self.show_title()


class PaneLayout(QObject):
    """Splits the window, opens further windows, and closes empty panes and windows.

    Panes are numbered: 0 is the first pane, 1 the right pane of a split, 2 and more have windows.
    """

    first_emptied = Signal()
    window_opened = Signal(object)
    window_closed = Signal(object)

    def __init__(
        self,
        panes: TabPanes,
        actions: WindowActions,
        requests: WindowRequests,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._panes = panes
        self._actions = actions
        self._requests = requests
        self._window = window
        self._first = panes.in_use
        self._right_pane: TabPane | None = None
        self._extras: list[ExtraWindow] = []
        self._split_share = 0.5
        self.widget = QSplitter(Qt.Orientation.Horizontal, handleWidth=5, childrenCollapsible=False)
        self.widget.addWidget(self._first)
        panes.rearranged.connect(self.close_empty_panes)
        panes.activated.connect(lambda _id: self._show_titles())
        requests.show_in_split_requested.connect(self.show_in_split)
        requests.detach_requested.connect(self.detach)
        requests.bring_back_requested.connect(self.bring_back)
        requests.tab_dropped.connect(self.drop_at)
        requests.other_pane_requested.connect(self.use_other_pane)
        requests.tab_menu_requested.connect(
            lambda id_, position: self.tab_menu(id_).popup(position)
        )

    @property
    def extra_windows(self) -> tuple[ExtraWindow, ...]:
        """The further windows, the oldest first."""
        return tuple(self._extras)

    @property
    def split_share(self) -> float:
        """The left pane's share of the width, from 0 to 1; the last known value without a split."""
        sizes = self.widget.sizes()
        room = sum(sizes)
        if len(sizes) > RIGHT and room > 0:
            self._split_share = round(sizes[0] / room, 3)
        return self._split_share

    @split_share.setter
    def split_share(self, share: float) -> None:
        self._split_share = min(max(MIN_SHARE, share), 1 - MIN_SHARE)

    @property
    def is_split(self) -> bool:
        """Whether the first window shows two panes."""
        return self._right_pane is not None

    def numbers(self) -> tuple[int, ...]:
        """Return the number of each tab's pane, in the order of ``TabPanes.ids``."""
        return tuple(self.number_of(pane) for pane in self._panes for _ in pane.bar.ids())

    def number_of(self, pane: TabPane) -> int:
        """Return the number of a pane."""
        if pane is self._first:
            return 0
        if pane is self._right_pane:
            return RIGHT
        return FIRST_EXTRA + [extra.pane for extra in self._extras].index(pane)

    def has_pane(self, number: int) -> bool:
        """Return whether a pane with this number exists."""
        return number == 0 or number in {self.number_of(pane) for pane in self._panes}

    def pane(self, number: int) -> TabPane:
        """Return the pane with this number; open it first if necessary."""
        if number == 0:
            return self._first
        if number == RIGHT:
            return self._opened_right_pane()
        while len(self._extras) <= number - FIRST_EXTRA:
            self._open_extra()
        return self._extras[number - FIRST_EXTRA].pane

    def show_in_split(self, conversation_id: str) -> None:
        """Move a tab to the pane on the right, or back to the left."""
        if self._panes.pane_of(conversation_id) is self._right_pane:
            self._panes.move(conversation_id, self._first)
        elif self._first.bar.ids() != (
            conversation_id,
        ):  # a single tab would leave the left pane empty
            self._panes.move(conversation_id, self._opened_right_pane())

    def join(self) -> None:
        """Move all tabs of the right pane back to the left; the pane in use keeps its tab."""
        right = self._right_pane
        if right is None:
            return
        front_id = self._panes.in_use.bar.current_id()
        for conversation_id in right.bar.ids():
            self._panes.move(conversation_id, self._first)
        if front_id is not None:
            self._panes.activate(front_id)

    def split(self) -> None:
        """Show a second chat on the right: the tab in front, or a new one if it is the only one."""
        if self._right_pane is not None:
            return
        front_id = self._first.bar.current_id()
        if front_id is not None and len(self._first.bar.ids()) > 1:
            self.show_in_split(front_id)
        elif front_id is not None:
            self._panes.in_use = self._opened_right_pane()
            self._requests.new_tab_requested.emit()

    def detach(self, conversation_id: str, position: QPoint | None = None) -> None:
        """Show a tab in its own window."""
        source = self._panes.pane_of(conversation_id)
        # The only tab of a further window has its own window already.
        if source is None or (source is not self._first and source.bar.ids() == (conversation_id,)):
            return
        extra = self._open_extra()
        if position is not None:
            extra.move(position - QPoint(extra.width() // 4, 20))
        self._panes.move(conversation_id, extra.pane)
        extra.show()
        extra.activateWindow()

    def bring_back(self, conversation_id: str) -> None:
        """Move a tab to the first window."""
        self._panes.move(conversation_id, self._first)

    def drop_at(self, conversation_id: str, position: QPoint) -> None:
        """Move a tab to where it was dropped: another pane, the right side, or a new window."""
        source = self._panes.pane_of(conversation_id)
        target = next((pane for pane in self._panes if _area(pane).contains(position)), None)
        if target is None:
            if not self._window.frameGeometry().contains(position):
                self.detach(conversation_id, position)
        elif target is not source:
            self._panes.move(conversation_id, target)
        # Only the first window can be split, and a drop on its right half is how a pane opens.
        elif target is self._first and position.x() > _area(target).center().x():
            self.show_in_split(conversation_id)

    def use_other_pane(self) -> None:
        """Move the focus to the next pane, also in another window."""
        panes = list(self._panes)
        target = panes[(panes.index(self._panes.in_use) + 1) % len(panes)]
        conversation_id = target.bar.current_id()
        if conversation_id is not None and target is not self._panes.in_use:
            target.window().activateWindow()
            self._panes.activate(conversation_id)

    def tab_menu(self, conversation_id: str) -> TabMenu:
        """Return the context menu of a tab."""
        pane = self._panes.pane_of(conversation_id)
        assert pane is not None
        tab_position = TabPosition(
            pane.bar.ids(),
            self.number_of(pane),
            finished_ids=pane.finished_ids(),
            is_pinned=self._panes.items.is_pinned(conversation_id),
            is_vertical=pane.bar.is_vertical,
            can_reopen=self._actions.reopen_tab.isEnabled(),
        )
        return TabMenu(conversation_id, tab_position, self._requests, pane)

    def show_windows(self) -> None:
        """Show the further windows, as after a start."""
        for extra in self._extras:
            if extra.pane.bar.ids():  # else its tabs are still to come, or gone
                extra.show_title()
                extra.show()

    def close_windows(self) -> None:
        """Close the further windows with the tabs in them."""
        for extra in self._extras:
            extra.force_close()

    def _opened_right_pane(self) -> TabPane:
        if self._right_pane is None:
            share = self.split_share
            before = self._extras[0].pane if self._extras else None
            self._right_pane = self._panes.open_pane(before=before)
            self.widget.addWidget(self._right_pane)
            room = max(self.widget.width(), MIN_ROOM)
            left = round(room * share)
            self.widget.setSizes([left, room - left])
            self._name_halves()
        return self._right_pane

    def _open_extra(self) -> ExtraWindow:
        pane = self._panes.open_pane(may_join_column=False)
        extra = ExtraWindow(pane, self._panes.items, self._actions)
        extra.close_requested.connect(lambda: self._close_extra(extra))
        self._extras.append(extra)
        self.window_opened.emit(extra)
        return extra

    def _close_extra(self, extra: ExtraWindow) -> None:
        """Move the tabs of a window back; the empty window is then closed."""
        for conversation_id in extra.pane.bar.ids():
            self._panes.move(conversation_id, self._first)

    def close_empty_panes(self) -> None:
        """Close panes without tabs, and their windows; an empty first pane takes the others."""
        # Empty panes go first. After that the left pane takes over the tabs of the right one if it
        # is empty itself: pane 0 is never empty while the window has tabs, which stored layouts
        # rely on.
        if self._right_pane is not None and not self._right_pane.bar.ids():
            right_pane, self._right_pane = self._right_pane, None
            self._panes.remove_pane(right_pane)
            right_pane.setParent(None)
            right_pane.deleteLater()
            self._name_halves()
        for extra in tuple(self._extras):
            if not extra.pane.bar.ids():
                # Closing the active window would leave no window active on some desktops.
                was_active = extra.isActiveWindow()
                self._extras.remove(extra)
                self._panes.remove_pane(extra.pane)
                self.window_closed.emit(extra)
                extra.force_close()
                if was_active:
                    self._window.activateWindow()
        if self._right_pane is not None and not self._first.bar.ids():
            for conversation_id in self._right_pane.bar.ids():
                self._panes.move(conversation_id, self._first)
        self._show_titles()
        if not self._first.bar.ids():
            self.first_emptied.emit()

    def _name_halves(self) -> None:
        right = self._right_pane
        self._first.bar.name_half(None if right is None else "left")
        if right is not None:
            right.bar.name_half("right")

    def _show_titles(self) -> None:
        for extra in self._extras:
            extra.show_title()


def _area(pane: TabPane) -> QRect:
    # A modal dialog blocks drops; a hidden pane has no place on the screen.
    if not pane.isVisible() or QApplication.activeModalWidget() is not None:
        return QRect()
    return QRect(pane.mapToGlobal(QPoint(0, 0)), pane.size())
