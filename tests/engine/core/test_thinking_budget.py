"""Thinking ends behind exactly as many tokens as it may take, and nobody else notices."""

from collections.abc import Callable, Sequence

import pytest

from engine.backend import DecodeStatus, Sampler
from engine.core import reply_writer
from engine.core.scheduler import Scheduler
from engine.core.workers import TextThread, Workers
from engine.messages.config import EngineConfig
from engine.messages.events import Channel, FinishReason, TextDelta
from engine.messages.request_options import OverflowPolicy, RequestOptions, ThinkingRequest
from engine.messages.sampling_params import SamplingParams
from engine.scheduling.slot_auditor import AuditMode
from tests.engine.core.same_replies import guessing
from tests.fakes.backend import PLAIN, FakeBackend
from tests.fakes.conversations import Listener, solo_reply, submit
from tests.fakes.eager_planner import EagerPlanner

# Letters only are what the fake model says: it never ends its thinking by itself.
THINKS = (
    "{% for m in messages %}[{{ m.content }}]{% endfor %}"
    "{% if add_generation_prompt %}<think>\n{% endif %}"
)
ENDING = "\n</think>\n\n"
ASKED = "abcd " * 8
LIMIT = SamplingParams(max_tokens=80)


def backend_of(**values: object) -> FakeBackend:
    values = {"reply_share": 0, "context_window": 512, "template": THINKS} | values
    return FakeBackend(**values)  # type: ignore[arg-type]  # what a test says


def scheduled(
    backend: FakeBackend, *, guesses: bool = False, workers: Workers | None = None
) -> tuple[Scheduler, Listener]:
    config = EngineConfig(guesses_ahead=guesses)
    scheduler = Scheduler(backend, config, AuditMode.ASSERT, workers=workers)
    if guesses:
        scheduler.steps.drafter.planner = EagerPlanner(0)
    return scheduler, Listener(scheduler)


def budget(tokens: int | None, overflow: OverflowPolicy = OverflowPolicy.SLIDE) -> RequestOptions:
    return RequestOptions(overflow, thinking=ThinkingRequest(budget=tokens))


def text_of(listener: Listener, request_id: int, channel: Channel) -> str:
    return "".join(
        event.text
        for event in listener.events
        if isinstance(event, TextDelta)
        and (event.request_id, event.channel) == (request_id, channel)
    )


def expected(backend: FakeBackend, asked: str, tokens: int, limit: int) -> tuple[str, str]:
    """Return what the fake model thinks and answers when it is cut off behind so many tokens."""
    prompt = backend.vocabulary.tokenize(f"[{asked}]<think>\n", parse_special=True)
    thought = solo_reply(prompt, backend, tokens)
    written = [*prompt, *thought.encode(), *ENDING.encode()]
    return thought, solo_reply(written, backend, limit - tokens - len(ENDING))


@pytest.mark.parametrize("tokens", [0, 1, 7, 40])
@pytest.mark.parametrize("guesses", [False, True])
@pytest.mark.parametrize("echo_percent", [0, 85])
def test_thinking_takes_as_many_tokens_as_it_may(
    tokens: int, guesses: bool, echo_percent: int
) -> None:
    backend = backend_of(echo_percent=echo_percent, capabilities=guessing(PLAIN))
    scheduler, listener = scheduled(backend, guesses=guesses)
    submit(scheduler, 1, ASKED, sampling=LIMIT, options=budget(tokens))
    listener.run()
    thought, answer = expected(backend, ASKED, tokens, 80)
    assert text_of(listener, 1, Channel.REASONING) == thought
    assert text_of(listener, 1, Channel.ANSWER) == answer
    usage = listener.finished(1).usage
    assert (len(thought), usage.reply_tokens) == (tokens, 80)
    assert not guesses or echo_percent == 0 or usage.accepted_tokens > 0


@pytest.mark.parametrize("tokens", [0, 1, 7, *range(20, 60, 5)])
@pytest.mark.parametrize("guesses", [False, True])
def test_its_text_is_written_at_once_however_short_calls_are(
    tokens: int, guesses: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reply_writer, "PACE_SECONDS", 1e9)
    backend = backend_of(echo_percent=95, capabilities=guessing(PLAIN))
    workers = Workers(text=TextThread())
    scheduler, listener = scheduled(backend, workers=workers, guesses=guesses)
    submit(scheduler, 1, ASKED, sampling=LIMIT, options=budget(tokens))
    listener.run()
    workers.close()
    assert len(text_of(listener, 1, Channel.REASONING)) == tokens


