"""The interface to a library that runs models, implemented by llama.cpp and the tests' fake.

Every call is made on the engine thread, except those of the vocabulary, ``new_embedder``, and
``state`` and ``set_state`` of a lent slot. The backend computes and decides nothing. It raises
``ValueError`` on arguments that would make the library abort the process, which only a bug of ours
can produce.

Token counts are positions here. They equal the number of tokens that a slot holds, except after a
picture with M-RoPE, which takes fewer positions than cells (``engine.text.media_spans``).
"""

import enum
from collections.abc import Callable, Sequence
from typing import Protocol, TypeGuard

import msgspec

from engine.backend_media import Embeddings, MediaEncoder
from engine.ipc.lazy_text import LazyText
from engine.messages.config import EngineConfig
from engine.messages.metrics import CardMemory, ModelInfo, ModelTraining
from engine.messages.sampling_params import SamplingParams

LoadProgress = Callable[[float], None]


class BatchEntry(msgspec.Struct, frozen=True):
    """Consecutive tokens of one slot in a decode call.

    ``position`` is that of the first token and follows the slot's last token; after a picture with
    M-RoPE it may be greater than ``Backend.token_count``. Logits are computed for the last
    ``logit_count`` tokens.
    """

    slot: int
    tokens: Sequence[int]
    position: int
    logit_count: int


class MediaEntry(msgspec.Struct, frozen=True):
    """Consecutive rows of one picture or sound, in a separate decode call.

    ``position`` is the position at which the medium begins, also for rows after its first ones. A
    medium that is not causal is passed with all its rows, at most ``Backend.micro_batch_size``.
    """

    slot: int
    embeddings: Embeddings
    position: int
    first_row: int
    row_count: int
    is_causal: bool


class TextPiece(msgspec.Struct, frozen=True):
    """The next tokens of a text that is embedded; a text keeps its lane until its last piece."""

    lane: int
    tokens: Sequence[int]
    is_last: bool


class DecodeStatus(enum.Enum):
    """How a decode call ended; after anything but DONE the caller reads positions back."""

    DONE = "done"
    NO_ROOM = "no room"
    ABORTED = "aborted"
    INVALID = "invalid batch"
    FAILED = "failed"


