"""The wanted model: requested from every process, given up if it can't be loaded."""

import enum
from collections.abc import Callable
from pathlib import PurePath

import msgspec
from msgspec.structs import replace

from engine.ipc.frames import BrokenFrame
from engine.ipc.lazy_text import LazyText, lazy
from engine.ipc.supervisor import ProcessEnd
from engine.listeners import Listeners
from engine.messages.commands import Command, LoadModel, UnloadModel
from engine.messages.config import EngineConfig
from engine.messages.errors import EngineError, EngineStopped, NoModelLoaded
from engine.messages.events import ModelFailed, ModelLoaded, ModelLoading
from engine.messages.metrics import ModelInfo

LOAD_CRASH_LIMIT = 2


class EnginePhase(enum.Enum):
    """The phase of the engine; requests wait while it is STARTING, LOADING or RESTARTING.

    SLEEPING has a model that was unloaded after a pause; the next request loads it again.
    """

    STARTING = "starting"
    EMPTY = "empty"
    LOADING = "loading"
    SLEEPING = "sleeping"
    READY = "ready"
    RESTARTING = "restarting"
    DOWN = "down"


class EngineState(msgspec.Struct, frozen=True):
    """The engine as the window shows it.

    Attributes:
        phase: whether it can answer.
        text: a sentence for the user.
        detail: the end of stderr of a process that died; empty otherwise.
        model: the loaded model, only while READY.
        config: its settings, only while READY.
        progress: share of the model file read, only while LOADING.
        sleeping_model: the unloaded model that will be loaded again, only while SLEEPING, and
            unless its load was stopped.
        failed_path: the model that could not be loaded, while EMPTY because of it.
    """

    phase: EnginePhase = EnginePhase.STARTING
    text: str = lazy("Starting the engine…")
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


