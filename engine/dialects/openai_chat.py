"""``/v1/chat/completions``, the API of most programs and servers: both directions of it."""

from collections.abc import AsyncGenerator, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

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
from engine.dialects.errors import (
    ApiError,
    Dialect,
    Json,
    error_body,
    error_in_stream,
    invalid_value,
    not_understood,
)
from engine.dialects.events import DONE, DONE_FRAME, EVENT_STREAM, KEEP_ALIVE, event, read_json
from engine.dialects.generation import (
    NOTHING,
    Begun,
    Ended,
    Event,
    Figures,
    Generation,
    Piece,
    Reply,
    ReplyPart,
    count_of,
    model_id,
    new_id,
    now,
    seconds_of,
)
from engine.dialects.notes import Notes
from engine.dialects.sampling import (
    SamplingBody,
    constraint_of,
    form_fields,
    sampling_fields,
    sampling_of,
    thinking_fields,
    thinking_of,
)
from engine.dialects.tool_bodies import Choice, ToolBody, tools_of
from engine.dialects.tool_reader import CallArguments, CallBegun, CallEnded
from engine.dialects.tools import (
    CallDelta,
    FunctionDelta,
    ToolCallCollector,
    Tools,
    written_call,
)
from engine.messages.commands import ChatMessage, Role, ToolCall
from engine.messages.events import Channel, FinishReason, TokenLogprob
from engine.messages.metrics import ModelInfo, ReplyUsage
from engine.messages.remote_messages import EndpointKind, SubmitRemote
from engine.messages.request_options import RequestOptions

_PNG_URL = "data:image/png;base64,"
_KNOWN_EVENTS = ("message", "error")
_MILLI = 1000.0  # milliseconds per second


class CalledBody(msgspec.Struct):
    """The function that an assistant message has called; some programs send objects."""

    name: str | None = None
    arguments: Any = None
    input: str | None = None


class CallBody(msgspec.Struct):
    """A call in an assistant message: of a function, or of a tool that takes a text."""

    function: CalledBody | None = None
    custom: CalledBody | None = None
    id: str | None = None


class MessageBody(msgspec.Struct):
    """A message of a chat; ``function_call`` is the older form of a call.

    Programs give the reasoning of a reply back under either of two names.
    """

    role: str
    content: Content = None
    reasoning_content: Any = None
    reasoning: Any = None
    refusal: str | None = None
    name: str | None = None
    tool_calls: list[CallBody] | None = None
    function_call: CalledBody | None = None
    tool_call_id: str | None = None


class StreamOptions(msgspec.Struct):
    """Options of a stream."""

    include_usage: bool | None = None


class ChatBody(SamplingBody, kw_only=True):
    """The body of a request."""

    messages: list[MessageBody]
    stream: bool | None = None
    stream_options: StreamOptions | None = None
    n: int | None = None
    max_tokens: int | None = None
    max_completion_tokens: int | None = None
    logprobs: bool | None = None
    top_logprobs: int | None = None
    tools: list[ToolBody] | None = None
    tool_choice: Choice = None
    parallel_tool_calls: bool | None = None
    functions: list[ToolBody] | None = None
    function_call: Choice = None
    chat_template_kwargs: msgspec.Raw = msgspec.Raw(b"null")
    end_repetition: bool | None = None


class Delta(msgspec.Struct, omit_defaults=True):
    """The addition of a chunk; servers use three names for reasoning."""

    role: Any = None
    content: Any = None
    reasoning_content: Any = None
    reasoning: Any = None
    thinking: Any = None
    refusal: str | None = None
    tool_calls: list[CallDelta] | None = None


class PromptDetails(msgspec.Struct):
    """The cached tokens of a prompt."""

    cached_tokens: float | None = None


class ReplyDetails(msgspec.Struct, omit_defaults=True):
    """The kinds of tokens of a reply; Hubbub sends the first field, some servers the others."""

    reasoning_tokens: Any = None
    accepted_prediction_tokens: float | None = None
    rejected_prediction_tokens: float | None = None


