"""How many cores this process may compute on."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

import psutil

_PROCESSORS = Path("/sys/devices/system/cpu")
_GROUPS = Path("/sys/fs/cgroup")
_OWN_GROUPS = Path("/proc/self/cgroup")


def thread_limit() -> int:
    """Return the most threads that a call should have: one for each real core that is granted."""
    return max(1, min(_real_cores(), *(int(each) for each in quotas(_OWN_GROUPS, _GROUPS)), 512))


def default_thread_count() -> int:
    """Return how many threads to begin with, before anything was measured."""
    return max(1, thread_limit() - 1)


def distinct_cores(processors: set[int], folder: Path = _PROCESSORS) -> int:
    """Return how many cores are behind these processors, of which a core may be two."""
    with contextlib.suppress(OSError):
        siblings = "topology/thread_siblings_list"
        return len({(folder / f"cpu{each}" / siblings).read_text("ascii") for each in processors})
    return len(processors)


def quotas(own_groups: Path, groups: Path) -> Iterator[float]:
    """Yield how many processors' time each control group around this process grants."""
    with contextlib.suppress(OSError):
        for line in own_groups.read_text("utf-8").splitlines():
            _number, controllers, name = line.split(":", 2)
            if not controllers:
                yield from _quotas_of(groups, name, "cpu.max")
            elif "cpu" in controllers.split(","):
                yield from _quotas_of(groups / controllers, name, "cpu.cfs_quota_us")


def _quotas_of(root: Path, name: str, file: str) -> Iterator[float]:
    group = Path(name.lstrip("/"))
    # A container may see its own group as the root, and its name as that of the machine.
    for each in {root, root / group, *(root / parent for parent in group.parents)}:
        with contextlib.suppress(OSError, ValueError):  # "max", or no such group
            quota, _, period = (each / file).read_text("ascii").strip().partition(" ")
            period = period or (each / "cpu.cfs_period_us").read_text("ascii")
            if int(quota) > 0:
                yield int(quota) / int(period)


def _real_cores() -> int:
    cores = psutil.cpu_count(logical=False) or os.cpu_count() or 1
    # A container or ``taskset`` may grant fewer than the machine has.
    if hasattr(os, "sched_getaffinity"):
        cores = min(cores, distinct_cores(os.sched_getaffinity(0)))
    return cores
