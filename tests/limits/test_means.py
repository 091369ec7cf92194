"""With little to run on the program runs, or says in one sentence what lacks; it never hangs."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from tests.limits.visitor import Visit

PIDS = Path("/sys/fs/cgroup/pids")

pytestmark = pytest.mark.skipif(shutil.which("prlimit") is None, reason="needs prlimit of Linux")


@pytest.fixture
def pids() -> Iterator[Path]:
    """A group of processes whose threads can be counted and limited."""
    folder = PIDS / f"hubbub-{uuid4().hex}"
    try:
        folder.mkdir()
        (folder / "pids.max").write_text("1000")
    except OSError:
        pytest.skip("needs a control group of processes")
    yield folder
    folder.rmdir()


def within(group: Path, most: int) -> tuple[str, ...]:
    """Return what starts a command in a group that may have so many threads."""
    (group / "pids.max").write_text(str(most))
    return ("sh", "-c", f'echo $$ > {group}/cgroup.procs && exec "$0" "$@"')


def refusal(visit: Visit) -> str:
    """Return the one sentence with which it ends."""
    assert visit.end() == 1, visit.output
    assert len(visit.output.splitlines()) == 1, visit.output
    return visit.output


@pytest.mark.parametrize("handles", [64, 256])
@pytest.mark.nightly
def test_with_few_handles_it_answers(tmp_path: Path, handles: int) -> None:
    with Visit(tmp_path, before=("prlimit", f"--nofile={handles}")) as visit:
        assert visit.went_well()


def test_with_too_few_handles_it_says_so(tmp_path: Path) -> None:
    with Visit(tmp_path / "hubbub", before=("prlimit", "--nofile=28")) as visit:
        assert "only 28 files at a time" in refusal(visit)
    assert not (tmp_path / "hubbub").exists()


@pytest.mark.nightly
def test_it_takes_the_handles_that_it_may_have(tmp_path: Path) -> None:
    program = (
        "import resource, app.process.requirements as limits; assert not limits.missing_means(); "
    )
    program += "print(resource.getrlimit(resource.RLIMIT_NOFILE)[0])"
    command = ["prlimit", "--nofile=30:600", sys.executable, "-c", program]
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ended.stdout.strip() == "600"


def test_with_little_memory_it_says_so(tmp_path: Path) -> None:
    with Visit(tmp_path, before=("prlimit", f"--as={400 << 20}")) as visit:
        assert "only 400 MB of memory" in refusal(visit)


@pytest.mark.nightly
def test_with_just_enough_memory_it_answers(tmp_path: Path) -> None:
    with Visit(tmp_path, before=("prlimit", f"--as={2 << 30}")) as visit:
        assert visit.went_well()


def test_with_too_few_threads_it_says_so(tmp_path: Path, pids: Path) -> None:
    with Visit(tmp_path, before=within(pids, 12)) as visit:
        assert "can't start the 24 threads" in refusal(visit)


@pytest.mark.nightly
def test_with_few_threads_it_answers(tmp_path: Path, pids: Path) -> None:
    most = 40 + (os.cpu_count() or 1)  # the engine computes with one on each core
    with Visit(tmp_path, before=within(pids, most)) as visit:
        assert visit.went_well()
