"""A call with tokens that a grammar has forced is measured like others, and none counts as read."""

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
