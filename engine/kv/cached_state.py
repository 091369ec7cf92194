"""What is cached of a conversation: one object, wherever its parts lie, its slot among them."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.kv.cache_folder import CacheFile
from engine.kv.container import Header
from engine.kv.disk_events import LoadJob, WriteJob
from engine.kv.shared_prefixes import is_shared
from engine.kv.slot_copy import SlotCopy, pack_tokens
from engine.kv.source_ids import is_source, source_key_of
from engine.text.prompt import TokenizedPrompt
from engine.wire.metrics import CacheEntry


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
    def last_used(self) -> int:
        """Return the moment of last use, also one before this process."""
        return max(self.used, 0 if self.file is None else self.file.used)

    def has_written(self, tokens: tuple[int, ...]) -> bool:
        """Return whether just these tokens are on the disk, or on their way there."""
        # The job before the file: it replaces the file, whatever the file holds.
        if self.write_job is not None:
            return self.write_job.copy.tokens == tokens
        file = self.usable_file
        return file is not None and file.header.tokens == tokens

    def entry(self) -> CacheEntry:
        """Return its line in the settings."""
        return CacheEntry(
            conversation_id="" if is_shared(self.key) or is_source(self.key) else self.key,
            source_key=source_key_of(self.key),
            token_count=self.file.header.token_count if self.file else self.token_count,
            ram_bytes=0 if self.copy is None else self.copy.byte_count,
            disk_bytes=0 if self.file is None else self.file.byte_count,
            is_usable=self.file is None or self.is_usable,
        )


class CachedStates:
    """The cached states by key: the one table of all that is cached. Engine thread."""

    def __init__(self) -> None:
        self._states: dict[str, CachedState] = {}

    def __iter__(self) -> Iterator[CachedState]:
        """Yield all states, as they are now."""
        return iter(tuple(self._states.values()))

    def get(self, key: str) -> CachedState | None:
        """Return the state of a key if there is one."""
        return self._states.get(key)

    def at(self, key: str) -> CachedState:
        """Return the state of a key; a new one if there is none."""
        return self._states.setdefault(key, CachedState(key))

    def remove(self, key: str) -> None:
        """Know nothing of a key any more; its parts were dropped before."""
        self._states.pop(key, None)

    def is_loading(self, key: str) -> bool:
        """Return whether the file of a key is being read."""
        state = self._states.get(key)
        return state is not None and state.load_job is not None

    @property
    def loading(self) -> list[CachedState]:
        """Return the states whose file is being read."""
        return [state for state in self._states.values() if state.load_job is not None]
