"""What the bytes of a state depend on: the model's files, the library, and how it was set up."""

import ctypes
import os
import re
from pathlib import Path

import llama_cpp

from engine.backend import StateIdentity
from engine.llama.capi import lib
from engine.llama.model import Model

# What a context is created with that changes what its KV cache holds, or how.
_FIELDS = (
    *("n_seq_max", "n_rs_seq", "rope_scaling_type", "attention_type", "flash_attn_type"),
    *("rope_freq_base", "rope_freq_scale", "yarn_ext_factor", "yarn_attn_factor"),
    *("yarn_beta_fast", "yarn_beta_slow", "yarn_orig_ctx", "type_k", "type_v"),
    *("offload_kqv", "op_offload", "swa_full", "kv_unified"),
)
_PART_NAME = re.compile(r"-(\d{5})-of-(\d{5})\.gguf$")
_SWITCHES = ("LLAMA_", "GGML_")  # the library reads these from the environment


def state_identity(
    model: Model, params: ctypes.Structure, *, device: str, gpu_layer_count: int
) -> StateIdentity:
    """Return it; the device counts, because on another one the library chooses another layout."""
    facts = [
        *(f"{name}={getattr(params, name)}" for name in _FIELDS),
        f"library={llama_cpp.__version__}",
        f"build={lib.llama_print_system_info()!r}",
        f"state={lib.LLAMA_STATE_SEQ_VERSION}",
        f"described={model.fingerprint.hex()}",
        f"device={device}, {gpu_layer_count} layers",
        "lora=none",
        *sorted(f"{name}={value}" for name, value in os.environ.items() if _is_switch(name)),
    ]
    return StateIdentity(tuple(map(str, model_files(model.path))), "\n".join(facts))


def model_files(path: Path) -> tuple[Path, ...]:
    """Return all parts of a model, the one itself if it is not divided."""
    found = _PART_NAME.search(path.name)
    if found is None:
        return (path,)
    beginning, count = path.name[: found.start()], int(found[2])
    names = (f"{beginning}-{part:05d}-of-{count:05d}.gguf" for part in range(1, count + 1))
    return tuple(path.with_name(name) for name in names)


def _is_switch(name: str) -> bool:
    return name.startswith(_SWITCHES)
