"""Replies are the same with guesses as without, whatever is guessed and whatever goes wrong."""

from collections.abc import Callable, Sequence

import pytest

from engine.backend import BatchEntry, Capabilities, DecodeStatus, Sampler
from engine.core.scheduler import Scheduler
from engine.core.workers import TextThread, Workers
from engine.messages.config import EngineConfig
from engine.messages.events import FinishReason
from engine.messages.metrics import ReplyUsage
from engine.messages.request_options import Rank, RequestOptions
from engine.messages.sampling_params import SamplingParams
from engine.scheduling.costs import Costs
from engine.scheduling.slot_auditor import AuditMode
from tests.engine.core.same_replies import KINDS, MAX_TIES, compared, fake_answers, guessing
from tests.engine.llama.conftest import Writer
from tests.fakes.backend import HYBRID, PLAIN, RECURRENT, FakeBackend
from tests.fakes.conversations import Listener, rendered, solo_reply, submit
from tests.fakes.eager_planner import EagerPlanner
from tests.fakes.late_worker import LateWorker
from tests.models.cache import cached_model
from tests.models.tiny import write_mrope, write_plain, write_sliding_window, write_yarn

every_kind = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS.keys())
CONVERSATIONS = 6  # of each kind; the nightly search has a thousand


def _scheduler(
    backend: FakeBackend, *, guesses: bool = True, workers: Workers | None = None, seed: int = 0
) -> tuple[Scheduler, Listener, EagerPlanner]:
    config = EngineConfig(guesses_ahead=guesses)
    scheduler = Scheduler(backend, config, AuditMode.ASSERT, workers=workers)
    planner = EagerPlanner(seed)
    scheduler.steps.drafter.planner = planner
    return scheduler, Listener(scheduler), planner


def _echoing(
    kind: Capabilities = PLAIN,
    *,
    slot_count: int = 4,
    context_window: int = 512,
    reply_share: int = 0,
    echo_percent: int = 85,
) -> FakeBackend:
    return FakeBackend(
        slot_count=slot_count,
        context_window=context_window,
        reply_share=reply_share,
        echo_percent=echo_percent,
        capabilities=guessing(kind),
    )


@every_kind
def test_conversations_are_answered_alike(kind: Capabilities) -> None:
    for seed in range(CONVERSATIONS):
        expected = fake_answers(kind, seed, guesses=False)
        assert fake_answers(kind, seed, guesses=True) == expected


@pytest.mark.parametrize(
    "write",
    [
        write_plain,
        write_sliding_window,
        *(pytest.param(each, marks=pytest.mark.nightly) for each in (write_yarn, write_mrope)),
    ],
)
def test_a_model_answers_alike_but_for_tokens_that_are_as_likely(write: Writer) -> None:
    found = compared([str(cached_model(write))], range(3))
    assert found.tokens > 200
    assert found.most_rows > 8
    assert found.ties <= max(1, MAX_TIES * found.tokens)


def _answered(
    backend: FakeBackend, *, guesses: bool = True
) -> tuple[str, ReplyUsage, EagerPlanner]:
    scheduler, listener, planner = _scheduler(backend, guesses=guesses)
    submit(scheduler, 1, "abcd " * 12, sampling=SamplingParams(max_tokens=120))
    listener.run()
    return listener.text(1), listener.finished(1).usage, planner


def test_drafted_and_accepted_tokens_are_counted() -> None:
    backend = _echoing()
    text, usage, _ = _answered(backend)
    assert text == solo_reply(rendered(backend, "abcd " * 12), backend, 120)
    computed = sum(count for call in backend.calls for _, count in call)
    needed = usage.prompt_tokens + usage.reply_tokens - 1
    assert 10 < usage.accepted_tokens < usage.drafted_tokens
    assert computed == needed + usage.drafted_tokens - usage.accepted_tokens
    assert len(backend.calls) < needed - usage.prompt_tokens


def test_no_tokens_are_drafted_if_the_setting_is_off() -> None:
    _, usage, planner = _answered(_echoing(), guesses=False)
    assert (usage.drafted_tokens, planner.drafts) == (0, [])


@pytest.mark.parametrize("kind", [HYBRID, RECURRENT], ids=["hybrid", "mamba"])
def test_no_tokens_are_drafted_if_the_kv_cache_cannot_be_truncated(kind: Capabilities) -> None:
    _, usage, planner = _answered(_echoing(kind))
    assert (usage.drafted_tokens, planner.drafts) == (0, [])


def test_a_reply_whose_truncation_was_refused_drafts_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    backend = _echoing(echo_percent=0)
    truncate = backend.truncate
    refused: list[int] = []

    def reject(slot: int, count: int) -> bool:
        if not refused and len(backend.cells[slot]) > count > 0:
            refused.append(count)
            return False
        return truncate(slot, count)

    monkeypatch.setattr(backend, "truncate", reject)
    text, _, planner = _answered(backend)
    assert text == solo_reply(rendered(backend, "abcd " * 12), backend, 120)
    assert refused
    assert len(planner.drafts) == 1


