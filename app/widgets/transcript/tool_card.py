"""The card of a call: the tool, its state, and folded below them the arguments and the result."""

import json
import time
from datetime import UTC, datetime

from PySide6.QtCore import QEvent, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QLineEdit, QPushButton, QSizePolicy, QWidget

from app.domain.messages import Attachment, Message, MessageStatus
from app.tools.arguments import json_problem
from app.tools.built_in.page_address import sent_by
from app.tools.model import Decision, ToolAnswer, ToolUse
from app.widgets.kit.accessibility import claims_escape
from app.widgets.kit.composition import Composition
from app.widgets.kit.controls import (
    ENTER_KEYS,
    SEPARATOR,
    Card,
    IconButton,
    MutedLabel,
    PillButton,
    paint_button_background,
    show_one_of,
)
from app.widgets.kit.flow_layout import FlowLayout
from app.widgets.kit.forms import FieldError, PromptBox
from app.widgets.kit.geometry import vertical_layout
from app.widgets.kit.icons import icon_pixmap
from app.widgets.kit.text import format_bytes
from app.widgets.kit.theme import code_font, colours_of
from app.widgets.kit.translation import fill, translate, translated
from app.widgets.markdown.safe_text import with_hidden_marked, without_hidden
from app.widgets.transcript.body import MessageBody
from app.widgets.transcript.message_list import CallState
from app.widgets.transcript.message_requests import MessageRequests
from app.widgets.transcript.own_bubble import SentFiles
from app.widgets.transcript.reasoning_view import duration_text

# A press meant for the message box must not answer a card that just appeared or got the focus.
GUARD_SECONDS = 0.4
TYPING_SECONDS = 1.0  # between two keys of a text that is typed while a card has the focus
EXACT_SECONDS = 10  # shorter times are shown with tenths
MAX_ARGUMENT_CHARS = 20_000
MIN_VALUE_CHARS = 200  # of one argument that are shown, however many there are
MAX_EDITED_LINES = 14
_PADDING, _GAP, _ICON = 12, 8, 16
_RADIUS = 10
_ROOM_FOR_MORE = 30  # pixels at the end of the line for the button of the menu
_BAR = 2  # thickness of the progress bar


def is_undecided(message: Message) -> bool:
    """Return whether it is open if a call may run; unless the permissions say so, it asks."""
    use = message.tool_use
    return message.status is MessageStatus.PENDING and use is not None and use.decision is None


def is_asking(message: Message, call: CallState) -> bool:
    """Return whether a call waits for the user."""
    return call.is_asked and is_undecided(message)


def is_running(message: Message) -> bool:
    """Return whether the tool of a call runs."""
    use = message.tool_use
    return message.status is MessageStatus.PENDING and use is not None and use.decision is not None


def tool_title(message: Message) -> str:
    """Return the name of the tool for people."""
    use = message.tool_use
    return without_hidden(translated(use.title or use.name)) if use is not None else ""


def has_failed(message: Message) -> bool:
    """Return whether a tool ran and failed."""
    use = message.tool_use
    is_error = use is not None and use.is_error and use.started_at is not None
    return message.status is MessageStatus.FAILED or is_error


def is_refused(message: Message) -> bool:
    """Return whether the user refused a call."""
    refusals = (Decision.REFUSED, Decision.NEVER)
    return message.tool_use is not None and message.tool_use.decision in refusals


def state_text(message: Message, call: CallState) -> str:
    """Return the state of a call in a few words: its duration if it has ended well."""
    use = message.tool_use
    if use is None:
        return ""
    if is_asking(message, call):
        return translate("ToolCard", "Waits for your answer")
    if is_undecided(message):
        return ""
    if is_running(message):
        return _progress_text(use, call)
    if use.decision is Decision.REFUSED:
        return translate("ToolCard", "Refused")
    if use.decision is Decision.NEVER:
        return translate("ToolCard", "Never allowed")
    if message.status is MessageStatus.CANCELLED:
        return translate("ToolCard", "Stopped")
    if message.status is MessageStatus.INTERRUPTED:
        return translate("ToolCard", "Interrupted")
    if has_failed(message) or use.is_error:
        return translate("ToolCard", "Failed")
    seconds = _seconds(use)
    if use.started_at is None or seconds >= EXACT_SECONDS:
        return "" if use.started_at is None else duration_text(seconds)
    return fill(translate("ReasoningView", "{seconds:.1f} s"), seconds=max(0.1, seconds))


