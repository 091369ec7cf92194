"""Chooses the library's backends, where these are separate files.

A packaged library has one file for each kind of processor, of which the best supported one is
loaded. It computes on graphics cards through GPU backends: single files in a folder. A library
compiled for this machine has everything built in, and no file is loaded here.
"""

import contextlib
import ctypes
import functools
import logging
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec

from engine.backend_probe import first_refusal, gpu_backend_name, is_gpu_file, stem_of
from engine.ipc.lazy_text import LazyText, lazy, lazy_join
from engine.llama.capi import library_folder, native_library, start_library
from engine.llama.device_trial import Judgement
from engine.messages.errors import ModelLoadFailed

_PROCESSOR = "ggml-cpu-"
_CUDA_LIBRARIES = ("libcudart.", "libcublas")  # not the driver's

_log = logging.getLogger(__name__)


class GpuBackend(msgspec.Struct, frozen=True):
    """A backend for graphics cards; ``refusal`` is the reason why it is not used, or None."""

    path: Path
    name: str
    refusal: LazyText | None


@functools.cache
def load_processor_backend() -> str | None:
    """Load the best file for this processor and return its kind; None if it is built in.

    Raises ModelLoadFailed if none of them is supported.
    """
    start_library()
    scores = {path: _score(path) for path in _backends(library_folder()) if _is_processor(path)}
    if not scores:
        return None
    best = max(scores, key=scores.__getitem__)
    if scores[best] <= 0 or not _load(best):
        raise ModelLoadFailed(lazy("The engine does not support this computer's processor."))
    kind = stem_of(best).removeprefix(_PROCESSOR)
    _log.info("processor backend: %s", kind)
    return kind


@functools.cache
def load_gpu_backends(
    folder: str | None = None, judged: tuple[Judgement, ...] = ()
) -> tuple[GpuBackend, ...]:
    """Load the GPU backends of the library and those in ``folder``, each tried elsewhere before.

    If a driver crashes, it ends the process that tried it, not this one. Backends judged
    unprofitable are returned with the reason and not loaded.
    """
    reasons = {each.path: each.reason for each in judged if each.reason is not None}
    if load_processor_backend() is None:
        return tuple(
            GpuBackend(path, gpu_backend_name(path), reason) for path, reason in reasons.items()
        )
    folders = [library_folder(), *([Path(folder)] if folder else [])]
    paths = [path for place in folders for path in _backends(place) if not _is_processor(path)]
    return tuple(_loaded(path, reasons.get(path)) for path in paths)


def refusals(backends: Iterable[GpuBackend]) -> LazyText:
    """Return messages about the unused GPU backends; empty if all are used."""
    return lazy_join(
        lazy("{name}: {reason}", name=backend.name, reason=backend.refusal)
        for backend in backends
        if backend.refusal
    )


def devices_of(path: Path) -> list[str]:
    """Load a GPU backend into this process, start its devices and return their names.

    For a process that may crash. Raises ModelLoadFailed if the file is not a backend.
    """
    start_library()
    is_built_in = load_processor_backend() is None
    register = _load(path)
    if not register:
        raise ModelLoadFailed(_why_not_loaded(path))
    if is_built_in:
        raise ModelLoadFailed(
            lazy(
                "this build of Hubbub supports the processor only; compile it for the "
                "graphics card."
            )
        )
    base = native_library("ggml-base")
    count = library_function(base, "ggml_backend_reg_dev_count", ctypes.c_size_t, ctypes.c_void_p)
    get = library_function(
        base, "ggml_backend_reg_dev_get", ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t
    )
    describe = library_function(
        base, "ggml_backend_dev_description", ctypes.c_char_p, ctypes.c_void_p
    )
    start = library_function(
        base, "ggml_backend_dev_init", ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p
    )
    free = library_function(base, "ggml_backend_free", None, ctypes.c_void_p)
    names = []
    for index in range(count(register)):
        device = get(register, index)
        # A driver may list a device that it cannot start.
        backend = start(device, None)
        if backend:
            free(backend)
            names.append(describe(device).decode("utf-8", "replace"))
    return names


def _why_not_loaded(path: Path) -> LazyText:
    """Return the library that the system's loader misses; llama.cpp only logs it."""
    try:
        ctypes.CDLL(str(path))
    except OSError as error:
        said = str(error.__cause__ or error)  # PyInstaller has its own words for it
        missing = re.match(r"([^/\s]+\.so[.\d]*): cannot open shared object", said)
        if missing and missing[1].startswith(_CUDA_LIBRARIES):
            return lazy(
                "{library} of CUDA was not found. Install the package hubbub-cuda or NVIDIA's CUDA "
                "toolkit.",
                library=missing[1],
            )
        if missing:
            return lazy(
                "{library} was not found. Install the driver of the graphics card.",
                library=missing[1],
            )
    return lazy("its driver is not installed, or it was made for another version of the engine.")


def _loaded(path: Path, reason: LazyText | None) -> GpuBackend:
    name = gpu_backend_name(path)
    refusal = first_refusal(path) or reason
    if refusal is None and not _load(path):
        refusal = lazy("it could not be loaded.")
    if refusal is not None:
        _log.info("%s is not used: %s", path.name, refusal)
    return GpuBackend(path, name, refusal)


def _backends(folder: Path) -> list[Path]:
    """Return the files of backends in a folder; the library itself is not one."""
    try:
        return sorted(filter(is_gpu_file, folder.iterdir()))
    except OSError:
        return []


def _is_processor(path: Path) -> bool:
    return stem_of(path).startswith(_PROCESSOR)


def _score(path: Path) -> int:
    """Return how well a file suits this processor; 0 means unsupported."""
    with contextlib.suppress(OSError, AttributeError):
        return int(ctypes.CDLL(str(path)).ggml_backend_score())
    return 0


def _load(path: Path) -> int | None:
    ggml = native_library("ggml")
    load = library_function(ggml, "ggml_backend_load", ctypes.c_void_p, ctypes.c_char_p)
    register: int | None = load(str(path).encode("utf-8"))
    return register


def library_function(
    library: ctypes.CDLL, name: str, result: object, *arguments: object
) -> Callable[..., Any]:
    """Return a function of the library with the types of its header."""
    function: Callable[..., Any] = getattr(library, name)
    function.restype, function.argtypes = result, list(arguments)  # type: ignore[attr-defined]
    return function
