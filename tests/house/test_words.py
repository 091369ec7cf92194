"""Words that the house does not use, and places that its files do not know."""

import ast
import re
from pathlib import Path

import pytest

from tests.house.source_files import PRODUCT, ROOT, name_of, python_files, room, tracked_files

# Names that say nothing about what is in a file.
EMPTY_NAMES = {"utils", "util", "misc", "helpers", "helper", "common", "manager", "managers"}

# The borders where a bug may be caught, because somebody has to be told of it:
# the engine's step, the runner of tasks, and the hook for all that nobody caught. A fourth is that
# to the plug-ins of the keyring, which raise what they like.
BORDERS = {
    "engine/core/engine.py",
    "engine/net/keyring_access.py",
    "app/controllers/tasks.py",
    "app/process/reporting.py",
}

# Said in pieces, so that this file does not say them.
PLACES = re.compile(
    "|".join(
        [
            "/wo" + r"rk/(?!flows)",
            "/ro" + r"ot/",
            "pypi" + r"\.org",
            "files\\.python" + r"hosted",
            "--(extra-)?index" + "-url",
            "--find" + "-links",
        ]
    )
)

UNFINISHED = re.compile(r"\b(TO" + r"DO|FIX" + r"ME|X" + r"XX)\b(?!.*#\d+)")


def texts() -> list[tuple[str, str]]:
    """Return name and text of every tracked file that is text."""
    found = []
    for path in tracked_files():
        content = path.read_bytes()
        if b"\0" not in content:
            found.append((name_of(path), content.decode("utf-8")))
    return found


def lines_with(pattern: re.Pattern[str]) -> list[str]:
    """Return where a pattern stands, as an editor would name it."""
    return [
        f"{name}:{number}: {line.strip()[:80]}"
        for name, text in texts()
        for number, line in enumerate(text.splitlines(), start=1)
        if pattern.search(line)
    ]


def test_every_file_is_named_after_what_it_is() -> None:
    names = {name_of(path): set(path.with_suffix("").parts[-2:]) for path in tracked_files()}
    assert [name for name, words in names.items() if words & EMPTY_NAMES] == []


def test_what_is_unfinished_names_its_issue() -> None:
    assert lines_with(UNFINISHED) == []


def test_no_file_knows_a_machine_or_an_index() -> None:
    assert lines_with(PLACES) == []


def test_every_module_says_what_it_is() -> None:
    files = python_files(*PRODUCT, "tests")
    silent = [name_of(path) for path in files if not _docstring(path) and path.stat().st_size]
    assert silent == []


def test_bugs_are_caught_at_the_borders_only() -> None:
    catching = {name_of(path) for path in python_files(*PRODUCT) if _catches_everything(path)}
    assert catching - BORDERS == set()


@pytest.mark.parametrize("folder", ["packaging"])
def test_no_folder_shadows_a_library(folder: str) -> None:
    inits = [path for path in (ROOT / folder).rglob("__init__.py") if room(path) == folder]
    assert inits == []


def _docstring(path: Path) -> str | None:
    return ast.get_docstring(ast.parse(path.read_text("utf-8")))


def _catches_everything(path: Path) -> bool:
    handlers = [
        node.type
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ExceptHandler)
    ]
    return any(
        kind is None or (isinstance(kind, ast.Name) and kind.id == "Exception") for kind in handlers
    )
