"""Builds the macOS disk image of the application: signed, notarized, with an install link.

Untested: it was written on another system.
"""

from __future__ import annotations

import os
import platform
import shutil
from pathlib import Path

from commands import Commands
from frozen_folder import FrozenFolder
from linux_packages import Layout


def make(layout: Layout, frozen: FrozenFolder, folder: Path, log: Commands) -> Path:
    """Return the image. Raises SetupFailed."""
    scripts = layout.root / "packaging" / "macos"
    # Also without an identity: adding files broke PyInstaller's signature, and macOS reports an
    # application with a broken signature as damaged, not only as unknown.
    log.require(["sh", str(scripts / "sign.sh"), str(frozen.folder)], "Signing")
    path = folder / f"Hubbub-{layout.version.text}-{platform.machine()}.dmg"
    path.unlink(missing_ok=True)
    tree = layout.icons.parent / "image"
    shutil.rmtree(tree, ignore_errors=True)
    tree.mkdir()
    shutil.copytree(frozen.folder, tree / frozen.folder.name, symlinks=True)
    (tree / "Applications").symlink_to("/Applications")
    command = ["hdiutil", "create", "-volname", "Hubbub", "-srcfolder", str(tree)]
    log.require([*command, "-fs", "HFS+", "-format", "ULFO", str(path)], "Making the image")
    if os.environ.get("HUBBUB_NOTARY_KEY"):
        log.require(["sh", str(scripts / "notarize.sh"), str(path)], "Notarizing")
    return path
