"""A reply that repeats itself ends where it was asked for, with a reason of its own."""

from collections.abc import Sequence as AnySequence
from dataclasses import dataclass

import pytest

from engine.backend import Sampler
from engine.core.scheduler import Scheduler
from engine.messages.config import EngineConfig
from engine.messages.events import Channel, FinishReason, TextDelta
from engine.messages.request_options import RequestOptions
from engine.messages.sampling_params import SamplingParams
from engine.scheduling.slot_auditor import AuditMode
from engine.text import repetition
from tests.fakes.backend import FakeBackend
from tests.fakes.conversations import Listener, submit

ENOUGH = 400  # characters, in place of PROSE
SENTENCE = "I am a model and I like to answer. "
OPTIONS = RequestOptions(ends_repetition=True)
THINKING = (
    "{% for m in messages %}[{{ m.content }}]{% endfor %}"
    "{% if add_generation_prompt %}<think>{% endif %}"
)


@pytest.fixture(autouse=True)
def _is_soon_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repetition, "PROSE", ENOUGH)


@dataclass
class Repeating(FakeBackend):
    """Writes one sentence without end."""

    written: int = 0

    def sample(self, wanted: AnySequence[tuple[Sampler, int]]) -> list[int | None]:
        super().sample(wanted)
        start, self.written = self.written, self.written + len(wanted)
        sentence = SENTENCE.encode()
        return [sentence[(start + number) % len(sentence)] for number in range(len(wanted))]


def _run(
    options: RequestOptions, *texts: str, limit: int = 700, template: str | None = None
) -> tuple[Listener, Scheduler]:
    backend = Repeating(context_window=2048)
    if template is not None:
        backend.template = template
    scheduler = Scheduler(backend, EngineConfig(context_window=2048), AuditMode.ASSERT)
    listener = Listener(scheduler)
    sampling = SamplingParams(max_tokens=limit)
    submit(scheduler, 1, *texts or ("hello",), options=options, sampling=sampling)
    listener.run()
    return listener, scheduler


def test_a_reply_that_repeats_itself_ends_and_keeps_its_text() -> None:
    listener, _ = _run(OPTIONS)
    assert listener.reason(1) is FinishReason.REPETITION
    assert ENOUGH <= len(listener.text(1)) < ENOUGH + 100
    assert listener.text(1).startswith(SENTENCE * 3)


def test_a_program_that_does_not_ask_gets_all_that_it_wanted() -> None:
    listener, _ = _run(RequestOptions())
    assert listener.reason(1) is FinishReason.LENGTH
    assert len(listener.text(1)) == 700


def test_reasoning_that_repeats_itself_ends_too() -> None:
    listener, _ = _run(OPTIONS, template=THINKING)
    pieces = [event for event in listener.events if isinstance(event, TextDelta)]
    assert {piece.channel for piece in pieces} == {Channel.REASONING}
    assert listener.reason(1) is FinishReason.REPETITION


def test_a_reply_that_continues_is_not_ended_at_once() -> None:
    listener, scheduler = _run(OPTIONS)
    options = RequestOptions(ends_repetition=True)
    submit(scheduler, 2, "hello", listener.text(1), conversation="c1", options=options)
    listener.run()
    assert listener.reason(2) is FinishReason.REPETITION
    assert len(listener.text(2)) >= ENOUGH
