"""The list of recommended models is complete, ordered, dated, and fits every memory size."""

import re
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from app.chat.request_builder import ChatSettings
from app.controllers.settings_controller import chat_settings_of
from app.models.controllers.model_settings import chat_settings_with
from app.models.hub.answers import is_repository_name
from app.models.hub.variants import quantization_of
from app.models.hub_model import ModelPurpose
from app.models.library.choices import Memory, fit_of
from app.models.library.models import advised_sampling_of, default_prompt_of
from app.models.library.recommended_models import recommended_models
from app.models.settings_model import ModelSettings
from app.settings import Settings
from engine.client.client import EngineClient
from engine.messages.commands import ChatMessage, Role
from engine.messages.config import EngineConfig
from tests.fakes.engine_client import events_of, text_of
from tests.models.talker import STARTER_MODEL, TALKER

GIGABYTE = 10**9


def memory(free: float, *, has_gpu: bool = False) -> Memory:
    return Memory(int(2 * free * GIGABYTE), int(free * GIGABYTE), has_gpu)


def test_the_list_is_whole_and_dated() -> None:
    found = recommended_models()
    assert 15 <= len(found.models) <= 25
    assert found.written.isoformat() >= "2026-11-29"
    assert len({each.repository for each in found.models}) == len(found.models)
    for each in found.models:
        assert is_repository_name(each.repository)
        assert each.file.endswith(".gguf")
        assert quantization_of(each.file.replace("*", "-").removesuffix(".gguf"))
        assert {"en", "de", "es", "fr", "zh"} <= each.about.keys()
        assert each.licence
        assert bool(each.projector_bytes) == (ModelPurpose.PICTURES in each.purposes)
        assert 0 < each.active_parameter_count <= each.parameter_count
    assert {purpose for each in found.models for purpose in each.purposes} == set(ModelPurpose)


def test_only_the_measured_speed_is_spoken_of() -> None:
    words = re.compile(r"\b(fast|quick|slow|speed|at once|instant)", re.IGNORECASE)
    assert not [each.name for each in recommended_models().models if words.search(each.about["en"])]


def test_sizes_are_those_of_files_and_no_estimates() -> None:
    sizes = [
        size
        for each in recommended_models().models
        for size in (each.download_bytes, each.projector_bytes)
    ]
    assert not [size for size in sizes if size and size % 1_000 == 0]


def test_it_goes_from_small_to_large_and_needs_more_than_its_file() -> None:
    models = recommended_models().models
    assert [each.memory_bytes for each in models] == sorted(each.memory_bytes for each in models)
    assert all(each.download_bytes < each.memory_bytes for each in models)
    # No quantization of these stores a number in less than half a byte, or in more than one.
    assert all(0.4 < each.download_bytes / each.parameter_count < 1.2 for each in models)


@pytest.mark.parametrize(
    ("free", "cores", "has_gpu", "expected"),
    [
        (1, 2, False, []),
        (2, 2, False, ["LFM2.5 1.2B"]),
        (4, 2, False, ["Qwen3.5 2B", "LFM2.5 1.2B", "SmolLM3 3B"]),
        (7, 2, False, ["LFM2.5 8B A1B", "Gemma 4 E2B", "Qwen3.5 2B"]),
        (8, 8, False, ["Gemma 4 E4B", "LFM2.5 8B A1B", "Qwen3.5 4B"]),
        (8, 8, True, ["Ministral 3 8B", "Qwen3.5 9B", "Granite 4.1 8B"]),
        (24, 2, False, ["LFM2.5 8B A1B", "Gemma 4 E2B", "Qwen3.5 2B"]),
        (24, 8, False, ["Qwen3.6 35B A3B", "Gemma 4 26B A4B", "GLM-4.7-Flash"]),
    ],
)
def test_three_to_chat_with_are_named_for_a_computer(
    free: float, cores: int, has_gpu: bool, expected: list[str]
) -> None:
    found = recommended_models().for_computer(memory(free, has_gpu=has_gpu), core_count=cores)
    assert [each.name for each in found] == expected


