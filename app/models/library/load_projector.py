"""The projector that a model is loaded with: the one in its settings, or one in its folder."""

import os
from pathlib import Path

from app.errors import LazyText
from app.models.library.library_index import LibraryIndex
from app.models.library.model_folders import find_file
from app.models.library.model_groups import (
    ProjectorCandidate,
    ProjectorChoice,
    chosen_projector,
    groups_of,
    models_of,
)
from app.models.library_model import ModelFolder, ModelFolderKind
from engine.gguf.errors import ModelFileError
from engine.gguf.model_file import ModelFile
from engine.gguf.projector_file import describe_projector

_MAX_FILES = 5000  # read in one folder


def projector_at_load(model: ModelFile, wanted: str | None, index_folder: Path) -> ProjectorChoice:
    """Return the projector of a model. Blocks.

    ``wanted`` is the file in its settings: empty for none, None for the one in its folder.
    """
    if model.shape is None or wanted == "":
        return ProjectorChoice()
    paths = projector_candidates(model.path, index_folder) if wanted is None else (wanted,)
    return chosen_projector(model.shape, map(read_candidate, paths))


def projector_candidates(path: Path, index_folder: Path) -> tuple[str, ...]:
    """Return the projectors that may belong to a model, by their names and by the index.

    The library may not have searched yet, and the start of the program does not wait for it.
    """
    named = _by_names(path)
    known = LibraryIndex.read(index_folder).models.get(str(path))
    indexed = () if known is None else known.model.projectors
    present = (each for each in indexed if os.path.isfile(each))
    return tuple(dict.fromkeys((*named, *present)))


def read_candidate(path: str) -> ProjectorCandidate:
    """Return the facts of a projector, or the reason why it can't be read."""
    try:
        return ProjectorCandidate(path, describe_projector(Path(path)))
    except ModelFileError as error:
        return ProjectorCandidate(path, problem=LazyText.of(str(error)))


def _by_names(path: Path) -> tuple[str, ...]:
    folder = ModelFolder(ModelFolderKind.ADDED, str(path.parent))
    try:
        names = sorted(os.listdir(path.parent))
    except OSError:
        return ()
    ggufs = [each for each in names if each.lower().endswith(".gguf")][:_MAX_FILES]
    found = (find_file(str(path.parent / name), folder) for name in ggufs)
    models = models_of(groups_of(each for each in found if each is not None), {}, {})
    return next((each.projectors for each in models if each.path == str(path)), ())
