"""A backend whose next token is a hash of the KV content, so that any mix-up is a wrong token.

It models llama.cpp's split KV: positions must continue, slots must ascend, a slot holds
``context_window`` cells, and whatever would abort the process there fails the test here.
"""

import json
import struct
import threading
import time
import zlib
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace

from engine.backend import (
    BatchEntry,
    Capabilities,
    Checkpoint,
    DecodeStatus,
    DraftModel,
    MediaEntry,
    Sampler,
    StateIdentity,
    TextPiece,
)
from engine.ipc.lazy_text import lazy
from engine.messages.config import MAX_DRAFTED_ROWS
from engine.messages.metrics import CardMemory, ModelInfo, ModelTraining
from engine.messages.sampling_params import SamplingParams
from engine.text.chat_template import CHATML
from tests.fakes.media import (
    FakeEncoder,
    HeldMedium,
    cells_before,
    check_rows,
    last_position,
    next_position,
    take_rows,
)
from tests.fakes.vocabulary import IM_END, SPECIAL_TEXTS, FakeSampler, FakeVocabulary, next_token

PLAIN = Capabilities()
LENDING = Capabilities(can_lend=True)
YARN = Capabilities(can_slide=False, has_yarn=True)
WINDOWED = Capabilities(can_slide=False, sliding_window=32)
HYBRID = Capabilities(can_truncate=False, can_slide=False, is_hybrid=True)
RECURRENT = Capabilities(can_truncate=False, can_slide=False, is_recurrent=True)

_WINDOW_SLACK = 8  # tokens behind the window that are not overwritten yet


class FakeThreads:
    """Remembers in ``counts`` what was set; ``limit`` is the test's."""

    def __init__(self, limit: int) -> None:
        self.limit = self.fast_count = limit
        self.counts = [1]

    @property
    def count(self) -> int:
        """Return what was set last."""
        return self.counts[-1]

    def set_count(self, count: int) -> None:
        """Note a count; llama.cpp would compute with fewer, or wait for ever."""
        assert 1 <= count <= self.limit
        self.counts.append(count)


class FakeEmbedder:
    """Embeds a text as the sums of its tokens and of their squares, of no length.

    ``calls`` are the pieces of each call; ``is_closed`` says whether it may still be used.
    """

    lane_count = 3
    progress_count = 0

    def __init__(
        self, text_limit: int, faults: deque[bool], *, reads_whole: bool, aborts: deque[bool]
    ) -> None:
        self.text_limit = text_limit
        self.reads_whole = reads_whole
        self.call_limit = text_limit if reads_whole else 16
        self.was_aborted = False
        self._aborts = aborts
        self.calls: list[list[TextPiece]] = []
        self.is_closed = False
        self._faults = faults
        self._held: dict[int, list[int]] = {}

    def compute(self, pieces: Sequence[TextPiece]) -> list[bytes | None] | None:
        """Add tokens to lanes; a text ends with its last piece."""
        assert not self.is_closed
        assert 0 < sum(len(each.tokens) for each in pieces) <= self.call_limit
        assert len({each.lane for each in pieces}) == len(pieces)
        assert all(each.is_last for each in pieces) or not self.reads_whole
        self.calls.append([*pieces])
        self.was_aborted = bool(self._aborts) and self._aborts.popleft()
        if self.was_aborted:
            return None
        if self._faults and self._faults.popleft():
            self._held.clear()
            return None
        vectors: list[bytes | None] = []
        for each in pieces:
            assert 0 <= each.lane < self.lane_count
            assert each.tokens
            held = self._held.setdefault(each.lane, [])
            held += each.tokens
            vectors.append(fake_vector(held) if each.is_last else None)
            if each.is_last:
                del self._held[each.lane]
        # Otherwise llama.cpp would find no cells.
        assert sum(map(len, self._held.values())) <= self.text_limit
        return vectors

    def discard(self, lane: int) -> None:
        """Empty a lane."""
        self._held.pop(lane, None)

    def request_abort(self) -> None:
        """End the next call."""
        self._aborts.append(True)

    def close(self) -> None:
        """Note it."""
        self.is_closed = True


