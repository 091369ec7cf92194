"""A request to a model and its results, independent of any API."""

import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import PurePath
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from engine.dialects.errors import ApiError
from engine.dialects.notes import Notes
from engine.dialects.sampling import NO_CONSTRAINT, Constraint
from engine.dialects.schemas import check_schema, note_keywords
from engine.dialects.tool_grammar import call_grammar
from engine.dialects.tool_reader import (
    CallArguments,
    CallBegun,
    CallEnded,
    CallEvent,
    Found,
    ToolCallReader,
)
from engine.dialects.tools import NO_TOOLS, Tools, Use, told_in_words
from engine.messages.commands import ChatMessage, Role, ToolCall
from engine.messages.errors import EngineError
from engine.messages.events import Channel, FinishReason, TextDelta, TokenLogprob
from engine.messages.framing import MAX_PROGRAM_FRAME_BYTES
from engine.messages.media import MediaKind
from engine.messages.metrics import ModelInfo, ReplyUsage
from engine.messages.request_options import DEFAULT_OPTIONS, OverflowPolicy, Rank, RequestOptions
from engine.messages.sampling_params import SamplingParams
from engine.messages.tool_format import OTHER_FORMATS, TOLD_FORMAT, ToolFormat

MAX_REPLIES = 16
_MAX_OPTIONAL_GRAMMAR = 100_000  # characters; longer ones would take longer than they are worth
_MAX_FIGURE = 1 << 40  # the maximum of any number that a server counts


class Generation(msgspec.Struct, frozen=True):
    """A program's request.

    Attributes:
        conversation: the name that the program gave; empty without one.
        count: the number of replies to the same prompt.
        pictures: files of pictures and sounds by the names that they have in ``messages`` until
            they are decoded.
        is_prompt_only: the prompt is read and kept, and the reply is empty.
        notes: sentences on what was left out of the request, or is given to the model as text.
        constraint: the schema or grammar of the reply; ``sampling`` has it, too.
    """

    messages: tuple[ChatMessage, ...]
    sampling: SamplingParams
    options: RequestOptions = DEFAULT_OPTIONS
    tools: Tools = NO_TOOLS
    conversation: str = ""
    count: int = 1
    pictures: Mapping[str, bytes] = msgspec.field(default_factory=dict)
    is_prompt_only: bool = False
    notes: tuple[str, ...] = ()
    constraint: Constraint = NO_CONSTRAINT

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


class Begun(msgspec.Struct, frozen=True):
    """A reply has a slot; ``usage`` describes its prompt.

    ``notes`` are those of the request, and on what the chat template needed to be changed in the
    messages.
    """

    usage: ReplyUsage
    notes: tuple[str, ...] = ()


class Piece(msgspec.Struct, frozen=True):
    """A further part of a reply's text."""

    text: str
    channel: Channel = Channel.ANSWER
    logprobs: tuple[TokenLogprob, ...] = ()


class Ended(msgspec.Struct, frozen=True):
    """The last event of a reply; ``stop_string`` is the one that ended it, if one did."""

    reason: FinishReason
    usage: ReplyUsage
    reasoning_tokens: int = 0
    stop_string: str = ""


Event: TypeAlias = Begun | Piece | CallBegun | CallArguments | CallEnded | Ended


@dataclass(slots=True)
class Reply:
    """A reply as received so far; ``calls`` are the complete ones."""

    text: str = ""
    reasoning: str = ""
    calls: list[ToolCall] = field(default_factory=list)
    open_call: ToolCall | None = None
    logprobs: list[TokenLogprob] = field(default_factory=list)
    ended: Ended | None = None
    notes: tuple[str, ...] = ()
    _arguments: list[str] = field(default_factory=list, repr=False)

    def add(self, event: Event) -> None:
        """Append an event."""
        match event:
            case Piece(text=text, channel=Channel.REASONING):
                self.reasoning += text
            case Piece(text=text, logprobs=logprobs):
                self.text += text
                self.logprobs.extend(logprobs)
            case CallBegun(id=id_, name=name):
                self.open_call, self._arguments = ToolCall(id_, name, ""), []
            case CallArguments(text=text):
                self._arguments.append(text)
            case CallEnded():
                assert self.open_call is not None
                arguments = "".join(self._arguments)
                self.calls.append(msgspec.structs.replace(self.open_call, arguments=arguments))
                self.open_call = None
            case Ended():
                self.ended = event
            case Begun(notes=notes):
                self.notes = notes

    @property
    def end(self) -> Ended:
        """Return the end of the reply."""
        assert self.ended is not None, "the reply has not ended"
        return self.ended


