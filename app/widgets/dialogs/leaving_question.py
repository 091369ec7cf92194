"""Asks what becomes of answers that are being written when the user quits."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPushButton, QWidget

from app.settings import Leaving
from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.forms import CheckBox, dialog_buttons
from app.widgets.kit.geometry import vertical_layout
from app.widgets.kit.translation import fill

_LINE_LETTERS = 52
_EDGES = 48  # points: the dialog's margins and its frame


class LeavingQuestion(QDialog):
    """Emits the answer and whether it holds from now on; cancelling emits nothing."""

    answered = Signal(Leaving, bool)

    def __init__(self, running_count: int, parent: QWidget, *, has_tray: bool) -> None:
        """``has_tray``: the program can go on without a window, and be found again."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("Quit Hubbub"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._count_label = QLabel(textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        note = MutedLabel(
            self.tr(
                "What is written so far is kept either way. Answers that are cut off can be "
                "continued after the next start."
            ),
            wraps=True,
        )
        note.setMinimumWidth(self.fontMetrics().averageCharWidth() * _LINE_LETTERS)
        self.check_box = CheckBox(self.tr("Remember my choice"))
        self.check_box.setToolTip(self.tr("You can change it in the settings, under General."))
        buttons = self._build_buttons(has_tray=has_tray)
        vertical_layout(self, self._count_label, note, self.check_box, buttons, spacing=12)
        # Qt gives a dialog two thirds of the screen at most, which would cut words of the buttons.
        room = self.screen().availableSize().width() - _EDGES
        if buttons.sizeHint().width() > room:
            buttons.setOrientation(Qt.Orientation.Vertical)
        buttons.setMinimumWidth(min(buttons.sizeHint().width(), room))
        self.set_running_count(running_count)
        # The check box comes first, and would have the keyboard.
        next(each for each in self.findChildren(QPushButton) if each.isDefault()).setFocus()

    @property
    def text(self) -> str:
        """What it says of the answers."""
        return self._count_label.text()

    def set_running_count(self, count: int) -> None:
        """Say how many answers are being written by now."""
        text = self.tr("{count:,} answers are still being written.")
        if count == 1:
            text = self.tr("One answer is still being written.")
        self._count_label.setText(fill(text, count=count))

    def _build_buttons(self, *, has_tray: bool) -> QDialogButtonBox:
        quit_text = self.tr("Quit and keep the text")
        background_text = self.tr("Finish in the background")
        main = Leaving.BACKGROUND if has_tray else Leaving.QUIT
        self.accepted.connect(partial(self._answer, main))
        if not has_tray:
            return dialog_buttons(self, accept=quit_text, reject=self.tr("Cancel"))
        buttons = dialog_buttons(self, accept=background_text, reject=self.tr("Cancel"))
        quit_button = PillButton(quit_text)
        quit_button.setAutoDefault(False)
        buttons.addButton(quit_button, QDialogButtonBox.ButtonRole.DestructiveRole)
        quit_button.clicked.connect(self._on_quit_clicked)
        return buttons

    def _on_quit_clicked(self) -> None:
        self.reject()
        self._answer(Leaving.QUIT)

    def _answer(self, leaving: Leaving) -> None:
        self.answered.emit(leaving, self.check_box.isChecked())
