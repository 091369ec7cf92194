"""A model's files are digested once, and again only when they have changed."""

import os
from pathlib import Path

import pytest

from engine.kv.disk_worker import NAME, WeightDigests


@pytest.fixture
def model(tmp_path: Path) -> str:
    path = tmp_path / "model.gguf"
    path.write_bytes(b"weights")
    return str(path)


def test_a_digest_is_remembered_by_the_next_process(model: str, tmp_path: Path) -> None:
    assert WeightDigests(tmp_path).remembered([model]) is None
    digest = WeightDigests(tmp_path).of([model])
    assert WeightDigests(tmp_path).remembered([model]) == digest
    assert WeightDigests(tmp_path).of([model]) == digest


def test_another_content_under_the_same_name_is_another_model(model: str, tmp_path: Path) -> None:
    digest = WeightDigests(tmp_path).of([model])
    Path(model).write_bytes(b"WEIGHTS")
    os.utime(model, ns=(1, 1))
    assert WeightDigests(tmp_path).remembered([model]) is None
    assert WeightDigests(tmp_path).of([model]) != digest


def test_a_model_of_two_files_is_not_that_of_the_first(model: str, tmp_path: Path) -> None:
    weights = WeightDigests(tmp_path)
    assert weights.of([model]) != weights.of([model, model])


@pytest.mark.parametrize("content", [b"", b"[]", b"{", b'{"a": 1}', b"[" * 100_000])
def test_damaged_notes_are_read_again(content: bytes, model: str, tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(content)
    assert WeightDigests(tmp_path).remembered([model]) is None
    assert WeightDigests(tmp_path).of([model])


def test_a_process_that_ends_does_not_wait_for_the_digest(model: str, tmp_path: Path) -> None:
    weights = WeightDigests(tmp_path)
    weights.stop()
    with pytest.raises(OSError, match="ending"):
        weights.of([model])
