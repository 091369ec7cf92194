"""Requests wait, get slots, and end once."""

import random
from pathlib import Path

import pytest

from engine.core.scheduler import Scheduler
from engine.messages.commands import ChatMessage, Role, Submit
from engine.messages.config import EngineConfig
from engine.messages.events import Queued
from engine.messages.request_options import Rank, RequestOptions
from engine.messages.sampling_params import SamplingParams
from engine.scheduling.slot_auditor import AuditMode
from tests.conftest import ExpectedLog
from tests.engine.kv.driving import driven, slow_reader
from tests.fakes.backend import FakeBackend
from tests.fakes.conversations import Listener, leak_slots, submit

ORDERS = 4


def _scheduler(max_active: int | None = None) -> tuple[Scheduler, Listener]:
    config = EngineConfig(slot_count=2, max_active=max_active)
    scheduler = Scheduler(FakeBackend(slot_count=2, reply_share=0), config, AuditMode.ASSERT)
    return scheduler, Listener(scheduler)


def test_a_place_in_the_queue_is_reported_when_it_changes() -> None:
    scheduler, listener = _scheduler()
    for number in range(4):
        submit(scheduler, number, "hello", sampling=SamplingParams(max_tokens=4 + 4 * number))
    listener.run()
    places = [(e.request_id, e.queue_position) for e in listener.events if isinstance(e, Queued)]
    assert places == [(2, 1), (3, 2), (3, 1)]


def test_a_step_that_starts_nobody_though_nobody_runs_is_counted(expect_log: ExpectedLog) -> None:
    expect_log("1 requests wait, none runs and none can start")
    scheduler = Scheduler(FakeBackend(slot_count=2), EngineConfig(slot_count=2), AuditMode.LOG)
    leak_slots(scheduler)
    submit(scheduler, 1, "hello")
    scheduler.step()  # reports the place in the queue, which is something
    assert not scheduler.is_stuck
    scheduler.pop_events()
    scheduler.step()
    assert scheduler.is_stuck
    assert scheduler.reports.snapshot().slot_error_count == 1


def test_there_is_no_work_while_all_who_wait_wait_for_somebody_else() -> None:
    """A background request does not start before one that waits for its file."""
    scheduler, listener = _scheduler()
    talk = (ChatMessage(Role.USER, "a title, please"),)
    scheduler.submit(Submit(1, "t", talk, SamplingParams(), RequestOptions(rank=Rank.BACKGROUND)))
    assert scheduler.has_work
    submit(scheduler, 2, "hello")
    waiting = scheduler.requests.waiting[-1]  # its file comes from a disk
    waiting.pending_key = "c2"
    assert not scheduler.has_work
    waiting.pending_key = None
    listener.step()
    assert listener.start_order() == [2]


def _copy_bytes(folder: Path) -> int:
    """Return what one conversation takes in RAM."""
    with driven(slow_reader(slots=1), folder, cache_bytes=0) as driver:
        for name in "ab":
            driver.ask(name, f"{name} " * 150)
        return driver.scheduler.cache_manager.ram.byte_count


def _reused(folder: Path, order: list[str], slots: int, ram_bytes: int) -> int:
    """Talk to all of them in one order, ask all again in another, and return what was reused."""
    with driven(slow_reader(slots=slots), folder, ram_bytes=ram_bytes, cache_bytes=0) as driver:
        said = {name: driver.ask(name, f"{name} " * 150) for name in sorted(order)}
        asked = [driver.submit(name, f"{name} " * 150, said[name], "and?") for name in order]
        driver.run()
        return sum(driver.listener.finished(each).usage.reused_tokens for each in asked)


@pytest.mark.parametrize(("slots", "in_ram", "count"), [(2, 3, 6), (1, 3, 5)])
def test_what_is_reused_does_not_hang_on_the_order_of_arrival(
    slots: int, in_ram: int, count: int, tmp_path: Path
) -> None:
    ram_bytes = int(_copy_bytes(tmp_path / "one") * (in_ram + 0.5))
    chooser, names = random.Random(7), [chr(ord("a") + index) for index in range(count)]
    totals = []
    for number in range(ORDERS):
        chooser.shuffle(names)
        totals.append(_reused(tmp_path / str(number), list(names), slots, ram_bytes))
    assert min(totals) >= 0.9 * max(totals), totals
    # All that the slots and the RAM tier held is used: about 300 tokens of each conversation.
    assert min(totals) >= 300 * (slots + in_ram), totals