class Usage(msgspec.Struct):
    """The token usage of all replies to one prompt."""

    prompt_tokens: float | None = None
    completion_tokens: float | None = None
    total_tokens: Any = None
    prompt_tokens_details: PromptDetails | None = None
    completion_tokens_details: ReplyDetails | None = None


class Timings(msgspec.Struct):
    """The times of a llama-server and of Hubbub; ``prompt_n`` are the tokens that were computed."""

    cache_n: float | None = None
    prompt_n: float | None = None
    prompt_ms: float | None = None
    prompt_per_second: Any = None
    predicted_n: float | None = None
    predicted_ms: float | None = None
    predicted_per_second: Any = None
    queue_ms: Any = None
    draft_n: float | None = None
    draft_n_accepted: float | None = None


class _Choice(msgspec.Struct):
    index: int | None = 0
    delta: Delta | None = None
    message: Delta | None = None  # from a server that does not stream
    finish_reason: str | None = None


class _Metrics(msgspec.Struct):
    """The times of a vLLM server."""

    time_to_first_token_ms: float | None = None
    generation_time_ms: float | None = None
    queue_time_ms: float | None = None


class _Progress(msgspec.Struct):
    """The progress of a llama-server in reading the prompt."""

    total: float | None = None
    cache: float | None = None
    processed: float | None = None
    time_ms: float | None = None


class _Chunk(msgspec.Struct):
    choices: list[_Choice] | None = None
    usage: Usage | None = None
    timings: Timings | None = None
    metrics: _Metrics | None = None
    prompt_progress: _Progress | None = None
    error: Any = None
    object: str | None = None
    message: Any = None
    code: Any = None


class ChatExchange:
    """One request and the forms of its answers."""

    ping = KEEP_ALIVE
    content_type = EVENT_STREAM

    def __init__(self, body: bytes, model: ModelInfo, conversation: str) -> None:
        """Read a request. Raises ApiError."""
        self._body = asked = parsed(body, ChatBody)
        self._head: Json = {"id": new_id("chatcmpl-"), "created": now(), "model": model_id(model)}
        self.generation = generation_of(asked, model, conversation)

    def whole(self, replies: Sequence[Reply]) -> Json:
        """Return the complete answer."""
        return self._head | {
            "object": "chat.completion",
            "choices": [self._choice_json(*each) for each in enumerate(replies)],
            "usage": usage_of(each.end for each in replies),
            "timings": timings_of(replies[0].end.usage),
        }

    async def frames(self, events: AsyncGenerator[tuple[int, Event]]) -> AsyncGenerator[bytes]:
        """Yield the answer as a stream."""
        call_counts: dict[int, int] = {}
        ends: list[Ended] = []
        async for index, each in events:
            count = call_counts.get(index, 0)
            match each:
                case Begun():
                    yield self._chunk(index, Delta("assistant", ""))
                case Piece(text=text, channel=channel, logprobs=logprobs):
                    is_answer = channel is Channel.ANSWER
                    delta = Delta(content=text) if is_answer else Delta(reasoning_content=text)
                    likely = _logprobs(logprobs) if logprobs else None
                    yield self._chunk(index, delta, logprobs=likely)
                case CallBegun(id=call_id, name=name):
                    call_counts[index] = count + 1
                    call = CallDelta(count, call_id, "function", FunctionDelta(name, ""))
                    yield self._chunk(index, Delta(tool_calls=[call]))
                case CallArguments(text=text):
                    call = CallDelta(count - 1, function=FunctionDelta(arguments=text))
                    yield self._chunk(index, Delta(tool_calls=[call]))
                case CallEnded():
                    pass
                case Ended():
                    ends.append(each)
                    reason = finish_reason(each, has_calls=count > 0)
                    yield self._chunk(index, Delta(), reason=reason, end=each)
        options = self._body.stream_options
        if options is not None and options.include_usage:
            yield event(self._chunk_head() | {"choices": [], "usage": usage_of(ends)})
        yield DONE_FRAME

    def error_frame(self, error: ApiError) -> bytes:
        """Return the last frame of a stream that fails."""
        return event(error_body(error, Dialect.OPENAI))

    def _choice_json(self, index: int, reply: Reply) -> Json:
        return {
            "index": index,
            "message": _written(reply),
            "finish_reason": finish_reason(reply.end, has_calls=bool(reply.calls)),
            "logprobs": _logprobs(reply.logprobs) if self._body.logprobs else None,
        }

    def _chunk_head(self) -> Json:
        return self._head | {"object": "chat.completion.chunk"}

    def _chunk(
        self,
        index: int,
        delta: Delta,
        *,
        logprobs: Json | None = None,
        reason: str | None = None,
        end: Ended | None = None,
    ) -> bytes:
        choice = {"index": index, "delta": delta, "finish_reason": reason, "logprobs": logprobs}
        chunk = self._chunk_head() | {"choices": [choice]}
        # As in llama-server: in the chunk that has the finish reason.
        if end is not None:
            chunk["timings"] = timings_of(end.usage)
        return event(chunk)


