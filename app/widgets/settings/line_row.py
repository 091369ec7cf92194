"""A row of the settings with one line of text, which is checked when typing pauses."""

from collections.abc import Callable

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QBoxLayout, QLineEdit

from app.errors import InvalidSettings
from app.widgets.kit.controls import PillButton
from app.widgets.kit.geometry import horizontal_layout
from app.widgets.kit.translation import translated
from app.widgets.settings.rows import PAUSE_MILLISECONDS, RowText, SettingRow


class LineRow(SettingRow):
    """What can't be used is told below the line, and is no value.

    ``parse`` returns the value of a text, or raises InvalidSettings; ``shown`` is the way back.
    """

    checked = Signal()

    def __init__(
        self,
        name: str,
        text: RowText,
        hint: str,
        *,
        parse: Callable[[str], object] = str.strip,
        shown: Callable[[object], str] = str,
    ) -> None:
        self.box = QLineEdit(placeholderText=hint)
        self._parse, self._shown = parse, shown
        self._value = parse("")
        super().__init__(name, text, self.box, is_wide=True)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MILLISECONDS)
        self._pause.timeout.connect(self._read)
        self.box.textEdited.connect(lambda _text: self._pause.start())
        self.box.editingFinished.connect(self.flush)

    def flush(self) -> None:
        if self._pause.isActive():
            self._pause.stop()
            self._read()

    def value(self) -> object:
        return self._value

    def set_value(self, value: object) -> None:
        if value != self._value:
            self._value = value
            self.box.setText(self._shown(value))
            self.show_error("")

    def enter(self, text: str) -> None:
        """Have a text in the line as if it had been typed."""
        self.box.setText(text)
        self._pause.stop()
        self._read()

    def _read(self) -> None:
        try:
            self._value = self._parse(self.box.text())
        except InvalidSettings as error:
            self.show_error(translated(str(error)))
        else:
            self._describe()
        self.checked.emit()


class FileRow(LineRow):
    """The path of a file, typed or chosen; who shows it connects the button to a dialog."""

    def __init__(
        self, name: str, text: RowText, hint: str, *, parse: Callable[[str], object]
    ) -> None:
        super().__init__(name, text, hint, parse=parse)
        self.choose_button = PillButton(self.tr("Choose …"))
        self.choose_button.setAccessibleName(f"{text.title}: {self.choose_button.text()}")
        column = self.layout()
        assert isinstance(column, QBoxLayout)
        # Beside the line, or two files would push what follows out of sight.
        column.removeWidget(self.box)
        column.addLayout(horizontal_layout(None, self.box, self.choose_button, spacing=8))


def listed(values: object) -> str:
    """Return several texts as one line."""
    assert isinstance(values, tuple)
    return ", ".join(values)
