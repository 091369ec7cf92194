"""What a process holds, as Linux counts it: memory, handles, threads."""

import os
from dataclasses import dataclass
from pathlib import Path

PROC = Path("/proc")
_MEGABYTE = 1024.0  # of the kilobytes that Linux counts in


@dataclass(frozen=True, slots=True)
class Holdings:
    """What a process holds now.

    ``own_megabytes`` are memory that it wrote itself; of ``pss_megabytes`` the rest are pages of
    program files, of which each program on the machine that uses them counts its part: they come
    and go with others.
    """

    pss_megabytes: float
    own_megabytes: float
    handle_count: int
    thread_count: int


def holdings(process_id: int) -> Holdings | None:
    """Return what a process holds, or None where it is no more."""
    folder = PROC / str(process_id)
    try:
        sizes = _numbers(folder / "smaps_rollup")
        threads = _numbers(folder / "status")["Threads"]
        handles = len(os.listdir(folder / "fd"))
    except (OSError, KeyError):
        return None
    if "Pss" not in sizes:
        return None  # it is just ending
    own = sizes["Pss_Anon"] + sizes["Pss_Shmem"] + sizes.get("SwapPss", 0)
    return Holdings(sizes["Pss"] / _MEGABYTE, own / _MEGABYTE, handles, threads)


def _numbers(path: Path) -> dict[str, int]:
    lines = (line.split() for line in path.read_text("ascii", "replace").splitlines()[1:])
    return {
        words[0].rstrip(":"): int(words[1])
        for words in lines
        if len(words) > 1 and words[1].isdigit()
    }
