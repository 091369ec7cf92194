"""The window starts without what its first picture does not need, and in a fast order."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
STARTED = """
import dataclasses, json, linecache, sys
from app.__main__ import prepare_imports

prepare_imports()
from PySide6.QtWidgets import QApplication

from app import application, main
from app.application import Application

OWN = ("app.", "engine.")
start = Application.start

def is_own_dataclass(value):
    made = vars(value).get("__dataclass_params__") if isinstance(value, type) else None
    return made is not None and value.__module__.startswith(OWN)

seen = []

class Window(application.MainWindow):
    def __init__(self):
        seen.append("theme" if type(QApplication.style()).__name__ == "WindowStyle" else "no theme")
        super().__init__()
        seen.append("window")

    def show(self):
        seen.append("shown")
        super().show()

def load_at_start(self):
    seen.append("model")
    load(self)

load = application.ModelController.load_at_start
application.ModelController.load_at_start = load_at_start
application.MainWindow = Window

async def start_and_quit(self, model=None):
    await start(self, model)
    modules = [module for name, module in sys.modules.items() if name.startswith(OWN)]
    values = [each for module in modules for each in vars(module).values()]
    names = sorted({each.__name__ for each in values if is_own_dataclass(each)})
    print(json.dumps([sorted(sys.modules), sorted(linecache.cache), names, seen]))
    self.quit()

Application.start = start_and_quit
main.run(["--data", sys.argv[1]])
"""
OPENED = """
import sys
from app.__main__ import prepare_imports

prepare_imports()
from app import main
from app.storage.database import Database

open_file, run_rooms = Database._open, main.run_rooms

def open_seen(database):
    print("app.widgets.window.main_window" in sys.modules)
    return open_file(database)

async def run_and_quit(application, rooms, *arguments, **named):
    rooms.quit()
    return await run_rooms(application, rooms, *arguments, **named)

Database._open, main.run_rooms = open_seen, run_and_quit
main.run(["--data", sys.argv[1]])
"""
LATE = {
    "numpy": "the engine computes",
    "statistics": "the speed of this computer is measured",
    "pathspec": "a folder with rules of git is read as a source",
    "selectolax": "a document process reads HTML",
    "app.documents.web_pages": "a document process reads HTML",
    "app.transfer.import_process": "the import process reads exports",
}

DATACLASSES = {
    "ModelFile": "prints without its chat templates",
    "Prompt": "is equal to one with other known prefixes",
    "TextFile": "is equal to one with another encoding",
    "TextStyle": "caches its formats",
}


class Start(NamedTuple):
    """What a start imports, whose source it reads, its dataclasses, and its order."""

    modules: list[str]
    sources: list[str]
    dataclasses: list[str]
    order: list[str]


def output_of(program: str, folder: Path) -> list[str]:
    """Run a program in a process of its own; return the lines that it prints."""
    done = subprocess.run(
        [sys.executable, "-c", program, str(folder)], cwd=ROOT, check=True, text=True,
        capture_output=True, timeout=60, env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
    )  # fmt: skip
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Start:
    return Start(*json.loads(output_of(STARTED, tmp_path_factory.mktemp("start"))[-1]))


def test_a_window_is_shown_without_what_only_later_work_needs(start: Start) -> None:
    assert "app.widgets.window.main_window" in start.modules
    assert sorted(LATE.keys() & start.modules) == []


def test_no_source_is_read_of_modules_that_are_compiled(start: Start) -> None:
    own = (str(ROOT / "app"), str(ROOT / "engine"))
    assert [each for each in start.sources if each.startswith(own)] == []


def test_values_are_structs_which_are_fast_to_import(start: Start) -> None:
    assert sorted(start.dataclasses) == sorted(DATACLASSES)


def test_the_window_is_built_in_its_theme_and_shown_before_a_model_is_read(start: Start) -> None:
    """Painting a window again, and reading the header of a model, would delay its first picture."""
    assert start.order == ["theme", "window", "shown", "model"]


def test_the_database_is_checked_while_the_window_is_imported(tmp_path: Path) -> None:
    assert output_of(OPENED, tmp_path) == ["False"]
