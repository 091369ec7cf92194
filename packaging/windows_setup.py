"""Makes the set-up program for Windows from the frozen folder, with Inno Setup.

Never run: it was written on another system.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from pathlib import Path

from commands import Commands
from failure import SetupFailed
from frozen_folder import FrozenFolder
from linux_packages import Layout

# A command that signs the files that are named behind it, as "signtool sign /fd sha256 …".
SIGNING_VARIABLE = "HUBBUB_SIGN_COMMAND"

_SIGNED_KINDS = (".exe", ".dll", ".pyd")


def make(layout: Layout, frozen: FrozenFolder, folder: Path, log: Commands) -> Path:
    """Sign what can be signed and return the set-up program. Raises SetupFailed."""
    _sign([path for path in frozen.folder.rglob("*") if path.suffix in _SIGNED_KINDS])
    path = folder / f"Hubbub-{layout.version.text}-setup.exe"
    command = [
        _compiler(),
        "/Qp",
        f"/DVersion={layout.version.text}",
        f"/DVersionNumbers={layout.version.as_numbers}",
        f"/DSource={frozen.folder}",
        f"/DIcon={layout.icons / 'hubbub.ico'}",
        f"/DOutput={folder}",
        f"/DOutputName={path.stem}",
        str(layout.root / "packaging" / "windows" / "hubbub.iss"),
    ]
    log.require(command, f"Packing {path.name}")
    _sign([path])
    return path


def _compiler() -> str:
    programs = os.environ.get("PROGRAMFILES(X86)", "C:/Program Files (x86)")
    usual = Path(programs, "Inno Setup 6", "ISCC.exe")
    found = shutil.which("ISCC") or (str(usual) if usual.exists() else None)
    if found is None:
        raise SetupFailed("Inno Setup 6 is missing: https://jrsoftware.org/isinfo.php")
    return found


def _sign(paths: list[Path]) -> None:
    """Sign files where somebody gave a command for it; without one they stay unsigned."""
    command = shlex.split(os.environ.get(SIGNING_VARIABLE, ""), posix=False)
    if not command:
        return
    for start in range(0, len(paths), 50):  # a command line has an end
        names = [str(path) for path in paths[start : start + 50]]
        if subprocess.run([*command, *names], check=False).returncode != 0:
            raise SetupFailed("Signing failed; its own words stand above.")
