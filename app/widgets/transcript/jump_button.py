"""The button over the end of a transcript that leads back to it."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractScrollArea

from app.widgets.kit.controls import PillButton

ROOM_BELOW = 10


class JumpButton(PillButton):
    """Shows itself only while the end is far."""

    def __init__(self, area: QAbstractScrollArea) -> None:
        super().__init__("", area)
        self._area = area
        self.setText(self.tr("Jump to newest"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.hide()

    def show_if_far(self, *, is_following: bool) -> None:
        """Stand in the middle above the lower edge, or go away."""
        bar, view = self._area.verticalScrollBar(), self._area.viewport()
        is_far = not is_following and bar.maximum() - bar.value() > bar.pageStep() // 4
        self.setVisible(is_far)
        if is_far:
            self.adjustSize()
            left = (view.width() - self.width()) // 2
            self.move(left, view.height() - self.height() - ROOM_BELOW)
            self.raise_()
