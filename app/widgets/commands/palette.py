"""The palette: a few letters lead to any conversation, any message and any command."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QAction, QKeyEvent, QPalette
from PySide6.QtWidgets import QApplication, QFrame, QListView, QWidget
from shiboken6 import isValid

from app.domain import ConversationSummary, SearchHit
from app.widgets.commands.palette_delegate import PaletteDelegate
from app.widgets.commands.palette_list import COMMANDS_ONLY, PaletteItemKind, PaletteList
from app.widgets.kit.accessibility import claims_escape
from app.widgets.kit.controls import Card, MutedLabel
from app.widgets.kit.filter_box import FilterBox
from app.widgets.kit.geometry import vertical_layout
from app.widgets.kit.slim_scroll_bar import use_slim_scroll_bars
from app.widgets.kit.window_requests import WindowRequests

SEARCH_DELAY_MS = 120
_WIDEST = 640
_HIGHEST = 460


class Palette(Card):
    """Covers part of a window; closes on Esc, on a choice, and when it loses the focus.

    ``search_requested`` says what is looked for in messages; ``set_hits`` answers it.
    """

    def __init__(
        self,
        conversations: Sequence[ConversationSummary],
        commands: Sequence[QAction],
        requests: WindowRequests,
        window: QWidget,
    ) -> None:
        super().__init__(window, has_border=True)
        self._window = window
        self._requests = requests
        self._commands = commands
        self._previous_focus = QApplication.focusWidget()
        self.items = PaletteList(conversations, commands, self)
        text = self.tr("Search everything, or > for commands")
        self.box = FilterBox(text, self, escape_clears=False)
        self._view = QListView(self)
        self._nothing = MutedLabel(self.tr("No results."), self)
        self._delay = QTimer(self, singleShot=True, interval=SEARCH_DELAY_MS)
        self._build()
        self._connect()
        self._choose_first()

    def open(self) -> None:
        """Show the palette on its window and take the keyboard."""
        self._reposition()
        self.show()
        self.raise_()
        self.box.setFocus(Qt.FocusReason.PopupFocusReason)

    def set_hits(self, text: str, hits: Iterable[SearchHit]) -> None:
        """Show the messages that were found, unless the search text has changed since."""
        if text == self.box.text():
            was_empty = self.items.rowCount() == 0
            self.items.set_hits(hits)
            if was_empty:
                self._choose_first()
            self._show_nothing(is_final=True)

    def leave(self) -> None:
        """Close, and give the focus back to the widget that had it."""
        if self.isHidden():
            return
        previous_focus, self._previous_focus = self._previous_focus, None
        had_focus = self.isAncestorOf(QApplication.focusWidget() or self)
        self.hide()
        self.deleteLater()
        if (
            had_focus and previous_focus is not None and isValid(previous_focus)
        ):  # its tab may be gone
            previous_focus.setFocus(Qt.FocusReason.PopupFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._window and event.type() is QEvent.Type.Resize:
            self._reposition()
        return super().eventFilter(watched, event)

    def event(self, event: QEvent) -> bool:
        return claims_escape(event) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
            return
        super().keyPressEvent(event)

    def _build(self) -> None:
        self.setAccessibleName(self.tr("Search everything"))
        view = self._view
        use_slim_scroll_bars(view)
        view.setModel(self.items)
        view.setItemDelegate(PaletteDelegate(view))
        view.setFrameShape(QFrame.Shape.NoFrame)
        view.setMouseTracking(True)
        view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        view.setAccessibleName(self.tr("Results"))
        view.viewport().setBackgroundRole(QPalette.ColorRole.Base)
        view.viewport().setAutoFillBackground(False)
        self.box.setMinimumHeight(self.fontMetrics().height() + 14)
        self._nothing.setContentsMargins(16, 6, 16, 10)
        self._nothing.hide()
        column = vertical_layout(self, self.box, self._nothing, margins=(8, 8, 8, 8), spacing=6)
        column.addWidget(view, 1)

    def _connect(self) -> None:
        self.box.textChanged.connect(self._on_text_changed)
        self.box.step_pressed.connect(self._on_step_pressed)
        self.box.returnPressed.connect(lambda: self._choose(self._view.currentIndex().row()))
        self._view.clicked.connect(lambda index: self._choose(index.row()))
        self._delay.timeout.connect(lambda: self._requests.search_requested.emit(self.box.text()))
        self._window.installEventFilter(self)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._on_focus_changed)

    def _on_text_changed(self, text: str) -> None:
        self.items.set_text(text)
        self._choose_first()
        # Messages are searched in the database after a short pause; titles and commands at once.
        wants_messages = bool(text.strip()) and not text.startswith(COMMANDS_ONLY)
        if wants_messages:
            self._delay.start()
        else:
            self._delay.stop()
        self._show_nothing(is_final=not wants_messages)

    def _show_nothing(self, *, is_final: bool) -> None:
        """Show that there are no results, but not before everything was searched."""
        self._nothing.setVisible(is_final and self.items.rowCount() == 0)

    def _on_step_pressed(self, event: QKeyEvent) -> None:
        step = {
            Qt.Key.Key_Down: 1,
            Qt.Key.Key_Up: -1,
            Qt.Key.Key_PageDown: 8,
            Qt.Key.Key_PageUp: -8,
        }[Qt.Key(event.key())]
        count = self.items.rowCount()
        if count:
            row = self._view.currentIndex().row() + step
            row = row % count if abs(step) == 1 else min(max(0, row), count - 1)
            self._view.setCurrentIndex(self.items.index(row))

    def _choose_first(self) -> None:
        self._view.setCurrentIndex(self.items.index(0))

    def _choose(self, row: int) -> None:
        item = self.items.item(self.items.index(row))
        if item is None:
            return
        self.leave()
        if item.kind is PaletteItemKind.COMMAND:
            self._commands[item.command].trigger()
        elif item.kind is PaletteItemKind.MESSAGE:
            self._requests.message_activated.emit(item.conversation_id, item.message_id)
        else:
            self._requests.conversation_activated.emit(item.conversation_id)

    def _reposition(self) -> None:
        available = self._window.size()
        width = min(_WIDEST, available.width() - 24)
        height = min(_HIGHEST, available.height() - 48)
        self.setGeometry(
            (available.width() - width) // 2, min(64, available.height() // 12), width, height
        )

    def _on_focus_changed(self, _old: QWidget | None, new: QWidget | None) -> None:
        if new is not None and self.isVisible() and not self.isAncestorOf(new):
            self.leave()
