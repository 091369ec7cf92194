"""The area below a message: its status, its figures, its actions, and offers to continue."""

from collections.abc import Callable
from functools import partial
from html import escape

from PySide6.QtCore import QRect, Qt, SignalInstance
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QStyle, QWidget

from app.domain.messages import Message, MessageStatus, Role
from app.widgets.kit.controls import SEPARATOR, MutedLabel, PillButton
from app.widgets.kit.text import long_time, short_time
from app.widgets.kit.theme import scaled_pixels
from app.widgets.kit.translation import translated
from app.widgets.transcript.message_actions import (
    OWN_ROW_HEIGHT,
    ROW_HEIGHT,
    MessageAction,
    MessageActions,
    can_continue,
    possible_actions,
    was_cut,
)
from app.widgets.transcript.message_list import MessageState
from app.widgets.transcript.message_requests import MessageRequests
from app.widgets.transcript.row_stack import GUTTER, tab_stops
from app.widgets.transcript.usage_text import details_texts, short_usage_text

GAP = 8
ROW_GAP = 4  # pixels between the status, the buttons and the offers
TEXT_PULL = 8  # pixels by which the buttons enter the space that a text leaves below it
FLOAT_DROP = 4  # pixels by which floating buttons are below a text
ICON_INSET = 6  # pixels between a button and its icon


