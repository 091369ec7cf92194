"""What was set stays; what was not follows from the model, the memory, the card and the speed."""

import ctypes
import dataclasses
import re
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from engine.gguf.memory_plan import FreeMemory, LoadPlan, memory_plan
from engine.gguf.model_file import describe
from engine.gguf.model_shape import ModelShape
from engine.llama.capi import lib
from engine.llama.load_planning import planned_load
from engine.llama.loader import load as load_model
from engine.llama.model import CardUse, use_cards
from engine.messages.config import EngineConfig, KvType
from engine.messages.errors import ModelLoadFailed
from engine.reading_speeds import remember_speed
from tests.engine.llama.library_memory import library_memory
from tests.models.projector_headers import write_projector_header
from tests.models.shapes import LLAMA_8B, MAMBA_3B, QWEN_30B, SHAPES, Shape, small, write_shape

GB = 1024**3
MAIN = FreeMemory(main=120 * GB, main_total=128 * GB)
AUTOMATIC = EngineConfig()
LOADS = (
    LoadPlan(slot_count=4, context_window=1024),
    LoadPlan(slot_count=3, context_window=5000, kv_type=KvType.Q8_0),
    LoadPlan(slot_count=1, context_window=32_768),
)
ALLOWED = 0.05


def with_card(size: int) -> FreeMemory:
    return replace(MAIN, card=size * GB, card_total=size * GB)


def shape_of(path: Path, kind: Shape) -> ModelShape:
    write_shape(path, kind)
    shape = describe(path).shape
    assert shape is not None
    return shape


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "model.gguf"


@pytest.fixture
def llama(path: Path) -> ModelShape:
    return shape_of(path, LLAMA_8B)


def test_a_context_that_was_set_is_what_each_chat_gets(path: Path, llama: ModelShape) -> None:
    planned = planned_load(path, llama, EngineConfig(context_window=5000), MAIN)
    assert (planned.load.context_window, planned.context_reason) == (5000, "")


def test_a_projector_is_planned_and_a_wrong_one_refused(
    path: Path, llama: ModelShape, tmp_path: Path
) -> None:
    right = write_projector_header(tmp_path / "p.gguf", "pixtral", llama.width, width=1024)
    config = EngineConfig(projector_path=str(right), media_tokens_limit=256)
    planned = planned_load(path, llama, config, MAIN)
    assert planned.load.projector.weight_bytes == right.stat().st_size
    assert planned.load.projector.encoding_bytes == 4 * 1024 * (3 * 1024 + 2 * 128)
    for kind, width in (("gemma3", llama.width), ("pixtral", 64)):
        write_projector_header(right, kind, width)
        with pytest.raises(ModelLoadFailed, match="belongs to"):
            planned_load(path, llama, config, MAIN)


def test_a_measured_speed_decides_instead_of_an_estimate(
    path: Path, llama: ModelShape, tmp_path: Path
) -> None:
    config = EngineConfig(cache_dir=str(tmp_path))
    for speed, tokens in ((1000.0, 32_768), (30.0, 4096)):
        remember_speed(tmp_path, path, speed)
        assert planned_load(path, llama, config, MAIN).load.context_window == tokens


def test_a_card_with_room_takes_all_layers_however_slow_the_processor_is(
    path: Path, llama: ModelShape, tmp_path: Path
) -> None:
    remember_speed(tmp_path, path, 1.0)
    config = EngineConfig(cache_dir=str(tmp_path))
    load = planned_load(path, llama, config, with_card(48)).load
    assert (load.context_window, load.gpu_layer_count) == (32_768, 33)


def test_a_small_card_takes_as_many_layers_as_it_has_room_for(
    path: Path, llama: ModelShape
) -> None:
    load = planned_load(path, llama, EngineConfig(context_window=4096), with_card(6)).load
    assert 5 < load.gpu_layer_count < 33
    set_by_hand = EngineConfig(context_window=4096, gpu_layer_count=30)
    assert planned_load(path, llama, set_by_hand, with_card(6)).load.gpu_layer_count == 30


@pytest.mark.parametrize(
    ("card", "keeps_experts", "layers"), [(8, True, 49), (80, False, 49), (0, False, 0)]
)
def test_experts_stay_where_the_card_has_room_for_all_else(
    path: Path, card: int, keeps_experts: bool, layers: int
) -> None:
    qwen = shape_of(path, QWEN_30B)
    config = EngineConfig(context_window=8192, slot_count=2)
    load = planned_load(path, qwen, config, with_card(card)).load
    assert (load.keeps_experts, load.gpu_layer_count) == (keeps_experts, layers)


def test_experts_follow_what_was_set(path: Path) -> None:
    qwen = shape_of(path, QWEN_30B)
    for wish in (True, False):
        config = msgspec.structs.replace(AUTOMATIC, context_window=8192, keeps_experts=wish)
        assert planned_load(path, qwen, config, with_card(8)).load.keeps_experts == wish


@pytest.mark.parametrize("kind", [LLAMA_8B, MAMBA_3B], ids=lambda kind: kind.name)
def test_a_header_that_says_next_to_nothing_can_be_planned(path: Path, kind: Shape) -> None:
    empty = shape_of(path, dataclasses.replace(kind, layer_count=0, width=0, trained_context=0))
    for free in (MAIN, with_card(8)):
        load = planned_load(path, empty, AUTOMATIC, free).load
        assert load.context_window == 32_768
    with pytest.raises(ModelLoadFailed, match="cannot be computed"):
        load_model(str(path), AUTOMATIC, lambda _share: None)


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


@pytest.mark.parametrize("kind", SHAPES, ids=lambda kind: kind.name)
def test_a_model_takes_what_was_reckoned(tmp_path: Path, kind: Shape) -> None:
    for each in (kind, small(kind)):
        path = tmp_path / f"{each.name}.gguf"
        shape = shape_of(path, each)
        for load in LOADS:
            said, plan = library_memory(path, shape, load), memory_plan(shape, load)
            assert plan.main.weights == pytest.approx(said.weights, rel=0.001)
            assert plan.main.kv == pytest.approx(said.kv, rel=0.001, abs=1 << 14)
            reckoned = plan.main.total - plan.main.process
            assert reckoned == pytest.approx(said.total, rel=ALLOWED), (each.name, load, said)