def generation_of(asked: ChatBody, model: ModelInfo, conversation: str) -> Generation:
    """Return the request of a body. Raises ApiError."""
    arguments = small_object(asked.chat_template_kwargs, "$.chat_template_kwargs") or {}
    thinking = thinking_of(asked)
    # Many programs control thinking by the variable that most templates have for it.
    switch = arguments.pop("enable_thinking", None)
    if isinstance(switch, bool) and thinking.is_on is None:
        thinking = msgspec.structs.replace(thinking, is_on=switch)
    limit = asked.max_completion_tokens
    limit = asked.max_tokens if limit is None else limit
    pictures, notes = SentPictures(), Notes()
    constraint = constraint_of(asked)
    return Generation(
        messages_of(asked.messages, model, pictures, notes),
        sampling_of(
            asked,
            model.defaults.sampling,
            max_tokens=limit,
            logprob_count=(asked.top_logprobs or 0) if asked.logprobs else None,
            constraint=constraint,
        ),
        RequestOptions(
            thinking=thinking,
            template_arguments=arguments,
            ends_repetition=bool(asked.end_repetition),
        ),
        _tools(asked, notes),
        conversation,
        1 if asked.n is None else asked.n,
        pictures.files,
        is_prompt_only=limit == 0,
        notes=notes.sentences(),
        constraint=constraint,
    )


def messages_of(
    bodies: Sequence[MessageBody], model: ModelInfo, pictures: SentPictures, notes: Notes
) -> tuple[ChatMessage, ...]:
    """Return messages for the engine; their files are added to ``pictures``. Raises ApiError."""
    call_count = sum(len(each.tool_calls or ()) for each in bodies)
    check_count((each.content for each in bodies), model, call_count)
    earlier = EarlierCalls()
    return tuple(
        _message(f"$.messages[{index}]", body, pictures, notes, earlier)
        for index, body in enumerate(bodies)
    )


def _message(
    path: str, body: MessageBody, pictures: SentPictures, notes: Notes, earlier: EarlierCalls
) -> ChatMessage:
    role = role_of(body.role, path)
    text, media = content_of(body.content, f"{path}.content", role, pictures, notes)
    if role is Role.TOOL:
        return earlier.result(body.tool_call_id, text, media, body.name)
    calls = [
        _call(f"{path}.tool_calls[{index}]", each, earlier)
        for index, each in enumerate(body.tool_calls or ())
    ]
    if body.function_call is not None and not calls:
        call = CallBody(body.function_call)
        calls = [_call(f"{path}.function_call", call, earlier)]
    thought = body.reasoning_content or body.reasoning
    reasoning = thought if calls and isinstance(thought, str) else ""
    text = text or body.refusal or ""
    return ChatMessage(role, text, tuple(calls), media=media, reasoning=reasoning)


def _call(path: str, call: CallBody, earlier: EarlierCalls) -> ToolCall:
    called = call.function or call.custom
    if called is None or not called.name:
        raise invalid_value("The call names no function.", path)
    given = called.arguments if called.input is None else {"input": called.input}
    return earlier.add(call.id, called.name, arguments_text(given, f"{path}.function.arguments"))


