"""Tests a GPU backend, a file for computing on graphics cards, in a process of its own."""

import functools
import json
import signal
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from engine.wire.lazy_text import LazyText, lazy
from engine.wire.own_command import NO_WINDOW, own_command

PROBE_SECONDS = 30.0  # the first look at a card may compile its programs
_NAMES = {
    "vulkan": "Vulkan",
    "cuda": "CUDA",
    "hip": "ROCm",
    "sycl": "SYCL",
    "opencl": "OpenCL",
    "rpc": "RPC",
}


CONFINED = "--confined"  # the first argument of a test that is to run in the engine's sandbox


@functools.cache
def first_refusal(path: Path) -> LazyText | None:
    """Return what the first test of a backend in this process said.

    A process asks before it enters the sandbox, where no program can be started any more.
    """
    return refusal_of(path)


def refusal_of(
    path: Path, *, is_confined: bool = False, seconds: float = PROBE_SECONDS
) -> LazyText | None:
    """Test a GPU backend in a process of its own; return why it can't be used here, or None."""
    confined = [CONFINED] if is_confined else []
    command = [*own_command("engine.llama.probe_process"), *confined, str(path)]
    try:
        answer = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=seconds,
            check=False,
            creationflags=NO_WINDOW,
        )
    except subprocess.TimeoutExpired:
        return lazy("its driver did not answer within {seconds:.0f} seconds.", seconds=seconds)
    except OSError as error:
        return lazy("it could not be tested: {reason}.", reason=error)
    return probe_refusal(answer.returncode, answer.stdout)


def probe_refusal(exit_code: int, output: bytes) -> LazyText | None:
    """Return why a GPU backend that ended like this can't be used; None if it can."""
    if exit_code < 0 or exit_code > 1:
        return lazy(
            "its driver crashed when it was tested ({crash}).", crash=_crash_name(exit_code)
        )
    try:
        answer = json.loads(output.decode("utf-8").splitlines()[-1])
        trouble, devices = answer["trouble"], answer["devices"]
    except (ValueError, LookupError, TypeError):
        return lazy("its test ended without a result.")
    if trouble:
        return LazyText.of(trouble)
    return None if devices else lazy("no graphics card that it supports was found.")


def gpu_backend_name(path: Path) -> str:
    """Return the name that people know a GPU backend by."""
    kind = stem_of(path).removeprefix("ggml-").partition("-")[0]
    return _NAMES.get(kind, kind)


def is_backend(path: Path) -> bool:
    """Return whether a file has the name of a part of the library that is loaded on its own."""
    # "ggml-cpu" without a kind is the part of a library that has its processor built in.
    stem = stem_of(path)
    if path.suffix != (".dll" if sys.platform == "win32" else ".so"):
        return False
    return stem.startswith("ggml-") and stem not in ("ggml-base", "ggml-cpu")


def is_rpc_client(path: Path) -> bool:
    """Return whether a file has the name of the library's part for devices on other computers."""
    return is_backend(path) and stem_of(path) == "ggml-rpc"


def rpc_client_in(folders: Iterable[Path]) -> Path | None:
    """Return the first file of that name in the first of these folders that has one."""
    for folder in folders:
        try:
            found = sorted(filter(is_rpc_client, folder.iterdir()))
        except OSError:
            continue
        if found:
            return found[0]
    return None


def is_gpu_file(path: Path) -> bool:
    """Return whether a file has the name of a backend for devices of this computer."""
    return is_backend(path) and not is_rpc_client(path)


def stem_of(path: Path) -> str:
    """Return the name of a library as it is on every system."""
    return path.stem.removeprefix("lib")


def _crash_name(exit_code: int) -> str:
    if exit_code > 0:
        return lazy("exit code {code}", code=f"{exit_code:#x}")
    try:
        return signal.Signals(-exit_code).name
    except ValueError:
        return lazy("signal {number}", number=-exit_code)
