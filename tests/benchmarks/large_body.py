"""The streams of a tab and of a program while another program sends large bodies.

large_body_gap_ms: the longest gap of the program's stream, over all bodies.
large_body_tab_gap_ms: the longest gap of the tab's reply, over all bodies.
NAME_ms, NAME_tab_ms: the same two gaps while one kind of body is sent.
quiet_ms, quiet_tab_ms: the same two gaps while no other request is sent.
"""

import asyncio
import contextlib
import os
import socket
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from functools import partial
from pathlib import Path

from engine.messages.commands import ChatMessage, Role
from engine.messages.config import EngineConfig
from engine.messages.events import TextDelta
from engine.messages.sampling_params import SamplingParams
from tests.benchmarks.runner import Options, longest_gap_ms, run_benchmark
from tests.models.cache import cached_model
from tests.models.synthesized import write_synthesized
from tests.net.server.large_bodies import (
    BROKEN,
    CHAT,
    HOSTILE,
    LEGITIMATE,
    TOO_LONG,
    tiny_chunks,
)
from tests.net.server.running import RunningServer, running_server

_BODIES = (*HOSTILE, *TOO_LONG, *BROKEN, *LEGITIMATE)
_CONFIG = EngineConfig(context_window=8192, slot_count=4)
_SAMPLING = SamplingParams(temperature=0.8, seed=1, max_tokens=4000)
_QUIET_SECONDS = 3.0
_LEARNING_SECONDS = 3.0  # until the engine has measured the costs of its calls
_ANSWER_SECONDS = 60.0


def measure(options: Options) -> dict[str, float]:
    """Return the gaps for all bodies, sent one after the other."""
    del options
    os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_measured(Path(folder)))


async def _measured(folder: Path) -> dict[str, float]:
    figures: dict[str, float] = {}
    model = cached_model(write_synthesized)
    async with running_server(folder, model=model, config=_CONFIG) as server:
        async with _streams(server) as streams:
            await asyncio.sleep(_LEARNING_SECONDS)
            figures |= await streams.during("quiet", lambda: asyncio.sleep(_QUIET_SECONDS))
        for large in _BODIES:
            request = server.request(large.path, large.make(), Connection="close")
            async with _streams(server) as streams:
                figures |= await streams.during(large.name, partial(_sent, server, request))
        async with _streams(server) as streams:
            head = server.request(CHAT, method="POST", Transfer_Encoding="chunked")
            request = head + tiny_chunks(1 << 18)
            figures |= await streams.during("tiny_chunks", partial(_sent, server, request))
    names = [*(each.name for each in _BODIES), "tiny_chunks"]
    return {
        "large_body_gap_ms": max(figures[f"{each}_ms"] for each in names),
        "large_body_tab_gap_ms": max(figures[f"{each}_tab_ms"] for each in names),
    } | figures


class _Streams:
    """The times, in seconds of ``perf_counter``, at which pieces of both streams arrived."""

    def __init__(self) -> None:
        self.program: list[float] = []
        self.tab: list[float] = []

    async def during(self, name: str, act: Callable[[], Awaitable[object]]) -> dict[str, float]:
        """Return the longest gaps, in ms, while ``act`` runs and in the second after it."""
        began = time.perf_counter()
        answer = await act()
        print(f"{name}: {answer!r}", file=sys.stderr)
        await asyncio.sleep(1)
        over = time.perf_counter()
        return {
            f"{name}_ms": longest_gap_ms(self.program, began, over),
            f"{name}_tab_ms": longest_gap_ms(self.tab, began, over),
        }


@contextlib.asynccontextmanager
async def _streams(server: RunningServer) -> AsyncGenerator[_Streams]:
    """Keep a tab's and a program's request running until the block ends."""
    streams = _Streams()
    tasks = [
        asyncio.ensure_future(_read_tab(server, streams.tab)),
        asyncio.ensure_future(_read_program(server, streams.program)),
    ]
    try:
        async with asyncio.timeout(_ANSWER_SECONDS):
            while len(streams.tab) < 5 or len(streams.program) < 5:  # noqa: ASYNC110 - lists
                await asyncio.sleep(0.05)
        yield streams
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _read_tab(server: RunningServer, times: list[float]) -> None:
    messages = [ChatMessage(Role.USER, "Tell me a long story.")]
    while True:  # the model may end a reply at any token
        request = server.engine.submit("tab", messages, _SAMPLING)
        try:
            async for each in request.events():
                if isinstance(each, TextDelta):
                    times.append(time.perf_counter())  # noqa: PERF401 - read meanwhile
        finally:
            request.cancel()


async def _read_program(server: RunningServer, times: list[float]) -> None:
    fields = {"stream": True, "max_tokens": 4000, "temperature": 0.8, "seed": 2}
    body = {"messages": [{"role": "user", "content": "And another one."}], **fields}
    while True:
        reader, writer = await server.connect()
        try:
            writer.write(server.request(CHAT, body, Connection="close"))
            while line := await reader.readline():
                if line.startswith(b"data: "):
                    times.append(time.perf_counter())
        finally:
            writer.close()


async def _sent(server: RunningServer, request: bytes) -> bytes:
    """Send a request and return the beginning of its answer."""
    return await asyncio.to_thread(_send, server.port, request)


def _send(port: int, request: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", port), _ANSWER_SECONDS) as connection:
        with contextlib.suppress(ConnectionError):  # refused before it was read
            connection.sendall(request)
        with contextlib.suppress(ConnectionError):
            return connection.recv(12)
    return b""


if __name__ == "__main__":
    run_benchmark(
        __doc__, measure, at_most={"large_body_gap_ms": 160, "large_body_tab_gap_ms": 160}
    )
