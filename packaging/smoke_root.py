"""A fresh Debian in a folder, to install packages into; needs root and debootstrap."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from failure import SetupFailed
from native_library import cache_folder

USER = "tester"
HOME = Path("home", USER)
MIRROR = "http://deb.debian.org/debian"
SUITES = {"bookworm": "Debian 12", "trixie": "Debian 13"}

# Paths that the system writes while packages are installed and removed.
NOT_COMPARED = ("proc", "dev", "sys", "tmp", "run", "var/cache", "var/log", "var/lib/apt", "root")
NOT_COMPARED_FILES = ("var/lib/dpkg/", "etc/ld.so.cache", "etc/resolv.conf", "var/backups/")


class CleanRoot:
    """A root folder; programs started in it see only its files."""

    def __init__(self, folder: Path) -> None:
        """The folder must exist."""
        self.folder = folder

    def run(self, *command: str, as_user: bool = False) -> str:
        """Run a command in the root and return its output. Raises SetupFailed."""
        answer = subprocess.run(
            self.command(*command, as_user=as_user), capture_output=True, text=True, check=False
        )
        if answer.returncode != 0:
            lines = (answer.stdout + answer.stderr).splitlines()[-20:]
            raise SetupFailed(f"{command[0]} failed in the clean root.", tuple(lines))
        return answer.stdout

    def command(self, *command: str, as_user: bool = False, **variables: str) -> list[str]:
        """Return the command that starts another one inside, with a separate environment."""
        home = f"/{HOME}" if as_user else "/root"
        values = {"HOME": home, "LANG": "C.UTF-8", "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}
        values.update(variables, DEBIAN_FRONTEND="noninteractive")
        who = [f"--userspec={USER}:{USER}"] if as_user else []
        settings = [f"{name}={value}" for name, value in values.items()]
        return ["chroot", *who, str(self.folder), "/usr/bin/env", "-i", *settings, *command]

    def install(self, package: Path) -> None:
        """Install a package with its dependencies."""
        shutil.copyfile(package, self.folder / "tmp" / package.name)
        self.run("apt-get", "install", "-y", "--no-install-recommends", f"/tmp/{package.name}")

    def files(self) -> set[str]:
        """Return the names of all files of the system and of the user."""
        found = set()
        for place, folders, names in os.walk(self.folder):
            inside = os.path.relpath(place, self.folder)
            folders[:] = [
                name for name in folders if os.path.normpath(f"{inside}/{name}") not in NOT_COMPARED
            ]
            found |= {os.path.normpath(f"{inside}/{name}") for name in names}
        return {name for name in found if not name.startswith(NOT_COMPARED_FILES)}


@contextlib.contextmanager
def clean_root(suite: str, folder: Path) -> Iterator[CleanRoot]:
    """Provide a copy of a fresh root of this suite, with an ordinary user; removed at the end."""
    pristine = _pristine(suite)
    _discard(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["cp", "-a", "--reflink=auto", str(pristine), str(folder)], check=True)
    root = CleanRoot(folder)
    try:
        shutil.copyfile("/etc/resolv.conf", folder / "etc" / "resolv.conf")
        _mount("-t", "proc", "proc", str(folder / "proc"))
        for name in ("dev/null", "dev/urandom", "dev/zero"):
            if not (folder / name).exists():
                raise SetupFailed(f"The fresh root has no /{name}.")
        root.run("apt-get", "update")
        root.run("useradd", "--create-home", "--skel", "/nonexistent", USER)
        yield root
    finally:
        _discard(folder)


def bind(root: CleanRoot, place: Path) -> None:
    """Mount a folder of this machine inside, under the same path."""
    target = root.folder / str(place).lstrip("/")
    target.mkdir(parents=True, exist_ok=True)
    _mount("--bind", str(place), str(target))


def _pristine(suite: str) -> Path:
    folder = cache_folder() / "roots" / suite
    if not (folder / "etc" / "debian_version").exists() or (folder / "debootstrap").exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        print(f"  Fetching {SUITES.get(suite, suite)}", flush=True)
        command = ["debootstrap", "--variant=minbase", suite, str(folder), MIRROR]
        answer = subprocess.run(command, capture_output=True, text=True, check=False)
        if answer.returncode != 0:
            lines = tuple(answer.stdout.splitlines()[-10:])
            raise SetupFailed(f"debootstrap could not fetch {suite}.", lines)
    return folder


def _mount(*arguments: str) -> None:
    subprocess.run(["mount", *arguments], check=True)


def _discard(folder: Path) -> None:
    """Remove a root, after unmounting everything in it, so that nothing else is removed."""
    inside = f"{folder}/"
    with open("/proc/mounts", encoding="utf-8") as mounts:
        places = [line.split()[1] for line in mounts]
    for place in sorted((place for place in places if place.startswith(inside)), reverse=True):
        subprocess.run(["umount", place], check=True)
    if folder.exists():
        shutil.rmtree(folder)
