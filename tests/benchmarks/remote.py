"""What replies of other machines cost: how late a token is here, and what it takes of the window.

``added_ms_p50`` and ``added_ms_p99``: from the net process's socket to the window's handler, of the
tokens of sixteen tabs with a hundred tokens a second each. ``gui_share_16x100_remote``: what a
token costs the window's thread, with all that is drawn, in those of this computer's engine.
``server_ratio_8``: tokens per second that eight programs get from our server, in those that they
get from llama.cpp's (``make peers``, or ``--peer PROGRAM``).
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
from app.widgets.conversation.view import ConversationView
from app.widgets.kit.theme_switch import ThemeSwitch
from engine.client.client import EngineClient, EnginePhase
from engine.client.net_client import NetClient
from engine.client.remote_client import RemoteClient
from engine.client.request import Request
from engine.wire.commands import ChatMessage, Role
from engine.wire.config import EngineConfig
from engine.wire.events import TextDelta
from engine.wire.remote_messages import Endpoint
from engine.wire.sampling_params import SamplingParams
from tests.benchmarks.busy_window import percentile
from tests.benchmarks.peer import DEFAULT_PROGRAM
from tests.benchmarks.remote_parts.flood import measure_flood
from tests.benchmarks.remote_parts.streams import measure_streams
from tests.benchmarks.report import print_table, read_options, write_json
from tests.benchmarks.window import REPLY_ID, TAB_COUNT, growing, pages, settle

LIMITS = {
    "added_ms_p50": 20.0,
    "added_ms_p99": 45.0,
    "gui_share_16x100_remote": 1.1,
    "tab_gap_with_flood_ms": 160.0,
}
LEAST = {"server_ratio_8": 1.0}
RATE = 100.0
SOURCES = [sys.executable, "-m", "tests.benchmarks.token_sources"]
PATIENCE_SECONDS = 60.0


def measure_added(seconds: float) -> dict[str, float]:
    """Return how late tokens are, of which half and of which all but one in a hundred."""
    late = sorted(asyncio.run(_lateness(seconds)))
    return {"added_ms_p50": percentile(late, 0.5), "added_ms_p99": percentile(late, 0.99)}


def measure_share(seconds: float) -> dict[str, float]:
    """Return the cost of a remote token, in those of a local one; both in turns."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    costs: dict[str, list[float]] = {"local": [], "remote": []}
    for _ in range(3):
        for name, work in (("local", _local_cost), ("remote", _remote_cost)):
            # Before the loop runs, which must not be entered twice.
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


async def _lateness(seconds: float) -> list[float]:
    net, late = NetClient(), list[float]()
    with _server(RATE) as address:

        async def read(request: Request) -> None:
            async for event in request.events():
                if isinstance(event, TextDelta):
                    now = time.monotonic()
                    late.extend((now - float(sent)) * 1000 for sent in event.text.split())

        try:
            requests = _ask_elsewhere(net, address, seconds)
            await asyncio.gather(*map(read, requests))
        finally:
            await net.close()
    return late


async def _remote_cost(seconds: float, shown: Sequence[ConversationView]) -> float:
    net = NetClient()
    with _server(RATE) as address:
        try:
            await RemoteClient(net).probe(Endpoint("e", address))
            return await _cost(_ask_elsewhere(net, address, seconds), shown)
        finally:
            await net.close()


async def _local_cost(seconds: float, shown: Sequence[ConversationView]) -> float:
    engine = EngineClient([*SOURCES, "engine", str(RATE)])
    try:
        await engine.start()
        engine.load("paced.gguf", EngineConfig())
        async with asyncio.timeout(PATIENCE_SECONDS):
            while engine.state.phase is not EnginePhase.READY:  # noqa: ASYNC110 - a listener
                await asyncio.sleep(0.01)
        messages = [ChatMessage(Role.USER, f"say {round(seconds * RATE)}")]
        requests = [
            engine.submit(str(number), messages, SamplingParams()) for number in range(TAB_COUNT)
        ]
        return await _cost(requests, shown)
    finally:
        await engine.close()


async def _cost(requests: Sequence[Request], shown: Sequence[ConversationView]) -> float:
    """Return the seconds of this thread for each token, while all are read and drawn."""
    began = time.thread_time()
    counts = await asyncio.gather(*map(_show, requests, shown))
    return (time.thread_time() - began) / sum(counts)


async def _show(request: Request, page: ConversationView) -> int:
    """Draw a reply as ``chat/reply_runner.py`` has it drawn; return its tokens."""
    text, count = "", 0
    async for event in request.events():
        if isinstance(event, TextDelta):
            # Of the same length from both: what is drawn is not what is compared.
            text += "word " * (event.token_count - count)
            count = event.token_count
            page.transcript.set_reply_text(REPLY_ID, text)
            await asyncio.sleep(FRAME_SECONDS)
    return count


def _ask_elsewhere(net: NetClient, address: str, seconds: float) -> list[Request]:
    messages = [ChatMessage(Role.USER, f"say {round(seconds * RATE)}")]
    remote, endpoint = RemoteClient(net), Endpoint("e", address)
    return [
        remote.submit(str(number), messages, SamplingParams(), endpoint=endpoint, model="")
        for number in range(TAB_COUNT)
    ]


@contextmanager
def _server(rate: float) -> Iterator[str]:
    with subprocess.Popen(
        [*SOURCES, "server", str(rate)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        try:
            yield f"http://127.0.0.1:{process.stdout.readline().strip()}"
        finally:
            process.kill()


def _limit(name: str) -> str:
    if name in LEAST:
        return f"at least {LEAST[name]:.2f}"
    return f"{LIMITS[name]:.2f}" if name in LIMITS else ""


def main() -> None:
    """Measure, print, and write what ``--json`` asks for."""
    parts = {"added": measure_added, "share": measure_share, "flood": measure_flood}
    options = read_options(__doc__ or "", [*parts, "streams"])
    program = options.peer or (DEFAULT_PROGRAM if DEFAULT_PROGRAM.exists() else None)
    application = QApplication([])
    ThemeSwitch(application)
    numbers: dict[str, float] = {}
    for name in options.only:
        if name in parts:
            numbers |= parts[name](6.0 if options.is_quick else 20.0)
        elif program is not None:
            numbers |= measure_streams(program, 6.0 if options.is_quick else 20.0)
        else:
            print("llama-server is not there: `make peers` builds it, --peer PROGRAM names one")
    rows = [[name, f"{value:.2f}", _limit(name)] for name, value in numbers.items()]
    print_table(["", "measured", "limit"], rows)
    write_json(options, numbers)


if __name__ == "__main__":
    main()
