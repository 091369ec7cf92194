"""What the desktop asks of a program that runs: to open files, and to end."""

import os
import subprocess
import sys

from tests.house.source_files import ROOT

PROGRAM = """
from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtGui import QFileOpenEvent
from app.process.desktop import DesktopApplication

application = DesktopApplication(["hubbub"])
QCoreApplication.sendEvent(application, QFileOpenEvent("/models/early.gguf"))
application.open_files_with(print)
QCoreApplication.postEvent(application, QFileOpenEvent("/models/late one.gguf"))
QTimer.singleShot(0, application.quit)
application.exec()
"""


ENDED = """
from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from app.process.desktop import DesktopApplication

application = DesktopApplication(["hubbub"])
application.quit_with(lambda: print("asked"))
QTimer.singleShot(0, application.quit)
QTimer.singleShot(100, lambda: (print("still here"), application.exit()))
application.exec()
"""


def test_a_double_click_opens_the_file_before_and_after_there_is_a_window() -> None:
    assert said_by(PROGRAM) == ["/models/early.gguf", "/models/late one.gguf"]


def test_an_end_of_the_session_goes_the_orderly_way() -> None:
    """Qt's own way would end its loop under everything that is still to be stored."""
    assert said_by(ENDED) == ["asked", "still here"]


def said_by(program: str) -> list[str]:
    answer = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    return answer.stdout.splitlines()