class MessageFooter:
    """Builds the widgets below a message when they are first needed, and places them.

    Most messages are only scrolled past, so buttons are built when the mouse or the focus is on
    the message. They are in the space between two messages.
    """

    def __init__(
        self,
        view: QWidget,
        text: QWidget,
        message: Message,
        requests: MessageRequests,
        perform: Callable[[MessageAction], None],
    ) -> None:
        self._view = view
        self._text = text
        self._requests = requests
        self._perform = perform
        self._message = message
        self._state = MessageState()
        self._is_own = message.role is Role.USER
        self._actions: MessageActions | None = None
        self._actions_area = QRect()
        self._is_revealed = False
        self._shown: tuple[object, ...] = ()  # what the buttons depend on
        self._offers: MessageOffers | None = None
        self.top = 0  # its top in the message
        self.note = MessageNote(view)
        self.figures: MutedLabel | None = None  # shown on request

    @property
    def has_row(self) -> bool:
        """Whether the message has a row of buttons; a step of a turn has a menu only."""
        is_step = bool(self._message.tool_calls) and self._state.sibling_count == 1
        return self._message.role is not Role.TOOL and not is_step

    @property
    def actions(self) -> MessageActions:
        """The row of buttons, built when first needed."""
        if self._actions is None:
            before = [self._view, *tab_stops(self._text)][-1]
            moment = self._message.created_at
            self._actions = MessageActions(moment, self._view, is_own=self._is_own)
            self._actions.selected.connect(self._perform)
            self._show_actions()
            self._place_actions()
            self._actions.show()
            if self._actions.stop is not None:
                QWidget.setTabOrder(before, self._actions.stop)
        return self._actions

    @property
    def offers(self) -> "MessageOffers":
        """The buttons below a reply that was cut short, built when first needed."""
        if self._offers is None:
            self._offers = MessageOffers(self._message.id, self._requests, self._view)
            self._offers.hide()
        return self._offers

    def show_for(self, message: Message, state: MessageState, *, is_cut: bool) -> None:
        """Show the status and the actions of a message; ``is_cut``: more of it can be drawn."""
        self._message, self._state = message, state
        self.note.show_for(message, is_cut=is_cut)
        self._show_figures()
        is_newest = state.is_newest and not state.is_answering
        has_more = is_newest and (_needs_another(message) or can_continue(message))
        if self._offers is not None or is_cut or has_more:
            self.offers.show_for(message, state, is_cut=is_cut)
        # The arrows between versions and the pin of a pinned message are always drawn.
        is_drawn = state.has_lasting_actions or state.sibling_count > 1 or state.is_pinned
        if self._actions is not None or is_drawn:
            if self.has_row:
                self._show_actions()
            elif self._actions is not None:
                self._actions.hide()

    def reveal(self, *, is_revealed: bool) -> None:
        """Draw the buttons, or leave their places empty unless they are always drawn."""
        self._is_revealed = is_revealed
        if self.has_row and (is_revealed or self._actions is not None):
            is_lasting = self._state.has_lasting_actions
            self.actions.set_revealed(is_revealed=is_revealed or is_lasting)
            self._place_actions()

    def possible_actions(self) -> list[MessageAction]:
        """Return the actions of the message that are possible now."""
        state = self._state
        return possible_actions(
            self._message,
            count=state.sibling_count,
            is_pinned=state.is_pinned,
            is_newest=state.is_newest,
        )

    def fit(self, top: int, width: int) -> int:
        """Place everything below ``top``; return the height of the whole message."""
        self.top = top
        if not self.note.isHidden():
            self.note.ensurePolished()
            note_height = self.note.heightForWidth(width)
            self.note.setGeometry(GUTTER, top, width, note_height)
            top += note_height + ROW_GAP
        if not self.has_row:
            return self._fit_offers(top, width)
        # The icons of a reply are in line with both edges of its text.
        inset = 0 if self._is_own else ICON_INSET
        height = scaled_pixels(OWN_ROW_HEIGHT if self._is_own else ROW_HEIGHT)
        is_pulled = not self._is_own and self.note.isHidden() and bool(self._message.text)
        if is_pulled and not self._state.has_floating_actions:
            top -= TEXT_PULL
        if self._state.has_floating_actions:
            top += FLOAT_DROP
            self._actions_area = QRect(GUTTER, top - height, width, height)
        else:
            self._actions_area = QRect(GUTTER - inset, top, width + 2 * inset, height)
            top += height
        self._place_actions()
        if self.figures is not None and not self.figures.isHidden():
            self.figures.ensurePolished()
            figures_height = self.figures.heightForWidth(width) + GAP
            self.figures.setGeometry(GUTTER, top, width, figures_height)
            top += figures_height
        return self._fit_offers(top, width)

    def _place_actions(self) -> None:
        actions, area = self._actions, self._actions_area
        if actions is None:
            return
        actions.set_floating(is_floating=self._state.has_floating_actions)
        if self._state.has_floating_actions:
            width = min(area.width(), actions.sizeHint().width())
            end = QRect(area.right() + 1 - width, area.top(), width, area.height())
            area = QStyle.visualRect(actions.layoutDirection(), area, end)
        actions.setGeometry(area)
        actions.raise_()

    def _fit_offers(self, top: int, width: int) -> int:
        if self._offers is None or self._offers.isHidden():
            return top
        top += ROW_GAP
        offers_height = self._offers.fit(width)
        self._offers.setGeometry(GUTTER, top, width, offers_height)
        return top + offers_height

    def _show_figures(self) -> None:
        texts = details_texts(self._message) if self._state.has_figures else ()
        if texts:
            texts = (short_time(self._message.created_at), *texts)
        if texts and self.figures is None:
            self.figures = MutedLabel(parent=self._view, wraps=True)
            self.figures.setAlignment(Qt.AlignmentFlag.AlignTop)
        if self.figures is not None:
            self.figures.setText(SEPARATOR.join(texts))
            self.figures.setVisible(bool(texts))

    def _show_actions(self) -> None:
        state, message = self._state, self._message
        shown = (state, message.status, message.usage, message.note, bool(message.text))
        if shown == self._shown:  # the text of a running reply grows many times a second
            return
        actions = self.actions  # building them calls this method
        self._shown = shown
        is_writing = message.status is MessageStatus.STREAMING
        actions.show_actions(
            self.possible_actions(),
            position=state.sibling_number,
            count=state.sibling_count,
            is_writing=is_writing and not self._is_own,
        )
        figures = state.running_text
        if figures is None and message.usage is not None and not self._is_own:
            figures = short_usage_text(message.usage)
        # In a cell of the grid, the title of the cell tells that the reply is written.
        is_marked = state.running_text is not None and not state.has_floating_actions
        actions.figures.show_figures(figures or "", is_writing=is_marked)
        if message.usage is not None:
            texts = (long_time(message.created_at), *details_texts(message))
            actions.figures.setToolTip("".join(f"<p>{escape(each)}</p>" for each in texts))
            actions.figures.setAccessibleDescription(SEPARATOR.join(texts))
        actions.set_revealed(is_revealed=self._is_revealed or state.has_lasting_actions)


