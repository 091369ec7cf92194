"""``/v1/responses``: OpenAI's newer API, whose input and output are lists of items."""

from collections import OrderedDict
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.dialects.bodies import parsed, small_object
from engine.dialects.content import (
    Content,
    EarlierCalls,
    SentPictures,
    arguments_text,
    check_count,
    content_of,
    role_of,
)
from engine.dialects.errors import ApiError, Json
from engine.dialects.events import EVENT_STREAM, KEEP_ALIVE, event
from engine.dialects.generation import (
    Begun,
    Ended,
    Event,
    Generation,
    Piece,
    Reply,
    model_id,
    new_id,
    now,
)
from engine.dialects.notes import Notes
from engine.dialects.openai_chat import likely_tokens, timings_of
from engine.dialects.sampling import (
    FormBody,
    SamplingBody,
    constraint_of,
    sampling_of,
    thinking_of,
)
from engine.dialects.tool_arguments import decoded
from engine.dialects.tool_bodies import Choice, ToolBody, tools_of
from engine.dialects.tool_reader import CallArguments, CallBegun, CallEnded
from engine.dialects.tools import Function, Tools
from engine.messages.commands import ChatMessage, Role, ToolCall
from engine.messages.events import Channel, FinishReason, TokenLogprob
from engine.messages.metrics import ModelInfo
from engine.messages.request_options import RequestOptions

MAX_STORED = 64
MAX_STORED_SIZE = 64_000_000
_ARGUMENTS = "response.function_call_arguments"
_LIKELY = "message.output_text.logprobs"
_CALLS = ("function_call", "custom_tool_call")
_RESULTS = tuple(f"{each}_output" for each in _CALLS)


class Item(msgspec.Struct):
    """One item of the input; the used fields depend on its type."""

    type: str | None = None
    role: str | None = None
    content: Content = None
    call_id: str | None = None
    name: str | None = None
    arguments: Any = None
    input: str | None = None
    output: Content = None


class TextBody(msgspec.Struct, omit_defaults=True):
    """The settings of a reply's text."""

    format: FormBody = None


class ResponsesBody(SamplingBody, kw_only=True):
    """The body of a request."""

    input: str | list[Item | str] | None = None
    instructions: str | None = None
    stream: bool | None = None
    max_output_tokens: int | None = None
    text: TextBody | None = None
    tools: list[ToolBody] | None = None
    tool_choice: Choice = None
    parallel_tool_calls: bool | None = None
    previous_response_id: str | None = None
    conversation: msgspec.Raw = msgspec.Raw(b"null")
    prompt: msgspec.Raw = msgspec.Raw(b"null")
    store: bool | None = None
    metadata: msgspec.Raw = msgspec.Raw(b"null")
    include: list[str] | None = None
    top_logprobs: int | None = None

    @property
    def logprob_count(self) -> int | None:
        """Return how many likely tokens are wanted next to each; None without log-probabilities."""
        is_wanted = bool(self.top_logprobs) or _LIKELY in (self.include or ())
        return (self.top_logprobs or 0) if is_wanted else None


class StoredResponses:
    """The messages of the most recent responses, for requests that continue one; in memory only."""

    def __init__(self) -> None:
        self._stored: OrderedDict[str, StoredTranscript] = OrderedDict()

    def transcript(self, response_id: str) -> "StoredTranscript":
        """Return the messages up to the end of a response. Raises ApiError."""
        found = self._stored.get(response_id)
        if found is None:
            text = "`previous_response_id` is unknown or has expired. Send all messages."
            raise ApiError(404, text, code="response_not_found", param="$.previous_response_id")
        return found

    def keep(self, response_id: str, transcript: "StoredTranscript") -> None:
        """Store messages; the oldest are removed."""
        self._stored[response_id] = transcript
        while len(self._stored) > MAX_STORED or self._size() > MAX_STORED_SIZE:
            self._stored.popitem(last=False)

    def _size(self) -> int:
        return sum(each.size for each in self._stored.values())


class StoredTranscript(msgspec.Struct, frozen=True):
    """Messages and the files of their pictures, by the names used in the messages."""

    messages: tuple[ChatMessage, ...] = ()
    pictures: Mapping[str, bytes] = msgspec.field(default_factory=dict)

    @property
    def size(self) -> int:
        """Return the approximate size in bytes."""
        texts = sum(_size_of(each) for each in self.messages)
        return texts + sum(map(len, self.pictures.values()))


