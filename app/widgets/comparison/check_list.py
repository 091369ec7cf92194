"""A list of names to tick, as high as it has to be."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QListWidget, QListWidgetItem, QWidget

_SHOWN_ROWS = 4
_GAP = 3  # pixels around each row


class CheckList(QListWidget):
    """The space bar ticks; ``itemChanged`` tells that something was."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setSpacing(_GAP)

    def set_names(self, names: tuple[str, ...]) -> None:
        """Offer these, none of them ticked."""
        # What is offered is no tick of the user.
        self.blockSignals(True)
        self.clear()
        for name in names:
            item = QListWidgetItem(name, self)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Unchecked)
        self.blockSignals(False)
        height = self.sizeHintForRow(0) if names else self.fontMetrics().height()
        height += 2 * _GAP
        self.setFixedHeight(min(_SHOWN_ROWS, max(1, len(names))) * height + 8)

    def ticked(self) -> tuple[int, ...]:
        """Return the numbers of what is ticked, from the top."""
        items = (self.item(row) for row in range(self.count()))
        return tuple(
            row
            for row, item in enumerate(items)
            if item is not None and item.checkState() is Qt.CheckState.Checked
        )

    def tick(self, *rows: int) -> None:
        """Tick these, too."""
        for row in rows:
            item = self.item(row)
            assert item is not None
            item.setCheckState(Qt.CheckState.Checked)
