"""The first event after a pause goes at once, those after it together, and no order is lost."""

import asyncio

import msgspec

from engine.messages.events import (
    Channel,
    Finished,
    FinishReason,
    GenerationEvent,
    PrefillProgress,
    StepEvents,
    TextDelta,
)
from engine.messages.metrics import ReplyUsage
from engine.remote.reply_reader import INTERVAL_SECONDS, MAX_TEXT, StepReporter


class Steps:
    """What was reported, and when."""

    def __init__(self) -> None:
        self.steps: list[StepEvents] = []
        self.times: list[float] = []

    def note(self, event: msgspec.Struct) -> None:
        assert isinstance(event, StepEvents)
        self.steps.append(event)
        self.times.append(asyncio.get_running_loop().time())


def text(number: int, letters: str, channel: Channel = Channel.ANSWER) -> TextDelta:
    return TextDelta(number, letters, len(letters), channel)


async def test_the_first_goes_at_once_and_the_rest_together() -> None:
    steps = Steps()
    reporter = StepReporter(steps.note)
    reporter.put(text(1, "a"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert len(steps.steps) == 1
    for letter in "bcd":
        reporter.put(text(1, letter))
        reporter.put(text(2, letter))
    await asyncio.sleep(3 * INTERVAL_SECONDS)
    together = (TextDelta(1, "bcd", 1), TextDelta(2, "bcd", 1))
    assert [each.events for each in steps.steps[1:]] == [together]
    assert steps.times[1] - steps.times[0] >= INTERVAL_SECONDS * 0.99


async def test_what_differs_is_not_merged() -> None:
    steps = Steps()
    reporter = StepReporter(steps.note)
    end = Finished(1, FinishReason.STOP, ReplyUsage())
    events: list[GenerationEvent] = [
        PrefillProgress(1, 5, 9),
        text(1, "a", Channel.REASONING),
        text(1, "b"),
        text(2, "x"),
        end,
    ]
    reporter.put(PrefillProgress(1, 1, 9))
    for each in events:
        reporter.put(each)
    await asyncio.sleep(3 * INTERVAL_SECONDS)
    assert [each for step in steps.steps for each in step.events] == events


async def test_megabytes_go_in_frames_that_fit() -> None:
    steps = Steps()
    reporter = StepReporter(steps.note)
    long = "x" * MAX_TEXT
    for _ in range(7):
        reporter.put(text(1, long))
    await asyncio.sleep(8 * INTERVAL_SECONDS)
    told = [each for step in steps.steps for each in step.events]
    assert sum(len(each.text) for each in told if isinstance(each, TextDelta)) == 7 * len(long)
    assert max(len(step.events) for step in steps.steps) <= 3
