"""What can be done with a message: a row of small buttons under it, and what each is called."""

import enum
from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from app.domain import Message, MessageStatus, Role
from app.widgets.kit.controls import IconButton, MutedLabel
from app.widgets.kit.geometry import horizontal_layout
from app.widgets.kit.text import format_number
from app.widgets.kit.translation import translate

ICON_SIDE = 15
ROW_HEIGHT = ICON_SIDE + 12
CUT_SHORT = frozenset({MessageStatus.CANCELLED, MessageStatus.INTERRUPTED, MessageStatus.FAILED})


class MessageAction(enum.Enum):
    """What can be done with one message, in the order of the buttons; the value is its icon."""

    EARLIER_SIBLING = "chevron-left"
    LATER_SIBLING = "chevron-right"
    COPY = "copy"
    EDIT = "pencil"
    REGENERATE = "refresh"
    CONTINUE = "continue"
    VARIANTS = "columns"
    FORK = "branch"
    PIN = "pin"
    UNPIN = "pin-filled"


ARROWS = (MessageAction.EARLIER_SIBLING, MessageAction.LATER_SIBLING)
LASTING = frozenset({*ARROWS, MessageAction.UNPIN})  # drawn without being asked for


def possible_actions(
    message: Message, *, count: int = 1, is_pinned: bool = False
) -> list[MessageAction]:
    """Return what can be done with a message that is one of ``count`` siblings.

    What is always drawn stands at the edge of the text: left of a reply's, right of one's own.
    """
    arrows = ARROWS if count > 1 else ()
    unpin = (MessageAction.UNPIN,) if is_pinned else ()
    pin = () if is_pinned else (MessageAction.PIN,)
    if message.status is MessageStatus.STREAMING:
        return [*arrows, MessageAction.COPY]
    if message.role is Role.USER:
        always = (MessageAction.COPY, MessageAction.EDIT, MessageAction.FORK)
        return [*always, *pin, *unpin, *arrows]
    continuing = (MessageAction.CONTINUE,) if can_continue(message) else ()
    asking = (MessageAction.REGENERATE, *continuing, MessageAction.VARIANTS, MessageAction.FORK)
    return [*arrows, *unpin, MessageAction.COPY, *asking, *pin]


def was_cut(message: Message) -> bool:
    """Return whether a reply ended before the model had said everything, or failed."""
    return message.role is Role.ASSISTANT and message.status in CUT_SHORT


def can_continue(message: Message) -> bool:
    """Return whether a reply was cut short, so that more of it can be asked for."""
    is_cut = message.usage is not None and message.usage.is_cut_by_length
    return (
        message.role is Role.ASSISTANT
        and bool(message.text)
        and (is_cut or message.status in CUT_SHORT)
    )


def action_name(action: MessageAction) -> str:
    """Return what a button or a line of the menu says."""
    return {
        MessageAction.EARLIER_SIBLING: translate("MessageActions", "Previous version"),
        MessageAction.LATER_SIBLING: translate("MessageActions", "Next version"),
        MessageAction.COPY: translate("MessageActions", "Copy message as Markdown"),
        MessageAction.EDIT: translate("MessageActions", "Edit and resend"),
        MessageAction.REGENERATE: translate("MessageActions", "Regenerate"),
        MessageAction.CONTINUE: translate("MessageActions", "Continue"),
        MessageAction.VARIANTS: translate("MessageActions", "Several answers side by side"),
        MessageAction.FORK: translate("MessageActions", "Continue from here in a new tab"),
        MessageAction.PIN: translate("MessageActions", "Keep in memory"),
        MessageAction.UNPIN: translate("MessageActions", "No longer keep in memory"),
    }[action]


