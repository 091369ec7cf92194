"""The palette: a few letters lead to any conversation, message, command, prompt and setting."""

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPalette
from PySide6.QtWidgets import QFrame, QListView, QWidget

from app.domain import Preview, SearchHit
from app.widgets.commands.palette_delegate import PaletteDelegate
from app.widgets.commands.palette_items import PaletteItem, PaletteItemKind, PaletteOffers
from app.widgets.commands.palette_list import PaletteList
from app.widgets.commands.palette_preview import PalettePreview
from app.widgets.kit.accessibility import announce
from app.widgets.kit.controls import ElidedLabel, MutedLabel
from app.widgets.kit.filter_box import FilterBox
from app.widgets.kit.geometry import horizontal_layout, vertical_layout
from app.widgets.kit.popup_card import PopupCard
from app.widgets.kit.window_requests import WindowRequests

SEARCH_DELAY_MS = 120
PREVIEW_DELAY_MS = 60  # who runs down the list looks at nothing on the way
_WIDEST, _HIGHEST = 880, 500
_LIST_SHARE = 3, 2  # the list's part of the width, and the preview's
PREVIEW_LETTERS = 90  # in a narrower palette there is no preview
_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}
_RETURNS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class Palette(PopupCard):
    """Closes on a choice as well; ``item_activated`` says what, and whether it is wanted beside.

    What is looked for in messages is asked of ``requests`` and comes back by ``set_hits``; a look
    into a chat comes by ``set_preview``.
    """

    item_activated = Signal(object, bool)

    def __init__(self, offers: PaletteOffers, requests: WindowRequests, window: QWidget) -> None:
        super().__init__(window)
        self._requests = requests
        self._offers = offers
        self.items = PaletteList(offers, self)
        text = self.tr("Search everything, or > for commands")
        self.box = FilterBox(text, self, escape_clears=False)
        self.view = QListView(self)
        self.preview = PalettePreview(self)
        self._nothing = MutedLabel("", self)
        self._delay = QTimer(self, singleShot=True, interval=SEARCH_DELAY_MS)
        self._preview_delay = QTimer(self, singleShot=True, interval=PREVIEW_DELAY_MS)
        self._wanted: PaletteItem | None = None  # the row that the user went to; None is the first
        self._build()
        self._connect()
        self._select(self.items.row_of(None))

    def open(self) -> None:
        """Show the palette on its window and take the keyboard."""
        self.open_with(self.box)

    def current(self) -> PaletteItem | None:
        """Return the row that Enter would choose."""
        return self.items.item(self.view.currentIndex())

    def set_hits(self, text: str, hits: Iterable[SearchHit]) -> None:
        """Show the messages that were found, unless the search text has changed since."""
        if text == self.box.text():
            self.items.set_hits(hits)
            if not self.view.currentIndex().isValid():
                self._select(self.items.row_of(None))
            self._show_nothing(is_final=True)

    def set_preview(self, preview: Preview) -> None:
        """Show a look into a chat, if it is still the one that is chosen."""
        item = self.current()
        asked = None if item is None else (item.conversation_id, item.message_id)
        if asked == (preview.conversation_id, preview.message_id):
            self.preview.show_preview(preview)

    def reposition(self) -> None:
        available = self._window.size()
        width = min(_WIDEST, available.width() - 24)
        height = min(_HIGHEST, available.height() - 48)
        self.setGeometry(
            (available.width() - width) // 2, min(64, available.height() // 12), width, height
        )
        letter = self.fontMetrics().averageCharWidth()
        self.preview.setVisible(width >= letter * PREVIEW_LETTERS)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.box and isinstance(event, QKeyEvent):
            return event.type() is QEvent.Type.KeyPress and self._take_key(event)
        return super().eventFilter(watched, event)

    def _build(self) -> None:
        self.setAccessibleName(self.tr("Search everything"))
        self._build_view()
        self.box.setMinimumHeight(self.fontMetrics().height() + 14)
        self._nothing.setContentsMargins(16, 6, 16, 10)
        self._nothing.hide()
        foot = ElidedLabel(self)
        foot.setText(
            self.tr("Enter opens  ·  Ctrl+Enter opens in split view  ·  > lists all commands")
        )
        column = vertical_layout(self, self.box, self._nothing, margins=(8, 8, 8, 8), spacing=6)
        middle = horizontal_layout(None, spacing=0)
        for widget, share in zip((self.view, self.preview), _LIST_SHARE, strict=True):
            middle.addWidget(widget, share)
        column.addLayout(middle, 1)
        column.addLayout(horizontal_layout(None, foot, margins=(12, 2, 12, 2)))

    def _build_view(self) -> None:
        view = self.view
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

    def _connect(self) -> None:
        self.box.installEventFilter(self)
        self.box.textChanged.connect(self._on_text_changed)
        self.items.modelReset.connect(self._on_reset)
        self.view.clicked.connect(self._on_clicked)
        self._delay.timeout.connect(self._on_pause)
        self._preview_delay.timeout.connect(self._ask_preview)

    def _on_text_changed(self, text: str) -> None:
        self._wanted = None
        self.items.set_text(text)
        # Messages are searched in the database after a short pause; titles and commands at once.
        if self.items.wants_messages:
            self._delay.start()
        else:
            self._delay.stop()
        self._show_nothing(is_final=not self.items.wants_messages)

    def _on_pause(self) -> None:
        self._requests.search_requested.emit(self.box.text())

    def _on_reset(self) -> None:
        """Stay at the row that the user went to, else at the first."""
        self._select(self.items.row_of(self._wanted))
        if self.items.rowCount():
            self._nothing.hide()

    def _on_clicked(self, index: QModelIndex) -> None:
        self._choose(self.items.item(index), is_beside=False)

    def _show_nothing(self, *, is_final: bool) -> None:
        """Show that there are no results, but not before everything was searched."""
        is_busy = not is_final or self.items.chats.is_busy
        text = self.tr("Searching messages …") if is_busy else self.tr("No results.")
        self._nothing.setText(text)
        self._nothing.setVisible(self.items.rowCount() == 0)

    def _take_key(self, event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        has_control = modifiers == Qt.KeyboardModifier.ControlModifier
        if key in _RETURNS and (has_control or not modifiers):
            self.items.finish()
            self._choose(self.current(), is_beside=has_control)
            return True
        if key not in _STEPS or (modifiers and not has_control):
            return False
        row = self.view.currentIndex().row()
        if has_control:
            self._select(self.items.row_of_next_group(row, _STEPS[key]))
        else:
            self._select(self.items.row_after(row, _STEPS[key]))
        self._wanted = self.current()
        return True

    def _select(self, row: int) -> None:
        self.view.setCurrentIndex(self.items.index(row))
        if row <= 1:
            self.view.scrollToTop()  # with the heading above it
        item = self.current()
        self.preview.show_item(item)
        self._preview_delay.start()
        if item is not None and self.isVisible():
            announce(self.box, self.items.words_for(item))

    def _ask_preview(self) -> None:
        item = self.current()
        if item is None or self.preview.isHidden():
            return
        if item.kind is PaletteItemKind.PROMPT:
            prompts = {each.name: each.text for each in self._offers.prompts}
            self.preview.show_words(prompts.get(item.name, ""))
        elif item.kind is PaletteItemKind.SETTING:
            meanings = {each.name: each.meaning for each in self._offers.settings}
            self.preview.show_words(meanings.get(item.name, ""))
        elif item.conversation_id:
            text = self.box.text()
            self._requests.preview_requested.emit(item.conversation_id, item.message_id, text)

    def _choose(self, item: PaletteItem | None, *, is_beside: bool) -> None:
        if item is not None and item.kind is not PaletteItemKind.HEADING:
            self.leave()
            self.item_activated.emit(item, is_beside)
