"""A model file is described from its content, which is read once."""

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from app.errors import ModelFileError
from app.models.library.models import describe
from engine.gguf import model_file
from engine.gguf.model_file import ModelFile
from tests.engine.gguf.gguf_files import write_model


@pytest.fixture
def readings(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Return the files whose headers were read."""
    paths: list[Path] = []
    read = model_file.describe

    def counted(path: Path) -> ModelFile:
        paths.append(path)
        return read(path)

    monkeypatch.setattr(model_file, "describe", counted)
    return paths


def test_a_file_is_read_again_only_once_it_has_changed(
    tmp_path: Path, readings: list[Path]
) -> None:
    file = write_model(tmp_path / "some.gguf")
    first = describe(file)
    assert describe(file) is first
    assert readings == [file]
    write_model(file, architecture="qwen2")
    assert describe(file).architecture == "qwen2"
    assert readings == [file, file]


def test_threads_that_ask_at_once_read_a_file_once(
    tmp_path: Path, readings: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    file, read = write_model(tmp_path / "some.gguf"), model_file.describe

    def read_slowly(path: Path) -> ModelFile:
        time.sleep(0.1)
        return read(path)

    monkeypatch.setattr(model_file, "describe", read_slowly)
    with ThreadPoolExecutor(2) as threads:
        first, second = threads.map(describe, (file, file))
    assert first is second
    assert readings == [file]


def test_a_file_that_was_refused_is_read_again(tmp_path: Path, readings: list[Path]) -> None:
    file = tmp_path / "late.gguf"
    with pytest.raises(ModelFileError):
        describe(file)
    write_model(file)
    assert describe(file).name == "Tiny Model"
    file.unlink()
    with pytest.raises(ModelFileError):
        describe(file)
