"""Whatever the program starts or opens by name is in the packaged program, too.

A frozen program knows no ``python -m``, finds no module that only a text names, and has no file
that its spec does not list.
"""

import ast
import sys
from collections.abc import Iterator

from engine.ipc.entry_points import FROZEN_FLAGS
from engine.net import key_store
from tests.house.source_files import ROOT, name_of, python_files, room, tracked_files, tree_of
from tests.models.talker import STARTER_MODEL

SPEC = ROOT / "packaging" / "hubbub.spec"
OF_THE_SOURCES = {".ts"}  # what other files are made from
NOT_OPENED = ("resources/pictures/",)


def _calls(name: str) -> Iterator[tuple[str, ast.expr]]:
    """Yield the files and first arguments of all calls of a function."""
    for path in python_files("app", "engine"):
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.Call):
                function = node.func
                called = function.attr if isinstance(function, ast.Attribute) else None
                called = function.id if isinstance(function, ast.Name) else called
                if called == name:
                    yield name_of(path), node.args[0]


def _assigned(name: str) -> ast.expr:
    """Return what the spec gives to a name."""
    for node in ast.walk(ast.parse(SPEC.read_text("utf-8"))):
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
            return node.value
        if isinstance(node, ast.keyword) and node.arg == name:
            return node.value
    raise AssertionError(f"the spec has no {name}")


def _hidden_imports() -> set[str]:
    texts = {
        node.value
        for node in ast.walk(_assigned("hiddenimports"))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    return texts | {
        f"keyring.backends.{node.value}"
        for part in ast.walk(ast.parse(SPEC.read_text("utf-8")))
        if isinstance(part, ast.FunctionDef) and part.name == "keyring_backends"
        for node in ast.walk(part)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def test_all_processes_have_a_flag() -> None:
    started = [argument for _path, argument in _calls("own_command")]
    assert all(isinstance(each, ast.Constant) for each in started), "their names are in the source"
    assert {each.value for each in started if isinstance(each, ast.Constant)} == set(FROZEN_FLAGS)


def test_modules_that_only_a_text_names_are_listed() -> None:
    named = [ast.unparse(argument) for _path, argument in _calls("import_module")]
    assert sorted(named) == [
        "'keyring'",
        "'llama_cpp.mtmd_cpp'",
        "'miniaudio'",
        "f'keyring.backends.{name}'",
    ], "list others here, too"
    assert {"llama_cpp.mtmd_cpp", "miniaudio"} <= _hidden_imports()
    names = {each for found in key_store._BACKENDS.values() for each in found}  # noqa: SLF001
    assert {f"keyring.backends.{name}" for name in names} <= _hidden_imports()


def test_all_files_that_are_opened_are_listed() -> None:
    source = ast.unparse(ast.Expression(_assigned("resources")))
    listed = {name_of(ROOT / place / path.split("/")[-1]) for path, place in _evaluated(source)}
    for path in tracked_files():
        name = name_of(path)
        is_opened = path.suffix not in {".py", *OF_THE_SOURCES} and not name.startswith(NOT_OPENED)
        if room(path) == "resources" and is_opened:
            assert name in listed
    if STARTER_MODEL.is_file():  # git ignores it
        assert name_of(STARTER_MODEL) in listed


def _evaluated(source: str) -> list[tuple[str, str]]:
    """Return the files of the spec, and the folders that they come into."""
    values: dict[str, object] = {"ROOT": ROOT, "sys": sys}
    found = eval(source, values)
    return [(path.replace("\\", "/"), place) for path, place in found]
