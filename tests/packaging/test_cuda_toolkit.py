"""NVIDIA's wheels become a folder that a linker understands, without a card or a driver."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from commands import Commands
from cuda_toolkit import CudaToolkit
from failure import SetupFailed
from native_library import check_vulkan_headers
from tests.house.source_files import ROOT

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or not shutil.which("cc"), reason="needs Linux and a compiler"
)

# In place of pip: wheels mark no file as a program, and bring no name without a version.
PIP = """#!/bin/sh
while [ "$1" != --target ]; do shift; done
mkdir -p "$2/nvidia/cu13/bin" "$2/nvidia/cu13/lib" "$2/nvidia_cublas-13.dist-info/licenses"
touch "$2/nvidia/cu13/bin/nvcc" "$2/nvidia/cu13/lib/libcublas.so.13"
touch "$2/nvidia_cublas-13.dist-info/licenses/License.txt"
"""


def toolkit_in(folder: Path) -> CudaToolkit:
    return CudaToolkit(ROOT, folder / "cache")


def provide(folder: Path, script: str) -> CudaToolkit:
    python = folder / "python"
    python.write_text(script)
    python.chmod(0o755)
    toolkit = toolkit_in(folder)
    toolkit.provide(python, Commands(folder / "package.log"))
    return toolkit


def test_the_folder_has_a_compiler_and_what_a_linker_looks_for(tmp_path: Path) -> None:
    toolkit = provide(tmp_path, PIP)
    assert os.access(toolkit.nvcc, os.X_OK)
    assert (toolkit.folder / "lib64" / "libcublas.so").resolve().name == "libcublas.so.13"
    assert toolkit.licence.is_file()
    stub = toolkit.folder / "lib" / "stubs" / "libcuda.so"
    answer = subprocess.run(["readelf", "-d", str(stub)], capture_output=True, check=True)
    assert b"[libcuda.so.1]" in answer.stdout


def test_a_toolkit_that_is_there_is_not_fetched_again(tmp_path: Path) -> None:
    first = provide(tmp_path, PIP).nvcc.stat()
    again = provide(tmp_path, "#!/bin/sh\nexit 1\n").nvcc.stat()
    assert again.st_mtime_ns == first.st_mtime_ns


def test_a_fetch_that_fails_leaves_nothing_that_looks_complete(tmp_path: Path) -> None:
    with pytest.raises(SetupFailed, match="Fetching NVIDIA's compiler failed"):
        provide(tmp_path, PIP + "exit 1\n")
    assert not toolkit_in(tmp_path).folder.exists()


def test_headers_that_are_too_old_for_vulkan_are_named_before_compiling(tmp_path: Path) -> None:
    header = tmp_path / "include" / "vulkan" / "vulkan_core.h"
    header.parent.mkdir(parents=True)
    header.write_text(
        "#define VK_HEADER_VERSION 239\n"
        "#define VK_HEADER_VERSION_COMPLETE VK_MAKE_API_VERSION(0, 1, 3, VK_HEADER_VERSION)\n"
    )
    with pytest.raises(SetupFailed, match=r"Vulkan 1\.3\.272; these are of 1\.3\.239"):
        check_vulkan_headers(str(tmp_path))
