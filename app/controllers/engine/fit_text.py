"""Whether the loaded model would fit with other settings, in words and numbers."""

from dataclasses import dataclass
from pathlib import Path

import psutil

from app.errors import ModelFileError
from app.library.models import describe
from app.settings import Settings
from app.widgets.kit.translation import fill, translate
from engine.client.client import EngineState
from engine.gguf.automatic_context import LEAST_CONTEXT
from engine.gguf.memory_plan import (
    NO_PROJECTOR,
    Fit,
    FitKind,
    FreeMemory,
    LoadPlan,
    ProjectorPlan,
    fit,
)
from engine.gguf.model_shape import ModelShape
from engine.messages.metrics import ModelInfo

_GIGABYTE = 1 << 30


@dataclass(frozen=True, slots=True)
class FitTeller:
    """Reckons with the shape of the model that is loaded; quick enough for each step of a field."""

    model: ModelInfo
    shape: ModelShape

    @classmethod
    def of(cls, state: EngineState) -> "FitTeller | None":
        """Read the loaded model's header; None where nothing can be said. Waits for the disk."""
        if state.model is None:
            return None
        try:
            shape = describe(Path(state.model.path)).shape
        except ModelFileError:
            return None
        # What is free on a card is known to the engine alone.
        is_known = shape is not None and shape.is_certain and not state.model.gpu_layer_count
        return cls(state.model, shape) if is_known and shape is not None else None

    def text(self, settings: Settings) -> str:
        """Return what these settings would take of memory, and whether that is there."""
        load = LoadPlan(
            slot_count=settings.slot_count,
            context_window=settings.context_window or self.model.context_window,
            kv_type=settings.kv_type,
        )
        memory = psutil.virtual_memory()
        given_back = self.model.file_bytes + self.model.kv_bytes
        free = min(memory.total, memory.available + given_back)
        return fit_text(fit(self.shape, load, FreeMemory(free, memory.total)), free)


@dataclass(frozen=True, slots=True)
class ModelFitTeller:
    """Reckons with the shape of any model, loaded or not.

    Attributes:
        given_back: what the model that is loaded now leaves to this one, in bytes.
        automatic: tokens that each chat may hold where no number is set.
    """

    shape: ModelShape
    given_back: int
    automatic: int

    @classmethod
    def of(cls, path: str, state: EngineState) -> "ModelFitTeller | None":
        """Read a model's header; None where nothing can be said. Waits for the disk."""
        model = state.model
        try:
            shape = describe(Path(path)).shape
        except ModelFileError:
            return None
        has_card = model is not None and model.gpu_layer_count > 0
        if shape is None or not shape.is_certain or has_card:
            return None  # what is free on a card is known to the engine alone
        given_back = 0 if model is None else model.file_bytes + model.kv_bytes
        is_loaded = model is not None and model.path == path
        is_chosen = state.config is not None and state.config.context_window is None
        automatic = model.context_window if model and is_loaded and is_chosen else LEAST_CONTEXT
        return cls(shape, given_back, automatic)

    def text(self, settings: Settings, projector: ProjectorPlan = NO_PROJECTOR) -> str:
        """Return what these settings would take of memory, and whether that is there."""
        window = settings.context_window or self.automatic
        load = LoadPlan(settings.slot_count, window, settings.kv_type, projector=projector)
        memory = psutil.virtual_memory()
        free = min(memory.total, memory.available + self.given_back)
        return fit_text(fit(self.shape, load, FreeMemory(free, memory.total)), free)


def fit_text(found: Fit, free_bytes: int) -> str:
    """Return what fits, and the memory for it."""
    words = {
        FitKind.FITS: translate(
            "Fit",
            "It fits: {slots:,} chats of {tokens:,} tokens take {needed:.1f} GB with the model, "
            "and {free:.1f} GB are free.",
        ),
        FitKind.LESS_CONTEXT: translate(
            "Fit",
            "It fits with less context: {slots:,} chats of {tokens:,} tokens take {needed:.1f} GB "
            "with the model, and {free:.1f} GB are free.",
        ),
        FitKind.PARTLY_CPU: translate(
            "Fit",
            "It fits partly on the CPU, which is slow: {slots:,} chats of {tokens:,} tokens take "
            "{needed:.1f} GB with the model.",
        ),
        FitKind.TOO_LARGE: translate(
            "Fit",
            "It does not fit: {slots:,} chats need {needed:.1f} GB with the model, and {free:.1f} "
            "GB are free.",
        ),
    }[found.kind]
    return fill(
        words,
        slots=found.load.slot_count,
        tokens=found.load.context_window,
        needed=found.plan.total / _GIGABYTE,
        free=free_bytes / _GIGABYTE,
    )