def prepared(generation: Generation, model: ModelInfo) -> Generation:
    """Return the request in the form that this model needs. Raises ApiError.

    A request with schemas needs a thread with a stack of ``engine.grammars.STACK_BYTES``.
    """
    tools = generation.tools
    tools.check()
    messages, notes = generation.messages, Notes()
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
    sampling = _with_schema(generation, notes)
    generation = replace(generation, messages=messages, sampling=sampling, options=options)
    generation = with_tools(generation, model.tool_format, notes)
    return replace(generation, notes=(*generation.notes, *notes.sentences()))


def with_tools(generation: Generation, form: ToolFormat | None, notes: Notes) -> Generation:
    """Return the request with its tools in the form that a model needs, and a grammar of calls.

    ``form`` is None if the template shows no tools: they are told in words. Raises ApiError. Needs
    the same stack as ``prepared``.
    """
    tools, options, messages = generation.tools, generation.options, generation.messages
    if tools.is_offered:
        options = msgspec.structs.replace(
            options,
            tools=tools.descriptions() if form is not None else (),
            visible_controls=(form or TOLD_FORMAT).controls,
        )
    if form is None and not options.is_raw_prompt:
        messages = told_in_words(messages, tools)
    sampling = _constrained(generation.sampling, tools, form or TOLD_FORMAT, notes)
    return replace(generation, messages=messages, sampling=sampling, options=options)


def _check_media(messages: Sequence[ChatMessage], model: ModelInfo) -> None:
    """Raise ApiError if the model cannot see or hear the media of the messages."""
    kinds = {one.kind for each in messages for one in each.media}
    text = ""
    if MediaKind.IMAGE in kinds and not model.sees:
        text = "This model does not support pictures. Load one that does, with its projector."
    elif MediaKind.AUDIO in kinds and not model.hears:
        text = "This model does not support sounds. Load one that does, with its projector."
    if text:
        raise ApiError(400, text, code="unsupported_content", param="$.messages")


def _with_schema(generation: Generation, notes: Notes) -> SamplingParams:
    """Return a request's sampling; the keywords that its schema passes over are noted.

    Raises ApiError if the schema is strict.
    """
    sampling, constraint = generation.sampling, generation.constraint
    if not constraint.place or sampling.json_schema is None:
        return sampling
    schema = msgspec.json.decode(sampling.json_schema)
    if not note_keywords(schema, constraint.place, notes, is_strict=constraint.is_strict):
        return sampling
    lenient = msgspec.json.encode(schema | {"x-guidance": {"lenient": True}}).decode()
    return msgspec.structs.replace(sampling, json_schema=lenient)


def _constrained(
    sampling: SamplingParams, tools: Tools, form: ToolFormat, notes: Notes
) -> SamplingParams:
    """Return a request's sampling with the grammar of its calls. Raises ApiError.

    A required call cannot be left out; an optional one has the right form once it has begun, except
    in a reply that must follow a grammar of the program's.
    """
    if not tools.is_offered:
        return sampling
    for each in tools.functions:
        if each.parameters is not None:
            note_keywords(each.parameters, each.place, notes, is_strict=bool(each.strict))
            if each.strict:
                check_schema(each.parameters, each.place)
    is_required = tools.use is Use.REQUIRED
    if not is_required and (sampling.grammar is not None or sampling.json_schema is not None):
        return sampling
    grammar = call_grammar(form, tools)
    if not is_required and (not grammar.triggers or len(grammar.lark) > _MAX_OPTIONAL_GRAMMAR):
        return sampling
    return msgspec.structs.replace(
        sampling,
        lark=grammar.lark,
        grammar_triggers=() if is_required else grammar.triggers,
        json_schema=None,
        grammar=None,
    )