class _Thinking(FakeBackend):
    """Thinks, then answers, whatever it was asked."""

    def sample(self, entries: Sequence[tuple[Sampler, int]]) -> list[int | None]:
        return [self._letter() for _ in entries]

    def _letter(self) -> int:
        count = sum(len(call) == 1 and call[0][1] == 1 for call in self.calls)
        return b"hm</think>yes and more"[count]


def test_a_grammar_begins_with_the_answer_however_short_calls_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reply_writer, "PACE_SECONDS", 1e9)
    backend, workers = _Thinking(template=THINKS), Workers(text=TextThread())
    scheduler, listener = scheduled(backend, workers=workers)
    sampling = SamplingParams(max_tokens=20, grammar='root ::= "a"*')
    submit(scheduler, 1, "well?", sampling=sampling)
    reasoned = []
    while scheduler.has_work:
        listener.step()
        reasoned.append(backend.samplers[0].is_reasoning)
    workers.close()
    assert reasoned.count(True) <= len("hm</think>") + 1, "it begins behind the mark, at the next"


def test_without_a_budget_thinking_goes_on() -> None:
    scheduler, listener = scheduled(backend_of())
    submit(scheduler, 1, ASKED, sampling=LIMIT, options=budget(None))
    listener.run()
    assert len(text_of(listener, 1, Channel.REASONING)) == 80


@pytest.mark.parametrize("make_workers", [lambda: None, lambda: Workers(text=TextThread())])
def test_the_neighbours_say_what_they_say_without_it(
    make_workers: Callable[[], Workers | None],
) -> None:
    def replies(tokens: int | None) -> list[str]:
        workers = make_workers()
        scheduler, listener = scheduled(backend_of(), workers=workers)
        for number in (1, 2, 3):
            options = budget(tokens if number == 2 else None)
            submit(scheduler, number, f"{number} {ASKED}", sampling=LIMIT, options=options)
        listener.run()
        if workers is not None:
            workers.close()
        return [listener.text(number) for number in (1, 2, 3)]

    free, bound = replies(None), replies(9)
    assert (bound[0], bound[2]) == (free[0], free[2])
    assert bound[1] != free[1]
    assert bound[1][:9] == free[1][:9]


@pytest.mark.parametrize("status", [each for each in DecodeStatus if each is not DecodeStatus.DONE])
@pytest.mark.parametrize("guesses", [False, True])
def test_a_call_that_fails_costs_no_token_of_it(status: DecodeStatus, guesses: bool) -> None:
    backend = backend_of(echo_percent=85, capabilities=guessing(PLAIN))
    scheduler, listener = scheduled(backend, guesses=guesses)
    submit(scheduler, 1, ASKED, sampling=LIMIT, options=budget(12))
    steps = 0
    while scheduler.has_work:
        steps += 1
        if steps % 3 == 0:
            backend.faults.append(status)
        listener.step()
    thought, answer = expected(backend, ASKED, 12, 80)
    assert text_of(listener, 1, Channel.REASONING) == thought
    assert text_of(listener, 1, Channel.ANSWER) == answer


def test_a_reply_that_is_stopped_while_its_thinking_is_ended_stays_so() -> None:
    backend = backend_of()
    scheduler, listener = scheduled(backend)
    submit(scheduler, 1, ASKED, conversation="a", sampling=LIMIT, options=budget(5))
    while not listener.events or len(listener.text(1)) < 5:
        listener.step()
    listener.step()  # the first token that ends it
    scheduler.cancel(1)
    listener.run()
    assert listener.reason(1) is FinishReason.CANCELLED
    assert listener.text(1) == expected(backend, ASKED, 5, 80)[0]
    submit(scheduler, 2, ASKED, conversation="a", sampling=LIMIT, options=budget(5))
    listener.run()
    assert text_of(listener, 2, Channel.ANSWER) == expected(backend, ASKED, 5, 80)[1]


def test_a_full_window_slides_and_the_budget_stays() -> None:
    backend = backend_of(context_window=256)
    scheduler, listener = scheduled(backend)
    texts = [ASKED, "xyz " * 6, ASKED]
    sampling = SamplingParams(max_tokens=200)
    submit(scheduler, 1, *texts, sampling=sampling, options=budget(150))
    listener.run()
    assert listener.finished(1).usage.dropped_messages > 0
    assert len(text_of(listener, 1, Channel.REASONING)) == 150
    assert text_of(listener, 1, Channel.ANSWER)


def test_an_answer_that_speaks_of_thinking_is_left_alone() -> None:
    """No prompt opens thinking here, and the model does not: nothing is forced."""
    backend = backend_of(template="{{ messages[-1].content }}{{ '' if true else '<think>' }}")
    scheduler, listener = scheduled(backend)
    submit(scheduler, 1, ASKED, sampling=LIMIT, options=budget(3))
    listener.run()
    assert len(text_of(listener, 1, Channel.ANSWER)) == 80
