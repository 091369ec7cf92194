"""The projector that a model is loaded with: the one that is set for it, or the one beside it."""

import os
from pathlib import Path

from app.errors import LazyText
from app.models.library.library_index import LibraryIndex
from app.models.library.model_folders import look_at
from app.models.library.model_groups import (
    BesideModel,
    ProjectorChoice,
    chosen_projector,
    groups_of,
    models_of,
)
from app.models.library_model import ModelFolder, ModelFolderKind
from engine.gguf.errors import ModelFileError
from engine.gguf.model_file import ModelFile
from engine.gguf.projector_file import describe_projector

_MAX_FILES = 5000  # of one folder


def projector_at_load(model: ModelFile, wanted: str | None, index_folder: Path) -> ProjectorChoice:
    """Return with what a model is to see; waits for the disk.

    ``wanted`` is the file that is set for it, empty for none, None for what is found.
    """
    if model.shape is None or wanted == "":
        return ProjectorChoice()
    paths = projectors_beside(model.path, index_folder) if wanted is None else (wanted,)
    return chosen_projector(model.shape, map(looked_into, paths))


def projectors_beside(path: Path, index_folder: Path) -> tuple[str, ...]:
    """Return the files that may be a model's, by their names and by what was found out before.

    The library may not have looked yet, and a program that starts does not wait for it.
    """
    named = _by_names(path)
    known = LibraryIndex.read(index_folder).models.get(str(path))
    told = () if known is None else known.model.projectors
    there = (each for each in told if os.path.isfile(each))
    return tuple(dict.fromkeys((*named, *there)))


def looked_into(path: str) -> BesideModel:
    """Return what the header of a projector says, or why it can't be read."""
    try:
        return BesideModel(path, describe_projector(Path(path)))
    except ModelFileError as error:
        return BesideModel(path, problem=LazyText.of(str(error)))


def _by_names(path: Path) -> tuple[str, ...]:
    folder = ModelFolder(ModelFolderKind.ADDED, str(path.parent))
    try:
        names = sorted(os.listdir(path.parent))
    except OSError:
        return ()
    ggufs = [each for each in names if each.lower().endswith(".gguf")][:_MAX_FILES]
    found = (look_at(str(path.parent / name), folder) for name in ggufs)
    models = models_of(groups_of(each for each in found if each is not None), {}, {})
    return next((each.projectors for each in models if each.path == str(path)), ())
