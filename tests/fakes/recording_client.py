"""A client without an engine process: it records commands and stands where a test sets it."""

from engine.client.client import EngineClient, EnginePhase, EngineState
from engine.client.queries import Queries
from engine.messages.config import EngineConfig
from engine.messages.events import CacheReport, Snapshot
from engine.messages.metrics import Rates
from tests.fakes.engine_process import ENGINE_COMMAND, model_info

EMPTY_SNAPSHOT = Snapshot(
    slots=(),
    waiting=(),
    steps=(),
    rates=Rates(),
    token_gaps=None,
    queue_waits=None,
    first_tokens=None,
    promised_tokens=0,
    reused_tokens={},
    slot_error_count=0,
    checkpoint_bytes=0,
    ram_bytes=0,
)
READY = EngineState(EnginePhase.READY, model=model_info("/models/good.gguf"))


class RecordingQueries(Queries):
    """Reports what a test sets, and records that the cache was cleared."""

    def __init__(self) -> None:
        super().__init__(lambda _command: False)
        self.content = CacheReport()
        self.is_cleared = False

    async def cache_report(self) -> CacheReport:
        """Return what the test has set."""
        return self.content

    def clear_cache(self) -> None:
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
        self.not_loaded = EngineState()
        self.queries = self.recorded = RecordingQueries()

    def become(self, state: EngineState) -> None:
        """Stand there, and call the listeners."""
        self._loader.become(state)

    def show(self, snapshot: Snapshot) -> None:
        """Call the listeners to snapshots."""
        self.snapshots.notify(snapshot)

    def load(self, path: str, config: EngineConfig) -> None:
        """Record it."""
        self.loaded.append((path, config))

    def leave_unloaded(self, path: str, text: str) -> None:
        """Record it."""
        self.not_loaded = EngineState(EnginePhase.EMPTY, text, failed_path=path)

    def discard(self, conversation_id: str) -> None:
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
