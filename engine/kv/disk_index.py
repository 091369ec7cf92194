"""The files that are on the disk, as the engine's thread knows them, and which of them go first."""

import time
from collections.abc import Iterable
from dataclasses import replace

from engine.kv.cache_folder import CacheFile
from engine.kv.cached_state import CachedState, CachedStates
from engine.kv.container import ModelIdentity
from engine.kv.disk_events import Room, ScanFinished
from engine.kv.source_ids import is_source
from engine.wire.lazy_text import LazyText, lazy

_MAX_BYTES = 10 << 30
_SHARE_OF_DISK = 20
_TICK_NANOSECONDS = 1_000_000


class DiskIndex:
    """Owns the ``file`` of each cached state. Engine thread."""

    def __init__(self, states: CachedStates, limit_bytes: int | None) -> None:
        self._states = states
        self.identity: ModelIdentity | None = None
        self._disk_bytes = 0
        self._newest = 0
        self.wanted_limit = limit_bytes

    def fill(self, scan: ScanFinished) -> None:
        """Note what was found in the folder."""
        self.identity = scan.identity
        self._disk_bytes = scan.disk_bytes
        self._newest = max((file.used for file in scan.files), default=0)
        for file in scan.files:
            self.put(file)

    @property
    def limit_bytes(self) -> int:
        """Return what all files together may take."""
        if self.wanted_limit is not None:
            return self.wanted_limit
        return min(_MAX_BYTES, self._disk_bytes // _SHARE_OF_DISK) or _MAX_BYTES

    @property
    def byte_count(self) -> int:
        """Return what all files together take."""
        return sum(file.byte_count for file in self._files())

    @property
    def excess(self) -> LazyText:
        """Return what is wrong where sources, none of which goes, fill the limit; else nothing."""
        if (
            sum(file.byte_count for file in self._files() if is_source(file.key))
            <= self.limit_bytes
        ):
            return LazyText()
        return lazy("Sources alone take more than chats may take on the disk. Raise the limit.")

    def put(self, file: CacheFile) -> None:
        """Note a file in place of an older one of the same key."""
        state = self._states.at(file.key)
        state.file, state.is_usable = file, file.header.identity == self.identity

    def drop(self, key: str) -> None:
        """Note that there is no file of a key any more."""
        state = self._states.get(key)
        if state is not None:
            state.file = None

    def drop_names(self, names: Iterable[str]) -> None:
        """Note that files of these names are gone."""
        gone = set(names)
        for file in self._files():
            if file.name in gone:
                self.drop(file.key)

    def tick(self) -> int:
        """Return a moment of use, in nanoseconds: now, and always later than the last one.

        So the order of use survives a clock that is set back.
        """
        # A millisecond apart: the moment becomes a file's time, which file systems round.
        self._newest = max(time.time_ns(), self._newest + _TICK_NANOSECONDS)
        return self._newest

    def use(self, state: CachedState) -> int:
        """Note that a file was used now; return the moment."""
        moment = self.tick()
        if state.file is not None:
            state.file = replace(state.file, used=moment)
        return moment

    def room_for(self, key: str, byte_count: int, used: int) -> Room | None:
        """Return which files make room for a new one, None if that is not enough.

        Only files that were used before it go, and none that is being read, or a source's.
        """
        others = self._oldest_first(without=key)
        kept = [each for each in self._files() if is_source(each.key) and each.key != key]
        surplus = sum(file.byte_count for file in (*others, *kept)) + byte_count - self.limit_bytes
        # Never a newer one: two tabs in turns would evict each other, and wear out the disk.
        older = [each for each in others if not self._is_usable(each) or each.used < used]
        count = 0
        while surplus > 0 and count < len(older):
            surplus -= older[count].byte_count
            count += 1
        names = tuple(file.name for file in older)
        return Room(names[:count], names[count:]) if surplus <= 0 else None

    def surplus(self) -> list[str]:
        """Return the keys of the files that have to go for the limit's sake."""
        left = self.byte_count - self.limit_bytes
        gone: list[str] = []
        for file in self._oldest_first():
            if left > 0:
                gone.append(file.key)
                left -= file.byte_count
        return gone

    def _files(self) -> list[CacheFile]:
        return [state.file for state in self._states if state.file is not None]

    def _is_usable(self, file: CacheFile) -> bool:
        return file.header.identity == self.identity

    def _oldest_first(self, without: str | None = None) -> list[CacheFile]:
        """Return the files in the order in which they go: other models' first, then by use."""
        free = [
            file
            for file in self._files()
            if file.key != without
            and not self._states.is_loading(file.key)
            and not is_source(file.key)
        ]
        return sorted(free, key=lambda file: (self._is_usable(file), file.used))
