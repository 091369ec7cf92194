"""One message of the transcript: reasoning, text, status, figures and actions."""

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QEnterEvent,
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
)
from PySide6.QtWidgets import QMenu, QWidget

from app.domain.messages import Message, Role
from app.domain.reply_text import GrowingText, ReplyText
from app.widgets.kit.controls import ENTER_KEYS, paint_selection
from app.widgets.kit.copied_sign import show_copied
from app.widgets.kit.theme import colours_of
from app.widgets.kit.translation import fill
from app.widgets.markdown.copying import plain_text
from app.widgets.markdown.safe_text import LONGEST_DRAWN_TEXT
from app.widgets.transcript.body import MessageBody
from app.widgets.transcript.body_parts import BlockView
from app.widgets.transcript.message_actions import ARROWS, MessageAction
from app.widgets.transcript.message_editor import MessageEditor
from app.widgets.transcript.message_footer import MessageFooter
from app.widgets.transcript.message_list import MessageState, is_reasoning
from app.widgets.transcript.message_menu import add_actions, add_selection, menu_position
from app.widgets.transcript.message_requests import MessageRequests
from app.widgets.transcript.own_bubble import OwnBubble
from app.widgets.transcript.reasoning_view import ReasoningView
from app.widgets.transcript.row_stack import GUTTER
from app.widgets.transcript.source_cards import SourceCards
from app.widgets.transcript.tool_card import ToolCard, tool_title

HEADROOM = 3  # pixels above a message, for the frame that is drawn around it
# The opacity of the text below the veil: it keeps a contrast of 4.5 : 1, which 0.55 would not.
SHARE_LEFT = 0.65


