"""*Now*: the chats that are being answered, with their last words, and those that wait.

It is above the list of conversations, and absent while nothing runs. Only visible rows are painted
again, all by one timer.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QCursor,
    QFocusEvent,
    QFont,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QRegion,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.domain.reply_text import ReplyText
from app.domain.tabs import TabActivity, TabState
from app.widgets.kit.accessibility import claims_escape
from app.widgets.kit.controls import ENTER_KEYS, ListHeading, MutedLabel, QuietButton
from app.widgets.kit.geometry import horizontal_layout, vertical_layout
from app.widgets.kit.icons import icon_pixmap
from app.widgets.kit.list_rows import RADIUS, AnyIndex, paint_row_background
from app.widgets.kit.state_mark import mark_size, paint_mark
from app.widgets.kit.text import last_words, shortened, show_tip
from app.widgets.kit.theme import Colours, TypeSize, colours_of, sized_font
from app.widgets.kit.translation import fill
from app.widgets.sidebar.now_rows import NOW_ROLE, NowRow, NowRows, Version

FRAME_MS = 250  # between two paintings of a row: people read no faster
REST_SECONDS = 0.7  # of the pointer, after which rows under it may move
MAX_SHARE = 0.45  # of the height of the sidebar; further rows are reached by scrolling
_INSET, _PADDING, _GAP = 4, 10, 8
_ICON_SIZE = 14
_LINE = 2  # thickness of the progress line
_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight


class NowDelegate(QStyledItemDelegate):
    """Draws two lines: sign, title and *stop*; the last words and the speed; the progress.

    Attributes:
        active_id: the chat in front, whose row is highlighted.
        painted: the region that is painted now; the lines outside are left out.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.active_id: str | None = None
        self.painted = QRegion()
        # For the font of the rows; they are painted several times a second.
        self._font: QFont | None = None
        self._small = QFont()
        self._small_metrics = QFontMetrics(self._small)
        self._mark = QSize()

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        row, rows = index.data(NOW_ROLE), index.model()
        if not isinstance(row, NowRow) or not isinstance(rows, NowRows):
            return  # it has ended, and its place is empty until rows may move
        self._measure(option.font)
        colours = colours_of(option.palette)
        area = row_area(option.rect)
        upper, lower = _lines(area, option.fontMetrics)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if row.conversation_id and row.conversation_id == self.active_id:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.bubble))
            painter.drawRoundedRect(QRectF(area), RADIUS, RADIUS)
        paint_row_background(painter, option, area, colours)
        if self.painted.intersects(upper):
            self._paint_upper(painter, option, index, upper)
        painter.setFont(self._small)
        painter.setPen(QColor(colours.muted))
        lower.setLeft(lower.left() + self._mark.width() - 1 + _GAP)
        speed = rows.speed(row)
        if speed:
            painter.drawText(lower, _RIGHT, speed)
            taken = self._small_metrics.horizontalAdvance(speed) + _GAP
            lower.setRight(lower.right() - taken)
        painter.drawText(lower, _LEFT, self._second_line(rows, row, lower.width()))
        if row.state.activity is TabActivity.READING:
            _paint_progress(painter, area, row.state.progress, colours)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        small = QFontMetrics(sized_font(option.font, TypeSize.SMALL))
        return QSize(60, option.fontMetrics.height() + small.height() + 14)

    def helpEvent(
        self,
        event: QHelpEvent,
        view: QAbstractItemView,
        option: QStyleOptionViewItem,
        index: AnyIndex,
    ) -> bool:
        is_stop = stop_area(option.rect, option.font).contains(event.pos())
        if event.type() is not QEvent.Type.ToolTip or not is_stop:
            return super().helpEvent(event, view, option, index)
        show_tip(event, view, self.tr("Stop this answer"))
        return True

    def _measure(self, font: QFont) -> None:
        if font != self._font:
            self._font = QFont(font)
            self._small = sized_font(font, TypeSize.SMALL)
            self._small_metrics = QFontMetrics(self._small)
            self._mark = mark_size(font)

    def _paint_upper(
        self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex, upper: QRect
    ) -> None:
        row, rows = index.data(NOW_ROLE), index.model()
        assert isinstance(row, NowRow), "an empty row is not painted"
        assert isinstance(rows, NowRows), "it is the model of the view"
        colours = colours_of(option.palette)
        mark = QRect(QPoint(upper.left(), upper.top()), self._mark)
        mark.moveTop(upper.center().y() + 1 - mark.height() // 2)
        painter.setFont(self._small)
        if row.conversation_id:
            paint_mark(painter, mark, row.state, colours)
        else:
            _paint_icon(painter, "clock", colours.muted, mark)
        upper.setLeft(mark.right() + _GAP)
        title_width = upper.width()
        if row.conversation_id and is_stop_shown(option):
            stop = stop_area(option.rect, option.font)
            _paint_icon(painter, "stop", colours.text, stop)
            upper.setRight(stop.left() - 2)
        painter.setFont(option.font)
        painter.setPen(QColor(colours.text))
        # For the width without *stop*, so that no title changes under the mouse.
        title = rows.cut_title(index, title_width, option.fontMetrics.horizontalAdvance)
        if upper.width() < title_width:
            mode = Qt.TextElideMode.ElideRight
            title = option.fontMetrics.elidedText(title, mode, upper.width())
        painter.drawText(upper, _LEFT, title)

    def _second_line(self, rows: NowRows, row: NowRow, width: int) -> str:
        # Of an answer the end is read, of a reason its first words; the tooltip has all of it.
        metrics = self._small_metrics
        if row.state.activity is not TabActivity.WRITING:
            return shortened(rows.tail(row), width, metrics.horizontalAdvance)
        return last_words(rows.tail(row), width, metrics)


def row_area(row: QRect) -> QRect:
    """Return the highlighted area of a row."""
    return QRect(row).adjusted(_INSET, 1, -_INSET, -1)


def is_stop_shown(option: QStyleOptionViewItem) -> bool:
    """Return whether a row shows *stop*: under the mouse, or with the keyboard focus."""
    shown = QStyle.StateFlag.State_MouseOver | QStyle.StateFlag.State_HasFocus
    return bool(option.state & shown)


def stop_area(row: QRect, font: QFont) -> QRect:
    """Return the area of *stop* in a row."""
    upper, _lower = _lines(row_area(row), QFontMetrics(font))
    side = upper.height() + 4
    return QRect(upper.right() - side + 5, upper.center().y() - side // 2, side, side)


def _lines(area: QRect, metrics: QFontMetrics) -> tuple[QRect, QRect]:
    inner = area.adjusted(_PADDING, 5, -_PADDING, -5)
    middle = inner.top() + metrics.height()
    upper = QRect(inner.left(), inner.top(), inner.width(), middle - inner.top())
    return upper, QRect(inner.left(), middle, inner.width(), inner.bottom() + 1 - middle)


def _paint_icon(painter: QPainter, name: str, colour: str, area: QRect) -> None:
    corner = QRect(0, 0, _ICON_SIZE, _ICON_SIZE)
    corner.moveCenter(area.center())
    ratio = painter.device().devicePixelRatioF()
    painter.drawPixmap(corner.topLeft(), icon_pixmap(name, colour, _ICON_SIZE, ratio))


def _paint_progress(painter: QPainter, area: QRect, progress: float, colours: Colours) -> None:
    """Draw how much of the prompt was read, at the lower edge of a row."""
    line = QRectF(area.left() + _PADDING, area.bottom() - _LINE, area.width() - 2 * _PADDING, _LINE)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colours.border))
    painter.drawRoundedRect(line, 1, 1)
    line.setWidth(line.width() * min(1.0, max(0.02, progress)))
    painter.setBrush(QColor(colours.accent))
    painter.drawRoundedRect(line, 1, 1)


