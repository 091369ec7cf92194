"""The lists of models: of the picker, and of the models on this computer."""

import enum
from collections.abc import Iterable
from typing import ClassVar

import msgspec
from msgspec.structs import replace
from PySide6.QtCore import QAbstractListModel, QObject, QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.domain.conversations import TextRange
from app.machines.model import Route
from app.models.library_model import LibraryModel, ModelFolderKind
from app.models.model import ModelChoice, ModelPlace, ModelState
from app.models.view.model_words import (
    ChoiceWords,
    choice_words,
    detail_line,
    fit_colour,
    folder_words,
    heading_words,
)
from app.widgets.commands import fuzzy
from app.widgets.kit.highlighted_text import draw_highlighted
from app.widgets.kit.icons import icon_pixmap
from app.widgets.kit.list_rows import AnyIndex, paint_row_background
from app.widgets.kit.theme import Colours, TypeSize, colours_of, sized_font

ROW_ROLE = Qt.ItemDataRole.UserRole + 1
PADDING = 10
GAP = 12
REMOVE_SIDE = 22  # of the square whose click removes a model


class RowKind(enum.Enum):
    """The kind of a row."""

    HEADING = "heading"
    MODEL = "model"
    FILE = "file"


class ModelRow(msgspec.Struct, frozen=True):
    """One row; ``found`` are the matches of the search, ``own_words`` replace its texts."""

    kind: RowKind
    text: str
    model: ModelChoice | None = None
    found: tuple[TextRange, ...] = ()
    own_words: ChoiceWords | None = None

    def texts(self, model: ModelChoice) -> ChoiceWords:
        """Return the texts of the row."""
        return self.own_words or choice_words(model)

    @property
    def can_be_removed(self) -> bool:
        """Return whether the model can be removed from the list."""
        return self.model is not None and self.model.place is ModelPlace.RECENT


class ModelList(QAbstractListModel):
    """The item model: all models by place; with a search text, the best matches first."""

    OFFERS_FILE: ClassVar[bool] = True

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._choices: tuple[ModelChoice, ...] = ()
        self._wanted = ""
        self._rows: list[ModelRow] = []

    def set_choices(self, choices: Iterable[ModelChoice]) -> None:
        """Show these models."""
        self._choices = tuple(choices)
        self._build()

    def set_text(self, text: str) -> None:
        """Show the matches of a search text; all models without one."""
        self._wanted = text.strip()
        self._build()

    def row(self, index: AnyIndex) -> ModelRow | None:
        """Return the row at an index; None if there is none."""
        is_shown = index.isValid() and index.row() < len(self._rows)
        return self._rows[index.row()] if is_shown else None

    def place_of(self, path: str | None, route: Route | None = None) -> int | None:
        """Return the position of a model; None if it is not listed."""
        rows, key = enumerate(self._rows), (path, route)
        places = (at for at, row in rows if row.model is not None and row.model.key == key)
        return next(places, None)

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        row = self.row(index)
        if row is None or row.kind is RowKind.HEADING:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.row(index)
        if row is None:
            return None
        if role == ROW_ROLE:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.text
        if row.model is not None:
            words = row.texts(row.model)
            if role == Qt.ItemDataRole.ToolTipRole:
                return words.tooltip
            if role == Qt.ItemDataRole.AccessibleTextRole:
                return words.spoken
        return None

    def _build(self) -> None:
        self.beginResetModel()
        self._rows = self._found() if self._wanted else self._by_place()
        if self.OFFERS_FILE:
            self._rows.append(ModelRow(RowKind.FILE, self.tr("Open a model file…")))
        self.endResetModel()

    def _by_place(self) -> list[ModelRow]:
        rows: list[ModelRow] = []
        for place in ModelPlace:
            # Each machine has its own heading; other places have one each.
            here = [each for each in self._choices if each.place is place]
            for heading in dict.fromkeys(heading_words(each) for each in here):
                rows.append(ModelRow(RowKind.HEADING, heading))
                below = (each for each in here if heading_words(each) == heading)
                rows += (ModelRow(RowKind.MODEL, each.name, each) for each in below)
        return rows

    def _found(self) -> list[ModelRow]:
        names = [each.name for each in self._choices]
        return [
            ModelRow(RowKind.MODEL, names[at], self._choices[at], fit.ranges)
            for at, fit in fuzzy.best(self._wanted, names, len(names))
        ]


