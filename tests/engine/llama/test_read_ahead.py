"""A model's files are in memory before the library maps them, and reading them can be ended."""

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from engine.llama import loader as module
from engine.llama.loader import read_ahead
from engine.messages.errors import LoadCancelled

CHUNK = 1 << 16
ROOM = 1 << 30


@pytest.fixture
def parts(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Path]]:
    """Two files of three pieces and one, on a disk: temporary folders may lie in memory."""
    monkeypatch.setattr(module, "_CHUNK_BYTES", CHUNK)
    build = Path(__file__).resolve().parents[3] / "build"
    build.mkdir(exist_ok=True)
    with TemporaryDirectory(dir=build) as name:
        paths = [Path(name) / "a-1.gguf", Path(name) / "a-2.gguf"]
        paths[0].write_bytes(os.urandom(2 * CHUNK + 7))
        paths[1].write_bytes(os.urandom(CHUNK - 7))
        yield paths


def test_the_progress_goes_over_all_parts_to_the_end(parts: list[Path]) -> None:
    shares: list[float] = []
    read_ahead(parts, ROOM, shares.append)
    assert len(shares) == 4
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_who_raises_ends_it(parts: list[Path]) -> None:
    shares: list[float] = []

    def end(share: float) -> None:
        shares.append(share)
        raise LoadCancelled

    with pytest.raises(LoadCancelled):
        read_ahead(parts, ROOM, end)
    assert len(shares) == 1


def test_what_memory_cannot_hold_is_not_read(parts: list[Path]) -> None:
    shares: list[float] = []
    read_ahead(parts, 3 * CHUNK - 1, shares.append)
    assert not shares


def test_trouble_of_the_disk_is_left_to_the_library(parts: list[Path]) -> None:
    parts[1].unlink()
    read_ahead(parts, ROOM, lambda _share: None)


@pytest.mark.skipif(not hasattr(os, "RWF_NOWAIT"), reason="Linux tells what is in memory")
def test_what_lies_on_the_disk_alone_is_read(
    parts: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []
    real = os.read

    def note(descriptor: int, count: int) -> bytes:
        read.append(count)
        return real(descriptor, count)

    monkeypatch.setattr(os, "read", note)
    read_ahead(parts, ROOM, lambda _share: None)
    assert not read, "it was written a moment ago"
    with parts[0].open("rb+") as file:
        os.fsync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        try:
            os.preadv(file.fileno(), [bytearray(1)], 0, os.RWF_NOWAIT)
            pytest.skip("this file system keeps all in memory")
        except OSError:
            pass
    read_ahead(parts, ROOM, lambda _share: None)
    assert sum(read) >= CHUNK
