"""A sample of the soak, with the real window and the real engine; ``make nightly`` has the hour."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.soak.processes import Holdings
from tests.soak.run import ROOT, Measurement, Record, SoakPlan
from tests.soak.verdict import Verdict

PLAN = SoakPlan(seconds=3600)
HELD = Holdings(pss_megabytes=200, own_megabytes=150, handle_count=30, thread_count=12)

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="reads what Linux counts")


@linux_only
def test_a_round_of_the_soak_is_good(tmp_path: Path) -> None:
    figures = tmp_path / "soak.json"
    command = [sys.executable, "-m", "tests.soak", "--minutes", "0.05", "--round", "4"]
    command += ["--json", str(figures)]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    found = json.loads(figures.read_text())
    assert found["faults"] == []
    assert "the engine was killed 1 times" in found["lines"][0]
    assert {each["process_id"] for each in found["window"]}.isdisjoint(
        each["process_id"] for each in found["engine"]
    )


def an_hour(held: Holdings, **per_minute: float) -> list[Measurement]:
    """Return an hour of measurements, two a minute, in which something of a process grows."""
    return [
        Measurement(
            seconds=half_minute * 30.0,
            process_id=1,
            holdings=replace(
                held,
                **{
                    name: getattr(held, name) + growth * half_minute / 2
                    for name, growth in per_minute.items()
                },
            ),
            is_at_rest=half_minute % 2 == 0,
        )
        for half_minute in range(120)
    ]


@pytest.mark.parametrize("name", ["window", "engine"])
@pytest.mark.parametrize(
    ("what", "per_minute", "fault"),
    [
        ("own_megabytes", 0.2, "[memory]"),
        ("handle_count", 0.5, "[handles]"),
        ("thread_count", 0.5, "[threads]"),
    ],
)
def test_what_grows_is_a_fault(name: str, what: str, per_minute: float, fault: str) -> None:
    record = Record(window=an_hour(HELD), engine=an_hour(HELD))
    assert Verdict.of(record, PLAN).is_good
    setattr(record, name, an_hour(HELD, **{what: per_minute}))
    found = Verdict.of(record, PLAN).faults
    assert [each.partition(" ")[0] for each in found] == [fault]
    assert name in found[0]


def test_pages_that_other_programs_share_are_told_and_not_judged() -> None:
    record = Record(window=an_hour(HELD, pss_megabytes=0.5), engine=an_hour(HELD))
    verdict = Verdict.of(record, PLAN)
    assert verdict.is_good
    assert "PSS +5.00 MB in ten minutes" in verdict.table()


def test_a_fault_of_a_round_is_a_fault_of_the_soak() -> None:
    verdict = Verdict.of(Record(faults=["[lost] message 3"]), PLAN)
    assert not verdict.is_good
    assert verdict.table().endswith("[lost] message 3\n1 faults")


def test_growth_that_ends_is_told_from_growth_that_goes_on() -> None:
    grown = an_hour(HELD, own_megabytes=0.3)
    halted = [*grown[:60], *(replace(each, holdings=grown[60].holdings) for each in grown[60:])]
    (window, engine) = Verdict.of(Record(window=halted, engine=grown), PLAN).growths
    assert window.own is not None
    assert window.late is not None
    assert engine.late is not None
    assert window.own.per_second > 10 * abs(window.late.high)
    assert engine.late.per_second == pytest.approx(0.3 / 60)