class PieceReader:
    """Turns the engine's text into pieces and, if tools are offered, into their calls."""

    def __init__(self, tools: Tools, form: ToolFormat | None = None) -> None:
        """``form`` is the model's; None if it was told of the tools in words."""
        self._answer: ToolCallReader | None = None
        self._reasoning: _ReasoningReader | None = None
        self._may_be_several = tools.may_be_several
        self._call_count = 0
        if tools.is_offered:
            formats, schemas = formats_of(form), tools.schemas()
            self._answer = ToolCallReader(formats, schemas)
            self._reasoning = _ReasoningReader(formats, schemas)
        # Log probabilities of tokens whose text is held back.
        self._logprobs: list[TokenLogprob] = []
        self.reasoning_tokens = 0

    @property
    def is_unfinished(self) -> bool:
        """Return whether a call has begun whose arguments are not complete."""
        return self._answer is not None and self._answer.is_unfinished

    def feed(self, delta: TextDelta) -> list[Piece | CallEvent]:
        """Return the events that are certain after one more piece of text."""
        if delta.channel is Channel.REASONING:
            self.reasoning_tokens = delta.token_count
        if self._answer is None or self._reasoning is None:
            return [Piece(delta.text, delta.channel, delta.logprobs)]
        if delta.channel is Channel.REASONING:
            text = self._reasoning.feed(delta.text)
            is_shown = text or delta.logprobs
            return [Piece(text, Channel.REASONING, delta.logprobs)] if is_shown else []
        if not delta.text and not self._answer.held_length:  # tokens without text
            return [Piece("", Channel.ANSWER, delta.logprobs)]
        thought = self._reasoning.rest() if delta.text.strip() else ""
        before: list[Piece | CallEvent] = [Piece(thought, Channel.REASONING)] if thought else []
        self._logprobs += delta.logprobs
        return self._kept(before + self._pieces(self._answer.feed(delta.text)))

    def finish(self, *, is_cut: bool = False) -> list[Piece | CallEvent]:
        """Return the rest at the end of the reply; ``is_cut`` says that a limit ended it."""
        if self._answer is None or self._reasoning is None:
            return []
        thought, calls = self._reasoning.finish()
        rest: list[Piece | CallEvent] = [Piece(thought, Channel.REASONING)] if thought else []
        return self._kept([*rest, *calls, *self._pieces(self._answer.finish(is_cut=is_cut))])

    def _kept(self, pieces: list[Piece | CallEvent]) -> list[Piece | CallEvent]:
        """Return pieces without the calls that are too many."""
        kept: list[Piece | CallEvent] = []
        for each in pieces:
            self._call_count += isinstance(each, CallBegun)
            if isinstance(each, Piece) or self._may_be_several or self._call_count == 1:
                kept.append(each)
        return kept

    def _pieces(self, found: list[Found]) -> list[Piece | CallEvent]:
        """Attach to each text the log probabilities of its tokens; those of a call are dropped."""
        assert self._answer is not None
        held = self._answer.held_length
        pieces: list[Piece | CallEvent] = []
        for index, each in enumerate(found):
            if not isinstance(each, str):
                rest = sum(len(text) for text in found[index + 1 :] if isinstance(text, str))
                self._drop_until(rest + held)
                pieces.append(each)
                continue
            if all(isinstance(other, str) for other in found[index:]):
                # The text after an earlier call was dropped, with its tokens.
                rest = sum(len(text) for text in found[index:] if isinstance(text, str))
                self._drop_excess(rest + held)
            is_all = index == len(found) - 1 and not held
            count = len(self._logprobs) if is_all else self._token_count(len(each))
            pieces.append(Piece(each, Channel.ANSWER, tuple(self._logprobs[:count])))
            del self._logprobs[:count]
        return pieces

    def _drop_until(self, length: int) -> None:
        """Drop the first tokens, except those of the last ``length`` characters."""
        size = sum(len(each.text) for each in self._logprobs)
        del self._logprobs[: self._token_count(size - length)]

    def _drop_excess(self, length: int) -> None:
        """Drop the first tokens that are not part of the last ``length`` characters."""
        excess = sum(len(each.text) for each in self._logprobs) - length
        while self._logprobs and 0 < excess >= len(self._logprobs[0].text):
            excess -= len(self._logprobs.pop(0).text)

    def _token_count(self, length: int) -> int:
        """Return the number of leading tokens that cover a text of this length."""
        for count, token in enumerate(self._logprobs):
            if length <= 0:
                return count
            length -= len(token.text)
        return len(self._logprobs)


