"""The memory that other settings need is shown before the model is reloaded."""

from pathlib import Path
from types import SimpleNamespace

import msgspec
import psutil
import pytest
from msgspec.structs import replace

from app.models.controllers.fit_text import FitTeller, fit_of_shape, fits_of_quantizations
from app.models.library.choices import Memory
from app.models.library.models import builtin_model
from app.models.model import FitWord
from app.settings import KvType, Settings
from engine.client.client import EngineState
from engine.gguf.automatic_context import LEFT_SHARE
from engine.gguf.header import read_header
from engine.gguf.memory_plan import LoadPlan, memory_plan
from engine.gguf.model_shape import ModelShape, shape_of
from engine.messages.config import EngineConfig
from engine.messages.net_messages import HubFile, HubVariant, VariantKind
from tests.engine.gguf.gguf_files import write_model
from tests.fakes.recording_client import READY
from tests.models.cache import cached_model
from tests.models.tiny_encoders import write_nomic_bert


def state_of(path: Path, **changes: int) -> EngineState:
    assert READY.model is not None
    model = msgspec.structs.replace(READY.model, path=str(path), context_window=2048, **changes)
    return replace(READY, model=model)


@pytest.fixture
def teller() -> FitTeller:
    found = FitTeller.of(replace(state_of(builtin_model()), config=EngineConfig()))
    assert found is not None
    return found


def test_it_fits_with_the_chats_and_tokens_that_are_asked_for(teller: FitTeller) -> None:
    assert teller.estimate(Settings()).text.startswith("It fits: 4 chats of 2,048 tokens take ")
    wish = Settings(slot_count=2, context_window=1024)
    assert teller.estimate(wish).text.startswith("It fits: 2 chats of 1,024 tokens take ")


def test_nothing_is_said_of_an_automatic_context_that_is_not_chosen_yet() -> None:
    fixed = EngineConfig(context_window=512)
    teller = FitTeller.of(replace(state_of(builtin_model()), config=fixed))
    assert teller is not None
    assert teller.estimate(Settings()).text == ""
    assert teller.estimate(Settings(context_window=1024)).text != ""


def test_what_is_too_much_fits_with_less_context(teller: FitTeller) -> None:
    text = teller.estimate(Settings(context_window=1 << 24, slot_count=64)).text
    assert text.startswith("It fits with less context: 64 chats of ")
    assert "16,777,216" not in text


def test_the_kv_type_counts(teller: FitTeller) -> None:
    wish = Settings(context_window=1 << 16, slot_count=8)
    exact, half = (
        teller.estimate(msgspec.structs.replace(wish, kv_type=kind)).text.partition(" take ")[2]
        for kind in KvType
    )
    assert float(half.split()[0]) < 0.9 * float(exact.split()[0])


def test_nothing_is_said_without_a_model_a_file_or_the_knowledge_of_a_card(tmp_path: Path) -> None:
    assert FitTeller.of(EngineState()) is None
    assert FitTeller.of(state_of(tmp_path / "gone.gguf")) is None
    assert FitTeller.of(state_of(builtin_model(), gpu_layer_count=5)) is None


def test_an_embedding_model_on_the_hub_takes_no_memory_of_chats() -> None:
    with cached_model(write_nomic_bert).open("rb") as file:
        shape = shape_of([read_header(file)])
    memory = Memory(16 * GIGABYTE, 8 * GIGABYTE)
    few, many = LoadPlan(slot_count=1), LoadPlan(slot_count=64, context_window=1 << 16)
    texts = {
        fit_of_shape(shape, load, replace(memory, load=load), has_own_window=False)
        for load in (few, many)
    }
    ((fit, text),) = texts
    assert fit.word is FitWord.FITS
    assert text.startswith("An embedding model: it compares texts for other programs")
    assert fit.needed_bytes < GIGABYTE // 4


LOAD = LoadPlan(slot_count=4, context_window=2048)


GIGABYTE = 1 << 30


def shape(folder: Path) -> ModelShape:
    with write_model(folder / "tiny.gguf").open("rb") as file:
        return shape_of([read_header(file)])


def variant(name: str, quantization: str, size: int) -> HubVariant:
    file = HubFile(f"{name}.gguf", f"{name}.gguf", size, "a" * 64)
    return HubVariant(VariantKind.MODEL, name, quantization, (file,))


def test_a_header_says_whether_it_fits_with_these_chats(tmp_path: Path) -> None:
    memory = Memory(16 * GIGABYTE, 8 * GIGABYTE)
    fit, text = fit_of_shape(shape(tmp_path), LOAD, memory, has_own_window=True)
    assert fit.word is FitWord.FITS
    assert fit.needed_bytes == memory_plan(shape(tmp_path), LOAD).total
    assert text.startswith("It fits: 4 chats of 2,048 tokens")
    assert fit.chats_bytes == memory_plan(shape(tmp_path), LOAD).kv
    _fit, text = fit_of_shape(
        shape(tmp_path), LOAD, Memory(8 * GIGABYTE, 8 * GIGABYTE, has_gpu=True), has_own_window=True
    )
    assert "graphics card" in text


def test_other_quantizations_take_the_same_but_for_their_weights(tmp_path: Path) -> None:
    known = variant("tiny-Q4_K_M", "Q4_K_M", 1000)
    larger = variant("tiny-Q8_0", "Q8_0", 3 * GIGABYTE)
    other = variant("other-Q8_0", "Q8_0", 1000)
    memory = Memory(16 * GIGABYTE, 2 * GIGABYTE)
    found = fits_of_quantizations(shape(tmp_path), known, (known, larger, other), LOAD, memory)
    assert set(found) == {"tiny-Q8_0.gguf"}
    fit, _text = found["tiny-Q8_0.gguf"]
    assert fit.word is FitWord.TIGHT
    assert fit.needed_bytes > 3 * GIGABYTE


def test_more_slots_are_twice_as_many_where_memory_allows(
    teller: FitTeller, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = memory_plan(teller.shape, LoadPlan(6, teller.model.context_window))

    def free(byte_count: float) -> None:
        memory = SimpleNamespace(total=1 << 40, available=byte_count)
        monkeypatch.setattr(psutil, "virtual_memory", lambda: memory)

    left = LEFT_SHARE * (1 << 40) - teller.model.file_bytes - teller.model.kv_bytes
    assert teller.model.slot_count == 4
    free(left + 2 * plan.main.total)
    assert teller.more_slots(Settings()) == 8
    free(left + plan.main.total)
    assert teller.more_slots(Settings()) == 6, "the memory ends there"
    free(left)
    assert teller.more_slots(Settings()) == 0


def test_more_slots_keep_the_limit_of_all_models_and_the_context_of_each_chat(
    teller: FitTeller, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = msgspec.structs.replace(teller.model, context_window=1 << 17)
    wide = replace(teller, model=model, automatic=None)
    plan = memory_plan(wide.shape, LoadPlan(6, 1 << 17)).main
    memory = SimpleNamespace(total=1 << 40, available=1 << 40)
    monkeypatch.setattr(psutil, "virtual_memory", lambda: memory)
    assert wide.more_slots(Settings(models_memory=plan.total + plan.kv)) == 6
    assert replace(wide, automatic=1 << 17).more_slots(Settings()) == 0, "it would be shorter"
