"""The application of the server: which path leads where, behind the gate."""

import asyncio
from functools import partial

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from engine.dialects.anthropic import MessagesExchange
from engine.dialects.completions import CompletionExchange
from engine.dialects.errors import ApiError, error_body
from engine.dialects.openai_chat import ChatExchange
from engine.dialects.responses import ResponsesExchange, StoredResponses
from engine.server.bodies import Bodies
from engine.server.endpoint import Endpoint, generating
from engine.server.engine_link import EngineLink
from engine.server.gate import Gate, Visitors, dialect_of
from engine.server.generation import Generator
from engine.server.program_queue import ProgramQueue
from engine.server.status import Status


def application(
    link: EngineLink,
    queue: ProgramQueue,
    generator: Generator,
    visitors: Visitors,
    bodies: Bodies,
    closing: asyncio.Event,
) -> ASGIApp:
    """Return what answers all requests, until ``closing`` is set."""
    status = Status(link, generator, queue, bodies)
    writing = partial(generating, generator, closing, bodies)
    responses = partial(ResponsesExchange, stored=StoredResponses())
    posted = {
        "/v1/chat/completions": writing(ChatExchange),
        "/v1/completions": writing(CompletionExchange),
        "/v1/responses": writing(responses),
        "/v1/messages": writing(MessagesExchange),
        "/v1/messages/count_tokens": Endpoint(status.count, closing, bodies),
    }
    pages = {
        "/v1/models": _Page(status.models),
        "/v1/models/{name:path}": _Page(status.model),
        "/health": _Page(status.health),
        "/metrics": _Page(status.metrics),
        "/slots": _Page(status.slots),
    }
    routes = [
        *(Route(path, each, methods=["POST"]) for path, each in posted.items()),
        *(Route(path, each, methods=["GET"]) for path, each in pages.items()),
    ]
    rooms = Starlette(routes=routes, exception_handlers={HTTPException: _reject})
    return Gate(rooms, visitors)


class _Page:
    """An ASGI application of a method: Starlette takes a function for something else."""

    def __init__(self, answer: ASGIApp) -> None:
        self._answer = answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._answer(scope, receive, send)


async def _reject(request: Request, error: Exception) -> Response:
    """Answer what no path leads to, in the form of the program's API."""
    assert isinstance(error, HTTPException)
    status = error.status_code
    text = "There is nothing at this path." if status == 404 else f"{error.detail}."
    body = error_body(ApiError(status, text), dialect_of(request.url.path, request.headers))
    # What may come of a body is not read.
    headers = {**(error.headers or {}), "connection": "close"}
    content = msgspec.json.encode(body)
    return Response(content, status, headers, media_type="application/json")
