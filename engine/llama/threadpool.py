"""The threads of a context, and their number from one call to the next.

Without OpenMP the library starts new threads for each graph unless it gets pools. A pool's workers
sleep between graphs, but each graph wakes all of them, also those without work (0.04 ms with
fifteen): so there is a pool for each requested number of threads. The library itself pauses the
unused pool and resumes the active one; a paused pool's threads only sleep.
"""

import contextlib
import ctypes
import functools
import logging
import os
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil

from engine.llama.capi import lib, native_library

_MAX_THREADS = 512  # GGML_MAX_N_THREADS
_PROCESSOR = b"CPU"  # the library's name of the processor's backend
# How long a worker spins before it sleeps, after a graph. During one it spins anyway.
_POLL = 0
_SPARE_THREADS = 8  # threads left to the rest of the process if their number is limited

_log = logging.getLogger(__name__)
_PROCESSORS = Path("/sys/devices/system/cpu")
_GROUPS = Path("/sys/fs/cgroup")
_OWN_GROUPS = Path("/proc/self/cgroup")


class ThreadPools:
    """The pools of one context; one thread, between two calls."""

    def __init__(self, context: int | None, limit: int, count: int) -> None:
        """Start ``count`` threads of at most ``limit``, or fewer if they cannot start.

        Without a ``context`` they are only lent.
        """
        self._context = context
        self._library = _pool_library()
        # The library aborts the process if it cannot start a thread.
        wanted = min(limit, _MAX_THREADS) - 1
        self.limit = 1 + max(0, startable_count(wanted + _SPARE_THREADS) - _SPARE_THREADS)
        self.fast_count = min(fast_cores(), self.limit)
        self.count = 0
        self._pools: dict[int, int] = {}
        if self._library is not None:
            self._pools[self.limit] = self._library.new(self.limit)
        self.set_count(min(count, self.limit))

    def set_count(self, count: int) -> None:
        """Set the threads of the next calls. Raises ValueError beyond the limit."""
        if count == self.count:
            return
        if not 1 <= count <= self.limit:
            raise ValueError(f"{count} threads are not within 1 and {self.limit}")
        self.count = count
        if self._context is not None:
            self.lend(self._context)

    def lend(self, context: int) -> None:
        """Compute the next call of another context with these threads, on the same thread."""
        if self._library is not None:
            self._library.attach(context, self._pool(self._library, self.count), None)
        lib.llama_set_n_threads(context, self.count, self.count)

    def close(self) -> None:
        """End the threads, after the context was freed, which uses them until then."""
        while self._pools and self._library is not None:
            self._library.free(self._pools.popitem()[1])

    def _pool(self, library: "_PoolLibrary", count: int) -> int:
        """Return the pool of ``count`` threads; if they cannot start, the one of all."""
        if count not in self._pools and startable_count(count - 1) == count - 1:
            self._pools[count] = library.new(count)
        return self._pools.get(count, self._pools[self.limit])


def startable_count(wanted: int) -> int:
    """Return how many more threads this process can start now, at most ``wanted``."""
    end = threading.Event()
    threads: list[threading.Thread] = []
    try:
        while len(threads) < wanted:
            thread = threading.Thread(target=end.wait, daemon=True)
            thread.start()
            threads.append(thread)
    except RuntimeError:
        _log.warning("Only %d of %d compute threads can be started", len(threads), wanted)
    finally:
        end.set()
        for thread in threads:
            thread.join()
    return len(threads)


class _PoolParams(ctypes.Structure):
    _fields_ = (
        ("processors", ctypes.c_bool * _MAX_THREADS),
        ("thread_count", ctypes.c_int),
        ("priority", ctypes.c_int),
        ("poll", ctypes.c_uint32),
        ("is_strict", ctypes.c_bool),
        ("is_paused", ctypes.c_bool),
    )


class _PoolLibrary:
    """The functions of the library that make, attach and free pools."""

    def __init__(self) -> None:
        """Find the functions. Raises OSError or AttributeError if one is missing."""
        base = native_library("ggml-base")
        pool = ctypes.c_void_p
        self._init = base.ggml_threadpool_params_init
        self._init.restype, self._init.argtypes = None, [ctypes.POINTER(_PoolParams), ctypes.c_int]
        self._new = _processor_function("ggml_threadpool_new", pool, ctypes.POINTER(_PoolParams))
        self.free = _processor_function("ggml_threadpool_free", None, pool)
        self.attach = native_library("llama").llama_attach_threadpool
        self.attach.restype, self.attach.argtypes = None, [ctypes.c_void_p, pool, pool]
        if self._params(7).thread_count != 7:
            raise AttributeError("the pool's parameters have an unknown layout")

    def new(self, count: int) -> int:
        """Start a pool of ``count`` threads, including the calling thread."""
        params = self._params(count)
        params.poll = _POLL
        return int(self._new(ctypes.byref(params)))

    def _params(self, count: int) -> _PoolParams:
        params = _PoolParams()
        self._init(ctypes.byref(params), count)
        return params


