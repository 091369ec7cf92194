"""A model that nobody needs is freed, and comes back with the next message."""

from engine.client.client import EngineClient, EnginePhase
from engine.client.client_state import EngineState
from engine.client.model_loader import ModelLoader
from engine.wire.commands import UnloadModel
from engine.wire.config import EngineConfig
from engine.wire.events import FinishReason, ModelLoaded
from tests.engine.client.test_model_loader import CRASH, FIRST, SECOND, Recorder
from tests.fakes.engine_client import ask, end_of, events_of, first_word, scripted_client, until
from tests.fakes.engine_process import model_info


def _phase(whose: ModelLoader | EngineClient) -> EnginePhase:
    return whose.state.phase


def _asleep(recorder: Recorder) -> None:
    recorder.load(FIRST)
    recorder.loader.follow(ModelLoaded(model_info(FIRST.path)))
    recorder.loader.sleep()


def test_who_sleeps_is_woken_once() -> None:
    recorder = Recorder()
    _asleep(recorder)
    assert _phase(recorder.loader) is EnginePhase.SLEEPING
    assert recorder.loader.state.model is None
    assert recorder.loader.state.known_model == model_info(FIRST.path)
    recorder.loader.wake()
    recorder.loader.wake()
    assert recorder.sent == [FIRST, UnloadModel(), FIRST]
    assert _phase(recorder.loader) is EnginePhase.LOADING


def test_without_a_model_nothing_sleeps() -> None:
    recorder = Recorder()
    recorder.loader.sleep()
    recorder.load(FIRST)
    recorder.loader.sleep()
    recorder.loader.wake()
    assert recorder.sent == [FIRST]


def test_a_new_process_goes_on_sleeping() -> None:
    recorder = Recorder()
    _asleep(recorder)
    recorder.loader.end(CRASH)
    assert _phase(recorder.loader) is EnginePhase.RESTARTING
    recorder.loader.load()
    assert _phase(recorder.loader) is EnginePhase.SLEEPING
    assert recorder.sent == [FIRST, UnloadModel()]


def test_a_message_between_two_processes_wakes_the_next_one() -> None:
    recorder = Recorder()
    _asleep(recorder)
    recorder.loader.end(CRASH)
    recorder.loader.wake()
    assert recorder.sent == [FIRST, UnloadModel()]
    recorder.loader.load()
    assert recorder.sent == [FIRST, UnloadModel(), FIRST]


def test_another_model_is_loaded_although_the_first_one_sleeps() -> None:
    recorder = Recorder()
    _asleep(recorder)
    recorder.load(SECOND)
    assert recorder.sent[-1] == SECOND
    recorder.loader.follow(ModelLoaded(model_info(SECOND.path)))
    assert _phase(recorder.loader) is EnginePhase.READY


async def test_the_next_message_loads_the_model_and_is_answered() -> None:
    async with scripted_client() as client:
        await until(client, EnginePhase.READY)
        client.sleep()
        assert _phase(client) is EnginePhase.SLEEPING
        assert client.idle_seconds is None
        request = ask(client, "say 2")
        assert _phase(client) is EnginePhase.LOADING
        assert end_of(await events_of(request)).reason is FinishReason.STOP
        assert _phase(client) is EnginePhase.READY


async def test_nothing_is_unloaded_while_somebody_is_answered_or_waits() -> None:
    async with scripted_client() as client:
        waiting = ask(client, "say 1")
        assert _phase(client) is not EnginePhase.READY
        client.sleep()
        await events_of(waiting)
        phases: list[EngineState] = []
        client.states.add(phases.append)
        running = ask(client, "on and on")
        await first_word(running)
        assert client.idle_seconds is None
        client.sleep()
        assert phases == []
        running.cancel()
        await events_of(running)
        idle = client.idle_seconds
        assert idle is not None
        client.sleep()
        assert [each.phase for each in phases] == [EnginePhase.SLEEPING]


async def test_another_load_wakes_it() -> None:
    async with scripted_client() as client:
        await until(client, EnginePhase.READY)
        client.sleep()
        client.load("other.gguf", EngineConfig())
        assert _phase(client) is EnginePhase.LOADING
        state = await until(client, EnginePhase.READY)
        assert state.model is not None
        assert state.model.path.endswith("other.gguf")
