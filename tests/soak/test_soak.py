"""A sample of the soak, with the real window and the real engine; ``make nightly`` has the hour."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.soak.run import ROOT

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
