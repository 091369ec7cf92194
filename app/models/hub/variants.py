"""Groups the files of a repository into variants, each with its projector and draft."""

import re
from collections import defaultdict
from collections.abc import Iterable
from pathlib import PurePosixPath

import msgspec

from app.models.hub_model import PIECE
from engine.messages.net_messages import HubFile, HubVariant, VariantKind

_PART = re.compile(r"(?<=.)-(\d{5})-of-(\d{5})$")
_QUANTIZATION = re.compile(
    r"(?:^|[-._ ])((?:UD[-_])?(?:I?Q[1-8](?:_[01KSMLX]|_X{1,2}[SL]|_NL)+|TQ[12]_0|MXFP4(?:_MOE)?"
    r"|NVFP4|BF16|F16|FP16|F32|I?Q[1-8]))(?=$|[-._ ])",
    re.IGNORECASE,
)
_PROJECTOR = re.compile(r"(?:^|[-._])mmproj(?:$|[-._])", re.IGNORECASE)
_DRAFT = re.compile(r"(?:^|[-._])(?:draft|drafter|mtp|eagle3?)(?:$|[-._])", re.IGNORECASE)
_NOT_MODELS = re.compile(r"(?:^|[-._])(?:imatrix|lora|adapter|vocab)(?:$|[-._])", re.IGNORECASE)
_MAX_DRAFT_SHARE = 0.5  # of the smallest model without such a name
# The preferred projectors of a repository: half precision loses nothing.
_PROJECTOR_ORDER = ("F16", "BF16", "Q8_0", "F32")


class _Part(msgspec.Struct, frozen=True):
    """A file and its place in a split model; 1 of 1 for others."""

    file: HubFile
    number: int
    count: int


def variants_of(files: Iterable[HubFile]) -> tuple[HubVariant, ...]:
    """Return the variants of a repository, the smallest first; a split model is one variant.

    Each model gets the projector and the draft whose names are the most similar to its own.
    """
    groups: dict[tuple[str, str, int], list[_Part]] = defaultdict(list)
    for file in files:
        path = PurePosixPath(file.path)
        piece = PIECE.fullmatch(path.name)
        if piece is not None:
            number, count = int(piece["number"]), int(piece["count"])
            key = (str(path.parent), piece["stem"], -count)  # apart from llama.cpp's splits
            groups[key].append(_Part(file, number, count))
            continue
        if path.suffix.lower() != ".gguf" or _NOT_MODELS.search(path.stem):
            continue
        match = _PART.search(path.stem)
        # The count is part of the key: a repository may have two splits of one model.
        number, count = (int(match[1]), int(match[2])) if match else (1, 1)
        # A plain text, as pathlib refuses the name "." of "..gguf".
        name = path.stem[: match.start()] if match else path.stem
        groups[str(path.parent), name, count].append(_Part(file, number, count))
    found = [_variant(folder, name, parts) for (folder, name, _), parts in sorted(groups.items())]
    found = _with_drafts(found)
    projectors = [each for each in found if each.kind is VariantKind.PROJECTOR]
    drafts = [each for each in found if each.kind is VariantKind.DRAFT]
    tied = [_tied(each, projectors, drafts) for each in found]
    return tuple(sorted(tied, key=lambda each: (each.size_bytes, each.name)))


def quantization_of(name: str) -> str:
    """Return the quantization in a file name, in upper case; empty for none."""
    found = _QUANTIZATION.findall(name)
    return found[-1].upper().replace("FP16", "F16") if found else ""


def _variant(folder: str, name: str, parts: list[_Part]) -> HubVariant:
    parts = sorted(parts, key=lambda part: part.number)
    return HubVariant(
        kind=VariantKind.PROJECTOR if _PROJECTOR.search(name) else VariantKind.MODEL,
        name=name,
        # Some repositories name it in the folder only.
        quantization=quantization_of(name) or quantization_of(PurePosixPath(folder).name),
        files=tuple(part.file for part in parts),
        is_complete=[part.number for part in parts] == [*range(1, parts[0].count + 1)]
        and PIECE.fullmatch(parts[0].file.path) is None,
    )


def _with_drafts(found: list[HubVariant]) -> list[HubVariant]:
    """Return variants of which those are drafts that are named so and much smaller than others.

    The name alone decides nothing: models that draft their own tokens are named "MTP" as well,
    and a repository may hold nothing but small models for drafting, which can chat.
    """
    models = [each for each in found if each.kind is VariantKind.MODEL]
    others = [each.size_bytes for each in models if not _DRAFT.search(each.name)]
    limit = min(others, default=0) * _MAX_DRAFT_SHARE
    return [
        msgspec.structs.replace(each, kind=VariantKind.DRAFT)
        if each in models and _DRAFT.search(each.name) and each.size_bytes < limit
        else each
        for each in found
    ]


def _tied(
    variant: HubVariant, projectors: list[HubVariant], drafts: list[HubVariant]
) -> HubVariant:
    if variant.kind is not VariantKind.MODEL:
        return variant
    return msgspec.structs.replace(
        variant, projector=_most_similar(variant, projectors), draft=_most_similar(variant, drafts)
    )


def _most_similar(variant: HubVariant, others: list[HubVariant]) -> str:
    """Return the path of the variant whose name shares the most words; empty for none."""

    def similarity(other: HubVariant) -> tuple[int, int, int]:
        quantization = other.quantization
        order = _PROJECTOR_ORDER
        place = order.index(quantization) if quantization in order else len(order)
        return len(_name_parts(variant.name) & _name_parts(other.name)), -place, -other.size_bytes

    return max(others, key=similarity).files[0].path if others else ""


def _name_parts(name: str) -> set[str]:
    return set(re.split(r"[-._ ]", name.lower()))
