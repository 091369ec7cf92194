"""How many cores of this machine nobody else computes on."""

import time

import psutil

_SHORTEST_SECONDS = 0.2  # over less, the system's counters say too little


class FreeCores:
    """Asked now and then, it returns how many cores were free, or busy with this process.

    Over the time since it was asked before, as far as that is long enough.
    """

    def __init__(self) -> None:
        self._process = psutil.Process()
        self._core_count = psutil.cpu_count() or 1
        self._asked_at = time.monotonic()
        self._busy_seconds = self._others()
        self._free = float(self._core_count)

    def __call__(self) -> float:
        """Return it; between 0 and the number of cores."""
        now = time.monotonic()
        passed = now - self._asked_at
        if passed < _SHORTEST_SECONDS:
            return self._free
        busy = self._others()
        others = (busy - self._busy_seconds) / passed
        self._free = min(float(self._core_count), max(0.0, self._core_count - others))
        self._asked_at, self._busy_seconds = now, busy
        return self._free

    def _others(self) -> float:
        """Return the seconds that all other processes have computed."""
        system, own = psutil.cpu_times(), self._process.cpu_times()
        idle = system.idle + getattr(system, "iowait", 0.0)
        busy = sum(system) - idle - _counted_twice(system)
        return float(busy - own.user - own.system)


def _counted_twice(system: object) -> float:
    """Return the time of guests, which Linux counts among the users' as well."""
    return sum(float(getattr(system, name, 0.0)) for name in ("guest", "guest_nice"))
