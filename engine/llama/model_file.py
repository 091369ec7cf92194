"""Looks at a model file before the library does, and says in words what the library said."""

import re
import struct
from pathlib import Path

from engine.errors import ModelLoadFailed, NotEnoughMemory

_HEADER = struct.Struct("<4sIQQ")  # magic, version, number of tensors, number of metadata keys
_VERSIONS = (2, 3)

_NO_ROOM = re.compile(r"(?i)failed to allocate|unable to allocate|out of memory|bad_alloc")

# What the library writes into its log, and what it means for the user.
_MEANINGS = (
    (
        re.compile(r"unknown model architecture: '(clip|mmproj)'"),
        "{name} holds only the part of a model that sees pictures. Open the model itself.",
    ),
    (
        re.compile(r"unknown model architecture: '([^']*)'"),
        "{name} is a model of the kind “{0}”, which this version of Hubbub cannot run.",
    ),
    (
        re.compile(r"unknown (?:pre-)?tokenizer(?: type)?: '([^']*)'"),
        "{name} cuts text in a way (“{0}”) that this version of Hubbub does not know.",
    ),
    (
        re.compile(
            r"not within the file bounds|incomplete|unexpectedly reached end|failed to read"
        ),
        "{name} is incomplete or damaged. Please download it again.",
    ),
    (
        re.compile(r"missing tensor|wrong shape|wrong number of tensors|check_tensor_dims"),
        "{name} lacks parts that a model of its kind needs. Please download it again.",
    ),
)


def check_model_file(path: Path) -> None:
    """Raise ModelLoadFailed unless this could be a model."""
    if not path.exists():
        raise ModelLoadFailed(f"There is no file {path}.")
    if path.is_dir():
        raise ModelLoadFailed(f"{path} is a folder, not a model file.")
    try:
        with path.open("rb") as file:
            header = file.read(_HEADER.size)
    except OSError as error:
        raise ModelLoadFailed(f"{path.name} cannot be read: {error.strerror}.") from error
    _check_header(path.name, header)


def load_failure(name: str, library_text: str) -> ModelLoadFailed:
    """Return the error, in words for the user, for a load that the library refused."""
    if _NO_ROOM.search(library_text):
        return NotEnoughMemory(f"{name} does not fit into memory. Choose a smaller model.")
    return ModelLoadFailed(_explained(name, library_text))


def _explained(name: str, library_text: str) -> str:
    for pattern, meaning in _MEANINGS:
        match = pattern.search(library_text)
        if match is not None:
            return meaning.format(*match.groups(), name=name)
    return f"{name} cannot be loaded. It may be damaged or of a kind that is not supported."


def _check_header(name: str, header: bytes) -> None:
    if header[:4] != b"GGUF":
        raise ModelLoadFailed(f"{name} is not a GGUF model file.")
    if len(header) < _HEADER.size:
        raise ModelLoadFailed(f"{name} is incomplete or damaged. Please download it again.")
    _, version, tensor_count, _ = _HEADER.unpack(header)
    if version not in _VERSIONS:
        raise ModelLoadFailed(
            f"{name} is a GGUF file of version {version}, which is not supported."
        )
    if tensor_count == 0:
        raise ModelLoadFailed(f"{name} holds only a vocabulary and no model.")
