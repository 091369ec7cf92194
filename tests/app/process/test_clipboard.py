"""A process that has copied something ends as any other, and leaves what it may."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

_PROGRAM = """
import sys
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from app.process.desktop import release_clipboard

application = QApplication(sys.argv[:1])
clipboard = application.clipboard()
picture = QImage(7, 5, QImage.Format.Format_RGB32)
content = QMimeData()
{copying}
del content
release_clipboard()
print(repr(clipboard.text()), clipboard.image().width())
"""

_WHOLE_PROGRAM = """
import sys
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication
from app import demo, main

class CopyingDemo(demo.Demo):
    async def run(self) -> int:
        content = QMimeData()
        content.setText("words")
        QGuiApplication.clipboard().setMimeData(content)
        return 0

demo.Demo = CopyingDemo
sys.exit(main.run(["--demo", "--data", sys.argv[1]]))
"""


@pytest.mark.parametrize(
    ("copying", "left"),
    [
        ("content.setText('words'); clipboard.setMimeData(content)", "'words' 0"),
        ("content.setData('image/png', b'x'); clipboard.setMimeData(content)", "'' 0"),
        ("clipboard.setText('words')", "'words' 0"),
        ("clipboard.setImage(picture)", "'' 7"),
        ("pass", "'' 0"),
    ],
)
def test_a_process_that_has_copied_something_ends_well(copying: str, left: str) -> None:
    ended = _run(_PROGRAM.format(copying=copying))
    assert (ended.returncode, ended.stdout.strip()) == (0, left)


def test_the_program_lets_go_of_what_was_copied_before_it_ends(tmp_path: Path) -> None:
    assert _run(_WHOLE_PROGRAM, str(tmp_path)).returncode == 0


def _run(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=False,
    )
