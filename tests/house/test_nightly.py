"""The nightly run counts every failure of every round, and every search that found something."""

import textwrap
from pathlib import Path

import pytest

from tests.house import nightly
from tests.house.source_files import ROOT

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
    monkeypatch.setattr("sys.argv", ["nightly.py", "--rounds", "3", "--without-searches"])
    return tmp_path


def test_a_test_that_fails_now_and_then_is_counted(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (folder / "test_now.py").write_text(textwrap.dedent(EVERY_SECOND_TIME))
    assert nightly.main() == 1
    assert capfd.readouterr().out.splitlines()[-2:] == [
        "failed 2 times  test_now::test_fails_every_second_time",
        "1 failures in 3 rounds.",
    ]


def test_a_night_without_failures_is_good(folder: Path) -> None:
    (folder / "test_sound.py").write_text("def test_is_sound():\n    pass\n")
    assert nightly.main() == 0


def test_a_run_that_breaks_off_has_failed(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "test_broken.py").write_text(BROKEN_FILE)
    assert nightly.main() == 1
    assert "failed 3 times  the whole run, which ended with 2" in capfd.readouterr().out


def test_a_search_that_finds_something_has_failed(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (folder / "test_sound.py").write_text("def test_is_sound():\n    pass\n")
    (folder / "search.py").write_text("import sys\nsys.exit(len(sys.argv) - 1)\n")
    searches = (("search",), ("search", "--count", "7"))
    monkeypatch.setattr(nightly, "SEARCHES", searches)
    monkeypatch.setattr("sys.argv", ["nightly.py", "--rounds", "1"])
    assert nightly.main() == 1
    out = capfd.readouterr().out
    assert "failed 1 times  search --count 7, which ended with 2" in out
    assert "1 failures in 1 rounds." in out


@pytest.mark.parametrize("search", nightly.SEARCHES, ids=lambda search: search[0])
def test_every_search_exists_and_takes_its_arguments(search: tuple[str, ...]) -> None:
    module, *arguments = search
    path = ROOT.joinpath(*module.split("."))
    source = path.with_suffix(".py") if path.with_suffix(".py").exists() else path / "__main__.py"
    text = source.read_text("utf-8")
    assert '__name__ == "__main__"' in text
    assert all(f'"{each}"' in text for each in arguments if each.startswith("--"))
