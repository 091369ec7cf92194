"""Counts what can be counted of the code itself: ``python -m tests.house.figures``.

Looked at are the Python files of the product (app, engine, resources, packaging) that git keeps;
``--root`` counts another tree, such as an older commit.

    code lines      lines that are neither blank nor only a comment or a docstring
    methods         every ``def`` in the body of a class, overloads and properties as well
    relayed signals ``a.changed.connect(self.changed)``, where the target is a declared signal
    forwarders      methods that do nothing but hand their own parameters on to one other call
    lone helpers    files of app and engine, of at most 60 lines, that only one other file imports
    comment share   lines that are only a comment, in the lines of app and engine
    largest folder  by the Python files that lie directly in it
"""

import argparse
import ast
import io
import json
import statistics
import subprocess
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PRODUCT = ("app", "engine", "resources", "packaging")
APPLICATION = ("app", "engine")
MANY_METHODS = 20
MOST_METHODS = 25
SMALL_FILE = 60

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Source:
    """One Python file."""

    name: str
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        """Return it parsed."""
        return ast.parse(self.text)

    @property
    def folder(self) -> str:
        """Return the folder in which it lies."""
        return self.name.rpartition("/")[0]

    @property
    def room(self) -> str:
        """Return the top-level folder in which it lies."""
        return self.name.partition("/")[0]

    @property
    def module(self) -> str:
        """Return the name by which it is imported."""
        return self.name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    @property
    def lines(self) -> list[str]:
        """Return its lines."""
        return self.text.splitlines()


@dataclass(frozen=True, slots=True)
class Figures:
    """What was counted, of all files together."""

    lines: int
    code_lines: int
    files: int
    median_file: float
    largest_file: tuple[str, int]
    classes_over_20_methods: int
    classes_over_25_methods: int
    largest_class: tuple[str, int]
    relayed_signals: int
    forwarders: int
    lone_helpers: int
    comment_share_percent: float
    largest_folder: tuple[str, int]


def sources(root: Path = ROOT, folders: Iterable[str] = PRODUCT) -> list[Source]:
    """Return the files of a tree that git keeps, or would keep."""
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others"]
    command += ["--exclude-standard", "--", *(f"{folder}/*.py" for folder in folders)]
    answer = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
    names = sorted(set(filter(None, answer.stdout.split("\0"))))
    files = ((name, root / name) for name in names)
    return [Source(name, path.read_text("utf-8")) for name, path in files if path.is_file()]


def figures(files: list[Source]) -> Figures:
    """Return all figures of these files."""
    sizes = {each.name: len(each.lines) for each in files}
    methods = method_counts(files)
    commented = [each for each in files if each.room in APPLICATION]
    comments = sum(len(comment_lines(each)) for each in commented)
    return Figures(
        lines=sum(sizes.values()),
        code_lines=sum(code_line_count(each) for each in files),
        files=len(files),
        median_file=statistics.median(sizes.values()),
        largest_file=_largest(sizes),
        classes_over_20_methods=sum(count > MANY_METHODS for count in methods.values()),
        classes_over_25_methods=sum(count > MOST_METHODS for count in methods.values()),
        largest_class=_largest(methods),
        relayed_signals=len(relayed_signals(files)),
        forwarders=len(forwarders(files)),
        lone_helpers=len(lone_helpers(files)),
        comment_share_percent=round(100 * comments / sum(sizes[e.name] for e in commented), 2),
        largest_folder=_largest(folder_sizes(files)),
    )


def _largest(counts: dict[str, int]) -> tuple[str, int]:
    return max(counts.items(), key=lambda each: each[1])


def folder_sizes(files: Iterable[Source]) -> dict[str, int]:
    """Return how many files lie directly in each folder."""
    return dict(Counter(each.folder for each in files))


def method_counts(files: Iterable[Source]) -> dict[str, int]:
    """Return how many methods each class has, by "folder/file.py:Class"."""
    return {
        f"{each.name}:{node.name}": sum(isinstance(part, Function) for part in node.body)
        for each in files
        for node in ast.walk(each.tree)
        if isinstance(node, ast.ClassDef)
    }


def comment_lines(source: Source) -> set[int]:
    """Return the numbers of the lines that hold only a comment."""
    tokens = tokenize.generate_tokens(io.StringIO(source.text).readline)
    return {
        token.start[0]
        for token in tokens
        if token.type == tokenize.COMMENT and token.line.lstrip().startswith("#")
    }


