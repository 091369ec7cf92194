"""The nightly run counts every failure of every round."""

import textwrap
from pathlib import Path

import pytest

from tests.house import nightly

EVERY_SECOND_TIME = """
from pathlib import Path

def test_fails_every_second_time():
    count = Path(__file__).with_name("count")
    number = len(count.read_text()) if count.exists() else 0
    count.write_text("." * (number + 1))
    assert number % 2

def test_is_sound():
    pass
"""
BROKEN_FILE = "import nothing_of_this_name\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    monkeypatch.setattr(nightly, "ROOT", tmp_path)
    monkeypatch.setattr("sys.argv", ["nightly.py", "--rounds", "3"])
    return tmp_path


def test_a_test_that_fails_now_and_then_is_counted(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (folder / "test_now.py").write_text(textwrap.dedent(EVERY_SECOND_TIME))
    assert nightly.main() == 1
    assert capfd.readouterr().out.splitlines()[-2:] == [
        "failed in 2 of 3 rounds  test_now::test_fails_every_second_time",
        "1 tests failed in 3 rounds.",
    ]


def test_a_night_without_failures_is_good(folder: Path) -> None:
    (folder / "test_sound.py").write_text("def test_is_sound():\n    pass\n")
    assert nightly.main() == 0


def test_a_run_that_breaks_off_has_failed(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "test_broken.py").write_text(BROKEN_FILE)
    assert nightly.main() == 1
    assert "failed in 3 of 3 rounds  the whole run, which ended with 2" in capfd.readouterr().out
