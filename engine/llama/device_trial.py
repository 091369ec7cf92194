"""Finds out before the sandbox whether graphics cards work in it; the library itself stays out.

Drivers are tried in processes of their own, without a model: what a model's file does must never
be a reason to load it with less protection.
"""

import importlib.util
import json
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from engine.wire.backend_probe import (
    CONFINED,
    first_refusal,
    gpu_backend_name,
    is_gpu_file,
    is_rpc_client,
    refusal_of,
    stem_of,
)
from engine.wire.own_command import NO_WINDOW, own_command

_PROCESSOR = "ggml-cpu-"
_EACH_SECONDS = 10.0  # for the second look at a card, when its programs are compiled
_ALL_SECONDS = 10.0  # after which no other driver is tried


def hindered_backend(folder: Path | None) -> str | None:
    """Return what computes on a graphics card here, but not in a sandbox; None where nothing is."""
    deadline = time.monotonic() + _ALL_SECONDS
    files = list(_gpu_backends(folder))
    for path in files:
        # What is not tried in time stays unused: a driver that hangs must not look like an engine
        # that hangs at its start.
        if time.monotonic() > deadline:
            return None
        if first_refusal(path) is None and _is_refused_confined(path):
            return gpu_backend_name(path)
    free = _built_in_devices() if files else []
    return free[0] if free and not _built_in_devices(CONFINED) else None


def try_rpc_client(folder: Path | None) -> None:
    """Try the RPC client while programs can be started; "first_refusal" remembers the answer."""
    for path in _files(folder):
        if is_rpc_client(path):
            first_refusal(path)


def _is_refused_confined(path: Path) -> bool:
    return refusal_of(path, is_confined=True, seconds=_EACH_SECONDS) is not None


def _gpu_backends(folder: Path | None) -> Iterator[Path]:
    named = filter(is_gpu_file, _files(folder))
    yield from (path for path in named if not stem_of(path).startswith(_PROCESSOR))


def _files(folder: Path | None) -> Iterator[Path]:
    library = importlib.util.find_spec("llama_cpp")
    folders = [Path(library.origin).parent / "lib"] if library and library.origin else []
    for each in [*folders, *([folder] if folder else [])]:
        if each.is_dir():
            yield from sorted(each.iterdir())


def _built_in_devices(*arguments: str) -> list[str]:
    """Return the graphics cards of a library that was compiled for them."""
    command = [*own_command("engine.llama.probe_process"), *arguments]
    try:
        answer = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_EACH_SECONDS,
            check=False,
            creationflags=NO_WINDOW,
        )
        found = json.loads(answer.stdout.decode("utf-8").splitlines()[-1])
        is_built_in = found["processor"] == "built in"
        return [str(name) for name in found["devices"]] if is_built_in else []
    except (OSError, subprocess.SubprocessError, ValueError, LookupError, TypeError):
        return []