class NowView(QListView):
    """A click or Enter opens a chat; Esc, or a click on *stop*, stops its answer."""

    opened = Signal(str)
    stopped = Signal(str)
    background_opened = Signal()

    def __init__(self, rows: NowRows, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = rows
        self._painted: dict[int, Version] = {}  # by row
        self._pressed_stop = ""
        self.delegate = NowDelegate(self)
        self.setModel(rows)
        self.setItemDelegate(self.delegate)
        self.setUniformItemSizes(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click on *stop* leaves it where it is
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName(self.tr("Now: chats that are being answered"))
        self.setAccessibleDescription(self.tr("Enter opens a chat, Esc stops its answer."))
        self.viewport().setBackgroundRole(QPalette.ColorRole.Window)

    @property
    def row_height(self) -> int:
        """The height of each row, in pixels."""
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        return self.delegate.sizeHint(option, QModelIndex()).height()

    def set_active(self, conversation_id: str | None) -> None:
        """Highlight the chat in front, and scroll to it."""
        if conversation_id != self.delegate.active_id:
            self.delegate.active_id = conversation_id
            self.scrollTo(self._rows.index_of(conversation_id))
            self.viewport().update()

    @contextmanager
    def keeping_place(self) -> Iterator[None]:
        """Keep the row at the top of the view there while rows above it come and go."""
        bar = self.verticalScrollBar()
        top = QPersistentModelIndex(self.indexAt(QPoint(1, 1)))
        offset = self.visualRect(top).top()
        yield
        if bar.value() and top.isValid():  # else what is new at the top is seen
            self.executeDelayedItemsLayout()
            bar.setValue(bar.value() + self.visualRect(top).top() - offset)

    def repaint_changed(self) -> None:
        """Paint the rows on show that have changed since they were painted last."""
        first = self.indexAt(QPoint(1, 1)).row()
        last = self.indexAt(QPoint(1, self.viewport().height() - 1)).row()
        versions: dict[int, Version] = {}
        for place in range(max(0, first), (self._rows.rowCount() if last < 0 else last + 1)):
            index = self._rows.index(place)
            version = versions[place] = self._rows.version(index)
            old = self._painted.get(place)
            if version != old:
                area = self.visualRect(index)
                if old is not None and old.upper == version.upper:
                    area.setTop(_lines(row_area(area), self.fontMetrics())[1].top())
                self.viewport().update(area)
        self._painted = versions

    def paintEvent(self, event: QPaintEvent) -> None:
        self.delegate.painted = event.region()
        super().paintEvent(event)

    def event(self, event: QEvent) -> bool:
        # Elsewhere Esc stops the answer of the chat in front.
        return (self.currentIndex().isValid() and claims_escape(event)) or super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if not self.currentIndex().isValid() and self._rows.rowCount():
            self.setCurrentIndex(self._rows.index(0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self._rows.row(self.currentIndex())
        if event.key() in ENTER_KEYS and row is not None:
            self._open(row)
        elif event.key() == Qt.Key.Key_Escape and row is not None:
            if row.conversation_id:
                self.stopped.emit(row.conversation_id)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        # Remembered, because another row may be here when the button is released.
        self._pressed_stop = self._stop_at(event.position().toPoint())
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() is not Qt.MouseButton.LeftButton:
            return
        position = event.position().toPoint()
        pressed, self._pressed_stop = self._pressed_stop, ""
        row = self._rows.row(self.indexAt(position))
        if pressed:
            if pressed == self._stop_at(position):
                self.stopped.emit(pressed)
        elif row is not None and self.indexAt(position) == self.currentIndex():
            self._open(row)

    def _stop_at(self, position: QPoint) -> str:
        """Return the chat whose *stop* is at a point; empty for none."""
        index = self.indexAt(position)
        row = self._rows.row(index)
        is_on = stop_area(self.visualRect(index), self.font()).contains(position)
        return row.conversation_id if row is not None and is_on else ""

    def _open(self, row: NowRow) -> None:
        if row.conversation_id:
            self.opened.emit(row.conversation_id)
        else:
            self.background_opened.emit()


def rows_height(count: int, row_height: int, room: int) -> int:
    """Return the height in which rows are shown; of those that scroll, the last is half in sight.

    Less of it would look like a fault of the drawing.
    """
    if count * row_height <= room or count <= 1:
        return count * row_height
    whole = max(0, (2 * room // row_height - 1) // 2)
    return max(row_height, whole * row_height + row_height // 2)


class NowPanel(QWidget):
    """The heading, the rows, and a button while more slots would help those that wait.

    Rows move, and the panel changes its height, only while the pointer is elsewhere or rests: no
    row moves away under a click. ``marked_changed`` has the chat in front, if its row is here.
    """

    more_slots_requested = Signal()
    marked_changed = Signal(str)

    def __init__(self, title_of: Callable[[str], str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = NowRows(title_of, self)
        self.heading = ListHeading(self.tr("Now"), self)
        self.view = NowView(self.rows, self)
        self.slots_button = QuietButton("plus", self.tr("Use more slots"), self)
        # Once pressed it is gone, and the focus would move to the next part of the sidebar.
        self.slots_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.slots_button.hide()
        self.slots_label = MutedLabel(parent=self, wraps=True)
        self.slots_label.hide()
        self._more_slots = 0
        self._marked_id = ""
        self._is_open = True
        self._neighbours: tuple[QWidget, ...] = (self,)
        self._pointer = QCursor.pos()
        self._moved_at = time.monotonic() - REST_SECONDS
        self._frames = QTimer(self, interval=FRAME_MS)
        self._frames.timeout.connect(self._on_frame)
        self.slots_button.clicked.connect(self._on_slots_clicked)
        column = vertical_layout(self, self.heading, self.view, margins=(0, 0, 0, 6), spacing=2)
        # Its icon and its text are below those of the rows.
        column.addLayout(horizontal_layout(None, self.slots_button, margins=(_INSET, 4, _INSET, 0)))
        column.addWidget(self.slots_label)
        self.heading.setContentsMargins(_PADDING + _INSET, 4, 0, 4)
        self._indent_label()
        self.setAccessibleName(self.tr("Now"))
        self.hide()

    def keep_still(self, *neighbours: QWidget) -> None:
        """Let these widgets below not move while the pointer is active over them."""
        self._neighbours = (self, *neighbours)

    def set_open(self, *, is_open: bool) -> None:
        """Hide the panel while the user searches."""
        self._is_open = is_open
        self._arrange()

    def set_active(self, conversation_id: str | None) -> None:
        """Highlight the chat in front."""
        self.view.set_active(conversation_id)
        self._mark()

    def set_state(self, conversation_id: str, state: TabState) -> None:
        """Show the state of a chat that is being answered.

        New figures alone move nothing: the next frame shows them.
        """
        if self.rows.set_state(conversation_id, state) or not self._frames.isActive():
            self._wake()

    def set_text(self, conversation_id: str, text: ReplyText) -> None:
        """Show the last words of this text while the chat is written."""
        self.rows.set_text(conversation_id, text)

    def remove(self, conversation_id: str) -> None:
        """Remove a chat whose answer has ended."""
        self.rows.remove(conversation_id)
        self._wake()

    def set_background(self, names: tuple[str, ...]) -> None:
        """Show the names of what runs in the background."""
        self.rows.set_background(names)
        self._wake()

    def show_titles(self) -> None:
        """Show titles that have changed."""
        self.rows.discard_titles()
        self.view.viewport().update()

    def set_more_slots(self, count: int, note: str = "") -> None:
        """Offer to answer n chats at once while chats wait; 0 if memory does not allow more.

        ``note`` tells when that happens by itself, or why it is impossible.
        """
        self._more_slots = count
        self.slots_label.setText(note)
        self._wake()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self.rows.discard_titles()
            self._indent_label()
            self._arrange()

    def _indent_label(self) -> None:
        left = _INSET + _PADDING + mark_size(self.font()).width() - 1 + _GAP
        self.slots_label.setContentsMargins(left, 0, _PADDING, 4)

    def _on_slots_clicked(self) -> None:
        if self.slots_button.hasFocus():
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)
        self.more_slots_requested.emit()

    def _wake(self) -> None:
        """Arrange the rows if they may move now, and start the timer."""
        if not self._is_pointer_active():
            self._arrange()
        self._mark()
        is_needed = self.rows.rowCount() or not self.rows.is_arranged
        if is_needed and not self._frames.isActive():
            self._frames.start()

    def _on_frame(self) -> None:
        if not self._is_pointer_active():
            self._arrange()
        if self.view.isVisible():
            self.view.repaint_changed()
        if not self.rows.rowCount() and self.rows.is_arranged:
            self._frames.stop()

    def _arrange(self) -> None:
        if not self.rows.is_arranged:
            with self.view.keeping_place():
                self.rows.arrange()
        count = self.rows.rowCount() if self._is_open else 0
        self.setVisible(count > 0)
        offers = self.rows.is_waiting and self._more_slots > 0
        if offers:
            text = self.tr("Use more slots: {count:,} at once")
            self.slots_button.setText(fill(text, count=self._more_slots))
            self.slots_button.setAccessibleName(self.slots_button.text())
            self.slots_button.setAccessibleDescription(self.slots_label.text())
        self.slots_button.setVisible(offers)
        self.slots_label.setVisible(self.rows.is_waiting and bool(self.slots_label.text()))
        around = self.parentWidget()
        room = round(MAX_SHARE * around.height()) if around else 0
        height = rows_height(count, self.view.row_height, room)
        if self.view.height() != height:
            self.view.setFixedHeight(height)
        self._mark()

    def _mark(self) -> None:
        """Tell which chat is highlighted here, if that has changed."""
        active_id = self.view.delegate.active_id
        row = self.rows.row(self.rows.index_of(active_id)) if self._is_open else None
        marked_id = "" if row is None else row.conversation_id
        if marked_id != self._marked_id:
            self._marked_id = marked_id
            self.marked_changed.emit(marked_id)

    def _is_pointer_active(self) -> bool:
        """Return whether the pointer is over rows that would move, and has moved just now."""
        over = any(each.isVisible() and each.underMouse() for each in self._neighbours)
        pointer, now = QCursor.pos(), time.monotonic()
        if pointer != self._pointer:
            self._pointer, self._moved_at = pointer, now
        return over and now - self._moved_at < REST_SECONDS
