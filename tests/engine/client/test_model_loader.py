"""One model is wanted: loaded in every process, and given up where it can't be had."""

import pytest

from engine.client.client_state import EnginePhase
from engine.client.model_loader import ModelLoader
from engine.client.supervisor import ProcessEnd
from engine.wire.commands import Command, LoadModel
from engine.wire.config import EngineConfig
from engine.wire.errors import (
    EngineError,
    LoadCancelled,
)
from engine.wire.events import ErrorReport, ModelFailed, ModelLoaded, ModelLoading
from tests.fakes.engine_process import model_info

FIRST = LoadModel("/models/first.gguf", EngineConfig())
SECOND = LoadModel("/models/second.gguf", EngineConfig(slot_count=2))
CRASH = ProcessEnd("It crashed.", "the last words", will_restart=True)


class Recorder:
    """Has a loader, and notes what it sends, says and gives up."""

    def __init__(self) -> None:
        self.sent: list[Command] = []
        self.given_up: list[EngineError] = []
        self.phases: list[EnginePhase] = []
        self.loader = ModelLoader(self.sent.append, self.given_up.append)
        self.loader.states.add(lambda state: self.phases.append(state.phase))

    def load(self, command: LoadModel) -> None:
        self.loader.want(command)
        self.loader.load()


@pytest.fixture
def recorder() -> Recorder:
    return Recorder()


def test_a_new_limit_holds_for_the_next_load(recorder: Recorder) -> None:
    recorder.loader.limit_cache(5)  # without a model there is none to hold for
    recorder.load(FIRST)
    recorder.loader.limit_cache(7)
    recorder.loader.load()
    last = recorder.sent[-1]
    assert isinstance(last, LoadModel)
    assert last.config.cache_bytes == 7


def test_what_a_replaced_load_still_says_is_not_shown(recorder: Recorder) -> None:
    recorder.load(FIRST)
    recorder.load(SECOND)
    recorder.loader.follow(ModelLoading(FIRST.path, 0.7))
    assert recorder.loader.state.progress == 0.0
    recorder.loader.follow(
        ModelFailed(FIRST.path, ErrorReport.of(LoadCancelled("Loading first was cancelled.")))
    )
    recorder.loader.follow(ModelLoading(SECOND.path, 0.2))
    assert recorder.loader.state.progress == 0.2
    assert not recorder.given_up


def test_what_nobody_wants_any_more_does_not_come_back(recorder: Recorder) -> None:
    recorder.load(FIRST)
    recorder.loader.leave(FIRST.path, "Loading first was cancelled.")
    recorder.loader.load()
    recorder.loader.follow(ModelLoading(FIRST.path, 0.7))
    recorder.loader.follow(ModelLoaded(model_info(FIRST.path)))
    assert recorder.loader.state.phase is EnginePhase.EMPTY
    assert recorder.loader.state.failed_path == FIRST.path
