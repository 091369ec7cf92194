"""A backend whose next token is a hash of the KV content, so that any mix-up is a wrong token.

It models llama.cpp's split KV: positions must continue, slots must ascend, a slot holds
``context_window`` cells, and whatever would abort the process there fails the test here.
"""

import json
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from engine.backend import (
    BatchEntry,
    Capabilities,
    Checkpoint,
    DecodeStatus,
    Sampler,
    StateIdentity,
)
from engine.wire.config import MOST_DRAFTED_ROWS
from engine.wire.lazy_text import lazy
from engine.wire.metrics import ModelInfo
from engine.wire.sampling_params import SamplingParams
from tests.fakes.threads import FakeThreads
from tests.fakes.vocabulary import SPECIAL_TEXTS, FakeSampler, FakeVocabulary, next_token

PLAIN = Capabilities()
LENDING = Capabilities(can_lend=True)
YARN = Capabilities(can_slide=False, has_yarn=True)
WINDOWED = Capabilities(can_slide=False, sliding_window=32)
HYBRID = Capabilities(can_truncate=False, can_slide=False, is_hybrid=True)
RECURRENT = Capabilities(can_truncate=False, can_slide=False, is_recurrent=True)

_WINDOW_SLACK = 8  # tokens behind the window that are not overwritten yet


