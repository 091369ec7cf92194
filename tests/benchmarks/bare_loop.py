"""The yardstick: ``llama_decode`` in a bare loop, without sampling, text, events or checks."""

import ctypes
import time

import numpy as np

from engine.llama.capi import lib, start_library  # the same library, loaded the same way
from tests.benchmarks.harness import Moment


class BareLoop:
    """One split-KV context of a model file, fed from arrays that were filled once."""

    def __init__(
        self, path: str, *, slot_count: int, context_window: int, thread_count: int
    ) -> None:
        start_library()
        parameters = lib.llama_model_default_params()
        self._model = lib.llama_model_load_from_file(path.encode(), parameters)
        context = lib.llama_context_default_params()
        context.n_ctx = slot_count * context_window
        context.n_seq_max = slot_count
        context.n_batch = 2048
        context.n_ubatch = 512
        context.n_threads = context.n_threads_batch = thread_count
        context.kv_unified = False
        context.no_perf = True
        self._context = lib.llama_init_from_model(self._model, context)
        self._memory = lib.llama_get_memory(self._context)
        self._batch = lib.llama_batch_init(2048, 0, 1)
        self._slot_count = slot_count

    def step_seconds(self, prompt_length: int, step_count: int) -> list[Moment]:
        """Read a prompt in every slot, then time steps of one token in each.

        By the clock, and by the processor that this thread used.
        """
        lib.llama_memory_clear(self._memory, False)
        for slot in range(self._slot_count):
            self._fill([slot] * prompt_length, list(range(prompt_length)), last_only=True)
            self._decode()
        seconds = []
        slots = list(range(self._slot_count))
        positions = self._positions()
        for step in range(step_count):
            if step == 0:
                self._fill(slots, [prompt_length] * self._slot_count, last_only=False)
            else:
                positions += 1
            started, used = time.perf_counter(), time.thread_time()
            self._decode()
            seconds.append(Moment(time.perf_counter() - started, time.thread_time() - used))
        return seconds

    def close(self) -> None:
        """Free everything."""
        lib.llama_batch_free(self._batch)
        lib.llama_free(self._context)
        lib.llama_model_free(self._model)

    def _positions(self) -> "np.ndarray[tuple[int, ...], np.dtype[np.int32]]":
        address = ctypes.cast(self._batch.pos, ctypes.POINTER(ctypes.c_int32))
        return np.ctypeslib.as_array(address, shape=(self._slot_count,))

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
