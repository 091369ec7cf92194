"""What measurements on graphics cards have shown, remembered with the cached chats.

An entry holds for one computer, one file of a backend, and one version of the drivers.
"""

import logging
import os
import platform
from pathlib import Path

import msgspec

from engine.files import atomic_write

FILE_NAME = "card-speeds.json"
_MAX_ENTRIES = 20
_MAX_BYTES = 64 * 1024

_log = logging.getLogger(__name__)


class CardKey(msgspec.Struct, frozen=True):
    """What a measurement depends on."""

    computer: str
    backend: str
    devices: tuple[str, ...]
    driver: str


class CardSpeeds(msgspec.Struct, frozen=True):
    """The seconds of the same work; None for a card that is several times slower.

    ``crash`` is a text's parts, as ``LazyText.of`` reads them, if a driver crashed.
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
    """Return what was measured; None if nothing was."""
    return next((each.speeds for each in _known(folder) if each.key == key), None)


def remember_speeds(folder: Path, key: CardKey, speeds: CardSpeeds) -> None:
    """Store a measurement before the older ones; a folder that cannot be written is logged."""
    try:
        if folder.is_symlink():
            return  # we would write in a foreign folder
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        others = [each for each in _known(folder) if each.key != key]
        entries = [_Entry(key, speeds), *others][:_MAX_ENTRIES]
        atomic_write(folder / FILE_NAME, msgspec.json.encode(entries))
    except OSError as error:
        _log.info("The speed of a graphics card is not remembered: %s", error)


def _known(folder: Path) -> list[_Entry]:
    try:
        with (folder / FILE_NAME).open("rb") as file:
            return msgspec.json.decode(file.read(_MAX_BYTES), type=list[_Entry])
    except (OSError, ValueError, msgspec.MsgspecError, RecursionError):
        return []
