"""Collects the licences of everything in a package."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from freezing_environment import FreezingEnvironment, entries_of
from native_library import NativeLibrary

FOLDER = "licences"

# Distributions whose files name a licence without its text.
TEXTS_OF_OURS = {
    "pyside6-essentials": ("Qt.txt", "LGPL-3.0.txt", "GPL-3.0.txt"),
    "shiboken6": ("Qt.txt", "LGPL-3.0.txt", "GPL-3.0.txt"),
    "latex2mathml": ("MIT-latex2mathml.txt",),
    "pydantic-monty-runtime": ("MIT-monty.txt",),
}
_SEPARATORS = re.compile(r"[-_.]+")
_TEXT = re.compile(r"(licen[cs]e|copying|notice|authors)", re.IGNORECASE)


def gather(
    root: Path,
    environment: FreezingEnvironment,
    library: NativeLibrary,
    contents: Path,
    target: Path,
) -> None:
    """Write the licences of everything in ``contents`` to ``target``, one folder per work."""
    _copy(root / "LICENSE", target / "hubbub")
    _copy(library.licence, target / "llama.cpp")
    for part in library.licences_of_parts:
        _copy(part, target / part.parent.name)
    _copy_python(environment, target / "python")
    for name in distributions(root):
        folders = _folders_of(environment.site_folder, name)
        texts = _texts_in(folders)
        texts += [root / "packaging" / "licences" / own for own in TEXTS_OF_OURS.get(name, ())]
        assert texts or not folders, f"{name} has no licence text"
        for text in texts:
            _copy(text, target / name)
    _copy(root / "packaging" / "licences" / "Apache-2.0.txt", target / "SmolLM2-135M-Instruct")
    for text in sorted((root / "resources" / "fonts").glob("OFL-*.txt")):
        _copy(text, target / "fonts")
    for library_path in sorted(contents.glob("lib*.so*")):
        _copy_of_debian(library_path.name, target)


def distributions(root: Path) -> list[str]:
    """Return the names of the application's dependencies as in the lock."""
    lock = (root / "requirements.lock").read_text("utf-8")
    return sorted({entry.split("==")[0] for entry in entries_of(lock) if "==" in entry})


def _folders_of(site_folder: Path, name: str) -> list[Path]:
    """Return the metadata folders of a distribution; empty if it is for another system."""
    # The lock's jaraco-classes is in jaraco.classes-3.4.0.dist-info.
    prefix = _SEPARATORS.sub("_", name).lower()
    return [
        path
        for path in site_folder.glob("*.dist-info")
        if _SEPARATORS.sub("_", path.name).lower().startswith(f"{prefix}_")
    ]


def _texts_in(folders: list[Path]) -> list[Path]:
    return sorted(
        path
        for folder in folders
        for path in folder.rglob("*")
        if path.is_file() and (_TEXT.search(path.name) or "licenses" in path.parts)
    )


def _copy(text: Path, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    name, number = text.name, 1
    while (folder / name).exists() and (folder / name).read_bytes() != text.read_bytes():
        number += 1
        name = f"{text.stem}-{number}{text.suffix}"
    shutil.copyfile(text, folder / name)


def _copy_python(environment: FreezingEnvironment, folder: Path) -> None:
    program = "import sys; print(sys.base_prefix, *sys.version_info[:2], sep='\\n')"
    command = [str(environment.python), "-c", program]
    answer = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    prefix, major, minor = answer.splitlines()
    places = [
        Path(prefix, "lib", f"python{major}.{minor}", "LICENSE.txt"),
        Path(prefix, "LICENSE.txt"),
        Path("/usr/share/doc", f"python{major}.{minor}", "copyright"),
        Path("/usr/share/doc", f"libpython{major}.{minor}-minimal", "copyright"),
    ]
    _copy(next(place for place in places if place.is_file()), folder)


def _copy_of_debian(name: str, target: Path) -> None:
    """Copy Debian's copyright file of a library from the build machine."""
    if sys.platform != "linux" or shutil.which("dpkg-query") is None:
        return
    command = ["dpkg-query", "--search", f"*/{name}"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    for line in answer.splitlines():
        package = line.split(":")[0]
        text = Path("/usr/share/doc", package, "copyright")
        if text.is_file():
            _copy(text, target / package)
            return
