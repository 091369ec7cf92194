"""One message of the transcript: what was said, by whom, how it ended, what can be done with it."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QEnterEvent,
    QFocusEvent,
    QGuiApplication,
    QMouseEvent,
    QPaintEvent,
)
from PySide6.QtWidgets import QMenu, QWidget

from app.domain import Attachment, Message, MessageStatus, Role
from app.widgets.kit.controls import paint_selection
from app.widgets.kit.numbers import format_number
from app.widgets.transcript.actions import (
    ARROWS,
    ROW_HEIGHT,
    MessageAction,
    MessageActions,
    action_name,
    can_continue,
    possible_actions,
    was_cut,
)
from app.widgets.transcript.body import MessageBody
from app.widgets.transcript.body_parts import BlockView
from app.widgets.transcript.editor import MessageEditor
from app.widgets.transcript.focus_order import tab_stops
from app.widgets.transcript.note import MessageNote
from app.widgets.transcript.offers import MessageOffers
from app.widgets.transcript.own_bubble import OwnBubble
from app.widgets.transcript.reasoning_timer import is_reasoning
from app.widgets.transcript.reasoning_view import ReasoningView

GUTTER = 10  # on both sides, for what is drawn around a message
HEADROOM = 4  # above it, for the same
ICON_INSET = 6  # an icon stands so far inside its button


class MessageView(QWidget):
    """Shows a message; a reply may grow until it is finished.

    Copying and editing are done here; ``action_chosen`` tells what else is wished. Nothing is
    laid out before ``fit``; ``height_changed`` asks for it.
    """

    link_activated = Signal(str)
    part_requested = Signal()
    action_chosen = Signal(MessageAction)
    edit_submitted = Signal(str)
    folding_changed = Signal()
    height_changed = Signal()
    selection_extended = Signal()
    file_requested = Signal(Attachment)

    def __init__(
        self,
        message: Message,
        parent: QWidget | None = None,
        *,
        reasoning_seconds: float | None = None,
        is_lazy: bool = False,
    ) -> None:
        super().__init__(parent)
        self._message = message
        self._is_own = message.role is Role.USER
        self._is_selected = self._is_newest = False
        self._place, self._sibling_count, self._is_pinned = 1, 1, False
        self._reasoning: ReasoningView | None = None
        self._editor: MessageEditor | None = None
        self._actions: MessageActions | None = None
        self._actions_area = QRect()
        self._bubble = OwnBubble(self, is_lazy=is_lazy) if self._is_own else None
        body = self._bubble.body if self._bubble is not None else None
        self._body = body or MessageBody(self, is_lazy=is_lazy)
        self._note = MessageNote(self)
        self._offers: MessageOffers | None = None
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.set_place(message.sequence_number, message.sequence_number)
        if self._bubble is not None:
            self._bubble.file_requested.connect(self.file_requested)
        self._body.link_activated.connect(self.link_activated)
        self._body.height_changed.connect(self.height_changed)
        self.show_message(message, reasoning_seconds)

    @property
    def widget(self) -> QWidget:
        """The widget of this row."""
        return self

    @property
    def message(self) -> Message:
        """The message as it was last shown."""
        return self._message

    @property
    def body(self) -> MessageBody:
        """The widget that draws the text."""
        return self._body

    @property
    def reasoning(self) -> ReasoningView | None:
        """The widget for what was thought before the answer; None if nothing was."""
        return self._reasoning

    @property
    def offers(self) -> MessageOffers:
        """The buttons under a reply that was cut short, built when they are first needed."""
        if self._offers is None:
            self._offers = MessageOffers(self)
            self._offers.part_requested.connect(self.part_requested)
            self._offers.action_chosen.connect(self.action_chosen)
            self._offers.hide()
        return self._offers

    @property
    def action_row(self) -> MessageActions:
        """The row of buttons under the message, which is built when it is first needed."""
        if self._actions is None:
            self._actions = MessageActions(self, is_mirrored=self._is_own)
            self._actions.chosen.connect(self._on_action_chosen)
            self._actions.setGeometry(self._actions_area)
            self._offer_actions()
            self._actions.setVisible(self._editor is None)
            if self._actions.stop is not None:
                QWidget.setTabOrder(
                    [self, *tab_stops(self._bubble or self._body)][-1], self._actions.stop
                )
        return self._actions

    @property
    def editor(self) -> MessageEditor | None:
        """Where an own message is changed, or None while it is not."""
        return self._editor

    @property
    def block_views(self) -> tuple[BlockView, ...]:
        """All parts of the text, what was thought about it first."""
        thoughts = self._reasoning.body if self._reasoning else None
        return (*(thoughts.block_views if thoughts else ()), *self._body.block_views)

    def note_text(self) -> str:
        """Return what is written under the message."""
        return self._note.text()

    def show_message(self, message: Message, reasoning_seconds: float | None = None) -> None:
        """Show a newer state of the same message, and how long it was thought about if known."""
        self._message = message
        self._show_reasoning(reasoning_seconds)
        if self._bubble is not None:
            self._bubble.show_message(message)
        elif message.status is MessageStatus.STREAMING:
            self._body.grow_to(message.text)
        else:
            self._body.finish(message.text)
        self._show_footer()
        self._offer_actions()

    def set_newest(self, *, is_newest: bool) -> None:
        """Say whether this is the last message: only there a cut reply is offered more."""
        if is_newest != self._is_newest:
            self._is_newest = is_newest
            self._show_footer()
            self.height_changed.emit()

    def set_siblings(self, place: int, count: int) -> None:
        """Say which of its versions the message is, counted from 1."""
        if (place, count) != (self._place, self._sibling_count):
            self._place, self._sibling_count = place, count
            self._offer_actions()

    def set_pinned(self, *, is_pinned: bool) -> None:
        """Say whether the message is kept in the model's memory."""
        if is_pinned != self._is_pinned:
            self._is_pinned = is_pinned
            self._offer_actions()

    def set_place(self, number: int, count: int) -> None:
        """Say to screen readers which message of how many this is."""
        words = self.tr("You said") if self._is_own else self.tr("Hubbub said")
        self._body.setAccessibleName(words)
        place = self.tr("message %1 of %2").replace("%1", format_number(number))
        self.setAccessibleName(f"{words}, {place.replace('%2', format_number(count))}")

    def set_selected(self, *, is_selected: bool) -> None:
        """Draw the message as one of those that copying takes."""
        if is_selected != self._is_selected:
            self._is_selected = is_selected
            self.update()

    def start_editing(self) -> None:
        """Let an own message be changed where it stands."""
        if not self._is_own or self._editor is not None or self._bubble is None:
            return
        editor = self._editor = MessageEditor(self._message.text, self)
        editor.submitted.connect(self._on_edit_submitted)
        editor.cancelled.connect(self.stop_editing)
        editor.height_changed.connect(self.height_changed)
        self._bubble.hide()
        self.action_row.hide()
        editor.show()
        self.folding_changed.emit()
        editor.setFocus()

    def stop_editing(self) -> None:
        """Show the message as it was."""
        if self._editor is None or self._bubble is None:
            return
        editor, self._editor = self._editor, None
        self._bubble.show()
        self.action_row.show()
        self.action_row.focus_first()
        editor.hide()
        editor.deleteLater()
        self.folding_changed.emit()

    def copy_message(self) -> None:
        """Put the message's Markdown source on the clipboard."""
        QGuiApplication.clipboard().setText(self._message.text)

    def is_needed(self) -> bool:
        """Say whether something would be lost with the widget: a change, or a selection."""
        return self._editor is not None or bool(self.selected_text())

    def selected_text(self) -> str:
        """Return what is selected in the message, as Markdown."""
        for view in self.block_views:
            if view.textCursor().hasSelection():
                return view.selected_markdown()
        return ""

    def mark_matches(self, query: str, current: int | None) -> QRect | None:
        """Mark the places of a query in the text; return where the current one is drawn."""
        area = self._body.mark_matches(query, current)
        return None if area is None else area.translated(self._body_corner())

    def build_menu(self) -> QMenu:
        """Return a menu of what can be done with the message; it goes away when it closes."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        selected = self.selected_text()
        if selected:
            copy = menu.addAction(self.tr("Copy selection"))
            copy.triggered.connect(lambda: QGuiApplication.clipboard().setText(selected))
        for action in self._possible_actions():
            if action not in ARROWS or self.action_row.is_possible(action):
                line = menu.addAction(action_name(action))
                line.triggered.connect(partial(self._on_action_chosen, action))
        return menu

    def fit(self, width: int) -> int:
        """Lay everything out for a width; return the height that this takes."""
        inner = width - 2 * GUTTER
        height = HEADROOM
        if self._reasoning is not None and not self._reasoning.isHidden():
            part_height = self._reasoning.fit(inner)
            self._reasoning.setGeometry(GUTTER, HEADROOM, inner, part_height)
            height += part_height
        if self._editor is not None:
            part_height = self._editor.sizeHint().height()
            self._editor.setGeometry(GUTTER, height, inner, part_height)
        elif self._bubble is not None:
            size = self._bubble.fit(inner)
            part_height = size.height()
            is_mirrored = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
            left = GUTTER if is_mirrored else GUTTER + inner - size.width()
            self._bubble.setGeometry(QRect(QPoint(left, height), size))
        else:
            part_height = self._body.fit(inner)
            self._body.move(GUTTER, height)
        return self._fit_foot(height + part_height + 2, inner)

    def show_between(self, top: int, bottom: int, most: int | None = None) -> bool:
        """Draw what lies between two heights, or so many parts of it; say if there was any."""
        corner = self._body_corner().y()
        return self._body.show_between(top - corner, bottom - corner, most)

    def draw_more(self) -> None:
        """Draw some of what is not drawn yet."""
        self._body.draw_more()

    def is_complete(self) -> bool:
        """Say whether everything is drawn, so that the height is more than a guess."""
        return self._body.is_complete

    def line_at(self, y: int) -> int:
        """Return which part stays where it is while others find their heights; 0 is the top."""
        corner = self._body_corner().y()
        return 0 if y < corner else 1 + self._body.line_at(y - corner)

    def top_of_line(self, line: int) -> int:
        """Return where that part begins now."""
        return self._body_corner().y() + self._body.top_of_line(line - 1) if line else 0

    def _body_corner(self) -> QPoint:
        return self._body.mapTo(self, QPoint(0, 0))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.build_menu().popup(event.globalPos())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.selection_extended.emit()
        else:
            super().mousePressEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        self.action_row.set_revealed(is_revealed=True)

    def leaveEvent(self, event: QEvent) -> None:
        self.action_row.set_revealed(is_revealed=self.hasFocus())

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.action_row.set_revealed(is_revealed=True)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.action_row.set_revealed(is_revealed=self.underMouse())
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._is_selected or self.hasFocus():
            paint_selection(self, is_filled=self._is_selected)

    def _fit_foot(self, top: int, width: int) -> int:
        """Place the note, the buttons and the offers under a message; return the whole height."""
        if not self._note.isHidden():
            self._note.ensurePolished()
            note_height = self._note.heightForWidth(width)
            self._note.setGeometry(GUTTER, top, width, note_height)
            top += note_height
        inset = 0 if self._is_own else -ICON_INSET
        self._actions_area = QRect(GUTTER + inset, top, width, ROW_HEIGHT)
        if self._actions is not None:
            self._actions.setGeometry(self._actions_area)
        top += ROW_HEIGHT
        if self._offers is None or self._offers.isHidden():
            return top
        offers_height = self._offers.fit(width)
        self._offers.setGeometry(GUTTER, top, width, offers_height)
        return top + offers_height

    def _show_reasoning(self, seconds: float | None) -> None:
        message = self._message
        if self._is_own or not (message.reasoning or self._reasoning):
            return
        view = self._reasoning or self._build_reasoning()
        view.setVisible(bool(message.reasoning))
        is_growing = is_reasoning(message)
        view.show_reasoning(message.reasoning, is_growing=is_growing, seconds=seconds)

    def _build_reasoning(self) -> ReasoningView:
        view = ReasoningView(self)
        view.link_activated.connect(self.link_activated)
        view.folding_changed.connect(self.folding_changed)
        view.height_changed.connect(self.height_changed)
        self._reasoning = view
        return view

    def _possible_actions(self) -> list[MessageAction]:
        return possible_actions(self._message, count=self._sibling_count, is_pinned=self._is_pinned)

    def _offer_actions(self) -> None:
        """Bring the row in step; without one, build it only for what is always drawn."""
        if self._actions is not None or self._sibling_count > 1 or self._is_pinned:
            self.action_row.show_actions(
                self._possible_actions(), place=self._place, count=self._sibling_count
            )

    def _show_footer(self) -> None:
        is_cut, is_newest = self._body.is_cut, self._is_newest
        self._note.show_for(self._message, is_cut=is_cut)
        has_more = is_newest and (was_cut(self._message) or can_continue(self._message))
        if self._offers is not None or is_cut or has_more:
            self.offers.show_for(self._message, is_newest=is_newest, is_cut=is_cut)

    def _on_action_chosen(self, action: MessageAction) -> None:
        own: dict[MessageAction, Callable[[], None]] = {
            MessageAction.COPY: self.copy_message,
            MessageAction.EDIT: self.start_editing,
        }
        if action in own:
            own[action]()
        else:
            self.action_chosen.emit(action)

    def _on_edit_submitted(self, text: str) -> None:
        self.stop_editing()
        self.edit_submitted.emit(text)
