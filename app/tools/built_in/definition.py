"""A built-in tool: its description, its arguments and the function that runs it."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

import msgspec

from app.errors import ToolFailed, lazy
from app.tools.model import BUILT_IN, Tool, ToolProgress, ToolResult, ToolRun

QUIET_SECONDS = 1.0  # after which a running tool says what it waits for
A = TypeVar("A", bound=msgspec.Struct)


class BuiltInTool(msgspec.Struct, frozen=True):
    """A tool, and the function that runs it. Raises ToolFailed."""

    tool: Tool
    run: Callable[[ToolRun], Awaitable[ToolResult]]


def built_in(
    name: str,
    title: str,
    description: str,
    arguments: type[A],
    work: Callable[[A, ToolRun], Awaitable[ToolResult]],
    *,
    sends_to: str = "",
) -> BuiltInTool:
    """Return a tool whose arguments are the fields of a struct. None of them changes anything."""
    tool = Tool(
        key=f"{BUILT_IN}/{name}",
        name=name,
        title=title,
        description=description,
        parameters=schema_of(arguments),
        reads_only=True,
        sends_to=sends_to,
    )

    async def run(run: ToolRun) -> ToolResult:
        return await work(_arguments_of(arguments, run), run)

    return BuiltInTool(tool, run)


def schema_of(arguments: type[msgspec.Struct]) -> dict[str, object]:
    """Return the JSON schema of a struct with plain fields, without references."""
    (schema,), components = msgspec.json.schema_components([arguments])
    del schema
    found = dict(components[arguments.__name__])
    return {"type": "object", "properties": found["properties"], "required": found["required"]}


def _arguments_of(kind: type[A], run: ToolRun) -> A:
    try:
        # Small models write numbers as texts, and null for what they leave out.
        given = {name: value for name, value in run.arguments.items() if value is not None}
        return msgspec.convert(given, kind, strict=False)
    except (msgspec.ValidationError, RecursionError) as error:
        raise ToolFailed(
            lazy(
                "The arguments of “{tool}” are not valid: {reason}.",
                tool=run.tool.name,
                reason=str(error),
            )
        ) from error


@asynccontextmanager
async def said_when_slow(run: ToolRun, text: str) -> AsyncGenerator[None]:
    """Report a text as progress if the block takes longer than ``QUIET_SECONDS``."""
    timer = asyncio.get_running_loop().call_later(
        QUIET_SECONDS, run.report, ToolProgress(None, text)
    )
    try:
        yield
    finally:
        timer.cancel()
