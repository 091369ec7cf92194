"""What is reused, gone back to, moved or read again on every kind of memory."""

import pytest

from engine.backend import Capabilities
from engine.core.scheduler import Scheduler
from engine.messages.commands import ChatMessage, Role, Submit
from engine.messages.config import EngineConfig
from engine.messages.events import FinishReason, Slid, Started
from engine.messages.metrics import ReuseOrigin
from engine.messages.request_options import OverflowPolicy, RequestOptions
from engine.messages.sampling_params import SamplingParams
from engine.scheduling.sliding import MIN_MOVED_TOKENS
from engine.scheduling.slot_auditor import AuditMode
from tests.fakes.backend import HYBRID, PLAIN, RECURRENT, WINDOWED, YARN, FakeBackend
from tests.fakes.conversations import Listener, rendered, solo_reply, submit

KINDS = {"plain": PLAIN, "yarn": YARN, "window": WINDOWED, "hybrid": HYBRID, "mamba": RECURRENT}
every_kind = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS.keys())
only_unmovable = pytest.mark.parametrize(
    "kind", [YARN, WINDOWED, HYBRID, RECURRENT], ids=["yarn", "window", "hybrid", "mamba"]
)


def _scheduler(backend: FakeBackend, config: EngineConfig) -> tuple[Scheduler, Listener]:
    scheduler = Scheduler(backend, config, AuditMode.ASSERT)
    return scheduler, Listener(scheduler)


def _started(listener: Listener, request_id: int) -> Started:
    events = [e for e in listener.events if isinstance(e, Started) and e.request_id == request_id]
    return events[-1]


def _limit(tokens: int) -> SamplingParams:
    return SamplingParams(max_tokens=tokens)


@every_kind
def test_the_next_turn_reads_only_what_is_new(kind: Capabilities) -> None:
    backend = FakeBackend(context_window=1024, capabilities=kind)
    scheduler, listener = _scheduler(backend, EngineConfig())
    submit(scheduler, 1, "hello " * 40, conversation="a", sampling=_limit(10))
    listener.run()
    said = listener.text(1)
    submit(scheduler, 2, "hello " * 40, said, "and?", conversation="a", sampling=_limit(10))
    listener.run()
    old = len(rendered(backend, "hello " * 40)) + len(said)
    assert listener.finished(2).usage.reused_tokens >= old - 1
    expected = solo_reply(rendered(backend, "hello " * 40, said, "and?"), backend, 10)
    assert listener.text(2) == expected


@every_kind
def test_another_reply_to_the_same_message_goes_back_to_where_the_reply_began(
    kind: Capabilities,
) -> None:
    backend = FakeBackend(context_window=1024, capabilities=kind, reply_share=0)
    scheduler, listener = _scheduler(backend, EngineConfig())
    for request in (1, 2):
        submit(scheduler, request, "hello " * 40, conversation="a", sampling=_limit(100))
        listener.run()
    assert listener.text(1) == listener.text(2)
    header = len("<assistant\n")
    assert (
        _started(listener, 2).usage.prompt_tokens - _started(listener, 2).usage.reused_tokens
        <= header
    )


@every_kind
def test_an_edited_message_goes_back_to_where_its_turn_began(kind: Capabilities) -> None:
    backend = FakeBackend(context_window=1024, capabilities=kind, reply_share=0)
    scheduler, listener = _scheduler(backend, EngineConfig())
    first = "tell me " * 30
    submit(scheduler, 1, first, conversation="a", sampling=_limit(80))
    listener.run()
    said = listener.text(1)
    submit(scheduler, 2, first, said, "question one", conversation="a", sampling=_limit(80))
    listener.run()
    submit(scheduler, 3, first, said, "another one", conversation="a", sampling=_limit(80))
    listener.run()
    turn_start = len(rendered(backend, first)) + len(said) + len("E\n")
    assert _started(listener, 3).usage.reused_tokens >= turn_start
    expected = solo_reply(rendered(backend, first, said, "another one"), backend, 80)
    assert listener.text(3) == expected


def _texts(count: int) -> list[str]:
    return [f"{index:02d} " * 10 for index in range(2 * count + 1)]


@every_kind
def test_a_full_conversation_gives_up_whole_turns_and_goes_on(kind: Capabilities) -> None:
    backend = FakeBackend(context_window=1024, capabilities=kind, reply_share=0)
    scheduler, listener = _scheduler(backend, EngineConfig())
    submit(scheduler, 1, *_texts(8), conversation="a", sampling=_limit(400))
    listener.run()
    slides = [event for event in listener.events if isinstance(event, Slid)]
    assert slides
    assert slides[0].first_message % 2 == 0
    assert slides[0].first_message > 0
    assert slides[0].is_read_again is not kind.can_slide
    assert listener.reason(1) is FinishReason.LENGTH
    assert all(len(cells) <= 1024 for cells in backend.cells)
    assert listener.finished(1).usage.dropped_messages == slides[-1].first_message


def test_a_slide_moves_memory_instead_of_reading_it_again() -> None:
    backend = FakeBackend(context_window=1024, reply_share=0)
    scheduler, listener = _scheduler(backend, EngineConfig())
    submit(scheduler, 1, *_texts(8), conversation="a", sampling=_limit(400))
    listener.run()
    slides = [event for event in listener.events if isinstance(event, Slid)]
    assert [event.is_read_again for event in slides] == [False]
    prompt_length = _started(listener, 1).usage.prompt_tokens
    assert sum(step.prefill_tokens for step in listener.steps) == prompt_length


