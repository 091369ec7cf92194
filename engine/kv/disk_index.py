"""The files on the disk, as the engine's thread knows them, and their order of eviction."""

import time
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from engine.ipc.lazy_text import LazyText, lazy
from engine.kv.cache_folder import CacheFile
from engine.kv.cache_keys import is_source
from engine.kv.cache_shares import CacheShares, Held
from engine.kv.cached_state import CachedState, CachedStates
from engine.kv.container import ModelIdentity
from engine.kv.disk_worker import Room, ScanFinished, WriteJob
from engine.messages.request_options import Rank

_MAX_BYTES = 10 << 30
_SHARE_OF_DISK = 20
_TICK_NANOSECONDS = 1_000_000


class DiskIndex:
    """Owns the ``file`` of each cached state. Engine thread."""

    def __init__(self, states: CachedStates, limit_bytes: int | None, program_percent: int) -> None:
        self._states = states
        self._with_file: dict[str, CachedState] = {}
        self._program_percent = program_percent
        self.identity: ModelIdentity | None = None
        self._disk_bytes = 0
        self._newest = 0
        self.wanted_limit = limit_bytes

    def fill(self, scan: ScanFinished) -> None:
        """Add the files found in the folder."""
        self.identity = scan.identity
        self._disk_bytes = scan.disk_bytes
        self._newest = max((file.used for file in scan.files), default=0)
        for file in scan.files:
            self.put(file)
        self._states.sort_by_use()

    @property
    def limit_bytes(self) -> int:
        """Return the maximum size of all files together, in bytes."""
        if self.wanted_limit is not None:
            return self.wanted_limit
        return min(_MAX_BYTES, self._disk_bytes // _SHARE_OF_DISK) or _MAX_BYTES

    @property
    def byte_count(self) -> int:
        """Return the size of all files together, in bytes."""
        return sum(file.byte_count for file in self._files())

    @property
    def excess(self) -> LazyText:
        """Return the problem if files of sources alone fill the limit; else None."""
        if (
            sum(file.byte_count for file in self._files() if is_source(file.key))
            <= self.limit_bytes
        ):
            return LazyText()
        return lazy(
            "The caches of sources alone exceed the limit for chats on the disk. Raise the limit."
        )

    def put(self, file: CacheFile) -> None:
        """Add a file in place of an older one of the same key."""
        state = self._states.at(file.key)
        state.file, state.is_usable = file, file.header.identity == self.identity
        state.note_rank(_rank_of(file))
        self._with_file[file.key] = state
        self._states.note_change(state)

    def drop(self, key: str) -> None:
        """Remove the file of a key."""
        state = self._with_file.pop(key, None)
        if state is not None:
            state.file = None
            self._states.note_change(state)

    def drop_names(self, names: Iterable[str]) -> None:
        """Remove the files of these names."""
        gone = set(names)
        for file in self._files():
            if file.name in gone:
                self.drop(file.key)

    def tick(self) -> int:
        """Return a time of use in nanoseconds: now, and always later than the last one.

        So the order of use survives a clock that is set back.
        """
        # A millisecond apart: the value becomes a file's time, which file systems round.
        self._newest = max(time.time_ns(), self._newest + _TICK_NANOSECONDS)
        return self._newest

    def use(self, state: CachedState) -> int:
        """Record that a file was used now; return the time."""
        moment = self.tick()
        if state.file is not None:
            state.file = replace(state.file, used=moment)
        self._states.note_use(state)
        return moment

    def room_for(
        self, key: str, byte_count: int, used: int, pending: Sequence[WriteJob] = ()
    ) -> Room | None:
        """Return which files to evict for a new one; None if they do not make enough room.

        ``used`` is the time of its last use; ``pending`` are other files that will be written
        first. ``CacheShares`` defines the order. Files of sources are kept, and files used later
        than ``used``, unless a program's file makes room for a chat of the window. Files that are
        being read are neither evicted nor counted.
        """
        own = self._states.get(key)
        new = Held(key, byte_count, own is not None and own.is_program)
        evictable: list[tuple[bool, int, Held]] = []
        kept = [new, *map(_held_by_job, pending)]
        # One pass without calls: there may be thousands of files, and a step waits for this.
        for name, state in self._with_file.items():
            file = state.file
            if file is None or state.load_job is not None or name == key:
                continue
            held = Held(name, file.byte_count, state.is_program)
            # Never a newer one: two tabs in turns would evict each other, and wear out the disk. A
            # program cannot take the room back, so its newer file may be evicted for a tab's.
            is_older = file.used < used or not state.is_usable
            is_evictable = is_older or (state.is_program and not new.is_program)
            if is_evictable and not is_source(name):
                evictable.append((state.is_usable, file.used, held))
            else:
                kept.append(held)
        evictable.sort(key=_eviction_order)
        in_order = [held for _, _, held in evictable]
        victims = self._shares().victims(in_order, kept)
        present = sum([each.byte_count for each in (*in_order, *kept)])
        if present - sum([each.byte_count for each in victims]) > self.limit_bytes:
            return None
        evicted = {each.key for each in victims}
        spare = [each for each in self._spare(in_order, kept, present) if each.key not in evicted]
        return Room(self._names(victims), self._names(spare))

    def _spare(self, held: list[Held], kept: list[Held], present: int) -> list[Held]:
        """Return what to evict, in order, if the disk itself is full; includes all victims.

        The limit is then the size of the present files. Beyond that, only files of programs are
        evicted for a program's file. The first of ``kept`` is the new file.
        """
        new = kept[0]
        limit = min(self.limit_bytes, present - new.byte_count)
        first = CacheShares(limit, self._program_percent).victims(held, kept)
        keys = {each.key for each in first}
        others = [each for each in held if each.is_program or not new.is_program]
        return first + [each for each in others if each.key not in keys]

    def _names(self, held: Iterable[Held]) -> tuple[str, ...]:
        return tuple([file.name for each in held if (file := self._with_file[each.key].file)])

    def surplus(self) -> list[str]:
        """Return the keys of the files to evict so that the rest fits the limit."""
        evictable: list[tuple[bool, int, Held]] = []
        kept: list[Held] = []
        for key, state in self._with_file.items():
            if state.file is None:
                continue
            held = Held(key, state.file.byte_count, state.is_program)
            if state.load_job is not None or is_source(key):
                kept.append(held)
            else:
                evictable.append((state.is_usable, state.file.used, held))
        evictable.sort(key=_eviction_order)
        victims = self._shares().victims([held for _, _, held in evictable], kept)
        return [each.key for each in victims]

    def _shares(self) -> CacheShares:
        return CacheShares(self.limit_bytes, self._program_percent)

    def _files(self) -> list[CacheFile]:
        return [state.file for state in self._with_file.values() if state.file is not None]


def _eviction_order(each: tuple[bool, int, Held]) -> tuple[bool, int]:
    """Return the sort key: files of other models first, then by last use."""
    return each[0], each[1]


def _held_by_job(job: WriteJob) -> Held:
    is_program = job.rank is not Rank.TAB and not is_source(job.copy.key)
    return Held(job.copy.key, job.copy.byte_count, is_program)


def _rank_of(file: CacheFile) -> Rank:
    """Return the rank in the header of a file; BACKGROUND for a rank of a later version."""
    return Rank(min(file.header.rank, Rank.BACKGROUND))
