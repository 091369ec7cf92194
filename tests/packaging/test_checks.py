"""What CI runs tries a failed test once more, and never lets a broken one pass."""

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
ALWAYS = "def test_is_broken():\n    assert False\n"
MANY = "".join(f"def test_{n}():\n    assert False\n" for n in range(4))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    monkeypatch.setattr(checks, "ROOT", tmp_path)
    return tmp_path


def _write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        (folder / f"test_{name}.py").write_text(textwrap.dedent(text))


def test_what_passes_the_second_time_is_named(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    _write(folder, once=ONLY_ONCE)
    assert checks.run_tests([]) == 0
    assert "test_once.py::test_fails_the_first_time" in capfd.readouterr().out.splitlines()[-1]


@pytest.mark.parametrize("files", [{"once": ONLY_ONCE, "always": ALWAYS}, {"many": MANY}])
def test_what_is_broken_fails(folder: Path, files: dict[str, str]) -> None:
    _write(folder, **files)
    assert checks.run_tests([]) == checks.TESTS_FAILED


def test_many_failures_are_not_tried_again(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    _write(folder, many=MANY)
    checks.run_tests([])
    assert "once more" not in capfd.readouterr().out
