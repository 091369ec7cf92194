"""The palette finds any conversation, message, command, prompt and setting by a few characters."""

from collections.abc import Iterable
from typing import ClassVar

from PySide6.QtCore import QEvent, QModelIndex, QObject, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QListView,
    QPlainTextEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTextEdit,
    QWidget,
)

from app.domain.conversations import Preview, SearchHit, TextRange
from app.domain.messages import Role
from app.domain.snippets import without_marks
from app.widgets.commands.palette_items import PaletteItem, PaletteItemKind, PaletteOffers
from app.widgets.commands.palette_list import ITEM_ROLE, PaletteList
from app.widgets.kit.accessibility import announce
from app.widgets.kit.controls import ElidedLabel, MutedLabel
from app.widgets.kit.distinct_titles import elided_title
from app.widgets.kit.filter_box import FilterBox
from app.widgets.kit.geometry import horizontal_layout, vertical_layout
from app.widgets.kit.highlighted_text import draw_highlighted
from app.widgets.kit.icons import icon_pixmap
from app.widgets.kit.list_rows import AnyIndex, paint_row_background
from app.widgets.kit.popup_card import PopupCard
from app.widgets.kit.theme import Colours, TypeSize, colours_of, sized_font
from app.widgets.kit.window_requests import WindowRequests
from app.widgets.markdown.safe_text import with_display_breaks, with_hidden_marked

SEARCH_DELAY_MS = 120
PREVIEW_DELAY_MS = 60  # no previews while the user moves quickly through the list
_WIDEST, _HIGHEST = 880, 500
_LIST_SHARE = 3, 2  # the list's part of the width, and the preview's
PREVIEW_CHARS = 90  # in a narrower palette there is no preview
_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}
_RETURNS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
Kind = PaletteItemKind
_ICONS = {
    Kind.TAB: "tabs",
    Kind.CONVERSATION: "chat",
    Kind.COMMAND: "chevron-right",
    Kind.SETTING: "settings",
    Kind.PROMPT: "pencil",
    Kind.MESSAGE: "search",
}
_DETAIL_SHARE = 0.4  # of a row, at most; the text before it is cut last


class PalettePreview(QFrame):
    """Shows the chosen row as plain text; never takes the keyboard focus."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = QLabel(textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self._speaker = MutedLabel()
        self.text = QPlainTextEdit(readOnly=True)
        self.text.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.text.setFrameShape(QFrame.Shape.NoFrame)
        self.text.setAccessibleName(self.tr("Preview"))
        self.text.viewport().setAutoFillBackground(False)
        self.text.document().setDocumentMargin(0)
        font = QFont(self._title.font())
        font.setWeight(QFont.Weight.DemiBold)
        self._title.setFont(font)
        column = vertical_layout(
            self, self._title, self._speaker, margins=(14, 10, 6, 8), spacing=6
        )
        column.addWidget(self.text, 1)

    def show_item(self, item: PaletteItem | None) -> None:
        """Show the known details of a row immediately."""
        self._title.setText(
            "" if item is None else item.text if item.message_id is None else item.detail
        )
        self._speaker.setText("" if item is None or item.message_id is not None else item.detail)
        self._set_text("")

    def show_words(self, text: str) -> None:
        """Show a text that is not a message."""
        self._set_text(text)

    def show_preview(self, preview: Preview) -> None:
        """Show a part of a message, from the first match on."""
        self._speaker.setText(self._name_of(preview.role))
        text, found = without_marks(preview.text, preview.found)
        self._set_text(text, found)
        if not found:  # the end of the last message
            bar = self.text.verticalScrollBar()
            bar.setValue(bar.maximum() if preview.message_id is None else 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._title.text():
            return  # there is nothing to separate
        painter = QPainter(self)
        colour = QColor(colours_of(self.palette()).border)
        painter.fillRect(0, 4, 1, self.height() - 8, colour)

    def _name_of(self, role: Role) -> str:
        return {
            Role.USER: self.tr("You"),
            Role.ASSISTANT: self.tr("Answer"),
            Role.SYSTEM: self.tr("System prompt"),
            Role.TOOL: self.tr("Tool result"),
        }[role]

    def _set_text(self, text: str, found: tuple[TextRange, ...] = ()) -> None:
        shown = with_hidden_marked(text)
        self.text.setPlainText(shown if found else with_display_breaks(shown))
        self._speaker.setVisible(bool(self._speaker.text()))
        marks = [self._mark(each) for each in found if each.end <= len(shown)]
        self.text.setExtraSelections(marks)
        if found:
            cursor = QTextCursor(self.text.document())
            cursor.setPosition(min(found[0].start, len(shown)))
            self.text.setTextCursor(cursor)
            self.text.centerCursor()

    def _mark(self, found: TextRange) -> QTextEdit.ExtraSelection:
        look = QTextCharFormat()
        look.setForeground(QColor(colours_of(self.palette()).accent))
        look.setBackground(QColor(colours_of(self.palette()).bubble))
        selection = QTextEdit.ExtraSelection()
        cursor = QTextCursor(self.text.document())
        cursor.setPosition(found.start)
        cursor.setPosition(found.end, QTextCursor.MoveMode.KeepAnchor)
        selection.cursor = cursor
        selection.format = look
        return selection


class PaletteDelegate(QStyledItemDelegate):
    """Draws an icon for the kind; a message has its conversation's title above it."""

    PADDING: ClassVar[int] = 12
    ICON_SIZE: ClassVar[int] = 15
    GAP: ClassVar[int] = 10

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        item = index.data(ITEM_ROLE)
        if not isinstance(item, PaletteItem):
            return
        colours = colours_of(option.palette)
        area = QRect(option.rect).adjusted(6, 1, -6, -1)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(option.font)
        inner = area.adjusted(self.PADDING, 0, -self.PADDING, 0)
        if item.kind is Kind.HEADING:
            self._paint_heading(painter, inner, item, colours)
        else:
            paint_row_background(painter, option, area, colours)
            self._paint_item(painter, inner, item, colours)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        item = index.data(ITEM_ROLE)
        kind = item.kind if isinstance(item, PaletteItem) else None
        line = option.fontMetrics.height()
        heights = {
            Kind.MESSAGE: 2 * line + 14,
            Kind.HEADING: line + (8 if index.row() == 0 else 14),
        }
        return QSize(120, heights.get(kind, line + 14) if kind else line + 14)

    def _paint_heading(
        self, painter: QPainter, area: QRect, item: PaletteItem, colours: Colours
    ) -> None:
        painter.setFont(sized_font(painter.font(), TypeSize.SMALL, is_bold=True))
        painter.setPen(QColor(colours.muted))
        bottom = Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeading
        painter.drawText(area.adjusted(0, 0, 0, -4), bottom, item.text)

    def _paint_item(
        self, painter: QPainter, area: QRect, item: PaletteItem, colours: Colours
    ) -> None:
        top = area.center().y() - self.ICON_SIZE // 2
        ratio = painter.device().devicePixelRatioF()
        icon = icon_pixmap(_ICONS[item.kind], colours.muted, self.ICON_SIZE, ratio)
        painter.drawPixmap(area.left(), top, icon)
        area.setLeft(area.left() + self.ICON_SIZE + self.GAP)
        if item.kind is Kind.MESSAGE:
            self._paint_message(painter, area, item, colours)
        else:
            self._paint_line(painter, area, item, colours)

    def _paint_line(
        self, painter: QPainter, area: QRect, item: PaletteItem, colours: Colours
    ) -> None:
        body = painter.font()
        painter.setFont(sized_font(body, TypeSize.SMALL))
        metrics = painter.fontMetrics()
        most = int(area.width() * _DETAIL_SHARE)
        detail = metrics.elidedText(item.detail, Qt.TextElideMode.ElideRight, most)
        width = metrics.horizontalAdvance(detail)
        painter.setPen(QColor(colours.muted))
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, detail)
        painter.setFont(body)
        text_area = area.adjusted(0, 0, -(width + self.GAP) if width else 0, 0)
        self._draw(painter, text_area, item, colours, is_whole=True)

    def _paint_message(
        self, painter: QPainter, area: QRect, item: PaletteItem, colours: Colours
    ) -> None:
        body = painter.font()
        middle = area.center().y()
        upper = QRect(area.left(), area.top() + 5, area.width(), middle - area.top() - 4)
        lower = QRect(area.left(), middle + 1, area.width(), area.bottom() - middle - 5)
        painter.setFont(sized_font(body, TypeSize.SMALL))
        painter.setPen(QColor(colours.muted))
        title = elided_title(painter.fontMetrics(), item.detail, upper.width())
        painter.drawText(upper, Qt.AlignmentFlag.AlignVCenter, title)
        painter.setFont(body)
        self._draw(painter, lower, item, colours, is_whole=False)

    def _draw(
        self, painter: QPainter, area: QRect, item: PaletteItem, colours: Colours, *, is_whole: bool
    ) -> None:
        draw_highlighted(
            painter,
            area,
            item.text,
            item.found,
            colour=colours.text,
            highlight=colours.accent,
            is_whole=is_whole,
        )


