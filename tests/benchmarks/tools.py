"""Chats that call tools: what they cost their neighbours, and how warm they come back.

``neighbours``: sixteen chats with slow tools next to four that write, in eight slots; the gaps
between two tokens of the writers. ``warm``: a chat whose tool takes ten seconds, alone and while
other chats take all slots; the share of its tokens that is not read again. ``layers``: what the
program adds to a call: the time from a reply's end to the start of its tool, and from the tool's
end to the next request, on a scripted engine and a real database. ``servers``: the memory of five
idle servers (``mcp-server-time``), of the process that speaks to them, and the time of a call.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import psutil

from app.chat.request_builder import ChatSettings
from app.chat.turns import Turns
from app.domain.messages import OutgoingMessage
from app.storage.history import History
from app.tools.model import Permission, Tool, ToolResult, ToolRun
from app.tools.runner import CallRules
from app.tools.servers.model import ServerState, ToolServer
from app.tools.servers.tool_servers import ToolServers
from app.tools.toolbox import Toolbox
from engine.client.client import EnginePhase
from engine.client.request import Request
from engine.dialects.generation import Generation, PieceReader, Reply, prepared
from engine.dialects.tools import Function, Tools, Use
from engine.messages.commands import ChatMessage, Role
from engine.messages.config import EngineConfig
from engine.messages.events import Finished, GenerationEvent, TextDelta
from engine.messages.request_options import Rank
from engine.messages.sampling_params import SamplingParams
from tests.benchmarks.harness import EngineHarness, text_of
from tests.benchmarks.harness import Reply as Written
from tests.benchmarks.runner import Options, percentile, run_benchmark
from tests.fakes.engine_client import scripted_client, until
from tests.fakes.tools import ECHO
from tests.models.talker import STARTER_ENDS, STARTER_MODEL

CHAT_COUNT, WRITER_COUNT, SLOT_COUNT = 16, 4, 8
TOOL_SECONDS = 10.0
PROMPT_TOKENS, LONG_TOKENS = 400, 2500
RESULT_TOKENS = 120
SERVER_COUNT = 5
CALLS = 5  # of one turn, one after the other
SCHEMA: dict[str, object] = {
    "type": "object",
    "properties": {"city": {"enum": ["Bonn", "Rome", "Oslo"]}},
    "required": ["city"],
}
WEATHER = Function("weather", "Return the weather of a city.", SCHEMA)
TOOLS = Tools((WEATHER,), Use.REQUIRED, may_be_several=False)


@dataclass
class Chat:
    """A chat whose every reply is one call, and the messages so far."""

    harness: EngineHarness
    name: str
    messages: list[ChatMessage] = field(default_factory=list)
    written: Written | None = None
    warm_shares: list[float] = field(default_factory=list)
    _held_tokens: int = 0

    def ask(self) -> None:
        """Send the messages; the grammar of the tools forces a call."""
        info = self.harness.info
        assert info is not None
        sampling = SamplingParams(max_tokens=200, seed=7)
        request = prepared(Generation(tuple(self.messages), sampling, tools=TOOLS), info)
        options = msgspec.structs.replace(request.options, rank=Rank.TAB)
        self.written = self.harness.ask_messages(
            self.name, request.messages, request.sampling, options
        )

    def add_result(self, text: str) -> None:
        """Add the call that was written, and its result. Raises RuntimeError if there is none."""
        written, info = self.written, self.harness.info
        assert written is not None
        assert info is not None
        reader, reply = PieceReader(TOOLS, info.tool_format), Reply()
        for each in (*reader.feed(TextDelta(0, written.text, 1)), *reader.finish()):
            reply.add(each)
        if len(reply.calls) != 1:
            raise RuntimeError(f"not one call: {written.text!r}")
        (call,) = reply.calls
        self.messages.append(ChatMessage(Role.ASSISTANT, "", (call,)))
        result = ChatMessage(Role.TOOL, text, tool_call_id=call.id, name=call.name)
        self.messages.append(result)
        self._held_tokens = written.usage.context_tokens

    @property
    def has_ended(self) -> bool:
        """Return whether the last reply has ended. Raises RuntimeError if it has failed."""
        finished = None if self.written is None else self.written.finished
        if finished is not None and finished.error is not None:
            raise RuntimeError(finished.error.text)
        return finished is not None

    def note_warm(self) -> None:
        """Record the share of the tokens before the result that the last request found warm."""
        assert self.written is not None
        self.warm_shares.append(min(1.0, self.written.usage.reused_tokens / self._held_tokens))


def measure(options: Options) -> Mapping[str, float]:
    """Measure the parts that were named."""
    figures: dict[str, float] = {}
    if "neighbours" in options.parts:
        figures |= measure_neighbours(rounds=1 if options.is_quick else 4)
    if "warm" in options.parts:
        figures |= measure_warm()
    if "layers" in options.parts:
        figures |= measure_layers(rounds=5 if options.is_quick else 40)
    if "servers" in options.parts:
        figures |= asyncio.run(measure_servers(calls=10 if options.is_quick else 50))
    return figures


def measure_neighbours(rounds: int) -> Mapping[str, float]:
    """Return the gaps of writers while chats with tools run as many rounds of calls."""
    config = EngineConfig(context_window=4096, slot_count=SLOT_COUNT)
    with EngineHarness(STARTER_MODEL, config) as harness:
        writers = [
            harness.ask(f"writer {each}", [f"{each} write"], banned_tokens=STARTER_ENDS)
            for each in range(WRITER_COUNT)
        ]
        harness.wait_for_tokens(writers, 30)
        alone_since = time.perf_counter()
        harness.wait_for_tokens(writers, 60)
        since = time.perf_counter()
        chats = [_new_chat(harness, f"chat {each}", PROMPT_TOKENS) for each in range(CHAT_COUNT)]
        _run_calls(chats, rounds)
        until = time.perf_counter()
        harness.stop(*writers)
    gaps = [gap for each in writers for gap in each.gaps(since, until)]
    alone = [gap for each in writers for gap in each.gaps(alone_since, since)]
    warm = [share for each in chats for share in each.warm_shares]
    return {
        "alone_worst_gap_ms": 1000 * max(alone),
        "worst_gap_ms": 1000 * max(gaps),
        "p99_gap_ms": 1000 * percentile(gaps, 0.99),
        "neighbours_warm_percent": 100 * min(warm),
        "rounds_seconds": until - since,
    }


def measure_warm() -> Mapping[str, float]:
    """Return the warm tokens after a tool, alone and with more chats than slots meanwhile."""
    config = EngineConfig(context_window=4096, slot_count=4)
    with EngineHarness(STARTER_MODEL, config) as harness:
        alone = _new_chat(harness, "alone", LONG_TOKENS)
        _run_calls([alone], 1)
        crowded = _new_chat(harness, "crowded", LONG_TOKENS)
        crowded.ask()
        assert crowded.written is not None
        harness.wait(crowded.written)
        ended = time.perf_counter()
        others = [
            harness.ask(f"other {each}", [text_of(PROMPT_TOKENS, 50 + each)], max_tokens=20)
            for each in range(12)
        ]
        harness.wait(*others)
        time.sleep(max(0.0, ended + TOOL_SECONDS - time.perf_counter()))
        crowded.add_result(text_of(RESULT_TOKENS, 3))
        crowded.ask()
        harness.wait(crowded.written)
        crowded.note_warm()
    return {
        "warm_percent": 100 * min(alone.warm_shares),
        "crowded_warm_percent": 100 * min(crowded.warm_shares),
    }


def measure_layers(rounds: int) -> Mapping[str, float]:
    """Return the milliseconds that the program adds before and after a call."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_measure_layers(Path(folder), rounds))


