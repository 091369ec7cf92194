"""Answers one HTTP request: read, submit, send, and cancel when the program disconnects."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing
from typing import Protocol, TypeAlias

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from engine.dialects.errors import ApiError, Dialect, Json, of_engine
from engine.dialects.generation import Begun, Event, Generation, Reply
from engine.messages.errors import EngineError
from engine.messages.metrics import ModelInfo
from engine.server.bodies import Bodies
from engine.server.gate import dialect_of
from engine.server.generation import Generator
from engine.server.sending import send_error, send_events, send_json
from engine.server.served_models import Served, ServedModels

CONVERSATION_HEADER = "x-hubbub-conversation"


class Exchange(Protocol):
    """A request of one API and the forms of its answers, made from a body. Raises ApiError."""

    content_type: str
    is_streamed: bool
    generation: Generation

    @property
    def ping(self) -> bytes:
        """Return what is sent in a stream during pauses."""

    def whole(self, replies: Sequence[Reply]) -> Json:
        """Return the complete answer."""

    def frames(self, events: AsyncGenerator[tuple[int, Event]]) -> AsyncGenerator[bytes]:
        """Yield the answer as a stream."""

    def error_frame(self, error: ApiError) -> bytes:
        """Return the last frame of a stream that fails."""


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


def generating(
    generator: Generator,
    models: ServedModels,
    closing: asyncio.Event,
    bodies: Bodies,
    make: MakeExchange,
) -> Endpoint:
    """Return the endpoint of an API that generates text."""

    async def answer(body: bytes, request: Request, send: Send) -> None:
        async with models.named_in(body, bodies) as served:
            await answer_generation(generator, bodies, make, served, body, request, send)

    return Endpoint(answer, closing, bodies)


async def answer_generation(
    generator: Generator,
    bodies: Bodies,
    make: MakeExchange,
    served: Served,
    body: bytes,
    request: Request,
    send: Send,
) -> None:
    """Answer a request of one API with a model. Raises ApiError, EngineError."""
    conversation = request.headers.get(CONVERSATION_HEADER, "")
    model = served.model()
    exchange = await bodies.made(lambda content: make(content, model, conversation), body)
    if not exchange.is_streamed:
        replies = await generator.whole(exchange.generation, served)
        await send_json(send, exchange.whole(replies), notes=replies[0].notes)
        return
    notes: list[str] = []
    # Closed in this order: the requests first, then the stream made from them.
    async with (
        aclosing(generator.run(exchange.generation, served)) as events,
        aclosing(_noting(events, notes)) as noted,
    ):
        await send_events(
            send,
            exchange.frames(noted),
            ping=exchange.ping,
            error_frame=exchange.error_frame,
            content_type=exchange.content_type,
            notes=notes,
        )


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
