"""What the throughput benchmark compares: our server, our engine, a bare loop and llama-server.

Each is alone on the machine while it runs. It writes replies of a given number of tokens to a
number of chats at once, one chat per slot, and reports when tokens arrived. Both servers answer the
same questions over HTTP, as streams of chunks; the client only counts chunks. A chunk has one
token, or several if the client is slow. A reply ends with the number of its tokens, which is
divided equally among its chunks.
"""

import asyncio
import ctypes
import itertools
import json
import time
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import msgspec
import numpy as np
import psutil

from engine.backend import Backend, BatchEntry, DecodeStatus, LoadProgress
from engine.client.client import EngineClient
from engine.client.request import Request
from engine.llama.capi import lib, start_library  # the same library, loaded the same way
from engine.llama.loader import load
from engine.llama.threadpool import ThreadPools, thread_limit
from engine.messages.commands import ChatMessage, Role
from engine.messages.config import EngineConfig
from engine.messages.events import Finished, TextDelta
from engine.messages.sampling_params import SamplingParams
from tests.benchmarks.peer import SAMPLING, HttpServer, Peer
from tests.models.talker import STARTER_ENDS, STARTER_MODEL
from tests.net.server.running import until_ready
from tests.remote.clients import served

_BARE_PROMPT_TOKENS = 50  # about as many as the questions have
_FORBIDDEN = -100.0  # the bias of a token that ends a reply


@dataclass(frozen=True, slots=True)
class Load:
    """How a side loads a model.

    ``thread_count`` is None for the side's default. ``context_window`` is in tokens per slot; our
    sides ignore it, because they choose their own, which the others then get.
    """

    path: Path
    slot_count: int
    thread_count: int | None = None
    context_window: int = 0

    @property
    def banned_tokens(self) -> Sequence[int]:
        """The tokens that would end a reply too early."""
        return STARTER_ENDS if self.path == STARTER_MODEL else ()


@dataclass(frozen=True, slots=True)
class Arrivals:
    """The ascending times at which pieces of a reply arrived, and its token count at each."""

    times: Sequence[float]
    counts: Sequence[float]

    def first(self, token_count: int) -> "Arrivals":
        """Return the arrivals of the first ``token_count`` tokens."""
        end = bisect_left(self.counts, token_count) + 1
        return Arrivals(self.times[:end], self.counts[:end])


class Side(Protocol):
    """One of the compared programs; ``context_window`` is in tokens per slot."""

    context_window: int

    @property
    def processor_seconds(self) -> float:
        """The processor time of all its processes so far."""
        ...

    def write(self, count: int, token_count: int) -> list[Arrivals]:
        """Write a reply of ``token_count`` tokens in each of the first ``count`` chats, at once.

        A chat always has the same question. Raises SystemExit if a reply has another length.
        """
        ...


@contextmanager
def open_side(name: str, load: Load, program: Path | None) -> Iterator[Side]:
    """Run a side by its name; ``program`` is llama-server."""
    match name:
        case "served":
            settings = {"slot_count": load.slot_count, "thread_count": load.thread_count}
            with served(load.path, **settings) as ours:
                server = HttpServer(int(ours.address.rpartition(":")[2]), ours.token)
                models = json.loads(server.get("/v1/models"))["data"]
                window = next(each["meta"]["n_ctx"] for each in models if "meta" in each)
                yield HttpSide(server, ours.process_id, load.banned_tokens, window)
        case "server":
            assert program is not None
            peer = Peer(
                program,
                load.path,
                slot_count=load.slot_count,
                context_window=load.context_window,
                thread_count=load.thread_count,
            )
            with closing(peer):
                window = load.context_window
                yield HttpSide(peer.server, peer.process_id, load.banned_tokens, window)
        case "engine":
            with closing(EngineSide(load)) as engine:
                yield engine
        case _:
            loop = BareLoop(
                load.path,
                slot_count=load.slot_count,
                context_window=load.context_window,
                thread_count=load.thread_count or thread_limit(),
                prompt_length=_BARE_PROMPT_TOKENS,
            )
            with closing(loop):
                yield loop


class HttpSide:
    """A server that answers chats over HTTP."""

    def __init__(
        self, server: HttpServer, process_id: int, banned_tokens: Sequence[int], context_window: int
    ) -> None:
        self.context_window = context_window
        self._server = server
        self.process_id = process_id
        self._biases = {str(token): _FORBIDDEN for token in banned_tokens}

    @property
    def processor_seconds(self) -> float:
        """The processor time of the server and the processes that it started."""
        return processor_seconds(self.process_id)

    def write(self, count: int, token_count: int) -> list[Arrivals]:
        """Ask all questions, each over a connection of its own."""
        asked: dict[str, object] = {**SAMPLING, "max_tokens": token_count}
        if self._biases:
            asked["logit_bias"] = self._biases
        streams = [self._server.chat(question(index), **asked) for index in range(count)]
        for stream in streams:
            stream.wait()
            _check(stream.token_count, token_count)
        return [
            Arrivals(each.times, np.linspace(0, token_count, len(each.times) + 1)[1:].tolist())
            for each in streams
        ]


