"""When a process counts as hanging."""

import msgspec
import pytest

from engine.client.crash_ledger import explained_end
from engine.ipc.lazy_text import lazy
from engine.ipc.lifecycle import Heartbeat, Preparing, ProcessStarted
from engine.ipc.supervisor import ProcessEnd, RestartBudget, RestartPolicy
from engine.messages.commands import LoadModel
from engine.messages.config import EngineConfig
from engine.messages.events import ModelLoaded, ModelLoading, StepEvents
from engine.messages.metrics import StepRecord
from tests.fakes.engine_process import model_info
from tests.fakes.engine_watch import WatchedEngine


def ticks_until_blamed(
    watch: WatchedEngine, beat: Heartbeat | None = None, most: int = 5000
) -> int:
    """Return after how many ticks the process counts as hanging; ``beat`` comes before each."""
    for count in range(1, most):
        if beat is not None:
            watch.saw_event(beat)
        if watch.tick() is not None:
            return count
    return most


@pytest.fixture
def watch() -> WatchedEngine:
    watch = WatchedEngine()
    watch.saw_event(ProcessStarted(1, 1))
    return watch


@pytest.mark.parametrize(
    ("beat", "ticks"),
    [
        (None, 11),
        (Heartbeat(7, is_busy=False), 5000),
        (Heartbeat(7, is_busy=True), 31),
        (Heartbeat(7, is_busy=False, slice_count=3), 31),  # it encodes a picture
    ],
)
def test_a_process_hangs_without_heartbeats_or_progress(
    watch: WatchedEngine, beat: Heartbeat | None, ticks: int
) -> None:
    assert ticks_until_blamed(watch, beat) == ticks


def test_a_process_may_take_a_minute_to_start() -> None:
    assert ticks_until_blamed(WatchedEngine()) == 61


def test_a_process_that_says_what_it_prepares_gets_another_minute() -> None:
    watch = WatchedEngine()
    for _ in range(50):
        assert watch.tick() is None
    watch.saw_event(Preparing(lazy("Comparing…")))
    assert ticks_until_blamed(watch) == 61


def test_a_busy_process_that_makes_steps_does_not_hang(watch: WatchedEngine) -> None:
    for step_count in range(200):
        watch.saw_event(Heartbeat(step_count, is_busy=True))
        assert watch.tick() is None


def test_a_busy_process_whose_steps_compute_nothing_hangs(watch: WatchedEngine) -> None:
    for _ in range(30):
        watch.saw_event(Heartbeat(7, is_busy=True))
        watch.saw_event(StepEvents((), StepRecord(seconds=0.001)))
        assert watch.tick() is None
    watch.saw_event(StepEvents((), StepRecord(seconds=0.001)))
    assert watch.tick() == "The engine stopped responding while writing and was closed."


def test_time_without_ticks_blames_nobody(watch: WatchedEngine) -> None:
    """A machine that slept wakes to one late tick, not to a clock that jumped."""
    assert watch.tick() is None
    assert watch.tick() is None


def test_loading_a_model_may_take_two_minutes_without_progress(watch: WatchedEngine) -> None:
    watch.saw_command(LoadModel("/a.gguf", EngineConfig()))
    watch.saw_event(ModelLoading("/a.gguf", 0.5, byte_count=10**10))
    assert ticks_until_blamed(watch, Heartbeat(0, is_busy=False)) == 121


def test_a_load_may_block_the_heartbeats_for_a_minute(watch: WatchedEngine) -> None:
    watch.saw_command(LoadModel("/a.gguf", EngineConfig()))
    watch.saw_event(ModelLoading("/a.gguf", 0.5, byte_count=10**10))
    assert ticks_until_blamed(watch) == 61


def test_loading_that_goes_on_takes_as_long_as_it_likes(watch: WatchedEngine) -> None:
    watch.saw_command(LoadModel("/a.gguf", EngineConfig()))
    for progress in range(100):
        watch.saw_event(ModelLoading("/a.gguf", progress / 100))
        for _ in range(100):
            watch.saw_event(Heartbeat(0, is_busy=False))
            assert watch.tick() is None


def test_a_large_file_may_be_read_when_its_model_is_tried_out(watch: WatchedEngine) -> None:
    watch.saw_command(LoadModel("/a.gguf", EngineConfig()))
    watch.saw_event(ModelLoading("/a.gguf", 1.0, byte_count=10**10))
    assert ticks_until_blamed(watch, Heartbeat(0, is_busy=False)) == 621
    watch.saw_command(LoadModel("/b.gguf", EngineConfig()))
    assert ticks_until_blamed(watch, Heartbeat(0, is_busy=False)) == 121


def test_a_large_model_gets_more_time_for_its_first_step(watch: WatchedEngine) -> None:
    large = msgspec.structs.replace(model_info("/large.gguf"), parameter_count=10**9)
    watch.saw_event(ModelLoaded(large))
    assert ticks_until_blamed(watch, Heartbeat(0, is_busy=True)) > 400


def test_a_slow_machine_gets_more_time_once_its_speed_is_known(watch: WatchedEngine) -> None:
    slow = StepRecord(prefill_slots=(0,), prefill_tokens=100, prefill_seconds=10.0)
    watch.saw_event(StepEvents((), slow))
    assert ticks_until_blamed(watch, Heartbeat(1, is_busy=True)) > 4000


def test_a_picture_hangs_also_beside_replies_that_go_on(watch: WatchedEngine) -> None:
    for step_count in range(31):
        watch.saw_event(Heartbeat(step_count, is_busy=True, slice_count=3))
        assert (watch.tick() is not None) == (step_count == 30)


def test_a_picture_may_take_as_long_as_it_likes_slice_by_slice(watch: WatchedEngine) -> None:
    for slice_count in range(20):
        beat = Heartbeat(7, is_busy=False, slice_count=slice_count)
        assert ticks_until_blamed(watch, beat, most=25) == 25
    assert ticks_until_blamed(watch, Heartbeat(7, is_busy=False)) == 5000


def test_three_restarts_with_growing_pauses_then_none() -> None:
    budget = RestartBudget(RestartPolicy())
    assert [budget.next_pause(float(now)) for now in range(5)] == [0.5, 2.0, 8.0, None, None]


def test_restarts_of_long_ago_are_forgotten() -> None:
    budget = RestartBudget(RestartPolicy())
    assert [budget.next_pause(now * 301.0) for now in range(5)] == [0.5] * 5


ABORT = "/x/ggml-rpc.cpp:501: Remote RPC server crashed or returned malformed response"
SERVERS = ("rack:50052", "desk:1")


def ended(detail: str = "", *, is_crash: bool = True) -> ProcessEnd:
    return ProcessEnd("It ended.", detail, will_restart=True, is_crash=is_crash)


def test_a_connection_that_broke_is_no_fault_of_a_request() -> None:
    end = explained_end(ended(ABORT), SERVERS)
    reason = "The connection to rack:50052, desk:1 was lost. Layers of the model are there."
    assert end.text == reason
    assert end.is_elsewhere


def test_an_end_of_another_kind_asks_for_the_computers() -> None:
    end = explained_end(ended("Segmentation fault"), SERVERS)
    hint = "Layers of the model are on rack:50052, desk:1. Check that they can be reached."
    assert end.text == f"It ended. {hint}"
    assert not end.is_elsewhere


def test_without_other_computers_and_when_asked_for_an_end_is_as_it_was() -> None:
    assert explained_end(ended(ABORT), ()) == ended(ABORT)
    assert explained_end(ended(is_crash=False), SERVERS) == ended(is_crash=False)
