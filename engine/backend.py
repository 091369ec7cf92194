"""What the engine asks of a library that runs models; llama.cpp and the tests' fake answer.

Everything here is called on the engine thread only, but for ``tokenize`` and ``piece``, and for
``state`` and ``set_state`` of a slot that is lent. The backend computes and decides nothing; it
raises ``ValueError`` on arguments that would make the library abort the process, which only a bug
of ours can produce.

Tokens are counted by positions here. They are as many as the tokens that a slot holds, but behind
a picture with M-RoPE: that takes fewer positions than cells (``engine.text.media_spans``).
"""

import enum
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import msgspec

from engine.backend_media import Embeddings, MediaEncoder
from engine.ipc.lazy_text import LazyText
from engine.messages.config import EngineConfig
from engine.messages.metrics import ModelInfo, ModelTraining
from engine.messages.sampling_params import SamplingParams

LoadProgress = Callable[[float], None]


class BatchEntry(msgspec.Struct, frozen=True):
    """Consecutive tokens of one slot in a decode call.

    ``position`` is that of the first token and follows the last one which the slot holds; behind
    a picture with M-RoPE it may be greater than ``Backend.token_count``. Logits are computed for
    the last ``logit_count`` tokens.
    """

    slot: int
    tokens: Sequence[int]
    position: int
    logit_count: int


class MediaEntry(msgspec.Struct, frozen=True):
    """Consecutive rows of one picture or sound, in a decode call of their own.

    ``position`` is that at which the medium begins, also for the rows that follow its first ones.
    Of one that is not causal there are all rows, and at most ``Backend.micro_batch_size``.
    """

    slot: int
    embeddings: Embeddings
    position: int
    first_row: int
    row_count: int
    is_causal: bool


class DecodeStatus(enum.Enum):
    """How a decode call ended; after anything but DONE the caller reads positions back."""

    DONE = "done"
    NO_ROOM = "no room"
    ABORTED = "aborted"
    INVALID = "invalid batch"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a model's KV cache can do: probed when it is loaded, not assumed.

    Attributes:
        can_truncate: the tail of a slot can be removed at any token.
        can_slide: tokens in the middle can be removed and those behind them moved, without
            harm to them or to other slots. False for YaRN, M-RoPE, partial sliding-window
            caches, recurrent and hybrid models, although the library says True for some.
        can_fork: a slot's cells can be copied to another slot.
        can_lend: another thread can copy a slot's state while other slots are computed.
        drafted_rows: maximum rows of logits in a call for drafted tokens, in addition to one
            for each slot; 0 without speculation.
        sliding_window: tokens that some layers look back on; None if all layers see everything.
        is_recurrent: a state instead of single tokens.
        is_hybrid: some layers are recurrent.
        has_mrope: several positions per token.
        has_yarn: RoPE is stretched by YaRN.
    """

    can_truncate: bool = True
    can_slide: bool = True
    can_fork: bool = True
    can_lend: bool = False
    drafted_rows: int = 0
    sliding_window: int | None = None
    is_recurrent: bool = False
    is_hybrid: bool = False
    has_mrope: bool = False
    has_yarn: bool = False

    @property
    def wants_checkpoints(self) -> bool:
        """Return whether going back needs states that were saved on the way."""
        return self.is_recurrent or self.is_hybrid or self.sliding_window is not None

    @property
    def kv_cache_kind(self) -> str:
        """Return the kind of KV cache in a word or two for the user."""
        if self.is_hybrid:
            return "hybrid"
        if self.is_recurrent:
            return "recurrent"
        return "attention" if self.sliding_window is None else "sliding window"


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The part of a slot that cannot be truncated, as it was after so many tokens.

    Restored into the slot that still holds at least these tokens in the part that can be cut.
    """

    token_count: int
    state: bytes


@dataclass(frozen=True, slots=True)
class StateIdentity:
    """What the bytes of ``Backend.state`` depend on: the model's files, and in words all else.

    Only backends with equal files and words may be given each other's states.
    """

    files: tuple[str, ...]
    form: str


