"""Replies that lose their slot, on real memory: at temperature 0 they say what they would have."""

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.core.scheduler import Scheduler
from engine.llama.loader import load
from engine.messages.config import EngineConfig
from engine.messages.programs import program_conversation
from engine.messages.request_options import Rank, RequestOptions
from engine.messages.sampling_params import SamplingParams
from engine.scheduling.slot_auditor import AuditMode
from tests.fakes.conversations import Listener, submit
from tests.models.cache import cached_model
from tests.models.tiny import write_hybrid, write_plain, write_recurrent, write_sliding_window

Writer = Callable[[Path], None]
PROGRAM = RequestOptions(rank=Rank.PROGRAM)
GREEDY = SamplingParams(temperature=0, max_tokens=40)
QUESTION = "Tell me about the harbour and its ships. " * 4


def _answer(write: Writer, *, is_parked: bool, ram_bytes: int) -> str:
    config = EngineConfig(
        slot_count=1, context_window=512, thread_count=1, ram_bytes=ram_bytes, guesses_ahead=False
    )
    backend = load(str(cached_model(write)), config, lambda _progress: None)
    try:
        scheduler = Scheduler(backend, config, AuditMode.ASSERT)
        listener = Listener(scheduler)
        name = program_conversation("test", "a")
        submit(scheduler, 1, QUESTION, conversation=name, sampling=GREEDY, options=PROGRAM)
        if is_parked:
            while not listener.text(1) and scheduler.has_work:
                listener.step()
            submit(scheduler, 2, "a tab", sampling=SamplingParams(temperature=0, max_tokens=5))
            listener.step()
            assert not listener.has_finished(1)
            assert listener.has_started(2)
        listener.run()
        scheduler.close()
        return listener.text(1)
    finally:
        backend.close()


@pytest.mark.parametrize("ram_bytes", [0, 1 << 28])
@pytest.mark.parametrize(
    "write", [write_plain, write_hybrid, write_recurrent, write_sliding_window]
)
def test_a_parked_reply_says_what_it_would_have_said(write: Writer, ram_bytes: int) -> None:
    expected = _answer(write, is_parked=False, ram_bytes=ram_bytes)
    assert len(expected) > 3
    assert _answer(write, is_parked=True, ram_bytes=ram_bytes) == expected


def test_four_replies_to_one_question_begin_in_copies_of_its_slot() -> None:
    config = EngineConfig(slot_count=6, context_window=512, thread_count=1, guesses_ahead=False)
    backend = load(str(cached_model(write_plain)), config, lambda _progress: None)
    try:
        scheduler = Scheduler(backend, config, AuditMode.ASSERT)
        listener = Listener(scheduler)
        for number in range(4):
            name = program_conversation("test", str(number))
            submit(scheduler, number, QUESTION, conversation=name, sampling=GREEDY, options=PROGRAM)
        listener.run()
        reused = [listener.started(number).usage.reused_tokens for number in range(4)]
        length = listener.started(0).usage.prompt_tokens
        assert reused == [0, length - 1, length - 1, length - 1]
        scheduler.close()
    finally:
        backend.close()
