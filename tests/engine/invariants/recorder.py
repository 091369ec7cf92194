"""Backends around a backend: what passes is written down, or goes wrong where a test says so."""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.backend import (
    Backend,
    BatchEntry,
    Checkpoint,
    DecodeStatus,
    Sampler,
)
from engine.messages.sampling_params import SamplingParams

if TYPE_CHECKING:  # the types of what ``Around`` passes on
    from engine.llama.backend import LlamaBackend as _Passed
else:
    _Passed = object


class Around(_Passed):
    """Passes everything on."""

    def __init__(self, inner: Backend) -> None:
        self.inner = inner

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            return getattr(self.inner, name)

    def decode(self, entries: Sequence[BatchEntry]) -> DecodeStatus:
        return self.inner.decode(entries)


@dataclass(slots=True)
class SlotAction:
    """Something that was done to a slot; ``sampled`` are the tokens of its first rows."""

    verb: str
    count: int = 0
    discarded: int = 0
    tokens: tuple[int, ...] = ()
    logit_count: int = 0
    sampled: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Reply:
    """The prompt of a request and the tokens that were sampled for it."""

    sampler: Sampler
    params: SamplingParams
    prompt: tuple[int, ...]
    tokens: list[int] = field(default_factory=list)


class Recorder(Around):
    """Writes down the life of each slot since it was empty, so that it can be led again alone.

    ``cells`` are the tokens that each slot should hold by what was done to it.
    """

    def __init__(self, inner: Backend) -> None:
        super().__init__(inner)
        self.lives: list[list[SlotAction]] = [[] for _ in range(inner.info.slot_count)]
        self.past_lives: list[list[SlotAction]] = []
        self.cells: list[list[int]] = [[] for _ in range(inner.info.slot_count)]
        self.calls: list[tuple[BatchEntry, ...]] = []
        self.replies: list[Reply] = []
        self.forks: list[tuple[int, int]] = []
        self.computed_tokens = 0
        self.drafted_in_vain = 0
        self._last: list[SlotAction] = []
        self.saved: dict[bytes, tuple[list[SlotAction], list[int]]] = {}

    @property
    def all_lives(self) -> list[list[SlotAction]]:
        """Return those that have ended and those that go on."""
        return [life for life in [*self.past_lives, *self.lives] if life]

    def actions(self, verb: str) -> list[SlotAction]:
        """Return everything of a kind that was done to any slot."""
        return [action for life in self.all_lives for action in life if action.verb == verb]

    def decode(self, entries: Sequence[BatchEntry]) -> DecodeStatus:
        copies = tuple(
            BatchEntry(each.slot, tuple(each.tokens), each.position, each.logit_count)
            for each in entries
        )
        self.calls.append(copies)
        for each in copies:
            assert each.position == self.inner.token_count(each.slot) == len(self.cells[each.slot])
        self.drafted_in_vain += self._in_vain()
        status = self.inner.decode(entries)
        self._last = []
        if status is DecodeStatus.DONE:
            for each in copies:
                tokens = tuple(each.tokens)
                self._last.append(SlotAction("decode", tokens=tokens, logit_count=each.logit_count))
                self.lives[each.slot].append(self._last[-1])
                self.cells[each.slot].extend(tokens)
                self.computed_tokens += len(tokens)
        return status

    def _in_vain(self) -> int:
        """Return how many rows of the last call were behind a guess that was wrong."""
        return sum(
            each.logit_count - max(1, len(each.sampled)) for each in self._last if each.logit_count
        )

    def new_sampler(
        self, params: SamplingParams, recent_tokens: Sequence[int], **reasoning: Any
    ) -> Sampler:
        sampler = self.inner.new_sampler(params, recent_tokens, **reasoning)
        self.replies.append(Reply(sampler, params, tuple(recent_tokens)))
        return sampler

    def sample(self, wanted: Sequence[tuple[Sampler, int]]) -> list[int | None]:
        tokens = self.inner.sample(wanted)
        owners = [action for action in self._last for _ in range(action.logit_count)]
        for (sampler, row), token in zip(wanted, tokens, strict=True):
            reply = next(each for each in self.replies if each.sampler is sampler)
            if token is not None:
                owners[row].sampled.append(token)
                reply.tokens.append(token)
        return tokens

    def truncate(self, slot: int, token_count: int) -> bool:
        is_kept = self.inner.truncate(slot, token_count)
        if is_kept:
            self.lives[slot].append(SlotAction("keep", token_count))
            del self.cells[slot][token_count:]
        return is_kept

    def clear(self, slot: int) -> None:
        self.inner.clear(slot)
        self._begin(slot, [], [])

    def slide(self, slot: int, keep_count: int, discard_count: int) -> None:
        self.inner.slide(slot, keep_count, discard_count)
        self.lives[slot].append(SlotAction("slide", keep_count, discard_count))
        del self.cells[slot][keep_count : keep_count + discard_count]

    def fork(self, source: int, target: int) -> None:
        self.inner.fork(source, target)
        self._begin(target, self.lives[source], self.cells[source])
        self.forks.append((source, target))

    def checkpoint(self, slot: int) -> Checkpoint:
        point = self.inner.checkpoint(slot)
        self.lives[slot].append(SlotAction("checkpoint", point.token_count))
        return point

    def restore_checkpoint(self, slot: int, checkpoint: Checkpoint) -> bool:
        is_back = self.inner.restore_checkpoint(slot, checkpoint)
        if is_back:
            self.lives[slot].append(SlotAction("go back", checkpoint.token_count))
            del self.cells[slot][checkpoint.token_count :]
        else:
            self._begin(slot, [], [])
        return is_back

    def state(self, slot: int) -> bytes:
        state = self.inner.state(slot)
        self.saved[state] = (list(self.lives[slot]), list(self.cells[slot]))
        return state

    def set_state(
        self,
        slot: int,
        state: bytes,
        token_count: int,
        on_placed: Callable[[], None] = lambda: None,
    ) -> bool:
        is_set = self.inner.set_state(slot, state, token_count, on_placed)
        self._begin(slot, *(self.saved[state] if is_set else ([], [])))
        return is_set

    def _begin(self, slot: int, life: Sequence[SlotAction], cells: Sequence[int]) -> None:
        self.past_lives.append(self.lives[slot])
        self.lives[slot] = list(life)
        self.cells[slot] = list(cells)


