"""A short run of what ``python -m tests.faults.downloads`` does for long."""

import json
import subprocess
import sys
from pathlib import Path


def test_cuts_make_no_wrong_file_and_cost_next_to_nothing(tmp_path: Path) -> None:
    found = tmp_path / "figures.json"
    command = [sys.executable, "-m", "tests.faults.downloads", "--megabytes", "6", "--cuts", "30"]
    result = subprocess.run(
        [*command, "--json", str(found)], capture_output=True, text=True, check=False, timeout=300
    )
    assert result.returncode == 0, result.stdout + result.stderr
    figures = json.loads(found.read_text())
    assert figures["wrong_names"] == 0
    assert figures["cuts"] >= 20
    assert figures["most_twice_bytes"] <= 1 << 20
