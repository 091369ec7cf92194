"""What others compute is taken off; what this process computes is not."""

import subprocess
import sys
import time

import psutil
import pytest

from engine.core.free_cores import FreeCores


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
