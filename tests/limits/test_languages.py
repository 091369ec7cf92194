"""In a language that is not written in UTF-8 files of any name are found."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.limits.visitor import Visit

LATIN_1 = "de_DE.ISO-8859-1"

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere files are in Unicode")


@pytest.fixture
def latin_1(tmp_path: Path) -> dict[str, str]:
    """The variables of somebody whose language is written in Latin-1."""
    command = ["localedef", "-i", "de_DE", "-f", "ISO-8859-1", str(tmp_path / LATIN_1)]
    if shutil.which("localedef") is None or subprocess.run(command, check=False).returncode > 1:
        pytest.skip("needs localedef and the locales of the system")
    return {"LOCPATH": str(tmp_path), "LC_ALL": LATIN_1}


def speaks(folder: Path, variables: dict[str, str]) -> None:
    home = folder / "Müller 🦙"
    home.mkdir()
    mode = {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", **variables}
    with Visit(home / "hubbub", variables={**mode, "HOME": str(home)}) as visit:
        assert visit.went_well()
    assert (home / "hubbub" / "data" / "hubbub.db").exists()


@pytest.mark.parametrize("locale", ["C", pytest.param("POSIX", marks=pytest.mark.nightly)])
def test_a_language_without_utf_8(tmp_path: Path, locale: str) -> None:
    speaks(tmp_path, {"LC_ALL": locale, "LANG": locale})


@pytest.mark.nightly
def test_a_language_in_latin_1(tmp_path: Path, latin_1: dict[str, str]) -> None:
    speaks(tmp_path, latin_1)
