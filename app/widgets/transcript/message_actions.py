"""The actions of a message: the row of small buttons below it, and their names."""

import enum
from collections.abc import Iterable
from datetime import datetime

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from app.domain.messages import Message, MessageStatus, Role
from app.widgets.kit.controls import IconButton, MutedLabel
from app.widgets.kit.geometry import horizontal_layout
from app.widgets.kit.text import format_number, long_time, short_time
from app.widgets.kit.translation import translate
from app.widgets.transcript.usage_text import usage_texts

ICON_SIDE = 15
ROW_HEIGHT = ICON_SIDE + 12
OWN_ROW_HEIGHT = ICON_SIDE + 7  # a question is close to its answer
TIME_GAP = 8  # pixels between the time and the buttons
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
LASTING = frozenset({*ARROWS, MessageAction.UNPIN})  # always drawn
# The place of each button, which is reserved also if the action is impossible. The pin is at the
# edge of the text, since that of a pinned message is always drawn.
REPLY_PLACES = (
    MessageAction.PIN,
    MessageAction.COPY,
    MessageAction.EDIT,
    MessageAction.REGENERATE,
    MessageAction.CONTINUE,
    MessageAction.VARIANTS,
    MessageAction.FORK,
    MessageAction.FIGURES,
    MessageAction.MORE,
)
OWN_PLACES = (
    MessageAction.COPY,
    MessageAction.EDIT,
    MessageAction.FORK,
    MessageAction.MORE,
    MessageAction.PIN,
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
    has_figures = message.usage is not None and bool(usage_texts(message.usage))
    telling = (action.FIGURES,) if has_figures else ()
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
        MessageAction.REGENERATE_WITH: translate("MessageActions", "Regenerate with …"),
        MessageAction.CONTINUE: translate("MessageActions", "Continue"),
        MessageAction.VARIANTS: translate("MessageActions", "Compare several answers"),
        MessageAction.COMPARE: translate("MessageActions", "Try variations …"),
        MessageAction.FORK: translate("MessageActions", "Branch in a new tab"),
        MessageAction.PIN: translate("MessageActions", "Pin in context"),
        MessageAction.UNPIN: translate("MessageActions", "Unpin"),
        MessageAction.FIGURES: translate("MessageActions", "Details"),
        MessageAction.DELETE: translate("MessageActions", "Delete message"),
        MessageAction.MORE: translate("MessageActions", "More actions"),
    }[action]


