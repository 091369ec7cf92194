"""llama.cpp's own server under the same load.

`make peers` builds ``llama-server`` of the same version; ``--peer PROGRAM`` names another one. It
receives token ids over HTTP, so that both sides read prompts of the same length. Its answers are
counted, not parsed, because both sides compute on the processor that would parse them.
"""

import http.client
import itertools
import json
import os
import socket
import subprocess
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil

_HOST = "127.0.0.1"
_START_SECONDS = 60.0
_FIRST_TOKEN = 1000  # words begin at this token id in the vocabularies of the test models
_ONE_TOKEN = b'"stop":false'
_BUFFER_BYTES = 1 << 16


@dataclass
class Stream:
    """One request; ``times`` are the arrivals of its tokens in seconds of ``perf_counter``."""

    asked: float
    connection: socket.socket
    thread: threading.Thread | None = None
    times: list[float] = field(default_factory=list)
    has_begun: threading.Event = field(default_factory=threading.Event)

    def gaps(self, since: float = 0.0, until: float = float("inf")) -> list[float]:
        """Return the seconds between tokens that arrived in a time span."""
        times = [each for each in self.times if since <= each <= until]
        return [later - earlier for earlier, later in itertools.pairwise(times)]

    def wait(self) -> None:
        """Wait for the end of the answer."""
        assert self.thread is not None
        self.thread.join()

    def stop(self) -> None:
        """Close the connection; the server notices at its next token."""
        with suppress(OSError):  # the server may have closed it
            self.connection.shutdown(socket.SHUT_RDWR)
        self.wait()

    def read(self) -> None:
        """Count the tokens until the connection is closed."""
        rest = b""
        while received := self._receive():
            now = time.perf_counter()
            if not self.times and not rest:
                assert received.startswith(b"HTTP/1.1 200"), received
            text = rest + received
            count = text.count(_ONE_TOKEN)
            self.times += [now] * count
            # Only the text after the last match, so that it is not counted twice.
            rest = text[text.rfind(_ONE_TOKEN) + len(_ONE_TOKEN) :] if count else text
            rest = rest[-len(_ONE_TOKEN) + 1 :]
            if count:
                self.has_begun.set()
        self.connection.close()

    def _receive(self) -> bytes:
        try:
            return self.connection.recv(_BUFFER_BYTES)
        except OSError:
            return b""


class Peer:
    """A running llama-server. Without ``thread_count``, it uses its default."""

    def __init__(
        self,
        program: Path,
        model: Path,
        *,
        slot_count: int,
        context_window: int,
        thread_count: int | None,
        niceness: int = 0,
    ) -> None:
        with socket.socket() as probe:
            probe.bind((_HOST, 0))
            self.port: int = probe.getsockname()[1]
        nice = ["nice", "-n", str(niceness)] if niceness and os.name != "nt" else []
        threads = [] if thread_count is None else ["-t", str(thread_count)]
        sizes = ["-np", str(slot_count), "-c", str(slot_count * context_window)]
        address = ["--host", _HOST, "--port", str(self.port), "--no-ui"]
        self._process = subprocess.Popen(
            [*nice, program, "-m", model, *threads, *sizes, *address],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._wait_until_ready()

    def ask(self, prompt: Sequence[int], token_count: int, slot: int | None = None) -> Stream:
        """Request a number of tokens after a prompt; a thread reads them."""
        request = {
            "prompt": list(prompt),
            "n_predict": token_count,
            "stream": True,
            "temperature": 0.7,
            "ignore_eos": True,
            "seed": prompt[0],
            "id_slot": -1 if slot is None else slot,
        }
        body = json.dumps(request)
        head = f"POST /completion HTTP/1.1\r\nHost: {_HOST}\r\nConnection: close\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        stream = Stream(time.perf_counter(), socket.create_connection((_HOST, self.port)))
        stream.connection.sendall((head + body).encode())
        stream.thread = threading.Thread(target=stream.read, daemon=True)
        stream.thread.start()
        return stream

    @property
    def processor_seconds(self) -> float:
        """The processor time of all its threads so far."""
        times = psutil.Process(self._process.pid).cpu_times()
        return float(times.user + times.system)

    def wait_until_idle(self) -> None:
        """Wait until no slot computes, not even for a closed connection."""
        while any(slot["is_processing"] for slot in json.loads(self._get("/slots"))):
            time.sleep(0.01)

    def close(self) -> None:
        """End the server."""
        self._process.terminate()
        self._process.wait()

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + _START_SECONDS
        while time.monotonic() < deadline:
            with suppress(OSError):
                if self._get("/health"):
                    return
            assert self._process.poll() is None, "llama-server has ended"
            time.sleep(0.05)
        raise TimeoutError("llama-server did not become ready")

    def _get(self, path: str) -> bytes:
        """Return the answer of the server; empty if it is not ready."""
        connection = http.client.HTTPConnection(_HOST, self.port)
        connection.request("GET", path)
        response = connection.getresponse()
        text = response.read()
        connection.close()
        return text if response.status == 200 else b""


def some_prompt(number: int, token_count: int) -> list[int]:
    """Return token ids that begin differently for each number."""
    return [_FIRST_TOKEN + number, *range(_FIRST_TOKEN, _FIRST_TOKEN + token_count - 1)]
