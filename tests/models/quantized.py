"""The models that benchmarks compare: random weights in several types, and the starter model."""

import ctypes
from collections.abc import Callable
from pathlib import Path

from gguf import LlamaFileType

from engine.llama.capi import lib, library_errors, start_library
from tests.models.cache import cached_model
from tests.models.deepened import write_deepened_f16, write_starter_f16
from tests.models.synthesized import write_synthesized_f16, write_synthesized_half_f16
from tests.models.talker import STARTER_MODEL


def write_q8_0(path: Path) -> None:
    """Write it with eight bits per weight."""
    _quantize(path, LlamaFileType.MOSTLY_Q8_0)


def write_q4_0(path: Path) -> None:
    """Write it with four bits per weight, which the library repacks for whole rows of them."""
    _quantize(path, LlamaFileType.MOSTLY_Q4_0)


def write_q4_k_m(path: Path) -> None:
    """Write it with four to six bits per weight, as most files that people fetch have."""
    _quantize(path, LlamaFileType.MOSTLY_Q4_K_M)


def write_q8_0_half(path: Path) -> None:
    """Write the model of 0.5 B with eight bits per weight."""
    _quantize(path, LlamaFileType.MOSTLY_Q8_0, write_synthesized_half_f16)


def write_q4_k_m_half(path: Path) -> None:
    """Write the model of 0.5 B with four to six bits per weight."""
    _quantize(path, LlamaFileType.MOSTLY_Q4_K_M, write_synthesized_half_f16)


def write_starter_q4_0(path: Path) -> None:
    """Write the starter model with four bits per weight."""
    _quantize(path, LlamaFileType.MOSTLY_Q4_0, write_starter_f16)


def write_deepened_q4_0(path: Path) -> None:
    """Write the deepened starter model with four bits per weight."""
    _quantize(path, LlamaFileType.MOSTLY_Q4_0, write_deepened_f16)


WRITERS: dict[str, Callable[[Path], None]] = {
    "q8_0": write_q8_0,
    "q4_0": write_q4_0,
    "q4_k_m": write_q4_k_m,
    "f16": write_synthesized_f16,
    "q8_0_05b": write_q8_0_half,
    "q4_k_m_05b": write_q4_k_m_half,
    "deepened_f16": write_deepened_f16,
    "deepened_q4_0": write_deepened_q4_0,
    "starter_q4_0": write_starter_q4_0,
}


def quantized_model(quantization: str) -> Path:
    """Return the file of one of these quantizations, made at most once, or of the starter model."""
    if quantization == "starter":
        return STARTER_MODEL
    return cached_model(WRITERS[quantization])


def _quantize(
    path: Path, kind: LlamaFileType, write: Callable[[Path], None] = write_synthesized_f16
) -> None:
    start_library()
    options = lib.llama_model_quantize_default_params()
    options.ftype = int(kind)
    source = str(cached_model(write)).encode()
    if lib.llama_model_quantize(source, str(path).encode(), ctypes.byref(options)) != 0:
        raise RuntimeError(f"The library did not quantize: {library_errors()}")
