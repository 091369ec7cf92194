"""A file is one noun, a function does one thing: neither grows without somebody saying why."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.house.source_files import PRODUCT, name_of, python_files

FILE_LINES = 400
FUNCTION_LINES = 50

# What may be longer, with the reason: "folder/file.py" or "folder/file.py:function".
EXCEPTIONS: dict[str, str] = {}


def functions_of(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def long_files() -> set[str]:
    files = python_files(*PRODUCT, "tests")
    return {name_of(path) for path in files if _line_count(path) > FILE_LINES}


def long_functions() -> set[str]:
    return {
        f"{name_of(path)}:{function.name}"
        for path in python_files(*PRODUCT)
        for function in functions_of(path)
        if (function.end_lineno or function.lineno) - function.lineno >= FUNCTION_LINES
    }


def _line_count(path: Path) -> int:
    return len(path.read_text("utf-8").splitlines())


def test_no_file_is_too_long() -> None:
    assert long_files() - EXCEPTIONS.keys() == set()


def test_no_function_is_too_long() -> None:
    assert long_functions() - EXCEPTIONS.keys() == set()


def test_no_exception_outlives_its_reason() -> None:
    assert EXCEPTIONS.keys() - long_files() - long_functions() == set()
