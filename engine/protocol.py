"""What crosses the border of the engine process: commands in, events out, framed msgpack.

A frame is a 4-byte little-endian length and that many bytes of msgpack. Every struct is
tagged with its class name and checked against its types on arrival; nothing is unpickled.
"""

import enum
from typing import TypeAlias, TypeVar

import msgspec

from engine.config import EngineConfig
from engine.errors import InvalidConfig, ProtocolError

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


class Mirostat(msgspec.Struct, frozen=True, kw_only=True):
    """Mirostat 2.0 in place of top-k, top-p, min-p and typical (Basu et al. 2021).

    Attributes:
        tau: target surprise of a token, in bits.
        eta: learning rate of the threshold.
    """

    tau: float = 5.0
    eta: float = 0.1


class Dry(msgspec.Struct, frozen=True, kw_only=True):
    """DRY, a penalty on repeating what was said before (p-e-w, text-generation-webui 5677).

    Attributes:
        multiplier: strength; the penalty is ``multiplier * base ** (length - allowed_length)``.
        base: growth with the length of the repetition.
        allowed_length: repetitions up to this many tokens are free.
        window: tokens looked back on; None takes the whole context window.
        breakers: texts over which no repetition is counted.
    """

    multiplier: float = 0.8
    base: float = 1.75
    allowed_length: int = 2
    window: int | None = None
    breakers: tuple[str, ...] = ("\n", ":", '"', "*")


class SamplingParams(msgspec.Struct, frozen=True, kw_only=True):
    """How the next token is chosen. Raises InvalidSampling on creation.

    The order is: logit bias, penalties, DRY, top-k, typical, top-p, min-p, XTC, temperature,
    and the draw; a grammar sees what is left.

    Attributes:
        temperature: divides the logits; 0 always takes the likeliest token.
        top_k: only so many of the likeliest tokens are looked at (at least 1).
        top_p: of these only the likeliest whose probabilities sum up to this, (0, 1].
        min_p: drops tokens below this share of the likeliest one's probability, [0, 1).
        typical_p: locally typical sampling (Meister et al. 2022), (0, 1]; 1 is off.
        xtc_probability: chance per token of dropping the likeliest ones, [0, 1]; 0 is off.
        xtc_threshold: XTC drops all but the least likely of those above this probability.
        repeat_penalty: divides the positive logits of recent tokens; 1 is off.
        frequency_penalty: subtracted once for each time a token was said; 0 is off.
        presence_penalty: subtracted once from tokens that were said; 0 is off.
        penalty_window: tokens that these penalties look back on.
        dry: None is off.
        mirostat: None is off.
        logit_bias: (token id, added to its logit) pairs; minus infinity is allowed and forbids.
        grammar: GBNF text that the reply must follow.
        json_schema: JSON text of a schema that the reply must follow; not with ``grammar``.
        seed: None takes a fresh one for every reply.
        max_tokens: ends the reply with LENGTH after so many tokens; None up to the window.
        stop_strings: texts that end the reply and are not part of it.
    """

    temperature: float = 0.7
    top_k: int = 40
    top_p: float = 0.95
    min_p: float = 0.05
    typical_p: float = 1.0
    xtc_probability: float = 0.0
    xtc_threshold: float = 0.1
    repeat_penalty: float = 1.0
    frequency_penalty: float = 0.0
    presence_penalty: float = 0.0
    penalty_window: int = 64
    dry: Dry | None = None
    mirostat: Mirostat | None = None
    logit_bias: tuple[tuple[int, float], ...] = ()
    grammar: str | None = None
    json_schema: str | None = None
    seed: int | None = None
    max_tokens: int | None = None
    stop_strings: tuple[str, ...] = ()


# --- commands -----------------------------------------------------------------------------


class LoadModel(_Wire, frozen=True):
    """Load this model in place of the one there is; running requests end CANCELLED."""

    path: str
    config: EngineConfig


class Submit(_Wire, frozen=True):
    """Answer the last message of a conversation."""

    request_id: int
    conversation_id: str
    messages: tuple[ChatMessage, ...]
    sampling: SamplingParams


