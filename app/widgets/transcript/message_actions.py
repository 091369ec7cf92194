"""The actions of a message: the row of small buttons below it, and their names."""

import enum
import re
from collections.abc import Iterable
from datetime import datetime

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QHideEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QToolButton, QWidget

from app.domain.messages import Message, MessageStatus, Role
from app.widgets.kit.controls import (
    ENTER_KEYS,
    SEPARATOR,
    IconButton,
    MutedLabel,
    paint_button_background,
)
from app.widgets.kit.geometry import horizontal_layout
from app.widgets.kit.text import format_number, long_time, short_time
from app.widgets.kit.theme import colours_of
from app.widgets.kit.theme_switch import is_still
from app.widgets.kit.translation import translate
from app.widgets.transcript.usage_text import details_texts

ICON_SIDE = 15
ROW_HEIGHT = ICON_SIDE + 9
OWN_ROW_HEIGHT = ICON_SIDE + 5  # a question is close to its answer
TIME_GAP = 8  # pixels between the time and the buttons
FIGURES_INSET = 6  # pixels left and right of the figures
DOT_SIZE, DOT_ROOM = 7, 14
DOT_MILLISECONDS = 150
DOT_SHIFTS = (0.0, -1.5, -2.5, -1.5, 0.0, 1.0, 1.0)  # pixels, in the order of time
CUT_SHORT = frozenset({MessageStatus.CANCELLED, MessageStatus.INTERRUPTED, MessageStatus.FAILED})


class MessageAction(enum.Enum):
    """An action of one message; the value is the icon of its button, if it has one."""

    EARLIER_SIBLING = "chevron-left"
    LATER_SIBLING = "chevron-right"
    PIN = "pin"
    UNPIN = "pin-filled"
    COPY = "copy"
    COPY_PLAIN = "copy-plain"
    EDIT = "pencil"
    REGENERATE = "refresh"
    REGENERATE_WITH = "regenerate-with"
    CONTINUE = "continue"
    VARIANTS = "columns"
    COMPARE = "compare"  # only in the menu
    FORK = "branch"
    FIGURES = "info"
    DELETE = "delete"
    MORE = "more"


ARROWS = (MessageAction.EARLIER_SIBLING, MessageAction.LATER_SIBLING)
_DIGIT = re.compile(r"\d")
LASTING = frozenset({*ARROWS, MessageAction.UNPIN})  # always drawn
# The places of the buttons, which are reserved also if the action is impossible. In the place of
# CONTINUE is FORK if nothing can be continued. The pin is there only while a message is pinned.
REPLY_PLACES = (
    MessageAction.COPY,
    MessageAction.REGENERATE,
    MessageAction.EDIT,
    MessageAction.CONTINUE,
    MessageAction.FORK,
    MessageAction.MORE,
    MessageAction.UNPIN,
)
OWN_PLACES = (
    MessageAction.COPY,
    MessageAction.EDIT,
    MessageAction.FORK,
    MessageAction.MORE,
    MessageAction.UNPIN,
)


def possible_actions(
    message: Message, *, count: int = 1, is_pinned: bool = False, is_newest: bool = True
) -> list[MessageAction]:
    """Return the actions of a message that is one of ``count`` siblings, in menu order."""
    action = MessageAction
    arrows = ARROWS if count > 1 else ()
    is_own = message.role is Role.USER  # shown as plain text, without Markdown
    copying = (action.COPY,) if is_own else (action.COPY, action.COPY_PLAIN)
    if message.status is MessageStatus.STREAMING:
        return [*arrows, *copying]
    if message.role is Role.TOOL:
        return _actions_of_call(message, is_newest=is_newest)
    pin = action.UNPIN if is_pinned else action.PIN
    ending = (action.FORK, pin, action.DELETE)
    if is_own:
        return [*arrows, *copying, action.EDIT, action.COMPARE, *ending]
    continuing = (action.CONTINUE,) if is_newest and can_continue(message) else ()
    again = (action.REGENERATE, action.REGENERATE_WITH, *continuing)
    asking = (*again, action.VARIANTS, action.COMPARE)
    telling = (action.FIGURES,) if details_texts(message) else ()
    return [*arrows, *copying, action.EDIT, *asking, *telling, *ending]


