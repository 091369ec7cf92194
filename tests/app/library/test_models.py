"""The window describes models and tells in words what it refuses."""

from pathlib import Path

import pytest

from app.errors import ModelFileError
from app.library.models import builtin_model, describe
from tests.engine.gguf.gguf_files import TRAINED_CONTEXT, write_model


def test_the_model_that_comes_with_the_program_has_a_place() -> None:
    assert builtin_model().suffix == ".gguf"


def test_a_model_is_described(tmp_path: Path) -> None:
    assert describe(write_model(tmp_path / "tiny.gguf")).trained_context == TRAINED_CONTEXT


def test_a_refusal_can_be_shown(tmp_path: Path) -> None:
    (tmp_path / "empty.gguf").touch()
    with pytest.raises(ModelFileError, match=r"“empty\.gguf” is empty\. Download it again\."):
        describe(tmp_path / "empty.gguf")
