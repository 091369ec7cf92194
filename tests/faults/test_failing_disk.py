"""Calls of the system fail under SQLite itself: nothing is said to be stored that is not."""

import asyncio
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from app.storage.history import History

ROOT = Path(__file__).parents[2]


def _may_trace() -> bool:
    if sys.platform != "linux" or shutil.which("strace") is None:
        return False
    tried = subprocess.run(["strace", "-o", "/dev/null", "true"], check=False, capture_output=True)
    return tried.returncode == 0


pytestmark = pytest.mark.skipif(not _may_trace(), reason="needs strace, and leave to trace")


async def texts_of(path: Path) -> dict[int, str]:
    history = await History.open(path)
    texts = {m.id: m.text async for tree in history.archive.trees() for m in tree.messages}
    await history.close()
    return texts


async def begin(path: Path) -> None:
    await (await History.open(path)).close()


@pytest.mark.parametrize(
    ("call", "error", "when"),
    [
        pytest.param("fdatasync", "EIO", "3", marks=pytest.mark.nightly),
        ("fdatasync", "EIO", "9+5"),
        pytest.param("pwrite64", "EIO", "40", marks=pytest.mark.nightly),
        ("pwrite64", "EIO", "20+7"),
        ("pwrite64", "ENOSPC", "60+"),
        ("pread64", "EIO", "15"),
        ("ftruncate", "EIO", "1+"),
    ],
)
def test_what_was_said_to_be_stored_is_there(
    tmp_path: Path, call: str, error: str, when: str
) -> None:
    path = tmp_path / "hubbub.db"
    trace = tmp_path / "trace"
    asyncio.run(begin(path))
    inject = ["strace", "-f", "-o", str(trace), "-P", str(path), "-P", f"{path}-wal"]
    command = [*inject, "-e", f"trace={call}", "-e", f"inject={call}:error={error}:when={when}"]
    done = subprocess.run(
        [*command, sys.executable, "-m", "tests.faults.failing_disk", str(path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert "INJECTED" in trace.read_text("utf-8", "replace")
    said = [line.split(" ", 2) for line in done.stdout.splitlines()]
    stored = {int(words[1]): words[2] for words in said if words[0] == "stored"}
    assert asyncio.run(texts_of(path)).items() >= stored.items()
    for words in said:
        assert words[0] == "stored" or str(tmp_path) in " ".join(words)