def _tools(body: ChatBody, notes: Notes) -> Tools:
    if body.tools or not body.functions:
        parallel = body.parallel_tool_calls
        return tools_of(body.tools, body.tool_choice, notes, parallel=parallel)
    choice = body.function_call if body.tool_choice is None else body.tool_choice
    return tools_of(body.functions, choice, notes, "$.functions", parallel=False)


def finish_reason(end: Ended, *, has_calls: bool = False) -> str:
    """Return why a reply ended, in the APIs' words, which do not include repetition."""
    if end.reason in (FinishReason.LENGTH, FinishReason.REPETITION):
        return "length"
    return "tool_calls" if has_calls else "stop"


def usage_of(ends: Iterable[Ended]) -> Usage:
    """Return the token usage of all replies to one prompt."""
    each = list(ends)
    prompt = max((end.usage.prompt_tokens for end in each), default=0)
    completion = sum(end.usage.reply_tokens for end in each)
    cached = max((end.usage.reused_tokens for end in each), default=0)
    reasoning = sum(end.reasoning_tokens for end in each)
    details = PromptDetails(cached), ReplyDetails(reasoning)
    return Usage(prompt, completion, prompt + completion, *details)


def timings_of(usage: ReplyUsage) -> Timings:
    """Return the times of a reply under llama-server's names."""
    reading = max(0.0, (usage.first_token_seconds or 0.0) - usage.queue_seconds)
    read = usage.prompt_tokens - usage.reused_tokens
    return Timings(
        cache_n=usage.reused_tokens,
        prompt_n=read,
        prompt_ms=round(_MILLI * reading, 3),
        prompt_per_second=round(read / reading, 3) if reading > 0 else None,
        predicted_n=usage.reply_tokens,
        predicted_ms=round(_MILLI * usage.decode_seconds, 3),
        predicted_per_second=round(usage.tokens_per_second or 0.0, 3),
        queue_ms=round(_MILLI * usage.queue_seconds, 3),
        draft_n=usage.drafted_tokens,
        draft_n_accepted=usage.accepted_tokens,
    )


def _logprobs(logprobs: Iterable[TokenLogprob]) -> Json:
    return {"content": likely_tokens(logprobs), "refusal": None}


def likely_tokens(logprobs: Iterable[TokenLogprob]) -> list[Json]:
    """Return tokens with their log-probabilities, in the form of both of OpenAI's APIs."""
    return [
        _token(each) | {"top_logprobs": [_token(other) for other in each.top]} for each in logprobs
    ]


def _token(each: TokenLogprob) -> Json:
    return {"token": each.text, "logprob": each.logprob, "bytes": list(each.content)}


def _written(reply: Reply) -> Json:
    """Return a complete reply as a message."""
    message: Json = {"role": "assistant", "content": reply.text, "refusal": None}
    if reply.reasoning:
        message["reasoning_content"] = reply.reasoning
    if reply.calls:
        message["tool_calls"] = [written_call(each) for each in reply.calls]
        message["content"] = reply.text or None
    return message


class Affinity(msgspec.Struct, frozen=True):
    """Hints that route a conversation to its cached prefix.

    Attributes:
        session: the same for all requests of the conversation.
        salt: the same for all chats of this user, and different for others: caches are shared among
            them, and other users of the server learn nothing from response times.
        slot: the slot of a llama-server, while there are enough for all conversations.
    """

    session: str = ""
    salt: str = ""
    slot: int | None = None


