"""Removes files that the packaged folder does not need."""

from __future__ import annotations

import fnmatch
import os
import re
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

# Parts of Qt that a desktop window never loads, as patterns of paths inside the folder.
UNWANTED = (
    "*/Qt/translations/*",
    "*/PySide6/translations/*",
    "*/plugins/egldeviceintegrations/*",
    "*/plugins/generic/*",
    "*/plugins/networkinformation/*",
    "*/plugins/tls/*",
    "*/plugins/platforms/*eglfs*",
    "*/plugins/platforms/*linuxfb*",
    "*/plugins/platforms/*vnc*",
    "*/plugins/platforms/*vkkhrdisplay*",
    "*/plugins/platforms/*minimal*",
    "*/plugins/platformthemes/*gtk3*",  # includes GTK with its dependencies
    "*/plugins/imageformats/*tga*",
    "*/plugins/imageformats/*wbmp*",
    "*/plugins/imageformats/*icns*",
    "*/plugins/wayland-shell-integration/*ivi*",
    "*/plugins/wayland-shell-integration/*fullscreen*",
)

# ... but these translations of Qt's dialogs are for the languages of the window.
WANTED = tuple(f"*/translations/qtbase_{each}.qm" for each in ("de", "es", "fr", "zh_CN"))

# Libraries that must be taken from the system: they use its drivers, display or configuration,
# and a packaged older copy would break that.
OF_THE_SYSTEM = (
    "libstdc++.so.6",
    "libgcc_s.so.1",
    "libwayland-*.so.*",
    "libdrm.so.2",
    "libX11.so.6",
    "libX11-xcb.so.1",
    "libXau.so.6",
    "libXdmcp.so.6",
    "libXext.so.6",
    "libxcb.so.1",
    "libxkbcommon.so.0",
    "libxkbcommon-x11.so.0",
    "libfontconfig.so.1",
    "libfreetype.so.6",
    "libdbus-1.so.3",
    "libsystemd.so.0",
    "libglib-2.0.so.0",
    "libgthread-2.0.so.0",
    "libpcre2-8.so.0",
    "libgssapi_krb5.so.2",
    "libkrb5*.so.*",
    "libk5crypto.so.3",
    "libz.so.1",
)

# Libraries that the system must provide; the package descriptions list all of them.
EXPECTED = frozenset(
    {
        *("ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1", "libc.so.6", "libdl.so.2", "libm.so.6"),
        *(
            "libpthread.so.0",
            "librt.so.1",
            "libutil.so.1",
            "libresolv.so.2",
            "libgcc_s.so.1",
            "libstdc++.so.6",
        ),
        *("libEGL.so.1", "libGL.so.1", "libX11-xcb.so.1", "libX11.so.6", "libxcb.so.1"),
        *("libdbus-1.so.3", "libfontconfig.so.1", "libfreetype.so.6", "libglib-2.0.so.0"),
        *("libgthread-2.0.so.0", "libgssapi_krb5.so.2", "libxkbcommon-x11.so.0"),
        *("libxkbcommon.so.0", "libz.so.1", "libvulkan.so.1"),
        *("libwayland-client.so.0", "libwayland-cursor.so.0", "libwayland-egl.so.1"),
    }
)

# Python extension modules: some are among the libraries, such as the sound decoder.
EXTENSION_MODULES = ("*.cpython-*.so", "*.abi3.so")

# Loaded by name at run time, so that no other file refers to them.
NAMED_AT_RUN_TIME = ("libpython*", "libllama*", "libggml*", "libmtmd*", *EXTENSION_MODULES)

_NEEDED = re.compile(r"\(NEEDED\).*\[([^\]]+)\]")


def is_wanted(destination: str) -> bool:
    """Whether a file belongs in the folder; ``destination`` is its path inside."""
    path = "/" + destination.replace(os.sep, "/")
    if any(fnmatch.fnmatch(path, pattern) for pattern in WANTED):
        return True
    return not any(fnmatch.fnmatch(path, pattern) for pattern in UNWANTED)


def is_of_the_system(name: str) -> bool:
    """Whether a library with this name must come from the system."""
    return any(fnmatch.fnmatch(name, pattern) for pattern in OF_THE_SYSTEM)


def remove_unneeded(contents: Path) -> tuple[str, ...]:
    """Remove system libraries and libraries that are no longer needed; Linux only.

    Libraries are in ``contents`` and in Qt's folder; all other files are parts of programs and
    stay. Returns the names of the removed files.
    """
    files = sorted(path for path in contents.rglob("*.so*") if path.exists())
    libraries: dict[str, list[Path]] = {}
    for path in files:
        if path.parent == contents or path.parent.match("PySide6/Qt/lib"):
            libraries.setdefault(path.name, []).append(path)
    taken = {name for name in libraries if is_of_the_system(name)}
    start = [path for path in files if path not in libraries.get(path.name, ())]
    start += [paths[0] for name, paths in libraries.items() if _is_named_at_run_time(name)]
    gone = sorted(set(libraries) - _closure(start, libraries, without=taken))
    for name in gone:
        for path in libraries[name]:
            path.unlink()
    return tuple(gone)


def needed_from_outside(contents: Path, program: Path) -> tuple[str, ...]:
    """Return the libraries that the system must provide; Linux only."""
    files = [path for path in contents.rglob("*.so*") if path.is_file()]
    inside = {path.name for path in files}
    wanted = {name for path in [*files, program] for name in needed_by(path)}
    return tuple(sorted(wanted - inside))


def needed_by(path: Path) -> tuple[str, ...]:
    """Return the libraries that a file links to."""
    command = ["readelf", "--dynamic", "--wide", str(path)]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    return tuple(_NEEDED.findall(answer.stdout))


def strip(paths: Iterable[Path]) -> None:
    """Remove debug symbols, if strip is installed."""
    program = shutil.which("strip")
    files = [str(path) for path in paths if path.is_file() and not path.is_symlink()]
    if program and files:
        subprocess.run([program, "--strip-unneeded", *files], check=True)


def size_of(folder: Path) -> int:
    """Return the total size of all files under a folder in bytes, without links."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return sum(path.stat().st_size for path in files)


def _closure(start: list[Path], libraries: dict[str, list[Path]], *, without: set[str]) -> set[str]:
    found = {path.name for path in start} & libraries.keys()
    todo = list(start)
    while todo:
        for name in needed_by(todo.pop()):
            if name in libraries and name not in found and name not in without:
                found.add(name)
                todo.append(libraries[name][0])
    return found


def _is_named_at_run_time(name: str) -> bool:
    return any(fnmatch.fnmatch(name, pattern) for pattern in NAMED_AT_RUN_TIME)