class _TimedTool:
    """A tool that returns at once; ``times`` are those of its runs."""

    def __init__(self) -> None:
        self.times: list[float] = []

    def tools(self) -> tuple[Tool, ...]:
        """Return the tool."""
        return (ECHO,)

    async def prepare(self, keys: frozenset[str]) -> None:
        """Do nothing."""

    async def run(self, run: ToolRun) -> ToolResult:
        """Return the text."""
        self.times.append(time.perf_counter())
        return ToolResult(str(run.arguments["text"]))


async def _measure_layers(folder: Path, rounds: int) -> Mapping[str, float]:
    asked: list[float] = []
    ended: list[float] = []
    async with scripted_client() as client:
        await until(client, EnginePhase.READY)
        submit = client.submit

        def timed(*arguments: Any, **others: Any) -> Request:
            asked.append(time.perf_counter())
            request = submit(*arguments, **others)
            put = request.put

            def timed_put(event: GenerationEvent) -> None:
                if isinstance(event, Finished):
                    ended.append(time.perf_counter())
                put(event)

            request.put = timed_put  # type: ignore[method-assign]
            return request

        client.submit = timed  # type: ignore[method-assign]
        history = await History.open(folder / "hubbub.db", ballast_bytes=0)
        tool = _TimedTool()
        rules = CallRules({ECHO.key: Permission.ALWAYS})
        turns = Turns(
            history, client, ChatSettings(call_rules=rules), print, toolbox=Toolbox([tool])
        )
        for number in range(rounds):
            chat = await history.conversations.create()
            await history.conversations.set_tools(chat.id, (ECHO.key,))
            lines = [f'call echo {{"text": "{number} {each}"}}' for each in range(CALLS)]
            message = OutgoingMessage("\n".join(lines))
            await turns.send(chat.id, message, lambda _event: None)
        await history.close()
    assert len(asked) == len(ended) == rounds * (CALLS + 1)
    assert len(tool.times) == rounds * CALLS
    calls = [number for number in range(len(ended)) if number % (CALLS + 1) < CALLS]
    before = [began - ended[at] for at, began in zip(calls, tool.times, strict=True)]
    after = [asked[at + 1] - began for at, began in zip(calls, tool.times, strict=True)]
    added = [sum(each) for each in zip(before, after, strict=True)]
    return {
        "before_call_ms": 1000 * statistics.median(before),
        "after_call_ms": 1000 * statistics.median(after),
        "added_per_call_ms": 1000 * statistics.median(added),
        "p95_added_per_call_ms": 1000 * percentile(added, 0.95),
    }


