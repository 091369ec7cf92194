"""Compiles llama.cpp for a package: for all CPUs of an architecture, with separate GPU backends.

The result is kept in the user's cache under a name derived from its inputs, because compiling
takes a quarter of an hour.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shutil
import sys
import tarfile
from pathlib import Path

from commands import Commands
from cuda_toolkit import CudaToolkit
from failure import SetupFailed
from freezing_environment import COMPILED_HERE, FreezingEnvironment, only_package
from graphics_card import MIN_VULKAN_HEADERS, VULKAN_PACKAGES
from graphics_facts import Machine, header_version
from virtual_environment import PIP_SETTINGS

CACHE_VARIABLE = "HUBBUB_PACKAGING_CACHE"
ARCHITECTURES_VARIABLE = "HUBBUB_CUDA_ARCHITECTURES"

# One file per CPU type, chosen at run time; no parts that only programs of llama.cpp need; plain
# names, because packages can't contain links on every system.
OPTIONS = {
    "CMAKE_BUILD_TYPE": "Release",
    "CMAKE_PLATFORM_NO_VERSIONED_SONAME": "ON",
    "CMAKE_BUILD_WITH_INSTALL_RPATH": "ON",
    "BUILD_SHARED_LIBS": "ON",
    "GGML_NATIVE": "OFF",
    "GGML_OPENMP": "OFF",
    "GGML_BACKEND_DL": "ON",
    "GGML_CPU_ALL_VARIANTS": "ON",
    "LLAMA_BUILD_COMMON": "OFF",
    "LLAMA_BUILD_TESTS": "OFF",
    "LLAMA_BUILD_TOOLS": "OFF",
    "LLAMA_BUILD_EXAMPLES": "OFF",
    "LLAMA_BUILD_SERVER": "OFF",
    "LLAMA_BUILD_APP": "OFF",
    "LLAMA_BUILD_MTMD": "ON",
    "LLAMA_OPENSSL": "OFF",
    "MTMD_VIDEO": "OFF",
}
# Not an option: options are part of the cache key, and this path differs between checkouts.
_NOT_UNPACKED = re.compile(r"/\.git/|/vendor/llama\.cpp/tools/ui/")
_AMX_HEADER = Path(__file__).with_name("amx_tile_config.h")
LINUX_OPTIONS = {"CMAKE_INSTALL_RPATH": "$ORIGIN"}
MACOS_OPTIONS = {
    "CMAKE_INSTALL_RPATH": "@loader_path",
    "CMAKE_OSX_DEPLOYMENT_TARGET": "13.0",
    "GGML_METAL": "ON",
    "GGML_METAL_EMBED_LIBRARY": "ON",
}


class NativeLibrary:
    """The binding with the compiled library, as one folder ``llama_cpp``."""

    def __init__(self, root: Path, environment: FreezingEnvironment, jobs: int) -> None:
        """Does not compile anything."""
        self._environment = environment
        self._jobs = jobs
        lock = (root / "requirements.lock").read_text("utf-8")
        self._requirement = only_package(lock, COMPILED_HERE)
        self.version = self._requirement.split("==")[1].split()[0]
        # A short name: Windows limits paths to 260 characters.
        name = f"llama-{self.version}-{_key(self._requirement)}"
        self.folder = cache_folder() / name

    @property
    def package(self) -> Path:
        """The folder that Python imports as ``llama_cpp``."""
        return self.folder / "llama_cpp"

    @property
    def is_compiled(self) -> bool:
        """Whether the library is in the cache."""
        return self.package.is_dir()

    @property
    def metadata(self) -> Path:
        """The metadata of the binding."""
        return self.folder / "source" / "PKG-INFO"

    @property
    def licence(self) -> Path:
        """The licence of the compiled library."""
        return self._source / "LICENSE"

    @property
    def licences_of_parts(self) -> list[Path]:
        """The licences of third-party parts of libmtmd, one folder per work."""
        return sorted((self._source / "vendor" / "hash").glob("*/LICENSE*"))

    @property
    def vulkan_pack(self) -> Path:
        """The backend for GPUs with Vulkan."""
        return self.folder / "packs" / _module_name("ggml-vulkan")

    def cuda_pack(self, toolkit: CudaToolkit) -> Path:
        """Return the path of the backend for NVIDIA GPUs, compiled with this toolkit."""
        name = hashlib.sha256((toolkit.key + _architectures()).encode()).hexdigest()[:12]
        return self.folder / "packs" / f"cuda-{name}" / _module_name("ggml-cuda")

    def provide(self, commands: Commands) -> None:
        """Compile the library unless it is in the cache. Raises SetupFailed."""
        if self.is_compiled:
            return
        self._fetch(commands)
        self._configure(commands, "work", options())
        self._compile(commands, "work")
        unfinished = self.folder / "llama_cpp.new"
        shutil.rmtree(unfinished, ignore_errors=True)
        shutil.copytree(self._binding, unfinished, ignore=shutil.ignore_patterns("server", "lib"))
        (unfinished / "lib").mkdir()
        for path in sorted((self.folder / "work" / "bin").iterdir()):
            if path.suffix in (".so", ".dll", ".dylib"):
                shutil.copy2(path, unfinished / "lib")
        unfinished.rename(self.package)

    def provide_vulkan(self, commands: Commands) -> None:
        """Compile the Vulkan backend unless it is in the cache. Raises SetupFailed.

        Requires glslc and headers of SPIR-V and Vulkan; VULKAN_HEADERS names a folder with
        newer headers than the system's.
        """
        if self.vulkan_pack.is_file():
            return
        headers = os.environ.get("VULKAN_HEADERS", "")
        check_vulkan_headers(headers)
        self._fetch(commands)
        wanted = {**_of_one_backend(), "GGML_VULKAN": "ON"}
        if headers:
            wanted["CMAKE_PREFIX_PATH"] = headers
            wanted["Vulkan_INCLUDE_DIR"] = str(Path(headers, "include"))
        self._configure(commands, "work-vulkan", wanted)
        self._compile(commands, "work-vulkan", "ggml-vulkan")
        self._keep("work-vulkan", self.vulkan_pack)

    def provide_cuda(self, toolkit: CudaToolkit, commands: Commands) -> None:
        """Compile the CUDA backend unless it is in the cache. Raises SetupFailed.

        HUBBUB_CUDA_ARCHITECTURES sets the architectures, such as ``75-virtual;86-real``; the
        default of llama.cpp compiles each kernel seven times.
        """
        pack = self.cuda_pack(toolkit)
        if pack.is_file():
            return
        self._fetch(commands)
        toolkit.provide(self._environment.python, commands)
        wanted = {
            **_of_one_backend(),
            "GGML_CUDA": "ON",
            "GGML_CUDA_NCCL": "OFF",  # for several GPUs, and not available on every machine
            "CMAKE_CUDA_COMPILER": str(toolkit.nvcc),
            "CUDAToolkit_ROOT": str(toolkit.folder),
        }
        if _architectures():
            wanted["CMAKE_CUDA_ARCHITECTURES"] = _architectures()
        self._configure(commands, "work-cuda", wanted)
        self._compile(commands, "work-cuda", "ggml-cuda")
        self._keep("work-cuda", pack)

    def _keep(self, work: str, pack: Path) -> None:
        """Move the compiled files to the cache atomically."""
        pack.parent.mkdir(parents=True, exist_ok=True)
        unfinished = pack.with_suffix(".new")
        shutil.copy2(self.folder / work / "bin" / pack.name, unfinished)
        unfinished.replace(pack)

    @property
    def _binding(self) -> Path:
        return self.folder / "source" / "llama_cpp"

    @property
    def _source(self) -> Path:
        return self.folder / "source" / "vendor" / "llama.cpp"

    def _fetch(self, commands: Commands) -> None:
        """Download the locked source, and unpack it."""
        self.folder.mkdir(parents=True, exist_ok=True)
        fetch_source(
            self._requirement,
            self.folder,
            commands,
            python=self._environment.python,
            settings=self._settings,
        )

    def _configure(self, commands: Commands, work: str, values: dict[str, str]) -> None:
        cmake = [str(self._environment.program("cmake")), "-S", str(self._source)]
        cmake += ["-B", str(self.folder / work), "-G", "Ninja"]
        cmake += [f"-DCMAKE_MAKE_PROGRAM={self._environment.program('ninja')}"]
        cmake += [f"-D{name}={value}" for name, value in values.items()]
        if sys.platform == "linux":
            cmake += [f"-DCMAKE_CXX_FLAGS=-include {_AMX_HEADER}"]
        self._run(commands, cmake, "Preparing llama.cpp")

    def _compile(self, commands: Commands, work: str, *targets: str) -> None:
        ninja = [str(self._environment.program("ninja")), "-C", str(self.folder / work)]
        self._run(commands, [*ninja, "-j", str(self._jobs), *targets], "Compiling llama.cpp")

    @property
    def _settings(self) -> dict[str, str]:
        # Otherwise it uses the commit of a repository that contains the cache.
        return {**PIP_SETTINGS, "GIT_CEILING_DIRECTORIES": str(self.folder)}

    def _run(self, commands: Commands, command: list[str], heading: str) -> None:
        commands.require(command, heading, self._settings)


def fetch_source(
    requirement: str,
    folder: Path,
    commands: Commands,
    *,
    python: Path,
    settings: dict[str, str],
    without: re.Pattern[str] | None = _NOT_UNPACKED,
) -> Path:
    """Download the locked source, unpack it, and return the folder of llama.cpp.

    It is downloaded once. The Python needs the build tools of llama-cpp-python.
    """
    source = folder / "source"
    if not source.is_dir():
        wanted = folder / "requirements.txt"
        wanted.write_text(requirement, "utf-8")
        pip = [str(python), "-m", "pip", "download", "--no-deps", "--no-build-isolation"]
        pip += ["--no-binary", COMPILED_HERE, "--require-hashes"]
        pip += ["--requirement", str(wanted), "--dest", str(folder)]
        commands.require(pip, "Fetching llama.cpp", settings)
        (archive,) = folder.glob("llama_cpp_python-*.tar.gz")
        unpack_source(archive, folder, without)
        (folder / archive.name[: -len(".tar.gz")]).rename(source)
    return source / "vendor" / "llama.cpp"


def unpack_source(
    archive: Path, folder: Path, without: re.Pattern[str] | None = _NOT_UNPACKED
) -> None:
    """Unpack all but the web pages of llama.cpp's server, with paths of up to 178 characters."""
    with tarfile.open(archive) as files:
        # Not an argument of extractall, which older Pythons that may run this lack.
        files.extraction_filter = getattr(tarfile, "data_filter", lambda member, path: member)
        wanted = [file for file in files if without is None or not without.search(file.name)]
        files.extractall(folder, wanted)