class ModelLoader:
    """Loads the wanted model in every process, and knows the engine's state.

    ``send`` sends a command to the running process. ``on_given_up`` gets the reason why requests
    that wait for a model cannot be answered.

    Attributes:
        state: the current state of the engine; set it by ``become``.
        states: listeners of every new state.
    """

    def __init__(
        self, send: Callable[[Command], None], on_given_up: Callable[[EngineError], None]
    ) -> None:
        self.state = EngineState()
        self.states = Listeners[EngineState]()
        self._send = send
        self._on_given_up = on_given_up
        self._wanted: LoadModel | None = None
        self._empty_state = NO_MODEL
        self._crash_count = 0
        self._sleeping: ModelInfo | None = None
        # Loads sent to the running process. Each replaces the previous one, so only the answer to
        # the last of them counts.
        self._unanswered_count = 0

    @property
    def wanted_path(self) -> str:
        """Return the file of the wanted model; empty for none."""
        return "" if self._wanted is None else self._wanted.path

    @property
    def servers(self) -> tuple[str, ...]:
        """Return the other computers that hold layers of the model, or will."""
        if self.state.model is not None:
            return self.state.model.rpc_servers
        return () if self._wanted is None else self._wanted.config.rpc_servers

    def check(self) -> None:
        """Raise EngineError if a request would wait forever."""
        if self.state.phase is EnginePhase.DOWN:
            raise EngineStopped(self.state.text)
        if self._wanted is None:
            raise NoModelLoaded(self._empty_state.text)

    def want(self, command: LoadModel) -> None:
        """Set the wanted model; ``load`` requests it from the running process."""
        # Crashes of the previous model say nothing about this one.
        self._wanted = command
        self._sleeping = None
        self._crash_count = 0
        self._empty_state = NO_MODEL

    def leave(self, path: str, text: str) -> None:
        """Want no model; ``text`` says why this one is not loaded."""
        self._wanted = self._sleeping = None
        self._empty_state = EngineState(EnginePhase.EMPTY, text, failed_path=path)
        self._on_given_up(NoModelLoaded(text))

    def rest(self, text: str) -> None:
        """Want no model until ``want``; ``text`` says that it is then loaded."""
        self._wanted = self._sleeping = None
        self._empty_state = EngineState(EnginePhase.SLEEPING, text)
        self._on_given_up(NoModelLoaded(text))

    def limit_cache(self, cache_bytes: int | None) -> None:
        """Load the wanted model with this limit the next time."""
        if self._wanted is not None:
            config = msgspec.structs.replace(self._wanted.config, cache_bytes=cache_bytes)
            self._wanted = LoadModel(self._wanted.path, config)

    def sleep(self) -> None:
        """Free the loaded model, in this process and every next one, until ``wake``."""
        if self.state.model is not None:
            self._sleeping = self.state.model
            self._send(UnloadModel())
            self._show_sleeping(self._sleeping)

    def wake(self) -> None:
        """Want the sleeping model again, if there is one."""
        if self._sleeping is not None:
            self._sleeping = None
            # If it is not SLEEPING there is no process, and the next one is asked for the model.
            if self.state.phase is EnginePhase.SLEEPING:
                self.load()

    def prepare(self, text: LazyText) -> None:
        """Show the work of a new process before it can load a model."""
        self.become(replace(self.state, text=text))

    def load(self) -> None:
        """Request the wanted model from the running process, unless there is none or it sleeps."""
        if self._wanted is None:
            self.become(self._empty_state)
            return
        if self._sleeping is not None:
            self._show_sleeping(self._sleeping)
            return
        try:
            self._send(self._wanted)
        except BrokenFrame:
            text = lazy("The model's file name can't be written as text. Rename it first.")
            self._give_up(text)
            self.become(self._empty_state)
        else:
            self._unanswered_count += 1
            self._show_loading(self._wanted.path, 0.0)

    def discard_crashes(self) -> None:
        """Reset the crash count: the user asked for a new process."""
        self._crash_count = 0
        if self.state.phase is EnginePhase.DOWN:
            self.become(EngineState(EnginePhase.RESTARTING))

    def follow(self, event: ModelLoading | ModelLoaded | ModelFailed) -> None:
        """Process a report about the model."""
        # The model is replaced by a later one, or is to sleep.
        is_late = self._sleeping is not None or self._unanswered_count > 1
        if isinstance(event, ModelLoading):
            if self._wanted is not None and not is_late:
                self._show_loading(event.path, event.progress)
            return
        self._unanswered_count = max(0, self._unanswered_count - 1)
        if self._wanted is None or is_late:
            return
        if isinstance(event, ModelFailed):
            self._give_up(event.error.text)
            self.become(self._empty_state)
            return
        self._crash_count = 0
        text = lazy("{name} is ready.", name=event.info.name)
        config = self._wanted.config
        self.become(EngineState(EnginePhase.READY, text, model=event.info, config=config))

    def end(self, end: ProcessEnd) -> None:
        """Record the end of the process; a model that crashes it repeatedly is given up."""
        self._unanswered_count = 0
        # Later crashes do not blame the file; this one would recur in every process.
        if self.state.phase is EnginePhase.LOADING:
            self._count_crash()
        if end.will_restart:
            text = lazy("{end} Restarting…", end=end.text)
            self.become(EngineState(EnginePhase.RESTARTING, text, end.detail))
            return
        text = lazy(
            "{end} It stopped too often and stays off until you start it again.", end=end.text
        )
        self._on_given_up(EngineStopped(text))
        self.become(EngineState(EnginePhase.DOWN, text, end.detail))

    def become(self, state: EngineState) -> None:
        """Change the state, and notify the listeners if it differs."""
        if state != self.state:
            self.state = state
            self.states.notify(state)

    def _show_sleeping(self, model: ModelInfo) -> None:
        text = lazy("{name} was unloaded. The next message loads it again.", name=model.name)
        self.become(EngineState(EnginePhase.SLEEPING, text, sleeping_model=model))

    def _show_loading(self, path: str, progress: float) -> None:
        text = lazy("Loading {name}…", name=PurePath(path).name)
        self.become(EngineState(EnginePhase.LOADING, text, progress=progress))

    def _count_crash(self) -> None:
        self._crash_count += 1
        if self._wanted and self._crash_count >= LOAD_CRASH_LIMIT:
            text = lazy(
                "The engine crashed {count} times while loading {name}. Open it to try again.",
                count=self._crash_count,
                name=PurePath(self._wanted.path).name,
            )
            self._give_up(text)

    def _give_up(self, text: str) -> None:
        """Want no model any more, and report why."""
        assert self._wanted
        self.leave(self._wanted.path, text)
