"""What the model picker offers: models under the heading of their place, and opening a file."""

import enum
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from PySide6.QtCore import QAbstractListModel, QObject, Qt

from app.domain import ModelChoice, ModelPlace, Route, TextRange
from app.widgets.commands import fuzzy
from app.widgets.dialogs.model_words import ChoiceWords, choice_words, heading_words
from app.widgets.kit.list_rows import AnyIndex

ROW_ROLE = Qt.ItemDataRole.UserRole + 1


class RowKind(enum.Enum):
    """What a row of the picker is."""

    HEADING = "heading"
    MODEL = "model"
    FILE = "file"


@dataclass(frozen=True, slots=True)
class ModelRow:
    """One row; ``found`` are places in the text of a model's, ``own_words`` what else it says."""

    kind: RowKind
    text: str
    model: ModelChoice | None = None
    found: tuple[TextRange, ...] = ()
    own_words: ChoiceWords | None = None

    def texts(self, model: ModelChoice) -> ChoiceWords:
        """Return what the row says of its model."""
        return self.own_words or choice_words(model)

    @property
    def can_be_removed(self) -> bool:
        """Return whether the list can forget the model."""
        return self.model is not None and self.model.place is ModelPlace.RECENT


class ModelList(QAbstractListModel):
    """All models by place; with a search text those that fit it, the best first."""

    OFFERS_FILE: ClassVar[bool] = True

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._choices: tuple[ModelChoice, ...] = ()
        self._wanted = ""
        self._rows: list[ModelRow] = []

    def set_choices(self, choices: Iterable[ModelChoice]) -> None:
        """Offer these models."""
        self._choices = tuple(choices)
        self._build()

    def set_text(self, text: str) -> None:
        """Offer what fits a search text; all without one."""
        self._wanted = text.strip()
        self._build()

    def row(self, index: AnyIndex) -> ModelRow | None:
        """Return what a row shows, or None where there is none."""
        is_shown = index.isValid() and index.row() < len(self._rows)
        return self._rows[index.row()] if is_shown else None

    def place_of(self, path: str | None, route: Route | None = None) -> int | None:
        """Return the row of a model, or None where it is not shown."""
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
            self._rows.append(ModelRow(RowKind.FILE, self.tr("Open a model file …")))
        self.endResetModel()

    def _by_place(self) -> list[ModelRow]:
        rows: list[ModelRow] = []
        for place in ModelPlace:
            # Each machine has a heading of its own, the others one for each place.
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
