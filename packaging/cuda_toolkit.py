"""NVIDIA's compiler and libraries from wheels, as one folder that CMake accepts as a toolkit.

No GPU, driver or installer is needed. The folder is kept in the user's cache under the digest of
``cuda.lock``.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from pathlib import Path

from commands import Commands
from virtual_environment import PIP_SETTINGS

LOCK = "packaging/cuda.lock"

# Libraries that the CUDA backend loads from its folder.
LIBRARIES = ("libcudart.so.13", "libcublas.so.13", "libcublasLt.so.13")

# The driver's library is missing on machines without a GPU: these of its functions are called.
_DRIVER = "libcuda.so.1"
_DRIVER_FUNCTIONS = (
    "cuDeviceGet",
    "cuDeviceGetAttribute",
    "cuGetErrorString",
    "cuMemAddressFree",
    "cuMemAddressReserve",
    "cuMemCreate",
    "cuMemGetAllocationGranularity",
    "cuMemMap",
    "cuMemRelease",
    "cuMemSetAccess",
    "cuMemUnmap",
)


class CudaToolkit:
    """The folder, and the licence of its content."""

    def __init__(self, root: Path, cache: Path) -> None:
        """Does not create the folder."""
        self._lock = root / LOCK
        self.key = hashlib.sha256(self._lock.read_bytes()).hexdigest()[:12]
        self._folder = cache / f"cuda-{self.key}"

    @property
    def folder(self) -> Path:
        """The folder with ``bin/nvcc``, ``include`` and ``lib``; the CUDA 13 wheels share it."""
        return self._folder / "nvidia" / "cu13"

    @property
    def nvcc(self) -> Path:
        """NVIDIA's compiler."""
        return self.folder / "bin" / "nvcc"

    @property
    def libraries(self) -> list[Path]:
        """The libraries that are packed with the compiled backend."""
        return [self.folder / "lib" / name for name in LIBRARIES]

    @property
    def licence(self) -> Path:
        """The licence for redistributing these libraries."""
        return next(self._folder.glob("nvidia_cublas-*.dist-info/**/License.txt"))

    def provide(self, python: Path, commands: Commands) -> None:
        """Download the locked wheels unless they are present. Raises SetupFailed."""
        if self._folder.is_dir():
            return
        unfinished = self._folder.with_name(self._folder.name + ".new")
        shutil.rmtree(unfinished, ignore_errors=True)
        pip = [str(python), "-m", "pip", "install", "--no-deps", "--require-hashes"]
        pip += ["--only-binary", ":all:", "--target", str(unfinished)]
        pip += ["--requirement", str(self._lock)]
        commands.require(pip, "Fetching NVIDIA's compiler", PIP_SETTINGS)
        _complete(unfinished / "nvidia" / "cu13", commands)
        unfinished.rename(self._folder)


def _complete(folder: Path, commands: Commands) -> None:
    """Add files that a linker needs and the wheels lack."""
    for path in (folder / "bin").iterdir():
        if path.is_file():
            path.chmod(0o755)
    cicc = folder / "nvvm" / "bin" / "cicc"
    if cicc.exists():
        cicc.chmod(0o755)
    for path in (folder / "lib").glob("*.so.*"):
        plain = path.with_name(path.name.partition(".so.")[0] + ".so")
        if not plain.exists():
            plain.symlink_to(path.name)
    (folder / "lib64").symlink_to("lib")
    stubs = folder / "lib" / "stubs"
    stubs.mkdir()
    code = stubs / "cuda.c"
    code.write_text("".join(f"int {name}(void) {{ return 1; }}\n" for name in _DRIVER_FUNCTIONS))
    compiler = os.environ.get("CC", "cc")
    command = [compiler, "-shared", "-fPIC", f"-Wl,-soname,{_DRIVER}", str(code)]
    commands.require([*command, "-o", str(stubs / "libcuda.so")], "Preparing the linker")
