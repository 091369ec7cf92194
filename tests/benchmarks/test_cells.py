"""What many cells come to, and what arrivals say of a speed."""

import json
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.benchmarks.cells import (
    ALL_CELLS,
    Cell,
    Measured,
    geometric_mean,
    markdown_of,
    numbers_of,
    ratio,
    tokens_per_second,
)
from tests.benchmarks.report import Options
from tests.benchmarks.throughput import Task, chosen_tasks, run

ratios = st.floats(0.01, 100)


def test_each_reply_counts_from_arrival_to_arrival() -> None:
    steady = [0.0, 0.1, 0.2, 0.3, 0.4]
    assert tokens_per_second([(steady, [1, 2, 3, 4, 5])]) == pytest.approx(10)
    assert tokens_per_second([(steady, [1, 2, 3, 4, 5])] * 4) == pytest.approx(40)
    assert tokens_per_second([(steady, [1, 3, 5, 7, 9])]) == pytest.approx(20)


def test_only_the_time_counts_in_which_all_wrote() -> None:
    early = ([0.0, 0.1, 1.0, 1.1, 1.2], [1, 2, 3, 4, 5])
    late = ([1.0, 1.1, 1.2, 1.25, 1.3], [1, 2, 3, 4, 5])
    assert tokens_per_second([early, late]) == pytest.approx(20)


def test_who_wrote_nothing_has_no_speed() -> None:
    assert tokens_per_second([]) == 0
    assert tokens_per_second([([1.0], [1])]) == 0


@given(
    st.integers(1, 16),
    st.floats(0.001, 0.1),
    st.lists(st.floats(0, 0.0009), min_size=16, max_size=16),
)
def test_the_speed_is_that_of_the_steps_however_the_replies_are_shifted(
    count: int, step_seconds: float, shifts: list[float]
) -> None:
    replies = [
        ([shift + step_seconds * step for step in range(20)], range(20)) for shift in shifts[:count]
    ]
    assert tokens_per_second(replies) == pytest.approx(count / step_seconds)


@given(st.lists(ratios, min_size=1))
def test_the_mean_of_ratios_lies_among_them_and_knows_no_direction(values: list[float]) -> None:
    mean = geometric_mean(values)
    assert min(values) * 0.999 <= mean <= max(values) * 1.001
    assert geometric_mean([1 / value for value in values]) == pytest.approx(1 / mean)


def test_a_ratio_is_the_median_of_the_rounds_and_not_that_of_the_medians() -> None:
    measured = {"engine": [9.0, 10.0, 2.0], "server": [10.0, 5.0, 1.0]}
    assert ratio(measured, "engine", "server") == 2
    assert ratio(measured, "engine", "bare") is None


def test_the_keys_are_those_of_the_issue() -> None:
    state = {
        cell.name: {"engine": [2.0], "server": [1.0], "bare": [4.0], "engine_processor": [1.0]}
        for cell in ALL_CELLS
    }
    state["f16 threads2 16"]["server"] = [4.0]
    state["host 1"] = {"call_ms": [0.25, 0.2, 0.3], "step_ms": [0.5]}
    state["host 152k_8"] = {"call_ms": [0.5], "step_ms": [4.0]}
    numbers = numbers_of(state)
    assert numbers["server_ratio_q8_0_2"] == 2
    assert numbers["server_ratio_f16_16_threads2"] == 0.5
    assert numbers["bare_ratio_q4_k_m_8"] == 0.5
    assert numbers["defaults_ratio_q4_0_3_busy"] == 2
    assert numbers["server_cells"] == 48
    assert numbers["server_min"] == 0.5
    assert numbers["server_geomean"] == pytest.approx(2 ** (46 / 48))
    assert numbers["defaults_geomean_quiet"] == numbers["defaults_geomean_busy"] == 2
    assert (numbers["host_ms_1"], numbers["host_step_ms_1"]) == (0.25, 0.5)
    assert numbers["host_ms_152k_8"] == 0.5
    assert numbers["ratio_4"] == 0.5
    assert numbers["tokens_per_second_16"] == 2


def test_the_table_has_a_line_for_each_model_of_what_was_measured() -> None:
    state = {Cell("q4_0", "busy", 3).name: {"engine": [3.0], "server": [2.0]}}
    head, _, line = markdown_of(state)
    assert head == "| | 1 | 2 | 3 | 4 | 8 | 16 |"
    assert line == "| server, busy, q4_0 |  |  | 1.50 |  |  |  |"


def test_a_mean_tells_how_many_cells_it_is_of() -> None:
    numbers = numbers_of({Cell("q8_0", "quiet", 2).name: {"engine": [3.0], "server": [2.0]}})
    assert numbers["defaults_cells_quiet"] == 1
    assert "server_geomean" not in numbers


def names_of(tasks: list[Task]) -> set[str]:
    return {name for task in tasks for name in task.names}


def test_quantizations_and_sections_narrow_each_other() -> None:
    program = Path("llama-server")
    everything = chosen_tasks(Options(None, is_quick=False), program)
    assert len(names_of(everything)) == len(ALL_CELLS) + 2 * 4 + 2
    only = chosen_tasks(Options(None, is_quick=False, only=("q4_0", "busy")), program)
    assert names_of(only) == {f"q4_0 busy {count}" for count in (1, 2, 3, 4, 8, 16)}
    assert names_of(chosen_tasks(Options(None, is_quick=False, only=("host",)), None)) == {
        f"host {key}{count}" for key in ("", "152k_") for count in (1, 4, 8, 16)
    }


def test_without_a_server_only_the_cells_with_a_bare_loop_are_left() -> None:
    names = names_of(chosen_tasks(Options(None, is_quick=False), None))
    assert not any(" quiet " in name or " busy " in name for name in names)


def test_a_run_goes_on_where_the_last_one_ended(tmp_path: Path) -> None:
    measured: list[str] = []

    def measure(name: str, rounds: int) -> dict[str, Measured]:
        measured.append(name)
        return {name: {"engine": [1.0] * rounds}}

    tasks = [Task((name,), partial(measure, name)) for name in "abc"]
    file = tmp_path / "state.json"
    run(tasks[:1], Options(None, is_quick=True, state_file=file))
    assert run(tasks, Options(None, is_quick=True, state_file=file, minutes=0)).keys() == {"a"}
    assert run(tasks, Options(None, is_quick=True, state_file=file)).keys() == {"a", "b", "c"}
    assert measured == ["a", "b", "c"]
    assert json.loads(file.read_text("utf-8")).keys() == {"a", "b", "c"}