@functools.cache
def _pool_library() -> _PoolLibrary | None:
    """Return the functions for pools; None if the library manages its threads itself."""
    if b"OPENMP = 1" in lib.llama_print_system_info():
        _log.info("the library was compiled with OpenMP, which owns the compute threads")
        return None
    try:
        return _PoolLibrary()
    except (OSError, AttributeError) as error:
        _log.info("the library starts threads for each call: %s", error)
        return None


def _processor_function(name: str, result: Any, *arguments: Any) -> Callable[..., Any]:
    """Return a function of the processor's backend, which may be a file loaded later."""
    ggml, base = native_library("ggml"), native_library("ggml-base")
    find, ask = ggml.ggml_backend_reg_by_name, base.ggml_backend_reg_get_proc_address
    find.restype, find.argtypes = ctypes.c_void_p, [ctypes.c_char_p]
    ask.restype, ask.argtypes = ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_char_p]
    registry = find(_PROCESSOR)
    address = ask(registry, name.encode()) if registry else None
    if not address:
        raise AttributeError(f"{name} is not in the processor's backend")
    function: Callable[..., Any] = ctypes.CFUNCTYPE(result, *arguments)(address)
    return function


def thread_limit() -> int:
    """Return the maximum threads of a call: one for each physical core available."""
    return max(1, min(_real_cores(), *(int(each) for each in quotas(_OWN_GROUPS, _GROUPS)), 512))


def fast_cores() -> int:
    """Return the number of available cores, without slower ones."""
    if sys.platform == "darwin":
        return _macos_fast_cores() or _real_cores()
    if hasattr(os, "sched_getaffinity"):
        return distinct_cores(fast_processors(os.sched_getaffinity(0)))
    return _real_cores()


def fast_processors(processors: set[int], folder: Path = _PROCESSORS) -> set[int]:
    """Return the processors of the fastest kind, as Intel and Arm report it, or all."""
    with contextlib.suppress(OSError, ValueError):
        listed = (folder / "../../cpu_core/cpus").read_text("ascii")
        ranges = [each.partition("-") for each in listed.strip().split(",")]
        fast = {n for a, _, b in ranges for n in range(int(a), int(b or a) + 1)}
        return processors & fast or processors
    with contextlib.suppress(OSError, ValueError):
        sizes = {each: int((folder / f"cpu{each}/cpu_capacity").read_text()) for each in processors}
        return {each for each in processors if 2 * sizes[each] > max(sizes.values())}
    return processors


def _macos_fast_cores() -> int:
    count, size = ctypes.c_int32(), ctypes.c_size_t(4)
    name = b"hw.perflevel0.physicalcpu"
    with contextlib.suppress(AttributeError):
        query = ctypes.CDLL(None).sysctlbyname
        query(name, ctypes.byref(count), ctypes.byref(size), None, ctypes.c_size_t(0))
    return count.value


def default_thread_count() -> int:
    """Return the initial number of threads, before any measurement."""
    return max(1, thread_limit() - 1)


def distinct_cores(processors: set[int], folder: Path = _PROCESSORS) -> int:
    """Return the number of cores of these processors; a core may have two."""
    with contextlib.suppress(OSError):
        siblings = "topology/thread_siblings_list"
        return len({(folder / f"cpu{each}" / siblings).read_text("ascii") for each in processors})
    return len(processors)


def quotas(own_groups: Path, groups: Path) -> Iterator[float]:
    """Yield the processors' time granted by each control group around this process."""
    with contextlib.suppress(OSError):
        for line in own_groups.read_text("utf-8").splitlines():
            _number, controllers, name = line.split(":", 2)
            if not controllers:
                yield from _quotas_of(groups, name, "cpu.max")
            elif "cpu" in controllers.split(","):
                yield from _quotas_of(groups / controllers, name, "cpu.cfs_quota_us")


def _quotas_of(root: Path, name: str, file: str) -> Iterator[float]:
    group = Path(name.lstrip("/"))
    # A container may see its own group as the root, under the machine's name.
    for each in {root, root / group, *(root / parent for parent in group.parents)}:
        with contextlib.suppress(OSError, ValueError):  # "max", or no such group
            quota, _, period = (each / file).read_text("ascii").strip().partition(" ")
            period = period or (each / "cpu.cfs_period_us").read_text("ascii")
            if int(quota) > 0:
                yield int(quota) / int(period)


def _real_cores() -> int:
    cores = psutil.cpu_count(logical=False) or os.cpu_count() or 1
    # A container or ``taskset`` may allow fewer than the machine has.
    if hasattr(os, "sched_getaffinity"):
        cores = min(cores, distinct_cores(os.sched_getaffinity(0)))
    return cores
