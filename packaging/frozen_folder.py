"""The folder that needs no Python: frozen by PyInstaller, trimmed, with all licences."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import licence_texts
import trimming
from commands import Commands
from failure import SetupFailed
from freezing_environment import COMPILED_HERE, FreezingEnvironment
from native_library import NativeLibrary
from release_version import ReleaseVersion, stamp

# A library that was changed after linking, which strip can't process.
NOT_STRIPPED = "numpy.libs"


class FrozenFolder:
    """``hubbub/`` with the program in it, or ``Hubbub.app``."""

    def __init__(self, root: Path, folder: Path) -> None:
        """``folder`` need not exist yet."""
        self._root = root
        self.folder = folder

    @property
    def contents(self) -> Path:
        """The folder of everything except the program."""
        if sys.platform == "darwin":
            return self.folder / "Contents" / "Frameworks"
        return self.folder / "_internal"

    def data_folder(self, name: str) -> Path:
        """Return a new folder for files other than code, which the program finds as usual.

        In a macOS application, only code may be among the frameworks: codesign would treat a
        folder such as ``x.dist-info`` as a bundle, and reject it. Therefore the files are in
        the resources, with a link at the place where Python expects them.
        """
        if sys.platform != "darwin":
            folder = self.contents / name
            folder.mkdir(parents=True)
            return folder
        folder = self.folder / "Contents" / "Resources" / name
        folder.mkdir(parents=True)
        (self.contents / name).symlink_to(Path("..", "Resources", name))
        return folder

    @property
    def program(self) -> Path:
        """The executable."""
        if sys.platform == "darwin":
            return self.folder / "Contents" / "MacOS" / "hubbub"
        return self.folder / ("hubbub.exe" if os.name == "nt" else "hubbub")

    @property
    def packs(self) -> Path:
        """The folder for GPU backends."""
        return self.contents / "llama_cpp" / "lib"

    def add_pack(self, pack: Path) -> None:
        """Copy a GPU backend to where the engine looks for it."""
        place = self.packs / pack.name
        shutil.copyfile(pack, place)
        trimming.strip([place])

    def stamp(self, version: ReleaseVersion) -> None:
        """Write the version."""
        for old in self.contents.glob("hubbub-*.dist-info"):
            _remove(old)
        folder = self.data_folder(f"hubbub-{version.text}.dist-info")
        stamp(folder, version, licence_texts.distributions(self._root))


def _remove(folder: Path) -> None:
    """Remove a folder, and the target of a link."""
    shutil.rmtree(folder.resolve())
    if folder.is_symlink():
        folder.unlink()


def freeze(
    root: Path,
    work: Path,
    environment: FreezingEnvironment,
    library: NativeLibrary,
    version: ReleaseVersion,
    commands: Commands,
) -> FrozenFolder:
    """Build the folder again from this checkout. Raises SetupFailed."""
    name = "Hubbub.app" if sys.platform == "darwin" else "hubbub"
    out = work / "frozen"
    shutil.rmtree(out, ignore_errors=True)
    command = [str(environment.python), "-m", "PyInstaller", "--noconfirm", "--clean"]
    command += ["--distpath", str(out), "--workpath", str(work / "pyinstaller")]
    command += [str(root / "packaging" / "hubbub.spec")]
    settings = {
        "HUBBUB_LLAMA_CPP": str(library.package),
        "HUBBUB_ICONS": str(work / "icons"),
        "HUBBUB_VERSION": version.text,
    }
    commands.require(command, "Freezing", settings)
    frozen = FrozenFolder(root, out / name)
    _trim(frozen)
    binding = f"{COMPILED_HERE.replace('-', '_')}-{library.version}.dist-info"
    shutil.copyfile(library.metadata, frozen.data_folder(binding) / "METADATA")
    frozen.stamp(version)
    licences = frozen.data_folder(licence_texts.FOLDER)
    licence_texts.gather(root, environment, library, frozen.contents, licences)
    return frozen


def _trim(frozen: FrozenFolder) -> None:
    """Remove unneeded files and symbols; system libraries are only removed on Linux."""
    contents = frozen.contents
    if sys.platform == "linux":
        trimming.remove_unneeded(contents)
        libraries = (path for path in contents.rglob("*.so*") if NOT_STRIPPED not in path.parts)
        trimming.strip(libraries)
        unexpected = set(trimming.needed_from_outside(contents, frozen.program)) - trimming.EXPECTED
        if unexpected:
            raise SetupFailed(
                "The folder needs libraries that no package names: " + ", ".join(sorted(unexpected))
            )
