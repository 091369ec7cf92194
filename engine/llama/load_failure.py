"""Translates what the library logs about a model that it can't load."""

import re
from collections.abc import Callable

from engine.ipc.lazy_text import LazyText, lazy
from engine.messages.errors import ModelLoadFailed, NotEnoughMemory

_NO_ROOM = re.compile(r"(?i)failed to allocate|unable to allocate|out of memory|bad_alloc")

# What the library writes into its log, and what it means for the user.
_MEANINGS: tuple[tuple[re.Pattern[str], Callable[[str, str], LazyText]], ...] = (
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
            "{name} uses a tokenizer (“{kind}”) that this version of Hubbub doesn't support.",
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
