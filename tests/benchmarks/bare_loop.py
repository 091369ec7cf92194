"""The yardstick: ``llama_decode`` in a bare loop, without sampling, text, events or checks."""

import ctypes
import time

import numpy as np

from engine.llama.capi import lib, start_library  # the same library, loaded the same way
from engine.llama.threadpool import ThreadPools


class BareLoop:
    """One split-KV context of a model file, fed from arrays that were filled once."""

    def __init__(
        self,
        path: str,
        *,
        slot_count: int,
        context_window: int,
        thread_count: int,
        prompt_length: int,
    ) -> None:
        """Read a prompt in every slot."""
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
        self._pools = ThreadPools(self._context, thread_count, thread_count)
        self._memory = lib.llama_get_memory(self._context)
        self._batch = lib.llama_batch_init(2048, 0, 1)
        self._prompt_length = prompt_length
        self._step_limit = context_window - prompt_length
        self.processor_per_token = 0.0
        for slot in range(slot_count):
            self._fill([slot] * prompt_length, list(range(prompt_length)), last_only=True)
            self._decode()

    def tokens_per_second(self, count: int, seconds: float) -> float:
        """Write behind the first prompts for so long, one token of each slot in a call."""
        for slot in range(count):
            lib.llama_memory_seq_rm(self._memory, slot, self._prompt_length, -1)
        self._fill(list(range(count)), [self._prompt_length] * count, last_only=False)
        self._decode()
        positions = self._positions(count)
        started = now = time.perf_counter()
        used = time.process_time()
        step_count = 0
        while now < started + seconds and step_count < self._step_limit - 1:
            positions += 1
            self._decode()
            step_count += 1
            now = time.perf_counter()
        token_count = count * step_count
        self.processor_per_token = (time.process_time() - used) / token_count
        return token_count / (now - started)

    def close(self) -> None:
        """Free everything."""
        lib.llama_batch_free(self._batch)
        lib.llama_free(self._context)
        self._pools.close()
        lib.llama_model_free(self._model)

    def _positions(self, count: int) -> "np.ndarray[tuple[int, ...], np.dtype[np.int32]]":
        address = ctypes.cast(self._batch.pos, ctypes.POINTER(ctypes.c_int32))
        return np.ctypeslib.as_array(address, shape=(count,))

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
