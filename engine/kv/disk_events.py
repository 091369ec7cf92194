"""Jobs for the disk's threads, and the events that tell the engine's thread how they ended."""

from dataclasses import dataclass
from typing import TypeAlias

from engine.ipc.lazy_text import LazyText
from engine.kv.cache_folder import CacheFile
from engine.kv.container import Miss, ModelIdentity
from engine.kv.slot_copy import SlotCopy
from engine.messages.request_options import Rank


@dataclass(frozen=True, slots=True)
class Room:
    """Files that go for a new one, within the limit, and those that may go for the disk's sake."""

    victims: tuple[str, ...] = ()
    spare: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class LoadJob:
    """An order to read a file, and when it was given."""

    key: str
    started: float


@dataclass(slots=True, eq=False)
class WriteJob:
    """An order to write a file; the engine's thread may cancel it at any moment."""

    copy: SlotCopy
    used: int
    room: Room
    rank: Rank = Rank.TAB
    is_cancelled: bool = False


@dataclass(frozen=True, slots=True)
class ScanFinished:
    """The files in the folder, the identity of the loaded model, and the size of the disk.

    Without an identity the folder was only emptied, because the limit is zero.
    """

    files: tuple[CacheFile, ...]
    identity: ModelIdentity | None
    disk_bytes: int


@dataclass(frozen=True, slots=True)
class LoadFinished:
    """The end of a LoadJob: the content of the file, or why there is none."""

    job: LoadJob
    result: SlotCopy | Miss


@dataclass(frozen=True, slots=True)
class WriteFinished:
    """The end of a WriteJob: the file, or None; ``removed`` are files that made room."""

    job: WriteJob
    file: CacheFile | None
    removed: tuple[str, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class DiskFailed:
    """The disk cannot be used now; the text says why."""

    text: LazyText


DiskEvent: TypeAlias = ScanFinished | LoadFinished | WriteFinished | DiskFailed
