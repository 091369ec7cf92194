"""A chat that waits for a tool keeps its slot longer than chats that wait for their user."""

from pathlib import Path

import pytest

from engine.messages.events import FinishReason
from engine.messages.request_options import RequestOptions
from engine.messages.sampling_params import SamplingParams
from tests.engine.kv.driving import EngineDriver, driven
from tests.fakes.backend import FakeBackend
from tests.fakes.conversations import submit

ANY_LETTER = tuple("abcdefghijklmnopqrstuvwxyz")  # so that any reply has a mark of calls
TEXT = "what is the weather " * 5


def ask(driver: EngineDriver, name: str, marks: tuple[str, ...] = ()) -> None:
    driver.request_id += 1
    submit(
        driver.scheduler,
        driver.request_id,
        f"{name} {TEXT}",
        conversation=name,
        sampling=SamplingParams(temperature=0.0),
        options=RequestOptions(visible_controls=marks),
    )
    driver.run()
    assert driver.listener.finished(driver.request_id).reason is FinishReason.STOP


@pytest.mark.parametrize("marks", [(), ANY_LETTER])
def test_the_chat_of_a_running_tool_is_evicted_last(marks: tuple[str, ...], tmp_path: Path) -> None:
    with driven(FakeBackend(slot_count=3, context_window=1024), tmp_path) as driver:
        ask(driver, "waits", marks)
        ask(driver, "first")
        ask(driver, "second")
        ask(driver, "third")
        assert bool(driver.slots_of("waits")) is bool(marks)
        assert bool(driver.slots_of("first")) is not bool(marks)
