"""The stock server of llama.cpp under the same load, where its program is at hand.

``make peers`` builds ``llama-server`` of the same version; ``--peer PATH`` names another one. It is
asked over HTTP for token ids, so that both read prompts of the same length. What it answers is
only counted, not parsed: reading it must take little of the processor that both compute on.
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
_ANY_TOKEN = 1000  # and those behind it: words, in the vocabularies of the models here


DEFAULT_PROGRAM = Path(__file__).resolve().parents[2] / "build" / "peers" / "bin" / "llama-server"
_ONE_TOKEN = b'"stop":false'
_BUFFER_BYTES = 1 << 16


@dataclass
class Stream:
    """One request; ``times`` are those at which its tokens came, in seconds of a clock."""

    asked: float
    connection: socket.socket
    thread: threading.Thread | None = None
    times: list[float] = field(default_factory=list)
    has_begun: threading.Event = field(default_factory=threading.Event)

    def gaps(self, since: float = 0.0, until: float = float("inf")) -> list[float]:
        """Seconds between two tokens that came in a span of time."""
        times = [each for each in self.times if since <= each <= until]
        return [later - earlier for earlier, later in itertools.pairwise(times)]

    def wait(self) -> None:
        """Wait for its end."""
        assert self.thread is not None
        self.thread.join()

    def stop(self) -> None:
        """Hang up; the server notices with its next token."""
        with suppress(OSError):  # it may have hung up itself
            self.connection.shutdown(socket.SHUT_RDWR)
        self.wait()

    def read(self) -> None:
        """Count the tokens until the server or ``stop`` hangs up."""
        rest = b""
        while received := self._receive():
            now = time.perf_counter()
            if not self.times and not rest:
                assert received.startswith(b"HTTP/1.1 200"), received
            text = rest + received
            count = text.count(_ONE_TOKEN)
            self.times += [now] * count
            # Behind the last one counted, else it would be counted again.
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
    """A running server; it has as many slots and cells as the engine beside it.

    Without a number of threads it takes as many as it thinks best.
    """

    def __init__(
        self,
        program: Path,
        model: str,
        *,
        slot_count: int,
        context_window: int,
        thread_count: int | None,
        niceness: int = 0,
    ) -> None:
        """``niceness`` is how far it stands behind other programs, as the engine does."""
        self._port = _free_port()
        threads = [] if thread_count is None else ["-t", str(thread_count)]
        sizes = ["-np", str(slot_count), "-c", str(slot_count * context_window)]
        place = ["--host", _HOST, "--port", str(self._port), "--no-ui"]
        self._process = subprocess.Popen(
            [*_behind(niceness), program, "-m", model, *threads, *sizes, *place],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._wait_until_ready()

    def ask(self, prompt: Sequence[int], token_count: int, slot: int | None = None) -> Stream:
        """Ask for so many tokens behind a prompt; they come in a thread of their own."""
        wish = {
            "prompt": list(prompt),
            "n_predict": token_count,
            "stream": True,
            "temperature": 0.7,
            "seed": prompt[0],
            "id_slot": -1 if slot is None else slot,
        }
        body = json.dumps(wish)
        head = f"POST /completion HTTP/1.1\r\nHost: {_HOST}\r\nConnection: close\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        stream = Stream(time.perf_counter(), socket.create_connection((_HOST, self._port)))
        stream.connection.sendall((head + body).encode())
        stream.thread = threading.Thread(target=stream.read, daemon=True)
        stream.thread.start()
        return stream

    @property
    def port(self) -> int:
        """Return where it listens on this computer."""
        return self._port

    @property
    def processor_seconds(self) -> float:
        """How long its threads have computed so far."""
        times = psutil.Process(self._process.pid).cpu_times()
        return float(times.user + times.system)

    def wait_until_idle(self) -> None:
        """Wait until no slot computes, also for a request that was given up."""
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
            assert self._process.poll() is None, "the peer has ended"
            time.sleep(0.05)
        raise TimeoutError("the peer did not get ready")

    def _get(self, path: str) -> bytes:
        """Return what the server answers; nothing if it is not ready."""
        connection = http.client.HTTPConnection(_HOST, self._port)
        connection.request("GET", path)
        response = connection.getresponse()
        text = response.read()
        connection.close()
        return text if response.status == 200 else b""


def _behind(niceness: int) -> list[str]:
    return ["nice", "-n", str(niceness)] if niceness and os.name != "nt" else []


def some_prompt(number: int, token_count: int) -> list[int]:
    """Return token ids that no prompt of another number begins with."""
    return [_ANY_TOKEN + number, *range(_ANY_TOKEN, _ANY_TOKEN + token_count - 1)]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((_HOST, 0))
        port: int = probe.getsockname()[1]
        return port
