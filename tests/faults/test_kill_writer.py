"""A short run of what ``python -m tests.faults.kill_writer`` does for long."""

from pathlib import Path

from tests.faults import kill_writer


def test_kills_lose_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    losses = kill_writer.run(tmp_path / "hubbub.db", kills=12, seed=1)
    assert losses.acknowledged > 12
    assert losses.lost == []
    assert losses.corrupt == []
    assert losses.warnings == []
