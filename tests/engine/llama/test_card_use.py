"""What goes to cards stands in the parameters of the library, and nothing by itself."""

import ctypes
import re

import pytest

from engine.llama.capi import lib
from engine.llama.model import CardUse, use_cards


class Override(ctypes.Structure):
    """A pattern of names and a kind of buffer, as the library reads them."""

    _fields_ = (("pattern", ctypes.c_char_p), ("buffer_type", ctypes.c_void_p))


def test_nothing_is_overridden_by_itself() -> None:
    params = lib.llama_model_default_params()
    assert use_cards(params, CardUse(7)) == []
    assert params.n_gpu_layers == 7
    assert not params.tensor_buft_overrides
    assert not params.tensor_split


def test_experts_and_no_other_weights_are_kept_in_main_memory() -> None:
    params = lib.llama_model_default_params()
    kept_alive = use_cards(params, CardUse(-1, keeps_experts=True))
    overrides = ctypes.cast(params.tensor_buft_overrides, ctypes.POINTER(Override))
    assert kept_alive
    assert overrides[0].buffer_type
    assert overrides[1].pattern is None
    pattern = re.compile(overrides[0].pattern.decode())
    for name in ("ffn_gate_exps", "ffn_up_exps", "ffn_down_exps", "ffn_gate_up_exps"):
        assert pattern.search(f"blk.3.{name}.weight")
    for name in ("ffn_gate", "ffn_gate_inp", "ffn_up_shexp", "attn_q"):
        assert not pattern.search(f"blk.3.{name}.weight")


def test_shares_are_as_many_as_the_library_reads() -> None:
    params = lib.llama_model_default_params()
    kept_alive = use_cards(params, CardUse(-1, tensor_split=(3.0,)))
    assert kept_alive
    assert params.tensor_split[0] == 3.0
    most = int(lib.llama_max_devices())
    assert [params.tensor_split[index] for index in range(1, most)] == [0.0] * (most - 1)
    with pytest.raises(ValueError, match="shares"):
        use_cards(params, CardUse(-1, tensor_split=(1.0,) * (most + 1)))
