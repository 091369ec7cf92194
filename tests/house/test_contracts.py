"""Each import contract reports the violations that are planted in a copy of the source.

All violations are planted in one copy, and import-linter runs once; that the source itself breaks
no contract is a stage of ``packaging/checks.py``.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.source_files import ROOT, python_files

pytestmark = pytest.mark.xdist_group("contracts")

# By the beginning of the contract's name: pairs of importer and imported module.
VIOLATIONS = {
    "The application is layered": [
        ("app.domain", "app.chat"),
        ("app.errors", "app.domain"),
        ("app.storage.planted", "app.chat"),
        ("app.chat.planted", "app.controllers"),
        ("app.widgets.planted", "app.controllers"),
        ("app.comparisons.model", "app.comparisons.store"),
        ("app.sources.gathering", "app.sources.controller"),
    ],
    "A view knows no store, no controller": [
        ("app.widgets.planted", "engine.messages.events"),
        ("app.widgets.planted", "sqlalchemy"),
        ("app.widgets.planted", "app.storage"),
        ("app.models.view.planted", "app.models.store"),
        ("app.comparisons.view.planted", "app.comparisons.controller"),
        ("app.prompts.view", "engine.messages.events"),
    ],
    "The widgets' rooms are layered": [
        ("app.widgets.kit.planted", "app.widgets.markdown.blocks"),
        ("app.widgets.transcript.planted", "app.widgets.conversation.view"),
        ("app.widgets.tabs.planted", "app.widgets.sidebar.sidebar"),
        ("app.widgets.tabs.planted", "app.widgets.grid.tab_grid"),
        ("app.widgets.composer.planted", "app.widgets.window.main_window"),
    ],
    "The controllers' rooms are layered": [
        ("app.controllers.tasks", "app.controllers.toasts"),
        ("app.controllers.messages.planted", "app.controllers.conversations.tabs_controller"),
        ("app.controllers.conversations.planted", "app.controllers.engine.engine_panel_controller"),
    ],
    "Storage is layered": [
        ("app.storage.content.planted", "app.storage.history"),
        ("app.storage.search.planted", "app.storage.database"),
        ("app.storage.recovery.planted", "app.storage.content.turn_repository"),
    ],
    "The engine's rooms are layered": [
        ("engine.messages.planted", "engine.text.prompt"),
        ("engine.ipc.planted", "engine.messages.events"),
        ("engine.kv.planted", "engine.scheduling.planner"),
        ("engine.scheduling.planted", "engine.core.scheduler"),
        ("engine.llama.planted", "engine.text.prompt"),
        ("engine.client.planted", "engine.core.engine"),
        ("engine.dialects.planted", "engine.text.prompt"),
        ("engine.dialects.planted", "engine.remote.probe"),
        ("engine.messages.planted", "engine.dialects.errors"),
    ],
    "The engine's client knows the wire": [
        ("engine.client.planted", "engine.kv.container"),
        ("engine.client.planted", "engine.backend"),
    ],
    "The engine stands alone": [
        ("engine.scheduling.planted", "PySide6"),
        ("engine.text.planted", "sqlalchemy"),
        ("engine.planted", "app.domain"),
    ],
    "Only the net process speaks to the network": [
        ("app.models.library.planted", "httpx2"),
        ("app.controllers.planted", "keyring"),
        ("engine.client.planted", "httpx2"),
        ("engine.core.planted", "starlette"),
        ("app.controllers.planted", "uvicorn"),
        ("engine.dialects.planted", "httpx2"),
    ],
    "Dialects are structs and pure functions": [
        ("engine.dialects.planted", "socket"),
        ("engine.dialects.planted", "asyncio"),
        ("engine.dialects.planted", "httpx2"),
        ("engine.dialects.planted", "starlette"),
        ("engine.dialects.planted", "uvicorn"),
    ],
    "The net process is reached through its pipes alone": [
        ("app.models.library.planted", "app.models.hub.answers"),
        ("app.controllers.planted", "app.models.downloads.journal"),
        ("engine.client.planted", "engine.net.http"),
        ("app.controllers.planted", "engine.server.generation"),
        ("engine.client.planted", "engine.dialects.openai_chat"),
        ("engine.core.planted", "engine.remote.probe"),
        ("app.main", "app.net_process.process"),
    ],
    "The net process knows no model": [
        ("engine.net.planted", "engine.llama"),
        ("engine.remote.planted", "engine.text.prompt"),
        ("engine.server.planted", "engine.scheduling.planner"),
        ("engine.dialects.planted", "engine.backend"),
        ("app.models.hub.planted", "engine.backend"),
    ],
    "Only engine.llama imports llama_cpp": [
        ("engine.kv.planted", "llama_cpp"),
        ("engine.planted", "llama_cpp"),
    ],
    "Nothing that the application imports reaches llama_cpp": [
        ("app.chat.planted", "llama_cpp"),
        ("app.models.library.planted", "engine.llama"),
        ("app.controllers.planted", "engine.core.process"),
        ("engine.messages.events", "engine.llama.planted"),
    ],
    "Values know no engine": [
        ("app.domain.planted", "engine.messages.metrics"),
        ("app.domain.planted", "engine.ipc.lazy_text"),
        ("app.sources.model", "engine.messages.metrics"),
    ],
    "Only storage and the stores of features know SQL": [
        ("app.models.library.planted", "sqlite3"),
        ("app.controllers.planted", "sqlalchemy"),
        ("app.comparisons.runner", "sqlalchemy"),
    ],
    "Storage knows only values": [
        ("app.storage.planted", "engine.messages.events"),
        ("app.storage.planted", "app.settings"),
        ("app.storage.planted", "PySide6"),
        ("app.models.store", "engine.messages.events"),
        ("app.sources.store", "app.sources.controller"),
    ],
    "The work of the application knows no Qt": [
        ("app.chat.planted", "qasync"),
        ("app.models.library.planted", "PySide6"),
        ("app.documents.text_files", "PySide6"),
        ("app.models.hub.planted", "PySide6"),
    ],
    "Scheduling, KV tiers and text know no ctypes": [
        ("engine.kv.planted", "ctypes"),
        ("engine.scheduling.planted", "ctypes"),
        ("engine.text.planted", "ctypes"),
    ],
}


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return what import-linter prints about each broken contract, by the contract's name."""
    folder = tmp_path_factory.mktemp("contracts")
    shutil.copy(ROOT / "pyproject.toml", folder)
    for path in python_files("app", "engine", "resources"):
        target = folder / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    for violations in VIOLATIONS.values():
        for importer, imported in violations:
            _plant(folder, importer, imported)
    _plant(folder, "engine.llama.planted", "ctypes")  # allowed: a chain of one contract ends here
    return _lint(folder)


def _plant(folder: Path, importer: str, imported: str) -> None:
    path = folder.joinpath(*importer.split(".")).with_suffix(".py")
    with path.open("a", encoding="utf-8") as file:
        file.write(f"\nimport {imported}\n")


def _lint(folder: Path) -> dict[str, str]:
    answer = subprocess.run(
        [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"],
        cwd=folder,
        env={"COLUMNS": "300", "NO_COLOR": "1", "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    ).stdout
    assert "Contracts: " in answer, answer
    _, _, details = answer.partition("Broken contracts")
    _, *parts = re.split(r"\n(.+)\n-{3,}\n", details)
    return dict(zip(parts[::2], parts[1::2], strict=True))


@pytest.mark.parametrize("contract", VIOLATIONS)
def test_a_contract_reports_every_violation(reports: dict[str, str], contract: str) -> None:
    (report,) = [text for name, text in reports.items() if name.startswith(contract)]
    missed = [
        f"{importer} imports {imported}"
        for importer, imported in VIOLATIONS[contract]
        if f"{importer} -> {imported}" not in report
    ]
    assert missed == []