class MessageActions(QWidget):
    """Buttons and the time, drawn under the mouse or with the focus; one tab stop.

    The arrow keys move from button to button. Each button has a fixed place; the arrows between
    versions are separate. These, and the pin of a pinned message, are always drawn.
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
        self._is_revealed = False
        self.time_label = MutedLabel(parent=self)
        self.time_label.setContentsMargins(TIME_GAP, 0, TIME_GAP, 0)
        self.time_label.setToolTip(long_time(moment))
        self.time_label.hide()
        self.place_label = MutedLabel(parent=self)
        self._buttons: dict[MessageAction, IconButton] = {}  # by the action of a press now
        self._row = horizontal_layout(self, margins=(0, 0, 0, 0), spacing=0)
        if is_own:
            self._row.addStretch(1)
        for action in OWN_PLACES if is_own else REPLY_PLACES:
            self._add_button(action)
        self._row.insertWidget(1 if is_own else self._row.count(), self.time_label)
        if not is_own:
            self._row.addStretch(1)
        self._arrows = [self._add_button(action) for action in ARROWS]
        self._row.insertWidget(self._row.count() - 1, self.place_label)

    def button(self, action: MessageAction) -> IconButton | None:
        """Return the button of an action, or None if there is none now."""
        return self._buttons.get(action)

    @property
    def stop(self) -> IconButton | None:
        """The button that is the tab stop."""
        return next((each for each in self._buttons.values() if each.isEnabled()), None)

    def is_possible(self, action: MessageAction) -> bool:
        """Return whether an action has a button that is enabled."""
        return action in self._buttons and self._buttons[action].isEnabled()

    def show_actions(self, actions: Iterable[MessageAction], *, position: int, count: int) -> None:
        """Enable these actions; the buttons of all others are grey."""
        had_focus = self._has_focus()
        possible = {*actions, MessageAction.MORE}
        self._show_pin(is_pinned=MessageAction.UNPIN in possible)
        self._show_arrows(position, count)
        for action, button in self._buttons.items():
            if action not in ARROWS:
                button.setEnabled(action in possible)
        self._make_one_stop()
        self.set_revealed(is_revealed=self._is_revealed)
        if had_focus and not self._has_focus():
            self.focus_first()

    def set_revealed(self, *, is_revealed: bool) -> None:
        """Draw all buttons, or only those that are always drawn or have the focus."""
        self._is_revealed = is_revealed
        self._reveal(is_asked=is_revealed or self._has_focus())

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

    def _add_button(self, action: MessageAction) -> IconButton:
        name = action_name(action, is_own=self._is_own)
        button = IconButton(action.value, name, self, size=ICON_SIDE)
        button.clicked.connect(lambda: self.selected.emit(self._action_of(button)))
        button.installEventFilter(self)
        self._buttons[action] = button
        self._row.addWidget(button)
        return button

    def _action_of(self, button: IconButton) -> MessageAction:
        return next(action for action, each in self._buttons.items() if each is button)

    def _show_pin(self, *, is_pinned: bool) -> None:
        """Label the pin with its next action; the dict keeps the order of the buttons."""
        now = MessageAction.UNPIN if is_pinned else MessageAction.PIN
        pins = (MessageAction.PIN, MessageAction.UNPIN)
        self._buttons = {
            now if action in pins else action: button for action, button in self._buttons.items()
        }
        self._buttons[now].set_icon_name(now.value)
        self._buttons[now].set_text(action_name(now, is_own=self._is_own))

    def _show_arrows(self, position: int, count: int) -> None:
        text = f"{format_number(position)} / {format_number(count)}" if count > 1 else ""
        self.place_label.setText(text)
        self.place_label.setVisible(count > 1)
        possible = (position > 1, position < count)
        for action, arrow, is_possible in zip(ARROWS, self._arrows, possible, strict=True):
            arrow.setVisible(count > 1)
            arrow.setEnabled(is_possible)
            self._buttons.pop(action, None)
            if count > 1:
                self._buttons[action] = arrow

    def _has_focus(self) -> bool:
        return any(button.hasFocus() for button in self._buttons.values())

    def _reveal(self, *, is_asked: bool) -> None:
        for action, button in self._buttons.items():
            button.set_revealed(is_revealed=is_asked or action in LASTING)
        if is_asked:
            self.time_label.setText(short_time(self._moment))  # the text depends on the current day
        self.time_label.setVisible(is_asked and self._has_room_for_time())

    def _has_room_for_time(self) -> bool:
        parts: list[QWidget] = [*self._buttons.values(), self.time_label]
        if not self.place_label.isHidden():
            parts.append(self.place_label)
        return sum(part.sizeHint().width() for part in parts) <= self.width()

    def _make_one_stop(self) -> None:
        stop = self.stop
        for button in self._buttons.values():
            is_stop = button is stop
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus if is_stop else Qt.FocusPolicy.NoFocus)

    def _lead_on(self, watched: QObject, key: int) -> bool:
        if key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab) and self.stop is not None:
            self.stop.setFocus(Qt.FocusReason.TabFocusReason)  # Tab continues from there
        if key not in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            return False
        is_mirrored = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        step = 1 if (key == Qt.Key.Key_Right) is not is_mirrored else -1
        buttons = [each for each in self._buttons.values() if each.isEnabled()]
        position = next((at for at, each in enumerate(buttons) if each is watched), 0)
        buttons[(position + step) % len(buttons)].setFocus(Qt.FocusReason.TabFocusReason)
        return True
