"""Reads a model's files before the library maps them: with progress, and with an end in between.

The library maps a file whole, and the system reads all of it in that one call, which tells nobody
how far it is and can't be stopped. Of what lies in memory already only samples are looked at.
"""

import os
from collections.abc import Iterable
from pathlib import Path

from engine.backend import LoadProgress

_CHUNK_BYTES = 8 << 20
_SAMPLE_BYTES = 4096
_NOT_FROM_DISK = getattr(os, "RWF_NOWAIT", None)  # Linux: refuses what would wait for the disk


def read_ahead(paths: Iterable[Path], room: int, progress: LoadProgress) -> None:
    """Bring files into memory, unless they take more than ``room`` bytes of it.

    ``progress`` hears the share that has been read, and may raise. Trouble of the disk is left to
    who reads what matters.
    """
    try:
        files = [(path, path.stat().st_size) for path in paths]
        total = sum(size for _path, size in files)
        if total > room:
            return  # the end would push out the beginning
        done = 0
        for path, size in files:
            with path.open("rb", buffering=0) as file:
                for start in range(0, size, _CHUNK_BYTES):
                    _read(file.fileno(), start, min(size, start + _CHUNK_BYTES))
                    done += min(_CHUNK_BYTES, size - start)
                    progress(done / total)
    except OSError:
        return


def _read(descriptor: int, start: int, end: int) -> None:
    """Have the system read a piece of a file, where it has not done so."""
    last = max(start, end - _SAMPLE_BYTES)
    if _is_in_memory(descriptor, start) and _is_in_memory(descriptor, last):
        return
    os.lseek(descriptor, start, os.SEEK_SET)
    while start < end:
        count = len(os.read(descriptor, end - start))
        if not count:
            return  # it has become shorter
        start += count


def _is_in_memory(descriptor: int, start: int) -> bool:
    """Return whether a page of a file can be had without the disk."""
    if _NOT_FROM_DISK is None:
        return False
    try:
        return os.preadv(descriptor, [bytearray(_SAMPLE_BYTES)], start, _NOT_FROM_DISK) > 0
    except OSError:  # it would have to wait, or the file system can't tell
        return False
