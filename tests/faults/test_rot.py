"""A short run of what ``python -m tests.faults.rot`` does for long."""

from pathlib import Path

from tests.faults import rot


def test_every_damaged_file_ends_in_open_histories(tmp_path: Path) -> None:
    findings = rot.run(tmp_path, files=10, seed=1)
    assert findings.starts == 10
    assert findings.refused == []
    assert findings.deleted == []
    assert findings.believed == []
    assert findings.missing == []
    assert findings.noticed_texts == findings.flipped_texts > 0
