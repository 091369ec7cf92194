"""A benchmark that fails says so and ends; it does not wait for its engine."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.benchmarks.throughput import written
from tests.models.cache import cached_model
from tests.models.tiny import write_plain

ROOT = Path(__file__).resolve().parents[2]
LONGEST_SECONDS = 120

FAILING = """
import sys
from engine.wire.config import EngineConfig
from tests.benchmarks.harness import EngineHarness

harness = EngineHarness(sys.argv[1], EngineConfig(context_window=256, slot_count=1))
raise LookupError("the benchmark went wrong")
"""


def ended_by(model: str) -> subprocess.CompletedProcess[str]:
    """Return the end of a benchmark that opens a model and raises."""
    return subprocess.run(
        [sys.executable, "-c", FAILING, model],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=LONGEST_SECONDS,
        check=False,
    )


def test_a_benchmark_that_raises_ends_its_process() -> None:
    ended = ended_by(str(cached_model(write_plain)))
    assert ended.returncode == 1
    assert "the benchmark went wrong" in ended.stderr


def test_a_model_that_does_not_open_is_said_at_once(tmp_path: Path) -> None:
    ended = ended_by(str(tmp_path / "no.gguf"))
    assert ended.returncode == 1
    assert "RuntimeError" in ended.stderr


def test_a_cell_that_could_not_be_measured_is_named() -> None:
    assert written(3.5, "") == 3.5
    with pytest.raises(SystemExit, match="engine, q8_0 threads1 8: not two tokens"):
        written(0.0, "engine, q8_0 threads1 8")
