"""What of a model goes to graphics cards, as the library's parameters say it."""

import ctypes
from dataclasses import dataclass

from engine.llama.capi import lib, native_library

_EXPERTS = rb"\.ffn_(up|down|gate|gate_up)_(ch|)exps"  # as the library's own switch has it


@dataclass(frozen=True, slots=True)
class CardUse:
    """How a model is spread.

    Attributes:
        layer_count: layers on the cards, the last ones first; negative means all.
        keeps_experts: their experts stay in main memory.
        tensor_split: the shares of the cards; empty is by what they have free.
        devices: the library's handles of the cards; empty leaves the choice to it.
        uses_none: no card is used, also for long prompts, which the library computes on cards that
            it knows even if no layer is there.
    """

    layer_count: int = 0
    keeps_experts: bool = False
    tensor_split: tuple[float, ...] = ()
    devices: tuple[int, ...] = ()
    uses_none: bool = False


class _Override(ctypes.Structure):
    """llama_model_tensor_buft_override: tensors of such names go to this kind of buffer."""

    _fields_ = (("pattern", ctypes.c_char_p), ("buffer_type", ctypes.c_void_p))


def use_cards(params: ctypes.Structure, card: CardUse) -> list[object]:
    """Fill the library's parameters; return what must outlive the load."""
    params.n_gpu_layers = card.layer_count
    kept: list[object] = []
    if card.keeps_experts:
        kept.append(_experts_in_main_memory())
        params.tensor_buft_overrides = ctypes.cast(kept[-1], ctypes.c_void_p)  # type: ignore[arg-type]
    if card.tensor_split:
        kept.append(_shares(card.tensor_split))
        params.tensor_split = ctypes.cast(kept[-1], ctypes.POINTER(ctypes.c_float))  # type: ignore[arg-type]
    if card.devices or card.uses_none:
        kept.append((ctypes.c_void_p * (len(card.devices) + 1))(*card.devices, None))
        params.devices = ctypes.cast(kept[-1], ctypes.c_void_p)  # type: ignore[arg-type]
    return kept


def _experts_in_main_memory() -> ctypes.Array[_Override]:
    """Return the list of overrides; one without a pattern ends it."""
    base = native_library("ggml-base")
    cpu = base.ggml_backend_cpu_buffer_type
    cpu.restype = ctypes.c_void_p
    return (_Override * 2)(_Override(_EXPERTS, cpu()), _Override(None, None))


def _shares(shares: tuple[float, ...]) -> ctypes.Array[ctypes.c_float]:
    """Return as many numbers as the library reads. Raises ValueError on more of them."""
    most = int(lib.llama_max_devices())
    if len(shares) > most:
        raise ValueError(f"there are {len(shares)} shares, for at most {most} cards")
    return (ctypes.c_float * most)(*shares)