def options() -> dict[str, str]:
    """Return the CMake options for this system."""
    if sys.platform == "darwin":
        return {**OPTIONS, **MACOS_OPTIONS}
    return {**OPTIONS, **LINUX_OPTIONS} if sys.platform == "linux" else dict(OPTIONS)


def missing_vulkan_packages() -> list[str]:
    """Return the missing Debian packages for compiling the Vulkan backend."""
    facts = Machine(dict(os.environ)).gather()
    has_headers = bool(facts.headers) or bool(os.environ.get("VULKAN_HEADERS"))
    is_there = {
        "headers": facts.has_loader and has_headers,
        "glslc": facts.has_glslc,
        "spirv": facts.has_spirv_headers,
    }
    return [VULKAN_PACKAGES[part] for part, is_here in is_there.items() if not is_here]


def check_vulkan_headers(folder: str) -> None:
    """Raise SetupFailed unless the headers of the system, or below ``folder``, are new enough."""
    machine = Machine(dict(os.environ))
    found = [Path(folder, "include", "vulkan", "vulkan_core.h")] if folder else machine.headers()
    version = next(map(header_version, found), ())
    if version >= MIN_VULKAN_HEADERS and shutil.which("glslc"):
        return
    least = ".".join(map(str, MIN_VULKAN_HEADERS))
    has = f"these are of {'.'.join(map(str, version))}" if version else "there are none"
    packages = " ".join(list(VULKAN_PACKAGES.values())[:3])
    raise SetupFailed(
        f"The part for Vulkan needs glslc and headers of Vulkan {least}; {has}. Install "
        f"{packages}, name a folder with newer headers in VULKAN_HEADERS, or call with "
        "--without-vulkan."
    )


def _of_one_backend() -> dict[str, str]:
    # A CPU backend must be compiled with it: a single plain one is the fastest to compile.
    return {**options(), "GGML_CPU_ALL_VARIANTS": "OFF", "GGML_CPU": "OFF"}


def _architectures() -> str:
    return os.environ.get(ARCHITECTURES_VARIABLE, "")


def cache_folder() -> Path:
    """Return the cache folder of compiled libraries."""
    chosen = os.environ.get(CACHE_VARIABLE, "")
    if chosen:
        return Path(chosen).absolute()
    if os.name == "nt":
        return Path(os.environ["LOCALAPPDATA"], "hubbub-packaging")
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "hubbub-packaging")


def _key(requirement: str) -> str:
    said = [requirement, platform.machine(), sys.platform, repr(sorted(options().items()))]
    return hashlib.sha256("\n".join(said).encode()).hexdigest()[:12]


def _module_name(stem: str) -> str:
    return f"{stem}.dll" if os.name == "nt" else f"lib{stem}.so"
