"""Where the engine stands, as the window shows it."""

import enum
from dataclasses import dataclass

from engine.ipc.lazy_text import lazy
from engine.messages.config import EngineConfig
from engine.messages.metrics import ModelInfo


class EnginePhase(enum.Enum):
    """Where the engine stands; requests wait while it is STARTING, LOADING or RESTARTING.

    SLEEPING has a model that was unloaded after a pause; the next request loads it again.
    """

    STARTING = "starting"
    EMPTY = "empty"
    LOADING = "loading"
    SLEEPING = "sleeping"
    READY = "ready"
    RESTARTING = "restarting"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class EngineState:
    """The engine as the window shows it.

    Attributes:
        phase: whether it can answer.
        text: a sentence for the user.
        detail: the end of what a process that died wrote to stderr; empty otherwise.
        model: what is loaded, only while READY.
        config: what it was loaded with, only while READY.
        progress: share of the model file read, only while LOADING.
        sleeping_model: what was unloaded and comes back, only while SLEEPING.
        failed_path: the model that could not be loaded, while EMPTY because of it.
    """

    phase: EnginePhase = EnginePhase.STARTING
    text: str = lazy("Starting the engine …")
    detail: str = ""
    model: ModelInfo | None = None
    config: EngineConfig | None = None
    progress: float | None = None
    sleeping_model: ModelInfo | None = None
    failed_path: str | None = None

    @property
    def known_model(self) -> ModelInfo | None:
        """Return the model that answers, also while it sleeps."""
        return self.model or self.sleeping_model


NO_MODEL = EngineState(EnginePhase.EMPTY, lazy("No model is loaded."))
