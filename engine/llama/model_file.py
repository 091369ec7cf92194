"""Looks at a model file before the library does, and says in words what the library said."""

import re
import stat
import struct
from collections.abc import Callable
from pathlib import Path

from engine.wire.errors import ModelLoadFailed, NotEnoughMemory
from engine.wire.lazy_text import LazyText, lazy

_HEADER = struct.Struct("<4sIQQ")  # magic, version, number of tensors, number of metadata keys
_VERSIONS = (2, 3)

_NO_ROOM = re.compile(r"(?i)failed to allocate|unable to allocate|out of memory|bad_alloc")

# What the library writes into its log, and what it means for the user.
_MEANINGS: tuple[tuple[re.Pattern[str], Callable[[str, str], LazyText]], ...] = (
    (
        re.compile(r"unknown model architecture: '(clip|mmproj)'"),
        lambda name, kind: lazy(
            "{name} holds only the part of a model that sees pictures. Open the model itself.",
            name=name,
        ),
    ),
    (
        re.compile(r"unknown model architecture: '([^']*)'"),
        lambda name, kind: lazy(
            "{name} is a model of the kind “{kind}”, which this version of Hubbub cannot run.",
            name=name,
            kind=kind,
        ),
    ),
    (
        re.compile(r"unknown (?:pre-)?tokenizer(?: type)?: '([^']*)'"),
        lambda name, kind: lazy(
            "{name} cuts text in a way (“{kind}”) that this version of Hubbub does not know.",
            name=name,
            kind=kind,
        ),
    ),
    (
        re.compile(
            r"not within the file bounds|incomplete|unexpectedly reached end|failed to read"
        ),
        lambda name, kind: lazy(
            "{name} is incomplete or damaged. Please download it again.", name=name
        ),
    ),
    (
        re.compile(r"missing tensor|wrong shape|wrong number of tensors|check_tensor_dims"),
        lambda name, kind: lazy(
            "{name} lacks parts that a model of its kind needs. Please download it again.",
            name=name,
        ),
    ),
)


def check_model_file(path: Path) -> None:
    """Raise ModelLoadFailed unless this could be a model."""
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise ModelLoadFailed(lazy("{path} is a folder, not a model file.", path=path))
        header = b""
        if stat.S_ISREG(mode):  # a pipe would keep whoever opens it waiting for ever
            with path.open("rb") as file:
                header = file.read(_HEADER.size)
    except (FileNotFoundError, NotADirectoryError, ValueError) as error:
        raise ModelLoadFailed(lazy("There is no file {path}.", path=path)) from error
    except OSError as error:
        raise ModelLoadFailed(
            lazy("{name} cannot be read: {reason}.", name=path.name, reason=error)
        ) from error
    _check_header(path.name, header)


def load_failure(name: str, library_text: str) -> ModelLoadFailed:
    """Return the error, in words for the user, for a load that the library refused."""
    if _NO_ROOM.search(library_text):
        return NotEnoughMemory(
            lazy("{name} does not fit into memory. Choose a smaller model.", name=name)
        )
    return ModelLoadFailed(_explained(name, library_text))


def _explained(name: str, library_text: str) -> LazyText:
    for pattern, meaning in _MEANINGS:
        match = pattern.search(library_text)
        if match is not None:
            return meaning(name, match[match.lastindex or 0])
    return lazy(
        "{name} cannot be loaded. It may be damaged or of a kind that is not supported.", name=name
    )


def _check_header(name: str, header: bytes) -> None:
    if header[:4] != b"GGUF":
        raise ModelLoadFailed(lazy("{name} is not a GGUF model file.", name=name))
    if len(header) < _HEADER.size:
        raise ModelLoadFailed(
            lazy("{name} is incomplete or damaged. Please download it again.", name=name)
        )
    _, version, tensor_count, _ = _HEADER.unpack(header)
    if version not in _VERSIONS:
        raise ModelLoadFailed(
            lazy(
                "{name} is a GGUF file of version {version}, which is not supported.",
                name=name,
                version=version,
            )
        )
    if tensor_count == 0:
        raise ModelLoadFailed(lazy("{name} holds only a vocabulary and no model.", name=name))