def _actions_of_call(message: Message, *, is_newest: bool) -> list[MessageAction]:
    """Return the actions of a call; its result is data, and shown as plain text."""
    if message.status is MessageStatus.PENDING:
        return [MessageAction.COPY]
    continuing = (MessageAction.CONTINUE,) if is_newest else ()
    return [MessageAction.COPY, *continuing, MessageAction.FORK, MessageAction.DELETE]


def was_cut(message: Message) -> bool:
    """Return whether a reply ended before the model had finished."""
    is_cut = message.status in CUT_SHORT or message.is_repeating
    return message.role is Role.ASSISTANT and is_cut


def can_continue(message: Message) -> bool:
    """Return whether a reply or a call can be continued: it was cut short, edited, or is a call."""
    if message.role is Role.TOOL:
        return message.status is not MessageStatus.PENDING
    is_cut = message.usage is not None and message.usage.is_cut_by_length
    return (
        message.role is Role.ASSISTANT
        and bool(message.text)
        and (is_cut or message.is_edited or was_cut(message))
    )


def action_name(action: MessageAction, *, is_own: bool) -> str:
    """Return the label of an action in buttons and menus."""
    if action is MessageAction.EDIT and not is_own:
        return translate("MessageActions", "Edit this answer")
    return {
        MessageAction.EARLIER_SIBLING: translate("MessageActions", "Previous version"),
        MessageAction.LATER_SIBLING: translate("MessageActions", "Next version"),
        MessageAction.COPY: translate("MessageActions", "Copy message as Markdown"),
        MessageAction.COPY_PLAIN: translate("MessageActions", "Copy as plain text"),
        MessageAction.EDIT: translate("MessageActions", "Edit"),
        MessageAction.REGENERATE: translate("MessageActions", "Regenerate"),
        MessageAction.REGENERATE_WITH: translate("MessageActions", "Regenerate with…"),
        MessageAction.CONTINUE: translate("MessageActions", "Continue"),
        MessageAction.VARIANTS: translate("MessageActions", "Compare several answers"),
        MessageAction.COMPARE: translate("MessageActions", "Compare variations…"),
        MessageAction.FORK: translate("MessageActions", "Branch in a new tab"),
        MessageAction.PIN: translate("MessageActions", "Pin in context"),
        MessageAction.UNPIN: translate("MessageActions", "Unpin"),
        MessageAction.FIGURES: translate("MessageActions", "Details"),
        MessageAction.DELETE: translate("MessageActions", "Delete message"),
        MessageAction.MORE: translate("MessageActions", "More actions"),
    }[action]