class ModelDelegate(QStyledItemDelegate):
    """Paints a model in two lines: its name with its state or fit, and its file."""

    HEIGHT_OF_ONE_LINE: ClassVar[int] = 16

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        row = index.data(ROW_ROLE)
        if not isinstance(row, ModelRow):
            return
        colours = colours_of(option.palette)
        area = QRect(option.rect).adjusted(2, 1, -2, -1)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(option.font)
        if row.kind is RowKind.HEADING:
            self._paint_heading(painter, area, row.text, colours)
        else:
            paint_row_background(painter, option, area, colours)
            inner = area.adjusted(PADDING, 0, -PADDING, 0)
            if row.model is None:
                painter.setPen(QColor(colours.text))
                painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter, row.text)
            else:
                self._paint_model(painter, inner, row, row.model, colours)
                if row.can_be_removed and _is_touched(option):
                    self._paint_cross(painter, remove_area(option.rect), colours)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        row = index.data(ROW_ROLE)
        line = option.fontMetrics.height()
        if isinstance(row, ModelRow) and row.kind is RowKind.MODEL:
            return QSize(120, 2 * line + 14)
        return QSize(120, line + (8 if _is_heading(row) else self.HEIGHT_OF_ONE_LINE))

    def _paint_heading(self, painter: QPainter, area: QRect, text: str, colours: Colours) -> None:
        painter.setFont(sized_font(painter.font(), TypeSize.SMALL, is_bold=True))
        painter.setPen(QColor(colours.muted))
        inner = area.adjusted(PADDING, 0, -PADDING, 0)
        painter.drawText(inner, Qt.AlignmentFlag.AlignBottom, text)

    def _paint_model(
        self, painter: QPainter, area: QRect, row: ModelRow, model: ModelChoice, colours: Colours
    ) -> None:
        words = row.texts(model)
        body, small = painter.font(), sized_font(painter.font(), TypeSize.SMALL)
        half = area.height() // 2
        upper = QRect(area.left(), area.top() + 5, area.width(), half - 4)
        lower = QRect(area.left(), area.top() + half + 1, area.width(), half - 6)
        painter.setFont(small)
        width = painter.fontMetrics().horizontalAdvance(words.mark)
        painter.setPen(QColor(_mark_colour(model, colours)))
        end = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(upper, end, words.mark)
        painter.setPen(QColor(colours.muted))
        room = lower.width() - (REMOVE_SIDE if row.can_be_removed else 0)
        detail = painter.fontMetrics().elidedText(words.detail, Qt.TextElideMode.ElideMiddle, room)
        painter.drawText(lower, Qt.AlignmentFlag.AlignVCenter, detail)
        painter.setFont(body)
        is_gone = model.state is ModelState.GONE
        draw_highlighted(
            painter,
            upper.adjusted(0, 0, -width - GAP, 0),
            row.text,
            row.found,
            colour=colours.muted if is_gone else colours.text,
            highlight=colours.accent,
            is_whole=True,
        )

    def _paint_cross(self, painter: QPainter, area: QRect, colours: Colours) -> None:
        icon = icon_pixmap("close", colours.muted, 14, painter.device().devicePixelRatioF())
        painter.drawPixmap(area.center().x() - 6, area.center().y() - 6, icon)


def remove_area(row: QRect) -> QRect:
    """Return the area of a recent model's row whose click removes the model."""
    right = row.right() - PADDING - REMOVE_SIDE + 5
    return QRect(right, row.bottom() - REMOVE_SIDE - 3, REMOVE_SIDE, REMOVE_SIDE)


def _is_heading(row: object) -> bool:
    return isinstance(row, ModelRow) and row.kind is RowKind.HEADING


def _is_touched(option: QStyleOptionViewItem) -> bool:
    touched = QStyle.StateFlag.State_MouseOver | QStyle.StateFlag.State_Selected
    return bool(option.state & touched)


def _mark_colour(model: ModelChoice, colours: Colours) -> str:
    if model.state in (ModelState.LOADED, ModelState.IN_CHAT):
        return colours.success
    if model.state in (ModelState.GONE, ModelState.DAMAGED):
        return colours.danger
    if model.state in (ModelState.LOADING, ModelState.OFFLINE):
        return colours.muted
    colour: str = getattr(colours, fit_colour(model.fit))
    return colour


class LocalModel(msgspec.Struct, frozen=True):
    """A model of this computer, and the choice to load it."""

    model: LibraryModel
    offer: ModelChoice


class LocalModelList(ModelList):
    """The models of each program under its name; with a search text, the best matches first."""

    OFFERS_FILE: ClassVar[bool] = False

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._local: dict[str | None, LocalModel] = {}

    def set_models(self, models: Iterable[LocalModel]) -> None:
        """Show these models."""
        self._local = {each.offer.path: each for each in models}
        self.set_choices(each.offer for each in self._local.values())

    def local_at(self, row: int) -> LocalModel | None:
        """Return the model of a row; None for a heading, and where there is none."""
        found = self.row(self.index(row))
        return self._local_of(found) if found is not None else None

    def _by_place(self) -> list[ModelRow]:
        rows: list[ModelRow] = []
        for kind in ModelFolderKind:
            here = [each for each in self._local.values() if each.model.folder.kind is kind]
            if here:
                rows.append(ModelRow(RowKind.HEADING, folder_words(kind)))
                rows += (_with_words(_row(each), each) for each in here)
        return rows

    def _found(self) -> list[ModelRow]:
        found = ((row, self._local_of(row)) for row in super()._found())
        return [row if local is None else _with_words(row, local) for row, local in found]

    def _local_of(self, row: ModelRow) -> LocalModel | None:
        return None if row.model is None else self._local.get(row.model.path)


def _row(local: LocalModel) -> ModelRow:
    return ModelRow(RowKind.MODEL, local.offer.name, local.offer)


def _with_words(row: ModelRow, local: LocalModel) -> ModelRow:
    words = choice_words(local.offer)
    detail = detail_line(local.model)
    spoken = ", ".join(part for part in (local.offer.name, words.mark, detail) if part)
    return replace(row, own_words=ChoiceWords(words.mark, detail, words.tooltip, spoken))
