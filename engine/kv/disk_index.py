"""What is on the disk, as the engine's thread knows it: whose, how large, used when, for whom."""

import time
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from engine.kv.cache_folder import CacheFile
from engine.kv.container import Header
from engine.kv.disk_events import ScanFinished

_MOST_BYTES = 10 << 30
_SHARE_OF_DISK = 20
_TICK_NANOSECONDS = 1_000_000


@dataclass(frozen=True, slots=True)
class Room:
    """Files that go for a new one, within the limit, and those that may go for the disk's sake."""

    victims: tuple[str, ...] = ()
    spare: tuple[str, ...] = ()


class DiskIndex:
    """Files by conversation, and which of them go first. One thread."""

    def __init__(self, limit_bytes: int | None) -> None:
        self._files: dict[str, CacheFile] = {}
        self._identity: bytes | None = None
        self._disk_bytes = 0
        self._newest = 0
        self.wanted_limit = limit_bytes

    def fill(self, opened: ScanFinished) -> None:
        """Take what was found in the folder."""
        self._files = {filed.header.conversation_id: filed for filed in opened.files}
        self._identity = opened.sealing.identity
        self._disk_bytes = opened.disk_bytes
        self._newest = max((filed.used for filed in opened.files), default=0)

    @property
    def limit_bytes(self) -> int:
        """Return what all files together may take."""
        if self.wanted_limit is not None:
            return self.wanted_limit
        return min(_MOST_BYTES, self._disk_bytes // _SHARE_OF_DISK) or _MOST_BYTES

    @property
    def byte_count(self) -> int:
        """Return what all files together take."""
        return sum(filed.byte_count for filed in self._files.values())

    @property
    def names(self) -> tuple[str, ...]:
        """Return the conversations."""
        return tuple(self._files)

    @property
    def files(self) -> tuple[tuple[CacheFile, bool], ...]:
        """Return all files, and of each whether the loaded model can use it."""
        return tuple((filed, self._is_usable(filed)) for filed in self._files.values())

    def filed(self, conversation_id: str) -> CacheFile | None:
        """Return a conversation's file."""
        return self._files.get(conversation_id)

    def header(self, conversation_id: str) -> Header | None:
        """Return what there is of a conversation and of use to the loaded model."""
        filed = self._files.get(conversation_id)
        return filed.header if filed is not None and self._is_usable(filed) else None

    def put(self, filed: CacheFile) -> None:
        """Note a file in place of an older one of the same conversation."""
        self._files[filed.header.conversation_id] = filed

    def drop(self, conversation_id: str) -> None:
        """Note that there is no file of a conversation any more."""
        self._files.pop(conversation_id, None)

    def lose(self, names: Iterable[str]) -> None:
        """Note that files of these names are gone."""
        gone = set(names)
        self._files = {key: each for key, each in self._files.items() if each.name not in gone}

    def tick(self) -> int:
        """Return a moment of use, in nanoseconds: now, and never before any other one's.

        So the order of use outlives a clock that is set back.
        """
        self._newest = max(time.time_ns(), self._newest + _TICK_NANOSECONDS)
        return self._newest

    def use(self, conversation_id: str) -> int:
        """Note that a file was of use now; return the moment."""
        moment = self.tick()
        if conversation_id in self._files:
            filed = self._files[conversation_id]
            self._files[conversation_id] = replace(filed, used=moment)
        return moment

    def room_for(
        self, conversation_id: str, byte_count: int, used: int, busy: Collection[str]
    ) -> Room | None:
        """Return what can make room for a file, None if that is not enough.

        That is what was used before it, and is not in the busy hands of others.
        """
        others = self._oldest_first({*busy, conversation_id})
        surplus = sum(filed.byte_count for filed in others) + byte_count - self.limit_bytes
        older = [each for each in others if not self._is_usable(each) or each.used < used]
        count = 0
        while surplus > 0 and count < len(older):
            surplus -= older[count].byte_count
            count += 1
        names = tuple(filed.name for filed in older)
        return Room(names[:count], names[count:]) if surplus <= 0 else None

    def surplus(self, busy: Collection[str]) -> list[str]:
        """Return the conversations that have to go for the limit's sake."""
        left = self.byte_count - self.limit_bytes
        gone: list[str] = []
        for filed in self._oldest_first(busy):
            if left > 0:
                gone.append(filed.header.conversation_id)
                left -= filed.byte_count
        return gone

    def _is_usable(self, filed: CacheFile) -> bool:
        return filed.header.identity == self._identity

    def _oldest_first(self, busy: Collection[str]) -> list[CacheFile]:
        """Return the files in the order in which they go: other models' first, then by use."""
        free = [each for key, each in self._files.items() if key not in busy]
        return sorted(free, key=lambda filed: (self._is_usable(filed), filed.used))
