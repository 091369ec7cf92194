"""Files that the desktop opens with the program, asked for while it runs."""

import os
import subprocess
import sys

from tests.house.source_files import ROOT

PROGRAM = """
from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtGui import QFileOpenEvent
from app.process.desktop_application import DesktopApplication

application = DesktopApplication(["hubbub"])
QCoreApplication.sendEvent(application, QFileOpenEvent("/models/early.gguf"))
application.open_files_with(print)
QCoreApplication.postEvent(application, QFileOpenEvent("/models/late one.gguf"))
QTimer.singleShot(0, application.quit)
application.exec()
"""


def test_a_double_click_opens_the_file_before_and_after_there_is_a_window() -> None:
    answer = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert answer.stdout.splitlines() == ["/models/early.gguf", "/models/late one.gguf"]
