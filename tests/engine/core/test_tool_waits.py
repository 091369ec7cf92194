"""A chat that waits for a tool keeps its slot longer than chats that wait for their user."""

from pathlib import Path

import msgspec
import pytest

from engine.dialects.generation import Generation, PieceReader, Reply, prepared
from engine.dialects.tools import Function, Tools, Use
from engine.messages.commands import ChatMessage, Role
from engine.messages.config import EngineConfig
from engine.messages.events import FinishReason, TextDelta
from engine.messages.request_options import Rank, RequestOptions
from engine.messages.sampling_params import SamplingParams
from tests.benchmarks.harness import EngineHarness
from tests.benchmarks.harness import Reply as Written
from tests.engine.kv.driving import EngineDriver, driven
from tests.fakes.backend import FakeBackend
from tests.fakes.conversations import submit
from tests.models.talker import TALKER

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


WEATHER = Function(
    "weather",
    "Return the weather of a city.",
    {"type": "object", "properties": {"city": {"enum": ["Bonn", "Rome"]}}, "required": ["city"]},
)
TOOLS = Tools((WEATHER,), Use.REQUIRED, may_be_several=False)


def test_a_result_finds_all_tokens_before_it_also_after_an_eviction(tmp_path: Path) -> None:
    config = EngineConfig(context_window=1024, slot_count=2, cache_dir=str(tmp_path))
    with EngineHarness(TALKER, config) as harness:
        messages = [ChatMessage(Role.USER, "Which weather is there? " * 20)]
        calling = forced_call(harness, messages)
        assert harness.info is not None
        reader, found = PieceReader(TOOLS, harness.info.tool_format), Reply()
        for each in (*reader.feed(TextDelta(0, calling.text, 1)), *reader.finish()):
            found.add(each)
        (call,) = found.calls
        for number in range(4):  # more than there are slots
            harness.answer(f"other {number}", [f"{number} is said here. " * 20], max_tokens=4)
        messages.append(ChatMessage(Role.ASSISTANT, "", (call,)))
        messages.append(ChatMessage(Role.TOOL, "Rain", tool_call_id=call.id, name=call.name))
        answer = forced_call(harness, messages)
        held = calling.usage.context_tokens
        assert held > 300
        assert answer.usage.reused_tokens >= 0.99 * held


def forced_call(harness: EngineHarness, messages: list[ChatMessage]) -> Written:
    assert harness.info is not None
    asked = Generation(tuple(messages), SamplingParams(max_tokens=100, seed=7), tools=TOOLS)
    made = prepared(asked, harness.info)
    options = msgspec.structs.replace(made.options, rank=Rank.TAB)
    written = harness.ask_messages("waits", made.messages, made.sampling, options)
    harness.wait(written)
    return written
