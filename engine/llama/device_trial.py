"""Finds out before sandboxing whether graphics cards work in it; the library is not loaded.

Drivers are tried in separate processes, without a model: the content of a model's file must never
be a reason to load it with less protection.
"""

import functools
import importlib.util
import logging
import os
import platform
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from engine.backend_probe import (
    CONFINED,
    MEASURE,
    ProbeAnswer,
    answer_of,
    first_answer,
    first_refusal,
    gpu_backend_name,
    is_gpu_file,
    is_rpc_client,
    is_vulkan,
    refusal_of,
    stem_of,
)
from engine.files import atomic_write
from engine.ipc.lazy_text import LazyText, lazy

_PROCESSOR = "ggml-cpu-"
_EACH_SECONDS = 10.0  # seconds for the second trial of a card, when its shaders are compiled
_ALL_SECONDS = 10.0  # seconds after which no other driver is tried
_FASTER = 0.9  # share of the processor's time: a card must be worth its memory and its power
FILE_NAME = "card-speeds.json"
_MAX_ENTRIES = 20
_MAX_BYTES = 64 * 1024

_log = logging.getLogger(__name__)


class CardKey(msgspec.Struct, frozen=True):
    """The dependencies of a measurement."""

    computer: str
    backend: str
    devices: tuple[str, ...]
    driver: str


class CardSpeeds(msgspec.Struct, frozen=True):
    """The seconds of the same work; None for a card that is several times slower.

    ``crash`` is the parts of a text, as ``LazyText.of`` reads them, if a driver crashed.
    """

    processor_seconds: float = 0.0
    card_seconds: dict[str, float | None] = {}
    crash: object = None


class _Entry(msgspec.Struct, frozen=True):
    key: CardKey
    speeds: CardSpeeds


def card_key(backend: Path, devices: tuple[str, ...], driver: str) -> CardKey:
    """Return the key of a backend's file with these devices and drivers on this computer."""
    try:
        status = backend.stat()
        file = f"{backend.name} {status.st_size} {status.st_mtime_ns}"
    except OSError:
        file = backend.name
    return CardKey(f"{platform.node()}, {os.cpu_count()}", file, devices, driver)


def remembered_speeds(folder: Path, key: CardKey) -> CardSpeeds | None:
    """Return the stored measurement; None if there is none."""
    return next((each.speeds for each in _known(folder) if each.key == key), None)


def remember_speeds(folder: Path, key: CardKey, speeds: CardSpeeds) -> None:
    """Store a measurement before the older ones; errors of the folder are logged."""
    try:
        if folder.is_symlink():
            return  # a link would make us write in another folder
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        others = [each for each in _known(folder) if each.key != key]
        entries = [_Entry(key, speeds), *others][:_MAX_ENTRIES]
        atomic_write(folder / FILE_NAME, msgspec.json.encode(entries))
    except OSError as error:
        _log.info("The speed of a graphics card cannot be stored: %s", error)


def _known(folder: Path) -> list[_Entry]:
    try:
        with (folder / FILE_NAME).open("rb") as file:
            return msgspec.json.decode(file.read(_MAX_BYTES), type=list[_Entry])
    except (OSError, ValueError, msgspec.MsgspecError, RecursionError):
        return []


class Judgement(msgspec.Struct, frozen=True):
    """The cards of a Vulkan backend that are slower than the processor, by name.

    ``reason`` is why the backend is not used at all; None if it is used, or was not measured.
    """

    path: Path
    slow: frozenset[str] = frozenset()
    reason: LazyText | None = None


def hindered_backend(folder: Path | None) -> str | None:
    """Return the GPU backend that works here, but not in a sandbox; None if there is none."""
    deadline = time.monotonic() + _ALL_SECONDS
    files = list(_gpu_backends(folder))
    for path in files:
        # Backends that are not tried in time stay unused: a driver that hangs must not look like an
        # engine that hangs at its start.
        if time.monotonic() > deadline:
            return None
        if first_refusal(path) is None and _is_refused_confined(path):
            return gpu_backend_name(path)
    free = _first_built_in().devices if files else ()
    return free[0] if free and not _built_in(CONFINED).devices else None


