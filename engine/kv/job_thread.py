"""A thread that does what it is told, one thing after the other."""

import contextlib
import os
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import TypeAlias

Job: TypeAlias = Callable[[], None]

_NICENESS = 10  # whoever writes a reply goes first


@dataclass(slots=True)
class JobThread:
    """Runs jobs until it gets None; the process does not wait for it."""

    name: str
    jobs: SimpleQueue[Job | None] = field(default_factory=SimpleQueue)
    thread: threading.Thread = field(init=False)

    def __post_init__(self) -> None:
        self.thread = threading.Thread(target=self._run, name=self.name, daemon=True)
        self.thread.start()

    def _run(self) -> None:
        if sys.platform == "linux":  # there, niceness is a thread's own
            with contextlib.suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)
        while (job := self.jobs.get()) is not None:
            job()
