"""What the name of a model's file says of it, before anybody has opened it."""

import re
from dataclasses import dataclass

from app.domain import ModelFileKind
from engine.gguf.model_name import quantization_of, without_quantization

_PART = re.compile(r"(?P<stem>.+)-(?P<number>\d{5})-of-(?P<count>\d{5})\.gguf", re.I | re.S)
_ENDING = re.compile(r"\.gguf$", re.IGNORECASE)
_PARAMETERS = re.compile(
    r"(?<![a-z0-9.])(?:(?P<times>\d+)x)?(?P<count>\d+(?:\.\d+)?)(?P<unit>[bm])(?![a-z0-9])", re.I
)
_UNITS = {"b": 10**9, "m": 10**6}
_PROJECTOR = re.compile(r"(?<![a-z0-9])mmproj(?![a-z0-9])", re.IGNORECASE)
_DRAFT = re.compile(r"^mtp[-_.]|(?<![a-z0-9])(draft|eagle3|dflash)(?![a-z0-9])", re.IGNORECASE)
_EDGES = " -_."


@dataclass(frozen=True, slots=True)
class FileName:
    """A file's name, read.

    Attributes:
        stem: what remains without the number of its part.
        base: what all files of one model have in common, in small letters.
        part_number, part_count: of a split model; 1 of 1 otherwise.
        parameter_count: about; 0 where the name does not say.
    """

    stem: str
    base: str
    kind: ModelFileKind
    quantization: str
    parameter_count: int
    part_number: int = 1
    part_count: int = 1


def read_name(name: str) -> FileName:
    """Return what the name of a GGUF file says."""
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