class Cancel(_Wire, frozen=True):
    """End this request: in flight it keeps its text, queued it never runs."""

    request_id: int


class Forget(_Wire, frozen=True):
    """Drop what is kept in memory of a conversation (it was deleted)."""

    conversation_id: str


class Focus(_Wire, frozen=True):
    """The conversation in front of the user, whose prompts are read first."""

    conversation_id: str | None


class Shutdown(_Wire, frozen=True):
    """End every request and the process."""


Command: TypeAlias = LoadModel | Submit | Cancel | Forget | Focus | Shutdown


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
    text: str


class Usage(msgspec.Struct, frozen=True, kw_only=True):
    """What one reply cost.

    Attributes:
        prompt_tokens: tokens of the rendered conversation.
        reused_tokens: of these, those whose KV was still there.
        reply_tokens: tokens sampled for the reply.
        dropped_messages: oldest messages that no longer fitted into the context window.
        context_tokens: tokens that the conversation holds in memory at the end.
        queue_seconds: from arrival to a slot.
        first_token_seconds: from arrival to the first sampled token; None without one.
        decode_seconds: from the first sampled token to the last.
    """

    prompt_tokens: int = 0
    reused_tokens: int = 0
    reply_tokens: int = 0
    dropped_messages: int = 0
    context_tokens: int = 0
    queue_seconds: float = 0.0
    first_token_seconds: float | None = None
    decode_seconds: float = 0.0


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


GenerationEvent: TypeAlias = Queued | Started | PrefillProgress | TextDelta | Finished


# --- events about the engine --------------------------------------------------------------


class ModelInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What was loaded, read back from the library.

    ``context_window`` is the number that each conversation gets, ``trained_context`` what the
    model was made for. ``device`` and ``device_reason`` are words for the user.
    """

    path: str
    name: str
    architecture: str
    parameter_count: int
    file_bytes: int
    vocabulary_size: int
    context_window: int
    trained_context: int
    slot_count: int
    thread_count: int
    gpu_layer_count: int
    layer_count: int
    device: str
    device_reason: str


class StepRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One step: which slots got a token in the decode call, which read prompt, how long it took.

    ``decode_slots`` are those of ONE decode call. Seconds cover decode, prefill, sampling
    and text.
    """

    decode_slots: tuple[int, ...] = ()
    prefill_slots: tuple[int, ...] = ()
    prefill_tokens: int = 0
    decode_seconds: float = 0.0
    prefill_seconds: float = 0.0
    sample_seconds: float = 0.0
    text_seconds: float = 0.0


class EngineStarted(_Wire, frozen=True):
    """First event of the process."""

    protocol_version: int
    process_id: int


class ModelLoading(_Wire, frozen=True):
    """Share of the model file read so far, from 0 to 1."""

    path: str
    progress: float


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


Event: TypeAlias = EngineStarted | ModelLoading | ModelLoaded | ModelFailed | StepEvents | Heartbeat


_T = TypeVar("_T")

_encoder = msgspec.msgpack.Encoder()
_command_decoder: msgspec.msgpack.Decoder[Command] = msgspec.msgpack.Decoder(Command)
_event_decoder: msgspec.msgpack.Decoder[Event] = msgspec.msgpack.Decoder(Event)


def encode(message: Command | Event) -> bytes:
    """Return one whole frame. Raises ProtocolError above ``MAX_FRAME_BYTES`` or on half letters."""
    try:
        body = _encoder.encode(message)
    except UnicodeEncodeError as error:
        raise ProtocolError("A text holds half a character and cannot be sent.") from error
    if len(body) > MAX_FRAME_BYTES:
        raise ProtocolError(f"A message of {len(body):,} bytes is too large for the engine.")
    return len(body).to_bytes(LENGTH_BYTES, "little") + body


def body_length(header: bytes) -> int:
    """Return the length that a frame's first bytes announce. Raises ProtocolError."""
    length = int.from_bytes(header, "little")
    if len(header) != LENGTH_BYTES or not 0 < length <= MAX_FRAME_BYTES:
        raise ProtocolError("The engine sent a frame of impossible length.")
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
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, InvalidConfig) as error:
        raise ProtocolError(f"A frame could not be understood: {error}") from error
