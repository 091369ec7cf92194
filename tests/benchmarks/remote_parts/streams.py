"""Eight programs read replies at once from our server and from llama-server, in turns.

server_ratio_8: our tokens per second by llama-server's, with a model of 0.1 B, one thread each and
the same niceness.
server_ratio_8_tiny: the same with a small model, which computes so little that the figure is
mainly the cost of transporting a token.
"""

import asyncio
import operator
import statistics
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path

from engine.ipc.serve import NICENESS
from engine.messages.config import EngineConfig
from tests.benchmarks.peer import SAMPLING, HttpServer, Peer
from tests.benchmarks.runner import turns
from tests.models.cache import cached_model
from tests.models.synthesized import write_synthesized
from tests.models.talker import TALKER
from tests.net.server.running import running_server

STREAMS = 8
_WINDOW = 512
_FULL_SECONDS = 20.0  # of a run without --quick
_LEARNING_ROUNDS = 2  # in which the engine learns what calls cost
_NO_END = {"logit_bias": {"2": -100}}  # the end of a reply in the small model


def _tokens_per_second(server: HttpServer, count: int, **also: object) -> float:
    """Request eight replies of n tokens at once; return the speed of all."""
    began = time.perf_counter()
    streams = [
        server.chat(f"Number {each}, tell me.", max_tokens=count, **SAMPLING, **also)
        for each in range(STREAMS)
    ]
    for stream in streams:
        stream.wait()
    seconds = time.perf_counter() - began
    assert all(stream.token_count == count for stream in streams)
    return STREAMS * count / seconds


def measure_streams(program: Path, seconds: float) -> dict[str, float]:
    """Return the speeds of both servers with both models, and the ratios."""
    rounds, share = max(3, round(seconds / 4)), min(1.0, seconds / _FULL_SECONDS)
    model = cached_model(write_synthesized)
    numbers = asyncio.run(_compared(program, model, round(160 * share), rounds))
    tiny = _compared(program, TALKER, round(400 * share), rounds, **_NO_END)
    return numbers | {f"{name}_tiny": value for name, value in asyncio.run(tiny).items()}


async def _compared(
    program: Path, model: Path, count: int, rounds: int, **also: object
) -> dict[str, float]:
    config = EngineConfig(context_window=_WINDOW, slot_count=STREAMS, thread_count=1)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        peer = Peer(
            program,
            model,
            slot_count=STREAMS,
            context_window=_WINDOW,
            thread_count=1,
            niceness=NICENESS,
        )
        stack.enter_context(closing(peer))
        async with running_server(folder, model=model, config=config) as running:
            servers = [HttpServer(running.port, running.token), peer.server]
            speeds = await asyncio.to_thread(_in_turns, servers, count, rounds, also)
    return {
        "server_ratio_8": statistics.median(map(operator.truediv, *speeds)),
        "served_tokens_per_second": statistics.median(speeds[0]),
        "peer_served_tokens_per_second": statistics.median(speeds[1]),
    }


def _in_turns(
    servers: Sequence[HttpServer], count: int, rounds: int, also: dict[str, object]
) -> list[list[float]]:
    """Return the speeds of each server by round."""
    for server in servers:
        for _ in range(_LEARNING_ROUNDS):
            _tokens_per_second(server, count, **also)
    speeds: list[list[float]] = [[] for _ in servers]
    for server, found in turns(list(zip(servers, speeds, strict=True)), rounds):
        found.append(_tokens_per_second(server, count, **also))
    return speeds
