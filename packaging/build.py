"""Builds the packages for this system: ``python3 packaging/build.py``; results are in ``dist/``.

Requires only Python, which may be a version that Hubbub does not support, and a C++ compiler. The
compiled llama.cpp is kept in the user's cache.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from pathlib import Path

import linux_packages
import macos_image
import windows_setup
from commands import Commands
from cuda_toolkit import CudaToolkit
from failure import SetupFailed
from freezing_environment import FreezingEnvironment
from frozen_folder import FrozenFolder, freeze
from interpreters import Interpreter, find_interpreter
from linux_packages import Layout
from native_library import NativeLibrary, cache_folder, missing_vulkan_packages
from release_version import ReleaseVersion, commit_time
from starter_model import StarterModel
from system_packages import check_compiler, find_missing, missing_python_library, provide
from trimming import size_of

ROOT = Path(__file__).resolve().parents[1]
LINUX_KINDS = ("deb", "rpm", "tar")
MEGABYTE = 1_000_000
INTERRUPTED = 130


def main() -> int:
    """Build, and return the exit code; errors are printed as sentences."""
    wishes = _parse_arguments()
    os.chdir(ROOT)  # the locks are named relative to it
    log = Commands(ROOT / "build" / "package.log")
    try:
        build(wishes, log)
    except SetupFailed as failure:
        print(f"\n{failure}", *failure.log_lines, sep="\n  | ", file=sys.stderr)
        print(f"\nAll of it: {log.log_path}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Stopped. The next call continues with the finished parts.")
        return INTERRUPTED
    return 0


def build(wishes: argparse.Namespace, log: Commands) -> None:
    """Build the folder and its packages, and print their sizes."""
    work = ROOT / "build" / "package"
    interpreter = find_interpreter(dict(os.environ))
    environment = FreezingEnvironment(ROOT, work / "venv", interpreter)
    library = NativeLibrary(ROOT, environment, wishes.jobs)
    _provide_tools(wishes, interpreter, library, log)
    version = ReleaseVersion.parse(wishes.version) if wishes.version else None
    version = version or ReleaseVersion.of_checkout(ROOT)  # runs git
    print(f"Packaging Hubbub {version.text}.", flush=True)
    environment.provide(log)
    starter = StarterModel(ROOT)
    if not starter.is_in_place:
        starter.fetch(environment.python, log)
    library.provide(log)
    if _has_vulkan(wishes):
        library.provide_vulkan(log)
    toolkit = CudaToolkit(ROOT, cache_folder())
    if wishes.cuda:
        library.provide_cuda(toolkit, log)
    _draw_icons(environment, work / "icons", log)
    frozen = _frozen(wishes, work, environment, library, version, log)
    if _has_vulkan(wishes):
        frozen.add_pack(library.vulkan_pack)
    print(f"  The folder: {size_of(frozen.folder) / MEGABYTE:.1f} MB", flush=True)
    layout = Layout(ROOT, work / "icons", version, commit_time(ROOT))
    cuda_pack = library.cuda_pack(toolkit) if wishes.cuda else None
    for path in _pack(wishes, layout, frozen, cuda_pack, toolkit, environment, work, log):
        print(f"  {path.relative_to(ROOT)}: {path.stat().st_size / MEGABYTE:.1f} MB")
    print(f"Packaging is complete after {log.elapsed_seconds:.0f} s.")


def _has_vulkan(wishes: argparse.Namespace) -> bool:
    return sys.platform == "linux" and not wishes.without_vulkan


def _provide_tools(
    wishes: argparse.Namespace, interpreter: Interpreter, library: NativeLibrary, log: Commands
) -> None:
    """Install missing tools, as set-up does. Raises SetupFailed if that is not allowed."""
    if wishes.cuda and sys.platform != "linux":
        raise SetupFailed("--cuda makes a package for Linux only.")
    must_compile = not library.is_compiled
    if must_compile:
        check_compiler()
    missing = find_missing(for_packages=True, must_compile=must_compile)
    system = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    if _has_vulkan(wishes) and not library.vulkan_pack.is_file():
        for package in missing_vulkan_packages():
            missing = missing.and_needed(package)
    missing = missing.and_needed(interpreter.missing_package)
    library_package = missing_python_library(Path(interpreter.path), interpreter.version)
    missing = missing.and_needed(library_package)
    provide(missing, lambda command: log.run(command, "Asking apt-get", system), print)


def _frozen(
    wishes: argparse.Namespace,
    work: Path,
    environment: FreezingEnvironment,
    library: NativeLibrary,
    version: ReleaseVersion,
    log: Commands,
) -> FrozenFolder:
    if not wishes.reuse_folder:
        return freeze(ROOT, work, environment, library, version, log)
    name = "Hubbub.app" if sys.platform == "darwin" else "hubbub"
    frozen = FrozenFolder(ROOT, work / "frozen" / name)
    if not frozen.program.exists():
        raise SetupFailed("There is no folder to use again; call without --reuse-folder.")
    frozen.stamp(version)
    return frozen


def _pack(
    wishes: argparse.Namespace,
    layout: Layout,
    frozen: FrozenFolder,
    cuda_pack: Path | None,
    toolkit: CudaToolkit,
    environment: FreezingEnvironment,
    work: Path,
    log: Commands,
) -> list[Path]:
    target = ROOT / "dist"
    target.mkdir(exist_ok=True)
    if sys.platform == "darwin":
        return [macos_image.make(layout, frozen, target, log)]
    if sys.platform == "win32":
        return [windows_setup.make(layout, frozen, target, log)]
    tree = work / "tree"
    linux_packages.lay_out(layout, frozen, tree)
    nfpm = environment.program("nfpm")
    kinds = [kind for kind in wishes.kinds.split(",") if kind in ("deb", "rpm")]
    made = [
        linux_packages.package(layout, "hubbub", tree, kind, target, nfpm=nfpm, log=log)
        for kind in kinds
    ]
    if cuda_pack is not None:
        tree_of_pack = work / "tree-cuda"
        linux_packages.lay_out_cuda(layout, cuda_pack, toolkit, tree_of_pack)
        name = "hubbub-cuda"
        made += [
            linux_packages.package(layout, name, tree_of_pack, kind, target, nfpm=nfpm, log=log)
            for kind in kinds
        ]
    if "tar" in wishes.kinds.split(","):
        print("  Packing the archive", flush=True)
        made.append(linux_packages.archive(layout, tree, target))
    return made


def _draw_icons(environment: FreezingEnvironment, folder: Path, log: Commands) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    command = [str(environment.python), str(ROOT / "packaging" / "icon_files.py"), str(folder)]
    log.require(command, "Drawing icons", {"QT_QPA_PLATFORM": "offscreen"})


def _parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Make the packages of this system.")
    parser.add_argument("--version", help="1.2.3 or 1.2.3.dev45; else the tag says it")
    parser.add_argument("--kinds", default=",".join(LINUX_KINDS), help="of Linux: deb,rpm,tar")
    parser.add_argument(
        "--without-vulkan", action="store_true", help="leave the part for graphics cards out"
    )
    parser.add_argument(
        "--cuda", action="store_true", help="also a package for NVIDIA's cards; Linux only"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="for the compiler")
    parser.add_argument(
        "--reuse-folder", action="store_true", help="pack the last folder under another version"
    )
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
