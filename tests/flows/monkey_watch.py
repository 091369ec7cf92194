"""What the monkey is watched by: errors of every kind, words of Qt, and a window that stands still.

The machine may be busy with other things, so only the processor's time of the window's own thread
counts as standing still.
"""

import faulthandler
import logging
import sys
import tempfile
import threading
import time
import traceback
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QMessageLogContext, QObject, QTimer, QtMsgType, qInstallMessageHandler

from app.process.reporting import install_exception_hooks

LONGEST_STILL_SECONDS = 2.0
TOLD_STILL_SECONDS = 0.2
LONGEST_SILENCE_SECONDS = 120.0  # of waiting, which the processor does not count
_BEAT_MS = 20
_LOOK_SECONDS = 0.05
_OF_THE_PLATFORM = "This plugin does not support"  # what windows without a screen can't do


class Watch(QObject):
    """Collects faults, each with the last deeds before it."""

    def __init__(self) -> None:
        super().__init__()
        self.faults: list[str] = []
        self.actions: deque[str] = deque(maxlen=25)
        self.stills: list[tuple[float, str, str]] = []
        self._where = ""
        self._is_over = threading.Event()
        self._cpu_clock = time.pthread_getcpuclockid(threading.get_ident())
        self._last_cpu = self._cpu()
        self._last_beat = time.monotonic()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._beat)

    @contextmanager
    def watching(self) -> Iterator["Watch"]:
        """Watch until left."""
        hooks = install_exception_hooks(lambda text, details: self.fault("error", details))
        old_handler = qInstallMessageHandler(self._on_qt_message)
        handler = _Complaints(self)
        logging.getLogger().addHandler(handler)
        looking = threading.Thread(target=self._look, daemon=True)
        looking.start()
        self._timer.start(_BEAT_MS)
        try:
            yield self
        finally:
            self._timer.stop()
            self._is_over.set()
            looking.join()
            logging.getLogger().removeHandler(handler)
            qInstallMessageHandler(old_handler)
            hooks.uninstall()

    def fault(self, kind: str, text: str) -> None:
        """Note something that must not be."""
        actions = " | ".join(self.actions)
        self.faults.append(f"[{kind}] {text}\n    after: {actions}")
        sys.stderr.write(f"FAULT {self.faults[-1]}\n")

    def _cpu(self) -> float:
        return time.clock_gettime(self._cpu_clock)

    def _beat(self) -> None:
        now = self._cpu()
        taken = now - self._last_cpu
        if taken > TOLD_STILL_SECONDS:
            self.stills.append((taken, self.actions[-1] if self.actions else "", self._where))
        if taken > LONGEST_STILL_SECONDS:
            self.fault("still", f"for {taken:.1f} s of the processor's time, in\n{self._where}")
        self._where = ""
        self._last_cpu = now
        self._last_beat = time.monotonic()

    def _look(self) -> None:
        is_told = False
        while not self._is_over.wait(_LOOK_SECONDS):
            if self._cpu() - self._last_cpu > TOLD_STILL_SECONDS:
                self._where = _where_the_first_thread_is()
            is_silent = time.monotonic() - self._last_beat > LONGEST_SILENCE_SECONDS
            if is_silent and not is_told:
                self.fault("silent", _where_the_first_thread_is())
            is_told = is_silent

    def _on_qt_message(self, kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        if kind in (QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg) or _OF_THE_PLATFORM in text:
            return
        where = "".join(traceback.format_stack()[-8:-1])
        self.fault("Qt", f"{text} ({context.category})\n{where}")


class _Complaints(logging.Handler):
    """Takes errors in the log as faults."""

    def __init__(self, watch: Watch) -> None:
        super().__init__(logging.ERROR)
        self._watch = watch

    def emit(self, record: logging.LogRecord) -> None:
        self._watch.fault("log", self.format(record))


def _where_the_first_thread_is() -> str:
    # Frames of a thread that runs are not Python's to read here: that ended the process.
    with tempfile.TemporaryFile() as file:
        faulthandler.dump_traceback(file)
        file.seek(0)
        text = file.read().decode("utf-8", "replace")
    return "\n".join(text.rsplit("Thread 0x", 1)[-1].splitlines()[1:12])
