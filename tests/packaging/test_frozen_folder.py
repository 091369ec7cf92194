"""Where things lie in the frozen folder; that of macOS as far as another system can show it."""

import sys
import sysconfig
from importlib import metadata
from pathlib import Path

import pytest

from frozen_folder import FrozenFolder
from licence_texts import TEXTS_OF_OURS, _folders_of, _texts_in, distributions
from release_version import ReleaseVersion
from tests.house.source_files import ROOT

FIRST, SECOND = ReleaseVersion("1.0.0"), ReleaseVersion("1.1.0", 7)


@pytest.fixture(params=["linux", "darwin", "win32"])
def frozen(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> FrozenFolder:
    monkeypatch.setattr(sys, "platform", request.param)
    folder = FrozenFolder(ROOT, tmp_path / "frozen")
    folder.contents.mkdir(parents=True)
    return folder


def test_the_version_is_found_where_python_looks(frozen: FrozenFolder) -> None:
    frozen.stamp(FIRST)
    frozen.stamp(SECOND)  # as --reuse-folder does
    (found,) = metadata.distributions(path=[str(frozen.contents)])
    assert (found.name, found.version) == ("hubbub", SECOND.text)


def test_among_the_frameworks_of_macos_lies_nothing_but_code_and_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    frozen = FrozenFolder(ROOT, tmp_path / "Hubbub.app")
    frozen.contents.mkdir(parents=True)
    frozen.stamp(FIRST)
    (frozen.data_folder("licences") / "Qt.txt").write_text("Qt", "utf-8")
    entries = list(frozen.contents.iterdir())
    assert len(entries) == 2
    assert all(entry.is_symlink() and not entry.readlink().is_absolute() for entry in entries)
    assert (frozen.contents / "licences" / "Qt.txt").read_text("utf-8") == "Qt"


SITE = Path(sysconfig.get_path("purelib"))


@pytest.mark.parametrize(
    "name", ["httpx2", "keyring", "jaraco-classes", "more-itertools", "starlette", "uvicorn"]
)
def test_a_library_is_found_by_the_name_that_the_lock_has(name: str) -> None:
    assert name in distributions(ROOT)
    assert len(_folders_of(SITE, name)) == 1


def test_each_library_that_is_here_has_a_licence() -> None:
    without = [
        name
        for name in distributions(ROOT)
        if (folders := _folders_of(SITE, name))
        and not _texts_in(folders)
        and name not in TEXTS_OF_OURS
    ]
    assert without == []


def test_the_licence_of_monty_has_the_copyright_line_of_the_program() -> None:
    text = (ROOT / "packaging" / "licences" / "MIT-monty.txt").read_text("utf-8")
    (line,) = [each for each in text.splitlines() if each.startswith("Copyright (c)")]
    program = Path(
        sysconfig.get_path("scripts"), "monty.exe" if sys.platform == "win32" else "monty"
    )
    assert line.encode() in program.read_bytes()
