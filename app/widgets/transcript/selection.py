"""How whole messages are chosen: Shift and a click, all at once, or dragging over an edge."""

from PySide6.QtCore import QObject, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QMouseEvent
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QApplication,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

from app.widgets.transcript.rows import MessageRows
from app.widgets.transcript.selected_range import SelectedRange

TICK_MS = 30
LONGEST_STEP = 60  # pixels that a drag outside the view scrolls at once


class MessageSelection(QObject):
    """Follows the mouse and the focus over the messages of a transcript.

    A drag chooses letters while it stays in the text where it began, and whole messages from
    where it leaves that for another text or another message. Outside the view it scrolls.
    """

    def __init__(self, area: QAbstractScrollArea, rows: MessageRows) -> None:
        super().__init__(area)
        self._area = area
        self._rows = rows
        self._range = SelectedRange(rows.set_selected)
        self._pressed_id: int | None = None  # where a drag began beside all texts
        self._point = QPoint()
        self._is_cancelled = False
        self._timer = QTimer(self)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self._scroll_on)
        rows.selection_extended.connect(self.extend_to)

    @property
    def is_any(self) -> bool:
        """Say whether messages are chosen."""
        return bool(self._range.ids)

    def focused_id(self) -> int | None:
        """Return the message that has the focus, or None."""
        focused = QApplication.focusWidget()
        for message_id, view in self._rows.views.items():
            if view is focused or (focused is not None and view.isAncestorOf(focused)):
                return message_id
        return None

    def follow_focus(self) -> None:
        """Begin another choice where the focus goes, unless a choice is being extended."""
        held = self.focused_id()
        is_shifted = QApplication.keyboardModifiers() & Qt.KeyboardModifier.ShiftModifier
        if held is not None and not (is_shifted and QApplication.mouseButtons()):
            self._range.begin_at(held)

    def select_all(self) -> None:
        """Choose every message."""
        self._range.select_all(self._rows.messages)

    def extend_to(self, message_id: int) -> None:
        """Choose up to a message, from where choosing began."""
        self._range.select_to(message_id, list(self._rows.messages))
        self._area.setFocus(Qt.FocusReason.OtherFocusReason)

    def clear(self) -> None:
        """Choose nothing, also if a drag goes on."""
        self._is_cancelled = True
        self._timer.stop()
        self._range.begin_at(None)

    def copy(self) -> None:
        """Copy the chosen messages as Markdown, or else the one with the focus."""
        held = self.focused_id()
        if self._range.ids:
            words = self._range.markdown(self._rows.messages.values())
            QGuiApplication.clipboard().setText(words)
        elif held is not None:
            QGuiApplication.clipboard().setText(self._rows.messages[held].text)

    def press(self, point: QPoint) -> None:
        """Take a click beside all texts: nothing is chosen, and a drag may begin."""
        self._range.begin_at(None)
        self._is_cancelled = False
        self._point = point
        self._pressed_id = self._message_at(point.y())

    def move(self, event: QMouseEvent) -> None:
        """Take a move of the mouse with its button held, wherever in the messages it began."""
        point = event.position().toPoint()
        is_held = bool(event.buttons() & Qt.MouseButton.LeftButton)
        text, start = self._text(), self.focused_id()
        if text is None:
            distance = (point - self._point).manhattanLength()
            is_far = self.is_any or distance >= QApplication.startDragDistance()
            start = self._pressed_id if is_far else None
        if not is_held or self._is_cancelled or start not in self._rows.views:
            return
        self._point = point
        self._choose(start, self._message_at(point.y()), text)
        if self._distance_outside() and not self._timer.isActive():
            self._timer.start()

    def release(self) -> None:
        """Let a drag end; what it chose stays chosen."""
        self._timer.stop()
        if self.is_any and not self._is_cancelled:
            self._area.setFocus(Qt.FocusReason.OtherFocusReason)
        self._pressed_id, self._is_cancelled = None, False

    def _choose(self, start: int, end: int | None, text: QTextEdit | QPlainTextEdit | None) -> None:
        is_letters = text is not None and end == start and not self._is_over_another(start, text)
        if is_letters or end is None:
            if self.is_any:
                self._range.begin_at(start)
            return
        if text is not None and text.textCursor().hasSelection():
            cursor = text.textCursor()
            cursor.setPosition(cursor.anchor())  # whence letters are chosen if the drag comes back
            text.setTextCursor(cursor)
        self._range.select_between(start, end, list(self._rows.messages))

    def _text(self) -> QTextEdit | QPlainTextEdit | None:
        """Return the text in which a drag began: it has the focus since then."""
        focused = QApplication.focusWidget()
        if isinstance(focused, QTextEdit | QPlainTextEdit) and self.focused_id() is not None:
            return focused
        return None

    def _message_at(self, y: int) -> int | None:
        """Return the message nearest to a height of the view."""
        seen = [(view.y(), key) for key, view in self._rows.views.items() if view.isVisible()]
        height = max(0, min(self._area.viewport().height() - 1, y))
        above = [each for each in seen if each[0] <= height]
        nearest = max(above) if above else min(seen, default=None)
        return None if nearest is None else nearest[1]

    def _is_over_another(self, message_id: int, text: QWidget) -> bool:
        """Say whether the mouse is as high as another text of the same message."""
        view = self._rows.views[message_id]
        return any(
            self._covers(other) and not (other is text or other.isAncestorOf(text))
            for other in view.block_views
        )

    def _covers(self, text: QWidget) -> bool:
        height = text.mapFrom(self._area.viewport(), self._point).y()
        return text.isVisible() and 0 <= height < text.height()

    def _distance_outside(self) -> int:
        """Return how far above the view (negative) or under it the mouse is."""
        last = self._area.viewport().height() - 1
        return self._point.y() - max(0, min(last, self._point.y()))

    def _scroll_on(self) -> None:
        distance = self._distance_outside()
        if not distance or not QApplication.mouseButtons() & Qt.MouseButton.LeftButton:
            self._timer.stop()
            return
        bar = self._area.verticalScrollBar()
        bar.setValue(bar.value() + max(-LONGEST_STEP, min(LONGEST_STEP, distance)))
        self._repeat_move()

    def _repeat_move(self) -> None:
        """Let the mouse rest over what has come under it."""
        text = self._text()
        receiver = self._area.viewport() if text is None else text.viewport()
        point = QPointF(receiver.mapFrom(self._area.viewport(), self._point))
        event = QMouseEvent(
            QMouseEvent.Type.MouseMove,
            point,
            QPointF(receiver.mapToGlobal(point)),
            Qt.MouseButton.NoButton,
            Qt.MouseButton.LeftButton,
            QApplication.keyboardModifiers(),
        )
        QApplication.sendEvent(receiver, event)
