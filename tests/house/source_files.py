"""Which files the checks of the house look at."""

import ast
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PRODUCT = ("app", "engine", "resources", "packaging")


@cache
def tracked_files() -> tuple[Path, ...]:
    """Return what git keeps, or would keep: everything that it does not ignore."""
    # CI often runs as another user than the one who owns the checkout; git minds, reading does not.
    command = ["git", "-c", "safe.directory=*", "ls-files", "--cached", "--others"]
    command += ["--exclude-standard", "-z"]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    paths = (ROOT / name for name in sorted(set(answer.stdout.split("\0"))) if name)
    return tuple(path for path in paths if path.is_file())


def python_files(*folders: str) -> tuple[Path, ...]:
    """Return the Python files under these folders of the repository."""
    return tuple(path for path in tracked_files() if path.suffix == ".py" and room(path) in folders)


@cache
def tree_of(path: Path) -> ast.Module:
    """Return the syntax tree of a Python file; cached, since several checks read it."""
    return ast.parse(path.read_text("utf-8"))


def room(path: Path) -> str:
    """Return the top-level folder of a file."""
    return path.relative_to(ROOT).parts[0]


def name_of(path: Path) -> str:
    """Return a file's name as the repository knows it."""
    return path.relative_to(ROOT).as_posix()
