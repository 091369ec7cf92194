"""The environment for building packages: the dependencies of the application, and tools."""

from __future__ import annotations

import hashlib
import os
import shutil
from pathlib import Path

from commands import Commands
from interpreters import Interpreter
from virtual_environment import PIP_SETTINGS

# Compiled separately, for every processor instead of this one.
COMPILED_HERE = "llama-cpp-python"

LOCKS = ("requirements.lock", "packaging/package.lock", "packaging/build.lock")


class FreezingEnvironment:
    """A virtual environment under ``build/``, created again when a lock has changed."""

    def __init__(self, root: Path, folder: Path, interpreter: Interpreter) -> None:
        """Does not create the environment."""
        self.folder = folder
        self._root = root
        self._interpreter = interpreter

    @property
    def python(self) -> Path:
        """The path of its Python."""
        return self.program("python")

    @property
    def site_folder(self) -> Path:
        """The folder of its packages."""
        if os.name == "nt":
            return self.folder / "Lib" / "site-packages"
        return (
            self.folder
            / "lib"
            / "python{}.{}".format(*self._interpreter.version)
            / ("site-packages")
        )

    def program(self, name: str) -> Path:
        """The path of one of its programs."""
        return self.folder / (f"Scripts/{name}.exe" if os.name == "nt" else f"bin/{name}")

    def provide(self, commands: Commands) -> None:
        """Create the environment unless it exists. Raises SetupFailed."""
        key = self._key()
        stamp = self.folder / "hubbub-packages"
        if stamp.is_file() and stamp.read_text("utf-8") == key:
            return
        shutil.rmtree(self.folder, ignore_errors=True)
        venv = [self._interpreter.path, "-m", "venv", str(self.folder)]
        commands.require(venv, "Making the environment for packaging")
        pip = [str(self.python), "-m", "pip", "install", "--require-hashes", "--no-deps"]
        upgrade = [*pip, "--upgrade", "-r", "packaging/pip.lock"]
        commands.require(upgrade, "Fetching pip", PIP_SETTINGS)
        lock = self.folder / "requirements.txt"
        text = (self._root / "requirements.lock").read_text("utf-8")
        lock.write_text(without_package(text, COMPILED_HERE), "utf-8")
        pip += ["--only-binary", ":all:", "-r", str(lock), "-r", LOCKS[1], "-r", LOCKS[2]]
        commands.require(pip, "Fetching packages", PIP_SETTINGS)
        stamp.write_text(key, "utf-8")

    def _key(self) -> str:
        digest = hashlib.sha256(self._interpreter.version_text.encode())
        for name in LOCKS:
            digest.update((self._root / name).read_bytes())
        return digest.hexdigest()


def without_package(lock: str, name: str) -> str:
    """Return a lock without one of its packages."""
    return "".join(entry for entry in entries_of(lock) if not entry.startswith(f"{name}=="))


def only_package(lock: str, name: str) -> str:
    """Return the part of a lock for one package."""
    return "".join(entry for entry in entries_of(lock) if entry.startswith(f"{name}=="))


def entries_of(lock: str) -> list[str]:
    """Return the parts of a lock, each a package with its hashes and its origin."""
    entries: list[str] = []
    for line in lock.splitlines(keepends=True):
        begins = bool(line.strip()) and not line.startswith((" ", "#"))
        if begins or not entries:
            entries.append("")
        entries[-1] += line
    return entries
