"""What the name of a model's file says of it, before anybody has opened it."""

import re
from dataclasses import dataclass

from app.domain import ModelFileKind

LONGEST_NAME = 100

_PART = re.compile(r"(?P<stem>.+)-(?P<number>\d{5})-of-(?P<count>\d{5})\.gguf", re.I | re.S)
_ENDING = re.compile(r"\.gguf$", re.IGNORECASE)
_QUANTIZATION = re.compile(
    r"(?<![a-z0-9])(?P<dynamic>UD[-_])?"
    r"(?P<type>I?Q[1-8](?:_[0-9A-Z]+)*|TQ[12]_0|MXFP4(?:_MOE)?|NVFP4|BF16|F?P?16|F?P?32)"
    r"(?![a-z0-9])",
    re.IGNORECASE,
)
_FLOATS = {"16": "F16", "32": "F32", "P16": "F16", "P32": "F32", "FP16": "F16", "FP32": "F32"}
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


def quantization_of(text: str) -> str:
    """Return how a model's numbers are stored, as a name has it; empty where it does not say."""
    found = list(_QUANTIZATION.finditer(text))
    if not found:
        return ""
    written = found[-1]["type"].upper()
    return ("UD-" if found[-1]["dynamic"] else "") + _FLOATS.get(written, written)


def shown_name(text: str) -> str:
    """Return a name on one line, of letters that are seen; empty if there are none."""
    line = " ".join("".join(filter(_is_seen, text[: LONGEST_NAME * 4])).split())
    return line[:LONGEST_NAME].strip()


def _is_seen(letter: str) -> bool:
    # Neither what turns the direction of letters nor half a letter, which no window can show.
    return letter.isprintable() or letter in "\n\t"


def _base(stem: str) -> str:
    without = _QUANTIZATION.sub("", _PROJECTOR.sub("", _DRAFT.sub("", stem)))
    parts = re.split(r"[\s._-]+", without.lower().strip(_EDGES))
    return "-".join(part for part in parts if part not in ("", "ud", "model", "gguf"))


def _parameter_count(stem: str) -> int:
    found = _PARAMETERS.search(stem)
    if found is None:
        return 0
    return round(int(found["times"] or 1) * float(found["count"]) * _UNITS[found["unit"].lower()])
