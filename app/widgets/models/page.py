"""The window of models: at the left those that can be fetched, at the right those that are here."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialog, QPushButton, QSplitter, QWidget

from app.widgets.kit.geometry import resize_on_screen, vertical_layout
from app.widgets.models.local_half import LocalHalf
from app.widgets.models.search_half import SearchHalf

_SIZE = QSize(980, 680)
_ALONE_WIDTH = 620


class ModelsPage(QDialog):
    """Stands beside the chats, and stops none of them. Its right half is ``local``."""

    def __init__(self, parent: QWidget | None = None, search: SearchHalf | None = None) -> None:
        """Show ``search`` at the left, if there is one."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("Models"))
        self.setModal(False)
        self.search = search
        self.local = LocalHalf(self)
        splitter = QSplitter(Qt.Orientation.Horizontal, self)
        splitter.setChildrenCollapsible(False)
        if search is not None:
            splitter.addWidget(search)
        splitter.addWidget(self.local)
        splitter.setSizes([_SIZE.width() // 2] * splitter.count())
        vertical_layout(self, splitter, margins=(14, 14, 14, 14))
        for button in self.findChildren(QPushButton):
            button.setAutoDefault(False)  # Enter is the list's
        size = _SIZE if search is not None else QSize(_ALONE_WIDTH, _SIZE.height())
        resize_on_screen(self, size)

    def come_forward(self) -> None:
        """Show the window in front, the keyboard where something is looked for."""
        self.show()
        self.raise_()
        self.activateWindow()
        (self.search or self.local).box.setFocus()
