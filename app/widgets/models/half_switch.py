"""Chooses which half of the models' window is shown where there is no room for both."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QWidget

from app.widgets.kit.controls import PillButton
from app.widgets.kit.flow_layout import FlowLayout


class HalfSwitch(QWidget):
    """A button for each half; the one that is shown is filled. Arrow keys go between them."""

    changed = Signal()

    def __init__(self, titles: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons = [_HalfButton(title, self) for title in titles]
        self._group = QButtonGroup(self)
        for index, button in enumerate(self.buttons):
            self._group.addButton(button, index)
        self.buttons[0].setChecked(True)
        self.setLayout(FlowLayout(*self.buttons))
        self._group.idToggled.connect(self._on_toggled)

    @property
    def index(self) -> int:
        """Return which half is shown."""
        return self._group.checkedId()

    def show_half(self, index: int) -> None:
        """Show a half."""
        self.buttons[index].setChecked(True)

    def _on_toggled(self, _index: int, is_checked: bool) -> None:
        if is_checked:
            self.changed.emit()


class _HalfButton(PillButton):
    def __init__(self, title: str, parent: QWidget) -> None:
        super().__init__(title, parent)
        self.setCheckable(True)
        self.toggled.connect(self._on_toggled)

    def _on_toggled(self, is_checked: bool) -> None:
        self._is_main = is_checked
        self.update()
