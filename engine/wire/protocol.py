"""What crosses the border of the engine process: commands in, events out, framed msgpack.

A frame is a 4-byte little-endian length and that many bytes of msgpack. Every struct is
tagged with its class name and checked against its types on arrival; nothing is unpickled.
"""

import enum
from typing import TypeAlias, TypeVar

import msgspec

from engine.wire.config import EngineConfig
from engine.wire.errors import EngineError, InvalidConfig, InvalidSampling, ProtocolError
from engine.wire.lazy_text import LazyText, lazy
from engine.wire.metrics import CacheEntry as CacheEntry
from engine.wire.metrics import ModelInfo as ModelInfo
from engine.wire.metrics import Percentiles as Percentiles
from engine.wire.metrics import Rates as Rates
from engine.wire.metrics import SlotView as SlotView
from engine.wire.metrics import StepRecord as StepRecord
from engine.wire.metrics import TemplateKind as TemplateKind
from engine.wire.metrics import Usage as Usage
from engine.wire.request_options import DEFAULT_OPTIONS as DEFAULT_OPTIONS
from engine.wire.request_options import OverflowPolicy as OverflowPolicy
from engine.wire.request_options import RequestOptions as RequestOptions
from engine.wire.sampling_params import Dry as Dry
from engine.wire.sampling_params import Mirostat as Mirostat
from engine.wire.sampling_params import SamplingParams as SamplingParams

PROTOCOL_VERSION = 1
MAX_FRAME_BYTES = 16 * 1024 * 1024
LENGTH_BYTES = 4


class _Wire(msgspec.Struct, frozen=True, tag=True):
    """Base of everything on the wire: frozen and tagged with its class name."""


class Role(enum.Enum):
    """Who says a message of the prompt."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


class ChatMessage(msgspec.Struct, frozen=True):
    """Role and text, as the chat template wants them."""

    role: Role
    content: str


# --- commands -----------------------------------------------------------------------------


class LoadModel(_Wire, frozen=True):
    """Load this model in place of the one there is; running requests end CANCELLED."""

    path: str
    config: EngineConfig


class Submit(_Wire, frozen=True):
    """Answer the last message of a conversation, or go on with it if it is the assistant's."""

    request_id: int
    conversation_id: str
    messages: tuple[ChatMessage, ...]
    sampling: SamplingParams
    options: RequestOptions = DEFAULT_OPTIONS


class CountTokens(_Wire, frozen=True):
    """Say how many tokens a text has, and how many a conversation holds in memory."""

    request_id: int
    conversation_id: str
    text: str


class Prewarm(_Wire, frozen=True):
    """Read what is certain of the next prompt while nobody needs the model.

    ``messages`` are those that there are; the next one is being typed. Dropped, without a
    word, as soon as any request comes.
    """

    conversation_id: str
    messages: tuple[ChatMessage, ...]
    pinned: tuple[int, ...] = ()


class Cancel(_Wire, frozen=True):
    """End this request: in flight it keeps its text, queued it never runs."""

    request_id: int


class Forget(_Wire, frozen=True):
    """Drop what is kept in memory of a conversation (it was deleted)."""

    conversation_id: str


class Focus(_Wire, frozen=True):
    """The conversation in front of the user, whose prompts are read first."""

    conversation_id: str | None


class ReportCache(_Wire, frozen=True):
    """Say what is kept of conversations beside their slots; answered by one CacheReport."""


class ClearCache(_Wire, frozen=True):
    """Keep nothing of any conversation but what sits in the slots."""


class LimitCache(_Wire, frozen=True):
    """Change ``EngineConfig.cache_bytes`` of the model that is loaded."""

    cache_bytes: int | None


class Shutdown(_Wire, frozen=True):
    """End every request and the process."""


CacheCommand: TypeAlias = ReportCache | ClearCache | LimitCache
Command: TypeAlias = (
    LoadModel | Submit | Cancel | Forget | Focus | Prewarm | CountTokens | CacheCommand | Shutdown
)


# --- events about one request -------------------------------------------------------------


class FinishReason(enum.Enum):
    """Why a reply ended."""

    STOP = "stop"
    LENGTH = "length"
    CANCELLED = "cancelled"
    FAILED = "failed"


class ErrorReport(msgspec.Struct, frozen=True):
    """An ``EngineError`` on its way to the window: class name and text for the user."""

    kind: str
    text: LazyText

    @classmethod
    def of(cls, error: EngineError) -> "ErrorReport":
        """Return what crosses in place of an error."""
        return cls(error.kind, LazyText.of(str(error)))


class Queued(_Wire, frozen=True):
    """The request waits for a slot; place 1 is next. Sent again whenever the place changes."""

    request_id: int
    place: int


class Started(_Wire, frozen=True):
    """The request sits in a slot and its prompt is being read."""

    request_id: int
    slot: int
    prompt_tokens: int
    reused_tokens: int
    dropped_messages: int
    reused_from: str = "nothing"
    restore_seconds: float = 0.0


class Slid(_Wire, frozen=True):
    """A full conversation has lost its oldest turns.

    ``first_message`` is the index, among its messages without the system's, of the first that is
    still in memory. With ``is_read_again`` this model's memory could not be moved, and what is
    left is read afresh.
    """

    request_id: int
    first_message: int
    discarded_tokens: int
    is_read_again: bool


