"""What befalls a model's file while it is loaded costs an answer at most, and is said."""

import os
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.limits.visitor import Visit
from tests.models.cache import cached_model
from tests.models.talker import TALKER
from tests.models.tiny import write_not_a_number

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="an open file can't be changed")


def truncate(model: Path) -> None:
    os.truncate(model, 4096)


def remove(model: Path) -> None:
    model.unlink()


def replace(model: Path) -> None:
    other = model.with_name("other")
    shutil.copyfile(TALKER, other)
    other.replace(model)


@pytest.mark.parametrize("harm", [remove, pytest.param(replace, marks=pytest.mark.nightly)])
def test_a_model_whose_name_is_gone_goes_on_answering(
    tmp_path: Path, harm: Callable[[Path], None]
) -> None:
    model = tmp_path / "model.gguf"
    shutil.copyfile(TALKER, model)
    with Visit(tmp_path / "hubbub", "--model", str(model), "--rounds", "2") as visit:
        visit.wait_for("complete")
        harm(model)
        visit.ask_again()
        visit.wait_for("complete", 2)
        assert visit.went_well()


def test_a_model_that_is_truncated_ends_its_engine_and_not_the_window(tmp_path: Path) -> None:
    model = tmp_path / "model.gguf"
    shutil.copyfile(TALKER, model)
    with Visit(tmp_path / "hubbub", "--model", str(model), "--rounds", "2") as visit:
        visit.wait_for("complete")
        truncate(model)
        visit.ask_again()
        assert visit.went_well()
        # What is read while the question is typed may end the engine before the question is sent:
        # then the file is found to be another one, or incomplete.
        said = " ".join(visit.lines("interrupted") + visit.lines("failed") + visit.lines("toast"))
        assert re.search("engine|damaged|missing|incomplete", said), visit.output


@pytest.mark.nightly
def test_a_model_that_computes_no_numbers_fails_its_answer_in_words(tmp_path: Path) -> None:
    model = cached_model(write_not_a_number)
    with Visit(tmp_path / "hubbub", "--model", str(model)) as visit:
        assert not visit.went_well()
        assert "could not continue this answer" in visit.lines("failed")[0]
