"""Offers tools to a model: adds them to its request, and reads its calls.

The same code prepares and reads the requests of other programs (``engine.dialects``). It is
imported only where a chat has tools.
"""

import asyncio
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from app.chat.request_builder import ReplyRequest
from app.tools.model import Tool, ToolCall
from engine.dialects.errors import ApiError
from engine.dialects.generation import Generation, Piece, PieceReader
from engine.dialects.generation import with_tools as with_tools_of
from engine.dialects.notes import Notes
from engine.dialects.schemas import tidied
from engine.dialects.tool_reader import CallArguments, CallBegun, CallEnded, CallEvent
from engine.dialects.tools import Function, Tools
from engine.grammars import GrammarThreads
from engine.messages import commands
from engine.messages.events import TextDelta
from engine.messages.tool_format import ToolFormat


class Offer(msgspec.Struct, frozen=True):
    """The tools of a request.

    Attributes:
        tools: as the chat has them; ``described`` as the model is told of them.
        form: how the model writes calls; None if it was told of them in words.
    """

    tools: tuple[Tool, ...]
    described: Tools
    form: ToolFormat | None

    def reader(self) -> "CallReader":
        """Return a reader of one reply."""
        return CallReader(PieceReader(self.described, self.form))


class CallReader:
    """Separates the text of one reply from its calls."""

    def __init__(self, reader: PieceReader) -> None:
        self._reader = reader
        self._calls: list[ToolCall] = []
        self._open: CallBegun | None = None
        self._arguments: list[str] = []

    def feed(self, delta: TextDelta) -> tuple[TextDelta, ...]:
        """Return the text that is certain not to be a call."""
        return self._texts(self._reader.feed(delta), delta)

    def add_calls(self, calls: Sequence[commands.ToolCall]) -> None:
        """Add calls that another machine has reported."""
        self._calls += [ToolCall(each.id, each.name, each.arguments) for each in calls]

    def finish(self, delta: TextDelta, *, is_cut: bool) -> tuple[TextDelta, ...]:
        """Return the last text, in pieces like ``delta``; ``is_cut`` if a limit ended the reply.

        A call that the model has not written to its end is one with invalid arguments.
        """
        texts = self._texts(self._reader.finish(is_cut=is_cut), delta)
        if not is_cut:
            self._end_call()
        return texts

    @property
    def calls(self) -> tuple[ToolCall, ...]:
        """Return the calls that have ended."""
        return tuple(self._calls)

    def _texts(
        self, events: Sequence[Piece | CallEvent], delta: TextDelta
    ) -> tuple[TextDelta, ...]:
        texts: list[TextDelta] = []
        for event in events:
            match event:
                case Piece(text=text, channel=channel) if text:
                    texts.append(msgspec.structs.replace(delta, text=text, channel=channel))
                case CallBegun():
                    self._end_call()
                    self._open, self._arguments = event, []
                case CallArguments(text=text):
                    self._arguments.append(text)
                case CallEnded():
                    self._end_call()
                case _:
                    pass
        return tuple(texts)

    def _end_call(self) -> None:
        if self._open is not None:
            arguments = "".join(self._arguments)
            self._calls.append(ToolCall(self._open.id, self._open.name, arguments))
            self._open = None


async def with_tools(
    request: ReplyRequest, tools: tuple[Tool, ...], form: ToolFormat | None
) -> ReplyRequest:
    """Return a request that offers tools."""
    described = Tools(tuple(_function(each) for each in tools))
    if request.destination is not None:  # the other machine's server knows the form of its calls
        options = msgspec.structs.replace(request.options, tools=described.descriptions())
        return replace(request, options=options, offer=Offer(tools, described, None))
    # A schema of a server may be nested so deeply that it needs a thread with a large stack.
    threads = GrammarThreads(1)
    try:
        loop = asyncio.get_running_loop()
        made = await loop.run_in_executor(threads, _prepared, request, described, form)
    except ApiError:
        return request  # the messages are longer than any context window
    finally:
        threads.shutdown()
    prompt = replace(request.prompt, messages=made.messages)
    offer = Offer(tools, described, form)
    return replace(
        request, prompt=prompt, sampling=made.sampling, options=made.options, offer=offer
    )


def _prepared(request: ReplyRequest, tools: Tools, form: ToolFormat | None) -> Generation:
    messages, sampling, options = request.prompt.messages, request.sampling, request.options
    generation = Generation(messages, sampling, options, tools=tools)
    return with_tools_of(generation, form, Notes())


def _function(tool: Tool) -> Function:
    return Function(tool.name, tool.description, tidied(dict(tool.parameters)) or None)
