"""The files that are on the disk, as the engine's thread knows them, and which of them go first."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine.kv.cache_folder import CacheFile
from engine.kv.cache_shares import CacheShares, Held
from engine.kv.cached_state import CachedState, CachedStates
from engine.kv.container import ModelIdentity
from engine.kv.disk_events import Room, ScanFinished, WriteJob
from engine.kv.source_ids import is_source
from engine.wire.lazy_text import LazyText, lazy
from engine.wire.request_options import Rank

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
        """Note what was found in the folder."""
        self.identity = scan.identity
        self._disk_bytes = scan.disk_bytes
        self._newest = max((file.used for file in scan.files), default=0)
        for file in scan.files:
            self.put(file)
        self._states.sort_by_use()

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
        state.rank = min(_rank_of(file), Rank.BACKGROUND if state.rank is None else state.rank)
        self._with_file[file.key] = state
        self._states.note_change(state)

    def drop(self, key: str) -> None:
        """Note that there is no file of a key any more."""
        state = self._with_file.pop(key, None)
        if state is not None:
            state.file = None
            self._states.note_change(state)

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
        self._states.note_use(state)
        return moment

    def room_for(
        self, key: str, byte_count: int, used: int, pending: Sequence[WriteJob] = ()
    ) -> Room | None:
        """Return which files make room for a new one, None if that is not enough.

        ``pending`` are other files that are about to be written. Which files go is the rule of
        ``CacheShares``. None goes that is being read, which is not counted either, or a source's;
        nor a newer one, except a program's for a chat of the window.
        """
        state = self._states.get(key)
        new = Held(key, byte_count, state is not None and state.is_program)
        free = self._oldest_first(without=key)
        # Never a newer one: two tabs in turns would evict each other, and wear out the disk. A
        # program cannot take the room back, so its newer file may go for a tab's.
        may_go = [
            each
            for each in free
            if not self._is_usable(each)
            or each.used < used
            or (self._is_program(each) and not new.is_program)
        ]
        held = [self._held(each) for each in may_go]
        names = {each.key: each.name for each in may_go}
        staying = [
            each
            for each in self._files()
            if each.key not in names and each.key != key and not self._states.is_loading(each.key)
        ]
        kept = [new, *map(self._held, staying), *map(_held_by_job, pending)]
        victims = [each.key for each in self._shares().victims(held, kept)]
        gone = set(victims)
        left = sum(each.byte_count for each in (*held, *kept) if each.key not in gone)
        if left > self.limit_bytes:
            return None
        spare = [each for each in self._spare(held, kept, new) if each not in gone]
        return Room(tuple(names[each] for each in victims), tuple(names[each] for each in spare))

    def _spare(self, held: list[Held], kept: list[Held], new: Held) -> list[str]:
        """Return what may go where the disk itself has no room, in order, all victims among them.

        The limit is then what is on the disk already; beyond that, a program has files of
        programs removed only.
        """
        present = sum(each.byte_count for each in (*held, *kept)) - new.byte_count
        shares = CacheShares(min(self.limit_bytes, present), self._program_percent)
        first = [each.key for each in shares.victims(held, kept)]
        others = (each.key for each in held if each.is_program or not new.is_program)
        return list(dict.fromkeys((*first, *others)))

    def surplus(self) -> list[str]:
        """Return the keys of the files that have to go for the limit's sake."""
        free = self._oldest_first()
        names = {each.name for each in free}
        kept = [self._held(each) for each in self._files() if each.name not in names]
        victims = self._shares().victims([self._held(each) for each in free], kept)
        return [each.key for each in victims]

    def _shares(self) -> CacheShares:
        return CacheShares(self.limit_bytes, self._program_percent)

    def _is_program(self, file: CacheFile) -> bool:
        return self._with_file[file.key].is_program

    def _held(self, file: CacheFile) -> Held:
        return Held(file.key, file.byte_count, self._is_program(file))

    def _files(self) -> list[CacheFile]:
        return [state.file for state in self._with_file.values() if state.file is not None]

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


def _held_by_job(job: WriteJob) -> Held:
    is_program = job.rank is not Rank.TAB and not is_source(job.copy.key)
    return Held(job.copy.key, job.copy.byte_count, is_program)


def _rank_of(file: CacheFile) -> Rank:
    """Return the rank in the header of a file, of those that this version knows."""
    return Rank(min(file.header.rank, Rank.BACKGROUND))