class Sampler(Protocol):
    """Chooses the tokens of one request and remembers what it chose.

    ``logprobs`` are those of the last row, if the request wants them; ``fault`` says what is wrong
    with the request, if it caused the lack of a token.
    """

    logprobs: "Logprobs | None"

    @property
    def may_take_long(self) -> bool:
        """Return whether the next token follows a grammar, which may have endless readings."""

    @property
    def fault(self) -> LazyText | None:
        """Return what is wrong with the request, for the user; None if nothing is."""

    def give_up(self) -> None:
        """Make a worker stop sampling soon, because the request has ended; any thread."""

    def begin_answer(self) -> None:
        """Start the grammar, which waited for the end of the reasoning."""

    def close(self) -> None:
        """Free it; safe to call twice."""


class Logprobs(Protocol):
    """How likely the model held each token of one row, as natural logarithms."""

    def of(self, token: int) -> float:
        """Return how likely a token was."""

    def likeliest(self, count: int) -> list[int]:
        """Return the likeliest tokens, the first one first."""


class Vocabulary(Protocol):
    """Text to token ids and back; thread-safe."""

    @property
    def size(self) -> int:
        """Return the number of entries."""

    def tokenize(self, text: str, *, parse_special: bool) -> list[int]:
        """Return the ids of ``text``; no BOS or EOS is added.

        With ``parse_special`` the texts of control tokens become those tokens.
        """

    def piece(self, token: int) -> bytes:
        """Return the bytes a token stands for; empty for control tokens."""

    def is_end_of_generation(self, token: int) -> bool:
        """Return whether the model ends its reply with this token."""

    @property
    def bos_token(self) -> int | None:
        """Return the id that every prompt begins with, or None if the model wants none."""

    @property
    def control_texts(self) -> frozenset[str]:
        """Return the texts that ``parse_special`` would turn into control tokens."""

    @property
    def is_safe_to_join(self) -> bool:
        """Return whether tokenize(a) + tokenize(b) is a tokenization of a + b at any control token.

        False for vocabularies that put a space before the first word.
        """


class SlotLender(Protocol):
    """Lets another thread copy a slot while the engine thread computes the others."""

    def lend_out(self, slot: int) -> None:
        """Give a slot to another thread, for one call of ``state`` or ``set_state``.

        Until it is taken back nothing else of it may be asked, it may be in no decode call, and
        no slot may slide. Raises ValueError where ``capabilities.can_lend`` is False.
        """

    def take_back(self, slot: int) -> None:
        """Make a slot the engine thread's again; the other thread is done with it."""


class ComputeThreads(Protocol):
    """The threads that compute a call; the engine thread asks, between two calls."""

    @property
    def limit(self) -> int:
        """Return the most threads that a call may have."""

    @property
    def fast_count(self) -> int:
        """Return how many of these have a fast core, on a processor with cores of several kinds."""

    @property
    def count(self) -> int:
        """Return how many threads the next call has."""

    def set_count(self, count: int) -> None:
        """Compute the next calls with so many threads; costs nothing where nothing changes.

        Raises ValueError beyond 1 and ``limit``.
        """


class MediaReader(Protocol):
    """Reads what a projector has made of pictures and sounds."""

    @property
    def media(self) -> MediaEncoder | None:
        """Return the projector that the model was loaded with, or None."""

    def decode_media(self, entry: MediaEntry) -> DecodeStatus:
        """Compute rows of a picture or a sound; there are no logits behind them.

        After anything but DONE some of them may be held, which only a truncation to where the
        medium begins removes.
        """


