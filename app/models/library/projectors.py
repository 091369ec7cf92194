"""Which of the projectors beside a model it sees with: the first that belongs to it, in order."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePath

from app.errors import LazyText
from engine.gguf.memory_plan import NO_PROJECTOR, ProjectorPlan
from engine.gguf.model_name import quantization_of
from engine.gguf.model_shape import ModelShape
from engine.gguf.projector_file import ProjectorFile, refusal
from engine.messages.config import EngineConfig

MEDIA_TOKENS_LIMIT = EngineConfig().media_tokens_limit
# Half precision loses nothing and takes half of the whole one.
_ORDER = ("F16", "BF16", "Q8_0", "F32")


@dataclass(frozen=True, slots=True)
class BesideModel:
    """A projector that may be a model's: what its header says, or why that can't be read."""

    path: str
    file: ProjectorFile | None = None
    problem: LazyText | None = None


@dataclass(frozen=True, slots=True)
class ProjectorChoice:
    """With what a model sees; without a path with nothing.

    ``problem`` says why, where there is a file.
    """

    path: str = ""
    file: ProjectorFile | None = None
    problem: LazyText | None = None

    def plan(self, shape: ModelShape) -> ProjectorPlan:
        """Return what it takes that a model of this shape sees."""
        if self.file is None:
            return NO_PROJECTOR
        return self.file.plan(shape.width, MEDIA_TOKENS_LIMIT)


def chosen_projector(shape: ModelShape, beside: Iterable[BesideModel]) -> ProjectorChoice:
    """Return the best that belongs to a model of this shape; eyes count more than ears."""
    problem = None
    for each in sorted(beside, key=_rank):
        if each.file is None:
            reason = each.problem
        else:
            reason = refusal(each.file, shape.architecture, shape.width)
            if reason is None:
                return ProjectorChoice(each.path, each.file)
        problem = problem or reason
    return ProjectorChoice(problem=problem)


def _rank(each: BesideModel) -> tuple[bool, int, str]:
    quantization = quantization_of(PurePath(each.path).stem)
    place = _ORDER.index(quantization) if quantization in _ORDER else len(_ORDER)
    return each.file is None or not each.file.sees, place, each.path
