"""Names of conversations that came and went leave nothing in the engine, and cost no step."""

import sys
from pathlib import Path
from types import FrameType

import pytest

from engine.core.scheduler import Scheduler
from engine.kv.cached_state import CachedStates
from engine.messages.config import EngineConfig
from engine.messages.programs import program_conversation
from engine.messages.request_options import Rank, RequestOptions
from engine.messages.sampling_params import SamplingParams
from engine.scheduling.slot_auditor import AuditMode
from tests.engine.kv.driving import driven, slow_reader
from tests.fakes.backend import FakeBackend
from tests.fakes.conversations import Listener, submit

SHORT = SamplingParams(temperature=0.0, max_tokens=4)


class _Program:
    """A program that gives each of its requests another name."""

    def __init__(self, config: EngineConfig) -> None:
        backend = FakeBackend(slot_count=4, context_window=1024, reply_share=0)
        self.scheduler = Scheduler(backend, config, AuditMode.ASSERT)
        self.listener = Listener(self.scheduler)
        self._count = 0

    def ask(self, count: int = 1) -> None:
        for _ in range(count):
            self._count += 1
            submit(
                self.scheduler,
                self._count,
                f"{self._count % 1000:03} says " * 12,
                conversation=program_conversation("test", str(self._count)),
                sampling=SHORT,
                options=RequestOptions(rank=Rank.PROGRAM),
            )
            self.listener.run()

    def lines_of_a_request(self) -> int:
        """Return how many lines of Python a request takes from its start to its end."""
        count = 0

        def trace(_frame: FrameType, event: str, _argument: object) -> object:
            nonlocal count
            count += event == "line"
            return trace

        before = sys.gettrace()
        sys.settrace(trace)  # type: ignore[arg-type]
        try:
            self.ask()
        finally:
            sys.settrace(before)
        return count


def test_unused_names_are_removed_from_the_table_of_states() -> None:
    program = _Program(EngineConfig(ram_bytes=0))
    program.ask(300)
    assert len(program.scheduler.cache_manager.states) <= 4 + 1, "slots, and what has just left one"


def test_a_request_costs_the_same_however_many_names_were_seen() -> None:
    program = _Program(EngineConfig(ram_bytes=0))
    program.ask(300)  # the texts of 256 conversations are looked through, however many there were
    few = min(program.lines_of_a_request() for _ in range(3))
    program.ask(600)
    many = min(program.lines_of_a_request() for _ in range(3))
    assert many < few * 1.05


def test_a_step_examines_only_states_that_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with driven(slow_reader(slots=4), tmp_path) as driver:
        for number in range(30):
            driver.ask(program_conversation("test", str(number)), f"{number} " * 60, tokens=2)
            driver.write_back()
        assert len(driver.scheduler.cache_manager.states) >= 30
        monkeypatch.setattr(CachedStates, "__iter__", _refuse)
        driver.ask("tab", "30 " * 60)
        driver.ask(program_conversation("test", "5"), "5 " * 60, "is", "more")


def _refuse(_states: CachedStates) -> object:
    raise AssertionError("a request looks at all states")


def test_a_state_whose_copy_is_moving_is_not_removed() -> None:
    states = CachedStates()
    states.at("a").note_rank(Rank.PROGRAM)
    states.at("b")
    states.remove_unused(lambda: {"a"})
    assert [each.key for each in states] == ["a"]
    states.remove_unused()
    assert len(states) == 0
