"""Replies are the same with a draft model as without, whatever it proposes and however it fails."""

import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from engine.backend import BatchEntry, Capabilities, DecodeStatus
from engine.core.draft_lanes import DraftLanes
from engine.core.scheduler import Scheduler
from engine.messages.config import EngineConfig
from engine.messages.sampling_params import SamplingParams
from engine.scheduling.slot_auditor import AuditMode
from engine.scheduling.threads import Threads
from tests.engine.core.same_replies import KINDS, fake_answers, guessing
from tests.fakes.backend import PLAIN, FakeBackend
from tests.fakes.conversations import Listener, rendered, solo_reply, submit
from tests.fakes.draft import FakeDraft
from tests.fakes.eager_planner import EagerPlanner, NoCosts

LIMIT = SamplingParams(max_tokens=80)


def _scheduler(draft: FakeDraft, *, context_window: int = 512) -> tuple[Scheduler, Listener]:
    backend = FakeBackend(
        slot_count=draft.slot_count,
        context_window=context_window,
        reply_share=0,
        echo_percent=draft.echo_percent,
        capabilities=guessing(PLAIN),
        draft=draft,
    )
    scheduler = Scheduler(backend, EngineConfig(slot_count=draft.slot_count), AuditMode.ASSERT)
    scheduler.steps.drafter.planner = EagerPlanner()
    assert scheduler.steps.drafter.lanes is not None
    scheduler.steps.drafter.lanes.costs = NoCosts()
    return scheduler, Listener(scheduler)


def _lanes(draft: FakeDraft) -> DraftLanes:
    return DraftLanes(draft, draft.slot_count, Threads(), None)


def _expected(text: str, draft: FakeDraft) -> str:
    backend = FakeBackend(reply_share=0, echo_percent=draft.echo_percent, context_window=512)
    return solo_reply(rendered(backend, text), backend, LIMIT.max_tokens)


@pytest.mark.parametrize("wrong_percent", [0, 40, 100])
@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS.keys())
def test_conversations_are_answered_alike(kind: Capabilities, wrong_percent: int) -> None:
    call_count = 0
    for seed in range(2):
        draft = FakeDraft(slot_count=4, wrong_percent=wrong_percent, reply_share=60)
        expected = fake_answers(kind, seed, guesses=False)
        assert fake_answers(kind, seed, guesses=True, draft=draft) == expected
        call_count += len(draft.calls)
    # With a window, a refused truncation ends the drafts of a reply, often before the first.
    assert kind.sliding_window or bool(call_count) is kind.can_truncate


def test_several_chats_share_each_call_of_the_draft_model() -> None:
    draft = FakeDraft(slot_count=3)
    scheduler, listener = _scheduler(draft)
    texts = [f"chat {number} " * 4 for number in range(3)]
    for number, text in enumerate(texts):
        submit(scheduler, number + 1, text, conversation=f"c{number}", sampling=LIMIT)
    listener.run()
    assert [listener.text(number + 1) for number in range(3)] == [
        _expected(text, draft) for text in texts
    ]
    together = [call for call in draft.calls if len(call) == 3]
    assert len(together) > 10
    assert len({count for call in together for _, count in call if count <= 2}) <= 2
    usage = listener.finished(1).usage
    assert usage.accepted_tokens > 0.4 * usage.reply_tokens


@pytest.mark.parametrize("status", [DecodeStatus.FAILED, DecodeStatus.NO_ROOM])
def test_a_draft_model_that_fails_repeatedly_is_no_longer_used(status: DecodeStatus) -> None:
    draft = FakeDraft(slot_count=1, faults=deque([status] * 50))
    scheduler, listener = _scheduler(draft)
    submit(scheduler, 1, "abcd " * 12, sampling=LIMIT)
    listener.run()
    assert listener.text(1) == _expected("abcd " * 12, draft)
    assert len(draft.calls) == 3
    assert "Fake draft" in scheduler.reports.snapshot().draft_trouble


def test_an_aborted_call_of_the_draft_model_costs_one_draft() -> None:
    draft = FakeDraft(slot_count=1, faults=deque([DecodeStatus.ABORTED] * 5))
    scheduler, listener = _scheduler(draft)
    submit(scheduler, 1, "abcd " * 12, sampling=LIMIT)
    listener.run()
    assert listener.text(1) == _expected("abcd " * 12, draft)
    assert len(draft.calls) > 10
    assert not scheduler.reports.snapshot().draft_trouble


def test_a_lane_reads_only_what_it_lacks() -> None:
    draft = FakeDraft()
    lanes = _lanes(draft)
    text = [*range(50)]
    lanes.read(0, text, 10.0)
    assert draft.cells[0] == text[:-1]
    assert lanes.follow(0, text) == 1
    assert lanes.follow(0, [*text, 7, 8]) == 3
    assert draft.calls == [((0, 49),)]


def test_a_text_that_was_cut_in_the_middle_is_read_from_there() -> None:
    draft = FakeDraft()
    lanes = _lanes(draft)
    lanes.read(0, [*range(50)], 10.0)
    changed = [*range(20), *range(30, 60)]
    assert lanes.follow(0, changed) == 30
    assert draft.cells[0] == [*range(20)]


def test_a_long_text_is_read_at_its_end_and_in_pieces() -> None:
    draft = FakeDraft()
    lanes = _lanes(draft)
    lanes.costs.learn_prompt(100, 0.0, 0.1)  # a millisecond for each token
    lanes.costs.learn_prompt(32, 0.0, 0.032)
    text = [*range(5000)]
    assert lanes.follow(0, text) == 250  # a quarter of a second
    lanes.read(0, text, 0.04)
    assert draft.cells[0] == text[-250:-210]
    while lanes.follow(0, text) > 1:
        lanes.read(0, text, 0.04)
    assert draft.cells[0] == text[-250:-1]


