"""The stock server of llama.cpp under the same load, where its program is at hand.

Build ``llama-server`` of the same version with cmake and name it with ``--peer PATH``. It is
asked over HTTP for token ids, so that both read prompts of the same length.
"""

import http.client
import itertools
import json
import socket
import subprocess
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

_HOST = "127.0.0.1"
_START_SECONDS = 60.0
_ANY_TOKEN = 1000  # and those behind it: words, in the vocabularies of the models here


@dataclass
class Stream:
    """One request; ``times`` are those at which its tokens came, in seconds of a clock."""

    asked: float
    thread: threading.Thread | None = None
    times: list[float] = field(default_factory=list)
    has_begun: threading.Event = field(default_factory=threading.Event)
    is_unwanted: bool = False

    def gaps(self, since: float = 0.0, until: float = float("inf")) -> list[float]:
        """Seconds between two tokens that came in a span of time."""
        times = [each for each in self.times if since <= each <= until]
        return [later - earlier for earlier, later in itertools.pairwise(times)]

    def wait(self) -> None:
        """Wait for its end."""
        assert self.thread is not None
        self.thread.join()


class Peer:
    """A running server; it has as many threads, slots and cells as the engine beside it."""

    def __init__(
        self, program: Path, model: str, *, slot_count: int, context_window: int, thread_count: int
    ) -> None:
        self._port = _free_port()
        threads = ["-t", str(thread_count), "-tb", str(thread_count)]
        sizes = ["-np", str(slot_count), "-c", str(slot_count * context_window)]
        place = ["--host", _HOST, "--port", str(self._port), "--no-ui"]
        self._process = subprocess.Popen(
            [program, "-m", model, *threads, *sizes, *place],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._wait_until_ready()

    def ask(self, prompt: Sequence[int], token_count: int) -> Stream:
        """Ask for so many tokens behind a prompt; they come in a thread of their own."""
        stream = Stream(time.perf_counter())
        stream.thread = threading.Thread(target=self._read, args=(stream, prompt, token_count))
        stream.thread.start()
        return stream

    def step_seconds(self, number: int, prompt_length: int, token_count: int, count: int) -> float:
        """Let so many conversations write together; return the median time of their tokens."""
        streams = [
            self.ask(some_prompt(100 * number + index, prompt_length), token_count)
            for index in range(count)
        ]
        for stream in streams:
            stream.wait()
        since = max(stream.times[0] for stream in streams)
        until = min(stream.times[-1] for stream in streams)
        gaps = sorted(gap for stream in streams for gap in stream.gaps(since, until))
        return gaps[len(gaps) // 2]

    def close(self) -> None:
        """End the server."""
        self._process.terminate()
        self._process.wait()

    def _read(self, stream: Stream, prompt: Sequence[int], token_count: int) -> None:
        wish = {
            "prompt": list(prompt),
            "n_predict": token_count,
            "stream": True,
            "ignore_eos": True,
            "temperature": 0.7,
            "seed": prompt[0],
        }
        connection = http.client.HTTPConnection(_HOST, self._port)
        connection.request(
            "POST", "/completion", json.dumps(wish), {"Content-Type": "application/json"}
        )
        response = connection.getresponse()
        assert response.status == 200, response.read()
        while (line := response.readline()) and not stream.is_unwanted:
            if line.startswith(b"data: ") and b'"stop":false' in line:
                stream.times.append(time.perf_counter())
                stream.has_begun.set()
        connection.close()

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + _START_SECONDS
        while time.monotonic() < deadline:
            with suppress(OSError):
                connection = http.client.HTTPConnection(_HOST, self._port)
                connection.request("GET", "/health")
                if connection.getresponse().status == 200:
                    return
            assert self._process.poll() is None, "the peer has ended"
            time.sleep(0.1)
        raise TimeoutError("the peer did not get ready")


def some_prompt(number: int, token_count: int) -> list[int]:
    """Return token ids that no prompt of another number begins with."""
    return [_ANY_TOKEN + number, *range(_ANY_TOKEN, _ANY_TOKEN + token_count - 1)]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((_HOST, 0))
        port: int = probe.getsockname()[1]
        return port
