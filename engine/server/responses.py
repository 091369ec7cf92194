"""``/v1/responses``: OpenAI's newer API, whose answers are lists of items."""

from collections import OrderedDict
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.messages.commands import ChatMessage, Role, ToolCall
from engine.messages.events import Channel, FinishReason
from engine.messages.metrics import ModelInfo
from engine.messages.request_options import RequestOptions
from engine.server.api_errors import ApiError, Json
from engine.server.bodies import parsed, small_object
from engine.server.generation import Begun, Ended, Event, Generation, Piece, Reply
from engine.server.message_bodies import joined_systems
from engine.server.openai_forms import model_id, new_id, now, timings_of
from engine.server.pictures import SentPictures
from engine.server.responses_body import (
    ResponsesBody,
    form_of,
    items_as_messages,
    tools_of,
)
from engine.server.sampling_body import sampling_of, thinking_of
from engine.server.sending import event

MAX_STORED = 64
MAX_STORED_SIZE = 64_000_000


class StoredResponses:
    """What was said in the last responses, for those that go on from one; in memory only."""

    def __init__(self) -> None:
        self._stored: OrderedDict[str, StoredTranscript] = OrderedDict()

    def transcript(self, response_id: str) -> "StoredTranscript":
        """Return what was said up to the end of a response. Raises ApiError."""
        found = self._stored.get(response_id)
        if found is None:
            text = "That response is not known here any more. Send what was said with the request."
            raise ApiError(404, text, code="response_not_found", param="$.previous_response_id")
        return found

    def keep(self, response_id: str, transcript: "StoredTranscript") -> None:
        """Remember what was said, in place of what is oldest."""
        self._stored[response_id] = transcript
        while len(self._stored) > MAX_STORED or self._size() > MAX_STORED_SIZE:
            self._stored.popitem(last=False)

    def _size(self) -> int:
        return sum(each.size for each in self._stored.values())


@dataclass(frozen=True, slots=True)
class StoredTranscript:
    """What was said, with the files of its pictures by the names that they have in it."""

    messages: tuple[ChatMessage, ...] = ()
    pictures: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """Return about how many bytes it is."""
        letters = sum(_letters_of(each) for each in self.messages)
        return letters + sum(map(len, self.pictures.values()))


@dataclass(slots=True)
class _OpenItem:
    """The item of a stream that is being written."""

    item: Json
    index: int
    part: Json = field(default_factory=dict)
    text: str = ""


class ResponsesExchange:
    """One request and the forms of its answers."""

    ping = b": keep-alive\n\n"

    def __init__(
        self, body: bytes, model: ModelInfo, conversation: str, stored: StoredResponses
    ) -> None:
        """Read a request. Raises ApiError."""
        self._body = asked = parsed(body, ResponsesBody)
        self._metadata = small_object(asked.metadata, "$.metadata") or {}  # comes back
        self._stored = stored
        self.is_streamed = bool(asked.stream)
        self._id = new_id("resp_")
        self._created, self._model = now(), model_id(model)
        # What was said before comes from here; the instructions of before do not go on.
        before = StoredTranscript()
        if asked.previous_response_id:
            before = stored.transcript(asked.previous_response_id)
        pictures = SentPictures()
        # With their files: what is named in messages of before has to be decoded again.
        messages = (*before.messages, *items_as_messages(asked.input, model, pictures))
        self._transcript = StoredTranscript(messages, {**before.pictures, **pictures.files})
        told = (ChatMessage(Role.SYSTEM, asked.instructions),) if asked.instructions else ()
        reasoning = asked.reasoning.effort if asked.reasoning is not None else None
        self.generation = Generation(
            joined_systems((*told, *messages)),
            sampling_of(asked, max_tokens=asked.max_output_tokens, schema=form_of(asked)),
            RequestOptions(thinking=thinking_of(reasoning)),
            tools_of(asked),
            conversation,
            pictures=self._transcript.pictures,
        )
        self._number = -1
        self._items: list[Json] = []
        self._open: _OpenItem | None = None

    def whole(self, replies: Sequence[Reply]) -> Json:
        """Return the answer in one piece."""
        reply = replies[0]
        self._remember(reply)
        items: list[Json] = []
        if reply.reasoning:
            items.append(_reasoning_item(reply.reasoning))
        if reply.text or not reply.calls:
            items.append(_message_item(reply.text))
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
                case ToolCall():
                    for frame in self._call(each):
                        yield frame
                case Ended():
                    for frame in self._close():
                        yield frame
                    self._remember(reply)
                    response = self._response(self._items, each)
                    yield self._event(f"response.{response['status']}", response=response)

    def error_frame(self, error: ApiError) -> bytes:
        """Return what ends a stream that fails."""
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
        yield self._delta("delta", {"delta": piece.text})

    def _begin(self, kind: str) -> Iterator[bytes]:
        part = _text_part("") if kind == "message" else _reasoning_part("")
        item = _message_item("") if kind == "message" else _reasoning_item("")
        shown = item | {"status": "in_progress", "content": []}
        self._open = _OpenItem(item, len(self._items), part)
        yield self._event("response.output_item.added", output_index=self._open.index, item=shown)
        yield self._part_event("response.content_part.added", {"part": part})

    def _close(self) -> Iterator[bytes]:
        """Yield the end of the item that is being written, if there is one."""
        if self._open is None:
            return
        part = self._open.part | {"text": self._open.text}
        item = self._open.item | {"content": [part]}
        yield self._delta("done", {"text": self._open.text})
        yield self._part_event("response.content_part.done", {"part": part})
        yield self._event("response.output_item.done", output_index=self._open.index, item=item)
        self._items.append(item)
        self._open = None

    def _call(self, call: ToolCall) -> Iterator[bytes]:
        yield from self._close()
        item, index = _call_item(call), len(self._items)
        place: Json = {"item_id": item["id"], "output_index": index}
        empty = item | {"arguments": "", "status": "in_progress"}
        yield self._event("response.output_item.added", output_index=index, item=empty)
        kind = "response.function_call_arguments"
        yield self._event(f"{kind}.delta", **place, delta=call.arguments)
        yield self._event(f"{kind}.done", **place, name=call.name, arguments=call.arguments)
        yield self._event("response.output_item.done", output_index=index, item=item)
        self._items.append(item)

    def _delta(self, verb: str, what: Json) -> bytes:
        assert self._open is not None
        is_answer = self._open.item["type"] == "message"
        kind = "response.output_text" if is_answer else "response.reasoning_text"
        likely: Json = {"logprobs": []} if is_answer else {}
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
        asked = self._body
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
            "parallel_tool_calls": True,
            "previous_response_id": asked.previous_response_id,
            "store": asked.store is not False,
            "temperature": asked.temperature,
            "top_p": asked.top_p,
            "tool_choice": asked.tool_choice or "auto",
            "tools": asked.tools or [],
            "text": asked.text or {"format": {"type": "text"}},
            "usage": None if end is None else _usage(end),
            "timings": None if end is None else timings_of(end.usage),
        }


def _letters_of(message: ChatMessage) -> int:
    calls = sum(len(each.id) + len(each.name) + len(each.arguments) for each in message.tool_calls)
    return len(message.content) + len(message.tool_call_id) + len(message.name) + calls


def _text_part(text: str) -> Json:
    return {"type": "output_text", "text": text, "annotations": [], "logprobs": []}


def _reasoning_part(text: str) -> Json:
    return {"type": "reasoning_text", "text": text}


def _message_item(text: str) -> Json:
    head: Json = {"type": "message", "id": new_id("msg_"), "status": "completed"}
    return head | {"role": "assistant", "content": [_text_part(text)]}


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
