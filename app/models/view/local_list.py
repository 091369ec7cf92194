"""The models of this computer as rows: by the program whose folder they lie in."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from PySide6.QtCore import QObject

from app.models.library_model import LibraryModel, ModelFolderKind
from app.models.model import ModelChoice
from app.models.view.choice_words import ChoiceWords, choice_words
from app.models.view.model_list import ModelList, ModelRow, RowKind
from app.models.view.words import detail_line, folder_words


@dataclass(frozen=True, slots=True)
class LocalModel:
    """A model of this computer, and how it would be loaded."""

    model: LibraryModel
    offer: ModelChoice


class LocalModelList(ModelList):
    """Each program's models under its name; with a search text the best first."""

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
