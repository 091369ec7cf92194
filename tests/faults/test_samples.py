"""A short run of what ``python -m tests.faults.rot`` does for long."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

from tests.faults import kill_writer, rot
from tests.faults.gguf_mutator import GgufMutator
from tests.faults.mutants import KINDS, loads
from tests.models.cache import cached_model
from tests.models.tiny import write_plain


def test_every_damaged_file_ends_in_open_histories(tmp_path: Path) -> None:
    findings = rot.run(tmp_path, files=10, seed=1)
    assert findings.starts == 10
    assert findings.refused == []
    assert findings.deleted == []
    assert findings.believed == []
    assert findings.missing == []
    assert findings.noticed_texts == findings.flipped_texts > 0


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


def test_kills_lose_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    losses = kill_writer.run(tmp_path / "hubbub.db", kills=12, seed=1)
    assert losses.acknowledged > 12
    assert losses.lost == []
    assert losses.corrupt == []
    assert losses.warnings == []


def test_every_damage_to_every_kind_of_memory_ends_in_words(tmp_path: Path) -> None:
    mutator = GgufMutator(cached_model(write_plain).read_bytes())
    ends = list(loads(len(KINDS) * len(mutator.ways), 0, tmp_path))
    outcomes = Counter(each.outcome for each in ends)
    assert outcomes.keys() == {"loaded", "refused by its header", "refused by the loader"}
    assert all(each.text for each in ends if each.outcome != "loaded")
    assert {each.way for each in ends} == set(mutator.ways)
