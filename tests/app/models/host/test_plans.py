"""What a model is promised: at least what it takes, on main memory and on cards."""

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from app.errors import ModelFileError
from app.models.host.broker import Machine
from app.models.host.plans import planned_model
from app.models.host.table import MAIN
from engine.gguf.draft_file import draft_bytes
from engine.gguf.embedding_load import embedding_load, text_load
from engine.gguf.memory_plan import FreeMemory, LoadPlan, memory_plan
from engine.gguf.model_file import describe
from engine.messages.config import EngineConfig
from tests.models.cache import cached_model
from tests.models.synthesized import write_synthesized
from tests.models.tiny import write_plain
from tests.models.tiny_encoders import write_nomic_bert

GIB = 1 << 30
NO_CARD = Machine({MAIN: 16 * GIB}, {MAIN: 16 * GIB})
TWO_CARDS = Machine(
    {MAIN: 16 * GIB, "one": 8 * GIB, "two": 4 * GIB},
    {MAIN: 16 * GIB, "one": 8 * GIB, "two": 8 * GIB},
)


def test_a_set_context_is_planned_as_the_engine_plans_it() -> None:
    path = cached_model(write_synthesized)
    shape = describe(path).shape
    assert shape is not None
    config = EngineConfig(context_window=2048, slot_count=3, ram_bytes=1000)
    planned = planned_model(str(path), config, NO_CARD)
    plan = memory_plan(shape, LoadPlan(slot_count=3, context_window=2048))
    assert planned.needs == {MAIN: plan.main.total + 1000}
    assert planned.config == config


def test_what_the_engine_would_choose_is_chosen_before() -> None:
    planned = planned_model(str(cached_model(write_plain)), EngineConfig(), NO_CARD)
    assert planned.config.context_window is not None
    assert planned.config.ram_bytes is not None
    assert planned.needs[MAIN] > planned.config.ram_bytes > 0


def test_two_cards_take_their_shares() -> None:
    path = str(cached_model(write_synthesized))
    whole = planned_model(path, EngineConfig(context_window=1024, gpu_layer_count=0), TWO_CARDS)
    split = planned_model(path, EngineConfig(context_window=1024), TWO_CARDS)
    assert whole.needs.keys() == {MAIN}
    assert split.needs[MAIN] < whole.needs[MAIN]
    assert split.needs["one"] == pytest.approx(2 * split.needs["two"], abs=2)
    assert split.config.card_bytes == pytest.approx(split.needs["one"] + split.needs["two"], abs=2)
    given = EngineConfig(context_window=1024, tensor_split=(0.0, 1.0))
    assert planned_model(path, given, TWO_CARDS).needs.keys() == {MAIN, "two"}


def test_a_draft_model_is_promised_its_memory() -> None:
    path, draft = str(cached_model(write_synthesized)), str(cached_model(write_plain))
    config = EngineConfig(context_window=1024, ram_bytes=0)
    alone = planned_model(path, config, NO_CARD)
    drafting = planned_model(path, msgspec.structs.replace(config, draft_path=draft), NO_CARD)
    assert drafting.needs[MAIN] - alone.needs[MAIN] == draft_bytes(draft, 4) > 0


def test_an_embedding_model_is_promised_its_longest_text_and_no_conversations() -> None:
    path = cached_model(write_nomic_bert)
    planned = planned_model(str(path), EngineConfig(slot_count=16), NO_CARD)
    assert (planned.config.context_window, planned.config.ram_bytes) == (2048, 0)
    shape = describe(path).shape
    assert shape is not None
    assert planned.needs == {MAIN: memory_plan(shape, text_load(shape, 2048)).main.total}
    assert memory_plan(shape, text_load(shape, 2048)).kv == 0


def test_a_large_vocabulary_or_little_memory_shortens_the_text() -> None:
    shape = describe(cached_model(write_nomic_bert)).shape
    assert shape is not None
    large = replace(shape, vocabulary_size=250_000, trained_context=8192)
    windows = [
        embedding_load(each, None, 0, FreeMemory(free * GIB, free * GIB)).context_window
        for each, free in ((shape, 16), (large, 64), (large, 8), (large, 2))
    ]
    assert windows == [2048, 2048, 1024, 512]
    assert embedding_load(large, 8192, 0, FreeMemory(GIB, GIB)).context_window == 8192, "as set"


def test_a_file_that_is_not_a_model_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text.gguf").write_text("not a model", "utf-8")
    with pytest.raises(ModelFileError):
        planned_model(str(tmp_path / "text.gguf"), EngineConfig(), NO_CARD)
