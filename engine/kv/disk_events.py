"""What the disk tier's threads tell the engine's thread."""

from dataclasses import dataclass
from typing import TypeAlias

from engine.kv.cache_folder import CacheFile
from engine.kv.container import Miss, Sealing
from engine.kv.ram_tier import CachedState
from engine.wire.lazy_text import LazyText


@dataclass(frozen=True, slots=True)
class ScanFinished:
    """What is in the folder, what the loaded model's files are sealed with, and the disk's size."""

    files: tuple[CacheFile, ...]
    sealing: Sealing
    disk_bytes: int


@dataclass(frozen=True, slots=True)
class LoadFinished:
    """What became of an order to load: the state, or why there is none."""

    conversation_id: str
    result: CachedState | Miss


@dataclass(slots=True, eq=False)
class WriteJob:
    """An order to write; the engine's thread may take it back at any moment."""

    kept: CachedState
    is_cancelled: bool = False


@dataclass(frozen=True, slots=True)
class WriteFinished:
    """What became of an order to write: the file, or None; ``gone`` are files that made room."""

    save: WriteJob
    filed: CacheFile | None
    gone: tuple[str, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class DiskFailed:
    """A sentence on why the disk takes nothing."""

    text: LazyText


DiskEvent: TypeAlias = LoadFinished | ScanFinished | WriteFinished | DiskFailed
