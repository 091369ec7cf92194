"""Finds the Python for Hubbub."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from failure import SetupFailed

# In order of preference: 3.12 is what Hubbub is developed on. Below it Python still counts
# references to None, which forces an older Qt (see pyproject.toml).
SUPPORTED = ((3, 12), (3, 13), (3, 11))

# A Python compiled without one of these starts, but can't run the application.
NEEDED_MODULES = ("ctypes", "sqlite3", "ssl", "venv", "zlib")

_PROBE = """
import importlib.util, json, sys
broken = []
for name in %r:
    try:
        __import__(name)
    except ImportError:
        broken.append(name)
print(json.dumps([sys.version_info[:3], sys.executable, broken,
                  importlib.util.find_spec("ensurepip") is not None,
                  importlib.util.find_spec("pip") is not None]))
"""


class Interpreter(NamedTuple):
    """A Python that was run successfully."""

    path: str
    version: tuple[int, int, int]
    has_ensurepip: bool
    has_pip: bool

    @property
    def is_supported(self) -> bool:
        """Whether Hubbub supports this version."""
        return self.version[:2] in SUPPORTED

    @property
    def missing_package(self) -> str | None:
        """The Debian package that provides ensurepip."""
        if self.has_ensurepip or self.has_pip:
            return None
        return "python{}.{}-venv".format(*self.version)

    @property
    def version_text(self) -> str:
        """The version as text."""
        return ".".join(str(part) for part in self.version)


def find_interpreter(environment: dict[str, str]) -> Interpreter:
    """Return the best Python of this machine; ``HUBBUB_PYTHON`` overrides the choice."""
    chosen = environment.get("HUBBUB_PYTHON", "")
    if chosen:
        return _checked(chosen)
    for version in SUPPORTED:
        for candidate in _candidates(version, environment):
            interpreter = probe(candidate)
            if interpreter is not None and interpreter.version[:2] == version:
                return interpreter
    raise SetupFailed(
        "Hubbub needs Python 3.11, 3.12 or 3.13, and none of them works here "
        f"(this is {sys.version.split()[0]}). Install Python 3.12, or name one yourself: "
        "HUBBUB_PYTHON=/path/to/python3.12"
    )


def probe(path: str | Path) -> Interpreter | None:
    """Run a Python and return its facts; None if it fails to start or lacks a module."""
    program = _PROBE % (NEEDED_MODULES,)
    try:
        answer = subprocess.run(
            [str(path), "-I", "-c", program], capture_output=True, text=True, timeout=60, check=True
        ).stdout
        version, executable, broken, has_ensurepip, has_pip = json.loads(answer)
    except (OSError, ValueError, subprocess.SubprocessError):
        return None  # a pyenv shim without that version, a dangling link, another program
    return None if broken else Interpreter(executable, tuple(version), has_ensurepip, has_pip)


def _checked(path: str) -> Interpreter:
    interpreter = probe(path)
    if interpreter is None:
        raise SetupFailed(f"HUBBUB_PYTHON names {path}, which is not a complete, working Python.")
    if not interpreter.is_supported:
        raise SetupFailed(
            f"HUBBUB_PYTHON names Python {interpreter.version_text}; "
            "Hubbub runs on 3.11, 3.12 and 3.13."
        )
    return interpreter


def _candidates(version: tuple[int, int], environment: dict[str, str]) -> Iterator[str]:
    """Yield the possible paths of a Python of this version, the likeliest first."""
    if sys.version_info[:2] == version:
        yield sys.executable
    name = "python{}.{}".format(*version) + (".exe" if os.name == "nt" else "")
    folders = itertools.chain(
        environment.get("PATH", "").split(os.pathsep), _private_folders(version, environment)
    )
    yield from _existing(Path(folder) / name for folder in folders if folder)
    yield from _windows_installations(version, environment)


def _private_folders(version: tuple[int, int], environment: dict[str, str]) -> Iterator[str]:
    """Yield folders outside PATH: of pyenv, newest patch first, of uv and of Homebrew."""
    home = Path(environment.get("HOME") or Path.home())
    text = "{}.{}".format(*version)
    pyenv = Path(environment.get("PYENV_ROOT") or home / ".pyenv")
    yield from map(str, _newest_first(pyenv.glob(f"versions/{text}.*/bin")))
    yield from map(str, _newest_first(home.glob(f".local/share/uv/python/cpython-{text}.*/bin")))
    yield from ("/usr/local/bin", "/opt/homebrew/bin")


def _windows_installations(version: tuple[int, int], environment: dict[str, str]) -> Iterator[str]:
    """Yield the paths of python.org's installer, which has no versioned names."""
    below = "Python{}{}".format(*version)
    for variable, folder in (("LOCALAPPDATA", "Programs/Python"), ("PROGRAMFILES", "")):
        if environment.get(variable):
            yield from _existing([Path(environment[variable], folder, below, "python.exe")])


def _newest_first(folders: Iterable[Path]) -> list[Path]:
    def patch(folder: Path) -> tuple[int, ...]:
        digits = "".join(letter if letter.isdigit() else " " for letter in folder.parent.name)
        return tuple(int(part) for part in digits.split())

    return sorted(folders, key=patch, reverse=True)


def _existing(paths: Iterable[Path]) -> Iterator[str]:
    return (str(path) for path in paths if path.exists())
