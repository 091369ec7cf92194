"""The place of the panel: next to the page, or over it in a narrow window."""

from PySide6.QtCore import QEvent, QObject, QRect, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QSplitter

from app.widgets.chat_panel.chat_panel import ChatPanel

FIRST_WIDTH = 320
MIN_WIDTH, MAX_WIDTH = 260, 640
NARROW_WIDTH = 860  # pixels; below, the sidebar, the page and the panel do not fit


class PanelPosition(QObject):
    """Shows and hides the panel, and places it.

    The panel is hidden when the window gets narrow. Opened in a narrow window, it covers a part of
    the page until it is closed or the window is wide again; at start it never covers the page.
    ``shown_changed`` reports the visibility, ``wanted_changed`` whether the user wants the panel
    in a wide window, and ``keyboard_left`` that the panel was hidden while it had the focus.
    """

    shown_changed = Signal(bool)
    wanted_changed = Signal(bool)
    keyboard_left = Signal()

    def __init__(self, panel: ChatPanel, splitter: QSplitter) -> None:
        super().__init__(splitter)
        self._panel = panel
        self._splitter = splitter
        self._is_wanted = False
        self._is_narrow = False
        self._width = FIRST_WIDTH
        panel.setMinimumWidth(MIN_WIDTH)
        panel.setMaximumWidth(MAX_WIDTH)
        panel.setAutoFillBackground(True)
        panel.setBackgroundRole(QPalette.ColorRole.Window)
        panel.hide()
        self._dock()
        splitter.installEventFilter(self)

    @property
    def width(self) -> int:
        """Return the width of the panel next to the page, in pixels."""
        if self._panel.isVisible() and not self._is_narrow:
            self._width = self._panel.width()
        return self._width

    @property
    def is_over_page(self) -> bool:
        """Return whether the panel covers a part of the page."""
        return self._is_narrow and not self._panel.isHidden()

    def restore(self, *, is_wanted: bool, width: int) -> None:
        """Restore the visibility and the width of the panel at start."""
        self._width = min(max(MIN_WIDTH, width), MAX_WIDTH)
        self._is_wanted = is_wanted
        self._show(is_shown=is_wanted and not self._is_narrow)

    def set_shown(self, *, is_shown: bool) -> None:
        """Open or close the panel on the user's request."""
        if is_shown == (not self._panel.isHidden()):
            return
        self._show(is_shown=is_shown)
        if not self._is_narrow and is_shown != self._is_wanted:
            self._is_wanted = is_shown
            self.wanted_changed.emit(is_shown)

    def uncover(self) -> None:
        """Hide the panel if it covers a part of the page."""
        if self.is_over_page:
            self._show(is_shown=False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._splitter and event.type() is QEvent.Type.Resize:
            self._fit()
        return False

    def _fit(self) -> None:
        is_narrow = self._splitter.width() < NARROW_WIDTH
        if is_narrow != self._is_narrow:
            focused = QApplication.focusWidget()
            had_keyboard = focused is not None and self._panel.isAncestorOf(focused)
            self._width = self.width
            self._is_narrow = is_narrow
            if is_narrow:
                self._float()
            else:
                self._dock()
            self._show(is_shown=self._is_wanted and not is_narrow)
            if had_keyboard and self._panel.isHidden():
                self.keyboard_left.emit()
        elif is_narrow:
            self._reposition()

    def _show(self, *, is_shown: bool) -> None:
        was_shown = not self._panel.isHidden()
        if was_shown and not is_shown:
            self._width = self.width
        self._panel.setVisible(is_shown)
        if is_shown and self._is_narrow:
            self._reposition()
            self._panel.raise_()
        elif is_shown and not was_shown:
            self._widen()
        if is_shown != was_shown:
            self.shown_changed.emit(is_shown)

    def _dock(self) -> None:
        self._splitter.addWidget(self._panel)
        index = self._splitter.indexOf(self._panel)
        self._splitter.setCollapsible(index, False)
        self._splitter.setStretchFactor(index, 0)

    def _float(self) -> None:
        self._panel.hide()
        self._panel.setParent(self._splitter.parentWidget())

    def _widen(self) -> None:
        """Set the width of the panel and give the page the rest."""
        sizes = self._splitter.sizes()
        index = self._splitter.indexOf(self._panel)
        page = index - 1
        sizes[page] += sizes[index] - self._width
        sizes[index] = self._width
        self._splitter.setSizes(sizes)

    def _reposition(self) -> None:
        area = self._splitter.geometry()
        width = min(self._width, area.width())
        self._panel.setGeometry(QRect(area.right() + 1 - width, area.top(), width, area.height()))
