"""A row with a title and, under it, something smaller."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget

from app.widgets.kit.list_rows import AnyIndex, LineDelegate
from app.widgets.kit.theme import TypeSize, sized_font


class TwoLineDelegate(LineDelegate):
    """The second line is what the model has under ``detail_role``."""

    def __init__(self, detail_role: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._detail_role = detail_role

    def lines(self, option: QStyleOptionViewItem, index: AnyIndex) -> list[tuple[str, QFont]]:
        detail = str(index.data(self._detail_role) or "")
        small = sized_font(option.font, TypeSize.SMALL)
        return [*super().lines(option, index), (detail, small)]

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(200, 2 * option.fontMetrics.height() + 16)
