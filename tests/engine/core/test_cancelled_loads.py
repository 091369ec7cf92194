"""A load ends as soon as something else is asked for, and never later than it would have."""

import threading
from collections.abc import Callable, Iterator

import pytest

from engine.backend import Backend
from engine.core.engine import Engine
from engine.ipc.lifecycle import Shutdown
from engine.messages.commands import LoadModel, UnloadModel
from engine.messages.config import EngineConfig
from engine.messages.events import ModelFailed, ModelLoaded
from engine.scheduling.slot_auditor import AuditMode
from tests.engine.core.test_engine import _Recorder
from tests.fakes.backend import FakeBackend

SLOW = LoadModel("/models/slow.gguf", EngineConfig())
QUICK = LoadModel("/models/quick.gguf", EngineConfig())


class SlowLoader:
    """Loads a model called slow in pieces, until the test lets it finish."""

    def __init__(self) -> None:
        self.has_begun = threading.Event()
        self.may_finish = threading.Event()
        self.backends: list[FakeBackend] = []

    def __call__(
        self, path: str, config: EngineConfig, progress: Callable[[float], None]
    ) -> Backend:
        progress(0.0)
        while "slow" in path and not self.may_finish.is_set():
            self.has_begun.set()
            progress(0.5)
        progress(1.0)
        backend = FakeBackend(slot_count=config.slot_count, reply_share=0, context_window=4096)
        self.backends.append(backend)
        return backend


@pytest.fixture
def loader() -> SlowLoader:
    return SlowLoader()


@pytest.fixture
def recorder() -> _Recorder:
    return _Recorder()


@pytest.fixture
def engine(loader: SlowLoader, recorder: _Recorder) -> Iterator[Engine]:
    engine = Engine(loader, recorder, audit_mode=AuditMode.ASSERT)
    thread = threading.Thread(target=engine.run)
    thread.start()
    yield engine
    engine.submit(Shutdown())
    thread.join(90)
    assert not thread.is_alive()
    assert all(each.is_closed for each in loader.backends)


def _answers(recorder: _Recorder) -> list[tuple[str, str]]:
    """Return what became of the models, in order."""
    found = []
    for event in recorder.events:
        if isinstance(event, ModelFailed):
            found.append((event.path, event.error.kind))
        elif isinstance(event, ModelLoaded):
            found.append((event.info.name, "loaded"))
    return found


def test_another_model_ends_the_load_before_it(
    engine: Engine, loader: SlowLoader, recorder: _Recorder
) -> None:
    engine.submit(SLOW)
    loader.has_begun.wait(90)
    engine.submit(QUICK)
    recorder.wait_for(lambda: recorder.has(ModelLoaded))
    first, second = _answers(recorder)
    assert first == (SLOW.path, "LoadCancelled")
    assert second[1] == "loaded"
    assert len(loader.backends) == 1


def test_who_wants_none_ends_it_as_well(
    engine: Engine, loader: SlowLoader, recorder: _Recorder
) -> None:
    engine.submit(SLOW)
    loader.has_begun.wait(90)
    engine.submit(UnloadModel())
    recorder.wait_for(lambda: recorder.has(ModelFailed))
    assert _answers(recorder) == [(SLOW.path, "LoadCancelled")]
    assert not loader.backends


def test_of_many_models_in_a_row_only_the_last_is_loaded(
    engine: Engine, loader: SlowLoader, recorder: _Recorder
) -> None:
    for _ in range(5):
        engine.submit(SLOW)
    engine.submit(QUICK)
    recorder.wait_for(lambda: recorder.has(ModelLoaded))
    assert [kind for _path, kind in _answers(recorder)] == ["LoadCancelled"] * 5 + ["loaded"]
    assert len(loader.backends) == 1


def test_an_order_in_the_last_moment_finds_the_model_loaded(
    engine: Engine, loader: SlowLoader, recorder: _Recorder
) -> None:
    loader.may_finish.set()
    engine.submit(SLOW)
    recorder.wait_for(lambda: recorder.has(ModelLoaded))
    engine.submit(UnloadModel())
    engine.submit(QUICK)
    recorder.wait_for(lambda: len(_answers(recorder)) == 2)
    assert [kind for _path, kind in _answers(recorder)] == ["loaded", "loaded"]
    assert loader.backends[0].is_closed
