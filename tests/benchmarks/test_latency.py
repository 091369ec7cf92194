"""The longest pause of a reply is found wherever it lies, and each measurement can be chosen."""

import sys

import pytest

from tests.benchmarks import latency
from tests.benchmarks.harness import Heard
from tests.benchmarks.report import read_options

NAMES = (*latency.PAUSES, latency.SLOWDOWN)


def test_a_pause_counts_that_began_before_its_cause_or_ended_behind_it() -> None:
    heard = Heard(asked=0.0, token_times=[1.0, 2.0, 5.0, 6.0, 10.0, 12.0])
    assert heard.gaps(since=2.5, until=7.0) == [3.0, 1.0, 4.0]
    assert heard.gaps() == [1.0, 3.0, 1.0, 4.0, 2.0]


def test_each_measurement_can_be_run_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["latency", "--only", "ram_restore", "--only", "queue_200"])
    assert read_options("", NAMES).only == ("ram_restore", "queue_200")
    monkeypatch.setattr(sys, "argv", ["latency"])
    assert read_options("", NAMES).only == NAMES
