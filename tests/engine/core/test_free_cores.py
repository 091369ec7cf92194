"""What others compute is taken off; what this process computes is not."""

import subprocess
import sys
import time
from collections import namedtuple

import psutil
import pytest

from engine.core.free_cores import FreeCores

System = namedtuple("System", "user nice system idle iowait guest guest_nice")
Own = namedtuple("Own", "user system")


class _Machine:
    """Four cores whose counters the test moves on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now, self.own, self.others, self.guest = 100.0, 0.0, 0.0, 0.0
        monkeypatch.setattr(time, "monotonic", lambda: self.now)
        monkeypatch.setattr(psutil, "cpu_count", lambda: 4)
        monkeypatch.setattr(psutil, "cpu_times", self._system)
        monkeypatch.setattr(psutil.Process, "cpu_times", lambda _self: Own(self.own, 0.0))

    def _system(self) -> System:
        user = self.own + self.others + self.guest
        idle = 4 * (self.now - 100.0) - user
        return System(user, 0.0, 0.0, idle - 1.0, 1.0, self.guest, 0.0)

    def pass_time(self, seconds: float, *, own: float, others: float, guest: float = 0.0) -> None:
        """Let so many cores be busy for some time."""
        self.now += seconds
        self.own += own * seconds
        self.others += others * seconds
        self.guest += guest * seconds


def test_what_others_compute_is_not_free(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = _Machine(monkeypatch)
    free = FreeCores()
    assert free() == 4.0
    machine.pass_time(1.0, own=2.0, others=1.0)
    assert free() == pytest.approx(3.0)
    machine.pass_time(1.0, own=1.0, others=0.0)
    assert free() == pytest.approx(4.0)
    machine.pass_time(1.0, own=0.0, others=0.0, guest=2.0)
    assert free() == pytest.approx(2.0)


def test_over_a_moment_the_last_answer_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = _Machine(monkeypatch)
    free = FreeCores()
    machine.pass_time(1.0, own=0.0, others=2.0)
    assert free() == pytest.approx(2.0)
    machine.pass_time(0.1, own=0.0, others=4.0)
    assert free() == pytest.approx(2.0)


@pytest.mark.skipif(sys.platform == "win32", reason="its counters move in steps of 16 ms")
def test_a_real_process_beside_this_one_is_seen() -> None:
    free = FreeCores()
    burner = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        time.sleep(1.0)
        assert free() <= (psutil.cpu_count() or 1) - 0.1
    finally:
        burner.kill()
        burner.wait()
