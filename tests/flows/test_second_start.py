"""Real processes on one data folder: one window, whoever starts it how often."""

import json
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from app.models.library.models import builtin_model
from tests.flows.processes import Program, until

COUNT = 6


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "home of somebody"


def model_path(folder: Path) -> str | None:
    try:
        settings = json.loads((folder / "config" / "settings.json").read_bytes())
    except (OSError, ValueError):
        return None
    path = settings["model_path"]
    return None if path is None else str(path)


def test_a_second_start_opens_its_model_in_the_first_window(folder: Path, tmp_path: Path) -> None:
    model = tmp_path / "other.gguf"
    shutil.copyfile(builtin_model(), model)
    with Program(folder) as first:
        first.wait_for_window()
        second = subprocess.run(
            [*Program.COMMAND, "--data", str(folder), "--model", str(model)],
            env=Program.environment(),
            cwd=Program.ROOT,
            capture_output=True,
            timeout=60,
            check=False,
        )
        assert (second.returncode, second.stderr) == (0, b"")
        until(lambda: model_path(folder) == str(model), "the first opened the model")
        assert first.is_running


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_of_many_starts_at_once_one_lives_and_after_its_murder_the_next(folder: Path) -> None:
    programs = [Program(folder) for _ in range(COUNT)]
    until(lambda: sum(each.is_running for each in programs) == 1, "all but one have ended")
    (survivor,) = (each for each in programs if each.is_running)
    assert {each.end() for each in programs if each is not survivor} == {0}
    survivor.signal(signal.SIGKILL)
    with Program(folder) as next_one:
        next_one.wait_for_window()
    assert next_one.output == ""
