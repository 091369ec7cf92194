"""A step's rows are cut into the calls, and run on the threads, that the costs say."""

import pytest

from engine.core.scheduler import Scheduler
from engine.messages.config import EngineConfig
from engine.messages.sampling_params import SamplingParams
from engine.scheduling.calls import CallChooser, Cut
from engine.scheduling.slot_auditor import AuditMode
from tests.fakes.backend import FakeBackend
from tests.fakes.conversations import Listener, rendered, solo_reply, submit


@pytest.fixture
def cuts(monkeypatch: pytest.MonkeyPatch) -> dict[int, Cut]:
    """Return the cuts by rows, which the test may change; the one of prompts is in 0."""
    table = {1: Cut((1,), 1), 2: Cut((2,), 1), 3: Cut((3,), 1), 4: Cut((4,), 1), 0: Cut((), 1)}
    monkeypatch.setattr(CallChooser, "choose", lambda _self, count: table[count])
    monkeypatch.setattr(CallChooser, "prefill_threads", lambda *_, **__: table[0].thread_count)
    return table


def _writing(backend: FakeBackend, count: int) -> tuple[Scheduler, Listener]:
    """Return a scheduler where so many write."""
    scheduler = Scheduler(backend, EngineConfig(), AuditMode.ASSERT)
    listener = Listener(scheduler)
    for number in range(count):
        submit(scheduler, number, f"hello {number}", sampling=SamplingParams(max_tokens=30))
    while len([each for each in listener.steps if len(each.decode_slots) == count]) < 2:
        listener.step()
    return scheduler, listener


def test_a_step_is_cut_as_the_costs_say_and_each_row_is_served_once(cuts: dict[int, Cut]) -> None:
    backend = FakeBackend(reply_share=0)
    scheduler, listener = _writing(backend, 4)
    cuts[4] = Cut((2, 1, 1), 1)
    backend.calls.clear()
    listener.step()
    assert [[slot for slot, _ in call] for call in backend.calls] == [[0, 1], [2], [3]]
    assert listener.steps[-1].decode_slots == (0, 1, 2, 3)
    assert listener.steps[-1].call_sizes == (2, 1, 1)
    listener.run()
    for number in range(4):
        expected = solo_reply(rendered(backend, f"hello {number}"), backend, 30)
        assert listener.text(number) == expected
    assert scheduler.statistics.decode_tokens == 4 * 29


def test_slots_that_are_no_neighbours_are_in_calls_of_their_own(cuts: dict[int, Cut]) -> None:
    """The library would give each run of neighbours a pass of its own all the same."""
    backend = FakeBackend(reply_share=0)
    scheduler, listener = _writing(backend, 4)
    scheduler.cancel(1)
    backend.calls.clear()
    listener.step()
    assert [[slot for slot, _ in call] for call in backend.calls] == [[0], [2, 3]]


def test_calls_run_on_the_threads_that_were_chosen(cuts: dict[int, Cut]) -> None:
    backend = FakeBackend(reply_share=0, thread_limit=4)
    cuts[0], cuts[1], cuts[2] = Cut((), 4), Cut((1,), 1), Cut((2,), 3)
    _, listener = _writing(backend, 2)
    assert set(backend.threads.counts) == {1, 3, 4}
    assert backend.threads.count == 3
    listener.run()


def test_a_fixed_number_of_threads_is_no_more_than_can_be_started() -> None:
    backend = FakeBackend(reply_share=0, thread_limit=2)
    scheduler = Scheduler(backend, EngineConfig(thread_count=8), AuditMode.ASSERT)
    listener = Listener(scheduler)
    submit(scheduler, 1, "hello", sampling=SamplingParams(max_tokens=5))
    listener.run()
    assert backend.threads.count == 2


def test_a_reply_says_what_it_cost_its_neighbours() -> None:
    backend = FakeBackend(reply_share=0)
    scheduler, listener = _writing(backend, 2)
    listener.run()
    submit(scheduler, 7, "hello alone", sampling=SamplingParams(max_tokens=5))
    listener.run()
    together, alone = listener.finished(0).usage, listener.finished(7).usage
    assert 0 < together.slowing_seconds < together.shared_seconds
    assert (alone.shared_seconds, alone.slowing) == (0.0, None)