def test_few_tokens_after_the_head_are_read_again_instead_of_being_moved() -> None:
    backend = FakeBackend(context_window=512, reply_share=0)
    scheduler, listener = _scheduler(backend, EngineConfig())
    submit(scheduler, 1, *_texts(4), conversation="a", sampling=_limit(300))
    listener.run()
    (slid,) = [event for event in listener.events if isinstance(event, Slid)]
    assert slid.is_read_again
    read = sum(step.prefill_tokens for step in listener.steps)
    assert 0 < read - _started(listener, 1).usage.prompt_tokens < MIN_MOVED_TOKENS


def test_the_turn_after_a_slide_finds_its_prefix_in_memory() -> None:
    backend = FakeBackend(context_window=512, reply_share=0)
    scheduler, listener = _scheduler(backend, EngineConfig())
    texts = _texts(4)
    submit(scheduler, 1, *texts, conversation="a", sampling=_limit(250))
    listener.run()
    assert any(isinstance(event, Slid) for event in listener.events)
    said = listener.text(1)
    submit(scheduler, 2, *texts, said, "and?", conversation="a", sampling=_limit(5))
    listener.run()
    started = _started(listener, 2)
    assert started.usage.prompt_tokens - started.usage.reused_tokens < 60


def test_a_prompt_that_outgrew_its_window_moves_what_it_keeps() -> None:
    backend = FakeBackend(context_window=1024, reply_share=0)
    scheduler, listener = _scheduler(backend, EngineConfig())
    texts = _texts(10)
    submit(scheduler, 1, *texts, conversation="a", sampling=_limit(20))
    listener.run()
    grown = [*texts, listener.text(1), "long " * 25]
    submit(scheduler, 2, *grown, conversation="a", sampling=_limit(5))
    listener.run()
    started = _started(listener, 2)
    assert started.usage.dropped_messages > 0
    assert started.usage.reused_tokens > MIN_MOVED_TOKENS


def test_a_conversation_that_must_not_slide_stops_at_its_cap() -> None:
    backend = FakeBackend(context_window=512, reply_share=0)
    scheduler, listener = _scheduler(backend, EngineConfig())
    messages = tuple(
        ChatMessage((Role.USER, Role.ASSISTANT)[i % 2], text) for i, text in enumerate(_texts(4))
    )
    sampling = SamplingParams(max_tokens=400)
    scheduler.submit(Submit(1, "a", messages, sampling, RequestOptions(OverflowPolicy.STOP)))
    listener.run()
    assert listener.reason(1) is FinishReason.LENGTH
    assert not any(isinstance(event, Slid) for event in listener.events)


@every_kind
def test_a_branch_continues_from_a_copy(kind: Capabilities) -> None:
    backend = FakeBackend(context_window=1024, capabilities=kind, reply_share=0)
    scheduler, listener = _scheduler(backend, EngineConfig())
    first = "tell me " * 30
    submit(scheduler, 1, first, conversation="a", sampling=_limit(40))
    listener.run()
    said = listener.text(1)
    submit(scheduler, 2, first, said, "left", conversation="a", sampling=_limit(40))
    submit(scheduler, 3, first, said, "right", conversation="b", sampling=_limit(40))
    listener.run()
    assert backend.forks == [(0, 1)]
    assert _started(listener, 3).usage.reused_tokens > len(rendered(backend, first))
    for request, question in ((2, "left"), (3, "right")):
        expected = solo_reply(rendered(backend, first, said, question), backend, 40)
        assert listener.text(request) == expected


@every_kind
def test_a_conversation_that_lost_its_slot_comes_back_from_ram(kind: Capabilities) -> None:
    backend = FakeBackend(slot_count=1, context_window=1024, capabilities=kind)
    scheduler, listener = _scheduler(backend, EngineConfig(slot_count=1))
    first = "hello " * 40
    submit(scheduler, 1, first, conversation="a", sampling=_limit(10))
    submit(scheduler, 2, "other " * 40, conversation="b", sampling=_limit(10))
    listener.run()
    said = listener.text(1)
    submit(scheduler, 3, first, said, "and?", conversation="a", sampling=_limit(10))
    listener.run()
    usage = listener.finished(3).usage
    assert usage.reused_tokens >= len(rendered(backend, first)) + len(said) - 1
    assert listener.promised_tokens(3) == usage.reused_tokens
    expected = solo_reply(rendered(backend, first, said, "and?"), backend, 10)
    assert listener.text(3) == expected
    assert scheduler.statistics.reused_tokens[ReuseOrigin.MEMORY.value] == usage.reused_tokens


def test_a_forgotten_conversation_is_not_kept_in_ram() -> None:
    backend = FakeBackend(slot_count=1, context_window=1024)
    scheduler, listener = _scheduler(backend, EngineConfig(slot_count=1))
    submit(scheduler, 1, "secret " * 40, conversation="a", sampling=_limit(10))
    submit(scheduler, 2, "other " * 40, conversation="b", sampling=_limit(10))
    listener.run()
    assert scheduler.reports.snapshot().ram_bytes > 0
    scheduler.forget("a")
    assert scheduler.reports.snapshot().ram_bytes == 0
