"""Memory is reckoned from the shape of a model, and compared with what is free."""

import dataclasses
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.gguf.automatic_context import (
    SHARED_CONTEXT,
    ContextReason,
    automatic_context,
    estimated_speed,
)
from engine.gguf.memory_plan import (
    NO_PROJECTOR,
    FitKind,
    FreeMemory,
    LoadPlan,
    ProjectorPlan,
    attention_plan,
    fit,
    memory_plan,
    plain_attention_rows,
)
from engine.gguf.model_file import describe
from engine.gguf.model_shape import ModelShape
from engine.messages.config import KvType
from tests.models.shapes import (
    DEEPSEEK_LITE,
    GEMMA_4B,
    GRANITE_H_3B,
    LLAMA_8B,
    MAMBA_3B,
    PHI_4B,
    QWEN_4B,
    QWEN_30B,
    Shape,
    write_shape,
)

MB, GB = 1024**2, 1024**3
PLENTY = FreeMemory(main=400 * GB, main_total=512 * GB)
Q8_0 = LoadPlan(kv_type=KvType.Q8_0)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("shapes")


def shape_of(folder: Path, kind: Shape) -> ModelShape:
    path = folder / f"{kind.name}.gguf"
    if not path.exists():
        write_shape(path, kind)
    shape = describe(path).shape
    assert shape is not None
    return shape


@pytest.fixture(scope="module")
def llama(folder: Path) -> ModelShape:
    return shape_of(folder, LLAMA_8B)


@pytest.mark.parametrize(
    ("heads", "cells", "rows"),
    [(8, 1024, None), (8, 4096, 1024), (32, 4096, 256), (32, 16384, 64), (64, 32768, None)],
)
def test_plain_attention_is_for_long_conversations_whose_scores_are_small(
    heads: int, cells: int, rows: int | None
) -> None:
    assert plain_attention_rows(heads, cells) == rows


def test_a_token_of_a_large_llama_takes_128_kibibytes(llama: ModelShape) -> None:
    assert memory_plan(llama, LoadPlan(1, 4096)).kv == 4096 * 128 * 1024
    assert memory_plan(llama, LoadPlan(4, 4096)).kv == 4 * 4096 * 128 * 1024


def test_layers_with_a_window_keep_no_more_than_it_and_a_pass(folder: Path) -> None:
    gemma = shape_of(folder, GEMMA_4B)
    assert [layer.is_sliding for layer in gemma.layers[:7]] == [*[True] * 5, False, True]
    long, longer = (memory_plan(gemma, LoadPlan(1, window)).kv for window in (16_384, 32_768))
    whole = sum(not layer.is_sliding for layer in gemma.layers)
    assert longer - long <= whole * 16_384 * 2 * 2 * 4 * 256


def test_states_do_not_grow_with_the_conversation(folder: Path) -> None:
    mamba = shape_of(folder, MAMBA_3B)
    assert memory_plan(mamba, LoadPlan(2, 512)).kv == memory_plan(mamba, LoadPlan(2, 65_536)).kv
    hybrid = shape_of(folder, GRANITE_H_3B)
    keeping = [index for index, layer in enumerate(hybrid.layers) if layer.key_width]
    assert keeping == list(GRANITE_H_3B.attention_layers or ())
    assert all(bool(layer.state_bytes) != bool(layer.key_width) for layer in hybrid.layers)


def test_a_compressed_row_is_kept_once_and_stays_f16_without_fused_attention(folder: Path) -> None:
    deepseek = shape_of(folder, DEEPSEEK_LITE)
    assert memory_plan(deepseek, LoadPlan(1, 1024)).kv == 27 * 1024 * 576 * 2
    assert attention_plan(deepseek, replace(Q8_0, context_window=1024)).key_type is KvType.Q8_0
    assert attention_plan(deepseek, replace(Q8_0, context_window=8192)).key_type is KvType.F16


def test_half_the_memory_where_attention_is_fused_and_keys_alone_elsewhere(
    llama: ModelShape,
) -> None:
    def share(load: LoadPlan) -> float:
        return (
            memory_plan(llama, replace(load, kv_type=KvType.Q8_0)).kv / memory_plan(llama, load).kv
        )

    fused, plain = LoadPlan(4, 1024), LoadPlan(4, 8192)
    assert share(fused) <= 0.55
    assert 0.7 < share(plain) <= 0.78
    assert attention_plan(llama, replace(plain, kv_type=KvType.Q8_0)).value_type is KvType.F16


