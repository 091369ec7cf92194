"""Events of the engine process: those of a request, and those about the engine."""

import enum
from typing import TypeAlias

import msgspec

from engine.ipc.lazy_text import LazyText
from engine.ipc.lifecycle import Heartbeat, Preparing, ProcessStarted
from engine.messages.commands import ToolCall
from engine.messages.errors import EngineError
from engine.messages.errors import ErrorReport as ErrorReport
from engine.messages.media import MediaKind, MediaProgress, MediaWanted
from engine.messages.metrics import (
    CacheEntry,
    CardMemory,
    ModelInfo,
    Percentiles,
    Rates,
    ReplyUsage,
    SlotView,
    StepRecord,
)
from engine.messages.sources import SourceEvent


class FinishReason(enum.Enum):
    """Why a reply ended."""

    STOP = "stop"
    LENGTH = "length"
    REPETITION = "repetition"  # only if ``RequestOptions.ends_repetition`` asks for it
    CANCELLED = "cancelled"
    FAILED = "failed"


class Queued(msgspec.Struct, frozen=True, tag=True):
    """The request waits for a slot; position 1 is next. Sent again when the position changes.

    In position 0 it waits for something else, such as its state from the disk.
    ``text`` says what the request waits for on another machine; empty for the engine's queue.
    """

    request_id: int
    queue_position: int
    text: LazyText = LazyText()


class Started(msgspec.Struct, frozen=True, tag=True):
    """The request has a slot and its prompt is being prefilled.

    ``promised_tokens`` are those that the match found; ``usage`` holds the number really reused.
    ``rewrites`` say what the chat template needed to be changed in the messages, one phrase each.
    """

    request_id: int
    slot: int
    usage: ReplyUsage
    promised_tokens: int = 0
    rewrites: tuple[str, ...] = ()


class Slid(msgspec.Struct, frozen=True, tag=True):
    """The oldest turns of a full conversation were removed.

    ``first_message`` is the index, among its messages without the system's, of the first that is
    still held. With ``is_read_again`` the remaining tokens are read again: the KV cache of this
    model cannot be moved, or too few tokens remain to move them.
    """

    request_id: int
    first_message: int
    discarded_tokens: int
    is_read_again: bool


class PrefillProgress(msgspec.Struct, frozen=True, tag=True):
    """The number of the prompt's tokens in the KV cache, reused ones included.

    ``next_medium`` is the kind of medium that is read next, if it is one.
    """

    request_id: int
    done_tokens: int
    prompt_tokens: int
    next_medium: MediaKind | None = None


class Channel(enum.Enum):
    """The part of a reply that a text belongs to."""

    ANSWER = "answer"
    REASONING = "reasoning"


class TokenLogprob(msgspec.Struct, frozen=True):
    """The log-probability of a token (natural logarithm), and the most likely alternatives.

    ``content`` are its bytes, which need not be whole characters; ``text`` is how they are
    displayed.
    """

    text: str
    content: bytes
    logprob: float
    top: "tuple[TokenLogprob, ...]" = ()


class TextDelta(msgspec.Struct, frozen=True, tag=True):
    """A piece of a reply; ``token_count`` is the reply's total so far.

    ``logprobs`` are those of the tokens since the last piece, if the request asked for them.
    """

    request_id: int
    text: str
    token_count: int
    channel: Channel = Channel.ANSWER
    logprobs: tuple[TokenLogprob, ...] = ()


class ToolCalls(msgspec.Struct, frozen=True, tag=True):
    """The calls of a reply of another machine, in their order; only ``Finished`` follows.

    Their ids are unique in the reply; the arguments are what the model wrote, which need not be
    valid. A model of this computer writes its calls as text (``engine.dialects.tool_reader``).
    """

    request_id: int
    calls: tuple[ToolCall, ...]


class Finished(msgspec.Struct, frozen=True, tag=True):
    """The last event of every request; ``stop_string`` is the one that ended it, if any."""

    request_id: int
    reason: FinishReason
    usage: ReplyUsage
    error: ErrorReport | None = None
    stop_string: str = ""

    @classmethod
    def failed(cls, request_id: int, error: EngineError) -> "Finished":
        """Return the end of a request that never got a slot."""
        return cls(request_id, FinishReason.FAILED, ReplyUsage(), ErrorReport.of(error))


GenerationEvent: TypeAlias = (
    Queued | Started | Slid | MediaProgress | PrefillProgress | TextDelta | ToolCalls | Finished
)


