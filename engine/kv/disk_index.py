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
        state.note_rank(_rank_of(file))
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
        own = self._states.get(key)
        new = Held(key, byte_count, own is not None and own.is_program)
        going: list[tuple[bool, int, Held]] = []
        kept = [new, *map(_held_by_job, pending)]
        # One pass in plain words: there may be thousands of files, and a step waits for this.
        for name, state in self._with_file.items():
            file = state.file
            if file is None or state.load_job is not None or name == key:
                continue
            held = Held(name, file.byte_count, state.is_program)
            # Never a newer one: two tabs in turns would evict each other, and wear out the disk. A
            # program cannot take the room back, so its newer file may go for a tab's.
            is_free = file.used < used or not state.is_usable
            is_free = is_free or (state.is_program and not new.is_program)
            if is_free and not is_source(name):
                going.append((state.is_usable, file.used, held))
            else:
                kept.append(held)
        going.sort(key=_by_use)
        in_order = [held for _, _, held in going]
        victims = self._shares().victims(in_order, kept)
        present = sum([each.byte_count for each in (*in_order, *kept)])
        if present - sum([each.byte_count for each in victims]) > self.limit_bytes:
            return None
        gone = {each.key for each in victims}
        spare = [each for each in self._spare(in_order, kept, present) if each.key not in gone]
        return Room(self._names(victims), self._names(spare))

    def _spare(self, held: list[Held], kept: list[Held], present: int) -> list[Held]:
        """Return what may go where the disk itself has no room, in order, all victims among them.

        The limit is then what is on the disk already; beyond that, a program has files of
        programs removed only. ``kept`` begins with what is to be written.
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
        """Return the keys of the files that have to go for the limit's sake."""
        going: list[tuple[bool, int, Held]] = []
        kept: list[Held] = []
        for key, state in self._with_file.items():
            if state.file is None:
                continue
            held = Held(key, state.file.byte_count, state.is_program)
            if state.load_job is not None or is_source(key):
                kept.append(held)
            else:
                going.append((state.is_usable, state.file.used, held))
        going.sort(key=_by_use)
        victims = self._shares().victims([held for _, _, held in going], kept)
        return [each.key for each in victims]

    def _shares(self) -> CacheShares:
        return CacheShares(self.limit_bytes, self._program_percent)

    def _files(self) -> list[CacheFile]:
        return [state.file for state in self._with_file.values() if state.file is not None]


def _by_use(each: tuple[bool, int, Held]) -> tuple[bool, int]:
    """Order files as they go: other models' first, then by use."""
    return each[0], each[1]


def _held_by_job(job: WriteJob) -> Held:
    is_program = job.rank is not Rank.TAB and not is_source(job.copy.key)
    return Held(job.copy.key, job.copy.byte_count, is_program)


def _rank_of(file: CacheFile) -> Rank:
    """Return the rank in the header of a file, of those that this version knows."""
    return Rank(min(file.header.rank, Rank.BACKGROUND))
