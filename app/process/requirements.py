"""Checks resource limits before the window is created, and explains limits that are too low.

Later failures could not be reported: without a file handle, Qt ends the process, and it waits
forever for a thread that could not be started.
"""

import _thread
import contextlib
import sys
import threading

from app.errors import lazy

MIN_HANDLES = 48  # the window, engine and database use 25, and briefly more
WANTED_HANDLES = 4096
MIN_THREADS = 24
MIN_ADDRESS_BYTES = 2 << 30  # most of it is reserved by libraries


def missing_means() -> str | None:
    """Raise the handle limit as far as allowed; return why resources are missing, or None."""
    return _missing_handles() or _missing_memory() or _missing_threads()


def _missing_handles() -> str | None:
    if sys.platform == "win32":
        return None
    import resource  # not on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = WANTED_HANDLES if hard == resource.RLIM_INFINITY else min(hard, WANTED_HANDLES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):  # the system may have a lower limit
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    if soft == resource.RLIM_INFINITY or soft >= MIN_HANDLES:
        return None
    return lazy(
        "Hubbub may open only {count} files at a time here, and needs {needed}. Allow more with "
        "“ulimit -n”, and start it again.",
        count=soft,
        needed=MIN_HANDLES,
    )


def _missing_memory() -> str | None:
    most = _address_bytes()
    if most is None or most >= MIN_ADDRESS_BYTES:
        return None
    return lazy(
        "Hubbub may use only {count:,} MB of memory here, and needs {needed:,} MB. Allow more with "
        "“ulimit -v”, and start it again.",
        count=most >> 20,
        needed=MIN_ADDRESS_BYTES >> 20,
    )


def _address_bytes() -> int | None:
    """Return the limit of addressable memory in bytes; None without a limit."""
    if sys.platform == "win32":
        return None
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_AS)
    return None if soft == resource.RLIM_INFINITY else soft


def _missing_threads() -> str | None:
    """Start ``MIN_THREADS`` threads and end them; return why that failed, or None."""
    if _address_bytes() is not None:
        return None  # memory that the library reserves per thread would count
    gate, ended = threading.Lock(), threading.Semaphore(0)

    def pass_gate() -> None:
        with gate:
            pass
        ended.release()

    count = 0
    with gate, contextlib.suppress(RuntimeError):  # none ends before all of them exist
        while count < MIN_THREADS:
            # threading.Thread waits for each to run: up to a millisecond.
            _thread.start_new_thread(pass_gate, ())
            count += 1
    for _ in range(count):
        ended.acquire()
    if count == MIN_THREADS:
        return None
    return lazy(
        "Hubbub can't start the {needed} threads that it needs here. End other programs, or "
        "allow more with “ulimit -u”, and start it again.",
        needed=MIN_THREADS,
    )
