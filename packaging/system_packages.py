"""Finds missing system packages, and installs them if allowed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from failure import SetupFailed

# Libraries that Qt's wheel expects from the system, and who brings them on Debian. Found by
# reading the NEEDED entries of its libraries and plugins. Without these nothing starts at all:
LIBRARIES_OF_QT = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libX11.so.6": "libx11-6",
    "libbrotlidec.so.1": "libbrotli1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgssapi_krb5.so.2": "libgssapi-krb5-2",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libz.so.1": "zlib1g",
    "libzstd.so.1": "libzstd1",
}

# ... and without these there is no window on X11 or Wayland:
LIBRARIES_OF_A_WINDOW = {
    "libX11-xcb.so.1": "libx11-xcb1",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-glx.so.0": "libxcb-glx0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxcb.so.1": "libxcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}

# Programs that tests with a real display start, by package.
TOOLS_OF_TESTS = {"Xvfb": "xvfb", "xdotool": "xdotool"}

# ... and what tests need that look for an icon in the tray, or read the window as a screen reader.
FILES_OF_TESTS = {
    "/usr/bin/trayer": "trayer",
    "/usr/bin/dbus-daemon": "dbus",
    "/usr/libexec/at-spi-bus-launcher": "at-spi2-core",
    "/usr/lib/python3/dist-packages/pyatspi": "python3-pyatspi",
}

# Programs that build packages, and those that test them in a fresh system.
TOOLS_OF_PACKAGING = {"git": "git", "readelf": "binutils", "strip": "binutils"}
TOOLS_OF_SMOKE_TEST = {"debootstrap": "debootstrap", **TOOLS_OF_TESTS}

FONT_PACKAGE = "fonts-dejavu-core"
FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts")

COMPILERS = ("c++", "g++", "clang++")


class Missing(NamedTuple):
    """Missing Debian packages; ``needed`` ones stop the set-up."""

    needed: tuple[str, ...] = ()
    wanted: tuple[str, ...] = ()

    @property
    def all(self) -> tuple[str, ...]:
        """Both kinds, in the order of the message to the user."""
        return self.needed + self.wanted

    def and_needed(self, package: str | None) -> Missing:
        """Return a copy with one more package, if given."""
        return self._replace(needed=(*self.needed, package)) if package else self


def find_missing(
    *, for_tests: bool = False, for_packages: bool = False, must_compile: bool
) -> Missing:
    """Return what Qt, the compiler, tests or packaging lack on this machine; Linux only."""
    if not sys.platform.startswith("linux"):
        return Missing()
    present = _known_libraries()
    needed = _absent(LIBRARIES_OF_QT, present) if present else []
    wanted = _absent(LIBRARIES_OF_A_WINDOW, present) if present else []
    if must_compile and not has_compiler():
        needed.append("g++")
    if for_packages:
        needed += absent_tools(TOOLS_OF_PACKAGING)
    if not _has_font():
        wanted.append(FONT_PACKAGE)
    if for_tests:
        wanted += absent_tools(TOOLS_OF_TESTS)
        wanted += [package for file, package in FILES_OF_TESTS.items() if not Path(file).exists()]
    return Missing(tuple(needed), tuple(wanted))


def missing_python_library(program: Path, version: tuple[int, ...]) -> str | None:
    """Return the package of libpython, which a frozen program needs, if it is missing.

    Debian links Python statically, and has the library in a separate package.
    """
    name = "python{}.{}".format(*version)
    is_debians = program.resolve() == Path("/usr/bin", name)
    is_there = f"lib{name}.so.1.0" in _known_libraries()
    return None if not is_debians or is_there else f"lib{name}"


def absent_tools(packages: dict[str, str]) -> list[str]:
    """Return the packages of missing programs; ``packages`` maps programs to packages."""
    return sorted({package for tool, package in packages.items() if not shutil.which(tool)})


def provide(missing: Missing, run: Callable[[list[str]], int], lazy: Callable[[str], None]) -> None:
    """Install missing packages as root on Debian; otherwise print the command to type."""
    if not missing.all:
        return
    if shutil.which("apt-get") is None:
        _describe(missing, lazy)
    elif os.geteuid() == 0:
        lazy("Installing with apt-get: " + " ".join(missing.all))
        _install(missing.all, run)
    else:
        _ask(missing, lazy)


def check_compiler() -> None:
    """Raise SetupFailed if macOS or Windows has no C++ compiler."""
    if sys.platform == "darwin" and not has_compiler():
        raise SetupFailed("A C++ compiler is missing. Type: xcode-select --install")
    if sys.platform == "win32" and not has_compiler():
        raise SetupFailed(
            "A C++ compiler is missing. Install the Build Tools for Visual Studio with the "
            "workload 'Desktop development with C++'."
        )


def has_compiler() -> bool:
    """Whether a C++ compiler is installed."""
    if os.environ.get("CXX") or (sys.platform == "win32" and _visual_studio().exists()):
        return True
    if (
        sys.platform == "darwin"
    ):  # /usr/bin/c++ always exists, and may only ask to install the tools
        question = ["xcode-select", "-p"]
        return subprocess.run(question, capture_output=True, check=False).returncode == 0
    return any(shutil.which(name) for name in COMPILERS)


def type_this(packages: Iterable[str]) -> str:
    """Return the command that installs packages on Debian."""
    return "sudo apt-get install -y --no-install-recommends " + " ".join(packages)


def libraries_in(listing: str) -> frozenset[str]:
    """Return the names of libraries in the output of ``ldconfig -p``."""
    lines = (line.strip() for line in listing.splitlines())
    return frozenset(line.split()[0] for line in lines if " => " in line)


def _install(packages: tuple[str, ...], run: Callable[[list[str]], int]) -> None:
    install = ["apt-get", "-o", "DPkg::Lock::Timeout=120", "-o", "Acquire::Retries=3"]
    install += ["install", "-y", "--no-install-recommends", *packages]
    if run(install) == 0:
        return
    # A fresh machine has no package lists before the first update, an old one has outdated lists.
    run(["apt-get", "-o", "Acquire::Retries=3", "update"])
    if run(install) != 0:
        raise SetupFailed(
            "apt-get could not install the system packages that Hubbub needs. "
            "When it works again, type: " + type_this(packages)
        )


def _ask(missing: Missing, lazy: Callable[[str], None]) -> None:
    line = type_this(missing.all)
    if missing.needed:
        raise SetupFailed(
            "Hubbub needs packages of the system that only an administrator can install. "
            f"Type this, then call again:\n\n    {line}\n"
        )
    lazy(f"Some system packages are missing ({_purpose(missing.wanted)}). Type:\n\n    {line}\n")


def _describe(missing: Missing, lazy: Callable[[str], None]) -> None:
    if "g++" in missing.needed:
        raise SetupFailed("A C++ compiler (g++ or clang++) is missing; install one and call again.")
    tools = [tool for tool, package in TOOLS_OF_PACKAGING.items() if package in missing.needed]
    if tools:
        raise SetupFailed(f"Packages can't be made without {', '.join(tools)}; install them.")
    if any(package.endswith("-venv") for package in missing.needed):
        raise SetupFailed("This Python can make no environment: it has neither ensurepip nor pip.")
    libraries = {**LIBRARIES_OF_QT, **LIBRARIES_OF_A_WINDOW}
    names = [name for name, package in libraries.items() if package in missing.all]
    if names:
        lazy("Qt may not start: your system lacks " + ", ".join(names) + ".")


def _purpose(packages: Iterable[str]) -> str:
    tools = set(TOOLS_OF_TESTS.values())
    return "for tests with a display" if set(packages) <= tools else "for the window"


def _known_libraries() -> frozenset[str]:
    """Return the libraries known to the loader; empty if it has no list (musl, NixOS)."""
    program = shutil.which("ldconfig", path=os.environ.get("PATH", "") + ":/sbin:/usr/sbin")
    if program is None:
        return frozenset()
    answer = subprocess.run([program, "-p"], capture_output=True, text=True, check=False)
    return libraries_in(answer.stdout)


def _absent(packages: dict[str, str], present: frozenset[str]) -> list[str]:
    return sorted({package for name, package in packages.items() if name not in present})


def _has_font() -> bool:
    folders = (Path(folder).expanduser() for folder in FONT_FOLDERS)
    return any(next(folder.rglob("*.[to]t[fc]"), None) for folder in folders if folder.is_dir())


def _visual_studio() -> Path:
    programs = os.environ.get("PROGRAMFILES(X86)", "C:/Program Files (x86)")
    return Path(programs, "Microsoft Visual Studio", "Installer", "vswhere.exe")
