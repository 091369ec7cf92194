"""The selection of whole messages: Shift and a click, all at once, or dragging over an edge."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QApplication,
    QMenu,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

from app.domain.messages import Message, Role
from app.widgets.kit.translation import fill, translate
from app.widgets.transcript.message import MessageView
from app.widgets.transcript.message_list import MessageList
from app.widgets.transcript.tool_card import tool_title

TICK_MS = 30
MAX_STEP = 60  # pixels that a drag outside the view scrolls at once


class MessageSelection(QObject):
    """Follows the mouse and the focus over the messages of a transcript.

    A drag selects characters while it is in the text where it began, and whole messages once it
    reaches another text or another message. Outside the view it scrolls.

    It filters the events of the transcript and its viewport. The texts of the messages ignore
    the moves of a drag that began in them, so Qt passes these to the viewport.
    """

    def __init__(
        self,
        area: QAbstractScrollArea,
        messages: MessageList,
        views: Mapping[int, MessageView],
        show: Callable[[], None],
    ) -> None:
        """Begin without a selection; ``show`` is called when the selection changes."""
        super().__init__(area)
        self._area = area
        self._messages = messages
        self._views = views
        self._show = show
        self._range = SelectedRange(self._on_changed)
        self._pressed_id: int | None = None  # the message where a drag began outside all texts
        self._point = QPoint()
        self._is_cancelled = False
        self._timer = QTimer(self, interval=TICK_MS)
        self._timer.timeout.connect(self._scroll_on)
        area.installEventFilter(self)
        area.viewport().installEventFilter(self)

    @property
    def is_any(self) -> bool:
        """Return whether messages are selected."""
        return bool(self._range.ids)

    def focused_id(self) -> int | None:
        """Return the message that has the focus, or None."""
        focused = QApplication.focusWidget()
        for message_id, view in self._views.items():
            if view is focused or (focused is not None and view.isAncestorOf(focused)):
                return message_id
        return None

    def follow_focus(self, before: QWidget | None, _now: QWidget | None) -> None:
        """Begin another selection at the focused message, unless one is being extended."""
        if self.is_any and (before is None or isinstance(before, QMenu)):
            return  # the focus is back where it was before a menu or another program had it
        # A press with Shift also moves the focus; it must extend the selection, not begin another.
        held = self.focused_id()
        is_shifted = QApplication.keyboardModifiers() & Qt.KeyboardModifier.ShiftModifier
        if held is not None and not (is_shifted and QApplication.mouseButtons()):
            self._range.begin_at(held)

    def select_all(self) -> None:
        """Select every message."""
        self._range.select_all(self._messages.by_id)

    def extend_to(self, message_id: int) -> None:
        """Select from the beginning of the selection to a message."""
        self._range.select_to(message_id, list(self._messages.by_id))
        self._area.setFocus(Qt.FocusReason.OtherFocusReason)

    def clear(self) -> None:
        """Clear the selection, even during a drag."""
        self._is_cancelled = True
        self._timer.stop()
        self._range.begin_at(None)

    def copy(self) -> None:
        """Copy the selected messages as Markdown, else the focused one."""
        held = self.focused_id()
        if self._range.ids:
            text = self._range.markdown(self._messages.by_id.values())
            QGuiApplication.clipboard().setText(text)
        elif held is not None:
            QGuiApplication.clipboard().setText(self._messages.by_id[held].text)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QMouseEvent):
            return watched is not self._area and self._take_mouse(event)
        if isinstance(event, QKeyEvent) and watched is self._area:
            return self._take_key(event)
        return False

    def _take_mouse(self, event: QMouseEvent) -> bool:
        if event.type() is QEvent.Type.MouseButtonPress:
            self._press(event.position().toPoint())
            return False  # other widgets handle the click too
        if event.type() is QEvent.Type.MouseMove:
            self._move(event)
        elif event.type() is QEvent.Type.MouseButtonRelease:
            self._release()
        else:
            return False
        return True

    def _take_key(self, event: QKeyEvent) -> bool:
        is_escape = event.key() == Qt.Key.Key_Escape and self.is_any
        if event.type() is QEvent.Type.ShortcutOverride:
            if is_escape:
                event.accept()  # Esc clears the selection, and does not stop an answer
            return is_escape
        if event.type() is not QEvent.Type.KeyPress:
            return False
        if event.matches(QKeySequence.StandardKey.SelectAll):
            self.select_all()
        elif event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif is_escape:
            self.clear()
        else:
            return False
        return True

    def _press(self, point: QPoint) -> None:
        """Handle a press outside all texts: it clears the selection, and may begin a drag."""
        self._range.begin_at(None)
        self._is_cancelled = False
        self._point = point
        self._pressed_id = self._message_at(point.y())

    def _move(self, event: QMouseEvent) -> None:
        """Handle a move with a pressed button, which began anywhere in the messages."""
        point = event.position().toPoint()
        is_held = bool(event.buttons() & Qt.MouseButton.LeftButton)
        text, start = self._text(), self.focused_id()
        if text is None:
            distance = (point - self._point).manhattanLength()
            # The mouse moves by a pixel or two during a click, which must not select a message.
            is_far = self.is_any or distance >= QApplication.startDragDistance()
            start = self._pressed_id if is_far else None
        if not is_held or self._is_cancelled or start is None or start not in self._views:
            return
        self._point = point
        self._select(start, self._message_at(point.y()), text)
        if self._distance_outside() and not self._timer.isActive():
            self._timer.start()

    def _release(self) -> None:
        """End a drag; its selection is kept."""
        self._timer.stop()
        # The transcript handles the keys of the selection, so it needs the focus for Copy.
        if self.is_any and not self._is_cancelled:
            self._area.setFocus(Qt.FocusReason.OtherFocusReason)
        self._pressed_id, self._is_cancelled = None, False

    def _select(self, start: int, end: int | None, text: QTextEdit | QPlainTextEdit | None) -> None:
        is_inside = text is not None and end == start and not self._is_over_another(start, text)
        if is_inside or end is None:
            if self.is_any:
                self._range.begin_at(start)
            return
        if text is not None and text.textCursor().hasSelection():
            cursor = text.textCursor()
            # The start of the characters to select if the drag returns.
            cursor.setPosition(cursor.anchor())
            text.setTextCursor(cursor)
        self._range.select_between(start, end, list(self._messages.by_id))

    def _text(self) -> QTextEdit | QPlainTextEdit | None:
        """Return the text in which a drag began, which has the focus."""
        focused = QApplication.focusWidget()
        if isinstance(focused, QTextEdit | QPlainTextEdit) and self.focused_id() is not None:
            return focused
        return None

    def _message_at(self, y: int) -> int | None:
        """Return the message nearest to a height of the view."""
        seen = [(view.y(), key) for key, view in self._views.items() if view.isVisible()]
        height = max(0, min(self._area.viewport().height() - 1, y))
        above = [each for each in seen if each[0] <= height]
        nearest = max(above) if above else min(seen, default=None)
        return None if nearest is None else nearest[1]

    def _is_over_another(self, message_id: int, text: QWidget) -> bool:
        """Return whether the mouse is at the height of another text of the same message."""
        view = self._views[message_id]
        return any(
            self._covers(other) and not (other is text or other.isAncestorOf(text))
            for other in view.block_views
        )

    def _covers(self, text: QWidget) -> bool:
        height = text.mapFrom(self._area.viewport(), self._point).y()
        return text.isVisible() and 0 <= height < text.height()

    def _distance_outside(self) -> int:
        """Return the pixels by which the mouse is above (negative) or below the view."""
        last = self._area.viewport().height() - 1
        return self._point.y() - max(0, min(last, self._point.y()))

    def _scroll_on(self) -> None:
        distance = self._distance_outside()
        if not distance or not QApplication.mouseButtons() & Qt.MouseButton.LeftButton:
            self._timer.stop()
            return
        bar = self._area.verticalScrollBar()
        bar.setValue(bar.value() + max(-MAX_STEP, min(MAX_STEP, distance)))
        # The mouse rests while the view scrolls, so Qt sends no move event.
        self._repeat_move()

    def _repeat_move(self) -> None:
        """Repeat the last move of the mouse for the text that is below it now."""
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

    def _on_changed(self, ids: frozenset[int]) -> None:
        self._messages.selected_ids = ids
        self._show()


class SelectedRange:
    """The messages from the one where the selection began to the one where it ended."""

    def __init__(self, show: Callable[[frozenset[int]], None]) -> None:
        """Begin without a selection; ``show`` receives each selection."""
        self._show = show
        self._start: int | None = None
        self.ids: frozenset[int] = frozenset()

    def begin_at(self, message_id: int | None) -> None:
        """Clear the selection; the next one begins at this message, if one is given."""
        self._start = message_id
        self._select(())

    def select_all(self, order: Iterable[int]) -> None:
        """Select every message."""
        self._select(order)

    def select_to(self, message_id: int, order: Sequence[int]) -> None:
        """Select from the beginning of the selection to a message."""
        start = message_id if self._start is None else self._start
        self.select_between(start, message_id, order)

    def select_between(self, start: int, end: int, order: Sequence[int]) -> None:
        """Select from one message to another, in either direction."""
        self._start = start if start in order else end
        first, last = sorted((order.index(self._start), order.index(end)))
        self._select(order[first : last + 1])

    def markdown(self, messages: Iterable[Message]) -> str:
        """Return the selected messages as Markdown; several are preceded by their speakers."""
        selected = [message for message in messages if message.id in self.ids]
        if len(selected) == 1:
            return selected[0].text
        return "\n\n".join(f"**{_speaker(each)}**\n\n{each.text.strip()}" for each in selected)

    def _select(self, ids: Iterable[int]) -> None:
        selected = frozenset(ids)
        if selected != self.ids:
            self.ids = selected
            self._show(selected)


def _speaker(message: Message) -> str:
    if message.role is Role.USER:
        return translate("SelectedRange", "You:")
    if message.role is Role.TOOL:
        text = translate("SelectedRange", "Tool {name}:")
        return fill(text, name=tool_title(message))
    return translate("SelectedRange", "Hubbub:")
