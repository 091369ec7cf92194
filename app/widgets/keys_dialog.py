"""The list of all keys, read from the real actions."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QDialog,
    QFormLayout,
    QFrame,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.widgets.action_words import keys_of, words_of
from app.widgets.controls import MutedLabel
from app.widgets.dialog_buttons import dialog_buttons
from app.widgets.slim_scroll_bar import use_slim_scroll_bars
from app.widgets.theme import TypeSize, sized_font

ActionGroups = tuple[tuple[str, tuple[QAction, ...]], ...]


class KeysDialog(QDialog):
    """Shows what each key does; closes with Esc."""

    def __init__(self, groups: ActionGroups, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Keys"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._lines: list[tuple[str, str]] = []
        form = self._build_form()
        for name, actions in groups:
            self._add_group(form, name.replace("&", ""), self._lines_of(actions))
        self._add_group(form, self.tr("Message box"), self._composer_lines())

    def lines(self) -> tuple[tuple[str, str], ...]:
        """Return every line as command and keys."""
        return tuple(self._lines)

    def _build_form(self) -> QFormLayout:
        inside = QWidget()
        form = QFormLayout(inside)
        form.setContentsMargins(12, 0, 24, 0)
        form.setHorizontalSpacing(28)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        area = QScrollArea()
        use_slim_scroll_bars(area)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setWidget(inside)
        buttons = dialog_buttons(self, reject=self.tr("Close"))
        column = QVBoxLayout(self)
        column.addWidget(area, 1)
        column.addWidget(buttons)
        letter = self.fontMetrics().averageCharWidth()
        self.resize(letter * 76, letter * 88)
        return form

    def _add_group(self, form: QFormLayout, name: str, lines: list[tuple[str, str]]) -> None:
        if not lines:
            return
        heading = QLabel(name)
        heading.setFont(sized_font(self.font(), TypeSize.SUBHEADING, is_bold=True))
        heading.setContentsMargins(0, 10, 0, 2)
        form.addRow(heading)
        for words, keys in lines:
            form.addRow(QLabel(words), MutedLabel(keys))
        self._lines += lines

    def _lines_of(self, actions: tuple[QAction, ...]) -> list[tuple[str, str]]:
        return [(words_of(action), keys_of(action)) for action in actions]

    def _composer_lines(self) -> list[tuple[str, str]]:
        return [
            (self.tr("Send"), self.tr("Enter or Ctrl+Enter")),
            (self.tr("Break the line"), self.tr("Shift+Enter")),
            (self.tr("Bring the last message back (empty box)"), self.tr("Up")),
            (self.tr("Scroll the conversation"), self.tr("PgUp, PgDown")),
        ]