def chat_body(
    command: SubmitRemote,
    kind: EndpointKind,
    model: str,
    messages: Sequence[ChatMessage],
    affinity: Affinity,
    pictures: Mapping[str, str],
) -> dict[str, Any]:
    """Return the body. Raises InvalidSampling.

    ``pictures`` are those of the messages by their digests: PNG files in base64. The body never has
    a ``priority``: a server without priorities refuses it, and one with them has assigned
    priorities to its users.
    """
    body: dict[str, Any] = {
        "model": model,
        "messages": list(_sent_messages(messages, pictures, kind)),
        "stream": True,
        "stream_options": {"include_usage": True},
        **sampling_fields(kind, command.sampling),
        **form_fields(kind, command.sampling),
        **thinking_fields(kind, command.options.thinking),
    }
    if command.options.tools:
        body["tools"] = list(command.options.tools)
    arguments = {**command.options.template_arguments, **body.pop("chat_template_kwargs", {})}
    if arguments and kind not in (EndpointKind.OPENAI, EndpointKind.LM_STUDIO):
        body["chat_template_kwargs"] = arguments
    is_continued = messages[-1].role is Role.ASSISTANT
    match kind:
        case EndpointKind.LLAMA_SERVER:
            # Without a header that names the conversation: with it a reply continues, and keeps its
            # slot, after the client has disconnected.
            body |= {"timings_per_token": True, "return_progress": True, "cache_prompt": True}
            if affinity.slot is not None:
                body["id_slot"] = affinity.slot
        case EndpointKind.VLLM | EndpointKind.SGLANG:
            body["session_id"], body["cache_salt"] = affinity.session, affinity.salt
            if is_continued:
                body["continue_final_message"] = True
                if kind is EndpointKind.VLLM:
                    body["add_generation_prompt"] = False
            if kind is EndpointKind.VLLM:
                body["stream_options"]["continuous_usage_stats"] = True
            else:
                body["separate_reasoning"] = True
    return body


def message_fields(message: ChatMessage) -> dict[str, Any]:
    """Return a message as sent to a server, without its pictures."""
    fields: dict[str, Any] = {"role": message.role.value, "content": message.content}
    if message.tool_calls:
        fields["tool_calls"] = [written_call(each) for each in message.tool_calls]
    if message.tool_call_id:
        fields["tool_call_id"] = message.tool_call_id
    if message.name:
        fields["name"] = message.name
    return fields


def _sent_messages(
    messages: Sequence[ChatMessage], pictures: Mapping[str, str], kind: EndpointKind
) -> Iterator[dict[str, Any]]:
    """Yield the messages; the pictures of results follow them, as the user's message.

    OpenAI's API and most templates have no pictures in results.
    """
    of_results: list[dict[str, Any]] = []
    for message in messages:
        is_result = message.role is Role.TOOL
        if of_results and not is_result:
            yield {"role": "user", "content": of_results}
            of_results = []
        fields = message_fields(message)
        # Most servers give it to the template; vLLM reads the other name.
        if message.reasoning:
            name = "reasoning" if kind is EndpointKind.VLLM else "reasoning_content"
            fields[name] = message.reasoning
        parts: list[dict[str, Any]] = [
            {"type": "image_url", "image_url": {"url": _PNG_URL + pictures[each.digest]}}
            for each in message.media
        ]
        if is_result:
            of_results += parts
        elif parts:  # plain text otherwise, since all servers accept it
            text = [{"type": "text", "text": message.content}] if message.content else []
            fields["content"] = [*parts, *text]
        yield fields
    if of_results:
        yield {"role": "user", "content": of_results}