class MessageActions(QWidget):
    """Buttons that show themselves under the mouse or with the focus; one stop for Tab.

    The arrow keys lead from button to button. The arrows between versions, and the pin of a
    pinned message, are always drawn.
    """

    selected = Signal(MessageAction)

    def __init__(self, parent: QWidget | None = None, *, is_mirrored: bool = False) -> None:
        """Build an empty row; ``is_mirrored`` lets it end where others begin."""
        super().__init__(parent)
        self._buttons: dict[MessageAction, IconButton] = {}
        self._is_revealed = False
        self.place_label = MutedLabel(parent=self)
        self.place_label.hide()
        self._row = horizontal_layout(self, margins=(0, 0, 0, 0), spacing=0)
        self._first_place = 1 if is_mirrored else 0
        self._row.addStretch(1)

    def button(self, action: MessageAction) -> IconButton | None:
        """Return the button of an action, or None while it is not possible."""
        return self._buttons.get(action)

    @property
    def stop(self) -> IconButton | None:
        """The one button that Tab leads to."""
        return next((each for each in self._buttons.values() if each.isEnabled()), None)

    def is_possible(self, action: MessageAction) -> bool:
        """Return whether the button of an action is there and can be pressed."""
        return action in self._buttons and self._buttons[action].isEnabled()

    def show_actions(self, actions: Iterable[MessageAction], *, position: int, count: int) -> None:
        """Offer these actions."""
        wanted = list(actions)
        if wanted != list(self._buttons):
            self._rebuild(wanted)
        self.place_label.setText(
            f"{format_number(position)} / {format_number(count)}" if count > 1 else ""
        )
        for arrow, is_possible in zip(ARROWS, (position > 1, position < count), strict=True):
            if arrow in self._buttons:
                self._buttons[arrow].setEnabled(is_possible)
        self._make_one_stop()

    def set_revealed(self, *, is_revealed: bool) -> None:
        """Draw all buttons, or only those that are always drawn or hold the focus."""
        self._is_revealed = is_revealed
        self._reveal(is_asked=is_revealed or self._has_focus())

    def focus_first(self) -> None:
        """Put the focus on the first button."""
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

    def _rebuild(self, actions: list[MessageAction]) -> None:
        had_focus = self._has_focus()
        old, self._buttons = self._buttons, {}
        self._row.removeWidget(self.place_label)
        for index, action in enumerate(actions):
            button = old.pop(action, None) or self._build_button(action)
            self._row.insertWidget(self._first_place + index, button)
            self._buttons[action] = button
            button.show()
        for button in old.values():
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        has_arrows = MessageAction.LATER_SIBLING in self._buttons
        if has_arrows:
            arrow = self._buttons[MessageAction.LATER_SIBLING]
            self._row.insertWidget(self._row.indexOf(arrow), self.place_label)
        self.place_label.setVisible(has_arrows)
        self._make_one_stop()
        self.set_revealed(is_revealed=self._is_revealed)
        if had_focus:
            self.focus_first()

    def _build_button(self, action: MessageAction) -> IconButton:
        button = IconButton(action.value, action_name(action), self, size=ICON_SIDE)
        button.clicked.connect(lambda: self.selected.emit(action))
        button.installEventFilter(self)
        return button

    def _has_focus(self) -> bool:
        return any(button.hasFocus() for button in self._buttons.values())

    def _reveal(self, *, is_asked: bool) -> None:
        for action, button in self._buttons.items():
            button.set_revealed(is_revealed=is_asked or action in LASTING)

    def _make_one_stop(self) -> None:
        stop = self.stop
        for button in self._buttons.values():
            is_stop = button is stop
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus if is_stop else Qt.FocusPolicy.NoFocus)

    def _lead_on(self, watched: QObject, key: int) -> bool:
        if key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab) and self.stop is not None:
            self.stop.setFocus(Qt.FocusReason.TabFocusReason)  # Tab goes on from there
        if key not in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            return False
        is_mirrored = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        step = 1 if (key == Qt.Key.Key_Right) is not is_mirrored else -1
        buttons = [each for each in self._buttons.values() if each.isEnabled()]
        position = next((at for at, each in enumerate(buttons) if each is watched), 0)
        buttons[(position + step) % len(buttons)].setFocus(Qt.FocusReason.TabFocusReason)
        return True