class FiguresButton(QToolButton):
    """The speed and the time of a reply, with a moving dot while it is written.

    A press shows all figures of the reply, or hides them.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAutoRaise(True)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.setAccessibleName(action_name(MessageAction.FIGURES, is_own=False))
        self._figures = ""
        self._is_writing = self._is_revealed = False
        self._is_cut = False  # narrower than its figures
        self._timer = QTimer(self, interval=DOT_MILLISECONDS)
        self._timer.timeout.connect(self._on_tick)
        self._phase = 0

    def text(self) -> str:
        """Return the figures on show."""
        return self._figures

    def show_figures(self, figures: str, *, is_writing: bool) -> None:
        """Show figures; the dot moves unless motion is reduced."""
        if (figures, is_writing) == (self._figures, self._is_writing):
            return
        is_wider = len(figures) != len(self._figures) or is_writing is not self._is_writing
        self._figures, self._is_writing = figures, is_writing
        self.setAccessibleDescription(figures)
        self.setVisible(is_writing or bool(figures))
        if is_wider:
            self.updateGeometry()
        self._move_dot()
        self.update()

    def set_revealed(self, *, is_revealed: bool) -> None:
        """Draw the figures or leave their place empty; while a reply is written they are drawn."""
        if is_revealed is not self._is_revealed:
            self._is_revealed = is_revealed
            self.update()

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        dot = DOT_ROOM if self._is_writing else 0
        # As wide as the widest digits, so that a running figure does not move its neighbours.
        width = metrics.horizontalAdvance(_DIGIT.sub("0", self._figures))
        return QSize(width + dot + 2 * FIGURES_INSET, metrics.height() + 6)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER_KEYS and not event.isAutoRepeat():
            self.click()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._is_cut = self.width() < self.sizeHint().width()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._move_dot()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not (self._is_revealed or self._is_writing or self.hasFocus()):
            return
        colours = colours_of(self.palette())
        painter = QPainter(self)
        # Below a running reply it is painted with each frame, so what is not seen is left out.
        if self.hasFocus() or self.underMouse() or self.isDown():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_button_background(painter, self, colours, radius=6, is_flat=True)
        area = self.rect().adjusted(FIGURES_INSET, 0, -FIGURES_INSET, 0)
        is_mirrored = self._is_mirrored()
        if self._is_writing:
            left = area.right() - DOT_SIZE if is_mirrored else area.left()
            top = area.center().y() + DOT_SHIFTS[self._phase] - DOT_SIZE / 2
            dot = QRectF(left, top, DOT_SIZE, DOT_SIZE)
            if dot.toAlignedRect().intersects(event.rect()):
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(colours.writing))
                painter.drawEllipse(dot)
            area.adjust(0 if is_mirrored else DOT_ROOM, 0, -DOT_ROOM if is_mirrored else 0, 0)
        if not area.intersects(event.rect()):
            return  # only the dot has moved
        painter.setPen(QColor(colours.muted))
        side = Qt.AlignmentFlag.AlignRight if is_mirrored else Qt.AlignmentFlag.AlignLeft
        figures = self._fitting(area.width())
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | side, figures)

    def _fitting(self, room: int) -> str:
        """Return as many of the figures as fit; all of them are in the tooltip."""
        if not self._is_cut:
            return self._figures
        parts = self._figures.split(SEPARATOR)
        metrics = self.fontMetrics()
        while parts and metrics.horizontalAdvance(SEPARATOR.join(parts)) > room:
            parts.pop()
        return SEPARATOR.join(parts)

    def _move_dot(self) -> None:
        if not self._is_writing or is_still():
            self._timer.stop()
            self._phase = 0
        elif self.isVisible() and not self._timer.isActive():
            self._timer.start()

    def _on_tick(self) -> None:
        self._phase = (self._phase + 1) % len(DOT_SHIFTS)
        left = self.width() - FIGURES_INSET - DOT_ROOM if self._is_mirrored() else FIGURES_INSET
        self.update(left, 0, DOT_ROOM, self.height())

    def _is_mirrored(self) -> bool:
        return self.layoutDirection() is Qt.LayoutDirection.RightToLeft


class MessageActions(QWidget):
    """Buttons, the versions and the figures, or the time of a question; one tab stop.

    They are drawn under the mouse, with the focus and below the newest answer. The arrow keys move
    from button to button. Each button has a fixed place. The arrows between versions, and the pin
    of a pinned message, are always drawn. While a reply is written there are only its figures.
    """

    selected = Signal(MessageAction)

    def __init__(
        self, moment: datetime, parent: QWidget | None = None, *, is_own: bool = False
    ) -> None:
        """Build the row of a message that was written at ``moment``.

        Below the user's own message the row is aligned with the right edge of the bubble.
        """
        super().__init__(parent)
        self._moment = moment
        self._is_own = is_own
        self._is_revealed = self._is_floating = False
        self._time_label: MutedLabel | None = None
        self._place_label: MutedLabel | None = None  # built with the arrows
        self.figures = FiguresButton(self)
        self.figures.hide()
        self._built: dict[MessageAction, IconButton] = {}
        self._buttons: dict[MessageAction, IconButton] = {}  # by the action of a press now
        self._places = (*(OWN_PLACES if is_own else REPLY_PLACES), *ARROWS)
        self._row = horizontal_layout(self, margins=(0, 0, 0, 0), spacing=0)
        if is_own:
            self._row.addStretch(1)
        else:
            self._row.addWidget(self.figures)
            self._row.addStretch(1)
        self.figures.clicked.connect(lambda: self.selected.emit(MessageAction.FIGURES))
        self.figures.installEventFilter(self)

    @property
    def time_label(self) -> MutedLabel:
        """The time of a message without figures, built when first needed."""
        if self._time_label is None:
            label = self._time_label = MutedLabel(parent=self)
            label.setContentsMargins(TIME_GAP, 0, TIME_GAP, 0)
            label.setToolTip(long_time(self._moment))
            label.hide()
            self._row.insertWidget(1 if self._is_own else self._row.count() - 1, label)
        return self._time_label

    @property
    def version_text(self) -> str:
        """The number of the version on show, as "2 / 3"; empty if there is one."""
        label = self._place_label
        return "" if label is None or label.isHidden() else label.text()

    def button(self, action: MessageAction) -> IconButton | None:
        """Return the button of an action, or None if there is none now."""
        return self._buttons.get(action)

    @property
    def stop(self) -> QToolButton | None:
        """The button that is the tab stop."""
        return next(iter(self._enabled()), None)

    def is_possible(self, action: MessageAction) -> bool:
        """Return whether an action has a button that is enabled."""
        return action in self._buttons and self._buttons[action].isEnabled()

    def show_actions(
        self,
        actions: Iterable[MessageAction],
        *,
        position: int,
        count: int,
        is_writing: bool = False,
    ) -> None:
        """Enable these actions; the buttons of all others are grey, or hidden during writing."""
        had_focus = self._has_focus()
        possible = {*actions, MessageAction.MORE} - {*ARROWS}
        possible.update(
            arrow for arrow, end in zip(ARROWS, (1, count), strict=True) if position != end
        )
        hidden = self._hidden(possible, count, is_writing=is_writing)
        shown = [action for action in self._places if action not in hidden]
        self._buttons = {action: self._build_button(action) for action in shown}
        for action, button in self._built.items():
            button.setEnabled(action in possible)
            button.setVisible(action not in hidden)
        self._show_place(position, count)
        self._make_one_stop()
        self.set_revealed(is_revealed=self._is_revealed)
        if had_focus and not self._has_focus():
            self.focus_first()

    def set_revealed(self, *, is_revealed: bool) -> None:
        """Draw all buttons, or only those that are always drawn or have the focus."""
        self._is_revealed = is_revealed
        self.update()
        self._reveal(is_asked=is_revealed or self._has_focus())

    def set_floating(self, *, is_floating: bool) -> None:
        """Draw a card under the buttons, which lie over the text then."""
        self._is_floating = is_floating

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._is_floating and (self._is_revealed or self._has_focus()):
            colours = colours_of(self.palette())
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(colours.border), 1))
            painter.setBrush(QColor(colours.raised))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)

    def focus_first(self) -> None:
        """Focus the first button."""
        if self.stop is not None:
            self.stop.setFocus(Qt.FocusReason.TabFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.FocusIn:
            self._reveal(is_asked=True)
        elif event.type() is QEvent.Type.FocusOut:
            self._reveal(is_asked=self._is_revealed)
        elif event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._lead_on(watched, event.key())
        return False

    def _hidden(
        self, possible: set[MessageAction], count: int, *, is_writing: bool
    ) -> set[MessageAction]:
        """Return the actions without a button; any other that is impossible is grey."""
        hidden: set[MessageAction] = set() if count > 1 else {*ARROWS}
        if is_writing:
            hidden |= {*self._places} - {*ARROWS}
        if MessageAction.CONTINUE not in possible:
            hidden.add(MessageAction.CONTINUE)
        elif not self._is_own:
            hidden.add(MessageAction.FORK)
        if MessageAction.UNPIN not in possible:
            hidden.add(MessageAction.UNPIN)
        return hidden

    def _build_button(self, action: MessageAction) -> IconButton:
        """Return the button of an action, built in its place when it is first needed."""
        if action in self._built:
            return self._built[action]
        name = action_name(action, is_own=self._is_own)
        button = IconButton(action.value, name, self, size=ICON_SIDE)
        button.clicked.connect(lambda: self.selected.emit(action))
        button.installEventFilter(self)
        later = self._places[self._places.index(action) + 1 :]
        following = next((self._built[each] for each in later if each in self._built), None)
        if following is None:
            self._row.insertWidget(self._end(), button)
        else:
            self._row.insertWidget(self._row.indexOf(following), button)
            button.stackUnder(following)  # screen readers read in this order
        self._built[action] = button
        return button

    def _end(self) -> int:
        """Return the place in the layout after all buttons."""
        return self._row.count() if self._is_own else self._row.indexOf(self.figures)

    def _show_place(self, position: int, count: int) -> None:
        if count > 1 and self._place_label is None:
            self._place_label = MutedLabel(parent=self)
            later = self._built[MessageAction.LATER_SIBLING]
            self._row.insertWidget(self._row.indexOf(later), self._place_label)
            self._place_label.stackUnder(later)
        if self._place_label is not None:
            self._place_label.setText(f"{format_number(position)} / {format_number(count)}")
            self._place_label.setVisible(count > 1)

    def _stops(self) -> list[QToolButton]:
        """Return the buttons that can have the focus, in the order of the arrow keys."""
        buttons = [each for each in self._buttons.values() if not each.isHidden()]
        return [*buttons, *(() if self.figures.isHidden() else (self.figures,))]

    def _enabled(self) -> list[QToolButton]:
        return [each for each in self._stops() if each.isEnabled()]

    def _has_focus(self) -> bool:
        return any(button.hasFocus() for button in self._stops())

    def _reveal(self, *, is_asked: bool) -> None:
        for action, button in self._buttons.items():
            button.set_revealed(is_revealed=is_asked or action in LASTING)
        self.figures.set_revealed(is_revealed=is_asked)
        is_wanted = is_asked and self.figures.isHidden()
        if is_wanted:
            self.time_label.setText(short_time(self._moment))  # the text depends on the current day
        if self._time_label is not None:
            self._time_label.setVisible(is_wanted and self._has_room_for_time())

    def _has_room_for_time(self) -> bool:
        parts: list[QWidget] = [*self._stops(), self.time_label]
        if self._place_label is not None and not self._place_label.isHidden():
            parts.append(self._place_label)
        return sum(part.sizeHint().width() for part in parts) <= self.width()

    def _make_one_stop(self) -> None:
        stop = self.stop
        for button in (*self._buttons.values(), self.figures):
            is_stop = button is stop
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus if is_stop else Qt.FocusPolicy.NoFocus)

    def _lead_on(self, watched: QObject, key: int) -> bool:
        if key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab) and self.stop is not None:
            self.stop.setFocus(Qt.FocusReason.TabFocusReason)  # Tab continues from there
        if key not in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            return False
        is_mirrored = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        step = 1 if (key == Qt.Key.Key_Right) is not is_mirrored else -1
        buttons = self._enabled()
        position = next((at for at, each in enumerate(buttons) if each is watched), 0)
        buttons[(position + step) % len(buttons)].setFocus(Qt.FocusReason.TabFocusReason)
        return True
