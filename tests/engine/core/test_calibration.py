"""The costs of calls are measured before the first request."""

import time
from collections.abc import Sequence

import pytest

from engine.backend import BatchEntry, DecodeStatus
from engine.core.scheduler import Scheduler
from engine.messages.config import EngineConfig
from tests.fakes.backend import FakeBackend

TOKEN_SECONDS = 0.08


class SlowReader(FakeBackend):
    """Reads a prompt of 16 tokens longer than a calibration may last."""

    def decode(self, entries: Sequence[BatchEntry]) -> DecodeStatus:
        """Take the same time for each token."""
        time.sleep(TOKEN_SECONDS * sum(len(each.tokens) for each in entries))
        return super().decode(entries)


@pytest.mark.parametrize("thread_count", [None, 1])
def test_the_seconds_of_a_token_are_known_though_a_prompt_is_slow(
    thread_count: int | None,
) -> None:
    scheduler = Scheduler(SlowReader(), EngineConfig(thread_count=thread_count))
    started = time.perf_counter()
    scheduler.calibrate()
    assert time.perf_counter() - started < 5.0
    assert TOKEN_SECONDS <= scheduler.reports.model().token_seconds < 10 * TOKEN_SECONDS
    scheduler.close(0.0)
