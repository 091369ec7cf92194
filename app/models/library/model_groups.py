"""Groups files into models: split files, duplicates, projectors and drafts.

Pure: no file is read here.
"""

import os
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePath

import msgspec
from msgspec.structs import replace

from app.errors import LazyText, lazy
from app.models.library.descriptions import Description
from app.models.library.model_folders import FoundFile
from app.models.library_model import (
    LibraryModel,
    ModelFacts,
    ModelFileKind,
    ModelFileState,
    ModelFolderKind,
)
from engine.gguf.memory_plan import NO_PROJECTOR, ProjectorPlan
from engine.gguf.model_name import model_name, quantization_of, shown_text, without_quantization
from engine.gguf.model_shape import ModelShape
from engine.gguf.projector_file import ProjectorFile, refusal
from engine.messages.config import EngineConfig

_PART = re.compile(r"(?P<stem>.+)-(?P<number>\d{5})-of-(?P<count>\d{5})\.gguf", re.I | re.S)
_ENDING = re.compile(r"\.gguf$", re.IGNORECASE)
_PARAMETERS = re.compile(
    r"(?<![a-z0-9.])(?:(?P<times>\d+)x)?(?P<count>\d+(?:\.\d+)?)(?P<unit>[bm])(?![a-z0-9])", re.I
)
_UNITS = {"b": 10**9, "m": 10**6}
_PROJECTOR = re.compile(r"(?<![a-z0-9])mmproj(?![a-z0-9])", re.IGNORECASE)
_DRAFT = re.compile(r"^mtp[-_.]|(?<![a-z0-9])(draft|eagle3|dflash)(?![a-z0-9])", re.IGNORECASE)
_EDGES = " -_."
_RANK = {kind: rank for rank, kind in enumerate(ModelFolderKind)}
_MAX_PARTS = 1000
_COMPANIONS = (ModelFileKind.PROJECTOR, ModelFileKind.DRAFT)
_MAX_COMPANIONS = 50  # projectors and drafts of one folder
_MAX_DRAFT_SHARE = 0.5  # of the size of its model


class FileName(msgspec.Struct, frozen=True):
    """The parts of a file name.

    Attributes:
        kind: what the name says; the header and the other files decide.
        stem: the name without the part number and the ending.
        base: the common name of all files of one model, in lower case.
        part_number, part_count: the place in a split model; 1 of 1 for others.
        parameter_count: the approximate number of parameters; 0 if the name has none.
    """

    stem: str
    base: str
    kind: ModelFileKind
    quantization: str
    parameter_count: int
    part_number: int = 1
    part_count: int = 1


def read_name(name: str) -> FileName:
    """Return the parts of the name of a GGUF file."""
    part = _PART.fullmatch(name)
    stem = part["stem"] if part else _ENDING.sub("", name)
    kind = ModelFileKind.CHAT
    if _PROJECTOR.search(stem):
        kind = ModelFileKind.PROJECTOR
    elif _DRAFT.search(stem):
        kind = ModelFileKind.DRAFT
    return FileName(
        stem=stem,
        base=_base(stem),
        kind=kind,
        quantization=quantization_of(stem),
        parameter_count=_parameter_count(stem),
        part_number=int(part["number"]) if part else 1,
        part_count=int(part["count"]) if part else 1,
    )


def _base(stem: str) -> str:
    without = without_quantization(_PROJECTOR.sub("", _DRAFT.sub("", stem)))
    parts = re.split(r"[\s._-]+", without.lower().strip(_EDGES))
    return "-".join(part for part in parts if part not in ("", "ud", "model", "gguf"))


def _parameter_count(stem: str) -> int:
    found = _PARAMETERS.search(stem)
    if found is None:
        return 0
    return round(int(found["times"] or 1) * float(found["count"]) * _UNITS[found["unit"].lower()])


class ModelGroup(msgspec.Struct, frozen=True):
    """The files of one model.

    Attributes:
        parts: the files that exist, in order.
        also_in: the owners of other folders that have the same file.
    """

    parts: tuple[FoundFile, ...]
    name: FileName
    also_in: tuple[ModelFolderKind, ...] = ()

    @property
    def first(self) -> FoundFile:
        """Return the file to load."""
        return self.parts[0]

    @property
    def missing(self) -> str:
        """Return the name of the first missing part; empty if none is missing."""
        if self.name.part_count == 1:
            return ""
        present = {read_name(os.path.basename(part.path)).part_number for part in self.parts}
        for number in range(1, self.name.part_count + 1):
            if number not in present:
                return f"{self.name.stem}-{number:05}-of-{self.name.part_count:05}.gguf"
        return ""

    @property
    def fingerprint(self) -> str:
        """Return a text that changes when one of the files does."""
        return " ".join(part.fingerprint for part in self.parts)


