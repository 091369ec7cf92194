"""One command of the list of keys."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QLabel, QWidget

from app.widgets.commands.bound_keys import format_keys
from app.widgets.commands.key_box import KeyBox
from app.widgets.kit.controls import IconButton, MutedLabel, PillButton
from app.widgets.kit.geometry import horizontal_layout, vertical_layout
from app.widgets.kit.translation import fill


class KeyRow(QWidget):
    """The command, its keys, a button that resets them, and the command that new ones belong to."""

    reset_requested = Signal()
    taken_over = Signal(tuple)

    def __init__(self, command: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.command = command
        self._wanted_keys: tuple[str, ...] = ()
        self.box = KeyBox(command, self)
        reset = fill(self.tr("Reset the keys of “{command}”"), command=command)
        self.reset_button = IconButton("refresh", reset, self, size=14)
        self._conflict = QWidget(self)
        self._label = MutedLabel(parent=self._conflict)
        self.take_button = PillButton(self.tr("Reassign"), self._conflict)
        self.take_button.setAutoDefault(False)
        self._build_layout()
        self.reset_button.clicked.connect(lambda: self.reset_requested.emit())
        self.take_button.clicked.connect(lambda: self.taken_over.emit(self._wanted_keys))
        self._conflict.hide()

    def set_keys(self, keys: tuple[str, ...], *, is_default: bool) -> None:
        """Show which keys the command has."""
        self.box.set_keys(keys)
        self.reset_button.setEnabled(not is_default)
        self.reset_button.set_revealed(is_revealed=not is_default)
        self._conflict.hide()

    def show_conflict(self, keys: tuple[str, ...], owner: str) -> None:
        """Say that these keys belong to another command, and offer to take them."""
        self._wanted_keys = keys
        text = self.tr("{keys} belongs to “{owner}”.")
        self._label.setText(fill(text, keys=written_keys_of(keys), owner=owner))
        self._conflict.show()
        self.take_button.setFocus()

    def _build_layout(self) -> None:
        line = horizontal_layout(None, margins=(0, 0, 0, 0))
        label = QLabel(self.command)
        line.addWidget(label, 1)
        line.addWidget(self.reset_button)
        line.addWidget(self.box)
        conflict = horizontal_layout(self._conflict, margins=(0, 0, 0, 4))
        conflict.addStretch(1)
        conflict.addWidget(self._label)
        conflict.addWidget(self.take_button)
        column = vertical_layout(self, margins=(0, 1, 0, 1), spacing=2)
        column.addLayout(line)
        column.addWidget(self._conflict)


def written_keys_of(keys: tuple[str, ...]) -> str:
    """Return keys as this system writes them."""
    return format_keys([QKeySequence(each) for each in keys])