class OpenAIReader:
    """Reads the events of one stream in order. ``read`` raises EndpointFault."""

    def __init__(self, host: str, key: str | None = None) -> None:
        """``key`` is removed from errors."""
        self._host = host
        self._key = key
        self._tool_calls = ToolCallCollector(host)

    def read(self, data: str, event: str = "message") -> ReplyPart:
        """Return the content of an event; unknown fields are ignored."""
        if data.strip() == DONE:
            return ReplyPart(is_end=True, calls=self._tool_calls.take())
        try:
            # Invalid figures must not discard the text.
            chunk = read_json(data, _Chunk, needed=("choices", "error"))
        except (msgspec.DecodeError, ValueError, RecursionError) as error:
            if event not in _KNOWN_EVENTS:
                return NOTHING
            raise not_understood(self._host) from error
        if chunk.error or event == "error" or chunk.object == "error":
            told = chunk.error or {"message": chunk.message or data, "code": chunk.code}
            return ReplyPart(error=error_in_stream(self._host, told, self._key), is_end=True)
        return self._part(chunk)

    def finish(self) -> ReplyPart:
        """Return what is left at the end of a whole stream without an event that ends it."""
        return ReplyPart(calls=self._tool_calls.take())

    def _part(self, chunk: _Chunk) -> ReplyPart:
        text, thinking, reason, calls = "", "", None, tuple[ToolCall, ...]()
        # The last chunk with usage has no choices; some servers send null.
        for choice in chunk.choices or ():
            delta = choice.delta or choice.message
            if choice.index:
                continue  # further choices were not requested
            if delta is not None:
                thought = delta.reasoning_content or delta.reasoning or delta.thinking
                thinking += _text(thought)
                text += _text(delta.content) or delta.refusal or ""
                self._tool_calls.add(delta.tool_calls or ())
            if choice.finish_reason:
                is_cut = choice.finish_reason in ("length", "max_tokens")
                reason = FinishReason.LENGTH if is_cut else FinishReason.STOP
                calls += self._tool_calls.take(is_cut=is_cut)
        figures = _figures(chunk)
        return ReplyPart(text=text, thinking=thinking, reason=reason, calls=calls, figures=figures)


def _text(content: object) -> str:
    """Return a text, which may also be a list of parts."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    parts = [each.get("text") for each in content if isinstance(each, dict)]
    return "".join(each for each in parts if isinstance(each, str))


def _figures(chunk: _Chunk) -> Figures | None:
    told = (
        _used(chunk.usage),
        _timed(chunk.timings),
        _metered(chunk.metrics),
        _progressed(chunk.prompt_progress),
    )
    figures: Figures | None = None
    for more in told:
        if more is not None:
            figures = more if figures is None else figures.updated(more)
    return figures


def _used(usage: Usage | None) -> Figures | None:
    if usage is None:
        return None
    details, reply = usage.prompt_tokens_details, usage.completion_tokens_details
    accepted = reply.accepted_prediction_tokens if reply else None
    rejected = reply.rejected_prediction_tokens if reply else None
    return Figures(
        prompt_tokens=count_of(usage.prompt_tokens),
        cached_tokens=count_of(details.cached_tokens) if details else None,
        reply_tokens=count_of(usage.completion_tokens),
        accepted_tokens=count_of(accepted),
        drafted_tokens=None if accepted is None else count_of(accepted + (rejected or 0)),
    )


def _timed(timings: Timings | None) -> Figures | None:
    if timings is None:
        return None
    cached, read = count_of(timings.cache_n), count_of(timings.prompt_n)
    return Figures(
        prompt_tokens=None if read is None else read + (cached or 0),
        cached_tokens=cached,
        reply_tokens=count_of(timings.predicted_n),
        reading_seconds=seconds_of(timings.prompt_ms, _MILLI),
        writing_seconds=seconds_of(timings.predicted_ms, _MILLI),
        drafted_tokens=count_of(timings.draft_n),
        accepted_tokens=count_of(timings.draft_n_accepted),
    )


def _metered(metrics: _Metrics | None) -> Figures | None:
    if metrics is None:
        return None
    first = seconds_of(metrics.time_to_first_token_ms, _MILLI)
    queue = seconds_of(metrics.queue_time_ms, _MILLI)
    return Figures(
        queue_seconds=queue,
        reading_seconds=None if first is None else max(0.0, first - (queue or 0.0)),
        writing_seconds=seconds_of(metrics.generation_time_ms, _MILLI),
    )


def _progressed(progress: _Progress | None) -> Figures | None:
    total = count_of(progress.total) if progress is not None else None
    if progress is None or not total:
        return None
    return Figures(
        prompt_tokens=total,
        cached_tokens=count_of(progress.cache),
        done_tokens=min(count_of(progress.processed) or 0, total),
        done_seconds=seconds_of(progress.time_ms, _MILLI),
    )
