"""Replies become text in two channels, and samplers hear where the answer begins."""

import math
from collections.abc import Sequence as AnySequence
from dataclasses import dataclass

import pytest

from engine.backend import Sampler
from engine.core.output_processor import MIN_LOGPROB
from engine.core.scheduler import Scheduler
from engine.core.workers import TextThread, Workers
from engine.llama.loader import load
from engine.messages.config import EngineConfig
from engine.messages.events import Channel, FinishReason, TextDelta, TokenLogprob
from engine.messages.request_options import DEFAULT_OPTIONS, RequestOptions
from engine.messages.sampling_params import SamplingParams
from engine.text import repetition
from tests.fakes.backend import FakeBackend
from tests.fakes.conversations import Listener, limit, rendered, solo_reply, strict, submit
from tests.fakes.vocabulary import IM_END, IM_START, FakeVocabulary
from tests.models.cache import cached_model
from tests.models.tiny import write_plain

ENOUGH = 400  # characters, in place of PROSE
SENTENCE = "I am a model and I like to answer. "
OPTIONS = RequestOptions(ends_repetition=True)
THINKING = (
    "{% for m in messages %}[{{ m.content }}]{% endfor %}"
    "{% if add_generation_prompt %}<think>{% endif %}"
)


def test_a_reply_of_its_full_length_names_no_stop_string() -> None:
    scheduler, listener = strict(FakeBackend(reply_share=0))
    sampling = SamplingParams(stop_strings=("never written",), max_tokens=5)
    submit(scheduler, 1, "hello", sampling=sampling)
    listener.run()
    assert listener.finished(1).stop_string == ""


class _Thinking(FakeBackend):
    """Thinks, then answers, whatever it was asked."""

    def sample(self, entries: AnySequence[tuple[Sampler, int]]) -> list[int | None]:
        super().sample(entries)
        count = sum(len(call) == 1 and call[0][1] == 1 for call in self.calls)
        return [b"hm</think>yes"[count] for _ in entries]


class _Marks(FakeVocabulary):
    """One more token: a mark of reasoning."""

    def tokenize(self, text: str, *, parse_special: bool) -> list[int]:
        is_mark = parse_special and text == "<think>"
        return [300] if is_mark else super().tokenize(text, parse_special=parse_special)


def test_a_sampler_is_told_how_a_reply_can_open_reasoning() -> None:
    backend = FakeBackend(template="{{ messages[0].content }}{{ '' if true else '<think>' }}")
    backend.vocabulary = _Marks()
    scheduler, _ = strict(backend)
    submit(scheduler, 0, "well?")
    scheduler.step()
    assert backend.samplers[0].opening_tokens == {300}


def test_a_sampler_is_told_where_the_reasoning_ends() -> None:
    template = "{{ messages[0].content }}{% if add_generation_prompt %}<think>\n{% endif %}"
    backend = _Thinking(template=template)
    scheduler, listener = strict(backend)
    submit(scheduler, 0, "well?", sampling=limit(13))
    reasoned = []
    while scheduler.has_work:
        listener.step()
        reasoned.append(backend.samplers[0].is_reasoning)
    assert reasoned == [True] * 9 + [False] * 4
    assert listener.text(0) == "hmyes"


class _Calling(FakeBackend):
    """Writes control tokens around its text."""

    def sample(self, entries: AnySequence[tuple[Sampler, int]]) -> list[int | None]:
        super().sample(entries)
        count = sum(len(call) == 1 and call[0][1] == 1 for call in self.calls)
        return [[97, IM_START, 98, IM_END][count] for _ in entries]


@pytest.mark.parametrize(
    ("visible", "text"),
    [
        ((), "ab"),
        (("<|im_start|>",), "a<|im_start|>b"),
        (("<|im_start|>", "<|im_end|>", "absent"), "a<|im_start|>b<|im_end|>"),
    ],
)
def test_control_tokens_are_text_where_a_request_wants_them(
    visible: tuple[str, ...], text: str
) -> None:
    scheduler, listener = strict(_Calling())
    submit(scheduler, 0, "well?", options=RequestOptions(visible_controls=visible))
    listener.run()
    assert listener.text(0) == text
    assert listener.finished(0).reason is FinishReason.STOP


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
    scheduler, listener = strict(backend, EngineConfig(context_window=2048))
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


def _deltas(listener: Listener) -> list[TextDelta]:
    return [each for each in listener.events if isinstance(each, TextDelta)]


def _logprobs(listener: Listener) -> list[TokenLogprob]:
    return [each for delta in _deltas(listener) for each in delta.logprobs]


@pytest.mark.parametrize("writes_beside", [False, True])
@pytest.mark.parametrize("grammar", [None, 'root ::= "a"*'])
def test_every_token_comes_with_its_logprob_and_the_likeliest(
    writes_beside: bool, grammar: str | None
) -> None:
    backend = FakeBackend(reply_share=0)
    text = TextThread() if writes_beside else None
    workers = Workers(text=text)
    scheduler, listener = strict(backend, workers=workers)
    sampling = SamplingParams(max_tokens=20, logprob_count=3, grammar=grammar)
    submit(scheduler, 1, "hello", sampling=sampling)
    listener.run()
    if text is not None:
        text.close()
    said = solo_reply(rendered(backend, "hello"), backend, 20)
    assert listener.text(1) == said
    found = _logprobs(listener)
    assert b"".join(each.content for each in found).decode() == said
    assert all(each.logprob == -0.5 and len(each.top) == 3 for each in found)
    assert all(each.top[0].content == each.content for each in found)
    for delta in _deltas(listener):
        assert "".join(each.text for each in delta.logprobs) == delta.text


def test_who_does_not_ask_gets_none() -> None:
    backend = FakeBackend(reply_share=0)
    scheduler, listener = strict(backend)
    submit(scheduler, 1, "hello", sampling=SamplingParams(max_tokens=20))
    listener.run()
    assert _logprobs(listener) == []


def test_tokens_of_a_stop_string_have_none_and_what_is_held_back_comes_with_its_text() -> None:
    backend = FakeBackend(reply_share=0)
    said = solo_reply(rendered(backend, "hello"), backend, 30)
    stop = said[10:13]
    scheduler, listener = strict(backend)
    sampling = SamplingParams(max_tokens=30, logprob_count=0, stop_strings=(stop,))
    submit(scheduler, 1, "hello", sampling=sampling)
    listener.run()
    expected = said[: said.index(stop)]
    assert listener.text(1) == expected
    text = "".join(each.text for each in _logprobs(listener))
    assert text.startswith(expected) or expected.startswith(text)
    assert all(each.top == () for each in _logprobs(listener))


def test_a_real_models_are_those_of_its_softmax() -> None:
    config = EngineConfig(context_window=256, slot_count=1)
    backend = load(str(cached_model(write_plain)), config, lambda _progress: None)
    try:
        scheduler, listener = strict(backend, EngineConfig(slot_count=1))
        sampling = SamplingParams(
            max_tokens=6,
            temperature=0,
            logprob_count=20,
            repeat_penalty=1.5,
            logit_bias=((5, -math.inf),),
        )
        submit(scheduler, 1, "hello", sampling=sampling, options=DEFAULT_OPTIONS)
        listener.run()
        found = _logprobs(listener)
        assert 1 <= len(found) <= 6
        for each in found:
            values = [top.logprob for top in each.top]
            assert values == sorted(values, reverse=True)
            assert all(MIN_LOGPROB <= value <= 0 for value in values)
            assert sum(math.exp(value) for value in values) <= 1.0001
            assert each.logprob <= values[0]
    finally:
        backend.close()
