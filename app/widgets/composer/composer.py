"""The message box: text, files, sending, and a draft that is never lost."""

from collections.abc import Callable
from html import escape

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
)
from PySide6.QtWidgets import QAbstractButton, QMenu, QWidget

from app.domain.messages import OutgoingMessage, TextFile
from app.tools.view.tools_button import ToolsButton
from app.widgets.commands.bound_keys import BoundKeys
from app.widgets.composer.chat_picker import ChatPicker
from app.widgets.composer.edit import ComposerEdit, ComposerSettings
from app.widgets.composer.file_chips import FileChips
from app.widgets.composer.message_files import MessageFiles
from app.widgets.composer.notice import ComposerNotice
from app.widgets.composer.prompt_picker import PromptPicker
from app.widgets.composer.thinking_button import ThinkingButton
from app.widgets.kit.controls import Card, ElidedLabel, IconButton
from app.widgets.kit.geometry import horizontal_layout, vertical_layout
from app.widgets.kit.icons import icon_pixmap
from app.widgets.kit.scroll_box import ScrollBox
from app.widgets.kit.theme import Colours, colours_of, scaled_pixels

DRAFT_DELAY_MS = 500
SEND_SIDE, SEND_ICON = 34, 18


class SendButton(QAbstractButton):
    """A round button: Send, or Stop while an answer is being written."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.is_stop = False  # whether a click stops the answer instead of sending
        self._keys = ("", "")
        self._reason = ""
        self._is_blank = True
        self._fit()
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._name()

    def set_stop(self, is_stop: bool) -> None:
        """Switch between Send and Stop."""
        if is_stop != self.is_stop:
            self.is_stop = is_stop
            self._name()
            self.update()

    def set_keys(self, *, send: str, stop: str) -> None:
        """Set the keys shown in the tooltip; either may be empty."""
        self._keys = (send, stop)
        self._name()

    def set_reason(self, reason: str, *, is_blank: bool) -> None:
        """Show why nothing would be sent, or why the message could not be answered."""
        if (reason, is_blank) != (self._reason, self._is_blank):
            self._reason, self._is_blank = reason, is_blank
            self._name()
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_disc(painter, colours)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(colours.accent), 2))
            painter.drawEllipse(QRectF(self.rect()).adjusted(1, 1, -1, -1))
        ink = colours.on_accent if self.isEnabled() else colours.muted
        name = "stop" if self.is_stop else "send"
        ink = colours.page if self.is_stop or self._is_held_back() else ink
        side = scaled_pixels(SEND_ICON)
        left = (self.width() - side) // 2
        painter.drawPixmap(left, left, icon_pixmap(name, ink, side, self.devicePixelRatioF()))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._fit()

    def _fit(self) -> None:
        """Set the size, which grows with the text."""
        self.setFixedSize(QSize(1, 1) * scaled_pixels(SEND_SIDE))

    def _paint_disc(self, painter: QPainter, colours: Colours) -> None:
        """Paint a filled disc, a pale one if the button can't be pressed."""
        area = QRectF(self.rect()).adjusted(2, 2, -2, -2)
        back = QColor(colours.muted if self._is_held_back() else colours.accent)
        if self.is_stop:
            back = QColor(colours.text)
        elif not self.isEnabled():
            back = QColor(colours.fill)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(back.darker(112) if self.underMouse() else back)
        painter.drawEllipse(area)

    def _is_held_back(self) -> bool:
        """Return whether the message could not be answered; red would look like recording."""
        return self.isEnabled() and bool(self._reason)

    def _name(self) -> None:
        label = self.tr("Stop") if self.is_stop else self.tr("Send")
        key = self._keys[self.is_stop]
        reason = "" if self.is_stop else self._reason
        named = f"{label} ({key})" if key else label
        self.setToolTip(escape(f"{named}\n{reason}" if reason else named))
        self.setAccessibleName(label)
        self.setAccessibleDescription(reason)


class TokenLabel(ElidedLabel):
    """A muted line about the message, in the warning colour if the message would fail."""

    def set_is_warning(self, *, is_warning: bool) -> None:
        """Choose between the muted and the warning colour."""
        self.setForegroundRole(
            QPalette.ColorRole.BrightText if is_warning else QPalette.ColorRole.WindowText
        )