@dataclass(slots=True)
class _OpenItem:
    """The unfinished item of a stream."""

    item: Json
    index: int
    part: Json = field(default_factory=dict)
    text: str = ""
    logprobs: list[TokenLogprob] = field(default_factory=list)


class ResponsesExchange:
    """One request and the forms of its answers."""

    ping = KEEP_ALIVE
    content_type = EVENT_STREAM

    def __init__(
        self, body: bytes, model: ModelInfo, conversation: str, stored: StoredResponses
    ) -> None:
        """Read a request. Raises ApiError."""
        self._body = asked = parsed(body, ResponsesBody)
        self._metadata = small_object(asked.metadata, "$.metadata") or {}  # repeated in the answer
        self._stored = stored
        self._id = new_id("resp_")
        self._created, self._model = now(), model_id(model)
        _check_sources(asked)
        # Earlier messages come from here; earlier instructions do not continue to apply.
        before = StoredTranscript()
        if asked.previous_response_id:
            before = stored.transcript(asked.previous_response_id)
        pictures, notes = SentPictures(), Notes()
        # With their files: pictures of earlier messages must be decoded again.
        messages = (*before.messages, *items_as_messages(asked.input, model, pictures, notes))
        self._transcript = StoredTranscript(messages, {**before.pictures, **pictures.files})
        told = (ChatMessage(Role.SYSTEM, asked.instructions),) if asked.instructions else ()
        form = asked.text.format if asked.text is not None else None
        constraint = constraint_of(asked, [("$.text.format", form)])
        # Before the notes are read.
        parallel = asked.parallel_tool_calls
        tools = tools_of(asked.tools, asked.tool_choice, notes, parallel=parallel)
        self.generation = Generation(
            (*told, *messages),
            sampling_of(
                asked,
                model.defaults.sampling,
                max_tokens=asked.max_output_tokens,
                logprob_count=asked.logprob_count,
                constraint=constraint,
            ),
            RequestOptions(thinking=thinking_of(asked)),
            tools,
            conversation,
            pictures=self._transcript.pictures,
            is_prompt_only=asked.max_output_tokens == 0,
            notes=notes.sentences(),
            constraint=constraint,
        )
        self._number = -1
        self._items: list[Json] = []
        self._open: _OpenItem | None = None

    def whole(self, replies: Sequence[Reply]) -> Json:
        """Return the complete answer."""
        reply = replies[0]
        self._remember(reply)
        items: list[Json] = []
        if reply.reasoning:
            items.append(_reasoning_item(reply.reasoning))
        if reply.text or not reply.calls:
            items.append(_message_item(reply.text, reply.logprobs))
        items.extend(_call_item(each) for each in reply.calls)
        return self._response(items, reply.end)

    async def frames(self, events: AsyncGenerator[tuple[int, Event]]) -> AsyncGenerator[bytes]:
        """Yield the answer as a stream."""
        reply = Reply()
        async for _, each in events:
            reply.add(each)
            match each:
                case Begun():
                    yield self._event("response.created", response=self._response([]))
                    yield self._event("response.in_progress", response=self._response([]))
                case Piece():
                    for frame in self._text(each):
                        yield frame
                case CallBegun():
                    for frame in self._call(each):
                        yield frame
                case CallArguments(text=text):
                    yield self._call_arguments(text)
                case CallEnded():
                    for frame in self._close():
                        yield frame
                case Ended():
                    for frame in self._close():
                        yield frame
                    self._remember(reply)
                    response = self._response(self._items, each)
                    yield self._event(f"response.{response['status']}", response=response)

    def error_frame(self, error: ApiError) -> bytes:
        """Return the last frame of a stream that fails."""
        return self._event(
            "error", code=error.code or "server_error", message=str(error), param=None
        )

    def _remember(self, reply: Reply) -> None:
        if self._body.store is not False:
            written = ChatMessage(Role.ASSISTANT, reply.text, tuple(reply.calls))
            transcript = replace(self._transcript, messages=(*self._transcript.messages, written))
            self._stored.keep(self._id, transcript)

    def _text(self, piece: Piece) -> Iterator[bytes]:
        kind = "message" if piece.channel is Channel.ANSWER else "reasoning"
        if self._open is None or self._open.item["type"] != kind:
            yield from self._close()
            yield from self._begin(kind)
        assert self._open is not None
        self._open.text += piece.text
        self._open.logprobs += piece.logprobs
        yield self._delta("delta", {"delta": piece.text}, piece.logprobs)

    def _begin(self, kind: str) -> Iterator[bytes]:
        part = _text_part("") if kind == "message" else _reasoning_part("")
        item = _message_item("") if kind == "message" else _reasoning_item("")
        shown = item | {"status": "in_progress", "content": []}
        self._open = _OpenItem(item, len(self._items), part)
        yield self._event("response.output_item.added", output_index=self._open.index, item=shown)
        yield self._part_event("response.content_part.added", {"part": part})

    def _close(self) -> Iterator[bytes]:
        """Yield the end of the unfinished item, if there is one."""
        if self._open is None:
            return
        if self._open.item["type"] == "function_call":
            yield from self._close_call(self._open)
            return
        part = self._open.part | {"text": self._open.text}
        if "logprobs" in part:
            part["logprobs"] = likely_tokens(self._open.logprobs)
        item = self._open.item | {"content": [part]}
        yield self._delta("done", {"text": self._open.text}, self._open.logprobs)
        yield self._part_event("response.content_part.done", {"part": part})
        yield self._event("response.output_item.done", output_index=self._open.index, item=item)
        self._items.append(item)
        self._open = None

    def _call(self, call: CallBegun) -> Iterator[bytes]:
        yield from self._close()
        item = _call_item(ToolCall(call.id, call.name, ""))
        self._open = _OpenItem(item, len(self._items))
        shown = item | {"status": "in_progress"}
        yield self._event("response.output_item.added", output_index=self._open.index, item=shown)

    def _call_arguments(self, text: str) -> bytes:
        assert self._open is not None
        self._open.text += text
        return self._event(f"{_ARGUMENTS}.delta", **self._place(self._open), delta=text)

    def _close_call(self, call: _OpenItem) -> Iterator[bytes]:
        """Yield the end of a call; one that was cut has no complete arguments."""
        is_whole = isinstance(decoded(call.text), dict)
        status = "completed" if is_whole else "incomplete"
        item = call.item | {"arguments": call.text, "status": status}
        if is_whole:
            name = item["name"]
            place = self._place(call)
            yield self._event(f"{_ARGUMENTS}.done", **place, name=name, arguments=call.text)
        yield self._event("response.output_item.done", output_index=call.index, item=item)
        self._items.append(item)
        self._open = None

    def _place(self, item: _OpenItem) -> Json:
        return {"item_id": item.item["id"], "output_index": item.index}

    def _delta(self, verb: str, what: Json, logprobs: Sequence[TokenLogprob]) -> bytes:
        assert self._open is not None
        is_answer = self._open.item["type"] == "message"
        kind = "response.output_text" if is_answer else "response.reasoning_text"
        likely: Json = {"logprobs": likely_tokens(logprobs)} if is_answer else {}
        return self._part_event(f"{kind}.{verb}", what | likely)

    def _part_event(self, kind: str, what: Json) -> bytes:
        assert self._open is not None
        place: Json = {"item_id": self._open.item["id"], "output_index": self._open.index}
        return self._event(kind, **place, content_index=0, **what)

    def _event(self, kind: str, **what: object) -> bytes:
        self._number += 1
        return event({"type": kind, "sequence_number": self._number, **what}, kind)

    def _response(self, items: list[Json], end: Ended | None = None) -> Json:
        is_cut = end is not None and end.reason is FinishReason.LENGTH
        done = "incomplete" if is_cut else "completed"
        asked, tools = self._body, self.generation.tools
        return {
            "id": self._id,
            "object": "response",
            "created_at": self._created,
            "status": "in_progress" if end is None else done,
            "model": self._model,
            "output": items,
            "error": None,
            "incomplete_details": {"reason": "max_output_tokens"} if is_cut else None,
            "instructions": asked.instructions,
            "max_output_tokens": asked.max_output_tokens,
            "metadata": self._metadata,
            "parallel_tool_calls": asked.parallel_tool_calls is not False,
            "previous_response_id": asked.previous_response_id,
            "store": asked.store is not False,
            "temperature": asked.temperature,
            "top_p": asked.top_p,
            "tool_choice": _choice_json(tools),
            "tools": [_tool_json(each) for each in tools.functions],
            "text": asked.text or {"format": {"type": "text"}},
            "usage": None if end is None else _usage(end),
            "timings": None if end is None else timings_of(end.usage),
        }