class EngineSide:
    """The engine in a process of its own, driven by the client that the window has."""

    def __init__(self, load: Load) -> None:
        banned = tuple((token, _FORBIDDEN) for token in load.banned_tokens)
        self._sampling = SamplingParams(**SAMPLING, logit_bias=banned)
        self._runner = asyncio.Runner()
        self._runner.run(self._open(load))

    @property
    def processor_seconds(self) -> float:
        """The processor time of the engine's process."""
        assert self._client.process_id is not None
        return processor_seconds(self._client.process_id)

    def write(self, count: int, token_count: int) -> list[Arrivals]:
        """Submit all questions at once."""
        return self._runner.run(self._write(count, token_count))

    def close(self) -> None:
        """End the process."""
        self._runner.run(self._client.close())
        self._runner.close()

    async def _open(self, load: Load) -> None:
        self._client = EngineClient()
        await self._client.start()
        config = EngineConfig(slot_count=load.slot_count, thread_count=load.thread_count)
        self._client.load(str(load.path), config)
        await until_ready(self._client)
        assert self._client.state.model is not None
        self.context_window = self._client.state.model.context_window

    async def _write(self, count: int, token_count: int) -> list[Arrivals]:
        sampling = msgspec.structs.replace(self._sampling, max_tokens=token_count)
        requests = [
            self._client.submit(f"c{index}", [ChatMessage(Role.USER, question(index))], sampling)
            for index in range(count)
        ]
        return await asyncio.gather(*(self._read(each, token_count) for each in requests))

    async def _read(self, request: Request, token_count: int) -> Arrivals:
        times: list[float] = []
        counts: list[int] = []
        async for event in request.events():
            if isinstance(event, TextDelta):
                times.append(time.perf_counter())
                counts.append(event.token_count)
            elif isinstance(event, Finished):
                _check(event.usage.reply_tokens, token_count)
        return Arrivals(times, counts)


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
        may_fuse_attention: bool = True,
    ) -> None:
        self.context_window = context_window
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
        if not may_fuse_attention:
            context.flash_attn_type = lib.LLAMA_FLASH_ATTN_TYPE_DISABLED
        context.no_perf = True
        self._context = lib.llama_init_from_model(self._model, context)
        self._pools = ThreadPools(self._context, thread_count, thread_count)
        self._memory = lib.llama_get_memory(self._context)
        self._batch = lib.llama_batch_init(2048, 0, 1)
        self._prompt_length = prompt_length
        self._fill([0] * prompt_length, list(range(prompt_length)), last_only=True)
        self._decode()
        for slot in range(1, slot_count):  # the next call copies the cells
            lib.llama_memory_seq_cp(self._memory, 0, slot, -1, -1)

    def write(self, count: int, token_count: int) -> list[Arrivals]:
        """Decode one token of each of the first ``count`` slots per call, after their prompts."""
        for slot in range(count):
            lib.llama_memory_seq_rm(self._memory, slot, self._prompt_length, -1)
        self._fill(list(range(count)), [self._prompt_length] * count, last_only=False)
        address = ctypes.cast(self._batch.pos, ctypes.POINTER(ctypes.c_int32))
        positions = np.ctypeslib.as_array(address, shape=(count,))
        times: list[float] = []
        for _ in range(token_count):
            self._decode()
            times.append(time.perf_counter())
            positions += 1
        return [Arrivals(times, range(1, token_count + 1))] * count

    def close(self) -> None:
        """Free the context and the model."""
        lib.llama_batch_free(self._batch)
        lib.llama_free(self._context)
        self._pools.close()
        lib.llama_model_free(self._model)

    @property
    def processor_seconds(self) -> float:
        """The processor time of this process so far."""
        return time.process_time()

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
        """Return the gaps between decode calls, and their mean sum per step, if there are any.

        A step computes a token of each of ``count`` chats, in one call or several. Calls that read
        a prompt are skipped.
        """
        calls, self._calls = self._calls, []
        gaps: list[float] = []
        row_count = 0
        for (_, ended, rows, is_decode), (started, _, _, is_next) in itertools.pairwise(calls):
            if is_decode and is_next:
                gaps.append(1000 * (started - ended))
                row_count += rows
        return gaps, [sum(gaps) * count / row_count] if row_count else []


def question(index: int) -> str:
    """Return what one of the chats asks."""
    return f"Chat {index}: please explain in a few paragraphs how number {index} is used in music."


def processor_seconds(process_id: int) -> float:
    """Return the processor time of a process and of those that it started, so far."""
    process = psutil.Process(process_id)
    times = [each.cpu_times() for each in (process, *process.children(recursive=True))]
    return sum(float(each.user + each.system) for each in times)


def speed_of(replies: Sequence[Arrivals]) -> float:
    """Return the tokens per second of all replies together.

    The time is from the first arrival of any reply to the last one, also if a side writes some
    replies after others. The tokens of each reply's first arrival are not counted, because they
    were computed before it.
    """
    token_count = sum(reply.counts[-1] - reply.counts[0] for reply in replies)
    since = min(reply.times[0] for reply in replies)
    return token_count / (max(reply.times[-1] for reply in replies) - since)


def _check(written: int, wanted: int) -> None:
    if written != wanted:
        raise SystemExit(f"A reply has {written} tokens, not {wanted}.")
