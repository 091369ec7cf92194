"""A system without a single font: the window draws boxes, and goes on."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NO_FONTS = '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig/>'
LOOK = "from PySide6.QtWidgets import QApplication; from PySide6.QtGui import QFontDatabase; "
FAMILIES = LOOK + "QApplication([]); print(len(QFontDatabase.families()))"


@pytest.mark.skipif(sys.platform != "linux", reason="fonts can be taken away by fontconfig alone")
def test_every_text_is_shown_without_any_font(tmp_path: Path) -> None:
    (tmp_path / "fonts.conf").write_text(NO_FONTS)
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "QT_QPA_PLATFORM": "offscreen",
        "FONTCONFIG_FILE": str(tmp_path / "fonts.conf"),
    }
    found, shown = (
        subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        for arguments in (("-c", FAMILIES), ("-m", "tests.faults.showing"))
    )
    assert int(found.stdout) <= 3, "only the names that stand for any font"
    assert (shown.returncode, "Traceback" in shown.stderr) == (0, False), shown.stderr