class _ReasoningReader:
    """Finds calls at the end of reasoning, by a model that does not end it.

    A call in reasoning that is followed by more, or by an answer, was only a thought.
    """

    def __init__(
        self, formats: Sequence[ToolFormat], schemas: Mapping[str, Mapping[str, object]]
    ) -> None:
        self._new = partial(ToolCallReader, formats, schemas, is_reasoning=True)
        self._reader = self._new()
        self._unsent = ""
        self._calls: list[CallEvent] = []

    def feed(self, text: str) -> str:
        """Return the reasoning that is certain not to be a call."""
        self._unsent += text
        sent: list[str] = []
        for each in self._reader.feed(text):
            if not isinstance(each, str):
                self._calls.append(each)
            elif not self._calls:
                sent.append(each)
                self._unsent = self._unsent[len(each) :]
            elif each.strip():
                return "".join(sent) + self.rest()
        return "".join(sent)

    def rest(self) -> str:
        """Return all reasoning that was held back: none of it was a call."""
        rest, self._unsent = self._unsent, ""
        if rest:
            self._reader, self._calls = self._new(), []
        return rest

    def finish(self) -> tuple[str, list[CallEvent]]:
        """Return the last reasoning and the calls at its end."""
        last = [each for each in self._reader.finish(is_cut=True) if not isinstance(each, str)]
        calls = self._calls + last
        if not calls or self._reader.is_unfinished:
            return self.rest(), []
        return "", calls


def formats_of(form: ToolFormat | None) -> tuple[ToolFormat, ...]:
    """Return the formats in which a model may write calls, its own first."""
    if form is None or not form.is_shown:
        return (TOLD_FORMAT, *OTHER_FORMATS)
    return (form,)


def model_id(model: ModelInfo) -> str:
    """Return the model's name in the APIs: the name of its file."""
    return PurePath(model.path).stem or model.name


def new_id(prefix: str) -> str:
    """Return an id that cannot be guessed."""
    return f"{prefix}{secrets.token_hex(12)}"


def now() -> int:
    """Return the time in whole seconds since the epoch."""
    return int(time.time())


class Figures(msgspec.Struct, frozen=True, kw_only=True):
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
            name: value
            for name in self.__struct_fields__
            if (value := getattr(newer, name)) is not None
        }
        return replace(self, **told)


class ReplyPart(msgspec.Struct, frozen=True, kw_only=True):
    """The content of one event of a stream.

    Attributes:
        reason: why the reply ended; further events, such as the usage, may follow.
        is_end: no further event follows.
        calls: the calls of the reply, when they are complete.
        error: the server gave up, in the middle of an answer that had begun well.
    """

    text: str = ""
    thinking: str = ""
    figures: Figures | None = None
    reason: FinishReason | None = None
    is_end: bool = False
    calls: tuple[ToolCall, ...] = ()
    error: EngineError | None = None


NOTHING = ReplyPart()


def count_of(number: float | None) -> int | None:
    """Return a token count that a server reports; None if it is impossible."""
    return int(number) if number is not None and 0 <= number < _MAX_FIGURE else None


def seconds_of(number: float | None, per_second: float) -> float | None:
    """Return a server's duration in seconds; None if it cannot be one."""
    is_known = number is not None and 0 <= number / per_second < _MAX_FIGURE
    return number / per_second if number is not None and is_known else None
