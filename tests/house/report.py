"""Prints the sizes of the product's files, functions, classes and folders, and never fails.

Run it with ``python -m tests.house.report``. It reads the Python files of app, engine, resources
and packaging that git tracks, or would track.

    code lines     lines other than blank lines, lines that begin with "#", and docstrings
    methods        each ``def`` in the body of a class, overloads and properties included
    comment share  lines that begin with "#", in percent of all lines
"""

import argparse
import ast
import json
import statistics
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.house.source_files import PRODUCT, name_of, python_files

DEFAULT_ROWS = 10
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Report:
    """Totals by name, and by kind the largest things as pairs of size and name."""

    totals: dict[str, float]
    largest: dict[str, list[tuple[int, str]]]


def report(row_count: int) -> Report:
    """Measure the product, and keep the ``row_count`` largest things of each kind."""
    lines: dict[str, list[str]] = {}
    functions: dict[str, int] = {}
    classes: dict[str, int] = {}
    docstring_line_count = 0
    for path in python_files(*PRODUCT):
        name, text = name_of(path), path.read_text("utf-8")
        lines[name] = text.splitlines()
        for node in ast.walk(ast.parse(text)):
            docstring_line_count += _docstring_line_count(node)
            if isinstance(node, ast.ClassDef):
                count = sum(isinstance(part, Function) for part in node.body)
                classes[f"{name}:{node.name}"] = count
            elif isinstance(node, Function):
                functions[f"{name}:{node.lineno} {node.name}"] = _line_count(node)
    sizes = {
        "files, by lines": {name: len(each) for name, each in lines.items()},
        "functions, by lines": functions,
        "classes, by methods": classes,
        "folders, by files": Counter(name.rpartition("/")[0] for name in lines),
    }
    largest = {
        kind: sorted(((size, name) for name, size in each.items()), reverse=True)[:row_count]
        for kind, each in sizes.items()
    }
    return Report(_totals(list(lines.values()), docstring_line_count), largest)


def _totals(files: list[list[str]], docstring_line_count: int) -> dict[str, float]:
    stripped = [line.strip() for lines in files for line in lines]
    comment_count = sum(line.startswith("#") for line in stripped)
    return {
        "files": len(files),
        "lines": len(stripped),
        "code lines": sum(map(bool, stripped)) - comment_count - docstring_line_count,
        "lines of the median file": statistics.median(map(len, files)),
        "comment share (%)": round(100 * comment_count / len(stripped), 2),
    }


def _docstring_line_count(node: ast.AST) -> int:
    """Return the number of lines of a node's docstring that are not blank; 0 without one."""
    if not isinstance(node, ast.Module | ast.ClassDef | Function):
        return 0
    docstring = ast.get_docstring(node, clean=False) or ""
    return sum(bool(line.strip()) for line in docstring.splitlines())


def _line_count(node: Function) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def main() -> None:
    """Print the totals and the largest files, functions, classes and folders."""
    parser = argparse.ArgumentParser(description="Print the sizes of the product's code.")
    parser.add_argument("--rows", type=int, default=DEFAULT_ROWS, help="rows of each table")
    parser.add_argument("--json", type=Path, help="also write the report to this file")
    options = parser.parse_args()
    found = report(options.rows)
    for name, value in found.totals.items():
        print(f"{value:>10,}  {name}")
    for kind, rows in found.largest.items():
        print(f"\nlargest {kind}")
        for size, name in rows:
            print(f"{size:>10,}  {name}")
    if options.json is not None:
        options.json.write_text(json.dumps(asdict(found), indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