class PrefillProgress(_Wire, frozen=True):
    """So many of the prompt's tokens are in memory now, the reused ones among them."""

    request_id: int
    done_tokens: int
    prompt_tokens: int


class Channel(enum.Enum):
    """Which part of a reply a text belongs to."""

    ANSWER = "answer"
    REASONING = "reasoning"


class TextDelta(_Wire, frozen=True):
    """A piece of reply; ``token_count`` is the reply's total so far."""

    request_id: int
    text: str
    token_count: int
    channel: Channel = Channel.ANSWER


class Finished(_Wire, frozen=True):
    """The last event of every request."""

    request_id: int
    reason: FinishReason
    usage: Usage
    error: ErrorReport | None = None


GenerationEvent: TypeAlias = Queued | Started | Slid | PrefillProgress | TextDelta | Finished


# --- events about the engine --------------------------------------------------------------


class Snapshot(_Wire, frozen=True, kw_only=True):
    """The engine at a glance, about twice a second while it works, and when it falls idle.

    ``steps`` are those since the last snapshot. ``waiting`` are conversations in their order.
    ``restore_misses`` counts why something kept was not used; ``cache_trouble`` is a sentence
    about a folder that cannot be written to.
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
    disk_bytes: int = 0
    restore_misses: dict[str, int] = {}
    cache_trouble: LazyText = LazyText()


class CacheReport(_Wire, frozen=True, kw_only=True):
    """What is kept of conversations beside their slots, the largest first.

    ``limit_bytes`` is what they may take of the disk, 0 where it keeps none.
    """

    entries: tuple[CacheEntry, ...] = ()
    limit_bytes: int = 0
    trouble: LazyText = LazyText()


class TokensCounted(_Wire, frozen=True):
    """The answer to ``CountTokens``; nothing ``is_known`` without a model."""

    request_id: int
    token_count: int = 0
    held_tokens: int = 0
    is_known: bool = False


class EngineStarted(_Wire, frozen=True):
    """First event of the process."""

    protocol_version: int
    process_id: int


class ModelLoading(_Wire, frozen=True):
    """Share of the model file read so far, from 0 to 1, and the size of that file.

    At 1 it is in the library's hands and still to be tried out.
    """

    path: str
    progress: float
    byte_count: int = 0


class ModelLoaded(_Wire, frozen=True):
    """The model answers from now on."""

    info: ModelInfo


class ModelFailed(_Wire, frozen=True):
    """The model could not be loaded; no model is loaded now."""

    path: str
    error: ErrorReport


class StepEvents(_Wire, frozen=True):
    """Everything that one step produced for all sequences; at most one per step."""

    events: tuple[GenerationEvent, ...]
    step: StepRecord | None = None


class Heartbeat(_Wire, frozen=True):
    """Sent every second by the I/O thread.

    ``step_count`` grows while the engine thread makes headway; ``is_busy`` says that it should.
    """

    step_count: int
    is_busy: bool


Event: TypeAlias = (
    EngineStarted
    | ModelLoading
    | ModelLoaded
    | ModelFailed
    | StepEvents
    | Snapshot
    | CacheReport
    | TokensCounted
    | Heartbeat
)


_T = TypeVar("_T")


def _sentence(_kind: type, parts: object) -> LazyText:
    return LazyText.of(parts)


_encoder = msgspec.msgpack.Encoder(enc_hook=LazyText.parts)
_command_decoder: msgspec.msgpack.Decoder[Command] = msgspec.msgpack.Decoder(
    Command, dec_hook=_sentence
)
_event_decoder: msgspec.msgpack.Decoder[Event] = msgspec.msgpack.Decoder(Event, dec_hook=_sentence)


def encode(message: Command | Event) -> bytes:
    """Return one whole frame. Raises ProtocolError above ``MAX_FRAME_BYTES`` or on half letters."""
    try:
        body = _encoder.encode(message)
    except UnicodeEncodeError as error:
        raise ProtocolError(
            lazy("A text holds half a character and can't be sent. Type it again.")
        ) from error
    if len(body) > MAX_FRAME_BYTES:
        raise ProtocolError(
            lazy(
                "A message of {count:,} bytes is too large for the engine. Shorten it.",
                count=len(body),
            )
        )
    return len(body).to_bytes(LENGTH_BYTES, "little") + body


def body_length(header: bytes) -> int:
    """Return the length that a frame's first bytes announce. Raises ProtocolError."""
    length = int.from_bytes(header, "little")
    if len(header) != LENGTH_BYTES or not 0 < length <= MAX_FRAME_BYTES:
        raise ProtocolError(lazy("The engine said something of impossible length."))
    return length


def decode_command(body: bytes) -> Command:
    """Return the command in a frame's body. Raises ProtocolError."""
    return _decoded(_command_decoder, body)


def decode_event(body: bytes) -> Event:
    """Return the event in a frame's body. Raises ProtocolError."""
    return _decoded(_event_decoder, body)


def _decoded(decoder: msgspec.msgpack.Decoder[_T], body: bytes) -> _T:
    try:
        return decoder.decode(body)
    except (
        msgspec.DecodeError,
        UnicodeDecodeError,
        RecursionError,
        InvalidConfig,
        InvalidSampling,
    ) as error:
        raise ProtocolError(
            lazy("The engine said something that could not be understood: {reason}", reason=error)
        ) from error
