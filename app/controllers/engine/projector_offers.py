"""The projectors that the settings of a model offer: looked into once, beside the window."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from app.errors import ModelFileError
from app.library.load_projector import looked_into, projectors_beside
from app.library.models import describe
from app.library.projectors import BesideModel, ProjectorChoice, chosen_projector
from app.widgets.kit.translation import translated
from app.widgets.models.projector_row import OfferedProjector
from engine.gguf.memory_plan import NO_PROJECTOR, ProjectorPlan
from engine.gguf.model_shape import ModelShape


@dataclass(slots=True)
class ProjectorOffers:
    """Knows of one model which files lie beside it, and of each whether it may be its own."""

    shape: ModelShape | None = None
    _beside: dict[str, BesideModel] = field(default_factory=dict)

    @classmethod
    def of(cls, path: str, index_folder: Path, wanted: str | None) -> "ProjectorOffers":
        """Look into the files beside a model, and into the one that is set. Waits for the disk."""
        try:
            model = describe(Path(path))
        except ModelFileError:
            return cls()
        beside = projectors_beside(model.path, index_folder)
        paths = (*beside, wanted) if wanted else beside
        return cls(model.shape, {each: looked_into(each) for each in paths})

    @property
    def automatic(self) -> str:
        """Return the name of the file that is taken where nothing is set; empty for none."""
        found = self._best(self._beside.values())
        return found.file.name if found.file is not None else ""

    @property
    def offered(self) -> tuple[OfferedProjector, ...]:
        """Return the files to choose from, those of other models left out."""
        return tuple(
            OfferedProjector(path, each.file.size_bytes)
            for path, each in self._beside.items()
            if each.file is not None and not self.problem(path)
        )

    def look(self, path: str) -> None:
        """Look into one more file. Waits for the disk."""
        self._beside[path] = looked_into(path)

    def problem(self, path: str) -> str:
        """Return why this file can't be used, in a sentence; empty where it can."""
        known = self._beside.get(path)
        reason = None if known is None else self._best((known,)).problem
        return "" if reason is None else translated(reason)

    def plan(self, wanted: str | None) -> ProjectorPlan:
        """Return what it takes that the model sees with what is set for it."""
        if self.shape is None or wanted == "":
            return NO_PROJECTOR
        known = self._beside.values() if wanted is None else (self._beside.get(wanted),)
        return self._best(each for each in known if each is not None).plan(self.shape)

    def _best(self, beside: Iterable[BesideModel]) -> ProjectorChoice:
        return ProjectorChoice() if self.shape is None else chosen_projector(self.shape, beside)
