"""A request to a model and its results, independent of any API."""

import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import TypeAlias

import msgspec

from engine.dialects.errors import ApiError
from engine.dialects.tools import NO_TOOLS, ToolCallParser, Tools, told_in_words
from engine.messages.commands import ChatMessage, Role, ToolCall
from engine.messages.errors import EngineError
from engine.messages.events import Channel, FinishReason, TextDelta, TokenLogprob
from engine.messages.framing import MAX_PROGRAM_FRAME_BYTES
from engine.messages.media import MediaKind
from engine.messages.metrics import ModelInfo, ReplyUsage
from engine.messages.request_options import DEFAULT_OPTIONS, OverflowPolicy, Rank, RequestOptions
from engine.messages.sampling_params import SamplingParams

MAX_REPLIES = 16
_MAX_FIGURE = 1 << 40  # the maximum of any number that a server counts


@dataclass(frozen=True, slots=True)
class Generation:
    """A program's request.

    Attributes:
        conversation: the name that the program gave; empty without one.
        count: the number of replies to the same prompt.
        pictures: files of pictures and sounds by the names that they have in ``messages`` until
            they are decoded.
        is_prompt_only: the prompt is read and kept, and the reply is empty.
        notes: sentences on what was left out of the request, or is given to the model as text.
        schema_place: where the schema of the reply is in the body; empty without one.
    """

    messages: tuple[ChatMessage, ...]
    sampling: SamplingParams
    options: RequestOptions = DEFAULT_OPTIONS
    tools: Tools = NO_TOOLS
    conversation: str = ""
    count: int = 1
    pictures: Mapping[str, bytes] = field(default_factory=dict)
    is_prompt_only: bool = False
    notes: tuple[str, ...] = ()
    schema_place: str = ""

    def __post_init__(self) -> None:
        # Checked here, before memory is allocated for the replies.
        if not 1 <= self.count <= MAX_REPLIES:
            raise ApiError(400, f"`n` must be between 1 and {MAX_REPLIES}.", param="$.n")
        # Checked before they are encoded, hashed and counted, which takes 2 ms per megabyte.
        length = sum(len(each.content) for each in self.messages)
        if length > MAX_PROGRAM_FRAME_BYTES:
            most = MAX_PROGRAM_FRAME_BYTES
            text = f"The messages have {length:,} characters; the limit is {most:,}. Shorten them."
            raise ApiError(400, text, code="context_length_exceeded", param="$.messages")


@dataclass(frozen=True, slots=True)
class Begun:
    """A reply has a slot; ``usage`` describes its prompt.

    ``rewrites`` say what the chat template needed to be changed in the messages.
    """

    usage: ReplyUsage
    rewrites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Piece:
    """A further part of a reply's text."""

    text: str
    channel: Channel = Channel.ANSWER
    logprobs: tuple[TokenLogprob, ...] = ()


@dataclass(frozen=True, slots=True)
class Ended:
    """The last event of a reply; ``stop_string`` is the one that ended it, if one did."""

    reason: FinishReason
    usage: ReplyUsage
    reasoning_tokens: int = 0
    stop_string: str = ""


Event: TypeAlias = "Begun | Piece | ToolCall | Ended"


@dataclass(slots=True)
class Reply:
    """A reply as received so far."""

    text: str = ""
    reasoning: str = ""
    calls: list[ToolCall] = field(default_factory=list)
    logprobs: list[TokenLogprob] = field(default_factory=list)
    ended: Ended | None = None
    rewrites: tuple[str, ...] = ()

    def add(self, event: Event) -> None:
        """Append an event."""
        match event:
            case Piece(text=text, channel=Channel.REASONING):
                self.reasoning += text
            case Piece(text=text, logprobs=logprobs):
                self.text += text
                self.logprobs.extend(logprobs)
            case ToolCall():
                self.calls.append(event)
            case Ended():
                self.ended = event
            case Begun(rewrites=rewrites):
                self.rewrites = rewrites

    @property
    def end(self) -> Ended:
        """Return the end of the reply."""
        assert self.ended is not None, "the reply has not ended"
        return self.ended


def prepared(generation: Generation, model: ModelInfo) -> Generation:
    """Return the request in the form that this model needs. Raises ApiError."""
    tools = generation.tools
    tools.check()
    messages, sampling = generation.messages, generation.sampling
    # The template's own error would be less clear.
    if not messages:
        raise ApiError(400, "There is no message to answer.", param="$.messages")
    _check_media(messages, model)
    system_prompt = model.defaults.system_prompt
    has_system = messages[0].role is Role.SYSTEM
    if system_prompt and not has_system and not generation.options.is_raw_prompt:
        messages = (ChatMessage(Role.SYSTEM, system_prompt), *messages)
    thinking = generation.options.thinking
    if thinking.effort not in model.thinking.efforts:
        thinking = msgspec.structs.replace(thinking, effort=None)
    options = msgspec.structs.replace(
        generation.options, rank=Rank.PROGRAM, overflow=OverflowPolicy.STOP, thinking=thinking
    )
    if model.has_tools and tools.is_offered:
        options = msgspec.structs.replace(options, tools=tools.descriptions())
    elif not model.has_tools and not options.is_raw_prompt:
        messages = told_in_words(messages, tools)
    # A required call is expressed as a schema: the model cannot write anything else.
    schema = tools.required_schema()
    if schema is not None:
        sampling = msgspec.structs.replace(sampling, json_schema=schema, grammar=None)
    return replace(generation, messages=messages, sampling=sampling, options=options)