def _progress_text(use: ToolUse, call: CallState) -> str:
    progress = call.progress
    if progress is not None and progress.text:
        return without_hidden(translated(progress.text))
    if progress is not None and progress.share is not None:
        percent = int(progress.share * 100)
        return fill(translate("ToolCard", "Running… {percent}%"), percent=percent)
    if use.started_at is None or _seconds(use) < 1:
        return translate("ToolCard", "Running…")
    text = translate("ToolCard", "Running… {duration}")
    return fill(text, duration=duration_text(_seconds(use)))


def _seconds(use: ToolUse) -> float:
    if use.started_at is None:
        return 0.0
    ended_at = use.ended_at or datetime.now(UTC)
    return max(0.0, (ended_at - use.started_at).total_seconds())


def decision_text(use: ToolUse) -> str:
    """Return who allowed or refused a call, as a sentence; empty before that."""
    text = {
        Decision.ONCE: translate("ToolCard", "You allowed this call."),
        Decision.CHAT: translate("ToolCard", "Allowed in this chat."),
        Decision.ALWAYS: translate("ToolCard", "Always allowed."),
        Decision.READS: translate("ToolCard", "Allowed because it only reads and stays here."),
        Decision.REFUSED: translate("ToolCard", "You refused this call."),
        Decision.NEVER: translate("ToolCard", "This tool is never allowed."),
        None: "",
    }[use.decision]
    changed = translate("ToolCard", "You changed the arguments.") if use.is_changed else ""
    return " ".join(part for part in (text, changed) if part)