class Backend(SlotLender, MediaReader, Protocol):
    """One model with one context that holds ``info.slot_count`` sequences."""

    @property
    def info(self) -> ModelInfo:
        """Return what was loaded, read back from the library."""

    @property
    def capabilities(self) -> Capabilities:
        """Return what the model's KV cache can do."""

    @property
    def threads(self) -> ComputeThreads:
        """Return the threads that compute its calls."""

    @property
    def vocabulary(self) -> Vocabulary:
        """Return the model's vocabulary."""

    @property
    def chat_template(self) -> str | None:
        """Return the Jinja source that the file carries, or None."""

    @property
    def tool_template(self) -> str | None:
        """Return the source for chats with tools where the file has another one, or None."""

    @property
    def training(self) -> ModelTraining:
        """Return what the names of the model say that it was trained for."""

    @property
    def special_texts(self) -> dict[str, str]:
        """Return ``bos_token`` and ``eos_token`` as texts for the template, where they exist."""

    @property
    def state_identity(self) -> StateIdentity:
        """Return what the bytes of its states depend on."""

    @property
    def batch_size(self) -> int:
        """Return the most tokens one decode call may carry."""

    @property
    def micro_batch_size(self) -> int:
        """Return the most tokens that one pass of the library computes."""

    def decode(self, entries: Sequence[BatchEntry]) -> DecodeStatus:
        """Compute the entries in one call; ascending slots, each slot once."""

    def new_sampler(
        self,
        params: SamplingParams,
        recent_tokens: Sequence[int],
        *,
        is_reasoning: bool = False,
        opening_tokens: frozenset[int] = frozenset(),
    ) -> Sampler:
        """Return a sampler whose penalties already know the recent tokens.

        A grammar waits for ``begin_answer`` behind a prompt that opens reasoning, and where the
        reply's first token is one of ``opening_tokens``.

        ``params`` hold a checked grammar at most, no schema. Raises InvalidSampling for what this
        vocabulary cannot be sampled with.
        """

    def sample(self, wanted: Sequence[tuple[Sampler, int]]) -> list[int | None]:
        """Return one token for each (sampler, row of logits of the last decode).

        Rows are counted over all entries, in their order. None where the logits are not finite,
        or where the grammar allows no token. Only the rows of a call that was DONE may be named.
        """

    def sample_apart(self, sampler: Sampler, row: int) -> Callable[[], int | None]:
        """Return a job that samples one row from a copy of its logits, on any thread.

        The same token as of ``sample``; until the job has ended nobody else may use the sampler.
        """

    def truncate(self, slot: int, token_count: int) -> bool:
        """Remove everything behind a slot's first tokens.

        False if the KV cache cannot be truncated there; the slot is then as it was. Never inside
        a picture: the library would remove nothing of it, or half, and say True.
        """

    def can_truncate(self, slot: int, token_count: int) -> bool:
        """Return whether ``keep`` would do it, without doing it."""

    def clear(self, slot: int) -> None:
        """Empty a slot."""

    def slide(self, slot: int, keep_count: int, discard_count: int) -> None:
        """Remove tokens behind the first ``keep_count`` and close the gap.

        Raises ValueError where ``capabilities.can_slide`` is False or the range is not held.
        """

    def fork(self, source: int, target: int) -> None:
        """Make an empty slot hold what another one holds. Raises ValueError."""

    def checkpoint(self, slot: int) -> Checkpoint:
        """Return the part of a slot that cannot be truncated, as it is now."""

    def restore_checkpoint(self, slot: int, checkpoint: Checkpoint) -> bool:
        """Bring a slot back to a checkpoint that was taken of these tokens.

        False if the KV cache refuses; then the slot is empty.
        """

    def state(self, slot: int) -> bytes:
        """Return the whole KV cache of a slot, for ``set_state``."""

    def set_state(
        self,
        slot: int,
        state: bytes,
        token_count: int,
        on_placed: Callable[[], None] = lambda: None,
    ) -> bool:
        """Fill an empty slot from ``state``; False if it is refused, the slot being empty then.

        Of a lent slot: nothing may be computed before ``on_placed`` was called or this has
        returned; one that was refused is emptied when it was taken back.
        """

    def token_count(self, slot: int) -> int:
        """Return how many tokens a slot holds (last position + 1).

        Where the last cell is of a picture with M-RoPE, that is where the picture begins + 1.
        """

    def request_abort(self) -> None:
        """Make a running decode return ABORTED soon, where the device can; any thread."""

    def close(self) -> None:
        """Free context and model; safe to call twice."""


class BackendLoader(Protocol):
    """Loads a model file into a new backend."""

    def __call__(self, path: str, config: EngineConfig, progress: LoadProgress) -> Backend:
        """Return a ready backend. Raises ModelLoadFailed with a text for the user."""