class Capabilities(msgspec.Struct, frozen=True):
    """The abilities of a model's KV cache: probed when it is loaded, not assumed.

    Attributes:
        can_truncate: the tail of a slot can be removed at any token.
        can_slide: tokens in the middle can be removed and the following ones moved, without harm to
            them or to other slots. False for YaRN, M-RoPE, partial sliding-window caches, recurrent
            and hybrid models, although the library says True for some.
        can_fork: a slot's cells can be copied to another slot.
        can_lend: another thread can copy a slot's state while other slots are computed.
        drafted_rows: maximum rows of logits in a call for drafted tokens, in addition to one
            for each slot; 0 without speculation.
        sliding_window: tokens that some layers look back on; None if all layers see everything.
        is_recurrent: the model keeps a state instead of single tokens.
        is_hybrid: some layers are recurrent.
        has_mrope: each token has several positions.
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
        """Return whether going back to earlier tokens needs checkpoints."""
        return self.is_recurrent or self.is_hybrid or self.sliding_window is not None

    @property
    def kv_cache_kind(self) -> str:
        """Return the kind of KV cache in a few words for the user."""
        if self.is_hybrid:
            return "hybrid"
        if self.is_recurrent:
            return "recurrent"
        return "attention" if self.sliding_window is None else "sliding window"


class Checkpoint(msgspec.Struct, frozen=True):
    """The part of a slot that cannot be truncated, as it was at a token count.

    It is restored into the slot while that still holds at least these tokens in the truncatable
    part.
    """

    token_count: int
    state: bytes


class StateIdentity(msgspec.Struct, frozen=True):
    """Identifies the format of ``Backend.state``: the model's files and a description.

    Only backends with equal files and words may exchange states.
    """

    files: tuple[str, ...]
    form: str


class Sampler(Protocol):
    """Chooses the tokens of one request and remembers them.

    ``logprobs`` are those of the last row, if the request wants them; ``fault`` describes the
    request's error if the request caused the lack of a token.
    """

    logprobs: "Logprobs | None"

    @property
    def fault(self) -> LazyText | None:
        """Return the error in the request, for the user; None if there is none."""

    def pop_forced(self) -> tuple[int, ...]:
        """Return the tokens that a grammar allows alone after the last one; mostly none.

        The sampler has recorded them: the next row of logits follows them. They may end with an
        end of generation. None are returned if the request wants log-probabilities: then they
        are chosen row by row.
        """

    def valid_count(self, tokens: Sequence[int]) -> int:
        """Return how many of the first of these tokens a grammar allows to follow the last one."""

    def begin_answer(self) -> None:
        """Start the grammar, which waited for the end of the reasoning."""

    def close(self) -> None:
        """Free the sampler; safe to call twice."""


class Logprobs(Protocol):
    """The log-probability (natural logarithm) of each token for one row."""

    def of(self, token: int) -> float:
        """Return the log-probability of a token."""

    def likeliest(self, count: int) -> list[int]:
        """Return the most likely tokens, in descending order."""


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
        """Return the bytes of a token; empty for control tokens."""

    def text(self, token: int) -> str:
        """Return a token as written in the model file, which is how texts write control tokens."""

    def is_end_of_generation(self, token: int) -> bool:
        """Return whether the model ends its reply with this token."""

    @property
    def bos_token(self) -> int | None:
        """Return the id that every prompt begins with, or None if the model wants none."""

    @property
    def text_ends(self) -> tuple[list[int], list[int]]:
        """Return the tokens that begin and end a text of its own, such as BOS, or CLS and SEP."""

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
        """Lend a slot to another thread, for one call of ``state`` or ``set_state``.

        Until it is taken back, no other call may concern the slot, no decode call may include it,
        and no slot may slide. Raises ValueError if ``capabilities.can_lend`` is False.
        """

    def take_back(self, slot: int) -> None:
        """Return a slot to the engine thread; the other thread has finished with it."""


class ComputeThreads(Protocol):
    """The threads that compute a call; set by the engine thread between two calls."""

    @property
    def limit(self) -> int:
        """Return the maximum number of threads of a call."""

    @property
    def fast_count(self) -> int:
        """Return the number of fast cores, on a processor with several kinds."""

    @property
    def count(self) -> int:
        """Return the number of threads of the next call."""

    def set_count(self, count: int) -> None:
        """Set the number of threads of the following calls; free of cost if it does not change.

        Raises ValueError outside 1 to ``limit``.
        """


class MediaReader(Protocol):
    """Reads the embeddings that a projector made of pictures and sounds."""

    @property
    def media(self) -> MediaEncoder | None:
        """Return the projector that the model was loaded with, or None."""

    def decode_media(self, entry: MediaEntry) -> DecodeStatus:
        """Compute rows of a picture or a sound, without logits.

        After anything but DONE the slot may hold some of the rows; truncate it to the medium's
        beginning to remove them.
        """


class Embedder(Protocol):
    """Computes embeddings of texts, apart from the slots; one call at a time, engine thread."""

    @property
    def text_limit(self) -> int:
        """Return the maximum number of tokens of a text."""

    @property
    def call_limit(self) -> int:
        """Return the maximum number of tokens in one call."""

    @property
    def lane_count(self) -> int:
        """Return the maximum number of texts that are embedded at a time."""

    @property
    def reads_whole(self) -> bool:
        """Return whether a text must be one piece, as its tokens attend to later ones."""

    @property
    def was_aborted(self) -> bool:
        """Return whether the last call was ended by ``request_abort``."""

    @property
    def progress_count(self) -> int:
        """Return a number that grows during calls that can take long; any thread."""

    def compute(self, pieces: Sequence[TextPiece]) -> list[bytes | None] | None:
        """Compute the next tokens of texts in one call; each lane once.

        Return the embedding of each text that ends with its piece, as float32 of length 1, and None
        for the others; None if the call failed, after which all lanes are empty.
        """

    def discard(self, lane: int) -> None:
        """Empty a lane whose text was cancelled."""

    def request_abort(self) -> None:
        """Make a running call fail soon, if it can take long; any thread."""

    def close(self) -> None:
        """Free the memory; safe to call twice."""


class DraftModel(Protocol):
    """A small model with the vocabulary of the loaded one, and a slot for each of its slots.

    Engine thread, except for ``request_abort``. Its tokens are those of the loaded model.
    """

    @property
    def name(self) -> str:
        """Return the name for the user."""

    @property
    def window(self) -> int:
        """Return the maximum number of tokens in a slot."""

    @property
    def batch_size(self) -> int:
        """Return the maximum number of tokens in one call."""

    def decode(self, entries: Sequence[BatchEntry], thread_count: int) -> DecodeStatus:
        """Compute the entries in one call; ascending slots, each slot once.

        After anything but DONE the slots of the entries may hold any number of the tokens.
        """

    def likeliest(self) -> list[int]:
        """Return the likeliest next token for each row of logits of the last call."""

    def truncate(self, slot: int, token_count: int) -> bool:
        """Remove all tokens of a slot after its first ones; False, without a change, if refused."""

    def clear(self, slot: int) -> None:
        """Empty a slot."""

    def request_abort(self) -> None:
        """Make a running call return ABORTED soon, if the device supports it; any thread."""

    def close(self) -> None:
        """Free the context and the model; safe to call twice."""


class EmbeddingBackend(Protocol):
    """A model that embeds texts; all that a model without chats has."""

    @property
    def info(self) -> ModelInfo:
        """Return the facts about the loaded model, read back from the library."""

    @property
    def threads(self) -> ComputeThreads:
        """Return the threads that compute the calls."""

    @property
    def vocabulary(self) -> Vocabulary:
        """Return the model's vocabulary."""

    def cards(self) -> tuple[CardMemory, ...]:
        """Return the memory of the graphics cards of this computer now."""

    def new_embedder(self, text_limit: int) -> Embedder:
        """Return an embedder for texts of at most ``text_limit`` tokens; any thread.

        Raises NotEnoughMemory.
        """

    def request_abort(self) -> None:
        """Make a running call return ABORTED soon, if the device supports it; any thread."""

    def close(self) -> None:
        """Free the contexts and the model; safe to call twice."""


