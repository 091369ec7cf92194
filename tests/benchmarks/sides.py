"""Who writes in turns in the throughput benchmark: the engine, the bare loop, the server.

Each answers how many tokens per second so many conversations had together, written for a given
time; where a side reads prompts, it does so when it is made or before the clock runs. A side is
made once for all numbers of conversations; the slots that idle cost nobody anything.
"""

import itertools
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from engine.backend import Backend, BackendLoader, BatchEntry, DecodeStatus, LoadProgress
from engine.llama.loader import load
from engine.wire.config import EngineConfig
from tests.benchmarks.cells import tokens_per_second
from tests.benchmarks.harness import EngineHarness, Heard
from tests.benchmarks.peer import Peer, Stream, some_prompt

CONTEXT_WINDOW = 512
_PROMPT_CHARACTERS = 48
_LONGEST_REPLY = 400  # fits behind the prompt, so that no window slides
_FEWEST_ARRIVALS = 4
_PATIENCE_SECONDS = 20.0


class Side(Protocol):
    """One of those that are compared."""

    processor_per_token: float

    def tokens_per_second(self, count: int, seconds: float) -> float:
        """Write in so many conversations for so long."""
        ...


class EngineSide:
    """The whole engine: it samples, makes text and encodes every event for the window's pipe."""

    def __init__(
        self, path: str, slot_count: int, thread_count: int | None, loader: BackendLoader = load
    ) -> None:
        config = EngineConfig(
            context_window=CONTEXT_WINDOW, slot_count=slot_count, thread_count=thread_count
        )
        self._harness = EngineHarness(path, config, loader=loader)
        self.processor_per_token = 0.0
        self.prompt_length = 0
        self.tokens_per_second(1, 0.0)

    def tokens_per_second(self, count: int, seconds: float) -> float:
        """Ask so many conversations for an answer to what they were asked before."""
        heard = [
            self._harness.ask(
                f"c{index}",
                [f"{index} " + "x" * _PROMPT_CHARACTERS],
                max_tokens=_LONGEST_REPLY,
            )
            for index in range(count)
        ]
        self._harness.wait_until(lambda: all(each.token_times for each in heard))
        used = time.process_time()
        before = sum(each.token_counts[-1] for each in heard)
        # Nobody looks on meanwhile: who waits for an event is woken by each.
        _sleep_until_some_came(seconds, [each.token_times for each in heard])
        written = sum(each.token_counts[-1] for each in heard) - before
        self.processor_per_token = (time.process_time() - used) / max(1, written)
        self._stop(heard)
        assert heard[0].started is not None
        self.prompt_length = heard[0].started.usage.prompt_tokens
        return tokens_per_second((each.token_times, each.token_counts) for each in heard)

    def close(self) -> None:
        """End it."""
        self._harness.close()

    def _stop(self, heard: Sequence[Heard]) -> None:
        for each in heard:
            self._harness.cancel(each)
        self._harness.wait(*heard)


class ServerSide:
    """The stock server, asked for as much."""

    def __init__(
        self,
        program: Path,
        path: str,
        slot_count: int,
        thread_count: int | None,
        prompt_length: int,
    ) -> None:
        self._peer = Peer(
            program,
            path,
            slot_count=slot_count,
            context_window=CONTEXT_WINDOW,
            thread_count=thread_count,
        )
        self.processor_per_token = 0.0
        self._prompts = [some_prompt(index, prompt_length) for index in range(slot_count)]

    def tokens_per_second(self, count: int, seconds: float) -> float:
        """Ask the first slots for an answer to what they were asked before."""
        streams = [
            self._peer.ask(prompt, _LONGEST_REPLY, slot)
            for slot, prompt in enumerate(self._prompts[:count])
        ]
        for stream in streams:
            stream.has_begun.wait()
        used = self._peer.processor_seconds
        before = sum(len(stream.times) for stream in streams)
        _sleep_until_some_came(seconds, [stream.times for stream in streams])
        written = sum(len(stream.times) for stream in streams) - before
        self.processor_per_token = (self._peer.processor_seconds - used) / max(1, written)
        for stream in streams:
            stream.stop()
        self._peer.wait_until_idle()
        return tokens_per_second(_arrivals(stream) for stream in streams)

    def close(self) -> None:
        """End it."""
        self._peer.close()


class CallRecorder:
    """Notes when the engine's decode calls begin and end: between them the device waits."""

    def __init__(self) -> None:
        self._calls: list[tuple[float, float, int, bool]] = []

    def load(self, path: str, config: EngineConfig, progress: LoadProgress) -> Backend:
        """Load a model as ever; its calls are noted."""
        backend = load(path, config, progress)
        decode = backend.decode

        def noted(entries: Sequence[BatchEntry]) -> DecodeStatus:
            started = time.perf_counter()
            status = decode(entries)
            ended = time.perf_counter()
            is_decode = all(len(entry.tokens) == 1 for entry in entries)
            self._calls.append((started, ended, len(entries), is_decode))
            return status

        backend.decode = noted  # type: ignore[method-assign] # nobody else has to know
        return backend

    def pop_milliseconds(self, count: int) -> tuple[list[float], list[float]]:
        """Return gaps from call to call, and what they add up to per token of all conversations.

        Only of calls that read no prompt. A step may be one call of all rows or several of some.
        """
        calls, self._calls = self._calls, []
        gaps: list[float] = []
        row_count = 0
        for (_, ended, rows, is_decode), (started, _, _, is_next) in itertools.pairwise(calls):
            if is_decode and is_next:
                gaps.append(1000 * (started - ended))
                row_count += rows
        steps = [sum(gaps) * count / row_count] if row_count else []
        return gaps, steps


@contextmanager
def busy_processes(count: int) -> Iterator[None]:
    """Keep so many cores busy meanwhile, as other programs do."""
    burners = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for burner in burners:
            burner.kill()
            burner.wait()


def _arrivals(stream: Stream) -> tuple[list[float], range]:
    return stream.times, range(1, len(stream.times) + 1)


def _sleep_until_some_came(seconds: float, times: Sequence[Sequence[float]]) -> None:
    """Sleep so long, and longer while a reply has hardly begun on a machine that crawls."""
    time.sleep(seconds)
    deadline = time.monotonic() + (_PATIENCE_SECONDS if seconds else 0.0)
    while min(len(each) for each in times) < _FEWEST_ARRIVALS and time.monotonic() < deadline:
        time.sleep(0.05)