def test_heads_that_are_no_whole_blocks_stay_f16(folder: Path) -> None:
    odd = shape_of(folder, dataclasses.replace(PHI_4B, name="odd", head_width=80, width=2560))
    assert attention_plan(odd, replace(Q8_0, context_window=1024)).key_type is KvType.F16


def test_a_card_takes_the_last_layers_and_the_output_first(llama: ModelShape) -> None:
    none = memory_plan(llama, LoadPlan())
    assert none.card.total == 0
    some = memory_plan(llama, LoadPlan(gpu_layer_count=11))
    assert some.card.kv == none.kv * 10 // 32
    assert some.card.weights + some.main.weights == none.main.weights
    every = memory_plan(llama, LoadPlan(gpu_layer_count=33))
    assert every.main.kv == 0
    assert every.main.weights == llama.input_bytes


def test_experts_that_are_kept_leave_the_card_to_the_rest(folder: Path) -> None:
    qwen = shape_of(folder, QWEN_30B)
    every = LoadPlan(gpu_layer_count=49)
    given, kept = memory_plan(qwen, every), memory_plan(qwen, replace(every, keeps_experts=True))
    assert given.card.weights - kept.card.weights == qwen.expert_bytes > 0.9 * qwen.weight_bytes
    assert kept.main.weights - given.main.weights == qwen.expert_bytes
    assert qwen.active_parameter_count < 0.15 * qwen.parameter_count
    assert qwen.bytes_per_token < 0.15 * qwen.weight_bytes


def test_a_token_reads_the_output_but_only_one_row_of_the_embeddings(folder: Path) -> None:
    tied, untied = shape_of(folder, QWEN_4B), shape_of(folder, LLAMA_8B)
    assert tied.bytes_per_token == tied.weight_bytes
    assert untied.bytes_per_token == untied.weight_bytes - untied.input_bytes


def test_seeing_takes_memory_where_the_model_is(llama: ModelShape) -> None:
    eyes = ProjectorPlan(weight_bytes=800 * MB, encoding_bytes=200 * MB)
    load = LoadPlan(projector=eyes)
    blind = memory_plan(llama, replace(load, projector=NO_PROJECTOR))
    assert memory_plan(llama, load).main.total - blind.main.total == eyes.total == 1000 * MB
    on_card = memory_plan(llama, replace(load, gpu_layer_count=33))
    assert (on_card.card.projector, on_card.main.projector) == (eyes.total, 0)
    free = FreeMemory(blind.main.total, blind.main.total)
    assert fit(llama, load, free).kind is not FitKind.FITS


def test_a_draft_model_takes_memory_where_all_layers_are(llama: ModelShape) -> None:
    load = LoadPlan(draft_bytes=700 * MB)
    alone = memory_plan(llama, LoadPlan())
    assert memory_plan(llama, load).main.total - alone.main.total == 700 * MB
    partly = memory_plan(llama, replace(load, gpu_layer_count=32))
    assert (partly.card.draft, partly.main.draft) == (0, 700 * MB)
    wholly = memory_plan(llama, replace(load, gpu_layer_count=33))
    assert (wholly.card.draft, wholly.main.draft) == (700 * MB, 0)


def test_a_picture_that_sees_itself_has_room_in_one_pass(llama: ModelShape) -> None:
    load = LoadPlan(slot_count=1, context_window=8192, micro_batch_size=512)
    assert attention_plan(llama, load).micro_batch_size == 128
    seeing = replace(load, projector=ProjectorPlan(least_pass=256))
    assert attention_plan(llama, seeing).micro_batch_size == 256
    assert memory_plan(llama, seeing).main.compute > memory_plan(llama, load).main.compute
    huge = replace(load, projector=ProjectorPlan(least_pass=5000))
    assert attention_plan(llama, huge).micro_batch_size == load.batch_size


def test_what_fits_is_said_with_its_numbers(llama: ModelShape) -> None:
    load = LoadPlan(slot_count=4, context_window=32_768)
    all_of_it = memory_plan(llama, load).main.total
    assert fit(llama, load, FreeMemory(all_of_it, all_of_it)).kind is FitKind.FITS
    less = fit(llama, load, FreeMemory(all_of_it - 1, all_of_it))
    assert (less.kind, less.load.context_window) == (FitKind.LESS_CONTEXT, 16_384)
    assert less.plan.main.total < all_of_it
    none = fit(llama, load, FreeMemory(2 * GB, 4 * GB))
    assert none.kind is FitKind.TOO_LARGE
    assert none.plan.main.total > 2 * GB