def code_line_count(source: Source) -> int:
    """Return how many lines say what is done."""
    silent = comment_lines(source) | _docstring_lines(source.tree)
    lines = enumerate(source.lines, start=1)
    return sum(bool(line.strip()) and number not in silent for number, line in lines)


def _docstring_lines(tree: ast.Module) -> set[int]:
    found: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | Function) and node.body:
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                found.update(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    return found


def relayed_signals(files: list[Source]) -> list[str]:
    """Return where a signal is connected to another signal, as "folder/file.py:line"."""
    signals = {name for each in files for name in _signal_names(each.tree)}
    return [
        f"{each.name}:{node.lineno}"
        for each in files
        for node in ast.walk(each.tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "connect"
        and node.args
        and isinstance(node.args[0], ast.Attribute)
        and node.args[0].attr in signals
    ]


def _signal_names(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            made_by = node.value.func
            if isinstance(made_by, ast.Name) and made_by.id == "Signal":
                yield from (each.id for each in node.targets if isinstance(each, ast.Name))


def forwarders(files: Iterable[Source]) -> list[str]:
    """Return the methods that only hand their parameters on, as "folder/file.py:Class.method"."""
    return [
        f"{each.name}:{node.name}.{method.name}"
        for each in files
        for node in ast.walk(each.tree)
        if isinstance(node, ast.ClassDef)
        for method in node.body
        if isinstance(method, Function) and _only_forwards(method)
    ]


def _only_forwards(method: Function) -> bool:
    body = [part for part in method.body if not _is_docstring(part)]
    if len(body) != 1 or not isinstance(body[0], ast.Expr | ast.Return):
        return False
    call = body[0].value
    call = call.value if isinstance(call, ast.Await) else call
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        return False
    if not _is_own(call.func.value):
        return False
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    given = [each.value if isinstance(each, ast.Starred) else each for each in given]
    parameters = {each.arg for each in ast.walk(method.args) if isinstance(each, ast.arg)}
    names = [each.id for each in given if isinstance(each, ast.Name)]
    return len(names) == len(given) and set(names) <= parameters - {"self"}


def _is_own(target: ast.expr) -> bool:
    """Return whether it is something that an object has: ``self._part`` or a part of that."""
    while isinstance(target, ast.Attribute):
        if isinstance(target.value, ast.Name) and target.value.id == "self":
            return True
        target = target.value
    return False


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def lone_helpers(files: list[Source]) -> list[str]:
    """Return the small files that only one other file imports."""
    files = [each for each in files if each.room in APPLICATION]
    modules = {each.module: each for each in files}
    importers: Counter[str] = Counter()
    for each in files:
        importers.update(_imported(each, modules.keys()) - {each.module})
    return [
        each.name
        for module, each in modules.items()
        if importers[module] == 1
        and len(each.lines) <= SMALL_FILE
        and not each.name.endswith("__init__.py")
    ]


def _imported(source: Source, modules: Iterable[str]) -> set[str]:
    """Return the modules among these that a file imports."""
    known = set(modules)
    found: set[str] = set()
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= inner & known or {node.module}
    return found & known


def main() -> None:
    """Print the figures of a tree."""
    parser = argparse.ArgumentParser(description="Count what can be counted of the code itself.")
    parser.add_argument("--root", type=Path, default=ROOT, help="the tree to count")
    parser.add_argument("--list", action="store_true", help="print what was found, too")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    wanted = parser.parse_args()
    files = sources(wanted.root.resolve())
    counted = asdict(figures(files))
    for name, value in counted.items():
        words = f"{value[1]}  {value[0]}" if isinstance(value, tuple) else value
        print(f"{name.replace('_', ' '):26} {words}")
    if wanted.list:
        _print_lists(files)
    if wanted.json is not None:
        wanted.json.write_text(json.dumps(counted, indent=1) + "\n", "utf-8")


def _print_lists(files: list[Source]) -> None:
    large = {name: n for name, n in method_counts(files).items() if n > MANY_METHODS}
    lists = {
        "classes over 20 methods": [
            f"{count} {name}" for name, count in sorted(large.items(), key=lambda each: -each[1])
        ],
        "relayed signals": relayed_signals(files),
        "forwarders": forwarders(files),
        "lone helpers": lone_helpers(files),
    }
    for title, names in lists.items():
        print(f"\n{title}", *names, sep="\n  ")


if __name__ == "__main__":
    main()
