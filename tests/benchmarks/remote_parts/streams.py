"""Eight programs read replies at once from our server and from llama-server, in turns.

server_ratio_8: our tokens per second by llama-server's, with a model of 0.1 B, one thread each and
the same niceness.
server_ratio_8_tiny: the same with a small model, which computes so little that the figure is
mainly the cost of transporting a token.
"""

import asyncio
import json
import operator
import re
import socket
import statistics
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path

from engine.ipc.serve import NICENESS
from engine.messages.config import EngineConfig
from tests.benchmarks.peer import Peer
from tests.benchmarks.runner import turns
from tests.models.cache import cached_model
from tests.models.synthesized import write_synthesized
from tests.models.talker import TALKER
from tests.net.server.running import running_server

STREAMS = 8
_TAB_SLOTS = 2  # reserved for the window
_WINDOW = 512
_FULL_SECONDS = 20.0  # of a run without --quick
_LEARNING_ROUNDS = 2  # in which the engine learns what calls cost
_TIMEOUT_SECONDS = 120.0
_WRITTEN = re.compile(rb'"predicted_n": ?(\d+)')
_NO_END = {"logit_bias": {"2": -100}}  # the end of a reply in the small model


@dataclass(frozen=True, slots=True)
class _Server:
    """The port of a server, and its access token."""

    port: int
    token: str = ""

    def tokens_per_second(self, count: int, **also: object) -> float:
        """Request eight replies of n tokens at once; return the speed of all."""
        counts: list[int] = []
        requests = [self._request(f"Number {each}, tell me.", count, also) for each in range(8)]
        threads = [
            threading.Thread(target=lambda request=each: counts.append(self._ask(request)))
            for each in requests
        ]
        began = time.perf_counter()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        seconds = time.perf_counter() - began
        assert counts == [count] * STREAMS, counts
        return sum(counts) / seconds

    def _ask(self, request: bytes) -> int:
        """Return the token count of a reply, which is parsed after its end."""
        with socket.create_connection(("127.0.0.1", self.port), _TIMEOUT_SECONDS) as connection:
            connection.sendall(request)
            pieces = list(iter(lambda: connection.recv(1 << 16), b""))
        answer = b"".join(pieces)
        assert answer.startswith(b"HTTP/1.1 200"), answer[:500]
        return int(_WRITTEN.findall(answer)[-1])

    def _request(self, text: str, count: int, also: dict[str, object]) -> bytes:
        body = {
            "messages": [{"role": "user", "content": text}],
            "stream": True,
            "max_tokens": count,
            "temperature": 0.8,
            "top_k": 40,
            "top_p": 0.95,
            "min_p": 0.05,
            "seed": 7,
        }
        content = json.dumps(body | also).encode()
        lines = ["POST /v1/chat/completions HTTP/1.1", f"Host: 127.0.0.1:{self.port}"]
        lines += ["Connection: close", "Content-Type: application/json"]
        lines += [f"Content-Length: {len(content)}", f"Authorization: Bearer {self.token}"]
        return "\r\n".join([*lines, "", ""]).encode() + content


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
    config = EngineConfig(context_window=_WINDOW, slot_count=STREAMS + _TAB_SLOTS, thread_count=1)
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
            servers = [_Server(running.port, running.token), _Server(peer.port)]
            speeds = await asyncio.to_thread(_in_turns, servers, count, rounds, also)
    return {
        "server_ratio_8": statistics.median(map(operator.truediv, *speeds)),
        "served_tokens_per_second": statistics.median(speeds[0]),
        "peer_served_tokens_per_second": statistics.median(speeds[1]),
    }


def _in_turns(
    servers: Sequence[_Server], count: int, rounds: int, also: dict[str, object]
) -> list[list[float]]:
    """Return the speeds of each server by round."""
    for server in servers:
        for _ in range(_LEARNING_ROUNDS):
            server.tokens_per_second(count, **also)
    speeds: list[list[float]] = [[] for _ in servers]
    for server, found in turns(list(zip(servers, speeds, strict=True)), rounds):
        found.append(server.tokens_per_second(count, **also))
    return speeds
