"""Tests a GPU backend, a library file for computing on graphics cards, in a separate process."""

import functools
import json
import sys
from collections.abc import Iterable
from pathlib import Path

import msgspec

from engine.ipc.child import run, signal_name
from engine.ipc.entry_points import own_command
from engine.ipc.lazy_text import LazyText, lazy

PROBE_SECONDS = 30.0  # the first use of a card may compile its programs
_NAMES = {
    "vulkan": "Vulkan",
    "cuda": "CUDA",
    "hip": "ROCm",
    "sycl": "SYCL",
    "opencl": "OpenCL",
    "rpc": "RPC",
}


CONFINED = "--confined"  # first argument of a test that runs in the engine's sandbox
MEASURE = "--measure"  # first argument of a test that compares the cards with the processor


class ProbeAnswer(msgspec.Struct, frozen=True):
    """The result of a test process: why a backend can't be used, or its devices.

    ``driver`` names the versions of the drivers. ``processor_seconds`` and ``card_seconds`` are the
    durations of the same work; ``card_seconds`` is None for a card that is several times slower; 0
    and empty if they were not measured. ``is_disturbed`` is True if other programs used the
    processor meanwhile.
    """

    refusal: LazyText | None
    devices: tuple[str, ...] = ()
    driver: str = ""
    processor_seconds: float = 0.0
    card_seconds: tuple[tuple[str, float | None], ...] = ()
    has_crashed: bool = False
    is_disturbed: bool = False
    is_built_in: bool = False  # the tested backend is a part of the library


@functools.cache
def first_answer(path: Path) -> ProbeAnswer:
    """Return the result of the first test of a backend in this process.

    A process asks before it enters the sandbox, where it cannot start programs.
    """
    return answer_of(path)


def first_refusal(path: Path) -> LazyText | None:
    """Return why a backend can't be used, according to its first test in this process, or None."""
    return first_answer(path).refusal


def refusal_of(
    path: Path, *, is_confined: bool = False, seconds: float = PROBE_SECONDS
) -> LazyText | None:
    """Test a GPU backend in a separate process; return why it can't be used here, or None."""
    return answer_of(path, CONFINED if is_confined else "", seconds=seconds).refusal


def answer_of(path: Path | None, mode: str = "", *, seconds: float = PROBE_SECONDS) -> ProbeAnswer:
    """Test a GPU backend in a separate process; without a path, the library's devices."""
    arguments = [each for each in (mode, str(path) if path else "") if each]
    command = [*own_command("engine.llama.probe_process"), *arguments]
    try:
        answer = run(command, seconds=seconds)
    except TimeoutError:
        text = lazy("its driver did not answer within {seconds:.0f} seconds.", seconds=seconds)
        return ProbeAnswer(text)
    except OSError as error:
        return ProbeAnswer(lazy("it could not be tested: {reason}.", reason=error))
    return probe_answer(answer.exit_code, answer.output)


def probe_answer(exit_code: int, output: bytes) -> ProbeAnswer:
    """Return the result of a test process that ended like this."""
    if exit_code < 0 or exit_code > 1:
        crash = lazy(
            "its driver crashed when it was tested ({crash}).", crash=_crash_name(exit_code)
        )
        return ProbeAnswer(crash, has_crashed=True)
    try:
        answer = json.loads(output.decode("utf-8").splitlines()[-1])
        trouble, devices = answer["trouble"], tuple(str(name) for name in answer["devices"])
        driver, processor = str(answer.get("driver", "")), float(answer.get("processor_seconds", 0))
        cards = tuple(
            (str(name), None if seconds is None else float(seconds))
            for name, seconds in dict(answer.get("card_seconds", {})).items()
        )
    except (ValueError, LookupError, TypeError, AttributeError):
        return ProbeAnswer(lazy("its test ended without a result."))
    if trouble:
        return ProbeAnswer(LazyText.of(trouble))
    if not devices:
        return ProbeAnswer(lazy("no graphics card that it supports was found."))
    return ProbeAnswer(
        None,
        devices,
        driver,
        processor,
        cards,
        is_disturbed=answer.get("is_disturbed") is True,
        is_built_in=answer.get("processor") == "built in",
    )


def gpu_backend_name(path: Path) -> str:
    """Return the common name of a GPU backend."""
    kind = stem_of(path).removeprefix("ggml-").partition("-")[0]
    return _NAMES.get(kind, kind)


def is_vulkan(path: Path) -> bool:
    """Return whether a file has the name of the library's Vulkan backend."""
    return is_backend(path) and gpu_backend_name(path) == _NAMES["vulkan"]


def is_backend(path: Path) -> bool:
    """Return whether a file has the name of a separately loaded backend of the library."""
    # "ggml-cpu" without a kind belongs to a library with a built-in CPU backend.
    stem = stem_of(path)
    if path.suffix != (".dll" if sys.platform == "win32" else ".so"):
        return False
    return stem.startswith("ggml-") and stem not in ("ggml-base", "ggml-cpu")


def is_rpc_client(path: Path) -> bool:
    """Return whether a file has the name of the library's RPC backend."""
    return is_backend(path) and stem_of(path) == "ggml-rpc"


def rpc_client_in(folders: Iterable[Path]) -> Path | None:
    """Return the RPC backend's file in the first of these folders that has one."""
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
    """Return the name of a library without the system's prefix and suffix."""
    return path.stem.removeprefix("lib")


def _crash_name(exit_code: int) -> str:
    if exit_code > 0:
        return lazy("exit code {code}", code=f"{exit_code:#x}")
    return signal_name(-exit_code)