class Faulty(Around):
    """Makes calls go wrong as the library does: ``faults`` are the statuses of the next ones.

    ``poison`` are slots whose every call fails.
    """

    def __init__(self, inner: Backend) -> None:
        super().__init__(inner)
        self.faults: deque[DecodeStatus] = deque()
        self.poison: set[int] = set()
        self.call_count = 0
        self.half_done_tokens = 0

    def decode(self, entries: Sequence[BatchEntry]) -> DecodeStatus:
        self.call_count += 1
        status = self.faults.popleft() if self.faults else DecodeStatus.DONE
        if self.poison & {entry.slot for entry in entries}:
            status = DecodeStatus.FAILED
        if status is DecodeStatus.DONE:
            return self.inner.decode(entries)
        self._leave_half(entries, status)
        return status

    def request_abort(self) -> None:
        self.faults.append(DecodeStatus.ABORTED)

    def _leave_half(self, entries: Sequence[BatchEntry], status: DecodeStatus) -> None:
        """Leave what a call leaves that ended between two passes; states are lost by failures."""
        kinds = self.capabilities
        if kinds.is_recurrent or kinds.is_hybrid:
            if status is DecodeStatus.FAILED:
                for slot in range(self.info.slot_count):
                    self.inner.clear(slot)
        elif status in (DecodeStatus.ABORTED, DecodeStatus.FAILED):
            self.inner.decode(entries[:1])
            first = entries[0]
            # What an aborted call has done is kept, but for the token whose logits are lost.
            is_kept = status is DecodeStatus.ABORTED
            wants = min(1, first.logit_count)  # what else has rows was drafted in vain
            self.half_done_tokens += wants if is_kept else len(first.tokens)
            self.half_done_tokens -= 0 if is_kept else first.logit_count - wants