@dataclass
class FakeBackend:
    """Cells, calls and planned faults.

    Attributes:
        reply_share: one reply in so many tokens ends; 0 never ends.
        echo_percent: of its tokens, those that repeat what was said before, where they can.
        faults: statuses that the next decode calls return instead of DONE.
        poison: slots whose every call fails.
        form: what its states depend on.
        kv_bytes: what all its cells are said to take.
        thread_limit: most threads of a call; ``threads.counts`` are those that were set.
        token_seconds: how long it takes over each token, as a model would.
        refuses_states, dies_of_states: what becomes of a state that is given back.
        capabilities: the kind of memory; what it cannot do fails the test or is refused.
        calls: the (slot, token count) pairs of each decode call.
        copies: what states of lent slots were taken and given, as (slot, token count).
        may_copy: cleared, what is lent is not copied before it is set again.
    """

    slot_count: int = 4
    context_window: int = 256
    reply_share: int = 40
    echo_percent: int = 0
    capabilities: Capabilities = field(default_factory=Capabilities)
    bos_token: int | None = None
    template: str | None = None
    special_texts: dict[str, str] = field(default_factory=lambda: dict(SPECIAL_TEXTS))
    form: str = "fake"
    kv_bytes: int = 0
    token_seconds: float = 0.0
    refuses_states: bool = False
    dies_of_states: bool = False
    faults: deque[DecodeStatus] = field(default_factory=deque)
    poison: set[int] = field(default_factory=set)
    calls: list[tuple[tuple[int, int], ...]] = field(default_factory=list)
    forks: list[tuple[int, int]] = field(default_factory=list)
    thread_limit: int = 1

    def __post_init__(self) -> None:
        self.cells: list[list[int]] = [[] for _ in range(self.slot_count)]
        self.longest = [0] * self.slot_count
        self.samplers: list[FakeSampler] = []
        self.threads = FakeThreads(self.thread_limit)
        self.lent: set[int] = set()
        self.copies: list[tuple[int, int]] = []
        self.may_copy = threading.Event()
        self.may_copy.set()
        self._thread = threading.get_ident()
        self.is_closed = False
        self._outputs: list[int | None] = []
        self.vocabulary = FakeVocabulary(bos_token=self.bos_token)

    @property
    def info(self) -> ModelInfo:
        """A model of no size."""
        return ModelInfo(
            path="fake",
            name="Fake",
            architecture="fake",
            parameter_count=0,
            file_bytes=0,
            vocabulary_size=259,
            context_window=self.context_window,
            trained_context=self.context_window,
            slot_count=self.slot_count,
            thread_count=self.thread_limit,
            gpu_layer_count=0,
            layer_count=0,
            device=lazy("none"),
            device_reason=lazy("It is a fake."),
            kv_bytes=self.kv_bytes,
        )

    @property
    def chat_template(self) -> str | None:
        """None stands for ChatML."""
        return self.template

    @property
    def state_identity(self) -> StateIdentity:
        """No files, and what the test says."""
        return StateIdentity((), self.form)

    @property
    def batch_size(self) -> int:
        """Small, so that prompts come in chunks."""
        return 64

    @property
    def micro_batch_size(self) -> int:
        """Smaller."""
        return 32

    def decode(self, entries: Sequence[BatchEntry]) -> DecodeStatus:
        """Check everything that llama.cpp would abort on, then extend the cells."""
        slots = [entry.slot for entry in entries]
        assert entries
        assert slots == sorted(set(slots)), "slots ascend, each once"
        assert sum(len(entry.tokens) for entry in entries) <= self.batch_size
        rows = sum(entry.logit_count for entry in entries)
        assert rows <= self.slot_count + MOST_DRAFTED_ROWS
        self.calls.append(tuple((entry.slot, len(entry.tokens)) for entry in entries))
        self._outputs.clear()
        for entry in entries:
            assert 0 <= entry.slot < self.slot_count, "no id reaches n_seq_max"
            assert entry.tokens
            assert entry.slot not in self.lent, "a lent slot is in no call"
            assert entry.position == len(self.cells[entry.slot]), "positions continue"
        if self.faults:
            status = self.faults.popleft()
            if status is not DecodeStatus.DONE:
                self._half_done(entries, status)
                return status
        if self.poison & set(slots):
            return DecodeStatus.FAILED
        time.sleep(self.token_seconds * sum(len(entry.tokens) for entry in entries))
        for entry in entries:
            held = self.cells[entry.slot]
            if len(held) + len(entry.tokens) > self.context_window:
                return DecodeStatus.NO_ROOM
            assert 0 <= entry.logit_count <= len(entry.tokens)
            held.extend(entry.tokens)
            self.longest[entry.slot] = max(self.longest[entry.slot], len(held))
            for end in range(len(held) - entry.logit_count + 1, len(held) + 1):
                self._outputs.append(next_token(held[:end], self.reply_share, self.echo_percent))
        return DecodeStatus.DONE

    def _half_done(self, entries: Sequence[BatchEntry], status: DecodeStatus) -> None:
        """Leave the first entry in memory, or its passes but the last one if it is alone.

        So does a call that stopped between two passes. Recurrent memory does not stop half-way;
        a failure costs it all slots.
        """
        if self.capabilities.is_recurrent or self.capabilities.is_hybrid:
            if status is DecodeStatus.FAILED:
                for slot in range(self.slot_count):
                    self.clear(slot)
            return
        if status in (DecodeStatus.ABORTED, DecodeStatus.FAILED):
            held, tokens = self.cells[entries[0].slot], entries[0].tokens
            last_pass = (len(tokens) - 1) % self.micro_batch_size + 1 if len(entries) == 1 else 0
            held.extend(tokens[: len(tokens) - last_pass])
            self.longest[entries[0].slot] = len(held)

    def new_sampler(
        self,
        params: SamplingParams,
        recent_tokens: Sequence[int],
        *,
        is_reasoning: bool = False,
        opening_tokens: frozenset[int] = frozenset(),
    ) -> FakeSampler:
        """Return one that the test can look at."""
        sampler = FakeSampler(is_reasoning=is_reasoning, opening_tokens=opening_tokens)
        sampler.has_grammar = params.grammar is not None
        sampler.wants_logprobs = params.logprob_count is not None
        self.samplers.append(sampler)
        return sampler

    def sample(self, wanted: Sequence[tuple[Sampler, int]]) -> list[int | None]:
        """Return what the KV's content says."""
        for sampler, row in wanted:
            assert isinstance(sampler, FakeSampler)
            assert not sampler.is_closed
            sampler.look_at(self._outputs[row])
        return [self._outputs[row] for _, row in wanted]

    def sample_apart(self, sampler: Sampler, row: int) -> Callable[[], int | None]:
        """Return what the KV's content says now, later."""
        assert isinstance(sampler, FakeSampler)
        token = self._outputs[row]

        def choose() -> int | None:
            assert not sampler.is_closed
            sampler.look_at(token)
            return token

        return choose

    def truncate(self, slot: int, token_count: int) -> bool:
        """Cut, where this kind of memory can."""
        assert token_count >= 0
        if not self.can_truncate(slot, token_count):
            return False
        del self.cells[slot][token_count:]
        self.longest[slot] = self.longest[slot] if token_count else 0
        return True

    def _check(self, slot: int) -> None:
        """A lent slot is another thread's until it is taken back."""
        assert slot not in self.lent or threading.get_ident() != self._thread

    def _wait(self, slot: int) -> None:
        if slot in self.lent:
            self.may_copy.wait()
            self.copies.append((slot, len(self.cells[slot])))

    def lend_out(self, slot: int) -> None:
        """Give a slot to another thread."""
        assert self.capabilities.can_lend
        self.lent.add(slot)

    def take_back(self, slot: int) -> None:
        """Make it this thread's again."""
        self.lent.remove(slot)

    def can_truncate(self, slot: int, token_count: int) -> bool:
        """Recurrent memory can't be wound back; a sliding window forgets what lies behind it."""
        self._check(slot)
        if token_count in (0, len(self.cells[slot])):
            return True
        window = self.capabilities.sliding_window
        if window is not None:
            return token_count - window >= self.longest[slot] - window - _WINDOW_SLACK
        return self.capabilities.can_truncate

    def clear(self, slot: int) -> None:
        """Empty a slot."""
        self._check(slot)
        self.cells[slot].clear()
        self.longest[slot] = 0

    def slide(self, slot: int, keep_count: int, discard_count: int) -> None:
        """Remove from the middle, where this memory can be moved."""
        assert self.capabilities.can_slide, "this memory must not be moved"
        assert not self.lent, "the keys of all slots are moved"
        assert keep_count >= 0
        assert discard_count > 0
        assert keep_count + discard_count <= len(self.cells[slot])
        del self.cells[slot][keep_count : keep_count + discard_count]

    def fork(self, source: int, target: int) -> None:
        """Copy a slot to an empty one."""
        assert self.capabilities.can_fork
        self._check(source)
        assert source != target
        assert not self.cells[target]
        self.cells[target] = list(self.cells[source])
        self.longest[target] = self.longest[source]
        self.forks.append((source, target))

    def checkpoint(self, slot: int) -> Checkpoint:
        """Remember the slot's content."""
        state = json.dumps(self.cells[slot]).encode()
        return Checkpoint(len(self.cells[slot]), state)

    def restore_checkpoint(self, slot: int, checkpoint: Checkpoint) -> bool:
        """Return to what was remembered, if the slot still holds it."""
        tokens = json.loads(checkpoint.state)
        assert tokens == self.cells[slot][: len(tokens)], "a checkpoint of other tokens"
        self.cells[slot] = tokens
        self.longest[slot] = len(tokens)
        return True

    def state(self, slot: int) -> bytes:
        """Return the slot's content."""
        self._check(slot)
        self._wait(slot)
        return json.dumps(self.cells[slot]).encode()

    def set_state(
        self,
        slot: int,
        state: bytes,
        token_count: int,
        on_placed: Callable[[], None] = lambda: None,
    ) -> bool:
        """Fill an empty slot."""
        self._check(slot)
        on_placed()
        self._wait(slot)
        assert not self.cells[slot]
        if self.dies_of_states:
            raise SystemError("a failed assertion of the library")
        if self.refuses_states:
            return False
        self.cells[slot] = json.loads(state)
        self.longest[slot] = len(self.cells[slot])
        return len(self.cells[slot]) == token_count

    def token_count(self, slot: int) -> int:
        """Count the cells."""
        self._check(slot)
        return len(self.cells[slot])

    def request_abort(self) -> None:
        """Abort the next call."""
        self.faults.append(DecodeStatus.ABORTED)

    def close(self) -> None:
        """Note it."""
        self.is_closed = True