def test_tokens_are_drafted_under_a_grammar() -> None:
    backend = _echoing()
    scheduler, listener, planner = _scheduler(backend)
    bound = SamplingParams(max_tokens=50, grammar='root ::= "a"*')
    submit(scheduler, 1, "abcd " * 12, sampling=bound)
    listener.run()
    assert listener.text(1) == solo_reply(rendered(backend, "abcd " * 12), backend, 50)
    assert listener.finished(1).usage.accepted_tokens > 0
    assert planner.drafts


def test_nothing_is_computed_behind_the_end_of_a_reply() -> None:
    for limit in range(1, 30):
        backend = _echoing(context_window=128)
        scheduler, listener, _ = _scheduler(backend, seed=limit)
        submit(scheduler, 1, "abcd " * 4, sampling=SamplingParams(max_tokens=limit))
        listener.run()
        assert listener.finished(1).usage.reply_tokens == limit
        assert max(backend.longest) < listener.finished(1).usage.prompt_tokens + limit


def test_a_full_context_window_slides_as_without_speculation() -> None:
    def answers(*, guesses: bool) -> tuple[str, ReplyUsage]:
        backend = _echoing(context_window=256)
        scheduler, listener, _ = _scheduler(backend, guesses=guesses)
        texts = ["abcd " * 6, "xyz " * 6, "abcd " * 6]
        sampling = SamplingParams(max_tokens=200)
        submit(scheduler, 1, *texts, sampling=sampling)
        listener.run()
        return listener.text(1), listener.finished(1).usage

    (text, usage), (other_text, other) = answers(guesses=True), answers(guesses=False)
    assert text == other_text
    assert usage.dropped_messages == other.dropped_messages > 0
    assert usage.accepted_tokens > 0


def test_a_reply_that_cannot_slide_ends_where_its_window_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for seed in range(4):
        backend = _echoing(context_window=128)
        decode = backend.decode
        statuses: list[DecodeStatus] = []

        def noted(
            entries: Sequence[BatchEntry],
            decode: Callable[[Sequence[BatchEntry]], DecodeStatus] = decode,
            statuses: list[DecodeStatus] = statuses,
        ) -> DecodeStatus:
            statuses.append(decode(entries))
            return statuses[-1]

        monkeypatch.setattr(backend, "decode", noted)
        scheduler, listener, _ = _scheduler(backend, seed=seed)
        submit(scheduler, 1, "abcd " * 4)
        listener.run()
        assert listener.reason(1) is FinishReason.LENGTH
        assert listener.text(1) == solo_reply(rendered(backend, "abcd " * 4), backend)
        assert {*statuses} == {DecodeStatus.DONE}


@pytest.mark.parametrize("status", [each for each in DecodeStatus if each is not DecodeStatus.DONE])
def test_a_failed_call_with_drafted_tokens_is_repeated_without_them(
    status: DecodeStatus,
) -> None:
    backend = _echoing(slot_count=3)
    scheduler, listener, planner = _scheduler(backend)
    sampling = SamplingParams(max_tokens=60)
    for request in (1, 2):
        submit(scheduler, request, f"abcd {request} " * 9, sampling=sampling)
    steps = 0
    while scheduler.has_work:
        steps += 1
        if steps % 4 == 0 and planner.drafts:
            backend.faults.append(status)
        listener.step()
    for request in (1, 2):
        prompt = rendered(backend, f"abcd {request} " * 9)
        assert listener.text(request) == solo_reply(prompt, backend, 60)
    assert len(planner.learned) < len(planner.drafts)


def test_no_tokens_are_drafted_in_a_step_that_reads_a_prompt() -> None:
    backend = _echoing(context_window=2048)
    scheduler, listener, planner = _scheduler(backend)
    submit(scheduler, 1, "abcd " * 12)
    while not planner.drafts:
        listener.step()
    submit(scheduler, 2, "long " * 300)
    listener.step()
    drafted = len(planner.drafts)
    while not listener.steps[-1].prefill_slots:
        listener.step()
    while listener.steps[-1].prefill_slots:
        drafted = len(planner.drafts)
        listener.step()
    assert len(planner.drafts) <= drafted + 1
    assert all(not step.accepted_tokens or not step.prefill_slots for step in listener.steps)


