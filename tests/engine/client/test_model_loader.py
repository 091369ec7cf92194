"""One model is wanted: loaded in every process, and given up where it can't be had."""

import pytest

from engine.client.client_state import EnginePhase, EngineState
from engine.client.model_loader import LOAD_CRASH_LIMIT, ModelLoader
from engine.client.supervisor import ProcessEnd
from engine.wire.commands import Command, LoadModel
from engine.wire.config import EngineConfig
from engine.wire.errors import (
    EngineError,
    EngineStopped,
    LoadCancelled,
    ModelLoadFailed,
    NoModelLoaded,
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


def test_a_model_is_loaded_and_told_step_by_step(recorder: Recorder) -> None:
    recorder.load(SECOND)
    recorder.loader.follow(ModelLoading(SECOND.path, 0.5))
    recorder.loader.follow(ModelLoaded(model_info(SECOND.path)))
    assert recorder.sent == [SECOND]
    assert recorder.phases == [EnginePhase.LOADING, EnginePhase.LOADING, EnginePhase.READY]
    assert recorder.loader.state.config == SECOND.config


def test_of_two_models_only_the_answer_to_the_last_counts(recorder: Recorder) -> None:
    recorder.load(FIRST)
    recorder.load(SECOND)
    recorder.loader.follow(ModelLoaded(model_info(FIRST.path)))
    assert recorder.loader.state.phase is EnginePhase.LOADING
    recorder.loader.follow(ModelLoaded(model_info(SECOND.path)))
    model = recorder.loader.state.model
    assert model is not None
    assert model.path == SECOND.path


def test_without_a_wanted_model_there_is_nothing_to_wait_for(recorder: Recorder) -> None:
    recorder.loader.load()
    assert recorder.phases == [EnginePhase.EMPTY]
    with pytest.raises(NoModelLoaded):
        recorder.loader.check()


def test_who_waits_for_a_model_that_fails_is_told_why(recorder: Recorder) -> None:
    recorder.load(FIRST)
    recorder.loader.follow(
        ModelFailed(FIRST.path, ErrorReport.of(ModelLoadFailed("There is no such file.")))
    )
    assert [str(each) for each in recorder.given_up] == ["There is no such file."]
    assert recorder.loader.state.failed_path == FIRST.path


def test_a_model_that_crashes_the_process_is_not_loaded_for_ever(recorder: Recorder) -> None:
    recorder.loader.want(FIRST)
    for _ in range(LOAD_CRASH_LIMIT):
        assert not recorder.given_up
        recorder.loader.load()
        recorder.loader.end(CRASH)
    assert isinstance(recorder.given_up[0], NoModelLoaded)
    recorder.loader.load()
    assert recorder.loader.state.phase is EnginePhase.EMPTY
    assert len(recorder.sent) == LOAD_CRASH_LIMIT


def test_a_process_that_stays_off_ends_all_waiting(recorder: Recorder) -> None:
    recorder.load(FIRST)
    recorder.loader.end(ProcessEnd("It crashed.", "", will_restart=False))
    assert isinstance(recorder.given_up[-1], EngineStopped)
    with pytest.raises(EngineStopped):
        recorder.loader.check()
    recorder.loader.forget_crashes()
    assert recorder.phases[-2:] == [EnginePhase.DOWN, EnginePhase.RESTARTING]


def test_a_new_limit_holds_for_the_next_load(recorder: Recorder) -> None:
    recorder.loader.limit_cache(5)  # without a model there is none to hold for
    recorder.load(FIRST)
    recorder.loader.limit_cache(7)
    recorder.loader.load()
    last = recorder.sent[-1]
    assert isinstance(last, LoadModel)
    assert last.config.cache_bytes == 7


def test_the_same_state_is_told_once(recorder: Recorder) -> None:
    for _ in range(2):
        recorder.loader.become(EngineState(EnginePhase.DOWN, "It is off."))
    assert recorder.phases == [EnginePhase.DOWN]


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
