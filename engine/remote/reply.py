"""One request to another machine: sent, read, and ended with exactly one Finished."""

import asyncio
import itertools
from collections.abc import Callable, Mapping
from contextlib import aclosing

import httpx2
import msgspec

from engine.dialects.errors import LOADING_SECONDS, Refusal
from engine.dialects.generation import ReplyPart
from engine.dialects.ollama import OllamaReader, ollama_body
from engine.dialects.openai_chat import Affinity, OpenAIReader, chat_body
from engine.dialects.sampling import OPTIONAL, Fields
from engine.dialects.tools import shown_calls
from engine.ipc.lazy_text import lazy
from engine.messages.commands import ToolCall
from engine.messages.errors import (
    EndpointBusy,
    EndpointFault,
    EndpointUnreachable,
    EngineError,
    KeyRefused,
    PictureNotSent,
    internal_error,
)
from engine.messages.events import (
    Channel,
    ErrorReport,
    Finished,
    FinishReason,
    GenerationEvent,
    PrefillProgress,
    Queued,
    Started,
    TextDelta,
    ToolCalls,
)
from engine.messages.metrics import ReplyUsage
from engine.messages.net_messages import NetTrouble
from engine.messages.remote_messages import EndpointKind, RemoteModel, SubmitRemote
from engine.net.errors import NetError
from engine.net.http import origin_of, retry_after_seconds
from engine.remote.connections import EndpointAddress, InPieces, bearer, send
from engine.remote.fitting import FittedPrompt, fit
from engine.remote.pictures import PictureStore
from engine.remote.reply_reader import (
    MAX_TEXT,
    ReplyFigures,
    ReplyText,
    beginning_of,
    events_of,
)
from engine.remote.servers import Server, Servers
from engine.text.repetition import RepetitionDetector

LONGEST_WAIT_SECONDS = 15 * 60.0  # if a server requests a delay
MAX_ATTEMPTS = 60
_KINDS: dict[NetTrouble, type[EngineError]] = {
    NetTrouble.UNREACHABLE: EndpointUnreachable,
    NetTrouble.TOO_SLOW: EndpointUnreachable,
    NetTrouble.KEY_REFUSED: KeyRefused,
    NetTrouble.BUSY: EndpointBusy,
}