@pytest.mark.parametrize(("rank", "is_guessed"), [(Rank.TAB, False), (Rank.BACKGROUND, True)])
def test_no_tokens_are_drafted_while_a_foreground_request_waits_for_a_slot(
    rank: Rank, is_guessed: bool
) -> None:
    backend = _echoing(slot_count=1, context_window=2048)
    scheduler, listener, planner = _scheduler(backend)
    submit(scheduler, 1, "abcd " * 12, sampling=SamplingParams(max_tokens=300))
    while not planner.drafts:
        listener.step()
    submit(scheduler, 2, "hello", options=RequestOptions(rank=rank))
    drafted = len(planner.drafts)
    listener.step(20)
    assert (len(planner.drafts) > drafted) == is_guessed


def test_no_tokens_are_drafted_while_a_prompt_is_rendered() -> None:
    worker = LateWorker()
    backend = _echoing(context_window=2048)
    scheduler, listener, planner = _scheduler(backend, workers=Workers(prompts=worker))
    submit(scheduler, 1, "abcd " * 12, sampling=SamplingParams(max_tokens=300))
    while not planner.drafts:
        worker.work()
        listener.step()
    submit(scheduler, 2, "hello", sampling=SamplingParams(max_tokens=1))
    drafted = len(planner.drafts)
    listener.step(20)
    assert len(planner.drafts) == drafted
    worker.work()
    listener.step(20)
    assert len(planner.drafts) > drafted


@pytest.mark.parametrize(("plain_seconds", "max_seconds"), [(0.01, 0.08), (0.3, 0.6)])
def test_the_limit_of_a_drafted_step_is_the_step_target_or_two_plain_steps(
    plain_seconds: float, max_seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Costs, "seconds", lambda _costs, _rows, _tokens=0, _held=0: plain_seconds)
    scheduler, listener, planner = _scheduler(_echoing())
    submit(scheduler, 1, "abcd " * 12, sampling=SamplingParams(max_tokens=50))
    listener.run()
    assert {round(limit, 6) for limit in planner.limits} == {max_seconds}


def test_no_tokens_are_drafted_until_a_worker_has_indexed_the_text() -> None:
    worker = LateWorker()
    backend = _echoing()
    scheduler, listener, planner = _scheduler(backend, workers=Workers(prompts=worker))
    submit(scheduler, 1, "abcd " * 12, sampling=SamplingParams(max_tokens=120))
    worker.work(1)
    listener.step(20)
    assert planner.drafts == []
    worker.work(1)
    listener.run()
    assert planner.drafts != []
    assert listener.text(1) == solo_reply(rendered(backend, "abcd " * 12), backend, 120)


def test_a_cancelled_reply_leaves_its_tokens_and_no_drafted_ones() -> None:
    for stop_at in range(2, 12):
        backend = _echoing()
        scheduler, listener, _ = _scheduler(backend, seed=stop_at)
        submit(scheduler, 1, "abcd " * 12)
        listener.step(stop_at)
        scheduler.cancel(1)
        listener.run()
        slot = scheduler._pool.slots[0]  # noqa: SLF001 (no public door)
        assert slot.cached_tokens == backend.cells[0]
        answers = backend.vocabulary.tokenize(listener.text(1), parse_special=False)
        assert (rendered(backend, "abcd " * 12) + answers)[: len(slot.cached_tokens)] == (
            slot.cached_tokens
        )


@pytest.mark.parametrize("is_concurrent", [True, False], ids=["thread", "at once"])
@pytest.mark.parametrize("stops", [(), ("a",)], ids=["", "stop"])
def test_invalid_logits_after_a_drafted_token_end_the_reply_after_its_text(
    monkeypatch: pytest.MonkeyPatch, stops: tuple[str, ...], *, is_concurrent: bool
) -> None:
    backend = _echoing()
    decode, sample = backend.decode, backend.sample
    samples: list[list[int | None]] = []

    def decode_anew(entries: Sequence[BatchEntry]) -> DecodeStatus:
        samples.clear()
        return decode(entries)

    def spoil(wanted: Sequence[tuple[Sampler, int]]) -> list[int | None]:
        samples.append(sample(wanted) if not samples else [None for _ in wanted])
        return samples[-1]

    monkeypatch.setattr(backend, "decode", decode_anew)
    monkeypatch.setattr(backend, "sample", spoil)
    text = TextThread() if is_concurrent else None
    workers = Workers(text=text)
    scheduler, listener, planner = _scheduler(backend, workers=workers)
    submit(scheduler, 1, "abcd " * 12, sampling=SamplingParams(stop_strings=stops))
    listener.run()
    workers.close()
    assert planner.drafts
    expected = solo_reply(rendered(backend, "abcd " * 12), backend)
    said, end = listener.text(1), listener.finished(1)
    if end.reason is FinishReason.STOP:
        assert said == expected[: expected.index("a")]
    else:
        assert said == expected[: end.usage.reply_tokens]
    assert listener.events[-1] is end
    assert backend.cells == [[], [], [], []]