def readable_arguments(arguments: str) -> str:
    """Return arguments as lines of names and values; invalid JSON as it is.

    Long values are cut, so that no other one is left out. Lines of a value are indented, so that
    they do not look like other arguments.
    """
    values = _object_of(arguments)
    if values is None:
        return with_hidden_marked(_cut(arguments.strip(), MAX_ARGUMENT_CHARS))
    share = max(MIN_VALUE_CHARS, MAX_ARGUMENT_CHARS // max(1, len(values)))
    lines = [
        f"{_indented(_cut(name, MIN_VALUE_CHARS))}:{_value(_cut(_readable(value), share))}"
        for name, value in values.items()
    ]
    return with_hidden_marked(_cut("\n".join(lines), 2 * MAX_ARGUMENT_CHARS))


def _readable(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _cut(text: str, max_chars: int) -> str:
    """Return the beginning and the end of a text, and between them how much is left out."""
    if len(text) <= max_chars:
        return text
    more = fill(translate("OfferedFiles", "… and {count:,} more"), count=len(text) - max_chars)
    end = max_chars // 4
    return f"{text[: max_chars - end]}\n[{more}]\n{text[-end:]}"


def _value(text: str) -> str:
    """Return a value as it follows its name: next to it, or indented in lines below."""
    is_long = len(text.splitlines()) > 1
    return f"\n    {_indented(text)}" if is_long else f" {_indented(text)}"


def _indented(text: str) -> str:
    return "\n    ".join(text.splitlines())


def _object_of(text: str) -> dict[str, object] | None:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


class ToolLine(QPushButton):
    """The line of a call, which unfolds the details below it; its height never changes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._server = self._state = ""
        self._icon, self._tone = "tool", "muted"
        self.setCheckable(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.toggled.connect(self._tell_state)
        self._tell_state(is_unfolded=False)

    def show_call(self, title: str, server: str, state: str, *, icon: str, tone: str) -> None:
        """Show a call; ``tone`` is the colour of its icon and state, as in the theme."""
        shown = (self.text(), self._server, self._state, self._icon, self._tone)
        if (title, server, state, icon, tone) == shown:
            return
        self.setText(title)
        self._server, self._state, self._icon, self._tone = server, state, icon, tone
        self.setAccessibleName(", ".join(part for part in (title, server, state) if part))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(120, self.fontMetrics().height() + 16)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.underMouse() or self.hasFocus():
            paint_button_background(painter, self, colours, radius=_RADIUS, is_flat=True)
        ink = getattr(colours, self._tone)
        metrics = painter.fontMetrics()
        place = QRect(_PADDING, (self.height() - _ICON) // 2, _ICON, _ICON)
        icon = icon_pixmap(self._icon, ink, _ICON, self.devicePixelRatioF())
        painter.drawPixmap(self._mirrored(place).topLeft(), icon)
        left, right = _PADDING + _ICON + _GAP, self.width() - _ROOM_FOR_MORE - _GAP
        texts = self._elided(metrics, right - left)
        for text, colour in zip(texts[:2], (colours.text, colours.muted), strict=True):
            left = self._draw(painter, text, colour, left)
        state = texts[2]
        self._draw(painter, state, ink, right - metrics.horizontalAdvance(state))

    def _elided(self, metrics: QFontMetrics, room: int) -> tuple[str, str, str]:
        """Return title, server and state as far as they fit; the server is dropped first."""
        cut = Qt.TextElideMode.ElideRight
        title_width = metrics.horizontalAdvance(self.text())
        state_room = room - title_width - 2 * _GAP
        state = self._state
        if metrics.horizontalAdvance(state) > room // 3:
            # The title names what runs, and the icon has the colour of the state.
            has_room = state_room >= metrics.averageCharWidth() * 6
            state = metrics.elidedText(state, cut, state_room) if has_room else ""
        room -= metrics.horizontalAdvance(state) + (2 * _GAP if state else 0)
        title = metrics.elidedText(self.text(), cut, room)
        room -= metrics.horizontalAdvance(title)
        server = SEPARATOR + self._server if self._server else ""
        if room < metrics.averageCharWidth() * 6:
            server = ""
        return title, metrics.elidedText(server, cut, room), state

    def _draw(self, painter: QPainter, text: str, colour: str, left: int) -> int:
        """Draw a text from ``left`` on; return its end."""
        width = painter.fontMetrics().horizontalAdvance(text)
        painter.setPen(QColor(colour))
        area = self._mirrored(QRect(left, 0, width, self.height()))
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip, text)
        return left + width

    def _mirrored(self, area: QRect) -> QRect:
        if self.layoutDirection() is Qt.LayoutDirection.RightToLeft:
            area.moveLeft(self.width() - area.right() - 1)
        return area

    def _tell_state(self, is_unfolded: bool) -> None:
        self.setAccessibleDescription(self.tr("expanded") if is_unfolded else self.tr("collapsed"))


class ToolQuestion(QWidget):
    """Asks whether a call may run: what it sends, the arguments to edit, and the answers.

    Enter allows it once, Esc refuses it, Enter in the line of the reason as well.
    """

    answered = Signal(ToolAnswer)
    height_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._arguments, self._sends_to = "{}", ""
        self._armed_at = time.monotonic() + GUARD_SECONDS
        self._is_answered = False
        self.destination = MutedLabel(wraps=True)
        self.warning = FieldError()
        self.editor: PromptBox | None = None  # while the arguments are edited
        self.error = FieldError()
        self.allow_button = PillButton(self.tr("Allow once"))
        self.chat_button = PillButton(self.tr("Allow in this chat"))
        self.always_button = PillButton(self.tr("Always allow"))
        self.refuse_button = PillButton(self.tr("Refuse"))
        self.never_button = PillButton(self.tr("Never allow"))
        self.reason = QLineEdit(placeholderText=self.tr("Reason for the refusal"))
        self.reason.setAccessibleName(self.tr("Reason for the refusal"))
        meaning = self.tr("Reason for refusing, sent to the model")
        self.reason.setToolTip(meaning)
        self.reason.setAccessibleDescription(meaning)
        Composition(self.reason)
        for button, decision in (
            (self.allow_button, Decision.ONCE),
            (self.chat_button, Decision.CHAT),
            (self.always_button, Decision.ALWAYS),
            (self.refuse_button, Decision.REFUSED),
            (self.never_button, Decision.NEVER),
        ):
            button.clicked.connect(lambda *_, answer=decision: self.answer(answer))
        self.reason.returnPressed.connect(lambda: self.answer(Decision.REFUSED))
        allowing = FlowLayout(self.allow_button, self.chat_button, self.always_button)
        buttons = (self.refuse_button, self.never_button)
        refusing = FlowLayout(*buttons, last=self.reason, is_filling=True)
        self._column = vertical_layout(
            self, self.destination, self.warning, self.error, margins=(0, 0, 0, 0), spacing=8
        )
        self._column.addLayout(allowing)
        self._column.addLayout(refusing)

    @property
    def is_touched(self) -> bool:
        """Return whether the user has typed something."""
        return self.editor is not None or bool(self.reason.text())

    def show_call(self, use: ToolUse, call: CallState) -> None:
        """Ask about a call."""
        self._arguments, self._sends_to = use.arguments, call.sends_to
        self._is_answered = False
        self.warning.setText(without_hidden(translated(call.warning)))
        self.warning.setVisible(bool(call.warning))
        self.allow_button.set_main(is_main=call.is_first)
        self._check()

    def take_focus(self) -> None:
        """Put the focus on the first answer; keys that are pressed just now were not for it."""
        self.guard()
        self.allow_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def guard(self, seconds: float | None = None) -> None:
        """Take no answer for a moment: the card has appeared or moved under the pointer."""
        seconds = GUARD_SECONDS if seconds is None else seconds
        self._armed_at = max(self._armed_at, time.monotonic() + seconds)

    def fit(self, width: int) -> int:
        """Return the height at a width."""
        self.ensurePolished()
        return max(self._column.heightForWidth(width), self._column.minimumSize().height())

    def answer(self, decision: Decision) -> None:
        """Emit the answer, unless the card has just appeared or the arguments are not valid."""
        is_refusal = decision in (Decision.REFUSED, Decision.NEVER)
        if self._is_answered or time.monotonic() < self._armed_at:
            return
        if not is_refusal and not self._check():
            return
        self._is_answered = True
        arguments = self._edited() if not is_refusal else None
        reason = self.reason.text().strip() if is_refusal else ""
        self.answered.emit(ToolAnswer(decision, arguments, reason))

    def refuse_answer(self, text: str) -> None:
        """Show why an answer could not be taken, so that the user can change it."""
        self._is_answered = False
        self.error.setText(text)
        self.error.setVisible(True)
        self.height_changed.emit()

    def start_editing(self) -> None:
        """Open a field with the arguments as JSON."""
        if self.editor is not None:
            return
        editor = self.editor = PromptBox(self)
        editor.setAccessibleName(self.tr("Arguments as JSON"))
        editor.setFont(code_font(self.font()))
        editor.setTabChangesFocus(True)
        values = _object_of(self._arguments)
        written = self._arguments
        if values is not None:
            written = json.dumps(values, ensure_ascii=False, indent=2)
        editor.setPlainText(written)
        lines = min(MAX_EDITED_LINES, max(3, written.count("\n") + 1))
        editor.setFixedHeight(lines * editor.fontMetrics().lineSpacing() + 20)
        editor.textChanged.connect(self._check)
        self._column.insertWidget(self._column.indexOf(self.error), editor)
        editor.show()
        editor.setFocus(Qt.FocusReason.OtherFocusReason)
        self._check()
        self.height_changed.emit()

    def stop_editing(self) -> None:
        """Discard the changes of the arguments."""
        editor, self.editor = self.editor, None
        if editor is None:
            return
        self._column.removeWidget(editor)
        self.allow_button.setFocus(Qt.FocusReason.OtherFocusReason)
        editor.hide()
        editor.deleteLater()
        self._check()
        self.height_changed.emit()

    def event(self, event: QEvent) -> bool:
        return claims_escape(event) or super().event(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.guard()  # its tab may have been hidden until now

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        is_editing = self.editor is not None and self.editor.hasFocus()
        if event.key() == Qt.Key.Key_Escape and is_editing:
            self.stop_editing()
        elif event.key() == Qt.Key.Key_Escape:
            self.answer(Decision.REFUSED)
        elif event.key() in ENTER_KEYS and not event.isAutoRepeat() and is_plain:
            if not self.reason.hasFocus():  # it has answered
                self.answer(Decision.ONCE)
        else:
            if event.text().isprintable() and event.text():  # a space or Enter may follow it
                self.guard(TYPING_SECONDS)
            super().keyPressEvent(event)

    def _edited(self) -> str | None:
        """Return the arguments if the user has changed them."""
        if self.editor is None:
            return None
        text = self.editor.toPlainText()
        return None if _object_of(text) == _object_of(self._arguments) else text

    def _show_destination(self) -> bool:
        """Show what the call sends with its arguments as they are now; return if it changed."""
        edited = self._edited()
        sent = sent_by(self._sends_to, self._arguments if edited is None else edited)
        text = fill(self.tr("Sends {content}."), content=without_hidden(translated(sent)))
        is_other = text != self.destination.text()
        self.destination.setText(text)
        self.destination.setVisible(bool(sent))
        return is_other

    def _check(self) -> bool:
        """Show what is wrong with the edited arguments; return whether they are valid."""
        is_other = self._show_destination()
        text = "" if self.editor is None else _problem_of(self.editor.toPlainText())
        is_other |= text != self.error.text()
        self.error.setText(text)
        self.error.setVisible(bool(text))
        for button in (self.allow_button, self.chat_button, self.always_button):
            button.setEnabled(not text)
        if is_other:
            self.height_changed.emit()
        return not text


def _problem_of(text: str) -> str:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        return translated(json_problem(error))
    if not isinstance(value, dict):
        return translate("ToolQuestion", "Enter the arguments as a JSON object: { … }.")
    return ""


class ToolCard(Card):
    """A call in the transcript; open while it asks, and otherwise when unfolded."""

    def __init__(
        self,
        message: Message,
        requests: MessageRequests,
        parent: QWidget | None = None,
        *,
        max_chars: int,
        is_unfolded: bool,
    ) -> None:
        super().__init__(parent, fill="code", radius=_RADIUS)
        self._message, self._call = message, CallState()
        self._requests = requests
        self._is_unfolded = is_unfolded
        self.line = ToolLine(self)
        self.line.setChecked(is_unfolded)
        self.more_button = IconButton("more", self.tr("More actions"), self, size=15)
        self.more_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.more_button.set_revealed(is_revealed=False)
        self.stop_button = IconButton("stop", self.tr("Stop this tool"), self, size=15)
        self.stop_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.stop_button.hide()
        self.arguments = MessageBody(requests, self, is_code=True)
        self.edit_button = IconButton(
            "pencil", self.tr("Change the arguments before the tool runs"), self, size=15
        )
        self.edit_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.edit_button.clicked.connect(self._on_edit)
        self.note = MutedLabel(parent=self, wraps=True)
        self.body = MessageBody(requests, self, is_code=True, is_lazy=True, max_chars=max_chars)
        self.question: ToolQuestion | None = None  # built when it asks
        self.files: SentFiles | None = None  # built when needed
        self.whole_button = PillButton("", self)
        self._clock = QTimer(self, interval=1000)
        self._clock.timeout.connect(self._show_line)
        self.line.toggled.connect(self._on_toggled)
        self.stop_button.clicked.connect(lambda: requests.stop_requested.emit())
        self.whole_button.clicked.connect(self._on_whole_requested)

    @property
    def is_open(self) -> bool:
        """Return whether the details are shown."""
        return self.line.isChecked()

    @property
    def is_unfolded(self) -> bool:
        """Return whether the user has unfolded it."""
        return self._is_unfolded

    @property
    def is_touched(self) -> bool:
        """Return whether an answer that is being typed would be lost with the widget."""
        return self.question is not None and self.question.is_touched

    def show_message(self, message: Message, call: CallState) -> None:
        """Show a state of the call."""
        self._message, self._call = message, call
        self._show_line()
        is_ticking = is_running(message)
        if is_ticking is not self._clock.isActive():
            self._clock.start() if is_ticking else self._clock.stop()
            shown = self.stop_button if is_ticking else self.more_button
            show_one_of((self.more_button, self.stop_button), shown)
        self._show_question()
        # An open card that was answered folds again, unless the user had unfolded it.
        self._set_open(is_open=self._is_unfolded or is_asking(message, call))
        self.update()

    def unfold(self) -> None:
        """Show the details."""
        self.line.setChecked(True)

    def take_focus(self) -> None:
        """Put the focus on the first answer."""
        if self.question is not None:
            self.question.take_focus()

    def guard(self) -> None:
        """Take no answer for a moment."""
        if self.question is not None:
            self.question.guard()

    def set_revealed(self, *, is_revealed: bool) -> None:
        """Draw the button of the menu, or leave its place empty."""
        self.more_button.set_revealed(is_revealed=is_revealed)

    def fit(self, width: int) -> int:
        """Lay everything out for a width; return the height."""
        self.line.ensurePolished()
        top = self.line.sizeHint().height()
        self.line.setGeometry(0, 0, width, top)
        size = self.more_button.sizeHint()
        is_mirrored = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        left = _GAP // 2 if is_mirrored else width - size.width() - _GAP // 2
        place = QRect(left, (top - size.height()) // 2, size.width(), size.height())
        for button in (self.more_button, self.stop_button):  # one of them is shown
            button.setGeometry(place)
        if self.is_open:
            end = self._fit_details(top, width - 2 * _PADDING)
            return end + _PADDING if end > top else top  # an interrupted call may have no details
        return top

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        progress = self._call.progress
        if not is_running(self._message) or progress is None or progress.share is None:
            return
        painter = QPainter(self)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours_of(self.palette()).accent))
        room = self.width() - 2 * _RADIUS
        share = min(1.0, max(0.0, progress.share))
        painter.drawRect(_RADIUS, self.height() - _BAR, round(room * share), _BAR)

    def _fit_details(self, top: int, width: int) -> int:
        """Place the details below ``top``; return their end."""
        for body in (self.arguments, self.body):
            if not body.isHidden():
                height = (
                    self._fit_arguments(top, width) if body is self.arguments else body.fit(width)
                )
                body.move(_PADDING, top)
                top += height + _GAP
            if body is self.arguments:
                top = self._fit_middle(top, width)
        if self.files is not None and not self.files.isHidden():
            height = self.files.fit(width)
            self.files.move(_PADDING, top)
            top += height + _GAP
        if not self.whole_button.isHidden():
            size = self.whole_button.sizeHint()
            self.whole_button.setGeometry(_PADDING, top, min(width, size.width()), size.height())
            top += size.height() + _GAP
        return top - _GAP

    def _fit_arguments(self, top: int, width: int) -> int:
        """Lay the arguments out, next to the button that edits them; return the height."""
        if self.edit_button.isHidden():
            return self.arguments.fit(width)
        size = self.edit_button.sizeHint()
        height = self.arguments.fit(width - size.width() - _GAP)
        left = self.more_button.x()  # below it, or the button that stops the tool
        self.edit_button.setGeometry(left, top - _GAP // 2, size.width(), size.height())
        return max(height, size.height() - _GAP)

    def _fit_middle(self, top: int, width: int) -> int:
        """Place the sentence about the decision, and the question."""
        if not self.note.isHidden():
            self.note.ensurePolished()
            height = self.note.heightForWidth(width)
            self.note.setGeometry(_PADDING, top, width, height)
            top += height + _GAP
        if self.question is not None and not self.question.isHidden():
            height = self.question.fit(width)
            self.question.setGeometry(_PADDING, top, width, height)
            top += height + _GAP
        return top

    def _show_line(self) -> None:
        message = self._message
        use = message.tool_use
        server = without_hidden(use.server) if use is not None else ""
        icon, tone = _look_of(message, self._call)
        state = state_text(message, self._call)
        self.line.show_call(tool_title(message), server, state, icon=icon, tone=tone)

    def _show_question(self) -> None:
        use = self._message.tool_use
        if is_asking(self._message, self._call) and use is not None:
            if self.question is None:
                self.question = ToolQuestion(self)
                self.question.answered.connect(self._on_answered)
                self.question.height_changed.connect(self._on_height_changed)
                self.question.show()
            self.question.show_call(use, self._call)
        elif self.question is not None:
            question, self.question = self.question, None
            question.hide()
            question.deleteLater()  # its own signal may have ended it

    def _set_open(self, *, is_open: bool) -> None:
        blocked = self.line.blockSignals(True)
        self.line.setChecked(is_open)
        self.line.blockSignals(blocked)
        self._show_details()

    def _show_details(self) -> None:
        """Fill the details if they are shown; hide them otherwise."""
        message, use, is_open = self._message, self._message.tool_use, self.is_open
        if is_open and use is not None:
            self.arguments.show_plain(readable_arguments(use.arguments))
            self.body.show_plain(with_hidden_marked(message.text))
            self.note.setText(decision_text(use))
            if message.attachments and self.files is None:
                self.files = SentFiles(self._requests, self)
            if self.files is not None:
                self.files.show_files(tuple(_shown(message.attachments, use)))
            text = self.tr("Show all ({size} more)")
            self.whole_button.setText(fill(text, size=format_bytes(use.omitted_bytes)))
        has_arguments = use is not None and use.arguments.strip() not in ("", "{}")
        self.arguments.setAccessibleName(self.tr("Arguments"))
        self.body.setAccessibleName(self.tr("Result"))
        is_edited = self.question is not None and self.question.editor is not None
        self.arguments.setVisible(is_open and has_arguments and not is_edited)
        self.edit_button.setVisible(self.arguments.isVisibleTo(self) and self.question is not None)
        self.note.setVisible(
            is_open and bool(self.note.text()) and not is_asking(message, self._call)
        )
        self.body.setVisible(is_open and bool(message.text))
        has_more = use is not None and bool(use.omitted_bytes) and bool(_whole(message))
        self.whole_button.setVisible(is_open and has_more)
        for part in (self.question, self.files):
            if part is not None:
                part.setVisible(is_open)

    def _on_toggled(self, is_open: bool) -> None:
        if is_asking(self._message, self._call) and not is_open:
            self._set_open(is_open=True)  # a question is never hidden
            return
        self._is_unfolded = is_open
        self._show_details()
        self._requests.folding_changed.emit(self._message.id)

    def _on_edit(self) -> None:
        if self.question is not None:
            self.question.start_editing()

    def _on_answered(self, answer: ToolAnswer) -> None:
        self._requests.tool_answered.emit(self._message.id, answer)

    def _on_height_changed(self) -> None:
        self._show_details()
        self._requests.height_changed.emit(self._message.id)

    def _on_whole_requested(self) -> None:
        whole = _whole(self._message)
        if whole is not None:
            self._requests.file_requested.emit(whole)


def _look_of(message: Message, call: CallState) -> tuple[str, str]:
    """Return the icon of a call, and its colour."""
    if is_asking(message, call):
        return "tool", "accent"
    if is_running(message):
        return "clock", "accent"
    if is_refused(message) or message.status is MessageStatus.CANCELLED:
        return "close", "muted"
    if message.status is MessageStatus.INTERRUPTED:
        return "interrupted", "warning"
    use = message.tool_use
    if message.status is MessageStatus.FAILED or (use is not None and use.is_error):
        return "warning", "danger"
    return "tool", "muted"


def _whole(message: Message) -> Attachment | None:
    """Return the attachment with the whole of a result that was cut."""
    return next((each for each in message.attachments if _is_text(each)), None)


def _shown(attachments: tuple[Attachment, ...], use: ToolUse) -> list[Attachment]:
    """Return the files of a result, without the whole text that a button opens."""
    return [each for each in attachments if not (use.omitted_bytes and _is_text(each))]


def _is_text(file: Attachment) -> bool:
    return file.picture is None and file.sound is None