class Palette(PopupCard):
    """Closes on a choice; ``item_activated`` carries the item, and True to open it in split view.

    Searches in messages are emitted by ``requests`` and answered by ``set_hits``; previews of a
    chat are answered by ``set_preview``.
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
        self._wanted: PaletteItem | None = None  # the row that the user moved to; None is the first
        self._build()
        self._connect()
        self._select(self.items.row_of(None))

    def open(self) -> None:
        """Show the palette on its window and take the keyboard focus."""
        self.open_with(self.box)

    def current(self) -> PaletteItem | None:
        """Return the row that Enter would choose."""
        return self.items.item(self.view.currentIndex())

    def set_hits(self, text: str, hits: Iterable[SearchHit]) -> None:
        """Show found messages, unless the search text has changed since."""
        if text == self.box.text():
            self.items.set_hits(hits)
            if not self.view.currentIndex().isValid():
                self._select(self.items.row_of(None))
            self._show_nothing(is_final=True)

    def set_preview(self, preview: Preview) -> None:
        """Show a preview of a chat, if it is still selected."""
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
        self.preview.setVisible(width >= letter * PREVIEW_CHARS)

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
        """Stay at the row that the user moved to, else at the first."""
        self._select(self.items.row_of(self._wanted))
        if self.items.rowCount():
            self._nothing.hide()

    def _on_clicked(self, index: QModelIndex) -> None:
        self._choose(self.items.item(index), in_split=False)

    def _show_nothing(self, *, is_final: bool) -> None:
        """Show that there are no results, once everything was searched."""
        is_busy = not is_final or self.items.chats.is_busy
        text = self.tr("Searching messages…") if is_busy else self.tr("No results.")
        self._nothing.setText(text)
        self._nothing.setVisible(self.items.rowCount() == 0)

    def _take_key(self, event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        has_control = modifiers == Qt.KeyboardModifier.ControlModifier
        if key in _RETURNS and (has_control or not modifiers):
            self.items.finish()
            self._choose(self.current(), in_split=has_control)
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
            self.view.scrollToTop()  # shows the heading above the first row
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

    def _choose(self, item: PaletteItem | None, *, in_split: bool) -> None:
        if item is not None and item.kind is not PaletteItemKind.HEADING:
            self.leave()
            self.item_activated.emit(item, in_split)