def groups_of(files: Iterable[FoundFile]) -> list[ModelGroup]:
    """Return the groups of files that are one model each, in the order of their paths."""
    once, also_in = _each_once(files)
    parts: dict[tuple[str, str, int], list[tuple[FileName, FoundFile]]] = defaultdict(list)
    groups = []
    for file in once:
        name = read_name(os.path.basename(file.path))
        if name.part_count > 1:
            place = (os.path.dirname(file.path), name.stem, name.part_count)
            parts[place].append((name, file))
        else:
            groups.append(ModelGroup((file,), name, also_in.get(file.path, ())))
    for split in parts.values():
        split.sort(key=lambda each: each[0].part_number)
        first_name, first = split[0]
        files_of_it = tuple(file for _, file in split[:_MAX_PARTS])
        groups.append(ModelGroup(files_of_it, first_name, also_in.get(first.path, ())))
    return sorted(groups, key=lambda group: group.first.path)


def models_of(
    groups: Sequence[ModelGroup],
    descriptions: Mapping[str, Description],
    digests: Mapping[str, str],
) -> list[LibraryModel]:
    """Return the models of groups; descriptions and digests are by the path of the first file.

    Projectors and drafts are in the list as well: they take space on the disk.
    """
    models = {
        group.first.path: model_of(
            group, descriptions.get(group.first.path), digests.get(group.first.path)
        )
        for group in groups
    }
    by_folder: dict[str, list[ModelGroup]] = defaultdict(list)
    for group in groups:
        by_folder[os.path.dirname(group.first.path)].append(group)
    for together in by_folder.values():
        _add_companions(together, models)
    for group in groups:
        _add_named_projectors(group, models)
    return [_with_projector_choice(each, descriptions) for each in models.values()]


def _with_projector_choice(
    model: LibraryModel, descriptions: Mapping[str, Description]
) -> LibraryModel:
    """Return a model with the projector that it is loaded with, as far as files were read."""
    if not model.projectors:
        return model
    own = descriptions.get(model.path)
    read = {path: descriptions[path] for path in model.projectors if path in descriptions}
    if own is None or own.shape is None or len(read) < len(model.projectors):
        return replace(model, can_see=True)  # by the file name, until the headers are read
    found = (ProjectorCandidate(path, each.projector, each.problem) for path, each in read.items())
    chosen = chosen_projector(own.shape, found)
    return replace(
        model,
        projector=chosen.path,
        projector_problem=chosen.problem,
        can_see=chosen.file is not None and chosen.file.sees,
        can_hear=chosen.file is not None and chosen.file.hears,
    )


def model_of(
    group: ModelGroup, description: Description | None, digest: str | None = None
) -> LibraryModel:
    """Return one model; without a description its facts come from its name."""
    first, name = group.first, group.name
    model = LibraryModel(
        path=first.path,
        name=shown_text(first.name) or model_name(name.stem, {}).text,
        folder=first.folder,
        byte_count=sum(part.byte_count for part in group.parts),
        # Another model decides whether a file with such a name is a draft.
        kind=ModelFileKind.CHAT if name.kind is ModelFileKind.DRAFT else name.kind,
        facts=ModelFacts(parameter_count=name.parameter_count, quantization=name.quantization),
        digest=first.digest or digest,
        parts=tuple(part.path for part in group.parts) if name.part_count > 1 else (),
        also_in=group.also_in,
    )
    if description is not None:
        model = _described(model, description, has_own_name=bool(first.name))
    missing = group.missing
    if missing:
        problem = lazy(
            "The model is split into {count} files, and “{part}” is missing.",
            count=name.part_count,
            part=missing,
        )
        return replace(model, state=ModelFileState.INCOMPLETE, problem=problem)
    return model


def _described(
    model: LibraryModel, description: Description, *, has_own_name: bool
) -> LibraryModel:
    is_damaged = description.problem is not None
    state = ModelFileState.DAMAGED if is_damaged else ModelFileState.READ
    if is_damaged and not description.facts.architecture:
        return replace(model, state=state, problem=description.problem)
    return replace(
        model,
        name=model.name if has_own_name else description.name or model.name,
        kind=description.kind,
        state=state,
        facts=description.facts,
        problem=description.problem,
    )


def _each_once(
    files: Iterable[FoundFile],
) -> tuple[list[FoundFile], dict[str, tuple[ModelFolderKind, ...]]]:
    """Return each file under the first of its names, and the owners of its other folders."""
    chosen: dict[object, FoundFile] = {}
    others: dict[str, dict[ModelFolderKind, None]] = defaultdict(dict)
    paths: set[str] = set()
    # A file that its program names, or knows the digest of, comes before others.
    for file in sorted(
        files, key=lambda each: (_RANK[each.folder.kind], each.digest is None, each.path)
    ):
        if file.path in paths:
            continue
        paths.add(file.path)
        first = chosen.setdefault(_identity(file), file)
        if first is not file and first.folder.kind is not file.folder.kind:
            others[first.path][file.folder.kind] = None
        # A link in the models folder may lead into a cache that knows the digest.
        if first is not file and first.digest is None and file.digest is not None:
            chosen[_identity(file)] = replace(first, digest=file.digest)
    return list(chosen.values()), {path: tuple(kinds) for path, kinds in others.items()}


