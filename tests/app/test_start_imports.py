"""The window starts without the libraries that its first picture does not need."""

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
from app import main
from app.application import Application

OWN = ("app.", "engine.")
start = Application.start

def is_own_frozen(value):
    made = vars(value).get("__dataclass_params__") if isinstance(value, type) else None
    return made is not None and made.frozen and value.__module__.startswith(OWN)

async def start_and_quit(self, model=None):
    await start(self, model)
    modules = [module for name, module in sys.modules.items() if name.startswith(OWN)]
    values = {each for module in modules for each in vars(module).values() if is_own_frozen(each)}
    names = sorted(each.__name__ for each in values)
    print(json.dumps([sorted(sys.modules), sorted(linecache.cache), names]))
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

FROZEN_DATACLASSES = {
    "ModelFile": "prints without its chat templates",
    "Prompt": "is equal to one with other known prefixes",
    "TextFile": "is equal to one with another encoding",
    "TextStyle": "caches its formats",
}


class Start(NamedTuple):
    """What a start imports, the files whose source it reads, and its frozen dataclasses."""

    modules: list[str]
    sources: list[str]
    frozen: list[str]


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Start:
    folder = tmp_path_factory.mktemp("start")
    done = subprocess.run(
        [sys.executable, "-c", STARTED, str(folder)], cwd=ROOT, check=True, text=True,
        capture_output=True, timeout=60, env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
    )  # fmt: skip
    return Start(*json.loads(done.stdout.splitlines()[-1]))


def test_a_window_is_shown_without_what_only_later_work_needs(start: Start) -> None:
    assert "app.widgets.window.main_window" in start.modules
    assert sorted(LATE.keys() & start.modules) == []


def test_no_source_is_read_of_modules_that_are_compiled(start: Start) -> None:
    own = (str(ROOT / "app"), str(ROOT / "engine"))
    assert [each for each in start.sources if each.startswith(own)] == []


def test_frozen_values_are_structs_which_are_fast_to_import(start: Start) -> None:
    assert sorted(start.frozen) == sorted(FROZEN_DATACLASSES)
