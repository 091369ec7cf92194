"""A machine that slept: everything stands still for long, and goes on where it was."""

import os
import signal
import sys
import time
from pathlib import Path

import psutil
import pytest

from engine.ipc.watchdog import HangLimits
from tests.limits.visitor import Visit

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="stops processes by signals")


@pytest.mark.nightly
def test_an_engine_that_slept_with_its_window_is_not_taken_for_hung(tmp_path: Path) -> None:
    with Visit(tmp_path / "hubbub", "--rounds", "2") as visit:
        visit.wait_for("complete")
        window = psutil.Process(visit.process_id)
        (engine,) = window.children()
        visit.ask_again()
        visit.wait_for("writing", 2)
        # The window first, so that it can't see the engine stand still while it goes on.
        for process_id in (window.pid, engine.pid):
            os.kill(process_id, signal.SIGSTOP)
        time.sleep(HangLimits().heartbeat_seconds + 2)
        # And it wakes first: to it, the engine is silent for a moment more.
        for process_id in (window.pid, engine.pid):
            os.kill(process_id, signal.SIGCONT)
        visit.wait_for("complete", 2)
        assert engine.is_running()
        assert visit.went_well()
        assert not visit.lines("interrupted")
