"""What the throughput benchmark compares: the engine, a bare ``llama_decode`` loop, llama-server.

Each side returns the tokens per second of a number of conversations together. Prompts are read
before the clock runs. One side is used for all numbers of conversations; idle slots cost nothing.
"""

import ctypes
import itertools
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Protocol

import numpy as np

from engine.backend import Backend, BackendLoader, BatchEntry, DecodeStatus, LoadProgress
from engine.llama.capi import lib, start_library  # the same library, loaded the same way
from engine.llama.loader import load
from engine.llama.threadpool import ThreadPools
from engine.messages.config import EngineConfig
from tests.benchmarks.harness import EngineHarness
from tests.benchmarks.peer import Peer, some_prompt
from tests.models.talker import STARTER_ENDS, STARTER_MODEL

CONTEXT_WINDOW = 512
_PROMPT_CHARACTERS = 48
_REPLY_TOKENS = 400  # prompt and reply fit into the context window, so that it does not slide
_MIN_ARRIVALS = 4
_TIMEOUT_SECONDS = 20.0


class Side(Protocol):
    """One of the compared programs."""

    processor_per_token: float

    def tokens_per_second(self, count: int, seconds: float) -> float:
        """Return the speed of this number of conversations together."""
        ...


class EngineSide:
    """The whole engine: it samples, detokenizes and encodes every event."""

    def __init__(
        self, path: Path, slot_count: int, thread_count: int | None, loader: BackendLoader = load
    ) -> None:
        config = EngineConfig(
            context_window=CONTEXT_WINDOW, slot_count=slot_count, thread_count=thread_count
        )
        self._harness = EngineHarness(path, config, loader=loader)
        self._banned_tokens = STARTER_ENDS if path == STARTER_MODEL else ()
        self.processor_per_token = 0.0
        self.prompt_length = 0
        self.tokens_per_second(1, 0.0)

    def tokens_per_second(self, count: int, seconds: float) -> float:
        """Ask every conversation the same as before, so that its prompt is reused."""
        replies = [
            self._harness.ask(
                f"c{index}",
                [f"{index} " + "x" * _PROMPT_CHARACTERS],
                max_tokens=_REPLY_TOKENS,
                banned_tokens=self._banned_tokens,
            )
            for index in range(count)
        ]
        self._harness.wait_for_tokens(replies, 1)
        used = time.process_time()
        before = sum(reply.token_counts[-1] for reply in replies)
        # Sleeps, because waiting for an event would wake this thread for each of them.
        _sleep(seconds, [reply.token_times for reply in replies])
        written = sum(reply.token_counts[-1] for reply in replies) - before
        self.processor_per_token = (time.process_time() - used) / max(1, written)
        self._harness.stop(*replies)
        self.prompt_length = replies[0].usage.prompt_tokens
        return speed_of((reply.token_times, reply.token_counts) for reply in replies)

    def close(self) -> None:
        """End the engine."""
        self._harness.close()


