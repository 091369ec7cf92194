"""Makes the disk image for macOS from the application: signed, notarized, with a link to drag to.

Never run: it was written on another system.
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
    # Also without an identity: PyInstaller's own signature broke when files were added, and an
    # application with a broken one is called damaged, not only unknown.
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