class Composer(Card):
    """The message box with its files and buttons; its content stays until ``clear``.

    Messages and drafts are emitted as ``OutgoingMessage``: the text and its files.
    """

    submitted = Signal(OutgoingMessage)
    files_offered = Signal(tuple)
    encoding_chosen = Signal(TextFile, str)
    options_requested = Signal()
    tools_requested = Signal()
    stop_requested = Signal()
    draft_changed = Signal(OutgoingMessage)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, fill="raised", radius=16, has_border=True)
        self._can_send = True
        self._obstacle = ""
        self.notice = ComposerNotice(self)
        self.edit = ComposerEdit(self)
        self.chips = FileChips(self)
        self.prompts = PromptPicker(self.edit, self)
        self.chats = ChatPicker(self.edit, self)
        self.files_box = ScrollBox(self.chips, self)
        self.files = MessageFiles(
            self.chips,
            self,
            on_offered=self.files_offered.emit,
            on_refused=self.notice.show_text,
        )
        self.attach_button = IconButton(
            "paperclip", self.tr("Add pictures, sounds, text files or PDFs"), self, size=18
        )
        self.attach_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.options_button = IconButton("sliders", self.tr("Chat settings"), self, size=18)
        self.options_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.thinking_button = ThinkingButton(self)
        self.tools_button = ToolsButton(self)
        self.token_label = TokenLabel(self)
        self.button = SendButton(self)
        # Returns a menu of what else can be attached, or None for files only.
        self.resource_menu: Callable[[], QMenu | None] = lambda: None
        self.setAcceptDrops(True)
        self._draft_timer = QTimer(self, singleShot=True, interval=DRAFT_DELAY_MS)
        self._build_layout()
        self._connect()
        self._keys = self.edit.keys
        self._keys.rebound.connect(self._show_keys)
        self._show_keys()
        self.setFocusProxy(self.edit)
        self._is_answering = self._continues_text = False
        self.set_answering(False)
        self._enable_button()

    def frame_height(self) -> int:
        """Return the height of the box without its text and files, but with its notice."""
        margins, spacing = self.contentsMargins(), self._column.spacing()
        inside = self._column.contentsMargins()
        around = margins.top() + margins.bottom() + inside.top() + inside.bottom()
        said = 0 if self.notice.isHidden() else self.notice.height() + spacing
        return around + 2 * spacing + said + self.button.height()

    def draft(self) -> OutgoingMessage:
        """Return the text and the files."""
        chips = self.chips
        text = self.edit.toPlainText()
        return OutgoingMessage(text, chips.files(), chips.pictures(), chips.sounds())

    def set_draft(self, draft: OutgoingMessage) -> None:
        """Set the text and the files; does not count as a change by the user."""
        self.chips.set_files(draft.files)
        self.chips.set_pictures(draft.pictures)
        self.chips.set_sounds(draft.sounds)
        self._order_tabs()
        self.set_text(draft.text)

    def set_text(self, text: str) -> None:
        """Set the text; does not count as a change by the user."""
        self.edit.show_text(text)
        # The new text has started the timer as typing does, but is not a change by the user.
        self._draft_timer.stop()

    def clear(self) -> None:
        """Empty the box after its text and files were sent."""
        self.set_draft(OutgoingMessage())
        self.set_token_text("")

    def set_token_text(self, text: str, explanation: str = "") -> None:
        """Show the length of the message, and the part of the conversation that is cached."""
        self.set_obstacle("")
        self.token_label.setText(text)
        self.token_label.setAccessibleName(f"{text}. {explanation}" if explanation else text)

    def set_obstacle(self, reason: str) -> None:
        """Show why the message would fail; an empty text removes the warning."""
        self._obstacle = reason
        self.token_label.setText(self._obstacle)
        self.token_label.setAccessibleName(self._obstacle)
        self.token_label.set_is_warning(is_warning=bool(self._obstacle))
        self._enable_button()

    def set_answering(self, is_answering: bool) -> None:
        """Show the Stop button while an answer is running; messages sent then are queued."""
        self._is_answering = is_answering
        self.button.set_stop(is_answering)
        self._show_hint()
        self._enable_button()

    def set_continues_text(self, continues_text: bool) -> None:
        """Change the hint for a model that continues a text instead of answering."""
        self._continues_text = continues_text
        self._show_hint()

    def _show_hint(self) -> None:
        later = self.tr("Write a follow-up. It is sent when this answer ends…")
        now = self.tr("Message (/ for prompts, @ for chats)…")
        if self._continues_text:
            now = self.tr("Write the beginning of a text for the model to continue…")
        self.edit.set_hint(later if self._is_answering else now)

    def set_can_send(self, is_possible: bool) -> None:
        """Enable or disable sending; the text can be edited in both states."""
        self._can_send = is_possible
        self._enable_button()

    def use_keys(self, keys: BoundKeys) -> None:
        """Use these keys, and follow their changes."""
        # Every pane that a page moves to passes its keys; usually they are the same as before.
        if keys is not self._keys:
            self._keys.rebound.disconnect(self._show_keys)
            self._keys = keys
            self._keys.rebound.connect(self._show_keys)
            self.edit.use_keys(keys)
            self._show_keys()

    def set_settings(self, settings: ComposerSettings) -> None:
        """Apply the settings of the box."""
        self.edit.set_settings(settings)
        self._show_keys()

    def flush_draft(self) -> None:
        """Emit an unsaved draft at once, for example before the window closes."""
        self.edit.composition.accept()
        if self._draft_timer.isActive():
            self._draft_timer.stop()
            self._on_draft_settled()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls() or event.mimeData().hasImage():
            event.acceptProposedAction()
            self.set_lit(True)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.set_lit(self.edit.hasFocus())

    def dropEvent(self, event: QDropEvent) -> None:
        self.set_lit(self.edit.hasFocus())
        self.edit.insertFromMimeData(event.mimeData())
        event.acceptProposedAction()

    def _build_layout(self) -> None:
        column = self._column = vertical_layout(
            self, self.notice, self.files_box, self.edit, margins=(8, 9, 7, 6), spacing=2
        )
        row = horizontal_layout(
            None, self.attach_button, self.options_button, margins=(0, 0, 0, 0), spacing=4
        )
        row.addWidget(self.tools_button)
        row.addWidget(self.thinking_button)
        row.addWidget(self.token_label, 1)
        row.addWidget(self.button)
        column.addLayout(row)

    def _connect(self) -> None:
        self.edit.send_pressed.connect(self._submit)
        self.edit.paste_refused.connect(self.notice.refuse_paste)
        self.edit.inserted.connect(self.notice.clear)
        self.notice.focus_left.connect(self.edit.setFocus)
        self.edit.long_text_pasted.connect(self.files.add_pasted)
        self.edit.files_offered.connect(self.files_offered)
        self.chips.encoding_chosen.connect(self.encoding_chosen)
        self.attach_button.clicked.connect(self._on_attach)
        self.options_button.clicked.connect(self.options_requested)
        self.tools_button.clicked.connect(self.tools_requested)
        self.chips.changed.connect(self._on_text_changed)
        self.chips.changed.connect(self._order_tabs)
        self.chips.changed.connect(self.notice.clear)
        self.edit.focus_changed.connect(self.set_lit)
        self.edit.textChanged.connect(self._on_text_changed)
        self.button.clicked.connect(self._on_button_clicked)
        self._draft_timer.timeout.connect(self._on_draft_settled)

    def _on_attach(self) -> None:
        """Ask for files, or where from if there are other places."""
        menu = self.resource_menu()
        if menu is None:
            self.files.ask()
            return
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.attach_button.mapToGlobal(QPoint(0, -menu.sizeHint().height())))

    def _order_tabs(self) -> None:
        """Put the chips before the text, as they are on the screen."""
        chips = list(self.chips.buttons())
        before: QWidget = self.edit
        # Qt orders only widgets that take the focus.
        while before in (self.edit, *chips) or before.focusPolicy() is Qt.FocusPolicy.NoFocus:
            previous = before.previousInFocusChain()
            assert previous is not None, "the chain is a ring"
            before = previous
        for chip in chips:
            self.setTabOrder(before, chip)
            before = chip

    def _submit(self) -> None:
        self.edit.composition.accept()  # a click on Send does not always move the focus
        if self._can_send and not self._is_blank():
            self.flush_draft()  # emitted later, the sent message would become a draft
            self.notice.clear()
            self.submitted.emit(self.draft())

    def _is_blank(self) -> bool:
        return self.chips.is_empty and not self.edit.toPlainText().strip()

    def _on_button_clicked(self) -> None:
        if self.button.is_stop:
            self.stop_requested.emit()
        else:
            self._submit()

    def _on_text_changed(self) -> None:
        if self.edit.document().isEmpty() and self.chips.is_empty:
            self.set_token_text("")  # it describes the message before the change
        self._enable_button()
        # Not restarted by each key, or no draft would be stored during uninterrupted typing.
        if not self._draft_timer.isActive():
            self._draft_timer.start()

    def _on_draft_settled(self) -> None:
        self.draft_changed.emit(self.draft())

    def _show_keys(self) -> None:
        self.button.set_keys(send=self.edit.sending_key(), stop=self._keys.written("stop"))

    def _enable_button(self) -> None:
        is_blank = self.edit.document().isEmpty() and self.chips.is_empty
        self.button.set_reason(
            self.tr("Write a message first") if is_blank else self._obstacle, is_blank=is_blank
        )
        # Stop stays enabled with an empty box: it must work throughout an answer.
        self.button.setEnabled(self.button.is_stop or (self._can_send and not is_blank))
