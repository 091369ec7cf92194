"""The models page: at the left the models of the hub, at the right those of this computer."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QFrame,
    QPushButton,
    QScrollArea,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from app.models.view.local_half import LocalHalf
from app.models.view.search_half import SearchHalf
from app.widgets.kit.controls import PillButton
from app.widgets.kit.flow_layout import FlowLayout
from app.widgets.kit.geometry import resize_on_screen, vertical_layout

_SIZE = QSize(980, 680)
_ALONE_WIDTH = 620
_NARROW_CHARS = 100  # below this width one half is shown at a time
_BAR_GAP = 6  # between the fields of a half and its scroll bar


class HalfSwitch(QWidget):
    """A button for each half; that of the visible half is filled. Arrow keys switch."""

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
        """Return the index of the visible half."""
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


class HalfArea(QScrollArea):
    """Scrolls a half that has less than its minimum height."""

    def __init__(self, half: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._content = _MinimumHeight(half)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidgetResizable(True)
        self.setWidget(self._content)
        for each in (self.viewport(), self._content):
            each.setAutoFillBackground(False)

    def minimumSizeHint(self) -> QSize:
        # As wide as the half: it scrolls vertically only.
        return QSize(self._content.minimumSizeHint().width(), 4 * self.fontMetrics().height())


class _MinimumHeight(QWidget):
    """Requests the minimum height of its content instead of the preferred one."""

    def __init__(self, content: QWidget) -> None:
        super().__init__()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, _BAR_GAP, 0)
        self._column.addWidget(content)

    def heightForWidth(self, width: int) -> int:
        return self._column.minimumHeightForWidth(width)


class ModelsPage(QDialog):
    """A page of the window. Its right half is ``local``.

    In a narrow window one half is visible at a time, and ``switch`` selects it.
    """

    def __init__(self, parent: QWidget | None = None, search: SearchHalf | None = None) -> None:
        """``search`` is the left half, if there is one."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("Models"))
        self.setModal(False)
        self.search = search
        self.local = LocalHalf(self)
        self._halves = (self.local,) if search is None else (search, self.local)
        self._areas = [HalfArea(half, self) for half in self._halves]
        self.switch = HalfSwitch([half.windowTitle() for half in self._halves], self)
        self._splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self._splitter.setChildrenCollapsible(False)
        for area in self._areas:
            self._splitter.addWidget(area)
        self._splitter.setSizes([_SIZE.width() // 2] * len(self._halves))
        column = vertical_layout(self, self.switch, margins=(14, 14, 14, 14), spacing=8)
        column.addWidget(self._splitter, 1)
        for button in self.findChildren(QPushButton):
            button.setAutoDefault(False)  # the lists handle Enter
        self.switch.changed.connect(self._fit)
        size = _SIZE if search is not None else QSize(_ALONE_WIDTH, _SIZE.height())
        resize_on_screen(self, size)
        self._fit()

    @property
    def is_narrow(self) -> bool:
        """Return whether the window is too narrow for two halves."""
        width = _NARROW_CHARS * self.fontMetrics().averageCharWidth()
        return len(self._areas) > 1 and self.width() < width

    def come_forward(self) -> None:
        """Show the page, with the focus in the search field."""
        self.switch.show_half(0)
        self.show()
        (self.search or self.local).box.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        is_narrow = self.is_narrow
        self.switch.setVisible(is_narrow)
        for index, area in enumerate(self._areas):
            area.setVisible(not is_narrow or index == self.switch.index)
            self._halves[index].title_label.setVisible(not is_narrow)  # the switch has the title
