"""Stores the places of windows, columns and grids, and restores them after a restart."""

import msgspec
from PySide6.QtCore import QByteArray, QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QMainWindow, QSplitter, QWidget

from app.domain.tabs import ChatsInView
from app.widgets.tabs.pane_layout import ExtraWindow, PaneLayout
from app.widgets.tabs.panes import TabPanes
from app.widgets.window.grid_switch import GridSwitch

REST_MILLISECONDS = 700  # without a change, before the arrangement is stored
_MOVING = (QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.WindowStateChange)


class Arrangement(msgspec.Struct, frozen=True):
    """The places of all windows and their parts.

    Attributes:
        geometry: Qt's saved geometry of the first window, in base64; empty if unknown.
        panels: Qt's saved state of its side panels, in base64.
        extras: the same as ``geometry`` for each further window, in order.
        sidebar_width: in pixels; 0 if unknown.
        split_share: the left pane's share of the width of a split view, from 0 to 1.
        grids: the numbers of windows that show their tabs as a grid; 0 is the first window.
        fours: those of ``grids`` that show four chats on a page.
    """

    geometry: str = ""
    panels: str = ""
    extras: tuple[str, ...] = ()
    sidebar_width: int = 0
    split_share: float = 0.5
    grids: tuple[int, ...] = ()
    fours: tuple[int, ...] = ()


class WindowArrangement(QObject):
    """Emits ``changed`` some time after the last move or resize."""

    changed = Signal()

    def __init__(
        self,
        window: QMainWindow,
        columns: QSplitter,
        panes: TabPanes,
        layout: PaneLayout,
        grids: GridSwitch,
    ) -> None:
        """``columns`` holds the sidebar, the page, and the panel next to it."""
        super().__init__(window)
        self._window = window
        self.columns = columns
        self._panes = panes
        self._layout = layout
        self._grids = grids
        self._sidebar_width = 0
        self._coming: Arrangement | None = None  # of further windows that are not open yet
        self._rest = QTimer(self, singleShot=True, interval=REST_MILLISECONDS)
        self._rest.timeout.connect(self.changed)
        window.installEventFilter(self)
        columns.splitterMoved.connect(self._on_moved)
        layout.widget.splitterMoved.connect(self._on_moved)
        layout.window_opened.connect(self._on_window_opened)
        layout.window_closed.connect(self._on_moved)
        grids.switched.connect(self._on_moved)

    def current(self) -> Arrangement:
        """Return the current arrangement."""
        extras = self._layout.extra_windows
        # A hidden sidebar has no width, so the last one is kept.
        self._sidebar_width = self.columns.sizes()[0] or self._sidebar_width
        return Arrangement(
            _in_base64(self._window.saveGeometry()),
            _in_base64(self._window.saveState()),
            tuple(_in_base64(extra.saveGeometry()) for extra in extras),
            self._sidebar_width,
            self._layout.split_share,
            self._grids.shown_numbers(),
            self._grids.four_numbers(),
        )

    def restore(self, arrangement: Arrangement) -> None:
        """Place the first window and its parts; further windows are placed when they open."""
        self._coming = arrangement
        if arrangement.geometry:
            self._window.restoreGeometry(_from_base64(arrangement.geometry))
        if arrangement.panels:
            self._window.restoreState(_from_base64(arrangement.panels))
        self._layout.split_share = arrangement.split_share
        if arrangement.sidebar_width > 0:
            self._set_sidebar_width(arrangement.sidebar_width)

    def show_windows(self) -> None:
        """Show all windows, each with its grid; the window in use keeps the keyboard focus."""
        in_use = self._panes.in_use.window()
        self._window.show()
        # Again: with the first paint the text has its size, and the sidebar has taken another one.
        if self._coming is not None and self._coming.sidebar_width > 0:
            self._set_sidebar_width(self._coming.sidebar_width)
        self._layout.show_windows()
        for number in self._coming.grids if self._coming is not None else ():
            self._grids.show_at(number, self._coming_view(number))
        in_use.activateWindow()  # the last one that was shown is not the one that was in use

    def discard_restored(self) -> None:
        """Stop placing further windows: all windows of the last run are open."""
        self._coming = None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _MOVING and isinstance(watched, QWidget) and watched.isVisible():
            self._rest.start()
        return False

    def _set_sidebar_width(self, width: int) -> None:
        self._sidebar_width = width
        room = max(self._window.width(), sum(self.columns.sizes()))
        width = min(width, room // 2)  # a smaller screen leaves half of it to read
        others = self.columns.sizes()[1:]
        self.columns.setSizes([width, room - width - sum(others[1:]), *others[1:]])

    def _on_window_opened(self, extra: ExtraWindow) -> None:
        extra.installEventFilter(self)
        self._rest.start()
        if self._coming is None:
            return
        index = self._layout.extra_windows.index(extra)
        for geometry in self._coming.extras[index : index + 1]:
            extra.restoreGeometry(_from_base64(geometry))
        if index + 1 in self._coming.grids:
            # Later: its first tab is still to come.
            view = self._coming_view(index + 1)
            QTimer.singleShot(0, extra, lambda: self._grids.show_at(index + 1, view))

    def _coming_view(self, number: int) -> ChatsInView:
        is_four = self._coming is not None and number in self._coming.fours
        return ChatsInView.FOUR if is_four else ChatsInView.ALL

    def _on_moved(self, *_where: object) -> None:
        self._rest.start()


def _in_base64(data: QByteArray) -> str:
    return bytes(data.toBase64().data()).decode("ascii")


def _from_base64(text: str) -> QByteArray:
    return QByteArray.fromBase64(QByteArray(text.encode("ascii", "ignore")))
