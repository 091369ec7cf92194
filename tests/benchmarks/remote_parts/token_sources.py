"""Programs that send tokens at a fixed rate: a fake engine, and an HTTP server.

``python -m tests.benchmarks.remote_parts.token_sources engine RATE`` sends one frame per step.
``... server RATE`` prints its port and streams chat completions, each with its own random rhythm.
Each token of the server is the time at which it was sent, by ``time.monotonic``.
"""

import random
import sys
import time

from engine.core.process import serve
from tests.fakes import engine_process
from tests.fakes.engine_process import FakeEngine
from tests.net.remote.stream_server import (
    Heard,
    Script,
    StreamServer,
    answer,
    chunk,
    delta,
    finish,
    stream_head,
)

MODELS = {"object": "list", "data": [{"id": "paced", "object": "model", "owned_by": "bench"}]}


def main(kind: str, rate: float) -> None:
    """Send tokens until the parent process ends."""
    if kind == "engine":
        engine_process.STEP_SECONDS = 1 / rate
        engine_process.SLOT_COUNT = 16
        serve(FakeEngine)

    def reply(heard: Heard) -> Script:
        yield stream_head()
        due = time.monotonic() + random.random() / rate
        for _ in range(int(heard.json["messages"][-1]["content"].split()[-1])):
            yield max(0.001, due - time.monotonic())
            due += random.uniform(0.5, 1.5) / rate
            yield delta(f"{time.monotonic():.5f} ")
        yield finish()
        yield chunk("")

    with StreamServer({"/v1/models": answer(MODELS), "/v1/chat/completions": reply}) as server:
        print(server.port, flush=True)
        sys.stdin.read()  # until the parent ends


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