def test_a_lane_begins_again_before_its_window_is_full() -> None:
    draft = FakeDraft(window=256)
    lanes = _lanes(draft)
    text = [1]
    for number in range(600):
        lanes.propose([(0, text)], 3)
        text.append(number % 7)
    assert len(draft.cells[0]) <= draft.window


def test_lanes_with_one_and_two_new_tokens_are_read_in_pieces_of_one_length() -> None:
    draft = FakeDraft(slot_count=2)
    lanes = _lanes(draft)
    first, second = [*range(10)], [*range(20)]
    lanes.read(0, first, 1.0)
    lanes.read(1, second, 1.0)
    draft.calls.clear()
    lanes.propose([(0, [*first, 5]), (1, second)], 1)
    assert draft.calls == [((0, 2), (1, 2))]


def test_tokens_of_a_refused_truncation_are_read_again() -> None:
    draft = FakeDraft(refuses_truncation=True)
    lanes = _lanes(draft)
    lanes.read(0, [*range(50)], 1.0)
    assert lanes.follow(0, [*range(30), 99]) == 31
    assert draft.cells[0] == []


def test_nothing_is_proposed_after_a_truncation_that_was_refused() -> None:
    draft = FakeDraft(slot_count=2)
    lanes = _lanes(draft)
    first, second = [*range(100)], [*range(200, 250)]
    lanes.read(0, first, 1.0)
    lanes.read(1, second, 1.0)
    draft.refuses_truncation = True
    assert lanes.propose([(0, first), (1, [*second, 7])], 3) is None
    assert lanes.follow(0, first) == 100
    draft.refuses_truncation = False
    lanes.read(0, first, 1.0)
    assert lanes.propose([(0, first), (1, [*second, 7])], 3) is not None


def test_proposals_follow_a_slide() -> None:
    texts, sampling = ["abcd " * 6, "xyz " * 6, "abcd " * 6], SamplingParams(max_tokens=200)
    draft = FakeDraft(slot_count=1)
    scheduler, listener = _scheduler(draft, context_window=256)
    submit(scheduler, 1, *texts, sampling=sampling)
    listener.run()
    backend = FakeBackend(slot_count=1, context_window=256, reply_share=0, echo_percent=85)
    without = Scheduler(backend, EngineConfig(slot_count=1), AuditMode.ASSERT)
    other = Listener(without)
    submit(without, 1, *texts, sampling=sampling)
    other.run()
    assert listener.text(1) == other.text(1)
    assert listener.finished(1).usage.dropped_messages > 0
    assert listener.finished(1).usage.accepted_tokens > 0


def test_calls_are_measured_before_the_first_request_and_leave_lanes_empty() -> None:
    draft = FakeDraft(slot_count=2)
    lanes = _lanes(draft)
    lanes.calibrate()
    assert draft.cells == [[], []]
    assert lanes.costs.seconds(1) > 0
    assert lanes.reading_seconds(10) > 0
    assert lanes.pop_seconds() == 0


CALL_SECONDS = 0.02


class _FlatBackend(FakeBackend):
    """A model whose calls take the same time for any number of tokens, as on a graphics card."""

    def decode(self, entries: Sequence[BatchEntry]) -> DecodeStatus:
        time.sleep(CALL_SECONDS)
        return super().decode(entries)


@dataclass
class _TimedDraft(FakeDraft):
    """A draft model whose calls take ``call_seconds``."""

    call_seconds: float = 0.0

    def decode(self, entries: Sequence[BatchEntry], thread_count: int) -> DecodeStatus:
        time.sleep(self.call_seconds)
        return super().decode(entries, thread_count)


def _calls_for_a_reply(draft: _TimedDraft) -> int:
    """Return the number of the model's calls for a reply of 100 tokens."""
    backend = _FlatBackend(
        slot_count=draft.slot_count,
        context_window=512,
        reply_share=0,
        echo_percent=draft.echo_percent,
        capabilities=guessing(PLAIN),
        draft=draft,
    )
    scheduler = Scheduler(backend, EngineConfig(slot_count=draft.slot_count), AuditMode.ASSERT)
    scheduler.calibrate()
    backend.calls.clear()
    listener = Listener(scheduler)
    submit(scheduler, 1, "abcd " * 4, sampling=SamplingParams(max_tokens=100))
    listener.run()
    assert listener.finished(1).usage.reply_tokens == 100
    return len(backend.calls)


def test_a_fast_draft_model_is_used_and_a_slow_one_is_not() -> None:
    fast = _TimedDraft(slot_count=1, call_seconds=CALL_SECONDS / 20, echo_percent=0)
    slow = _TimedDraft(slot_count=1, call_seconds=CALL_SECONDS, echo_percent=0)
    assert _calls_for_a_reply(fast) < 60
    slow_calls = _calls_for_a_reply(slow)
    assert slow_calls >= 98
    assert len(slow.calls) < 12  # those before the reply


def test_a_draft_model_whose_tokens_are_rejected_is_hardly_used() -> None:
    wrong = _TimedDraft(
        slot_count=1, call_seconds=CALL_SECONDS / 20, wrong_percent=100, echo_percent=0
    )
    assert _calls_for_a_reply(wrong) >= 98
    assert len(wrong.calls) < 80
