"""The window starts without the libraries that its first picture does not need."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
STARTED = """
import json, linecache, sys
from app.__main__ import prepare_imports

prepare_imports()
from app import main
from app.application import Application

start = Application.start

async def start_and_quit(self, model=None):
    await start(self, model)
    print(json.dumps([sorted(sys.modules), sorted(linecache.cache)]))
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


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[str], list[str]]:
    """Return the modules that a start imports, and the files whose source it reads."""
    folder = tmp_path_factory.mktemp("start")
    done = subprocess.run(
        [sys.executable, "-c", STARTED, str(folder)], cwd=ROOT, check=True, text=True,
        capture_output=True, timeout=60, env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
    )  # fmt: skip
    modules, sources = json.loads(done.stdout.splitlines()[-1])
    return modules, sources


def test_a_window_is_shown_without_what_only_later_work_needs(
    start: tuple[list[str], list[str]],
) -> None:
    loaded, _ = start
    assert "app.widgets.window.main_window" in loaded
    assert sorted(LATE.keys() & loaded) == []


def test_no_source_is_read_of_modules_that_are_compiled(
    start: tuple[list[str], list[str]],
) -> None:
    _, sources = start
    own = (str(ROOT / "app"), str(ROOT / "engine"))
    assert [each for each in sources if each.startswith(own)] == []
