"""The text of the engine's state; errors are in the engine's words."""

import msgspec
import psutil
import pytest

from app.controllers.engine.status_text import engine_status, model_text
from engine.client.client import EnginePhase, EngineState
from engine.ipc.lazy_text import lazy
from engine.messages.history_needs import HistoryNeeds, Rewrite
from engine.messages.metrics import ChatFormat, ModelInfo

MODEL = ModelInfo(
    path="/models/tiny.gguf",
    name="Tiny",
    architecture="llama",
    parameter_count=4_000_000,
    file_bytes=1,
    vocabulary_size=1,
    context_window=2048,
    trained_context=4096,
    slot_count=4,
    thread_count=1,
    gpu_layer_count=0,
    layer_count=1,
    device=lazy("CPU, 1 thread"),
    device_reason=lazy("This build has no GPU support."),
)


@pytest.mark.parametrize(
    ("state", "text", "is_trouble"),
    [
        (EngineState(), "Starting the engine…", False),
        (EngineState(text="Comparing…"), "Comparing…", False),
        (EngineState(EnginePhase.LOADING, "Loading a.gguf…"), "Loading the model…", False),
        (EngineState(EnginePhase.EMPTY, "x"), "No model is loaded.", False),
        (EngineState(EnginePhase.EMPTY, "It is broken.", failed_path="/a"), "It is broken.", True),
        (EngineState(EnginePhase.DOWN, "It died."), "It died.", True),
    ],
)
def test_what_goes_on_without_a_model(state: EngineState, text: str, is_trouble: bool) -> None:
    status = engine_status(state)
    assert (status.text, status.is_trouble, status.is_ready) == (text, is_trouble, False)


def test_what_is_loaded_is_told() -> None:
    state = EngineState(EnginePhase.READY, model=MODEL)
    assert engine_status(state).text == "Tiny is ready."
    assert engine_status(state).detail == (
        "tiny.gguf: 4 million parameters, llama. Context: 2,048 tokens per chat; the model was "
        "trained for 4,096. 4 chats can be answered at once. This build has no GPU support."
    )
    assert model_text(state) == (
        "Tiny (tiny.gguf) is loaded. Context: 2,048 tokens per chat. CPU, 1 thread"
    )


def test_the_needs_of_a_chat_template_are_in_the_details() -> None:
    needs = frozenset({Rewrite.ONE_CALL, Rewrite.JOINED_QUESTIONS, Rewrite.IDS})
    model = msgspec.structs.replace(MODEL, history=HistoryNeeds(needs))
    detail = engine_status(EngineState(EnginePhase.READY, model=model)).detail
    assert detail.endswith(
        " To fit its chat template, consecutive messages with the same role are joined, tool calls "
        "are sent one by one."
    )


@pytest.mark.parametrize(
    ("chat_format", "note"),
    [
        (ChatFormat.OWN, ""),
        (
            ChatFormat.CONTINUATION,
            "A base model: it continues text and was not trained to chat.",
        ),
        (
            ChatFormat.CHATML,
            "This file has no chat template, so a common one (ChatML) is guessed.",
        ),
    ],
)
def test_a_model_without_a_template_is_named_as_such(chat_format: ChatFormat, note: str) -> None:
    model = msgspec.structs.replace(MODEL, chat_format=chat_format)
    status = engine_status(EngineState(EnginePhase.READY, model=model))
    assert (status.text, status.note) == (note or "Tiny is ready.", note)
    asleep = EngineState(EnginePhase.EMPTY, "x", sleeping_model=model)
    assert engine_status(asleep).note == note


def test_what_was_unloaded_is_named_and_comes_back() -> None:
    state = EngineState(EnginePhase.SLEEPING, sleeping_model=MODEL)
    status = engine_status(state)
    assert status.text == "Tiny was unloaded. The next message loads it again."
    assert (status.model_name, status.is_ready, status.is_trouble) == ("Tiny", False, False)
    assert model_text(state) == status.text


def test_the_size_of_the_memory_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    before = engine_status(EngineState(EnginePhase.READY, model=MODEL))
    monkeypatch.delattr(psutil, "virtual_memory")
    assert engine_status(EngineState(EnginePhase.READY, model=MODEL)) == before