@pytest.mark.parametrize("speed", [6e9, 14e9, 40e9])
def test_on_two_cores_the_first_one_reads_and_answers_quickly_at_any_measured_speed(
    speed: float,
) -> None:
    known = replace(memory(24), weight_speed=speed)
    first = recommended_models().for_computer(known, core_count=2)[0]
    assert first.download_bytes < 6 * GIGABYTE
    fit = fit_of(first.memory_bytes, known, first.bytes_per_token)
    assert not fit.is_slow
    assert fit.words_per_second == pytest.approx(0.75 * speed / first.bytes_per_token)


def test_a_measured_slow_computer_gets_a_smaller_model() -> None:
    slow = replace(memory(24), weight_speed=3e9)
    first = recommended_models().for_computer(slow, core_count=8)[0]
    assert first.name == "LFM2.5 1.2B"


def test_what_the_hub_lacks_is_replaced_by_the_next_one() -> None:
    found = recommended_models()
    before = found.for_computer(memory(8), core_count=8)
    after = found.for_computer(memory(8), core_count=8, hidden=[before[0].repository])
    assert after[:1] == before[1:2]
    assert len(after) == 3


def test_each_says_what_it_is_good_for_in_the_language_of_the_window() -> None:
    first = recommended_models().models[0]
    assert first.description("de_AT") == first.about["de"]
    assert first.description("nl") == first.about["en"]


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("Qwen3.5 4B", "Qwen3.5-4B-Q4_K_M.gguf"),
        ("Qwen3.6 35B A3B", "Qwen3.6-35B-A3B-UD-Q4_K_M.gguf"),
        ("Gemma 4 E4B", "gemma-4-E4B-it-Q4_K_M.gguf"),
        ("SmolLM3 3B", "SmolLM3-Q4_K_M.gguf"),
        ("Ministral 3 8B", "Ministral-3-8B-Instruct-2512-Q4_K_M.gguf"),
        ("gpt-oss 20B", "gpt-oss-20b-MXFP4.gguf"),
        ("gpt-oss 120B", "gpt-oss-120b-mxfp4-00001-of-00003.gguf"),
    ],
)
def test_a_pattern_finds_its_file_and_no_other_quantization(name: str, path: str) -> None:
    model = next(each for each in recommended_models().models if each.name == name)
    assert model.is_file(path)
    assert not model.is_file(re.sub("Q4_K_M|mxfp4", "Q8_0", path, flags=re.IGNORECASE))
    assert not model.is_file(f"mmproj-{name}-F16.gguf")


def asked_with(path: Path, settings: Settings) -> ChatSettings:
    general, name = chat_settings_of(settings), str(path)
    advice, prompt = advised_sampling_of(name), default_prompt_of(name)
    return chat_settings_with(general, ModelSettings(), {}, name, advice, prompt)


def test_what_the_user_has_set_goes_before_what_it_needs() -> None:
    found = asked_with(STARTER_MODEL, Settings(system_prompt="Be kind.", temperature=1.0))
    assert (found.system_prompt, found.sampling.temperature) == ("Be kind.", 1.0)
    assert found.sampling.top_p == 0.9


def test_another_model_gets_no_system_prompt() -> None:
    found = asked_with(TALKER, Settings())
    assert (found.system_prompt, found.sampling.temperature) == ("", 0.7)


@pytest.mark.skipif(not STARTER_MODEL.is_file(), reason="set-up could not fetch the starter model")
async def test_it_knows_the_capital_of_france() -> None:
    settings = asked_with(STARTER_MODEL, Settings())
    client = EngineClient()
    await client.start()
    try:
        client.load(str(STARTER_MODEL), EngineConfig(context_window=512))
        asked = [
            ChatMessage(Role.SYSTEM, settings.system_prompt),
            ChatMessage(Role.USER, "What is the capital of France?"),
        ]
        for seed in range(3):
            sampling = msgspec.structs.replace(settings.sampling, seed=seed)
            request = client.submit(str(seed), asked, sampling)
            assert "Paris" in text_of(await events_of(request))
    finally:
        await client.close()