def items_as_messages(
    given: str | Sequence[Item | str] | None,
    model: ModelInfo,
    pictures: SentPictures,
    notes: Notes,
) -> tuple[ChatMessage, ...]:
    """Return the messages of an input; calls belong to one assistant message. Raises ApiError.

    Other items are of tools that the API's own servers run; they are left out.
    """
    if given is None or isinstance(given, str):
        return (ChatMessage(Role.USER, given),) if given else ()
    items = [Item(role="user", content=each) if isinstance(each, str) else each for each in given]
    check_count((each.content for each in items), model)
    earlier = EarlierCalls()
    messages: list[ChatMessage] = []
    calls: list[ToolCall] = []  # of the unfinished message
    for index, item in enumerate(items):
        path = f"$.input[{index}]"
        if item.type in ("message", None):
            _add_calls(messages, calls)
            messages.append(_message(item, path, pictures, notes))
        elif item.type in _CALLS:
            value = item.arguments if item.input is None else {"input": item.input}
            arguments = arguments_text(value, f"{path}.arguments")
            calls.append(earlier.add(item.call_id, item.name, arguments))
        elif item.type in _RESULTS:
            _add_calls(messages, calls)
            text, media = content_of(item.output, f"{path}.output", Role.TOOL, pictures, notes)
            messages.append(earlier.result(item.call_id, text, media))
        else:
            notes.leave_out("items", item.type)
    _add_calls(messages, calls)
    return tuple(messages)


