"""Saved prompts as JSON files."""

import json
from collections.abc import Iterable
from pathlib import Path

from app.errors import NotAnImport, TransferFailed, lazy
from app.prompts.model import LONGEST_PROMPT, LONGEST_PROMPT_NAME, SavedPrompt

MAX_BYTES = 16 * 1024 * 1024
_FORMAT = "hubbub-prompts"
_MAX_PROMPTS = 10_000


def write_prompts(path: Path, prompts: Iterable[SavedPrompt]) -> None:
    """Write prompts to a file. Raises TransferFailed."""
    entries = [{"name": each.name, "text": each.text} for each in prompts]
    content = {"format": _FORMAT, "version": 1, "prompts": entries}
    text = json.dumps(content, ensure_ascii=False, indent=2) + "\n"
    try:
        path.write_bytes(text.encode("utf-8", "replace"))
    except OSError as error:
        raise TransferFailed(
            lazy(
                "The file {path} could not be written: {reason}. Choose another folder.",
                path=path,
                reason=error,
            )
        ) from error


def read_prompts(path: Path) -> tuple[SavedPrompt, ...]:
    """Return the prompts of a file. Raises NotAnImport."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise _nothing_in(path)
        content = json.loads(path.read_bytes())
    except OSError as error:
        raise NotAnImport(
            lazy("“{name}” can't be read: {reason}.", name=path.name, reason=error)
        ) from error
    except (ValueError, RecursionError) as error:
        raise _nothing_in(path) from error
    entries = content.get("prompts") if isinstance(content, dict) else content
    prompts = _prompts(entries if isinstance(entries, list) else [])
    if not prompts:
        raise _nothing_in(path)
    return prompts


def _prompts(entries: list[object]) -> tuple[SavedPrompt, ...]:
    found: list[SavedPrompt] = []
    for entry in entries[:_MAX_PROMPTS]:
        match entry:
            case {"name": str() as name, "text": str() as text} if name.strip() and text.strip():
                found.append(SavedPrompt(name.strip()[:LONGEST_PROMPT_NAME], text[:LONGEST_PROMPT]))
    return tuple(found)


def _nothing_in(path: Path) -> NotAnImport:
    return NotAnImport(
        lazy(
            "“{name}” holds no saved prompts. Choose a JSON file that Hubbub exported.",
            name=path.name,
        )
    )
