"""Nothing is called by a name that the house has given up."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.house.old_names import EXCEPTIONS, OLD_METHODS, OLD_MODULES, OLD_NAMES, OLD_SUFFIXES
from tests.house.source_files import name_of, python_files

ROOMS = ("app", "engine", "tests")


def defined_in(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Yield each class, function, argument and attribute, and the class in whose body it is."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield node.name, ""
            yield from ((name, node.name) for name in _fields(node.body))
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, ""
        elif isinstance(node, ast.arg):
            yield node.arg, ""
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr, ""


def _fields(body: list[ast.stmt]) -> Iterator[str]:
    for part in body:
        if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
            yield part.name
        targets = part.targets if isinstance(part, ast.Assign) else [getattr(part, "target", None)]
        yield from (target.id for target in targets if isinstance(target, ast.Name))


def is_old(name: str, owner: str = "") -> bool:
    bare = name.lstrip("_")
    if bare in OLD_NAMES or f"{owner}.{bare}" in OLD_METHODS:
        return True
    return any(bare.endswith(suffix) for suffix in OLD_SUFFIXES)


@cache
def all_old_names() -> frozenset[str]:
    """Return what is called by an old name, as "folder/file.py:name"."""
    return frozenset(
        f"{name_of(path)}:{name}"
        for path in python_files(*ROOMS)
        for name, owner in defined_in(ast.parse(path.read_text("utf-8")))
        if is_old(name, owner)
    )


def test_nothing_is_called_by_an_old_name() -> None:
    assert sorted(all_old_names() - EXCEPTIONS.keys()) == []


def test_no_file_has_an_old_name() -> None:
    files = [name_of(path) for path in python_files(*ROOMS, "packaging")]
    assert [name for name in files if Path(name).stem in OLD_MODULES] == []


def test_no_exception_outlives_its_reason() -> None:
    assert EXCEPTIONS.keys() - all_old_names() == set()


def test_old_names_are_seen_wherever_they_are_defined() -> None:
    tree = ast.parse(
        "class Keeping:\n"
        "    ledger: list[int]\n"
        "    def lend(self, manner: int) -> None:\n"
        "        place = manner\n"
        "        self._borrower = place\n"
        "class Backend:\n"
        "    def keep(self) -> None: ...\n"
        "class Notes:\n"
        "    rename_wished = Signal()\n"
        "    def keep(self) -> None: ...\n"
    )
    found = {name for name, owner in defined_in(tree) if is_old(name, owner)}
    assert found == {"Keeping", "ledger", "lend", "manner", "_borrower", "keep", "rename_wished"}


def test_other_names_are_not_old() -> None:
    assert not any(map(is_old, ("placed", "keep", "take_events", "in_word_order", "wishlist")))