async def measure_servers(calls: int) -> Mapping[str, float]:
    """Return the memory of idle servers, and how long a call of one takes."""
    words = ("-m", "mcp_server_time", "--local-timezone=UTC")
    settings = [
        ToolServer(f"time{number}", command=sys.executable, arguments=words)
        for number in range(SERVER_COUNT)
    ]
    servers = ToolServers(settings)
    before = {each.pid for each in psutil.Process().children(recursive=True)}
    try:
        began = time.perf_counter()
        await asyncio.gather(*(servers.start(each.name) for each in settings))
        started = time.perf_counter() - began
        assert all(each.state is ServerState.READY for each in servers.reports())
        await asyncio.sleep(2.0)
        family = [e for e in psutil.Process().children(recursive=True) if e.pid not in before]
        sizes = {each: _own_bytes(each) for each in family}
        own = sum(size for each, size in sizes.items() if "mcp_server_time" not in each.cmdline())
        tool = next(each for each in servers.tools() if each.key.endswith("/get_current_time"))
        run = ToolRun(tool, {"timezone": "UTC"}, "chat", lambda _: None)
        seconds: list[float] = []
        for _ in range(calls):
            began = time.perf_counter()
            await servers.run(run)
            seconds.append(time.perf_counter() - began)
    finally:
        await servers.close()
    return {
        "start_five_servers_seconds": started,
        "server_processes": len(family),
        "five_servers_mb": sum(sizes.values()) / 1e6,
        "servers_process_mb": own / 1e6,
        "server_call_ms": 1000 * statistics.median(seconds),
    }


def _own_bytes(process: psutil.Process) -> int:
    """Return the memory of a process, shared pages in proportion where that is known."""
    memory = process.memory_full_info()
    return int(getattr(memory, "pss", memory.uss))


def _new_chat(harness: EngineHarness, name: str, token_count: int) -> Chat:
    number = sum(map(ord, name))
    return Chat(harness, name, [ChatMessage(Role.USER, text_of(token_count, number))])


def _run_calls(chats: Sequence[Chat], rounds: int) -> None:
    """Let each chat call its tool as many times; it continues when the tool has taken its time."""
    due: dict[str, float] = {}
    for each in chats:
        each.ask()
    while not all(len(each.warm_shares) == rounds for each in chats):
        now = time.perf_counter()
        for chat in chats:
            if len(chat.warm_shares) == rounds or not chat.has_ended:
                continue
            if chat.name not in due:
                due[chat.name] = now + TOOL_SECONDS
                if len(chat.messages) > 1:
                    chat.note_warm()
            elif now >= due[chat.name]:
                del due[chat.name]
                chat.add_result(text_of(RESULT_TOKENS, 3))
                chat.ask()
        time.sleep(0.005)


if __name__ == "__main__":
    run_benchmark(
        __doc__,
        measure,
        parts=("neighbours", "warm", "layers", "servers"),
        at_most={"worst_gap_ms": 160, "added_per_call_ms": 15},
        at_least={"warm_percent": 99, "crowded_warm_percent": 99},
    )
