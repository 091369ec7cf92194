"""The window starts without the libraries that its first picture does not need."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
STARTED = """
import json, sys
from app import main
from app.application import Application

start = Application.start

async def start_and_quit(self, model=None):
    await start(self, model)
    print(json.dumps(sorted(sys.modules)))
    self.quit()

Application.start = start_and_quit
main.run(["--data", sys.argv[1]])
"""
LATE = {
    "numpy": "the engine computes",
    "pathspec": "a folder with rules of git is read as a source",
    "selectolax": "a document process reads HTML",
    "app.documents.web_pages": "a document process reads HTML",
    "app.transfer.import_process": "the import process reads exports",
}


def test_a_window_is_shown_without_what_only_later_work_needs(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", STARTED, str(tmp_path)], cwd=ROOT, check=True, text=True,
        capture_output=True, timeout=60, env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
    )  # fmt: skip
    loaded = json.loads(done.stdout.splitlines()[-1])
    assert "app.widgets.window.main_window" in loaded
    assert sorted(LATE.keys() & loaded) == []
