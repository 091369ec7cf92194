"""Limits that a process sets for itself; a call does nothing if the system has no such limit."""

import contextlib
import ctypes
import os
import signal
import sys
import time
from pathlib import Path

_DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG of Linux
_BELOW_NORMAL = 0x4000  # BELOW_NORMAL_PRIORITY_CLASS of Windows
_OOM_SCORE = "600"  # Linux then ends this process rather than the window when memory runs out


def limit_memory(byte_count: int) -> None:
    """Limit the address space in bytes. Linux only: macOS does not enforce it."""
    if sys.platform == "linux":
        import resource

        most = _within_hard_limit(resource.RLIMIT_AS, byte_count)
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def limit_processor_time(seconds: int) -> None:
    """End this process after this many more seconds of processor time; later calls replace it."""
    if sys.platform != "win32":
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        limit = int(time.process_time()) + seconds + 1
        resource.setrlimit(
            resource.RLIMIT_CPU, (_within_hard_limit(resource.RLIMIT_CPU, limit), hard)
        )


def _within_hard_limit(which: int, wanted: int) -> int:
    """Return a limit that this process may set: a user or a service may have set a lower one."""
    import resource

    _, hard = resource.getrlimit(which)
    return wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)


def forbid_core_dump() -> None:
    """Disable core dumps, which would contain conversations."""
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def lower_priority(step: int) -> None:
    """Yield the processor to other processes; a step is about a tenth less. May be refused."""
    with contextlib.suppress(OSError):
        if sys.platform == "win32":
            ctypes.windll.kernel32.SetPriorityClass(ctypes.c_void_p(-1), _BELOW_NORMAL)
        else:
            os.nice(step)


def end_with_parent() -> None:
    """End with the parent, also while this process is stopped; be the first to end for memory."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, int(signal.SIGKILL), 0, 0, 0)
        with contextlib.suppress(OSError):
            Path("/proc/self/oom_score_adj").write_text(_OOM_SCORE, "ascii")
