"""How likely each token was: of every token once, with its text, and of none who did not ask."""

import math

import pytest

from engine.core.output_processor import LEAST_LOGPROB
from engine.core.scheduler import Scheduler
from engine.core.workers import TextThread, Workers
from engine.llama.loader import load
from engine.messages.config import EngineConfig
from engine.messages.events import TextDelta, TokenLogprob
from engine.messages.request_options import DEFAULT_OPTIONS
from engine.messages.sampling_params import SamplingParams
from engine.scheduling.slot_auditor import AuditMode
from tests.fakes.backend import FakeBackend
from tests.fakes.conversations import Listener, rendered, solo_reply, submit
from tests.models.cache import cached_model
from tests.models.tiny import write_plain


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
    scheduler = Scheduler(backend, EngineConfig(), AuditMode.ASSERT, lambda: None, workers)
    listener = Listener(scheduler)
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
    scheduler = Scheduler(backend, EngineConfig(), AuditMode.ASSERT)
    listener = Listener(scheduler)
    submit(scheduler, 1, "hello", sampling=SamplingParams(max_tokens=20))
    listener.run()
    assert _logprobs(listener) == []


def test_tokens_of_a_stop_string_have_none_and_what_is_held_back_comes_with_its_text() -> None:
    backend = FakeBackend(reply_share=0)
    said = solo_reply(rendered(backend, "hello"), backend, 30)
    stop = said[10:13]
    scheduler = Scheduler(backend, EngineConfig(), AuditMode.ASSERT)
    listener = Listener(scheduler)
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
        scheduler = Scheduler(backend, EngineConfig(slot_count=1), AuditMode.ASSERT)
        listener = Listener(scheduler)
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
            assert all(LEAST_LOGPROB <= value <= 0 for value in values)
            assert sum(math.exp(value) for value in values) <= 1.0001
            assert each.logprob <= values[0]
    finally:
        backend.close()
