"""The costs of replies from other machines: the delay of a token, and the time of the window.

added_ms_p50, added_ms_p99: from the socket of the net process to the handler of the window, for
sixteen tabs with a hundred tokens a second each.
gui_share_16x100_remote: the time of the window's thread per token, by that for the local engine.
tab_gap_with_flood_ms: see remote_parts/flood.py.
server_ratio_8: tokens per second that eight programs get from our server, by llama-server's.
"""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import qasync
from PySide6.QtWidgets import QApplication

from app.chat.reply_runner import FRAME_SECONDS
from app.domain.reply_text import ReplyText
from app.widgets.conversation.view import ConversationView
from app.widgets.kit.theme_switch import ThemeSwitch
from engine.client.client import EngineClient, EnginePhase
from engine.client.net_client import NetClient
from engine.client.remote_client import RemoteClient
from engine.client.request import Request
from engine.messages.commands import ChatMessage, Role
from engine.messages.config import EngineConfig
from engine.messages.events import TextDelta
from engine.messages.remote_messages import Endpoint
from engine.messages.sampling_params import SamplingParams
from tests.benchmarks.remote_parts.flood import measure_flood
from tests.benchmarks.remote_parts.streams import measure_streams
from tests.benchmarks.runner import Options, percentile, print_no_peer, run_benchmark
from tests.benchmarks.window import REPLY_ID, TAB_COUNT, growing, pages, settle

RATE = 100.0
TOKEN_SOURCES = [sys.executable, "-m", "tests.benchmarks.remote_parts.token_sources"]
_TIMEOUT_SECONDS = 60.0


def measure(options: Options) -> dict[str, float]:
    """Measure the chosen parts."""
    seconds = 6.0 if options.is_quick else 20.0
    application = QApplication([])
    ThemeSwitch(application)
    figures: dict[str, float] = {}
    if "added" in options.parts:
        figures |= measure_added(seconds)
    if "share" in options.parts:
        figures |= measure_share(seconds)
    if "flood" in options.parts:
        figures |= measure_flood(seconds)
    if "streams" in options.parts and options.peer is not None:
        figures |= measure_streams(options.peer, seconds)
    elif "streams" in options.parts:
        print_no_peer()
    return figures


def measure_added(seconds: float) -> dict[str, float]:
    """Return the delay of tokens."""
    late_ms = asyncio.run(_late_ms(seconds))
    return {"added_ms_p50": percentile(late_ms, 0.5), "added_ms_p99": percentile(late_ms, 0.99)}


def measure_share(seconds: float) -> dict[str, float]:
    """Return the cost of a remote token by that of a local one, measured in turns."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    costs: dict[str, list[float]] = {"local": [], "remote": []}
    for name, work in [("local", _local_cost), ("remote", _remote_cost)] * 3:
        # Before the loop runs, because settling would enter it twice.
        stack, shown = pages(TAB_COUNT, 40)
        for page in shown:
            page.transcript.append_message(growing())
        settle()
        with asyncio.Runner(loop_factory=partial(qasync.QEventLoop, application)) as runner:
            costs[name].append(runner.run(work(seconds / 3, shown)))
        stack.close()
    local, remote = min(costs["local"]), min(costs["remote"])
    return {
        "gui_share_16x100_remote": remote / local,
        "local_token_us": local * 1e6,
        "remote_token_us": remote * 1e6,
    }


async def _late_ms(seconds: float) -> list[float]:
    net, late_ms = NetClient(), list[float]()

    async def read(request: Request) -> None:
        async for event in request.events():
            if isinstance(event, TextDelta):
                now = time.monotonic()
                late_ms.extend((now - float(sent)) * 1000 for sent in event.text.split())

    with _server() as address:
        try:
            await asyncio.gather(*map(read, _submit_remote(net, address, seconds)))
        finally:
            await net.close()
    return late_ms


async def _remote_cost(seconds: float, shown: Sequence[ConversationView]) -> float:
    net = NetClient()
    with _server() as address:
        try:
            await RemoteClient(net).probe(Endpoint("e", address))
            return await _cost(_submit_remote(net, address, seconds), shown)
        finally:
            await net.close()


async def _local_cost(seconds: float, shown: Sequence[ConversationView]) -> float:
    engine = EngineClient([*TOKEN_SOURCES, "engine", str(RATE)])
    try:
        await engine.start()
        engine.load("paced.gguf", EngineConfig())
        async with asyncio.timeout(_TIMEOUT_SECONDS):
            while engine.state.phase is not EnginePhase.READY:  # noqa: ASYNC110 - a listener
                await asyncio.sleep(0.01)
        requests = [
            engine.submit(str(number), _messages(seconds), SamplingParams())
            for number in range(TAB_COUNT)
        ]
        return await _cost(requests, shown)
    finally:
        await engine.close()


async def _cost(requests: Sequence[Request], shown: Sequence[ConversationView]) -> float:
    """Return the seconds of this thread per token, while all replies are read and drawn."""
    began = time.thread_time()
    counts = await asyncio.gather(*map(_show, requests, shown))
    return (time.thread_time() - began) / sum(counts)


async def _show(request: Request, page: ConversationView) -> int:
    """Draw a reply as ``chat/reply_runner.py`` does; return the number of its tokens."""
    text, count = ReplyText(REPLY_ID), 0
    page.transcript.follow_reply(text)
    async for event in request.events():
        if isinstance(event, TextDelta):
            # The same text for local and remote tokens, so that drawing costs the same.
            text.append("word " * (event.token_count - count))
            count = event.token_count
            await asyncio.sleep(FRAME_SECONDS)
    return count


def _submit_remote(net: NetClient, address: str, seconds: float) -> list[Request]:
    remote, endpoint = RemoteClient(net), Endpoint("e", address)
    return [
        remote.submit(
            str(number), _messages(seconds), SamplingParams(), endpoint=endpoint, model=""
        )
        for number in range(TAB_COUNT)
    ]


def _messages(seconds: float) -> list[ChatMessage]:
    """Return a request for a reply that takes this long."""
    return [ChatMessage(Role.USER, f"say {round(seconds * RATE)}")]


@contextmanager
def _server() -> Iterator[str]:
    with subprocess.Popen(
        [*TOKEN_SOURCES, "server", str(RATE)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            yield f"http://127.0.0.1:{process.stdout.readline().strip()}"
        finally:
            process.kill()


if __name__ == "__main__":
    run_benchmark(
        __doc__,
        measure,
        parts=("added", "share", "flood", "streams"),
        at_most={
            "added_ms_p50": 20,
            "added_ms_p99": 45,
            "gui_share_16x100_remote": 1.1,
            "tab_gap_with_flood_ms": 160,
        },
        at_least={"server_ratio_8": 1},
    )
