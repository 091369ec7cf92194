"""Whatever a home is like, a window opens, says what is wrong, and ends when it is told to."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import psutil
import pytest

from tests.flows.processes import Program, comes_from

AS_A_STRANGER = ("unshare", "--user", "--map-user=12345")  # has no entry in passwd, no rights


def _may_be_a_stranger() -> bool:
    if sys.platform != "linux" or shutil.which("unshare") is None:
        return False
    return (
        subprocess.run([*AS_A_STRANGER, "true"], check=False, capture_output=True).returncode == 0
    )


posix_only = pytest.mark.skipif(sys.platform == "win32", reason="homes are POSIX's here")
stranger_only = pytest.mark.skipif(not _may_be_a_stranger(), reason="needs user namespaces")


@pytest.fixture
def spare(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where spare folders are made; of a short name, since sockets will lie there."""
    with TemporaryDirectory() as name:
        monkeypatch.setenv("TMPDIR", name)
        yield Path(name)


@pytest.fixture
def used(tmp_path: Path) -> Iterator[Path]:
    """A home that was used and left in order."""
    folder = tmp_path / "used"
    with Program(folder) as program:
        program.wait_for_window()
    yield folder
    for found, folders, _ in os.walk(folder):
        for name in folders:
            os.chmod(Path(found, name), 0o755)


def is_in_spare(spare: Path) -> bool:
    return any(map(comes_from, spare.glob("hubbub-*/data")))


def ends_well(program: Program) -> None:
    assert program.end() == 0, program.output
    assert "Traceback" not in program.output


@posix_only
@stranger_only
def test_without_home_and_name_the_window_opens_on_a_spare_folder(spare: Path) -> None:
    homeless = dict.fromkeys(
        name for name in os.environ if name == "HOME" or name.startswith("XDG_")
    )
    with Program(None, before=AS_A_STRANGER, **homeless) as program:
        program.wait_for(lambda: is_in_spare(spare), "a window")
        ends_well(program)
    assert list(spare.glob("hubbub-*")) == []


@posix_only
@stranger_only
def test_a_home_that_can_not_be_written_has_a_window_all_the_same(
    tmp_path: Path, spare: Path
) -> None:
    home = tmp_path / "locked"
    home.mkdir()
    home.chmod(0o555)
    with Program(home / "hubbub", before=AS_A_STRANGER) as program:
        program.wait_for(lambda: is_in_spare(spare), "a window")
        ends_well(program)
    assert list(home.iterdir()) == []


@posix_only
@stranger_only
def test_histories_that_can_not_be_written_are_read(used: Path, spare: Path) -> None:
    before = (used / "data" / "hubbub.db").read_bytes()
    for folder in (used, *used.iterdir()):
        folder.chmod(0o555)
    with Program(used, before=AS_A_STRANGER) as program:
        program.wait_for(lambda: bool(psutil.Process(program.id).children()), "an engine")
        assert list(spare.glob("hubbub-*/hubbub.db"))
        ends_well(program)
    used.chmod(0o755)
    assert (used / "data" / "hubbub.db").read_bytes() == before


def _empty(path: Path) -> None:
    path.write_bytes(b"")


def _scramble(path: Path) -> None:
    path.write_bytes(Random(path.name).randbytes(70_000))


def _make_folder(path: Path) -> None:
    path.unlink(missing_ok=True)
    path.mkdir()


def _make_pipe(path: Path) -> None:
    path.unlink(missing_ok=True)
    os.mkfifo(path)


@posix_only
@pytest.mark.parametrize("harm", [_empty, _scramble, _make_folder, _make_pipe])
def test_harm_to_every_file_there_is_keeps_no_window_from_opening(
    used: Path, harm: Callable[[Path], None]
) -> None:
    for name in ("data/hubbub.db", "data/hubbub.db-wal", "config/settings.json"):
        (used / name).touch()
    files = [path for path in used.rglob("*") if path.is_file() or path.is_fifo()]
    assert {"hubbub.db", "settings.json", "hubbub.lock", "hubbub.log"} <= {f.name for f in files}
    for path in files:
        harm(path)
    with Program(used) as program:
        program.wait_for_window()
        ends_well(program)
    with Program(used) as program:
        program.wait_for_window()
        ends_well(program)