class RemoteReply:
    """One request. ``run`` puts its events; the last is a Finished in every case."""

    def __init__(
        self,
        command: SubmitRemote,
        *,
        client: httpx2.AsyncClient,
        address: EndpointAddress,
        key: str | None,
        affinity: Affinity,
        servers: Servers,
        pictures: PictureStore,
        put: Callable[[GenerationEvent], None],
    ) -> None:
        self._command = command
        self._client = client
        self._address = address
        self._key = key
        self._affinity = affinity
        self._servers = servers
        self._pictures = pictures
        self._put = put
        self._clock = asyncio.get_running_loop().time
        self._figures = ReplyFigures(self._clock(), self._name)
        self._text = ReplyText()
        self._reason: FinishReason | None = None
        self._calls: tuple[ToolCall, ...] = ()
        self._refused: FittedPrompt | None = None
        self._sent: FittedPrompt | None = None
        self._sent_fields: frozenset[str] = frozenset()
        self._is_started = False
        is_watched = command.options.ends_repetition
        self._repetition = RepetitionDetector() if is_watched else None

    async def run(self) -> None:
        """Send, wait, read, and finish; cancelling closes the connection."""
        # Exceptions not named below are bugs and propagate.
        reason = FinishReason.FAILED
        error: EngineError | None = internal_error()
        try:
            reason, error = await self._answer(), None
        except NetError as caught:
            kind = _KINDS.get(caught.trouble, EndpointFault)
            reason, error = FinishReason.FAILED, kind(str(caught))
            self._servers.discard(self._command.endpoint, self._address)
        except EngineError as caught:
            reason, error = FinishReason.FAILED, caught
        except asyncio.CancelledError:
            reason, error = FinishReason.CANCELLED, None
            raise
        finally:
            self._put_text(self._text.add("", "", is_end=True))
            if self._calls and reason in (FinishReason.STOP, FinishReason.LENGTH):
                self._put(ToolCalls(self._command.request_id, self._calls))
            report = ErrorReport.of(error) if error else None
            usage = self._figures.usage() if self._is_started else ReplyUsage()
            self._put(Finished(self._command.request_id, reason, usage, report))

    async def _answer(self) -> FinishReason:
        waited = 0.0
        for _ in range(MAX_ATTEMPTS):
            self._figures.attempt(self._clock(), waited)
            waited = 0.0
            try:
                server = await self._server()
            except NetError as error:
                if error.retry_after_seconds is None:
                    raise
                waited = await self._wait(error, error.retry_after_seconds)
                continue
            refusal = await self._attempt(server)
            if refusal is None:
                return self._end()
            # Repeating a refused request is safe: no tokens were computed for it. A broken
            # connection is different, since the server may have written the whole reply.
            if refusal.is_wait:
                seconds = refusal.retry_seconds
                wait = LOADING_SECONDS if seconds is None else seconds
                waited = await self._wait(refusal.error(), wait)
            elif not self._adapt(server, refusal):
                raise self._error(refusal)
        raise EndpointBusy(
            lazy("{host} has too much to do. Try again later.", host=self._address.host)
        )

    async def _server(self) -> Server:
        command = self._command
        return await self._servers.server(
            self._client, command.endpoint, self._address, self._key, command.model
        )

    async def _wait(self, problem: EngineError, seconds: float) -> float:
        """Wait as long as the server requires. Raises the problem if that is too long."""
        if seconds > LONGEST_WAIT_SECONDS:
            raise problem
        text = lazy(
            "Waiting for {name}. Next attempt in {seconds:,} s.",
            name=self._name,
            seconds=max(1, round(seconds)),
        )
        self._put(Queued(self._command.request_id, 1, text))
        seconds = max(seconds, 0.2)
        await asyncio.sleep(seconds)
        return seconds

    def _adapt(self, server: Server, refusal: Refusal) -> bool:
        """Return whether the request may be accepted with some field or turns omitted."""
        model = server.model(self._command.model)
        if refusal.is_too_long:
            window = refusal.window
            if window is not None and window != server.windows.get(model.name):
                server.windows[model.name] = window
            self._refused = self._sent
            return True
        blamed = refusal.blamed(OPTIONAL & self._sent_fields)
        server.unknown_fields |= blamed
        return bool(blamed)

    async def _attempt(self, server: Server) -> Refusal | None:
        """Send the request and read the reply; return the refusal if there was one."""
        model = server.model(self._command.model)
        fitted = fit(
            self._command.messages,
            self._command.options,
            server.window(model),
            server.estimate(model),
            refused=self._refused,
            is_silent=server.found.kind is EndpointKind.OLLAMA,
        )
        self._sent = fitted
        pictures = await self._pictures_of(model, fitted)
        # After the fitting, which may raise: otherwise the slot would never be released.
        slot = server.slots.acquire(self._affinity.session)
        try:
            request = self._request(server, model, fitted, slot, pictures)
            self._figures.times.began = self._clock()
            async with send(self._client, request, self._address, self._figures.times) as response:
                if response.status_code != 200:
                    body = await beginning_of(response)
                    wait = retry_after_seconds(response.headers)
                    host, status = self._address.host, response.status_code
                    return Refusal(host, status, body, wait, self._key)
                self._start(fitted)
                await self._read(server, response)
        except NetError:
            if self._reason is None:
                raise  # otherwise the reply was complete, and only its usage is missing
        finally:
            server.slots.release(slot)
        if self._figures.reported.prompt_tokens:
            estimate, tools = server.estimate(model), self._command.options.tools
            estimate.correct(fitted.messages, self._figures.reported.prompt_tokens, tools)
        return None

    async def _pictures_of(self, model: RemoteModel, fitted: FittedPrompt) -> Mapping[str, str]:
        """Return the pictures to send. Raises PictureNotSent."""
        if model.sees is False and _has_pictures(fitted):
            raise PictureNotSent(
                lazy(
                    "{model} on {machine} does not support pictures. Choose a model that does.",
                    model=model.name,
                    machine=self._name,
                )
            )
        return await self._pictures.packed(fitted.messages)

    def _error(self, refusal: Refusal) -> EngineError:
        """Return the error of a refusal that cannot be remedied by another request."""
        had_pictures = self._sent is not None and _has_pictures(self._sent)
        if had_pictures and refusal.is_of_pictures and not refusal.is_too_long:
            return refusal.picture_error()
        if self._command.options.tools and refusal.is_of_tools:
            return refusal.tools_error()
        return refusal.error()

    def _request(
        self,
        server: Server,
        model: RemoteModel,
        fitted: FittedPrompt,
        slot: int | None,
        pictures: Mapping[str, str],
    ) -> httpx2.Request:
        kind, messages = server.found.dialect, fitted.messages
        if kind is EndpointKind.OLLAMA:
            window = server.window(model)
            body = ollama_body(self._command, model.name, messages, window, pictures)
        else:
            affinity = Affinity(self._affinity.session, self._affinity.salt, slot)
            body = chat_body(self._command, kind, model.name, messages, affinity, pictures)
        if "max_tokens" in server.unknown_fields and "max_tokens" in body:
            body["max_completion_tokens"] = body["max_tokens"]  # the field's name for newer models
        parts: list[Fields] = [body, body.get("options", {}), *body["messages"]]
        for part, name in itertools.product(parts, server.unknown_fields):
            part.pop(name, None)
        self._sent_fields = frozenset(itertools.chain.from_iterable(parts))
        # Another Hubbub keeps named conversations, also over its restarts.
        own = {"X-Hubbub-Conversation": self._affinity.session} if server.found.is_hubbub else {}
        return self._built(kind, body, own)

    def _built(self, kind: EndpointKind, body: Fields, own: dict[str, str]) -> httpx2.Request:
        path = "/api/chat" if kind is EndpointKind.OLLAMA else "/v1/chat/completions"
        content = InPieces(msgspec.json.encode(body))
        headers = {"Accept": "text/event-stream, application/x-ndjson, application/json", **own}
        # For routers that only read headers.
        headers["X-Session-Id"] = self._affinity.session
        url = self._address.url(path)
        assert origin_of(httpx2.URL(url)) == self._address.origin
        return self._client.build_request(
            "POST", url, content=content, headers=headers | content.headers | bearer(self._key)
        )

    def _start(self, fitted: FittedPrompt) -> None:
        figures = self._figures
        figures.prompt_tokens = fitted.estimated_tokens
        figures.dropped_messages = fitted.first_message
        self._is_started = True
        self._put(Started(self._command.request_id, 0, figures.usage()))

    async def _read(self, server: Server, response: httpx2.Response) -> None:
        is_ollama = server.found.kind is EndpointKind.OLLAMA
        reader = (OllamaReader if is_ollama else OpenAIReader)(self._address.host, self._key)
        is_whole = "chunked" in response.headers.get("Transfer-Encoding", "").lower()
        is_whole = is_whole or "Content-Length" in response.headers
        async with aclosing(events_of(response, self._key)) as events:
            async for event, data in events:
                part = reader.read(data, event)
                self._follow(part)
                # Some servers keep the connection open at the end; closing it ends the reply.
                if part.is_end or self._reason is FinishReason.REPETITION:
                    return
        # Many servers end a reply by closing the connection; a connection that may have failed does
        # not count.
        if self._reason is None and not is_whole:
            text = lazy("The connection to {host} broke off. Try again.", host=self._address.host)
            raise EndpointUnreachable(text)
        self._follow(reader.finish())

    def _follow(self, part: ReplyPart) -> None:
        now, number = self._clock(), self._command.request_id
        if part.figures is not None:
            self._figures.note(part.figures, now)
            done, total = part.figures.done_tokens, part.figures.prompt_tokens
            if done is not None and total:
                self._put(PrefillProgress(number, done, total))
        text = part.text
        if part.calls and self._command.options.tools:
            self._figures.note_text(now)
            self._calls += part.calls
        elif part.calls:
            text += shown_calls(part.calls)
        if part.thinking or text:
            self._figures.note_text(now)
            self._put_text(self._text.add(part.thinking, text))
        self._reason = part.reason or self._reason
        if self._repetition is not None and self._repetition.feed(part.thinking + part.text):
            self._reason = FinishReason.REPETITION
        if part.error is not None:
            raise part.error

    def _put_text(self, pieces: list[tuple[Channel, str]]) -> None:
        for channel, text in pieces:
            for start in range(0, len(text), MAX_TEXT):
                piece = text[start : start + MAX_TEXT]
                count = self._figures.reply_tokens
                self._put(TextDelta(self._command.request_id, piece, count, channel))

    def _end(self) -> FinishReason:
        if self._reason is None and not self._figures.reply_tokens:
            raise EndpointFault(lazy("{host} sent an empty answer.", host=self._address.host))
        return self._reason or FinishReason.STOP

    @property
    def _name(self) -> str:
        return self._command.endpoint.name or self._address.host


def _has_pictures(prompt: FittedPrompt) -> bool:
    return any(each.media for each in prompt.messages)
