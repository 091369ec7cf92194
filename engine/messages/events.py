"""What the engine process reports: the events of a request, and those about the engine."""

import enum
from typing import TypeAlias

import msgspec

from engine.ipc.lazy_text import LazyText
from engine.ipc.lifecycle import Heartbeat, Preparing, ProcessStarted
from engine.messages.errors import EngineError
from engine.messages.errors import ErrorReport as ErrorReport
from engine.messages.media import MediaKind, MediaProgress, MediaWanted
from engine.messages.metrics import (
    CacheEntry,
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
    REPETITION = "repetition"  # only where ``RequestOptions.ends_repetition`` asks for it
    CANCELLED = "cancelled"
    FAILED = "failed"


class Queued(msgspec.Struct, frozen=True, tag=True):
    """The request waits for a slot; position 1 is next. Sent again when the position changes.

    ``text`` says what another machine is waited for; empty for the engine's own queue.
    """

    request_id: int
    queue_position: int
    text: LazyText = LazyText()


class Started(msgspec.Struct, frozen=True, tag=True):
    """The request has a slot and its prompt is being prefilled.

    ``promised_tokens`` are those that the match found; ``usage`` says how many are really reused.
    """

    request_id: int
    slot: int
    usage: ReplyUsage
    promised_tokens: int = 0


class Slid(msgspec.Struct, frozen=True, tag=True):
    """A full conversation has lost its oldest turns.

    ``first_message`` is the index, among its messages without the system's, of the first that is
    still held. With ``is_read_again`` the remaining tokens are read again: the KV cache of this
    model cannot be moved, or too few tokens remain to move them.
    """

    request_id: int
    first_message: int
    discarded_tokens: int
    is_read_again: bool


class PrefillProgress(msgspec.Struct, frozen=True, tag=True):
    """So many of the prompt's tokens are in the KV cache now, the reused ones among them.

    ``next_medium`` says that what is read next is a picture or a sound.
    """

    request_id: int
    done_tokens: int
    prompt_tokens: int
    next_medium: MediaKind | None = None


class Channel(enum.Enum):
    """Which part of a reply a text belongs to."""

    ANSWER = "answer"
    REASONING = "reasoning"


class TokenLogprob(msgspec.Struct, frozen=True):
    """How likely the model held a token, as a natural logarithm, and the likeliest in its place.

    ``content`` are its bytes, which need not be whole characters; ``text`` is what they show.
    """

    text: str
    content: bytes
    logprob: float
    top: "tuple[TokenLogprob, ...]" = ()


class TextDelta(msgspec.Struct, frozen=True, tag=True):
    """A piece of reply; ``token_count`` is the reply's total so far.

    ``logprobs`` are of the tokens since the last piece, where they were asked for.
    """

    request_id: int
    text: str
    token_count: int
    channel: Channel = Channel.ANSWER
    logprobs: tuple[TokenLogprob, ...] = ()


class Finished(msgspec.Struct, frozen=True, tag=True):
    """The last event of every request; ``stop_string`` is the one that ended it, if one did."""

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
    Queued | Started | Slid | MediaProgress | PrefillProgress | TextDelta | Finished
)


class Snapshot(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The engine at a glance, about twice a second while it works, and when it falls idle.

    One that was asked for has the ``request_id`` of the question, and no steps.
    ``steps`` are those since the last snapshot. ``waiting`` are conversations in their order.
    ``restore_misses`` counts why something kept was not used; ``cache_trouble`` is a sentence
    about a folder that cannot be written to. ``thread_count`` CPU threads computed the last call,
    ``thread_limit`` may at most; both are 0 before that is known.
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
    disk_bytes: int = 0
    restore_misses: dict[str, int] = {}
    cache_trouble: LazyText = LazyText()
    thread_count: int = 0
    thread_limit: int = 0
    request_id: int = 0


class CacheReport(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """What is cached of conversations outside their slots, the largest first.

    ``limit_bytes`` is what they may take of the disk, 0 where it keeps none. ``media_bytes`` is
    what encoded pictures and sounds take there besides.
    """

    entries: tuple[CacheEntry, ...] = ()
    limit_bytes: int = 0
    media_bytes: int = 0
    trouble: LazyText = LazyText()
    request_id: int = 0


class TokensCounted(msgspec.Struct, frozen=True, tag=True):
    """The answer to ``CountTokens``; nothing ``is_known`` without a model."""

    request_id: int
    token_count: int = 0
    held_tokens: int = 0
    is_known: bool = False


class GrammarChecked(msgspec.Struct, frozen=True, tag=True):
    """The answer to ``CheckGrammar``; ``line`` and ``column`` count from 1, if it has a place."""

    request_id: int
    error: ErrorReport | None = None
    line: int | None = None
    column: int | None = None


class TemplateChecked(msgspec.Struct, frozen=True, tag=True):
    """The answer to ``CheckTemplate``: why no model could be loaded with it, if there is a why."""

    request_id: int
    error: ErrorReport | None = None


class WarmPoint(msgspec.Struct, frozen=True):
    """Where a copy of a conversation could begin: behind its first so many messages.

    Of the ``tokens`` up to there its slot has ``kept_tokens`` from which a copy can go on.
    """

    message_count: int
    tokens: int
    kept_tokens: int

    @property
    def read_again(self) -> int:
        """Return how many tokens are to be read."""
        return self.tokens - self.kept_tokens


class PromptWeighed(msgspec.Struct, frozen=True, tag=True):
    """The answer to ``WeighPrompt``: of so many tokens of a prompt so many are in the KV cache.

    Nothing ``is_known`` without a model, or where the template does not show it. ``points`` are the
    ends of its turns, in their order.
    """

    request_id: int
    prompt_tokens: int = 0
    kept_tokens: int = 0
    is_known: bool = False
    points: tuple[WarmPoint, ...] = ()

    @property
    def read_again(self) -> int:
        """Return how many tokens are to be read."""
        return self.prompt_tokens - self.kept_tokens


class ModelLoading(msgspec.Struct, frozen=True, tag=True):
    """Share of the model file read so far, from 0 to 1, and the size of that file.

    At 1 it is in the library's hands and still to be tried out.
    """

    path: str
    progress: float
    byte_count: int = 0


class ModelLoaded(msgspec.Struct, frozen=True, tag=True):
    """The model answers from now on."""

    info: ModelInfo


class ModelFailed(msgspec.Struct, frozen=True, tag=True):
    """The model could not be loaded; no model is loaded now."""

    path: str
    error: ErrorReport


class StepEvents(msgspec.Struct, frozen=True, tag=True):
    """Everything that one step produced for all sequences; at most one per step."""

    events: tuple[GenerationEvent, ...]
    step: StepRecord | None = None


Answer: TypeAlias = TokensCounted | GrammarChecked | TemplateChecked | PromptWeighed
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
