"""The cached parts of a conversation: one object for all places, including its slot."""

from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from engine.kv.cache_folder import CacheFile
from engine.kv.cache_keys import is_shared, is_source, source_key_of
from engine.kv.container import Header
from engine.kv.disk_worker import LoadJob, WriteJob
from engine.kv.slot_copy import MIN_CACHED_TOKENS, SlotCopy, pack_tokens
from engine.messages.metrics import CacheEntry
from engine.messages.request_options import Rank
from engine.text.prompt import TokenizedPrompt


@dataclass(slots=True, eq=False)
class CachedState:
    """Owns every part of one conversation's cache, or of one shared prefix's.

    Belongs to the engine's thread; the disk's threads get jobs and files, never this object.

    Attributes:
        slot: the index of the one slot that holds it; newer than all other parts.
        copy: the part in RAM; always at least as new as the file.
        is_claimed: a request was promised the copy, so it stays also beyond the budget.
        file: the part on the disk, also one of another model.
        is_usable: the loaded model can restore the file.
        load_job: the reading of the file that is under way.
        write_job: the writing of a newer file that is under way.
        used: the moment of last use, see ``DiskIndex.tick``; 0 before the first.
        ordered_hash: of the tokens that were ordered to be written, successfully or not.
        rank: the best rank of the requests that have used it, also before a restart; None before
            the first use, which counts as the window's. Changed by ``note_rank``.
        is_program: whether only programs and background requests have used it; False for sources.
        beginning: its key in the table of beginnings, None if it is not in there.
    """

    key: str
    slot: int | None = None
    copy: SlotCopy | None = None
    is_claimed: bool = False
    file: CacheFile | None = None
    is_usable: bool = False
    load_job: LoadJob | None = None
    write_job: WriteJob | None = None
    used: int = 0
    ordered_hash: int | None = None
    rank: Rank | None = None
    is_program: bool = False
    beginning: bytes | None = None

    @property
    def stored_rank(self) -> Rank:
        """Return the rank that its file stores; TAB for a source."""
        return Rank.TAB if self.rank is None or is_source(self.key) else self.rank

    def note_rank(self, rank: Rank) -> None:
        """Record a use by a request of this rank."""
        before = self.stored_rank
        self.rank = rank if self.rank is None else min(self.rank, rank)
        self.is_program = self.stored_rank is not Rank.TAB
        if self.stored_rank < before:
            self.ordered_hash = None  # its file is to be written again, with the better rank

    @property
    def usable_file(self) -> CacheFile | None:
        """Return the file if the loaded model can restore it."""
        return self.file if self.is_usable else None

    @property
    def token_count(self) -> int:
        """Return how many tokens can be restored."""
        if self.copy is not None:
            return len(self.copy.tokens)
        file = self.usable_file
        return 0 if file is None else file.header.token_count

    @property
    def tokens(self) -> tuple[int, ...]:
        """Return the tokens that can be restored."""
        if self.copy is not None:
            return self.copy.tokens
        file = self.usable_file
        return () if file is None else file.header.tokens

    def begins_with(self, tokens: tuple[int, ...], packed: bytes) -> bool:
        """Return whether what can be restored begins with these tokens, given in both forms."""
        if self.copy is not None:
            return self.copy.tokens[: len(tokens)] == tokens
        file = self.usable_file
        return file is not None and file.header.packed_tokens.startswith(packed)

    @property
    def point_counts(self) -> list[int]:
        """Return the lengths of the checkpoints that can be restored."""
        if self.copy is not None:
            return [point.token_count for point in self.copy.checkpoints]
        file = self.usable_file
        return [] if file is None else [point.token_count for point in file.header.checkpoints]

    @property
    def prompt(self) -> TokenizedPrompt:
        """Return the text of what can be restored."""
        if self.copy is not None:
            return self.copy.prompt
        file = self.usable_file
        return TokenizedPrompt() if file is None else file.header.prompt

    @property
    def texts(self) -> list[str]:
        """Return the pieces of the text of what can be restored; none where turns are gone."""
        prompt: TokenizedPrompt | Header | None = None if self.copy is None else self.copy.prompt
        if prompt is None and self.usable_file is not None:
            prompt = self.usable_file.header
        is_whole = prompt is not None and not prompt.dropped_messages
        return [each.text for each in prompt.segments] if prompt is not None and is_whole else []

    @property
    def packed_tokens(self) -> bytes:
        """Return the tokens of what is cached or being written, for whichever model."""
        copy = self.copy
        if copy is None and self.write_job is not None:
            copy = self.write_job.copy
        if copy is not None:
            return pack_tokens(copy.tokens)
        return b"" if self.file is None else self.file.header.packed_tokens

    @property
    def is_empty(self) -> bool:
        """Return whether neither RAM nor disk holds anything of it."""
        return self.copy is None and self.file is None

    @property
    def is_unused(self) -> bool:
        """Return whether no slot and no tier holds it, and no job reads or writes its file."""
        has_job = self.load_job is not None or self.write_job is not None
        return self.slot is None and self.is_empty and not has_job

    @property
    def last_used(self) -> int:
        """Return the time of last use, also one before this process."""
        return max(self.used, 0 if self.file is None else self.file.used)

    def has_written(self, tokens: tuple[int, ...]) -> bool:
        """Return whether a file with these tokens and this rank exists or is being written."""
        # The job comes first: its file replaces the present one.
        if self.write_job is not None:
            is_ranked = self.write_job.rank <= self.stored_rank
            return is_ranked and self.write_job.copy.tokens == tokens
        file = self.usable_file
        if file is None or file.header.rank > self.stored_rank:
            return False
        return file.header.tokens == tokens

    def entry(self) -> CacheEntry:
        """Return its entry in the settings."""
        return CacheEntry(
            conversation_id="" if is_shared(self.key) or is_source(self.key) else self.key,
            source_key=source_key_of(self.key),
            token_count=self.file.header.token_count if self.file else self.token_count,
            ram_bytes=0 if self.copy is None else self.copy.byte_count,
            disk_bytes=0 if self.file is None else self.file.byte_count,
            is_usable=self.file is None or self.is_usable,
        )


