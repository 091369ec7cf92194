"""A call with tokens that a grammar has forced is measured like others, and none counts as read."""

from collections.abc import Callable
from unittest.mock import patch

from engine.core.scheduler import Scheduler
from engine.messages.config import EngineConfig
from engine.messages.sampling_params import SamplingParams
from engine.scheduling.costs import Costs
from engine.scheduling.slot_auditor import AuditMode
from tests.fakes.backend import FakeBackend
from tests.fakes.conversations import Listener, submit


def test_rows_of_forced_tokens_teach_the_cost_of_a_call_and_are_no_prompt() -> None:
    backend = FakeBackend(slot_count=3, context_window=4096, reply_share=0, forced_percent=100)
    scheduler = Scheduler(backend, EngineConfig(), AuditMode.ASSERT)
    listener = Listener(scheduler)
    sampling = SamplingParams(max_tokens=400, grammar='root ::= "x"')
    for number in (1, 2):
        submit(scheduler, number, "hello", conversation=f"c{number}", sampling=sampling)
    while not (listener.text(1) and listener.text(2)):
        listener.step()
    submit(scheduler, 3, "a long prompt " * 200, conversation="long")
    listener.step(3)  # its first piece is in a step by now
    slot = next(each for each in scheduler.requests.running if each.request_id == 3).slot
    assert slot is not None
    for _ in range(12):
        held, call_count = len(backend.cells[slot]), len(backend.calls)
        with patch.object(Costs, "learn_rows", autospec=True) as learned:
            listener.step()
        record = listener.steps[-1]
        assert record.prefill_slots == (slot,)
        assert record.prefill_tokens == len(backend.cells[slot]) - held
        assert len(backend.calls) == call_count + 2
        assert [each.args[1] for each in learned.call_args_list] == [2]


def test_forced_tokens_of_some_replies_are_a_further_pass_and_wait_if_there_is_no_time() -> None:
    backend = FakeBackend(slot_count=4, context_window=4096, reply_share=0, forced_percent=100)
    scheduler = Scheduler(backend, EngineConfig(), AuditMode.ASSERT)
    listener = Listener(scheduler)
    forced = SamplingParams(max_tokens=400, grammar='root ::= "x"')
    for number, sampling in enumerate((SamplingParams(), forced, forced, forced), start=1):
        submit(scheduler, number, "hello", conversation=f"c{number}", sampling=sampling)
    while not all(map(listener.text, (1, 2, 3, 4))):
        listener.step()
    row_seconds = {1: 0.03, 2: 0.04, 3: 0.045, 4: 0.055}  # a second pass fits for no row
    with (
        patch.object(Costs, "seconds", _costs(row_seconds)),
        patch.object(Costs, "learn_rows", autospec=True),
    ):
        first = len(backend.calls)
        listener.step(6)
    assert {count for call in backend.calls[first:] for _, count in call} == {1}
    row_seconds[1] = 0.02  # it fits for one
    with (
        patch.object(Costs, "seconds", _costs(row_seconds)),
        patch.object(Costs, "learn_rows", autospec=True) as learned,
    ):
        first = len(backend.calls)
        listener.step(6)
    counts = [[count for _, count in call] for call in backend.calls[first:]]
    assert max(sum(each) for each in counts) == 5
    # The pass with the forced token is not part of what rows cost.
    (row_count, seconds), taken = learned.call_args.args[1:], listener.steps[-1].decode_seconds
    assert row_count == 4
    assert seconds < 0.8 * taken


def _costs(row_seconds: dict[int, float]) -> Callable[..., float]:
    def seconds(_costs: Costs, rows: int, prompt_tokens: int = 0, position: int = 0) -> float:
        of_rows = row_seconds[min(rows, 4)] + 0.001 * max(0, rows - 4) if rows else 0.0
        return of_rows + 0.002 * prompt_tokens + 0.0 * position

    return seconds
