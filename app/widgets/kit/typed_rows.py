"""Rows of forms in which a text is typed, which is read as a value."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QSignalBlocker
from PySide6.QtWidgets import QLineEdit, QWidget

from app.errors import InvalidSettings
from app.widgets.kit.form_rows import FormRow
from app.widgets.kit.forms import PromptBox
from app.widgets.kit.translation import translated

_TEXT_HEIGHT = 96


@dataclass(frozen=True, slots=True)
class Reading:
    """How a text becomes a value.

    Attributes:
        parse: returns the value of a text, or raises InvalidSettings.
        written: returns the text of a value.
    """

    parse: Callable[[str], object] = str.strip
    written: Callable[[object], str] = str


STRIPPED = Reading()


class TypedRow(FormRow):
    """A text that is read when typing pauses; an error is shown, and is no value."""

    is_text = True

    def __init__(
        self,
        name: str,
        editor: QWidget,
        *text: str,
        reading: Reading,
        is_wide: bool = True,
    ) -> None:
        self._reading = reading
        self._read, self._value = "", reading.parse("")
        super().__init__(name, editor, *text, is_wide=is_wide)

    def value(self) -> object:
        self._problem()
        return self._value

    def set_value(self, value: object) -> None:
        written = self._reading.written
        # Writing the same text again would move the cursor while the user types.
        if self._problem() or written(value) != written(self._value):
            self._read = written(value)
            self._write(self._read)
            self.show_error("")
        self._value = value

    def _typed(self) -> str:
        raise NotImplementedError

    def _write(self, text: str) -> None:
        raise NotImplementedError

    def _problem(self) -> str:
        text = self._typed()
        # A stored value stays even if its text is not valid any more, as of a file that is gone.
        if text != self._read:
            try:
                self._value = self._reading.parse(text)
            except InvalidSettings as error:
                return translated(str(error))
            self._read = text
        return ""


class TextRow(TypedRow):
    """A text of several lines."""

    def __init__(
        self,
        name: str,
        *text: str,
        hint: str = "",
        line_count: int = 0,
        reading: Reading = STRIPPED,
    ) -> None:
        self.box = PromptBox()
        self.box.setTabChangesFocus(True)
        self.box.setPlaceholderText(hint)
        self._line_count = line_count
        super().__init__(name, self.box, *text, reading=reading)
        self._set_height()
        self.box.textChanged.connect(self._touch)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._set_height()

    def _typed(self) -> str:
        return self.box.toPlainText()

    def _write(self, text: str) -> None:
        if text != self.box.toPlainText():
            with QSignalBlocker(self.box):
                self.box.setPlainText(text)

    def _set_height(self) -> None:
        lines = self.box.fontMetrics().lineSpacing() * self._line_count + 14
        self.box.setFixedHeight(lines if self._line_count else _TEXT_HEIGHT)


class LineRow(TypedRow):
    """A text of one line, read at once when it is entered."""

    def __init__(
        self,
        name: str,
        *text: str,
        hint: str,
        reading: Reading = STRIPPED,
        is_wide: bool = True,
    ) -> None:
        self.box = QLineEdit(placeholderText=hint)
        super().__init__(name, self.box, *text, reading=reading, is_wide=is_wide)
        self.box.textEdited.connect(self._touch)
        self.box.editingFinished.connect(self.flush)

    def enter(self, text: str) -> None:
        """Have a text in the line as if it had been typed."""
        self.box.setText(text)
        self._emit()

    def _typed(self) -> str:
        return self.box.text()

    def _write(self, text: str) -> None:
        self.box.setText(text)
