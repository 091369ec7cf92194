"""Arranges the frozen folder for Linux and builds packages and an archive."""

from __future__ import annotations

import gzip
import lzma
import platform
import shutil
import tarfile
import time
from pathlib import Path
from typing import IO, NamedTuple

import debian_archive
import trimming
from commands import Commands
from cuda_toolkit import CudaToolkit
from frozen_folder import FrozenFolder
from release_version import ReleaseVersion

APP_ID = "io.github.hubbub_chat.Hubbub"
MAINTAINER = "The Hubbub authors <hubbub-chat@users.noreply.github.com>"
HOME = Path("usr", "lib", "hubbub")

# Names of processors in the two package formats.
DEBIAN_NAMES = {"x86_64": "amd64", "aarch64": "arm64"}


class Layout(NamedTuple):
    """The content and names of packages."""

    root: Path  # the checkout
    icons: Path
    version: ReleaseVersion
    time: int  # of the commit: packages of one commit are identical

    @property
    def date(self) -> str:
        """The day of the commit."""
        return time.strftime("%Y-%m-%d", time.gmtime(self.time))

    @property
    def linux(self) -> Path:
        """The folder of files for Linux."""
        return self.root / "packaging" / "linux"


def lay_out(layout: Layout, frozen: FrozenFolder, tree: Path) -> None:
    """Fill ``tree`` with the files to install at the root of a system."""
    shutil.rmtree(tree, ignore_errors=True)
    share = tree / "usr" / "share"
    shutil.copytree(frozen.folder, tree / HOME, symlinks=True)
    (tree / "usr" / "bin").mkdir(parents=True)
    (tree / "usr" / "bin" / "hubbub").symlink_to("../lib/hubbub/hubbub")
    _fill(layout, f"{APP_ID}.desktop", share / "applications")
    _fill(layout, f"{APP_ID}.metainfo.xml", share / "metainfo")
    _fill(layout, f"{APP_ID}.mime.xml", share / "mime" / "packages", f"{APP_ID}.xml")
    _fill(layout, "copyright", share / "doc" / "hubbub")
    _fill(layout, "lintian-overrides", share / "lintian" / "overrides", "hubbub")
    _compress(_filled(layout, "hubbub.1"), share / "man" / "man1" / "hubbub.1.gz")
    changes = _changes(layout, "hubbub")
    _compress(changes, share / "doc" / "hubbub" / "changelog.Debian.gz")
    changes = (layout.root / "CHANGELOG.md").read_text("utf-8")
    _compress(changes, share / "doc" / "hubbub" / "changelog.gz")
    for picture in layout.icons.glob("hubbub-*.png"):
        size = picture.stem.split("-")[1]
        _put(picture, share / "icons" / "hicolor" / f"{size}x{size}" / "apps" / f"{APP_ID}.png")
    drawing = layout.root / "resources" / "icons" / "hubbub.svg"
    _put(drawing, share / "icons" / "hicolor" / "scalable" / "apps" / f"{APP_ID}.svg")
    _set_modes(tree)


def lay_out_cuda(layout: Layout, pack: Path, toolkit: CudaToolkit, tree: Path) -> None:
    """Fill ``tree`` with the files of the package for NVIDIA GPUs."""
    shutil.rmtree(tree, ignore_errors=True)
    folder = tree / HOME / "_internal" / "llama_cpp" / "lib"
    _put(pack, folder / pack.name)
    trimming.strip([folder / pack.name])
    for library in toolkit.libraries:
        _put(library, folder / library.name)
    documents = tree / "usr" / "share" / "doc" / "hubbub-cuda"
    _fill(layout, "copyright-cuda", documents, "copyright")
    _compress(toolkit.licence.read_text("utf-8"), documents / "LICENSE-NVIDIA.gz")
    _compress(_changes(layout, "hubbub-cuda"), documents / "changelog.Debian.gz")
    overrides = tree / "usr" / "share" / "lintian" / "overrides"
    _fill(layout, "lintian-overrides-cuda", overrides, "hubbub-cuda")
    _set_modes(tree)


def package(
    layout: Layout, name: str, tree: Path, kind: str, folder: Path, *, nfpm: Path, log: Commands
) -> Path:
    """Build a ``deb`` or ``rpm`` from a tree; return the file. Raises SetupFailed."""
    machine = platform.machine()
    debian_name = DEBIAN_NAMES.get(machine, machine)
    version = layout.version.for_packages
    path = folder / f"{name}-{version}-1.{machine}.rpm"
    if kind == "deb":
        path = folder / f"{name}_{version}-1_{debian_name}.deb"
    values = {
        "HUBBUB_ARCH": debian_name,
        "HUBBUB_VERSION": version,
        "HUBBUB_TREE": f"{tree}/",
        "SOURCE_DATE_EPOCH": str(layout.time),
    }
    description = layout.linux / f"{name}.yaml"
    command = [str(nfpm), "package", "--packager", kind, "--target", str(path)]
    command += ["--config", str(description)]
    log.require(command, f"Packing {path.name}", values)
    if kind == "deb":
        debian_archive.compress(path)
    return path


def archive(layout: Layout, tree: Path, target: Path) -> Path:
    """Build an archive with an install script, for other distributions."""
    name = f"hubbub-{layout.version.text}-linux-{platform.machine()}"
    path = target / f"{name}.tar.xz"
    with lzma.open(path, "wb", filters=debian_archive.filters()) as packed:
        _fill_archive(packed, layout, tree, name)
    return path


def _fill_archive(packed: IO[bytes], layout: Layout, tree: Path, name: str) -> None:
    # Files only for Debian packages.
    skipped = {f"{name}/usr/share/lintian", f"{name}/usr/share/doc"}

    def shown(entry: tarfile.TarInfo) -> tarfile.TarInfo | None:
        return None if entry.name in skipped else _of_root(entry)

    with tarfile.open(fileobj=packed, mode="w|") as files:
        files.add(layout.linux / "install.sh", f"{name}/install.sh", filter=_of_root)
        files.add(layout.root / "LICENSE", f"{name}/LICENSE", filter=_of_root)
        files.add(tree / "usr", f"{name}/usr", filter=shown)


def _put(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def _fill(layout: Layout, name: str, folder: Path, new_name: str | None = None) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / (new_name or name)).write_text(_filled(layout, name), "utf-8")


def _filled(layout: Layout, name: str) -> str:
    """Return a template with the version and the date filled in."""
    text = (layout.linux / name).read_text("utf-8")
    text = text.replace("@VERSION@", layout.version.text).replace("@DATE@", layout.date)
    return text.replace("@YEAR@", layout.date[:4])


def _changes(layout: Layout, name: str) -> str:
    """Return a changelog in Debian's format, which refers to the changelog of Hubbub."""
    moment = time.strftime("%a, %d %b %Y %H:%M:%S +0000", time.gmtime(layout.time))
    return (
        f"{name} ({layout.version.for_packages}-1) unstable; urgency=medium\n\n"
        f"  * Version {layout.version.text}.\n\n -- {MAINTAINER}  {moment}\n"
    )


def _compress(text: str, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(gzip.compress(text.encode("utf-8"), 9, mtime=0))


def _set_modes(tree: Path) -> None:
    """Make all files readable, and programs (not libraries) executable."""
    for path in [tree, *tree.rglob("*")]:
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path == tree / HOME / "hubbub" else 0o644)


def _of_root(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = "root"
    return entry
