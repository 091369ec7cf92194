"""The engine's state and its changes as text for the window."""

import functools
from pathlib import PurePath

import psutil

from app.domain.tabs import EngineStatus
from app.widgets.kit.translation import fill, translate, translated
from engine.client.client import EnginePhase, EngineState
from engine.messages.history_needs import Rewrite
from engine.messages.metrics import ChatFormat, ModelInfo


@functools.cache
def _main_memory_bytes() -> int:
    # It reads a file, and is asked for at each change of a state.
    return int(psutil.virtual_memory().total)


def engine_status(state: EngineState) -> EngineStatus:
    """Return the engine's state for the bar of the window."""
    model = state.model
    if state.sleeping_model is not None:
        asleep = state.sleeping_model
        return EngineStatus(
            text=state_text(state),
            model_name=asleep.name,
            note=chat_format_note(asleep),
            continues_text=asleep.continues_text,
            sees=asleep.sees,
            hears=asleep.hears,
        )
    if model is None:
        return EngineStatus(
            text=state_text(state),
            detail=state.detail,
            is_trouble=state.phase is EnginePhase.DOWN or state.failed_path is not None,
            progress=state.progress,
        )
    note = chat_format_note(model)
    # Layers on graphics cards and other computers are in memory whose size the engine does not say.
    is_here = not model.gpu_layer_count and not model.rpc_servers
    memory_bytes = model.file_bytes + model.kv_bytes if is_here else 0
    ready = fill(translate("EngineStatus", "{name} is ready."), name=model.name)
    return EngineStatus(
        is_ready=True,
        text=note or ready,  # the name stands next to it
        detail=model_details(model),
        context_window=model.context_window,
        model_name=model.name,
        note=note,
        continues_text=model.continues_text,
        device=translated(model.device),
        sees=model.sees,
        hears=model.hears,
        memory_bytes=memory_bytes,
        memory_total_bytes=_main_memory_bytes() if memory_bytes else 0,
    )


def state_text(state: EngineState) -> str:
    """Return the state while no model is loaded; for a failure, the engine's message."""
    if state.phase is EnginePhase.LOADING:
        return translate("EngineStatus", "Loading the model…")
    if state.sleeping_model is not None:
        text = translate("EngineStatus", "{name} was unloaded. The next message loads it again.")
        return fill(text, name=state.sleeping_model.name)
    if state.phase is EnginePhase.EMPTY and state.failed_path is None:
        return translate("EngineStatus", "No model is loaded.")
    return translated(state.text)


def model_details(model: ModelInfo) -> str:
    """Return size, limits and device of a loaded model."""
    text = translate(
        "EngineStatus",
        "{file}: {millions:,} million parameters, {architecture}. Context: {limit:,} tokens per "
        "chat; the model was trained for {trained:,}. {slots} chats can be answered at once. "
        "{device}",
    )
    text = fill(
        text,
        file=_file_name(model),
        millions=round(model.parameter_count / 1e6),
        architecture=model.architecture,
        limit=model.context_window,
        trained=model.trained_context,
        slots=model.slot_count,
        device=translated(model.device_reason),
    )
    parts = (text, translated(model.context_reason), history_note(model), draft_note(model))
    return " ".join(filter(None, parts))


def draft_note(model: ModelInfo) -> str:
    """Return which draft model is used, or why the chosen one is not; empty without one."""
    if model.draft_refusal:
        return translated(model.draft_refusal)
    text = translate("EngineStatus", "Draft model: {name}.")
    return fill(text, name=model.draft) if model.draft else ""


def history_note(model: ModelInfo) -> str:
    """Return what the chat template needs of a chat; empty if it takes any."""
    needs = model.history.rewrites
    changes = {
        translate("EngineStatus", "system messages become part of a question"): {
            *(Rewrite.NO_SYSTEM, Rewrite.SYSTEM_ALONE, Rewrite.LATER_SYSTEM)
        },
        translate("EngineStatus", "consecutive messages with the same role are joined"): {
            *(Rewrite.JOINED_SYSTEMS, Rewrite.JOINED_QUESTIONS, Rewrite.JOINED_REPLIES)
        },
        translate("EngineStatus", "missing turns are added"): {
            *(Rewrite.OPENED, Rewrite.ANSWERED, Rewrite.CONTINUED)
        },
        translate("EngineStatus", "tool calls are sent one by one"): {
            *(Rewrite.ONE_CALL, Rewrite.TEXT_APART)
        },
        translate("EngineStatus", "tool calls are sent as text"): {Rewrite.CALLS_TOLD},
        translate("EngineStatus", "earlier messages are left out"): {Rewrite.OMITS},
    }
    needed = ", ".join(text for text, kinds in changes.items() if kinds & needs)
    text = translate("EngineStatus", "To fit its chat template, {changes}.")
    return fill(text, changes=needed) if needed else ""


def chat_format_note(model: ModelInfo) -> str:
    """Return a note about a model without a chat template; otherwise an empty string."""
    return {
        ChatFormat.OWN: "",
        ChatFormat.CHATML: translate(
            "EngineStatus", "This file has no chat template, so a common one (ChatML) is guessed."
        ),
        ChatFormat.CONTINUATION: translate(
            "EngineStatus", "A base model: it continues text and was not trained to chat."
        ),
    }[model.chat_format]


def model_text(state: EngineState) -> str:
    """Return a short description of the loaded model."""
    model = state.model
    if model is None:
        return state_text(state)
    text = fill(
        translate(
            "EngineStatus",
            "{name} ({file}) is loaded. Context: {limit:,} tokens per chat. {device}",
        ),
        name=model.name,
        file=_file_name(model),
        limit=model.context_window,
        device=translated(model.device),
    )
    reason = translated(model.context_reason)
    return f"{text}. {reason}" if reason else text


def _file_name(model: ModelInfo) -> str:
    """Return the file's name: quantizations of one model share the name in their metadata."""
    return PurePath(model.path).name


def no_model_text() -> str:
    """Return the text for a start without a chosen model and without the starter model."""
    return translate("EngineStatus", "No model yet. Open a model file, or download a model.")


def interrupted_load_text(name: str) -> str:
    """Return why the model of the settings is not loaded again at the start."""
    text = translate(
        "EngineStatus",
        "{name} was not loaded: during its last load, the engine or the computer stopped.",
    )
    return fill(text, name=name)


def cancelled_load_text(name: str) -> str:
    """Return that the user cancelled the loading of a model."""
    return fill(translate("EngineStatus", "Loading {name} was cancelled."), name=name)


def returned_load_text(name: str, before: str) -> str:
    """Return that loading was cancelled and the previous model is loaded again."""
    text = translate("EngineStatus", "Loading {name} was cancelled. {before} is loaded again.")
    return fill(text, name=name, before=before)


def change_text(running_count: int) -> str:
    """Return the effect of opening another model on running answers."""
    if running_count == 1:
        return translate(
            "EngineStatus",
            "An answer is still being written. Switching stops it; the text so far is kept.",
        )
    text = translate(
        "EngineStatus",
        "{count:,} answers are still being written. Switching stops them; the text so far is kept.",
    )
    return fill(text, count=running_count)
