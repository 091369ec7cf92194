"""The checks report each failed test, and each that fails only sometimes."""

import textwrap
from pathlib import Path

import pytest

import checks

ONLY_ONCE = """
from pathlib import Path

def test_fails_the_first_time():
    been = Path(__file__).with_name("been")
    was_there = been.exists()
    been.touch()
    assert was_there
"""
NEVER = "def test_is_sound():\n    assert True\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    monkeypatch.setattr(checks, "ROOT", tmp_path)
    return tmp_path


def _write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        (folder / f"test_{name}.py").write_text(textwrap.dedent(text))


def test_what_is_sound_passes(folder: Path) -> None:
    _write(folder, never=NEVER)
    assert checks.run_tests([]) == 0


def test_what_is_broken_fails_and_is_not_run_again_into_green(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    _write(folder, once=ONLY_ONCE, never=NEVER)
    assert checks.run_tests([]) != 0
    assert capfd.readouterr().out.count("test_once.py::test_fails_the_first_time") == 1
