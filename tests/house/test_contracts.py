"""Each import contract is tried: a violation is planted in a copy, and must be seen."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.source_files import ROOT, python_files, room

# The contract, where the violation is planted, and the violation.
VIOLATIONS = [
    ("The engine stands alone", "engine/scheduling/planted.py", "import PySide6.QtCore"),
    ("The engine stands alone", "engine/text/planted.py", "import sqlalchemy"),
    ("The engine stands alone", "engine/planted.py", "import app.domain"),
    ("Only engine.llama imports llama_cpp", "engine/kv/planted.py", "import llama_cpp"),
    ("Nothing that the application imports", "app/chat/planted.py", "import llama_cpp"),
    ("Nothing that the application imports", "app/chat/planted.py", "import engine.llama"),
    ("Nothing that the application imports", "engine/protocol.py", "import engine.llama.planted"),
    ("Widgets know neither SQL", "app/widgets/planted.py", "import engine.protocol"),
    ("Widgets know neither SQL", "app/widgets/planted.py", "import sqlalchemy"),
    ("Widgets know neither SQL", "app/widgets/planted.py", "import app.storage"),
    ("Only storage knows SQL", "app/library/planted.py", "import sqlite3"),
    ("Only storage knows SQL", "app/controllers/planted.py", "import sqlalchemy.orm"),
    ("Storage knows only the domain", "app/storage/planted.py", "import engine.protocol"),
    ("Storage knows only the domain", "app/storage/planted.py", "import app.settings"),
    ("Chat and library know no Qt", "app/chat/planted.py", "import qasync"),
    ("Chat and library know no Qt", "app/library/planted.py", "import PySide6.QtCore"),
    ("know no ctypes", "engine/kv/planted.py", "import ctypes"),
    ("know no ctypes", "engine/scheduling/planted.py", "import ctypes"),
    ("know no ctypes", "engine/text/planted.py", "from ctypes import c_int"),
    ("The window is layered", "app/domain.py", "import app.chat"),
    ("The window is layered", "app/storage/planted.py", "import app.chat"),
    ("The window is layered", "app/chat/planted.py", "import app.controllers"),
    ("The window is layered", "app/chat/planted.py", "import app.library"),
]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source without its tests, for planting in."""
    target = tmp_path_factory.mktemp("contracts")
    shutil.copy(ROOT / "pyproject.toml", target)
    for path in python_files("app", "engine", "resources"):
        place = target / path.relative_to(ROOT)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, place)
    assert {room(path) for path in python_files("app", "engine")} == {"app", "engine"}
    return target


def broken_contracts(folder: Path) -> list[str]:
    """Return the names of the contracts that import-linter finds broken."""
    command = [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"]
    environment = {"COLUMNS": "300", "NO_COLOR": "1", "PYTHONUTF8": "1"}
    answer = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False
    )
    assert "Contracts: " in answer.stdout, answer.stdout + answer.stderr
    return [line for line in answer.stdout.splitlines() if " BROKEN" in line]


def test_the_source_keeps_every_contract(copy: Path) -> None:
    assert broken_contracts(copy) == []


@pytest.mark.parametrize(("contract", "place", "violation"), VIOLATIONS)
def test_a_violation_is_seen(copy: Path, contract: str, place: str, violation: str) -> None:
    path = copy / place
    before = path.read_text("utf-8") if path.exists() else ""
    extra = copy / "engine/llama/planted.py"
    extra.write_text('"""Something to import."""\n')
    path.write_text(f"{before}\n{violation}\n", "utf-8")
    try:
        broken = broken_contracts(copy)
    finally:
        extra.unlink()
        path.write_text(before, "utf-8") if before else path.unlink()
    assert any(contract in name for name in broken), broken