def _identity(file: FoundFile) -> object:
    return (file.device, file.inode) if file.inode else file.path


def _add_companions(together: Sequence[ModelGroup], models: dict[str, LibraryModel]) -> None:
    """Add the projectors and drafts of one folder to its models."""
    bases: dict[str, list[str]] = defaultdict(list)
    found: list[ModelGroup] = []
    for group in together:
        is_whole = models[group.first.path].kind is ModelFileKind.CHAT
        if is_whole and group.name.kind is not ModelFileKind.DRAFT:
            bases[group.name.base].append(group.first.path)
        elif is_whole or models[group.first.path].kind in _COMPANIONS:
            found.append(group)
    for group in found[:_MAX_COMPANIONS]:
        path = group.first.path
        owners = _owners(group.name.base, bases)
        if models[path].kind is ModelFileKind.PROJECTOR:
            for owner in owners:
                models[owner] = _with_projector(models[owner], path)
            continue
        if models[path].kind is ModelFileKind.CHAT:
            # The header of a draft may be that of a chat model, and models that draft their own
            # tokens have such names as well: next to a much larger model it is a draft.
            limit = max((models[each].byte_count for each in owners), default=0) * _MAX_DRAFT_SHARE
            if models[path].byte_count >= limit:
                continue
            models[path] = replace(models[path], kind=ModelFileKind.DRAFT)
        for owner in owners:
            if path not in models[owner].drafts:
                drafts = (*models[owner].drafts, path)
                models[owner] = replace(models[owner], drafts=drafts)


def _owners(base: str, bases: Mapping[str, Sequence[str]]) -> Iterable[str]:
    """Return the models that a file belongs to by its name; all of a folder with one model."""
    # Equal names first: one folder may have the projectors of several models of a family.
    if base in bases:
        return bases[base]
    if len(bases) == 1:
        return next(iter(bases.values()))
    alike = [each for each in bases if base and each and _begins_alike(each, base)]
    return bases[max(alike, key=len)] if alike else ()


def _begins_alike(one: str, other: str) -> bool:
    return f"{one}-".startswith(f"{other}-") or f"{other}-".startswith(f"{one}-")


def _add_named_projectors(group: ModelGroup, models: dict[str, LibraryModel]) -> None:
    """Add the projectors that its program names for a model."""
    for projector in group.first.projectors:
        model = models[group.first.path]
        models[model.path] = _with_projector(model, projector)


def _with_projector(model: LibraryModel, path: str) -> LibraryModel:
    if path in model.projectors:
        return model
    return replace(model, projectors=(*model.projectors, path))


MEDIA_TOKENS_LIMIT = EngineConfig().media_tokens_limit
# Half precision loses nothing, and takes half the memory of F32.
_ORDER = ("F16", "BF16", "Q8_0", "F32")


class ProjectorCandidate(msgspec.Struct, frozen=True):
    """A projector that may belong to a model: its facts, or the reason why it can't be read."""

    path: str
    file: ProjectorFile | None = None
    problem: LazyText | None = None


class ProjectorChoice(msgspec.Struct, frozen=True):
    """The projector of a model; without a path there is none.

    ``problem`` is the reason, if there are candidates.
    """

    path: str = ""
    file: ProjectorFile | None = None
    problem: LazyText | None = None

    def plan(self, shape: ModelShape) -> ProjectorPlan:
        """Return the memory of the projector with a model of this shape."""
        if self.file is None:
            return NO_PROJECTOR
        return self.file.plan(shape.width, MEDIA_TOKENS_LIMIT)


def chosen_projector(
    shape: ModelShape, candidates: Iterable[ProjectorCandidate]
) -> ProjectorChoice:
    """Return the best projector for a model of this shape; those for pictures come first."""
    problem = None
    for each in sorted(candidates, key=_rank):
        if each.file is None:
            reason = each.problem
        else:
            reason = refusal(each.file, shape.architecture, shape.width)
            if reason is None:
                return ProjectorChoice(each.path, each.file)
        problem = problem or reason
    return ProjectorChoice(problem=problem)


def _rank(each: ProjectorCandidate) -> tuple[bool, int, str]:
    quantization = quantization_of(PurePath(each.path).stem)
    place = _ORDER.index(quantization) if quantization in _ORDER else len(_ORDER)
    return each.file is None or not each.file.sees, place, each.path
