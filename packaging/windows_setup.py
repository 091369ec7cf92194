"""Builds the Windows installer from the frozen folder, with Inno Setup.

Untested: it was written on another system.
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

# A command that signs the files given as its last arguments: "signtool sign /fd sha256…".
SIGNING_VARIABLE = "HUBBUB_SIGN_COMMAND"

_SIGNED_KINDS = (".exe", ".dll", ".pyd")

# Inno Setup's name of the command that signs the uninstaller.
_INNO_SIGNER = "hubbub"


def make(layout: Layout, frozen: FrozenFolder, folder: Path, log: Commands) -> Path:
    """Sign the files and return the installer. Raises SetupFailed."""
    signer = signing_command(os.environ.get(SIGNING_VARIABLE, ""))
    _sign(signer, [path for path in sorted(frozen.folder.rglob("*")) if is_signed(path)])
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
        *inno_signing(signer),
        str(layout.root / "packaging" / "windows" / "hubbub.iss"),
    ]
    log.require(command, f"Packing {path.name}")
    return path


def is_signed(path: Path) -> bool:
    """Return whether Windows checks signatures in this kind of file."""
    return path.suffix.lower() in _SIGNED_KINDS


def signing_command(text: str) -> list[str]:
    """Split a command into words; quotes are removed, backslashes kept."""
    lexer = shlex.shlex(text, posix=True, punctuation_chars=False)
    lexer.whitespace_split = True
    lexer.escape = ""  # a backslash separates folders here
    lexer.commenters = ""
    return list(lexer)


def inno_signing(signer: list[str]) -> list[str]:
    """Return the arguments with which Inno Setup signs the uninstaller and the installer.

    Only the compiler of Inno Setup, which creates the uninstaller, can sign it; in its arguments
    ``$q`` is a quotation mark, ``$f`` the quoted file and ``$$`` a dollar.
    """
    if not signer:
        return []
    words = (f"$q{word.replace('$', '$$')}$q" for word in signer)
    return ["/DSigned", f"/S{_INNO_SIGNER}={' '.join(words)} $f"]


def _compiler() -> str:
    programs = os.environ.get("PROGRAMFILES(X86)", "C:/Program Files (x86)")
    usual = Path(programs, "Inno Setup 6", "ISCC.exe")
    found = shutil.which("ISCC") or (str(usual) if usual.exists() else None)
    if found is None:
        raise SetupFailed("Inno Setup 6 is missing: https://jrsoftware.org/isinfo.php")
    return found


def _sign(signer: list[str], paths: list[Path]) -> None:
    """Sign files with the given command; without a command they stay unsigned."""
    if not signer:
        return
    for start in range(0, len(paths), 50):  # the length of a command line is limited
        names = [str(path) for path in paths[start : start + 50]]
        if subprocess.run([*signer, *names], check=False).returncode != 0:
            raise SetupFailed("Signing failed; its own words stand above.")