def test_a_small_card_takes_a_part_and_the_processor_the_rest(llama: ModelShape) -> None:
    load = LoadPlan(slot_count=1, context_window=4096, gpu_layer_count=33)
    partly = fit(llama, load, FreeMemory(16 * GB, 16 * GB, 4 * GB, 4 * GB))
    assert partly.kind is FitKind.PARTLY_CPU
    assert 0 < partly.load.gpu_layer_count < 33
    assert partly.plan.card.total <= 4 * GB
    whole = fit(llama, load, FreeMemory(16 * GB, 16 * GB, 24 * GB, 24 * GB))
    assert (whole.kind, whole.load.gpu_layer_count) == (FitKind.FITS, 33)


@given(
    slots=st.integers(1, 64),
    window=st.integers(256, 1 << 18),
    layers=st.integers(0, 40),
    free=st.integers(0, 64 * GB),
    card=st.integers(0, 64 * GB),
)
def test_what_is_said_to_fit_has_room(
    llama: ModelShape, slots: int, window: int, layers: int, free: int, card: int
) -> None:
    memory = FreeMemory(free, 64 * GB, card, 64 * GB)
    found = fit(llama, LoadPlan(slots, window, gpu_layer_count=layers), memory)
    has_room = found.plan.main.total <= free and found.plan.card.total <= card
    assert has_room == (found.kind is not FitKind.TOO_LARGE)
    assert found.load.context_window <= window
    assert found.load.gpu_layer_count <= layers


def test_the_automatic_context_is_what_the_model_was_trained_for_at_most(
    llama: ModelShape,
) -> None:
    for trained, tokens in (
        (2048, 2048),
        (40_960, 32_768),
        (3000, 2048),
        (300, 256),
        (1 << 20, 32_768),
    ):
        found = automatic_context(replace(llama, trained_context=trained), LoadPlan(), PLENTY, None)
        assert found.tokens == tokens
    assert found.reason is ContextReason.LIMIT


def test_the_automatic_context_leaves_memory_to_others(llama: ModelShape) -> None:
    for total in (16, 24, 32, 48, 64):
        free = FreeMemory(main=(total - 2) * GB, main_total=total * GB)
        found = automatic_context(llama, LoadPlan(), free, 1000.0)
        shared = memory_plan(llama, LoadPlan(4, SHARED_CONTEXT)).main.total
        left = free.main - memory_plan(llama, LoadPlan(4, found.tokens)).main.total
        more = free.main - memory_plan(llama, LoadPlan(4, 2 * found.tokens)).main.total
        to_leave = max(0.3 * total * GB, 4 * GB, free.main / 2 if shared <= free.main / 2 else 0)
        assert left >= to_leave or found.tokens == 2048
        assert more < to_leave or found.tokens == 32_768
    assert found.tokens == 32_768


def test_two_models_with_automatic_contexts_fit_into_16_gib_together(folder: Path) -> None:
    free = FreeMemory(main=13 * GB, main_total=16 * GB)
    taken = 0
    for shape in (shape_of(folder, GEMMA_4B), shape_of(folder, QWEN_4B)):
        found = automatic_context(shape, LoadPlan(), free, 1000.0)
        assert found.tokens >= 4096
        taken += memory_plan(shape, LoadPlan(context_window=found.tokens)).main.total
    assert taken <= free.main


def test_the_automatic_context_leaves_a_tenth_of_a_card(llama: ModelShape) -> None:
    load = LoadPlan(gpu_layer_count=33)
    found = automatic_context(llama, load, replace(PLENTY, card=24 * GB, card_total=24 * GB), None)
    assert (found.tokens, found.reason) == (16_384, ContextReason.CARD)


@pytest.mark.parametrize(
    ("speed", "tokens"), [(1000.0, 32_768), (100.0, 16_384), (25.0, 4096), (1, 2048)]
)
def test_a_slow_processor_gets_what_it_reads_in_three_minutes(
    llama: ModelShape, speed: float, tokens: int
) -> None:
    found = automatic_context(llama, LoadPlan(), PLENTY, speed)
    assert found.tokens == tokens
    assert (found.reason is ContextReason.SPEED) == (tokens < 32_768)


def test_what_is_not_measured_yet_is_estimated_by_what_computes(
    folder: Path, llama: ModelShape
) -> None:
    experts = shape_of(folder, QWEN_30B)
    assert estimated_speed(llama, 8) == pytest.approx(2 * estimated_speed(llama, 4))
    assert estimated_speed(experts, 8) > estimated_speed(llama, 8)