class Veil(QWidget):
    """Fades the widget below it; mouse events pass through."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def paintEvent(self, event: QPaintEvent) -> None:
        page = QColor(colours_of(self.palette()).page)
        page.setAlphaF(1 - SHARE_LEFT)
        QPainter(self).fillRect(event.rect(), page)


class MessageView(QWidget):
    """Shows a message; a reply may grow until it is finished.

    Copying and editing are done here, all other actions are emitted by ``requests``. Nothing is
    laid out before ``fit``; ``requests.height_changed`` requests it.
    """

    def __init__(
        self,
        message: Message,
        requests: MessageRequests,
        parent: QWidget | None = None,
        *,
        max_chars: int = LONGEST_DRAWN_TEXT,
        is_unfolded: bool = False,
    ) -> None:
        """Build the widgets; ``show_message`` fills them.

        ``max_chars`` is the maximum number of characters that are drawn.
        """
        super().__init__(parent)
        self.message = message
        self.reasoning: ReasoningView | None = None
        self.editor: MessageEditor | None = None
        self._requests = requests
        self._state = MessageState()
        self._is_unfolded = is_unfolded
        self._veil: Veil | None = None  # built when the message first leaves the context
        self._bubble: OwnBubble | None = None
        self.card: ToolCard | None = None
        self.sources: SourceCards | None = None  # built when an answer cites pages
        if message.role is Role.USER:
            self._bubble = OwnBubble(requests, self, max_chars=max_chars)
            self.body = self._bubble.body
        elif message.role is Role.TOOL:
            self.card = ToolCard(
                message, requests, self, max_chars=max_chars, is_unfolded=is_unfolded
            )
            self.card.more_button.clicked.connect(self._on_more)
            self.body = self.card.body
        else:
            self.body = MessageBody(requests, self, is_lazy=True, max_chars=max_chars)
        text = self._bubble or self.card or self.body
        self.footer = MessageFooter(self, text, message, requests, self._perform)
        # Opaque, and static while it grows: Qt copies its pixels when it moves up for a new line.
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.setAttribute(Qt.WidgetAttribute.WA_StaticContents)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.body.height_changed.connect(self._on_height_changed)

    @property
    def widget(self) -> QWidget:
        """The widget of this row."""
        return self

    @property
    def block_views(self) -> tuple[BlockView, ...]:
        """The widgets of the text, those of the reasoning first."""
        reasoning = self.reasoning.body if self.reasoning is not None else None
        arguments = self.card.arguments if self.card is not None else None
        above = reasoning or arguments
        return (*(above.block_views if above else ()), *self.body.block_views)

    @property
    def is_asking(self) -> bool:
        """Whether its card asks the user."""
        return self.card is not None and self.card.question is not None

    @property
    def is_unfolded(self) -> bool:
        """Whether the user has unfolded the reasoning, or the details of a call."""
        if self.card is not None:
            return self.card.is_unfolded
        return self.reasoning is not None and self.reasoning.header.isChecked()

    def show_message(
        self,
        message: Message,
        state: MessageState,
        reasoning_seconds: float | None = None,
        text: ReplyText | None = None,
    ) -> bool:
        """Show a newer state of the same message; return whether only its answer has grown.

        ``reasoning_seconds`` is the time that the reasoning took, None if that is not known;
        ``text`` is the text of a running reply.
        """
        before, self.message = self.message, message
        if text is not None and state == self._state and _has_only_grown(before, message):
            self._show_reasoning(text.reasoning, reasoning_seconds)
            self.body.grow(text.answer)
            if not self.body.is_cut:  # then nothing else depends on the text
                return before.reasoning == message.reasoning
        # Before drawing: the parts of the text take their accessible names from the body.
        self._take_state(state)
        self._show_reasoning(
            GrowingText(message.reasoning) if text is None else text.reasoning, reasoning_seconds
        )
        if self._bubble is not None:
            self._bubble.show_message(message)
        elif self.card is not None:
            self.card.show_message(message, state.call)
        elif text is not None:
            self.body.grow(text.answer)
        else:
            self.body.finish(message.text)
        self.footer.show_for(message, state, is_cut=self.body.is_cut)
        return False

    def show_state(self, state: MessageState) -> None:
        """Show the state of the message apart from its text."""
        if state == self._state:
            return
        before = self._state
        # The offers of the newest message, and the figures, take a line.
        is_taller = _lines_of(state) != _lines_of(before)
        self._take_state(state)
        if self.card is not None and state.call != before.call:
            self.card.show_message(self.message, state.call)
        if self.reasoning is not None:
            self.reasoning.setVisible(bool(self.message.reasoning) and not state.is_folded)
        self.footer.show_for(self.message, state, is_cut=self.body.is_cut)
        if is_taller:
            self._on_height_changed()

    def start_editing(self) -> None:
        """Open an editor in place of the text."""
        if self.editor is not None:
            return
        self.editor = MessageEditor(self.message.text, self, is_own=self._bubble is not None)
        self.editor.submitted.connect(self._on_edit_submitted)
        self.editor.cancelled.connect(self.stop_editing)
        self.editor.height_changed.connect(self._on_height_changed)
        # The editor replaces the text, so both are never shown at once.
        (self._bubble or self.body).hide()
        self.footer.actions.hide()
        self.editor.show()
        self._requests.folding_changed.emit(self.message.id)
        self.editor.setFocus()

    def stop_editing(self) -> None:
        """Close the editor and show the text."""
        if self.editor is None:
            return
        editor, self.editor = self.editor, None
        (self._bubble or self.body).show()
        self.footer.actions.show()
        self.footer.actions.focus_first()
        # Deleted later, because the signal that ends the edit comes from this very editor.
        editor.hide()
        editor.deleteLater()
        self._requests.folding_changed.emit(self.message.id)

    def copy_message(self) -> None:
        """Put the message's Markdown source on the clipboard."""
        _copy(self.message.text, self.footer)

    def is_needed(self) -> bool:
        """Return whether an edit or a selection would be lost with the widget."""
        is_answered = self.card is not None and self.card.is_touched
        return self.editor is not None or is_answered or bool(self.selected_text())

    def selected_text(self) -> str:
        """Return the selection in the message as Markdown."""
        for view in self.block_views:
            if view.textCursor().hasSelection():
                return view.selected_markdown()
        return ""

    def mark_matches(self, query: str, current: int | None) -> QRect | None:
        """Mark the matches of a query in the text; return the area of the current one."""
        if self.card is not None and not self.card.is_open:
            if current is None:
                return None
            self.card.unfold()
        area = self.body.mark_matches(query, current)
        return None if area is None else area.translated(self.body.mapTo(self, QPoint(0, 0)))

    def build_menu(self) -> QMenu:
        """Return a menu of the actions of the message; it is deleted when it closes."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        selected = self.selected_text()
        if selected:
            add_selection(menu, selected, self._requests.quote_requested.emit)
        actions = [
            action
            for action in self.footer.possible_actions()
            if action not in ARROWS or self._can_step(action)
        ]
        # A question and a result are copied as they are, not as Markdown.
        is_plain = self._bubble is not None or self.card is not None
        add_actions(menu, actions, self._perform, is_own=is_plain)
        return menu

    def fit(self, width: int) -> int:
        """Lay everything out for a width; return the height."""
        inner = width - 2 * GUTTER
        height = HEADROOM
        if self.reasoning is not None and not self.reasoning.isHidden():
            part_height = self.reasoning.fit(inner)
            self.reasoning.setGeometry(GUTTER, HEADROOM, inner, part_height)
            height += part_height
        if self.editor is not None:
            part_height = self.editor.sizeHint().height()
            self.editor.setGeometry(GUTTER, height, inner, part_height)
        elif self._bubble is not None:
            size = self._bubble.fit(inner)
            part_height = size.height()
            is_mirrored = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
            left = GUTTER if is_mirrored else GUTTER + inner - size.width()
            self._bubble.setGeometry(QRect(QPoint(left, height), size))
        elif self.card is not None:
            part_height = self.card.fit(inner)
            self.card.setGeometry(GUTTER, height, inner, part_height)
        else:
            part_height = self.body.fit(inner)
            self.body.move(GUTTER, height)
        if self.sources is not None and not self.sources.isHidden():
            sources_height = self.sources.fit(inner)
            self.sources.setGeometry(GUTTER, height + part_height, inner, sources_height)
            part_height += sources_height
        if self._veil is not None:
            self._veil.setGeometry(0, 0, width, height + part_height)
            self._veil.raise_()  # above the parts that were drawn later
        return self.footer.fit(height + part_height, inner)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.build_menu().popup(event.globalPos())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._requests.selection_extended.emit(self.message.id)
        else:
            super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.is_asking and self.hasFocus() and event.key() in ENTER_KEYS:
            assert self.card is not None, "it asks"
            self.card.take_focus()  # the next Enter answers
        else:
            super().keyPressEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        self._reveal(is_revealed=True)

    def leaveEvent(self, event: QEvent) -> None:
        self._reveal(is_revealed=self.hasFocus())

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._reveal(is_revealed=True)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._reveal(is_revealed=self.underMouse())
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._state.is_selected or self.hasFocus():
            self.update()  # the frame is at other edges

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._state.is_selected or self.hasFocus():
            paint_selection(self, is_filled=self._state.is_selected)

    def _take_state(self, state: MessageState) -> None:
        before, self._state = self._state, state
        if state.is_selected is not before.is_selected:
            self.update()
        if self.message.role is Role.ASSISTANT:
            self.body.set_opaque(is_opaque=not state.is_selected)
        if state.is_out_of_context and self._veil is None:
            self._veil = Veil(self)
            self._veil.resize(self.width(), self.footer.top)
        if self._veil is not None:
            self._veil.setVisible(state.is_out_of_context)
            self._veil.raise_()
        unseen = self.tr("The model can't see this message any more.")
        self.setAccessibleDescription(unseen if state.is_out_of_context else "")
        name = self.tr("Hubbub said") if self._bubble is None else self.tr("You said")
        if self.card is not None:
            name = fill(self.tr("Tool {name}"), name=tool_title(self.message))
        else:
            self.body.setAccessibleName(name)
        if state.pages and self.sources is None:
            self.sources = SourceCards(self._requests, self)
            self.sources.show()
        if self.sources is not None:
            self.sources.show_pages(state.pages)
        place = self.tr("message {number:,} of {count:,}")
        place = fill(place, number=state.number, count=state.count)
        self.setAccessibleName(f"{name}, {place}")

    def _show_reasoning(self, reasoning: GrowingText, seconds: float | None) -> None:
        message = self.message
        is_reply = self._bubble is None and self.card is None
        if not is_reply or not (message.reasoning or self.reasoning):
            return
        if self.reasoning is None:
            self.reasoning = ReasoningView(
                message.id, self._requests, self, is_unfolded=self._is_unfolded
            )
        self.reasoning.setVisible(bool(message.reasoning) and not self._state.is_folded)
        is_growing = is_reasoning(message)
        self.reasoning.show_reasoning(reasoning, is_growing=is_growing, seconds=seconds)

    def _perform(self, action: MessageAction) -> None:
        match action:
            case MessageAction.COPY:
                self.copy_message()
            case MessageAction.COPY_PLAIN:
                _copy(plain_text(self.message.text), self.footer)
            case MessageAction.EDIT:
                self.start_editing()
            case MessageAction.MORE:
                self.build_menu().popup(menu_position(self.footer.actions))
            case MessageAction.EARLIER_SIBLING | MessageAction.LATER_SIBLING:
                self._requests.request(self._state.versions_id or self.message.id, action)
            case _:
                self._requests.request(self.message.id, action)

    def _can_step(self, arrow: MessageAction) -> bool:
        state = self._state
        if arrow is MessageAction.EARLIER_SIBLING:
            return state.sibling_number > 1
        return state.sibling_number < state.sibling_count

    def _reveal(self, *, is_revealed: bool) -> None:
        """Show the buttons of the message, or leave their places empty."""
        if self.card is not None:
            self.card.set_revealed(is_revealed=is_revealed)
        else:
            self.footer.reveal(is_revealed=is_revealed)

    def _on_more(self) -> None:
        assert self.card is not None, "its button was pressed"
        button = self.card.more_button
        self.build_menu().popup(button.mapToGlobal(button.rect().bottomLeft()))

    def _on_edit_submitted(self, text: str, is_continued: bool) -> None:
        # Before the request, which may replace this message and its view with another branch.
        self.stop_editing()
        if self._bubble is not None:
            self._requests.edit_submitted.emit(self.message.id, text)
        else:
            self._requests.answer_edited.emit(self.message.id, text, is_continued)

    def _on_height_changed(self) -> None:
        self._requests.height_changed.emit(self.message.id)


def _has_only_grown(before: Message, message: Message) -> bool:
    """Return whether a reply that had a text has more of it, and nothing else is new."""
    grown = replace(before, text=message.text, reasoning=message.reasoning)
    return bool(before.text) and grown == message


def _copy(text: str, footer: MessageFooter) -> None:
    """Put a text on the clipboard, and confirm it on the Copy button."""
    QGuiApplication.clipboard().setText(text)
    button = footer.actions.button(MessageAction.COPY) if footer.has_row else None
    if button is not None:
        show_copied(button)


def _lines_of(state: MessageState) -> tuple[object, ...]:
    return (
        state.is_newest,
        state.has_floating_actions,
        state.has_figures,
        state.is_remote,
        state.is_answering,
        state.is_folded,
        state.pages,
        state.call.is_asked,
        state.call.sends_to,
        state.call.warning,
        state.sibling_count,
    )
