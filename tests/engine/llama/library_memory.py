"""What the library itself says that a model takes: a dry run over its header, nothing is loaded."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from engine.gguf.memory_plan import LoadPlan, attention_plan
from engine.gguf.model_shape import ModelShape
from engine.llama import capi
from engine.llama.capi import lib, start_library
from engine.messages.config import MAX_DRAFTED_ROWS, KvType

_MEBIBYTE = 1024 * 1024
_KINDS = {KvType.F16: lib.GGML_TYPE_F16, KvType.Q8_0: lib.GGML_TYPE_Q8_0}
_CACHES = re.compile(r"llama_kv_cache[^\n]*: size = +([\d.]+) MiB")
_STATES = re.compile(r"RS buffer size = +([\d.]+) MiB")
_SCRATCH = re.compile(r"compute buffer size = +([\d.]+) MiB")
_OUTPUT = re.compile(r"output buffer size = +([\d.]+) MiB")


@dataclass(frozen=True, slots=True)
class LibraryMemory:
    """Bytes of weights, keys, values and states, scratch, and results."""

    weights: float
    kv: float
    compute: float
    output: float

    @property
    def total(self) -> float:
        """Return all of them."""
        return self.weights + self.context

    @property
    def context(self) -> float:
        """Return what is needed beside the weights."""
        return self.kv + self.compute + self.output


def library_memory(path: Path, shape: ModelShape, load: LoadPlan) -> LibraryMemory:
    """Have the library plan a load on the processor, and return what it says of its buffers.

    Results are reckoned for as many rows as a call may ever want; at first the library has one for
    each slot, and takes more when it needs them.
    """
    model_params = lib.llama_model_default_params()
    model_params.n_gpu_layers = 0
    model_params.no_alloc = True
    model_params.load_mode = lib.LLAMA_LOAD_MODE_NONE
    with _listening() as lines:
        model = lib.llama_model_load_from_file(os.fsencode(path), model_params)
        assert model is not None, "".join(lines)
        try:
            context = lib.llama_init_from_model(model, _params(shape, load))
            assert context is not None, "".join(lines)
            weights = float(lib.llama_model_size(model))
            lib.llama_free(context)
        finally:
            lib.llama_model_free(model)
    said = "".join(lines)
    outputs = min(load.slot_count + MAX_DRAFTED_ROWS, load.batch_size)
    return LibraryMemory(
        weights=weights,
        kv=_sum(_CACHES, said) + _sum(_STATES, said),
        compute=_sum(_SCRATCH, said),
        output=_sum(_OUTPUT, said) * outputs / load.slot_count,
    )


def _params(shape: ModelShape, load: LoadPlan) -> object:
    attention = attention_plan(shape, load)
    params = lib.llama_context_default_params()
    params.n_ctx = load.slot_count * load.cells
    params.n_seq_max = load.slot_count
    params.n_batch = load.batch_size
    params.n_ubatch = attention.micro_batch_size
    params.n_outputs_max = min(load.batch_size, load.slot_count + MAX_DRAFTED_ROWS)
    auto, off = lib.LLAMA_FLASH_ATTN_TYPE_AUTO, lib.LLAMA_FLASH_ATTN_TYPE_DISABLED
    params.flash_attn_type = auto if attention.is_fused else off
    params.type_k = _KINDS[attention.key_type]
    params.type_v = _KINDS[attention.value_type]
    params.kv_unified = False
    params.swa_full = False
    return params


@contextmanager
def _listening() -> Iterator[list[str]]:
    """Collect what the library says, and give its log back afterwards."""
    start_library()
    lines: list[str] = []

    def note(_level: int, text: bytes | None, _user_data: object) -> None:
        lines.append((text or b"").decode("utf-8", "replace"))

    callback = lib.llama_log_callback(note)
    lib.llama_log_set(callback, None)
    try:
        yield lines
    finally:
        lib.llama_log_set(capi.log_callback, None)


def _sum(pattern: re.Pattern[str], text: str) -> float:
    return sum(float(each) * _MEBIBYTE for each in pattern.findall(text))
