"""Finds what the rooms without a window say: the texts in calls of ``lazy``, for translators."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

CONTEXT = "Sentences"
MAKER = "lazy"

# What the system says of files, where a sentence ends in its reason.
REASONS = (
    "Permission denied",
    "Operation not permitted",
    "No such file or directory",
    "No space left on device",
    "Disk quota exceeded",
    "Read-only file system",
    "Input/output error",
    "Is a directory",
    "Not a directory",
    "File exists",
    "File name too long",
    "Too many open files",
    "Too many levels of symbolic links",
    "No such device",
    "No such device or address",
    "Device or resource busy",
    "Stale file handle",
    "Cannot allocate memory",
    "Exec format error",
    "Invalid argument",
)


# Notes stored by earlier versions, which are translated when they are shown.
FORMER_NOTES = (
    "Hubbub was closed while this answer was being written beside another.",
    "It reached the longest answer that the settings allow.",
    "The engine made a mistake, which is in the log. Ask again.",
    "The model could not compute this answer. Ask again.",
    "The model found no way on in this answer. Ask again.",
    "The model stopped computing and was loaded again. Ask again.",
    "The model's chat template makes nothing of this message. Edit it, or open another model.",
    "There is no room left in the model's memory for this chat. Set a larger context per chat, "
    "or begin a new one.",
    "This message needs {count:,} tokens with what belongs to it, but each chat may hold "
    "{context_window:,}. Shorten it, or set a larger context per chat in the settings.",
)


@dataclass(frozen=True, slots=True)
class Said:
    """One call of ``lazy``; ``template`` is None where it is not written out."""

    line: int
    template: str | None
    value_names: frozenset[str]


def said_in(path: Path) -> Iterator[Said]:
    """Yield the calls of ``lazy`` in a file."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == MAKER:
            template = node.args[0].value if isinstance(node.args[0], ast.Constant) else None
            yield Said(
                line=node.lineno,
                template=template if isinstance(template, str) else None,
                value_names=frozenset(each.arg or "" for each in node.keywords),
            )


def as_source(templates: set[str]) -> str:
    """Return a program that asks for these translations, as translators' tools read it."""
    lines = (f"QCoreApplication.translate({CONTEXT!r}, {each!r})" for each in sorted(templates))
    return "\n".join(lines) + "\n"