@functools.cache
def judgements(packs: Path | None, memory: Path | None) -> tuple[Judgement, ...]:
    """Return the judgement of each Vulkan backend; earlier measurements are in ``memory``.

    Cards of other backends are not measured: a card with a CUDA backend is faster than a processor.
    Call this before the process enters the sandbox; later calls return the same result.
    """
    return tuple(_judged(path, memory) for path in _gpu_backends(packs) if is_vulkan(path))


def needs_measurement(packs: Path | None, memory: Path | None) -> bool:
    """Return whether ``judgements`` will measure: a card or a driver is not in ``memory``.

    Call this before the process enters the sandbox.
    """
    return any(_is_unknown(path, memory) for path in _gpu_backends(packs) if is_vulkan(path))


def _is_unknown(path: Path, memory: Path | None) -> bool:
    answer = _tried(path)
    return bool(answer.devices) and _remembered(path, answer, memory) is None


def _tried(path: Path) -> ProbeAnswer:
    """Return the devices of a backend; a library compiled for them has them built in."""
    answer = first_answer(path)
    return answer if answer.refusal is None else _first_built_in()


def _remembered(path: Path, answer: ProbeAnswer, memory: Path | None) -> CardSpeeds | None:
    key = card_key(path, answer.devices, answer.driver)
    return remembered_speeds(memory, key) if memory else None


def _judged(path: Path, memory: Path | None) -> Judgement:
    answer = _tried(path)
    if not answer.devices:
        return Judgement(path)
    speeds = _remembered(path, answer, memory)
    if speeds is None:
        said = answer_of(None if answer.is_built_in else path, MEASURE, seconds=_EACH_SECONDS)
        if said.refusal is not None and not said.has_crashed:  # another attempt may succeed
            return Judgement(path, frozenset(answer.devices), said.refusal)
        speeds = _speeds(said)
        if memory and not said.is_disturbed:
            remember_speeds(memory, card_key(path, answer.devices, answer.driver), speeds)
    return _judgement(path, answer.devices, speeds)


def _speeds(said: ProbeAnswer) -> CardSpeeds:
    if said.refusal is not None:
        return CardSpeeds(crash=said.refusal.parts())
    return CardSpeeds(said.processor_seconds, dict(said.card_seconds))


def _judgement(path: Path, devices: tuple[str, ...], speeds: CardSpeeds) -> Judgement:
    if speeds.crash is not None:
        return Judgement(path, frozenset(devices), LazyText.of(speeds.crash))
    limit = _FASTER * speeds.processor_seconds
    slow = {
        name for name, seconds in speeds.card_seconds.items() if seconds is None or seconds > limit
    }
    is_all_slow = bool(slow) and slow >= set(devices)
    return Judgement(path, frozenset(slow), _why_slow(speeds) if is_all_slow else None)


def _why_slow(speeds: CardSpeeds) -> LazyText:
    known = [(each, name) for name, each in speeds.card_seconds.items() if each is not None]
    if not known:
        name = next(iter(speeds.card_seconds))
        return lazy("{name} is several times slower than the processor.", name=name)
    seconds, name = min(known)
    return lazy(
        "{name} takes {card:.1f} s for work that the processor does in {processor:.1f} s.",
        name=name,
        card=seconds,
        processor=speeds.processor_seconds,
    )


def try_rpc_client(folder: Path | None) -> None:
    """Try the RPC client while programs can be started; "first_refusal" caches the result."""
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


@functools.cache
def _first_built_in() -> ProbeAnswer:
    return _built_in()


def _built_in(mode: str = "") -> ProbeAnswer:
    """Return the graphics cards of a library that was compiled for them."""
    if any(stem_of(path).startswith(_PROCESSOR) for path in _files(None)):
        return ProbeAnswer(None)  # it has files for processors, so for cards as well
    answer = answer_of(None, mode, seconds=_EACH_SECONDS)
    return answer if answer.is_built_in else ProbeAnswer(None)
