"""The dialog that selects the turn from which a chat continues in a new tab."""

from collections.abc import Mapping

import msgspec
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QDialog, QFrame, QLabel, QListWidget, QListWidgetItem, QWidget

from app.widgets.kit.controls import MutedLabel
from app.widgets.kit.forms import dialog_buttons
from app.widgets.kit.geometry import resize_on_screen, vertical_layout
from app.widgets.kit.list_rows import TwoLineDelegate
from app.widgets.kit.translation import fill
from app.widgets.markdown.safe_text import without_hidden

_SHOWN_CHARS = 200
_COST = Qt.ItemDataRole.UserRole


class EarlierPoint(msgspec.Struct, frozen=True):
    """The end of a turn.

    Attributes:
        message_id: the last message that is kept.
        text: the beginning of its question.
    """

    message_id: int
    text: str


class EarlierPointsDialog(QDialog):
    """Lists the turns of a chat, the last one first; Enter continues from the current one.

    What a turn costs is shown once it is known.
    """

    point_picked = Signal(int)

    def __init__(self, points: tuple[EarlierPoint, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Branch from an earlier message"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._points = tuple(reversed(points))
        heading = QLabel(
            self.tr(
                "Where do you want to branch? The branch opens in a new tab; this chat does not "
                "change."
            ),
            wordWrap=True,
        )
        self._note = MutedLabel(wraps=True)
        self._note.setText(self.tr("“Warm” turns do not have to be read again."))
        self._note.hide()  # no row has the word yet
        self.list = QListWidget()
        self.list.setAccessibleName(heading.text())
        self.list.setItemDelegate(TwoLineDelegate(_COST, self.list))
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.viewport().setAutoFillBackground(False)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for point in self._points:
            beginning = without_hidden(" ".join(point.text[:_SHOWN_CHARS].split()))
            self.list.addItem(QListWidgetItem(beginning))
            self._show_cost(self.list.count() - 1, self.tr("Counting the tokens…"))
        self.list.itemActivated.connect(self.accept)
        buttons = dialog_buttons(
            self, accept=self.tr("Continue from here"), reject=self.tr("Cancel")
        )
        column = vertical_layout(self, heading)
        column.addWidget(self.list, 1)
        column.addWidget(self._note)
        column.addWidget(buttons)
        self.list.setCurrentRow(0)
        self.list.setFocus()
        self.accepted.connect(self._on_accepted)
        letter = self.fontMetrics().averageCharWidth()
        resize_on_screen(self, QSize(letter * 84, letter * 56))

    def set_costs(self, costs: Mapping[int, int]) -> None:
        """Show the tokens that the model has to read again, by the ids of messages."""
        for row, point in enumerate(self._points):
            self._show_cost(row, self._cost(costs.get(point.message_id)))
        self._note.setHidden(all(costs.get(point.message_id) != 0 for point in self._points))

    def _show_cost(self, row: int, cost: str) -> None:
        item = self.list.item(row)
        item.setData(_COST, cost)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{item.text()}, {cost}")

    def _cost(self, read_again: int | None) -> str:
        if read_again is None:
            return self.tr("The whole chat up to here will be read")
        if read_again == 0:
            return self.tr("Warm: nothing is read again")
        if read_again == 1:
            return self.tr("One token will be read")
        return fill(self.tr("{count:,} tokens will be read"), count=read_again)

    def _on_accepted(self) -> None:
        row = self.list.currentRow()
        if row >= 0:
            self.point_picked.emit(self._points[row].message_id)
