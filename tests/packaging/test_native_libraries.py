"""A set-up has every library that the engine loads, and none that would start other programs."""

import re
import subprocess
import sys

import pytest

from app.media.process import sound_library
from engine.llama.capi import library_folder
from licence_texts import distributions
from native_library import OPTIONS
from tests.house.source_files import ROOT
from virtual_environment import CMAKE_ARGS, Stamp, VirtualEnvironment, own_args

MAX_BYTES = 8_000_000


def _is_set_up_anew() -> bool:
    stamp = Stamp.read(VirtualEnvironment(ROOT).folder)
    return stamp is not None and stamp.own_args == own_args()


@pytest.mark.skipif(not _is_set_up_anew(), reason="this set-up is older; call make setup")
def test_a_set_up_has_the_library_that_reads_pictures() -> None:
    found = [path for path in library_folder().glob("*mtmd*") if not path.is_symlink()]
    assert found
    assert sum(path.stat().st_size for path in found) < MAX_BYTES
    command = [sys.executable, "-c", "import llama_cpp.mtmd_cpp as m; m.mtmd_default_marker()"]
    subprocess.run(command, check=True, timeout=300)


@pytest.mark.skipif(not _is_set_up_anew(), reason="this set-up is older; call make setup")
def test_a_set_up_has_the_library_that_reads_sounds() -> None:
    assert "miniaudio" in distributions(ROOT)
    assert sound_library() is not None


def test_both_ways_of_compiling_read_pictures_and_start_no_ffmpeg() -> None:
    args = dict(re.findall(r"-D(\w+)=(\w+)", CMAKE_ARGS))
    assert args["LLAVA_BUILD"] == "ON"
    assert "LLAMA_BUILD_MTMD" not in args  # with both, CMake meets the same folder twice
    assert OPTIONS["LLAMA_BUILD_MTMD"] == "ON"
    assert args["MTMD_VIDEO"] == OPTIONS["MTMD_VIDEO"] == "OFF"