def _check_sources(body: ResponsesBody) -> None:
    """Raise ApiError if messages are stored at the API's own servers."""
    for name, value in (("conversation", body.conversation), ("prompt", body.prompt)):
        if bytes(value) != b"null":
            text = f"`{name}` is not supported. Send all messages, or `previous_response_id`."
            raise ApiError(400, text, code="unsupported_parameter", param=f"$.{name}")


def _message(item: Item, path: str, pictures: SentPictures, notes: Notes) -> ChatMessage:
    role = role_of(item.role or "", path, others=("tool", "function"))
    text, media = content_of(item.content, f"{path}.content", role, pictures, notes)
    return ChatMessage(role, text, media=media)


def _add_calls(messages: list[ChatMessage], calls: list[ToolCall]) -> None:
    """Move calls into the assistant's message; all at once, since there may be thousands."""
    if not calls:
        return
    last = messages[-1] if messages else None
    if last is not None and last.role is Role.ASSISTANT:
        messages[-1] = msgspec.structs.replace(last, tool_calls=(*last.tool_calls, *calls))
    else:
        messages.append(ChatMessage(Role.ASSISTANT, "", tuple(calls)))
    calls.clear()


def _tool_json(function: Function) -> Json:
    return {
        "type": "function",
        "name": function.name,
        "description": function.description,
        "parameters": function.parameters,
        "strict": bool(function.strict),
    }


def _choice_json(tools: Tools) -> Json | str:
    return {"type": "function", "name": tools.only} if tools.only else tools.use.value


def _size_of(message: ChatMessage) -> int:
    calls = sum(len(each.id) + len(each.name) + len(each.arguments) for each in message.tool_calls)
    return len(message.content) + len(message.tool_call_id) + len(message.name) + calls


def _text_part(text: str, logprobs: Sequence[TokenLogprob] = ()) -> Json:
    likely = likely_tokens(logprobs)
    return {"type": "output_text", "text": text, "annotations": [], "logprobs": likely}


def _reasoning_part(text: str) -> Json:
    return {"type": "reasoning_text", "text": text}


def _message_item(text: str, logprobs: Sequence[TokenLogprob] = ()) -> Json:
    head: Json = {"type": "message", "id": new_id("msg_"), "status": "completed"}
    return head | {"role": "assistant", "content": [_text_part(text, logprobs)]}


def _reasoning_item(text: str) -> Json:
    head: Json = {"type": "reasoning", "id": new_id("rs_"), "status": "completed"}
    return head | {"summary": [], "content": [_reasoning_part(text)]}


def _call_item(call: ToolCall) -> Json:
    return {
        "type": "function_call",
        "id": new_id("fc_"),
        "call_id": call.id,
        "name": call.name,
        "arguments": call.arguments,
        "status": "completed",
    }


def _usage(end: Ended) -> Json:
    usage = end.usage
    return {
        "input_tokens": usage.prompt_tokens,
        "input_tokens_details": {"cached_tokens": usage.reused_tokens},
        "output_tokens": usage.reply_tokens,
        "output_tokens_details": {"reasoning_tokens": end.reasoning_tokens},
        "total_tokens": usage.prompt_tokens + usage.reply_tokens,
    }
