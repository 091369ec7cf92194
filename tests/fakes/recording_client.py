"""A client without an engine process: it records commands and stands where a test sets it."""

from collections.abc import Callable

from engine.client.cache_client import CacheClient
from engine.client.client import EngineClient, EnginePhase, EngineState
from engine.wire.config import EngineConfig
from engine.wire.events import CacheReport, Snapshot
from tests.fakes.engine_process import ENGINE_COMMAND, model_info

READY = EngineState(EnginePhase.READY, model=model_info("/models/good.gguf"))


class RecordingCache(CacheClient):
    """Reports what a test sets, and records that it was cleared."""

    def __init__(self) -> None:
        super().__init__(lambda _command: False)
        self.content = CacheReport()
        self.is_cleared = False

    async def report(self) -> CacheReport:
        """Return what the test has set."""
        return self.content

    def clear(self) -> None:
        """Record it."""
        self.is_cleared = True


class RecordingClient(EngineClient):
    """Starts nothing; requests end at once, as without a model."""

    def __init__(self) -> None:
        super().__init__(ENGINE_COMMAND)
        self.loaded: list[tuple[str, EngineConfig]] = []
        self.forgotten: list[str] = []
        self.focused: list[str | None] = []
        self.limits: list[int | None] = []
        self.restart_count = 0
        self.recorded_cache = RecordingCache()
        self._shown = EngineState()
        self._on_state: list[Callable[[EngineState], None]] = []
        self._on_snapshot: list[Callable[[Snapshot], None]] = []

    @property
    def state(self) -> EngineState:
        """Return the state that the test has set."""
        return self._shown

    @property
    def cache(self) -> CacheClient:
        """Return the cache that the test fills."""
        return self.recorded_cache

    def become(self, state: EngineState) -> None:
        """Stand there, and call the listeners."""
        self._shown = state
        for listener in self._on_state:
            listener(state)

    def show(self, snapshot: Snapshot) -> None:
        """Call the listeners to snapshots."""
        for listener in self._on_snapshot:
            listener(snapshot)

    def add_state_listener(self, listener: Callable[[EngineState], None]) -> Callable[[], None]:
        """Call ``listener`` with every state that a test sets."""
        self._on_state.append(listener)
        return lambda: self._on_state.remove(listener)

    def add_snapshot_listener(self, listener: Callable[[Snapshot], None]) -> Callable[[], None]:
        """Call ``listener`` with every snapshot that a test shows."""
        self._on_snapshot.append(listener)
        return lambda: self._on_snapshot.remove(listener)

    def load(self, path: str, config: EngineConfig) -> None:
        """Record it."""
        self.loaded.append((path, config))

    def forget(self, conversation_id: str) -> None:
        """Record it."""
        self.forgotten.append(conversation_id)

    def focus(self, conversation_id: str | None) -> None:
        """Record it."""
        self.focused.append(conversation_id)

    def limit_cache(self, cache_bytes: int | None) -> None:
        """Record it."""
        self.limits.append(cache_bytes)

    def restart(self) -> None:
        """Record it."""
        self.restart_count += 1