class Backend(EmbeddingBackend, SlotLender, MediaReader, Protocol):
    """One model with one context that holds ``info.slot_count`` sequences."""

    @property
    def capabilities(self) -> Capabilities:
        """Return the abilities of the model's KV cache."""

    @property
    def draft(self) -> DraftModel | None:
        """Return the draft model that was loaded with the model, or None."""

    @property
    def chat_template(self) -> str | None:
        """Return the Jinja source that the file carries, or None."""

    @property
    def tool_template(self) -> str | None:
        """Return the template for chats with tools if the file has a separate one, or None."""

    @property
    def training(self) -> ModelTraining:
        """Return the model's training according to its names."""

    @property
    def special_texts(self) -> dict[str, str]:
        """Return ``bos_token`` and ``eos_token`` as texts for the template, if they exist."""

    @property
    def state_identity(self) -> StateIdentity:
        """Return everything that the bytes of the states depend on."""

    @property
    def batch_size(self) -> int:
        """Return the maximum number of tokens in one decode call."""

    @property
    def micro_batch_size(self) -> int:
        """Return the maximum number of tokens in one pass of the library."""

    def decode(self, entries: Sequence[BatchEntry]) -> DecodeStatus:
        """Compute the entries in one call; ascending slots, each slot once."""

    def compile_grammar(self, params: SamplingParams) -> object | None:
        """Return the grammar or schema of a request for ``new_sampler``; None without one.

        Any thread with a stack of ``engine.grammars.STACK_BYTES``. Raises InvalidSampling.
        """

    def new_sampler(
        self,
        params: SamplingParams,
        recent_tokens: Sequence[int],
        *,
        grammar: object | None = None,
        is_reasoning: bool = False,
        opening_tokens: frozenset[int] = frozenset(),
    ) -> Sampler:
        """Return a sampler whose penalties already know the recent tokens.

        A grammar waits for ``begin_answer`` after a prompt that opens reasoning, and if the reply's
        first token is one of ``opening_tokens``.

        ``grammar`` is that of ``compile_grammar``. Raises InvalidSampling if this vocabulary cannot
        be sampled with the params.
        """

    def sample(self, wanted: Sequence[tuple[Sampler, int]]) -> list[int | None]:
        """Return one token for each (sampler, row of logits of the last decode).

        Rows are counted over all entries, in their order. A token is None if its logits are not
        finite, or if the grammar allows no token. Only rows of a call that was DONE may be named.
        """

    def truncate(self, slot: int, token_count: int) -> bool:
        """Remove all tokens of a slot after its first ones.

        Returns False, without a change, if the KV cache cannot be truncated there. Never truncate
        inside a picture: the library would remove nothing or half of it and return True.
        """

    def can_truncate(self, slot: int, token_count: int) -> bool:
        """Return whether ``truncate`` would succeed, without doing it."""

    def clear(self, slot: int) -> None:
        """Empty a slot."""

    def slide(self, slot: int, keep_count: int, discard_count: int) -> None:
        """Remove tokens after the first ``keep_count`` and close the gap.

        Raises ValueError if ``capabilities.can_slide`` is False or the slot does not hold the
        range.
        """

    def fork(self, source: int, target: int) -> None:
        """Copy the content of a slot into an empty one. Raises ValueError."""

    def checkpoint(self, slot: int) -> Checkpoint:
        """Return the part of a slot that cannot be truncated, as it is now."""

    def restore_checkpoint(self, slot: int, checkpoint: Checkpoint) -> bool:
        """Restore a slot to a checkpoint that was taken of the same tokens.

        Returns False if the KV cache refuses; then the slot is empty.
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
        """Fill an empty slot from ``state``; False if the library refuses it, with the slot empty.

        For a lent slot: no call may be computed before ``on_placed`` is called or this returns; a
        refused slot is emptied when it is taken back.
        """

    def token_count(self, slot: int) -> int:
        """Return the number of tokens in a slot (last position + 1).

        If the last cell belongs to a picture with M-RoPE, that is the position of the picture's
        beginning + 1.
        """


def can_chat(backend: EmbeddingBackend) -> TypeGuard[Backend]:
    """Return whether a model does more than embed texts."""
    return not backend.info.embeds_only


class BackendLoader(Protocol):
    """Loads a model file into a new backend."""

    def __call__(self, path: str, config: EngineConfig, progress: LoadProgress) -> EmbeddingBackend:
        """Return a ready backend, a ``Backend`` unless the model embeds only.

        Raises ModelLoadFailed with a text for the user.
        """