def _check_media(messages: Sequence[ChatMessage], model: ModelInfo) -> None:
    """Raise ApiError if the model cannot see or hear the media of the messages."""
    kinds = {one.kind for each in messages for one in each.media}
    text = ""
    if MediaKind.IMAGE in kinds and not model.sees:
        text = "This model does not see pictures. Load one that does, with its projector."
    elif MediaKind.AUDIO in kinds and not model.hears:
        text = "This model does not hear sounds. Load one that does, with its projector."
    if text:
        raise ApiError(400, text, code="unsupported_content", param="$.messages")


class PieceReader:
    """Turns the engine's text into pieces and, if tools are offered, into their calls."""

    def __init__(self, tools: Tools) -> None:
        self._parser = ToolCallParser(tools.names) if tools.is_offered else None
        self._logprobs: list[
            TokenLogprob
        ] = []  # log probabilities of tokens whose text is held back
        self.reasoning_tokens = 0

    def feed(self, delta: TextDelta) -> list[Piece | ToolCall]:
        """Return the events that are certain after one more piece of text."""
        if delta.channel is Channel.REASONING:
            self.reasoning_tokens = delta.token_count
        if delta.channel is Channel.REASONING or self._parser is None:
            return [Piece(delta.text, delta.channel, delta.logprobs)]
        if not delta.text and not self._parser.held_length:  # tokens without text
            return [Piece("", Channel.ANSWER, delta.logprobs)]
        self._logprobs += delta.logprobs
        return self._pieces(self._parser.feed(delta.text))

    def finish(self) -> list[Piece | ToolCall]:
        """Return the rest at the end of the reply."""
        return [] if self._parser is None else self._pieces(self._parser.finish())

    def _pieces(self, found: list[str | ToolCall]) -> list[Piece | ToolCall]:
        """Attach to each text the log probabilities of its tokens; those of a call are dropped."""
        assert self._parser is not None
        pieces: list[Piece | ToolCall] = []
        for index, each in enumerate(found):
            if isinstance(each, ToolCall):
                rest = sum(len(text) for text in found[index + 1 :] if isinstance(text, str))
                self._drop_until(rest + self._parser.held_length)
                pieces.append(each)
                continue
            is_all = index == len(found) - 1 and not self._parser.held_length
            count = len(self._logprobs) if is_all else self._token_count(len(each))
            pieces.append(Piece(each, Channel.ANSWER, tuple(self._logprobs[:count])))
            del self._logprobs[:count]
        return pieces

    def _drop_until(self, length: int) -> None:
        """Drop the first tokens, except those of the last ``length`` characters."""
        size = sum(len(each.text) for each in self._logprobs)
        del self._logprobs[: self._token_count(size - length)]

    def _token_count(self, length: int) -> int:
        """Return the number of leading tokens that cover a text of this length."""
        for count, token in enumerate(self._logprobs):
            if length <= 0:
                return count
            length -= len(token.text)
        return len(self._logprobs)


def model_id(model: ModelInfo) -> str:
    """Return the model's name in the APIs: the name of its file."""
    return PurePath(model.path).stem or model.name


def new_id(prefix: str) -> str:
    """Return an id that cannot be guessed."""
    return f"{prefix}{secrets.token_hex(12)}"


def now() -> int:
    """Return the time in whole seconds since the epoch."""
    return int(time.time())


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """The figures that a server reported about a reply; None if it did not report one.

    Attributes:
        prompt_tokens: of the whole prompt, the cached ones among them.
        reading_seconds: for the prompt; ``writing_seconds`` for the tokens after it.
        queue_seconds: the delay before reading, including the loading of the model.
        done_tokens: prompt tokens read so far, ``done_seconds`` after reading began.
    """

    prompt_tokens: int | None = None
    cached_tokens: int | None = None
    reply_tokens: int | None = None
    queue_seconds: float | None = None
    reading_seconds: float | None = None
    writing_seconds: float | None = None
    drafted_tokens: int | None = None
    accepted_tokens: int | None = None
    done_tokens: int | None = None
    done_seconds: float | None = None

    def updated(self, newer: "Figures") -> "Figures":
        """Return these figures, replaced by the newer ones where those are present."""
        told = {
            name: value for name in self.__slots__ if (value := getattr(newer, name)) is not None
        }
        return replace(self, **told)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyPart:
    """The content of one event of a stream.

    Attributes:
        reason: why the reply ended; further events, such as the usage, may follow.
        is_end: no further event follows.
        error: the server gave up, in the middle of an answer that had begun well.
    """

    text: str = ""
    thinking: str = ""
    figures: Figures | None = None
    reason: FinishReason | None = None
    is_end: bool = False
    error: EngineError | None = None


NOTHING = ReplyPart()


def count_of(number: float | None) -> int | None:
    """Return a token count that a server reports; None if it is impossible."""
    return int(number) if number is not None and 0 <= number < _MAX_FIGURE else None


def seconds_of(number: float | None, per_second: float) -> float | None:
    """Return a server's duration in seconds; None if it cannot be one."""
    is_known = number is not None and 0 <= number / per_second < _MAX_FIGURE
    return number / per_second if number is not None and is_known else None