class Snapshot(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The engine's state, sent about twice a second while it works, and when it becomes idle.

    A snapshot that was asked for has the ``request_id`` of the question, and no steps. ``steps``
    are those since the last snapshot. ``waiting`` are conversations in their order.
    ``restore_misses`` counts the reasons why cached states were not used; ``cache_trouble`` is a
    sentence about a folder that cannot be written to, ``draft_trouble`` one about a draft model
    that has failed. ``thread_count`` is the number of CPU threads
    of the last call, ``thread_limit`` the maximum; both are 0 before they are known. ``cards`` is
    the memory of the graphics cards of this computer now.
    """

    slots: tuple[SlotView, ...]
    waiting: tuple[str, ...]
    steps: tuple[StepRecord, ...]
    rates: Rates
    token_gaps: Percentiles | None
    queue_waits: Percentiles | None
    first_tokens: Percentiles | None
    promised_tokens: int
    reused_tokens: dict[str, int]
    slot_error_count: int
    checkpoint_bytes: int
    ram_bytes: int
    drafted_tokens: int = 0
    accepted_tokens: int = 0
    draft_trouble: LazyText = LazyText()
    disk_bytes: int = 0
    restore_misses: dict[str, int] = {}
    cache_trouble: LazyText = LazyText()
    thread_count: int = 0
    thread_limit: int = 0
    cards: tuple[CardMemory, ...] = ()
    request_id: int = 0


class CacheReport(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The cached states of conversations outside their slots, the largest first.

    ``limit_bytes`` is their limit on the disk, 0 if nothing is kept there. ``media_bytes`` is the
    disk space of encoded pictures and sounds, in addition.
    """

    entries: tuple[CacheEntry, ...] = ()
    limit_bytes: int = 0
    media_bytes: int = 0
    trouble: LazyText = LazyText()
    request_id: int = 0


class TokensCounted(msgspec.Struct, frozen=True, tag=True):
    """The answer to ``CountTokens``; ``is_known`` is False without a model."""

    request_id: int
    token_count: int = 0
    held_tokens: int = 0
    is_known: bool = False


class GrammarChecked(msgspec.Struct, frozen=True, tag=True):
    """The answer to ``CheckGrammar``; ``line`` and ``column``, if known, count from 1."""

    request_id: int
    error: ErrorReport | None = None
    line: int | None = None
    column: int | None = None


class TemplateChecked(msgspec.Struct, frozen=True, tag=True):
    """The answer to ``CheckTemplate``: why a model can't use it; empty if it can."""

    request_id: int
    error: ErrorReport | None = None


class TextTokenized(msgspec.Struct, frozen=True, tag=True):
    """The answer to ``TokenizeText``; ``pieces`` are the bytes of each token."""

    request_id: int
    tokens: tuple[int, ...] = ()
    pieces: tuple[bytes, ...] = ()
    error: ErrorReport | None = None


class TokensDetokenized(msgspec.Struct, frozen=True, tag=True):
    """The answer to ``DetokenizeTokens``; the text need not be valid UTF-8."""

    request_id: int
    text: bytes = b""
    error: ErrorReport | None = None


class PromptRendered(msgspec.Struct, frozen=True, tag=True):
    """The answer to ``RenderPrompt``."""

    request_id: int
    text: str = ""
    error: ErrorReport | None = None


class TextsEmbedded(msgspec.Struct, frozen=True, tag=True):
    """The answer to ``EmbedTexts``: a vector of length 1 for each text, as little-endian float32.

    ``token_count`` is that of all texts. ``failed_text`` is the index of the text that the error is
    about, if it is about one.
    """

    request_id: int
    vectors: tuple[bytes, ...] = ()
    token_count: int = 0
    error: ErrorReport | None = None
    failed_text: int | None = None


class WarmPoint(msgspec.Struct, frozen=True):
    """A place where a copy of a conversation could begin: after its first messages.

    Of the ``tokens`` up to there, a copy can reuse ``kept_tokens`` of its slot.
    """

    message_count: int
    tokens: int
    kept_tokens: int

    @property
    def read_again(self) -> int:
        """Return the number of tokens to read."""
        return self.tokens - self.kept_tokens


class PromptWeighed(msgspec.Struct, frozen=True, tag=True):
    """The answer to ``WeighPrompt``: the tokens of a prompt, and how many are in the KV cache.

    ``is_known`` is False without a model, or if the template does not show the counts. ``points``
    are the ends of its turns, in their order.
    """

    request_id: int
    prompt_tokens: int = 0
    kept_tokens: int = 0
    is_known: bool = False
    points: tuple[WarmPoint, ...] = ()

    @property
    def read_again(self) -> int:
        """Return the number of tokens to read."""
        return self.prompt_tokens - self.kept_tokens


class ModelLoading(msgspec.Struct, frozen=True, tag=True):
    """The share of the model file read so far, from 0 to 1, and the size of that file.

    At 1 the library has the file and the model is still to be tested.
    """

    path: str
    progress: float
    byte_count: int = 0


class ModelLoaded(msgspec.Struct, frozen=True, tag=True):
    """The model is ready for requests."""

    info: ModelInfo


class ModelFailed(msgspec.Struct, frozen=True, tag=True):
    """The model could not be loaded; no model is loaded now."""

    path: str
    error: ErrorReport


class StepEvents(msgspec.Struct, frozen=True, tag=True):
    """All events of one step, for all sequences; at most one per step."""

    events: tuple[GenerationEvent, ...]
    step: StepRecord | None = None


TextAnswer: TypeAlias = TextTokenized | TokensDetokenized | PromptRendered | TextsEmbedded
Answer: TypeAlias = TokensCounted | GrammarChecked | TemplateChecked | PromptWeighed | TextAnswer
Event: TypeAlias = (
    Preparing
    | ProcessStarted
    | ModelLoading
    | ModelLoaded
    | ModelFailed
    | StepEvents
    | Snapshot
    | CacheReport
    | Answer
    | MediaWanted
    | SourceEvent
    | Heartbeat
)