class MessageNote(MutedLabel):
    """A line with the status of a message; hidden if it is empty."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent, wraps=True)

    def show_for(self, message: Message, *, is_cut: bool) -> None:
        """Show the status of a message, and whether only its beginning is drawn."""
        # The card of a call shows its own status.
        is_call = message.role is Role.TOOL
        note = translated(message.note)
        self.setText(note if is_call else self._text_for(message, is_cut=is_cut))
        has_failed = message.status is MessageStatus.FAILED and not is_call
        role = QPalette.ColorRole.BrightText if has_failed else QPalette.ColorRole.WindowText
        self.setForegroundRole(role)
        self.setVisible(bool(self.text()))

    def _text_for(self, message: Message, *, is_cut: bool) -> str:
        text = {
            MessageStatus.CANCELLED: self.tr("Stopped."),
            MessageStatus.INTERRUPTED: self.tr("Interrupted."),
            MessageStatus.FAILED: self.tr("This answer failed."),
        }.get(message.status, "")
        if message.usage is not None and message.usage.is_cut_by_length:
            text = self.tr("Stopped.")
        elif _is_empty(message):
            text = self.tr("The model wrote nothing.")
        cut = self.tr("Only the beginning is shown. Copying takes the whole text.")
        shown = cut if is_cut else ""
        return " ".join(part for part in (text, translated(message.note), shown) if part)


def _is_empty(message: Message) -> bool:
    """Return whether a model has ended its answer before the first word."""
    is_answer = message.role is Role.ASSISTANT and message.status is MessageStatus.COMPLETE
    return is_answer and not (message.text.strip() or message.tool_calls or message.is_edited)


def _needs_another(message: Message) -> bool:
    return was_cut(message) or _is_empty(message)


class MessageOffers(QWidget):
    """Buttons that show more of a long text, continue a reply, or request another."""

    def __init__(
        self, message_id: int, requests: MessageRequests, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.next_part = PillButton(self.tr("Show more"), self)
        self.continue_button = PillButton(self.tr("Continue"), self)
        self.regenerate_button = PillButton(self.tr("Regenerate"), self)
        self.run_button = PillButton(self.tr("Let it run"), self)
        self.varied_button = PillButton(self.tr("Regenerate without repeats"), self)
        self.here_button = PillButton(self.tr("Answer here"), self)
        self.here_button.setToolTip(
            self.tr("The model on this computer continues this chat with the same history.")
        )
        for button, signal in (
            (self.next_part, requests.next_part_requested),
            (self.continue_button, requests.continue_requested),
            (self.regenerate_button, requests.regenerate_requested),
            (self.run_button, requests.let_run_requested),
            (self.varied_button, requests.regenerate_varied_requested),
            (self.here_button, requests.answer_here_requested),
        ):
            button.clicked.connect(partial(_emit, signal, message_id))

    def show_for(self, message: Message, state: MessageState, *, is_cut: bool) -> None:
        """Show the buttons for a message; only the newest one can be continued."""
        is_newest = state.is_newest and not state.is_answering
        is_lost = message.status in (MessageStatus.FAILED, MessageStatus.INTERRUPTED)
        is_away = is_lost and state.is_remote and message.role is Role.ASSISTANT
        self.next_part.setVisible(is_cut)
        is_repeating = message.is_repeating
        self.continue_button.setVisible(is_newest and can_continue(message) and not is_repeating)
        self.regenerate_button.setVisible(
            is_newest and _needs_another(message) and not is_repeating
        )
        self.run_button.setVisible(is_newest and is_repeating)
        self.varied_button.setVisible(is_newest and is_repeating)
        self.here_button.setVisible(is_newest and is_away)
        self.setVisible(not all(button.isHidden() for button in self._buttons()))

    def fit(self, width: int) -> int:
        """Place the visible buttons in rows of at most this width; return their height."""
        left = top = height = 0
        for button in self._buttons():
            if button.isHidden():
                continue
            wanted = min(width, button.sizeHint().width())
            if left and left + wanted > width:
                left, top, height = 0, top + height, 0
            high = button.height_in(wanted)
            button.setGeometry(left, top, wanted, high)
            left, height = left + wanted + GAP, max(height, high + GAP)
        return top + height

    def _buttons(self) -> tuple[PillButton, ...]:
        return (
            self.next_part,
            self.continue_button,
            self.regenerate_button,
            self.run_button,
            self.varied_button,
            self.here_button,
        )


def _emit(signal: SignalInstance, message_id: int, *_checked: bool) -> None:
    signal.emit(message_id)
