"""llama.cpp's own server under the same load, and streams of any server over HTTP.

`make peers` builds ``llama-server`` of the same version; ``--peer PROGRAM`` names another one. It
receives chats, or token ids, so that both sides read prompts of the same length. Answers are
counted, not parsed, because both sides compute on the processor that would parse them.
"""

import http.client
import itertools
import json
import os
import re
import socket
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

_HOST = "127.0.0.1"
_START_SECONDS = 60.0
# The sampling of all servers, so that none has more work.
SAMPLING: Mapping[str, Any] = {
    "temperature": 0.8,
    "top_k": 40,
    "top_p": 0.95,
    "min_p": 0.05,
    "seed": 7,
}
_FIRST_TOKEN = 1000  # words begin at this token id in the vocabularies of the test models
_ONE_TOKEN = b'"stop":false'
_ONE_CHUNK = b'"delta":{"content":"'  # in the stream of a chat
_WRITTEN = re.compile(rb'"predicted_n": ?(\d+)')
_END_BYTES = 1 << 12  # of the end of an answer, which states its token count
_BUFFER_BYTES = 1 << 16


@dataclass
class Stream:
    """One request; ``times`` are the arrivals of its tokens in seconds of ``perf_counter``.

    Those of a chat are the arrivals of its chunks, each of one token or more.
    """

    asked: float
    connection: socket.socket
    mark: bytes = _ONE_TOKEN
    thread: threading.Thread | None = None
    times: list[float] = field(default_factory=list)
    has_begun: threading.Event = field(default_factory=threading.Event)
    end: bytes = b""

    @property
    def token_count(self) -> int:
        """The number of tokens that the server says it has written; 0 before the end."""
        counts = _WRITTEN.findall(self.end)
        return int(counts[-1]) if counts else 0

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
            count = text.count(self.mark)
            self.times += [now] * count
            # Only the text after the last match, so that it is not counted twice.
            rest = text[text.rfind(self.mark) + len(self.mark) :] if count else text
            rest = rest[-len(self.mark) + 1 :]
            self.end = (self.end + received)[-_END_BYTES:]
            if count:
                self.has_begun.set()
        self.connection.close()

    def _receive(self) -> bytes:
        try:
            return self.connection.recv(_BUFFER_BYTES)
        except OSError:
            return b""


@dataclass(frozen=True, slots=True)
class HttpServer:
    """Where a server listens, and its access token."""

    port: int
    token: str = ""

    def ask(self, path: str, body: Mapping[str, object], mark: bytes = _ONE_TOKEN) -> Stream:
        """Send a request whose answer is a stream; a thread reads it.

        ``mark`` is what the answer contains once for each token or chunk.
        """
        content = json.dumps(body)
        lines = [f"POST {path} HTTP/1.1", f"Host: {_HOST}", "Connection: close"]
        lines += ["Content-Type: application/json", f"Content-Length: {len(content)}"]
        lines += [f"Authorization: Bearer {self.token}"] if self.token else []
        connection = socket.create_connection((_HOST, self.port))
        stream = Stream(time.perf_counter(), connection, mark)
        stream.connection.sendall("\r\n".join([*lines, "", content]).encode())
        stream.thread = threading.Thread(target=stream.read, daemon=True)
        stream.thread.start()
        return stream

    def chat(self, question: str, **fields: object) -> Stream:
        """Ask one question in a chat of its own."""
        messages = [{"role": "user", "content": question}]
        body = {"messages": messages, "stream": True, **fields}
        return self.ask("/v1/chat/completions", body, _ONE_CHUNK)

    def get(self, path: str) -> bytes:
        """Return the answer of the server; empty if it is not ready."""
        connection = http.client.HTTPConnection(_HOST, self.port)
        connection.request("GET", path, headers={"Authorization": f"Bearer {self.token}"})
        response = connection.getresponse()
        text = response.read()
        connection.close()
        return text if response.status == 200 else b""


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
            self.server = HttpServer(probe.getsockname()[1])
        nice = ["nice", "-n", str(niceness)] if niceness and os.name != "nt" else []
        threads = [] if thread_count is None else ["-t", str(thread_count)]
        sizes = ["-np", str(slot_count), "-c", str(slot_count * context_window)]
        address = ["--host", _HOST, "--port", str(self.server.port), "--no-ui"]
        self._process = subprocess.Popen(
            [*nice, program, "-m", model, *threads, *sizes, *address],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._wait_until_ready()

    def ask(self, prompt: Sequence[int], token_count: int) -> Stream:
        """Request a number of tokens after a prompt; a thread reads them."""
        request = {
            "prompt": list(prompt),
            "n_predict": token_count,
            "stream": True,
            "temperature": 0.7,
            "ignore_eos": True,
            "seed": prompt[0],
        }
        return self.server.ask("/completion", request)

    @property
    def process_id(self) -> int:
        """The id of its process."""
        return self._process.pid

    def close(self) -> None:
        """End the server."""
        self._process.terminate()
        self._process.wait()

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + _START_SECONDS
        while time.monotonic() < deadline:
            with suppress(OSError):
                if self.server.get("/health"):
                    return
            assert self._process.poll() is None, "llama-server has ended"
            time.sleep(0.05)
        raise TimeoutError("llama-server did not become ready")


def some_prompt(number: int, token_count: int) -> list[int]:
    """Return token ids that begin differently for each number."""
    return [_FIRST_TOKEN + number, *range(_FIRST_TOKEN, _FIRST_TOKEN + token_count - 1)]
