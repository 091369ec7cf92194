"""Answers one HTTP request: read, submit, send, and cancel when the program disconnects."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing
from typing import Protocol, TypeAlias

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from engine.dialects.errors import ApiError, Dialect, Json, of_engine
from engine.dialects.generation import Begun, Event, Generation, Reply
from engine.dialects.waiting import waiting_stream
from engine.messages.errors import EngineError
from engine.messages.metrics import ModelInfo
from engine.server.bodies import Bodies
from engine.server.gate import dialect_of
from engine.server.generation import Generator
from engine.server.sending import StreamForm, send_error, send_events, send_json
from engine.server.served_models import Served, ServedModels

CONVERSATION_HEADER = "x-hubbub-conversation"


class Exchange(StreamForm, Protocol):
    """A request of one API and the forms of its answers, made from a body. Raises ApiError."""

    generation: Generation

    def whole(self, replies: Sequence[Reply]) -> Json:
        """Return the complete answer."""

    def frames(self, events: AsyncGenerator[tuple[int, Event]]) -> AsyncGenerator[bytes]:
        """Yield the answer as a stream."""


MakeExchange: TypeAlias = Callable[[bytes, ModelInfo, str], Exchange]
Answer: TypeAlias = Callable[[bytes, Request, Send], Awaitable[None]]


class Endpoint:
    """An ASGI application that answers the POST requests of one path."""

    def __init__(self, answer: Answer, closing: asyncio.Event, bodies: Bodies) -> None:
        """When ``closing`` is set, incomplete answers are aborted."""
        self._answer = answer
        self._closing = closing
        self._bodies = bodies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; if the program disconnects first, the answer is aborted at once."""
        request = Request(scope, receive)
        dialect = dialect_of(request.url.path, request.headers)
        try:
            async with self._bodies.read(request) as body:
                await self._answer_while_connected(body, request, send, dialect)
        except ApiError as error:  # of the body
            await send_error(send, error, dialect)

    async def _answer_while_connected(
        self, body: bytes, request: Request, send: Send, dialect: Dialect
    ) -> None:
        response = _Response(send)
        work = asyncio.ensure_future(self._answered(body, request, response.send, dialect))
        gone = asyncio.ensure_future(_disconnected(request.receive))
        closing = asyncio.ensure_future(self._closing.wait())
        # Only the end of the connection shows that the client has gone: while a prompt is read,
        # nothing is written that could fail.
        try:
            await asyncio.wait({work, gone, closing}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            is_done, is_gone = work.done(), gone.done()
            for task in (work, gone, closing):
                task.cancel()
            await asyncio.gather(work, gone, closing, return_exceptions=True)
        if is_done:
            work.result()
        elif not is_gone:
            await response.give_up(dialect)

    async def _answered(self, body: bytes, request: Request, send: Send, dialect: Dialect) -> None:
        try:
            await self._answer(body, request, send)
        except ApiError as error:
            await send_error(send, error, dialect)
        except EngineError as error:
            await send_error(send, of_engine(error), dialect)


class Page:
    """Wraps a method as an ASGI application: Starlette treats a function as something else."""

    def __init__(self, answer: ASGIApp) -> None:
        self._answer = answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._answer(scope, receive, send)


class _Response:
    """Records how much of an answer was sent."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._is_begun = False
        self._is_whole = False

    async def send(self, message: Message) -> None:
        self._is_begun = True
        await self._send(message)
        self._is_whole = message["type"] == "http.response.body" and not message.get("more_body")

    async def give_up(self, dialect: Dialect) -> None:
        """End an answer that will not be completed."""
        if not self._is_begun:
            error = ApiError(503, "The server is being stopped.", retry_after=5, closes=True)
            await send_error(self._send, error, dialect)
        elif not self._is_whole:
            await self._send({"type": "http.response.body", "body": b""})


class Answers:
    """Answers requests that generate text; a stream shows signs of life from the first pause on."""

    def __init__(
        self, generator: Generator, models: ServedModels, bodies: Bodies, ping_seconds: float
    ) -> None:
        self._generator = generator
        self._models = models
        self._bodies = bodies
        self._ping_seconds = ping_seconds

    async def answer(self, make: MakeExchange, body: bytes, request: Request, send: Send) -> None:
        """Answer a request of one API with the model that it names.

        Raises ApiError, EngineError.
        """
        path = request.url.path
        dialect = dialect_of(path, request.headers)
        waiting = await self._bodies.made(
            lambda content: waiting_stream(content, dialect, is_chat=path.endswith("/chat")), body
        )
        conversation = request.headers.get(CONVERSATION_HEADER, "")
        if waiting is not None:
            notes: list[str] = []
            stream = _Stream(waiting)
            frames = self._frames(stream, make, body, conversation, notes)
            await send_events(
                send, frames, stream, notes=notes, patience_seconds=self._ping_seconds
            )
            return
        async with self._models.named_in(body, self._bodies) as served:
            exchange = await self._exchange(make, body, served, conversation)
            replies = await self._generator.whole(exchange.generation, served)
        await send_json(send, exchange.whole(replies), notes=replies[0].notes)

    async def _exchange(
        self, make: MakeExchange, body: bytes, served: Served, conversation: str
    ) -> Exchange:
        model = served.model()
        return await self._bodies.made(lambda content: make(content, model, conversation), body)

    async def _frames(
        self,
        stream: "_Stream",
        make: MakeExchange,
        body: bytes,
        conversation: str,
        notes: list[str],
    ) -> AsyncGenerator[bytes]:
        """Yield the frames of a stream once its model is loaded. Raises ApiError."""
        try:
            async with self._models.named_in(body, self._bodies) as served:
                exchange = await self._exchange(make, body, served, conversation)
                stream.form = exchange
                # Closed in this order: the stream, then the requests that it is made from.
                async with (
                    aclosing(self._generator.run(exchange.generation, served)) as events,
                    aclosing(_noting(events, notes)) as noted,
                    aclosing(exchange.frames(noted)) as frames,
                ):
                    async for frame in frames:
                        yield frame
        except EngineError as error:
            raise of_engine(error) from error


class _Stream:
    """The frames of a stream that are not its answer, before and after its model is loaded."""

    def __init__(self, waiting: StreamForm) -> None:
        self.form = waiting

    @property
    def content_type(self) -> str:
        return self.form.content_type

    @property
    def ping(self) -> bytes:
        return self.form.ping

    def error_frame(self, error: ApiError) -> bytes:
        return self.form.error_frame(error)


async def _noting(
    events: AsyncGenerator[tuple[int, Event]], notes: list[str]
) -> AsyncGenerator[tuple[int, Event]]:
    """Yield events; the notes of the replies are added to ``notes``."""
    async for index, event in events:
        if isinstance(event, Begun):
            notes.extend(event.notes)
        yield index, event


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
