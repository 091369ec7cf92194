"""What other settings would take of memory is said in numbers, before the model is loaded again."""

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from app.controllers.engine.fit_text import FitTeller
from app.library.models import builtin_model
from app.settings import KvType, Settings
from engine.client.client import EngineState
from tests.fakes.recording_client import READY


def state_of(path: Path, **changes: int) -> EngineState:
    assert READY.model is not None
    model = msgspec.structs.replace(READY.model, path=str(path), context_window=2048, **changes)
    return replace(READY, model=model)


@pytest.fixture
def teller() -> FitTeller:
    found = FitTeller.of(state_of(builtin_model()))
    assert found is not None
    return found


def test_it_fits_with_the_chats_and_tokens_that_are_asked_for(teller: FitTeller) -> None:
    assert teller.text(Settings()).startswith("It fits: 4 chats of 2,048 tokens take 0.")
    wish = Settings(slot_count=2, context_window=1024)
    assert teller.text(wish).startswith("It fits: 2 chats of 1,024 tokens take 0.")


def test_what_is_too_much_fits_with_less_context(teller: FitTeller) -> None:
    text = teller.text(Settings(context_window=1 << 24, slot_count=64))
    assert text.startswith("It fits with less context: 64 chats of ")
    assert "16,777,216" not in text


def test_the_kv_type_counts(teller: FitTeller) -> None:
    wish = Settings(context_window=1 << 16, slot_count=8)
    exact, half = (
        teller.text(msgspec.structs.replace(wish, kv_type=kind)).partition(" take ")[2]
        for kind in KvType
    )
    assert float(half.split()[0]) < 0.9 * float(exact.split()[0])


def test_nothing_is_said_without_a_model_a_file_or_the_knowledge_of_a_card(tmp_path: Path) -> None:
    assert FitTeller.of(EngineState()) is None
    assert FitTeller.of(state_of(tmp_path / "gone.gguf")) is None
    assert FitTeller.of(state_of(builtin_model(), gpu_layer_count=5)) is None