class CachedStates:
    """The cached states by key: the one table of the whole cache. Engine thread.

    ``remove_unused`` removes the states that no slot, tier or job holds any more; not earlier,
    because a copy may be moving from one place to another. So the size of the table depends on the
    cache, not on the number of names seen. The owner of a part calls ``note_change`` after adding
    or removing it.
    """

    def __init__(self) -> None:
        self._states: dict[str, CachedState] = {}  # the most recently used last
        self._loading: dict[str, CachedState] = {}
        self._changed: dict[str, CachedState] = {}  # may be unused by now
        self._by_beginning: dict[bytes, dict[str, CachedState]] = {}

    def __iter__(self) -> Iterator[CachedState]:
        """Yield all states; the table may change meanwhile."""
        return iter(tuple(self._states.values()))

    def __len__(self) -> int:
        """Return the number of states."""
        return len(self._states)

    def get(self, key: str) -> CachedState | None:
        """Return the state of a key, or None."""
        return self._states.get(key)

    def at(self, key: str) -> CachedState:
        """Return the state of a key; a new one is created if there is none."""
        state = self._states.get(key)
        if state is None:
            state = self._states[key] = self._changed[key] = CachedState(key)
        return state

    def remove(self, key: str) -> None:
        """Remove a state whose parts have been removed."""
        state = self._states.pop(key, None)
        if state is not None:
            self._loading.pop(key, None)
            self._changed.pop(key, None)
            self._move(state, None)

    def remove_unused(self, moving: Callable[[], Container[str]] = set) -> None:
        """Remove the unused states, except those whose copy is ``moving``."""
        if not self._changed:
            return
        kept = moving()
        changed, self._changed = self._changed, {}
        for key, state in changed.items():
            if state.is_unused and key in kept:
                self._changed[key] = state
            elif state.is_unused:
                self.remove(key)

    def note_change(self, state: CachedState) -> None:
        """Record that a part of a state was added or removed."""
        if self._states.get(state.key) is state:
            self._changed[state.key] = state
            self._move(state, _beginning_of(state))

    def note_use(self, state: CachedState) -> None:
        """Make a state the most recently used one."""
        if self._states.pop(state.key, None) is not None:
            self._states[state.key] = state

    def sort_by_use(self) -> None:
        """Order all states by their last use, after files of an earlier process were found."""
        ordered = sorted(self._states.values(), key=lambda each: each.last_used)
        self._states = {each.key: each for each in ordered}

    def recent(self, count: int) -> Iterable[CachedState]:
        """Return the most recently used states, at most ``count``, the last used first."""
        return tuple(islice(reversed(self._states.values()), count))

    def beginning_like(self, tokens: tuple[int, ...]) -> Iterable[CachedState]:
        """Return the states that can be restored and share the first MIN_CACHED_TOKENS tokens."""
        beginning = pack_tokens(tokens[:MIN_CACHED_TOKENS])
        return tuple(self._by_beginning.get(beginning, {}).values())

    def begin_load(self, state: CachedState, job: LoadJob) -> None:
        """Record that the file of a state is being read."""
        state.load_job = job
        self._loading[state.key] = state

    def end_load(self, state: CachedState) -> None:
        """Record that the file of a state was read, or that reading it was cancelled."""
        state.load_job = None
        if self._loading.get(state.key) is state:
            del self._loading[state.key]
        self.note_change(state)

    def is_loading(self, key: str) -> bool:
        """Return whether the file of a key is being read."""
        return key in self._loading

    @property
    def loading(self) -> list[CachedState]:
        """Return the states whose file is being read."""
        return list(self._loading.values())

    def _move(self, state: CachedState, beginning: bytes | None) -> None:
        """Move a state to another key of the table of beginnings, or out of it."""
        if beginning == state.beginning:
            return
        if state.beginning is not None:
            alike = self._by_beginning[state.beginning]
            del alike[state.key]
            if not alike:
                del self._by_beginning[state.beginning]
        state.beginning = beginning
        if beginning is not None:
            self._by_beginning.setdefault(beginning, {})[state.key] = state


def _beginning_of(state: CachedState) -> bytes | None:
    """Return the first MIN_CACHED_TOKENS of what can be restored, packed; None if it has fewer."""
    if state.token_count < MIN_CACHED_TOKENS:
        return None
    if state.copy is not None:
        return pack_tokens(state.copy.tokens[:MIN_CACHED_TOKENS])
    assert state.file is not None, "only a state that can be restored has tokens"
    return state.file.header.packed_tokens[: len(pack_tokens(range(MIN_CACHED_TOKENS)))]
