"""Before the sandbox it is found out whether what computes on a graphics card works in it."""

import json
import subprocess
from pathlib import Path

import pytest

from engine.backend_probe import CONFINED, ProbeAnswer, first_answer
from engine.core.process import isolate
from engine.ipc.entry_points import own_command
from engine.ipc.lazy_text import lazy
from engine.llama import device_trial
from engine.llama.device_trial import hindered_backend, judgements


@pytest.fixture
def driver(tmp_path: Path) -> Path:
    path = tmp_path / "libggml-vulkan.so"
    path.write_bytes(b"")
    return path


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    first_answer.cache_clear()
    judgements.cache_clear()


def works(monkeypatch: pytest.MonkeyPatch, *, free: bool, confined: bool) -> None:
    """Have drivers work, or not, outside the sandbox and in it."""

    def answer(path: Path | None, mode: str = "", *, seconds: float = 0.0) -> ProbeAnswer:
        if path is None:
            return ProbeAnswer(None)
        is_working = confined if mode == CONFINED else free
        return ProbeAnswer(None if is_working else lazy("its driver crashed."), ("A card",))

    monkeypatch.setattr("engine.backend_probe.answer_of", answer)
    monkeypatch.setattr(device_trial, "answer_of", answer)


@pytest.mark.parametrize(("free", "confined"), [(True, True), (False, False)])
def test_a_card_that_the_sandbox_makes_no_difference_to_hinders_none(
    monkeypatch: pytest.MonkeyPatch, driver: Path, free: bool, confined: bool
) -> None:
    works(monkeypatch, free=free, confined=confined)
    assert hindered_backend(driver.parent) is None


def test_for_a_card_that_fails_in_it_there_is_no_sandbox_and_that_is_said(
    monkeypatch: pytest.MonkeyPatch, driver: Path
) -> None:
    works(monkeypatch, free=True, confined=False)
    said = isolate([str(driver.parent / "kept"), str(driver.parent)])
    assert said == "The engine runs without a sandbox: Vulkan does not work in one."


def test_where_nothing_computes_on_cards_no_process_is_started(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def run(*_arguments: object, **_options: object) -> None:
        raise AssertionError("a process was started")

    monkeypatch.setattr("subprocess.run", run)
    assert hindered_backend(tmp_path) is None
    assert hindered_backend(tmp_path / "absent") is None


def test_a_file_that_is_no_driver_is_tried_and_hinders_nothing(driver: Path) -> None:
    assert hindered_backend(driver.parent) is None


def test_a_backend_can_be_tried_in_the_sandbox() -> None:
    command = [*own_command("engine.llama.probe_process"), CONFINED]
    answer = subprocess.run(command, capture_output=True, check=True, timeout=60)
    assert json.loads(answer.stdout)["processor"] == "built in"