class ServerSide:
    """llama-server with as many slots and cells as the engine."""

    def __init__(
        self,
        program: Path,
        path: Path,
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
        """Ask the first slots the same as before, so that their prompts are reused."""
        streams = [
            self._peer.ask(prompt, _REPLY_TOKENS, slot)
            for slot, prompt in enumerate(self._prompts[:count])
        ]
        for stream in streams:
            stream.has_begun.wait()
        used = self._peer.processor_seconds
        before = sum(len(stream.times) for stream in streams)
        _sleep(seconds, [stream.times for stream in streams])
        written = sum(len(stream.times) for stream in streams) - before
        self.processor_per_token = (self._peer.processor_seconds - used) / max(1, written)
        for stream in streams:
            stream.stop()
        self._peer.wait_until_idle()
        return speed_of((stream.times, range(len(stream.times))) for stream in streams)

    def close(self) -> None:
        """End the server."""
        self._peer.close()


class BareLoop:
    """``llama_decode`` in a loop, without sampling, text, events or checks.

    One split-KV context of a model file; the batch is filled once per number of rows.
    """

    def __init__(
        self,
        path: Path,
        *,
        slot_count: int,
        context_window: int,
        thread_count: int,
        prompt_length: int,
    ) -> None:
        start_library()
        parameters = lib.llama_model_default_params()
        self._model = lib.llama_model_load_from_file(str(path).encode(), parameters)
        context = lib.llama_context_default_params()
        context.n_ctx = slot_count * context_window
        context.n_seq_max = slot_count
        context.n_batch = 2048
        context.n_ubatch = 512
        context.n_threads = context.n_threads_batch = thread_count
        context.kv_unified = False
        context.no_perf = True
        self._context = lib.llama_init_from_model(self._model, context)
        self._pools = ThreadPools(self._context, thread_count, thread_count)
        self._memory = lib.llama_get_memory(self._context)
        self._batch = lib.llama_batch_init(2048, 0, 1)
        self._prompt_length = prompt_length
        self._max_steps = context_window - prompt_length - 1
        self.processor_per_token = 0.0
        for slot in range(slot_count):
            self._fill([slot] * prompt_length, list(range(prompt_length)), last_only=True)
            self._decode()

    def tokens_per_second(self, count: int, seconds: float) -> float:
        """Decode one token of each of the first slots per call, after their prompts."""
        for slot in range(count):
            lib.llama_memory_seq_rm(self._memory, slot, self._prompt_length, -1)
        self._fill(list(range(count)), [self._prompt_length] * count, last_only=False)
        self._decode()
        address = ctypes.cast(self._batch.pos, ctypes.POINTER(ctypes.c_int32))
        positions = np.ctypeslib.as_array(address, shape=(count,))
        started = now = time.perf_counter()
        used = time.process_time()
        step_count = 0
        while now < started + seconds and step_count < self._max_steps:
            positions += 1
            self._decode()
            step_count += 1
            now = time.perf_counter()
        token_count = count * step_count
        self.processor_per_token = (time.process_time() - used) / token_count
        return token_count / (now - started)

    def close(self) -> None:
        """Free the context and the model."""
        lib.llama_batch_free(self._batch)
        lib.llama_free(self._context)
        self._pools.close()
        lib.llama_model_free(self._model)

    def _fill(self, slots: list[int], positions: list[int], *, last_only: bool) -> None:
        for row, (slot, position) in enumerate(zip(slots, positions, strict=True)):
            self._batch.token[row] = 1000 + row
            self._batch.pos[row] = position
            self._batch.n_seq_id[row] = 1
            self._batch.seq_id[row][0] = slot
            self._batch.logits[row] = not last_only or row == len(slots) - 1
        self._batch.n_tokens = len(slots)

    def _decode(self) -> None:
        code = lib.llama_decode(self._context, self._batch)
        lib.llama_synchronize(self._context)
        assert code == 0, code


class CallRecorder:
    """Records when the engine's decode calls begin and end: the device idles between them."""

    def __init__(self) -> None:
        self._calls: list[tuple[float, float, int, bool]] = []

    def load(self, path: str, config: EngineConfig, progress: LoadProgress) -> Backend:
        """Load a model whose decode calls are recorded."""
        backend = load(path, config, progress)
        decode = backend.decode

        def recorded(entries: Sequence[BatchEntry]) -> DecodeStatus:
            started = time.perf_counter()
            status = decode(entries)
            ended = time.perf_counter()
            is_decode = all(len(entry.tokens) == 1 for entry in entries)
            self._calls.append((started, ended, len(entries), is_decode))
            return status

        backend.decode = recorded  # type: ignore[method-assign]
        return backend

    def pop_milliseconds(self, count: int) -> tuple[list[float], list[float]]:
        """Return the gaps between decode calls, and their sum per token of all conversations.

        Calls that read a prompt are skipped. A step can be one call of all rows or several calls.
        """
        calls, self._calls = self._calls, []
        gaps: list[float] = []
        row_count = 0
        for (_, ended, rows, is_decode), (started, _, _, is_next) in itertools.pairwise(calls):
            if is_decode and is_next:
                gaps.append(1000 * (started - ended))
                row_count += rows
        return gaps, [sum(gaps) * count / row_count] if row_count else []


def speed_of(replies: Iterable[tuple[Sequence[float], Sequence[int]]]) -> float:
    """Return the tokens per second of all replies while all of them were being written.

    A reply is the ascending times at which pieces arrived, and its token count at each. Every reply
    is measured from one of its own arrivals to another, so that no part of a step is lost.
    """
    pairs = [pair for pair in replies if pair[0]]
    since = max((times[0] for times, _ in pairs), default=0.0)
    until = min((times[-1] for times, _ in pairs), default=0.0)
    total = 0.0
    for times, counts in pairs:
        within = [index for index, when in enumerate(times) if since <= when <= until]
        if len(within) >= 2 and times[within[0]] < times[within[-1]]:
            first, last = within[0], within[-1]
            total += (counts[last] - counts[first]) / (times[last] - times[first])
    return total


def _sleep(seconds: float, times: Sequence[Sequence[float]]) -> None:
    """Sleep, and longer on a slow machine on which some reply has hardly begun."""
    time.sleep(seconds)
    deadline = time.monotonic() + (_TIMEOUT_SECONDS if seconds else 0.0)
    while min(len(each) for each in times) < _MIN_ARRIVALS and time.monotonic() < deadline:
        time.sleep(0.05)
