"""The row for the format of answers: any text, a JSON schema or a grammar."""

import msgspec
from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit

from app.widgets.chat_panel.changes import FORM, AnswerForm, FormKind
from app.widgets.kit.form_rows import TextRow, mute_ink
from app.widgets.kit.forms import choice_box
from app.widgets.kit.theme import code_font, colours_of
from app.widgets.kit.translation import fill, translate

_LINES = 7
_EXAMPLES = {
    FormKind.SCHEMA: '{"type": "object",\n "properties": {"name": {"type": "string"}}}',
    FormKind.GRAMMAR: 'root ::= "yes" | "no"',
}


class FormProblem(msgspec.Struct, frozen=True):
    """The error of a schema or grammar; its line and column, counted from 1, if known."""

    text: str
    line: int | None = None
    column: int | None = None


class AnswerFormRow(TextRow):
    """Emits a schema or grammar once the engine has accepted it; until then the last one applies.

    ``check_requested`` emits a text to check, and ``show_checked`` takes the result.
    """

    check_requested = Signal(AnswerForm)

    def __init__(self) -> None:
        self.kind_box = choice_box()
        super().__init__(FORM, self.tr("Response format"), line_count=_LINES)
        for kind, word in (
            (FormKind.ANYTHING, self.tr("Any text")),
            (FormKind.SCHEMA, self.tr("JSON schema")),
            (FormKind.GRAMMAR, self.tr("Grammar (GBNF)")),
        ):
            self.kind_box.addItem(word, kind)
        self.kind_box.setAccessibleName(self.title)
        self.box.setAccessibleName(self.tr("JSON schema or grammar"))
        self._column.insertWidget(1, self.kind_box)
        self.kind_box.activated.connect(self._on_kind_chosen)
        self._apply_font()
        self._show_kind()

    def value(self) -> AnswerForm:
        kind, text = self.kind_box.currentData(), self.box.toPlainText()
        is_form = isinstance(kind, FormKind) and kind is not FormKind.ANYTHING
        return AnswerForm(kind, text) if is_form and text.strip() else AnswerForm()

    def set_value(self, value: object) -> None:
        form = value if isinstance(value, AnswerForm) else AnswerForm()
        if form == self.value():
            return
        self.kind_box.setCurrentIndex(self.kind_box.findData(form.kind))
        self._write(form.text)
        self._mark(None)
        self._show_kind()

    def begin(self) -> None:
        super().begin()
        self._mark(None)

    def continue_with(self, form: AnswerForm) -> None:
        """Show an unfinished schema or grammar of this chat again, and have it checked."""
        self.set_value(form)
        self.check_requested.emit(form)

    def show_checked(self, form: AnswerForm, problem: FormProblem | None) -> None:
        """Emit a valid schema or grammar, or show its error; ignored if the text has changed."""
        if form != self.value():
            return
        self.show_error("" if problem is None else _located(problem))
        self._mark(problem)
        if problem is None:
            self.value_changed.emit(self.name, form)

    def mute(self, *, is_muted: bool) -> None:
        super().mute(is_muted=is_muted)
        mute_ink(self.kind_box, is_muted=is_muted)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._apply_font()

    def _emit(self) -> None:
        self._pause.stop()
        form = self.value()
        if form.kind is not FormKind.ANYTHING:
            self.check_requested.emit(form)
        else:
            self.show_checked(form, None)

    def _mark(self, problem: FormProblem | None) -> None:
        """Underline the line of a problem, from its column to the end."""
        marks = []
        block = self.box.document().findBlockByNumber(
            (0 if problem is None else problem.line or 0) - 1
        )
        if problem is not None and block.isValid():
            column = min((problem.column or 1) - 1, max(0, block.length() - 2))
            mark = QTextEdit.ExtraSelection()
            mark.cursor = QTextCursor(block)
            mark.cursor.setPosition(block.position() + column)
            mark.cursor.movePosition(
                QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor
            )
            mark.format.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
            mark.format.setUnderlineColor(QColor(colours_of(self.palette()).danger))
            marks.append(mark)
        self.box.setExtraSelections(marks)

    def _on_kind_chosen(self) -> None:
        self._show_kind()
        self._emit()

    def _show_kind(self) -> None:
        kind = self.kind_box.currentData()
        self.box.setVisible(kind is not FormKind.ANYTHING)
        self.box.setPlaceholderText(_EXAMPLES.get(kind, ""))

    def _apply_font(self) -> None:
        self.box.setFont(code_font(self.font()))


def _located(problem: FormProblem) -> str:
    if problem.line is None:
        return problem.text
    text = translate("AnswerForm", "Line {line}, column {column}: {problem}")
    return fill(text, line=problem.line, column=problem.column or 1, problem=problem.text)
