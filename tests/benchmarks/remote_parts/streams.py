"""Eight programs write at once: through our server, and through llama.cpp's, with one thread each.

``server_ratio_8``: tokens per second of the first in those of the second, in turns; a model of
0.1 B, and both as far behind other programs. ``server_ratio_8_tiny``: the same with the built-in
model, which computes next to nothing, so that what is left is what a token costs on its way.
"""

import asyncio
import json
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

from engine.child_process import NICENESS
from engine.wire.config import EngineConfig
from resources import demo_model
from tests.benchmarks.peer import Peer
from tests.models.cache import cached_model
from tests.models.synthesized import write_synthesized
from tests.net.server.running import running_server

STREAMS = 8
_OF_TABS = 2  # slots that programs leave to the window
_WINDOW = 512
_WHOLE_SECONDS = 20.0  # of a run that is not quick
_WARM_ROUNDS = 2  # in which the engine learns what its calls cost
_PATIENCE_SECONDS = 120.0
_WRITTEN = re.compile(rb'"predicted_n": ?(\d+)')
_ENDS_NEVER = {"logit_bias": {"2": -100}}  # the built-in model's end of a reply


@dataclass(frozen=True, slots=True)
class _Server:
    """Where one answers, and the token that it wants."""

    port: int
    token: str = ""

    def tokens_per_second(self, count: int, **also: object) -> float:
        """Have eight replies of so many tokens written at once; return the speed of all."""
        written: list[int] = []
        requests = [self._request(f"Number {each}, tell me.", count, also) for each in range(8)]
        threads = [
            threading.Thread(target=lambda request=each: written.append(self._ask(request)))
            for each in requests
        ]
        began = time.perf_counter()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        seconds = time.perf_counter() - began
        assert written == [count] * STREAMS, written
        return sum(written) / seconds

    def _ask(self, request: bytes) -> int:
        """Return how many tokens a reply had; what comes is only kept meanwhile."""
        with socket.create_connection(("127.0.0.1", self.port), _PATIENCE_SECONDS) as connection:
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
    """Return the speeds of both servers with both models, and their ratios."""
    rounds, share = max(3, round(seconds / 4)), min(1.0, seconds / _WHOLE_SECONDS)
    model = cached_model(write_synthesized)
    numbers = asyncio.run(_compared(program, model, round(160 * share), rounds))
    tiny = _compared(program, demo_model.path(), round(400 * share), rounds, **_ENDS_NEVER)
    return numbers | {f"{name}_tiny": value for name, value in asyncio.run(tiny).items()}


async def _compared(
    program: Path, model: Path, count: int, rounds: int, **also: object
) -> dict[str, float]:
    config = EngineConfig(context_window=_WINDOW, slot_count=STREAMS + _OF_TABS, thread_count=1)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        peer = Peer(
            program,
            str(model),
            slot_count=STREAMS,
            context_window=_WINDOW,
            thread_count=1,
            niceness=NICENESS,
        )
        stack.enter_context(closing(peer))
        async with running_server(folder, model=model, config=config) as running:
            servers = [_Server(running.port, running.token), _Server(peer.port)]
            speeds = await asyncio.to_thread(_in_turns, servers, count, rounds, also)
    ratios = [ours / theirs for ours, theirs in speeds]
    return {
        "server_ratio_8": statistics.median(ratios),
        "served_tokens_per_second": statistics.median(ours for ours, _ in speeds),
        "peer_served_tokens_per_second": statistics.median(theirs for _, theirs in speeds),
    }


def _in_turns(
    servers: Sequence[_Server], count: int, rounds: int, also: dict[str, object]
) -> list[tuple[float, float]]:
    for server in servers:
        for _ in range(_WARM_ROUNDS):
            server.tokens_per_second(count, **also)
    found: list[tuple[float, float]] = []
    for number in range(rounds):
        # There and back, so that none always comes behind the other one.
        order = servers if number % 2 else servers[::-1]
        speeds = [each.tokens_per_second(count, **also) for each in order]
        ours, theirs = speeds if number % 2 else speeds[::-1]
        found.append((ours, theirs))
    return found
