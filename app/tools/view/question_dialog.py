"""A question of a server to the user: a form, or a page to open in the browser."""

import time
from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSpinBox,
    QWidget,
)

from app.tools.servers.config_files import looks_secret
from app.tools.servers.model import (
    FieldKind,
    FormAction,
    FormAnswer,
    FormField,
    FormValue,
    ServerQuestion,
)
from app.widgets.kit.composition import Composition
from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.copied_sign import copy_from
from app.widgets.kit.forms import (
    CheckBox,
    FieldError,
    ScrollableForm,
    choice_box,
    dialog_buttons,
)
from app.widgets.kit.geometry import resize_on_screen, vertical_layout
from app.widgets.kit.text import visible_target, with_soft_breaks
from app.widgets.kit.translation import fill
from app.widgets.markdown.safe_text import with_hidden_marked, without_hidden

# A press meant for what was in front must not answer a question that has just appeared.
GUARD_SECONDS = 0.7
_CHARS_WIDE = 72
_INT_LIMIT = (1 << 31) - 1
_FLOAT_LIMIT = 1e12
_SHOWN_CHOICES = 6
_MAX_CHECK_CHARS = 50
_SHOWN_ADDRESS = 200  # characters; the host comes first


class QuestionField(QWidget):
    """A field of the form, with its title, description and error."""

    def __init__(self, field: FormField) -> None:
        super().__init__()
        self.field = field
        self.error = FieldError()
        self.error.hide()
        title = with_soft_breaks(without_hidden(field.title or field.name))
        if field.is_required:
            title = fill(self.tr("{title} (required)"), title=title)
        self.editor, self._value = self._built(field)
        self.editor.setAccessibleName(title)
        self.editor.setAccessibleDescription(without_hidden(field.description))
        label = QLabel(title, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        label.setBuddy(self.editor)
        column = vertical_layout(self, margins=(0, 4, 0, 4), spacing=4)
        if not isinstance(self.editor, CheckBox) or len(title) > _MAX_CHECK_CHARS:
            column.addWidget(label)
        if field.description:
            description = with_soft_breaks(with_hidden_marked(field.description))
            column.addWidget(MutedLabel(description, wraps=True))
        column.addWidget(self.editor)
        column.addWidget(self.error)

    def value(self) -> FormValue | None:
        """Return the value; None if nothing was entered."""
        return self._value()

    def check(self) -> bool:
        """Show what is wrong with the value; return whether it is valid."""
        problem = self._problem(self.value())
        self.error.setText(problem)
        self.error.setVisible(bool(problem))
        return not problem

    def _problem(self, value: FormValue | None) -> str:
        field = self.field
        if value is None:
            return self.tr("This is required.") if field.is_required else ""
        low, high = field.minimum, field.maximum
        if isinstance(value, str) and field.kind is FieldKind.TEXT:
            if low is not None and len(value) < low:
                return fill(self.tr("Enter at least {count:,} characters."), count=int(low))
            if high is not None and len(value) > high:
                return fill(self.tr("Enter at most {count:,} characters."), count=int(high))
            if field.format == "email" and "@" not in value:
                return self.tr("Enter an e-mail address.")
        if isinstance(value, tuple) and low is not None and len(value) < low:
            return fill(self.tr("Choose at least {count:,}."), count=int(low))
        if isinstance(value, tuple) and high is not None and len(value) > high:
            return fill(self.tr("Choose at most {count:,}."), count=int(high))
        return ""

    def _built(self, field: FormField) -> tuple[QWidget, Callable[[], FormValue | None]]:
        match field.kind:
            case FieldKind.YES_NO:
                title = without_hidden(field.title or field.name)
                # A check box breaks no lines, so a long title stands above it.
                check = CheckBox(title if len(title) <= _MAX_CHECK_CHARS else self.tr("Yes"))
                check.setChecked(field.default is True)
                return check, check.isChecked
            case FieldKind.INTEGER:
                return self._integer(field)
            case FieldKind.NUMBER:
                return self._number(field)
            case FieldKind.CHOICE:
                return self._choice(field)
            case FieldKind.CHOICES:
                return self._choices(field)
            case FieldKind.TEXT:
                return self._text(field)

    def _text(self, field: FormField) -> tuple[QWidget, Callable[[], FormValue | None]]:
        box = QLineEdit(str(field.default or ""))
        if field.format == "password" or any(map(looks_secret, (field.name, field.title))):
            box.setEchoMode(QLineEdit.EchoMode.Password)
        hints = {"date": "2026-12-31", "date-time": "2026-12-31T12:00:00Z", "uri": "https://…"}
        box.setPlaceholderText(hints.get(field.format, ""))
        Composition(box)
        return box, lambda: box.text() or None

    def _integer(self, field: FormField) -> tuple[QWidget, Callable[[], FormValue | None]]:
        box = QSpinBox()
        low = -_INT_LIMIT if field.minimum is None else max(-_INT_LIMIT, int(field.minimum))
        high = _INT_LIMIT if field.maximum is None else min(_INT_LIMIT, int(field.maximum))
        box.setRange(low, high)
        given = field.default
        box.setValue(int(given) if isinstance(given, int | float) else max(low, min(high, 0)))
        return box, box.value

    def _number(self, field: FormField) -> tuple[QWidget, Callable[[], FormValue | None]]:
        box = QDoubleSpinBox(decimals=6)
        box.setRange(
            -_FLOAT_LIMIT if field.minimum is None else field.minimum,
            _FLOAT_LIMIT if field.maximum is None else field.maximum,
        )
        given = field.default
        box.setValue(float(given) if isinstance(given, int | float) else 0.0)
        return box, box.value

    def _choice(self, field: FormField) -> tuple[QWidget, Callable[[], FormValue | None]]:
        box = choice_box()
        if not field.is_required or field.default is None:
            box.addItem("", None)
        for option in field.options:
            box.addItem(without_hidden(option.title), option.value)
        box.setCurrentIndex(max(0, box.findData(field.default)))
        return box, box.currentData

    def _choices(self, field: FormField) -> tuple[QWidget, Callable[[], FormValue | None]]:
        view = QListWidget()
        view.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        chosen = field.default if isinstance(field.default, tuple) else ()
        for option in field.options:
            item = QListWidgetItem(without_hidden(option.title))
            item.setData(Qt.ItemDataRole.UserRole, option.value)
            is_on = option.value in chosen
            item.setCheckState(Qt.CheckState.Checked if is_on else Qt.CheckState.Unchecked)
            view.addItem(item)
        rows = min(_SHOWN_CHOICES, max(1, len(field.options)))
        view.setFixedHeight(rows * (view.fontMetrics().height() + 8) + 4)

        def checked() -> FormValue | None:
            items = (view.item(row) for row in range(view.count()))
            values = (
                str(each.data(Qt.ItemDataRole.UserRole))
                for each in items
                if each.checkState() is Qt.CheckState.Checked
            )
            return tuple(values) or None

        return view, checked


class QuestionDialog(QDialog):
    """Emits ``answered`` once: accepted, declined, or cancelled by closing it."""

    answered = Signal(object)  # a FormAnswer

    def __init__(self, question: ServerQuestion, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.question = question
        self._is_answered = False
        self._armed_at = time.monotonic() + GUARD_SECONDS
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        server = without_hidden(question.server)
        self.setWindowTitle(fill(self.tr("Question from “{name}”"), name=server))
        who = self.tr("The server “{name}” asks. Your answer is sent to it.")
        accept, reject = self.tr("Send"), self.tr("Decline")
        if question.address:
            who = self.tr("The server “{name}” asks you to open a page in your browser.")
            accept = self.tr("Open the page")
        if question.is_open:
            who = self.tr("This window closes when you are done in the browser.")
            accept, reject = self.tr("Open it again"), self.tr("Cancel")
            self.setWindowTitle(fill(self.tr("Waiting for “{name}”"), name=server))
        message = with_soft_breaks(with_hidden_marked(question.message))
        self.message = QLabel(message, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self.fields = tuple(map(QuestionField, question.fields))
        # A page opens only if its button is chosen: Enter may be meant for the message box.
        self.buttons = dialog_buttons(
            self,
            accept=accept,
            reject=reject,
            prefers_reject=bool(question.address) and not question.is_open,
            on_reject=self.reject if question.is_open else self._on_decline,
        )
        self.accept_button, self.decline_button = self.buttons.buttons()  # by their roles
        if question.is_open:  # the system's browser may be missing, or the wrong one
            copy = PillButton(self.tr("Copy the address"))
            copy.clicked.connect(lambda: copy_from(copy, question.address))
            self.buttons.addButton(copy, QDialogButtonBox.ButtonRole.ActionRole)
        shown = "" if question.is_open else visible_target(question.address)
        self._build_layout(fill(who, name=server), shown)

    def withdraw(self) -> None:
        """Close it without an answer: the server needs none any more."""
        self._is_answered = True
        self.close()

    def done(self, result: int) -> None:
        self._answer(FormAnswer(FormAction.CANCEL))
        super().done(result)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._armed_at = time.monotonic() + GUARD_SECONDS

    def accept(self) -> None:
        if time.monotonic() < self._armed_at:
            return
        wrong = [each for each in self.fields if not each.check()]
        if wrong:
            wrong[0].editor.setFocus(Qt.FocusReason.OtherFocusReason)
            self._form.ensureWidgetVisible(wrong[0])
            return
        values = {each.field.name: each.value() for each in self.fields}
        known = {name: value for name, value in values.items() if value is not None}
        self._answer(FormAnswer(FormAction.ACCEPT, known))
        super().accept()

    def _on_decline(self) -> None:
        if time.monotonic() < self._armed_at:
            return
        self._answer(FormAnswer(FormAction.DECLINE))
        self.reject()

    def _answer(self, answer: FormAnswer) -> None:
        if not self._is_answered:
            self._is_answered = True
            self.answered.emit(answer)

    def _build_layout(self, who: str, address: str) -> None:
        inside = QWidget()
        column = vertical_layout(inside, margins=(0, 0, 0, 0), spacing=8)
        column.addWidget(MutedLabel(who, wraps=True))
        column.addWidget(self.message)
        if address:
            if len(address) > _SHOWN_ADDRESS:
                address = f"{address[:_SHOWN_ADDRESS]}…"
            column.addWidget(MutedLabel(with_soft_breaks(address), wraps=True))
        for field in self.fields:
            column.addWidget(field)
        column.addStretch(1)
        self._form = ScrollableForm(inside)
        outside = vertical_layout(self, spacing=12)
        outside.addWidget(self._form, 1)
        outside.addWidget(self.buttons)
        wanted = self.sizeHint()
        wanted.setWidth(self.fontMetrics().averageCharWidth() * _CHARS_WIDE)
        resize_on_screen(self, wanted)
