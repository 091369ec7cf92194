"""The names of the pages: a list beside them, or in a narrow dialog a drop-down list above."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QListWidget, QListWidgetItem, QWidget

from app.widgets.kit.forms import ChoiceBox
from app.widgets.kit.geometry import vertical_layout
from app.widgets.kit.list_rows import LineDelegate

LIST_LETTERS = 26


class PageChoice(QWidget):
    """Emits the number of a page that the user chooses; ``choose`` only shows it."""

    page_activated = Signal(int)

    def __init__(self, titles: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.list = QListWidget()
        self.box = ChoiceBox()
        for widget in (self.list, self.box):
            widget.setAccessibleName(self.tr("Pages of the settings"))
        for title in titles:
            self.list.addItem(QListWidgetItem(title))
            self.box.addItem(title)
        view = self.list
        view.setFrameShape(QFrame.Shape.NoFrame)
        view.setItemDelegate(LineDelegate(view))
        view.setMouseTracking(True)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.viewport().setAutoFillBackground(False)
        vertical_layout(self, self.list, self.box, margins=(0, 0, 0, 0), spacing=0)
        self.choose(0)
        # Clicks as well: the page in front is chosen again to be seen while a search is on.
        view.itemClicked.connect(lambda _item: self.page_activated.emit(view.currentRow()))
        view.currentRowChanged.connect(self._on_row_changed)
        self.box.activated.connect(self._on_activated)

    def choose(self, number: int) -> None:
        """Mark a page as the one on show."""
        for widget, select in ((self.list, self.list.setCurrentRow), (self.box, self._select)):
            widget.blockSignals(True)
            select(number)
            widget.blockSignals(False)

    def show_found(self, found: Sequence[bool]) -> None:
        """List only the pages on which something was found; the drop-down list keeps all."""
        for number, is_found in enumerate(found):
            self.list.item(number).setHidden(not is_found)

    def set_narrow(self, *, is_narrow: bool) -> None:
        """Stand as a drop-down list above the page, or as a list beside it."""
        self.list.setVisible(not is_narrow)
        self.box.setVisible(is_narrow)
        letter = self.fontMetrics().averageCharWidth()
        most = 16777215  # what Qt calls no limit
        self.setMinimumWidth(0 if is_narrow else letter * LIST_LETTERS)
        self.setMaximumWidth(most if is_narrow else letter * LIST_LETTERS)

    def step(self, event: QKeyEvent) -> None:
        """Take a key that moves in the list, and the keyboard with it."""
        if self.list.isHidden():
            self.box.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)
        QApplication.sendEvent(self.list, event)

    def _select(self, number: int) -> None:
        self.box.setCurrentIndex(number)

    def _on_row_changed(self, number: int) -> None:
        if number >= 0:
            self._on_activated(number)

    def _on_activated(self, number: int) -> None:
        self.choose(number)
        self.page_activated.emit(number)
