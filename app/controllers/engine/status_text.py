"""The engine's state and its changes, in the words of the window."""

from pathlib import PurePath

from PySide6.QtCore import QCoreApplication

from app.domain import EngineStatus
from app.widgets.kit.numbers import format_number
from app.widgets.kit.translation import translated
from engine.client.client import EnginePhase, EngineState
from engine.wire.protocol import ModelInfo

translate = QCoreApplication.translate


def engine_status(state: EngineState) -> EngineStatus:
    """Return the engine's state as the footer shows it."""
    model = state.model
    if model is None:
        return EngineStatus(
            text=state_words(state),
            detail=state.detail,
            is_trouble=state.phase is EnginePhase.DOWN or state.failed_path is not None,
            progress=state.progress,
        )
    return EngineStatus(
        is_ready=True,
        text=translate("EngineStatus", "%1 is ready.").replace("%1", model.name),
        detail=model_details(model),
        context_window=model.context_window,
        model_name=model.name,
        device=translated(model.device),
    )


def state_words(state: EngineState) -> str:
    """Return what goes on while no model is loaded; trouble is told in the engine's own words."""
    if state.phase is EnginePhase.STARTING:
        return translate("EngineStatus", "Starting the engine …")
    if state.phase is EnginePhase.LOADING:
        return translate("EngineStatus", "Loading the model …")
    if state.phase is EnginePhase.EMPTY and state.failed_path is None:
        return translate("EngineStatus", "No model is loaded.")
    return translated(state.text)


def model_details(model: ModelInfo) -> str:
    """Return what is to be known of a loaded model."""
    words = translate(
        "EngineStatus",
        "%1 million parameters, %2. Each chat may hold %3 tokens; the model was trained for %4. "
        "%5 chats can be answered at once. %6",
    )
    facts = (
        format_number(model.parameter_count / 1e6),
        model.architecture,
        format_number(model.context_window),
        format_number(model.trained_context),
        str(model.slot_count),
        translated(model.device_reason),
    )
    for number, fact in enumerate(facts, 1):
        words = words.replace(f"%{number}", fact)
    return f"{_file_name(model)}: {words}"


def model_words(state: EngineState) -> str:
    """Return what is loaded, in one sentence."""
    model = state.model
    if model is None:
        return state_words(state)
    words = translate("EngineStatus", "%1 is loaded. Each chat may hold %2 tokens. %3")
    words = words.replace("%3", translated(model.device)).replace(
        "%2", format_number(model.context_window)
    )
    return words.replace("%1", f"{model.name} ({_file_name(model)})")


def _file_name(model: ModelInfo) -> str:
    """Files of one model, larger and smaller, have the same name inside."""
    return PurePath(model.path).name


def change_words(running_count: int) -> str:
    """Return what another model means for the chats that are being answered."""
    if running_count == 1:
        return translate(
            "EngineStatus",
            "One chat is being answered. Another model stops it; what it said stays.",
        )
    words = translate(
        "EngineStatus",
        "%1 chats are being answered. Another model stops them; what they said stays.",
    )
    return words.replace("%1", str(running_count))