def fake_vector(tokens: Sequence[int]) -> bytes:
    """Return what the fake makes of a text."""
    return struct.pack("<2f", sum(tokens), sum(each * each for each in tokens))


@dataclass
class FakeBackend:
    """Cells, calls and planned faults.

    Attributes:
        reply_share: one reply in so many tokens ends; 0 never ends.
        echo_percent: of its tokens, those that repeat what was said before, where they can.
        forced_percent: of the tokens under a grammar, those that force the next ones, up to six.
        faults: statuses that the next decode calls return instead of DONE.
        poison: slots whose every call fails.
        form: what its states depend on.
        kv_bytes: what all its cells are said to take.
        thread_limit: most threads of a call; ``threads.counts`` are those that were set.
        token_seconds: how long it takes over each token, as a model would.
        refuses_states, dies_of_states: what becomes of a state that is given back.
        capabilities: the kind of memory; what it cannot do fails the test or is refused.
        media: the projector; pictures are in ``cells`` as hashes of their embeddings.
        calls: the (slot, token count) pairs of each decode call.
        copies: what states of lent slots were taken and given, as (slot, token count).
        may_copy: cleared, what is lent is not copied before it is set again.
    """

    slot_count: int = 4
    context_window: int = 256
    reply_share: int = 40
    echo_percent: int = 0
    forced_percent: int = 0
    capabilities: Capabilities = field(default_factory=Capabilities)
    bos_token: int | None = None
    template: str | None = CHATML
    tool_template: str | None = None
    training: ModelTraining = ModelTraining.UNKNOWN
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
    media: FakeEncoder | None = None
    draft: DraftModel | None = None

    def __post_init__(self) -> None:
        self.cells: list[list[int]] = [[] for _ in range(self.slot_count)]
        self.pictures: list[list[HeldMedium]] = [[] for _ in range(self.slot_count)]
        self.media_calls: list[tuple[int, int, int]] = []  # slot, first row, count of rows
        self.longest = [0] * self.slot_count
        self.samplers: list[FakeSampler] = []
        self.threads = FakeThreads(self.thread_limit)
        self.embedders: list[FakeEmbedder] = []
        self.embedder_faults: deque[bool] = deque()  # for each of the next calls, whether it fails
        self.embedder_aborts: deque[bool] = deque()  # and whether it is ended
        self.reads_whole = False  # texts that are embedded
        self.lent: set[int] = set()
        self.copies: list[tuple[int, int]] = []
        self.may_copy = threading.Event()
        self.may_copy.set()
        self._thread = threading.get_ident()
        self.is_closed = False
        self._outputs: list[int | None] = []
        self._rows: list[list[int]] = []
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
        """ChatML, or what the test wished; None for a model without one."""
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
        assert rows <= self.slot_count + MAX_DRAFTED_ROWS
        self.calls.append(tuple((entry.slot, len(entry.tokens)) for entry in entries))
        self._outputs.clear()
        self._rows.clear()
        for entry in entries:
            assert 0 <= entry.slot < self.slot_count, "no id reaches n_seq_max"
            assert entry.tokens
            assert entry.slot not in self.lent, "a lent slot is in no call"
            assert entry.position == self._next_position(entry.slot), "positions continue"
            assert min(entry.tokens) >= 0, "what stands for a picture is no token"
        status = self.faults.popleft() if self.faults else DecodeStatus.DONE
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
                self._rows.append(held[:end])
        return DecodeStatus.DONE

    def _next_position(self, slot: int) -> int:
        return next_position(len(self.cells[slot]), self.pictures[slot])

    def decode_media(self, entry: MediaEntry) -> DecodeStatus:
        """Check the same for rows of a picture, and that it is read from its beginning on."""
        assert self.media is not None
        total, end = len(entry.embeddings.rows), entry.first_row + entry.row_count
        assert entry.row_count <= self.batch_size
        assert entry.is_causal is self.media.is_causal
        assert entry.is_causal or entry.row_count == total <= self.micro_batch_size
        assert entry.slot not in self.lent, "a lent slot is in no call"
        self.calls.append(((entry.slot, entry.row_count),))
        self.media_calls.append((entry.slot, entry.first_row, entry.row_count))
        self._outputs.clear()
        held, pictures = self.cells[entry.slot], self.pictures[entry.slot]
        check_rows(entry, held, pictures)
        status = self.faults.popleft() if self.faults else DecodeStatus.DONE
        if entry.slot in self.poison:
            status = DecodeStatus.FAILED
        if status is DecodeStatus.DONE and len(held) + entry.row_count > self.context_window:
            return DecodeStatus.NO_ROOM
        if status in (DecodeStatus.NO_ROOM, DecodeStatus.INVALID):
            return status
        if status is DecodeStatus.FAILED and not self._keeps_single_tokens:
            self._lose_all()
            return status
        if status is not DecodeStatus.DONE:
            end -= (entry.row_count + 1) // 2
        take_rows(entry, end, held, pictures, is_mrope=self.media.is_mrope)
        self.longest[entry.slot] = max(self.longest[entry.slot], len(held))
        return status

    def _half_done(self, entries: Sequence[BatchEntry], status: DecodeStatus) -> None:
        """Leave the first entry in memory, or its passes but the last one if it is alone.

        So does a call that stopped between two passes. Recurrent memory does not stop half-way;
        a failure costs it all slots.
        """
        if not self._keeps_single_tokens:
            if status is DecodeStatus.FAILED:
                self._lose_all()
            return
        if status in (DecodeStatus.ABORTED, DecodeStatus.FAILED):
            held, tokens = self.cells[entries[0].slot], entries[0].tokens
            last_pass = (len(tokens) - 1) % self.micro_batch_size + 1 if len(entries) == 1 else 0
            held.extend(tokens[: len(tokens) - last_pass])
            self.longest[entries[0].slot] = len(held)

    @property
    def _keeps_single_tokens(self) -> bool:
        return not (self.capabilities.is_recurrent or self.capabilities.is_hybrid)

    def _lose_all(self) -> None:
        for slot in range(self.slot_count):
            self.clear(slot)

    def cards(self) -> tuple[CardMemory, ...]:
        """None."""
        return ()

    def new_embedder(self, text_limit: int) -> "FakeEmbedder":
        """Return one that the test finds in ``embedders``."""
        embedder = FakeEmbedder(
            text_limit,
            self.embedder_faults,
            reads_whole=self.reads_whole,
            aborts=self.embedder_aborts,
        )
        self.embedders.append(embedder)
        return self.embedders[-1]

    def compile_grammar(self, params: SamplingParams) -> object | None:
        """Nothing is compiled."""
        return params if params.has_grammar else None

    def new_sampler(
        self,
        params: SamplingParams,
        recent_tokens: Sequence[int],
        *,
        grammar: object | None = None,
        is_reasoning: bool = False,
        opening_tokens: frozenset[int] = frozenset(),
    ) -> FakeSampler:
        """Return one that the test can look at."""
        assert min(recent_tokens, default=0) >= 0, "what stands for a picture is no token"
        sampler = FakeSampler(is_reasoning=is_reasoning, opening_tokens=opening_tokens)
        assert (grammar is not None) is params.has_grammar
        sampler.has_grammar = params.has_grammar
        sampler.wants_logprobs = params.logprob_count is not None
        self.samplers.append(sampler)
        return sampler

    def sample(self, wanted: Sequence[tuple[Sampler, int]]) -> list[int | None]:
        """Return what the KV's content says."""
        for sampler, row in wanted:
            assert isinstance(sampler, FakeSampler)
            assert not sampler.is_closed
            sampler.look_at(self._outputs[row])
            sampler.forced = self._forced(sampler, row)
        return [self._outputs[row] for _, row in wanted]

    def _forced(self, sampler: FakeSampler, row: int) -> tuple[int, ...]:
        """Return tokens that a grammar forces: those that the model would have chosen."""
        token = self._outputs[row]
        if token is None or token == IM_END or not sampler.has_grammar or sampler.is_reasoning:
            return ()
        held = [*self._rows[row], token]
        chance = zlib.crc32(repr(held).encode())
        count = chance // 100 % 6 + 1 if chance % 100 < self.forced_percent else 0
        forced: list[int] = []
        while len(forced) < count and IM_END not in forced:
            forced.append(next_token([*held, *forced], self.reply_share, self.echo_percent))
        return tuple(forced)

    def truncate(self, slot: int, token_count: int) -> bool:
        """Cut, where this kind of memory can."""
        assert token_count >= 0
        if not self.can_truncate(slot, token_count):
            return False
        cell_count = cells_before(token_count, self.pictures[slot])
        del self.cells[slot][cell_count:]
        self._discard_pictures(slot)
        self.longest[slot] = self.longest[slot] if token_count else 0
        return True

    def _discard_pictures(self, slot: int) -> None:
        count = len(self.cells[slot])
        self.pictures[slot] = [each for each in self.pictures[slot] if each.start < count]

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
        cell_count = cells_before(token_count, self.pictures[slot])
        if cell_count in (0, len(self.cells[slot])):
            return True
        window = self.capabilities.sliding_window
        if window is not None:
            return cell_count - window >= self.longest[slot] - window - _WINDOW_SLACK
        return self.capabilities.can_truncate

    def clear(self, slot: int) -> None:
        """Empty a slot."""
        self._check(slot)
        self.cells[slot].clear()
        self.pictures[slot].clear()
        self.longest[slot] = 0

    def slide(self, slot: int, keep_count: int, discard_count: int) -> None:
        """Remove from the middle, where this memory can be moved."""
        assert self.capabilities.can_slide, "this memory must not be moved"
        assert not self.lent, "the keys of all slots are moved"
        assert keep_count >= 0
        assert discard_count > 0
        end = keep_count + discard_count
        assert end <= len(self.cells[slot])
        pictures = self.pictures[slot]
        assert cells_before(keep_count, pictures) == keep_count, "positions are not cells"
        assert cells_before(end, pictures) == end
        del self.cells[slot][keep_count:end]
        self.pictures[slot] = [e for e in pictures if not keep_count <= e.start < end]
        for each in self.pictures[slot]:
            each.start -= discard_count if each.start >= end else 0

    def fork(self, source: int, target: int) -> None:
        """Copy a slot to an empty one."""
        assert self.capabilities.can_fork
        self._check(source)
        assert source != target
        assert not self.cells[target]
        self.cells[target] = list(self.cells[source])
        self.pictures[target] = [replace(each) for each in self.pictures[source]]
        self.longest[target] = self.longest[source]
        self.forks.append((source, target))

    def checkpoint(self, slot: int) -> Checkpoint:
        """Remember the slot's content."""
        assert not self.pictures[slot] or self._next_position(slot) == self.token_count(slot)
        return Checkpoint(self.token_count(slot), self._stored(slot))

    def _stored(self, slot: int) -> bytes:
        return json.dumps([self.cells[slot], [*map(asdict, self.pictures[slot])]]).encode()

    def _fill(self, slot: int, state: bytes) -> None:
        self.cells[slot], pictures = json.loads(state)
        self.pictures[slot] = [HeldMedium(**each) for each in pictures]
        self.longest[slot] = len(self.cells[slot])

    def restore_checkpoint(self, slot: int, checkpoint: Checkpoint) -> bool:
        """Return to what was remembered, if the slot still holds it."""
        held = self.cells[slot]
        self._fill(slot, checkpoint.state)
        tokens = self.cells[slot]
        assert tokens == held[: len(tokens)], "a checkpoint of other tokens"
        assert self.token_count(slot) == checkpoint.token_count
        return True

    def state(self, slot: int) -> bytes:
        """Return the slot's content."""
        self._check(slot)
        self._wait(slot)
        return self._stored(slot)

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
        self._fill(slot, state)
        return self.token_count(slot) == token_count

    def token_count(self, slot: int) -> int:
        """Return the last position + 1."""
        self._check(slot)
        return last_position(len(self.cells[slot]), self.pictures[slot]) + 1

    def request_abort(self) -> None:
        """Abort the next call."""
        self.faults.append(DecodeStatus.ABORTED)

    def close(self) -> None:
        """Note it."""
        self.is_closed = True
