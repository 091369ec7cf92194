"""Every feature, number and measurement that the README states has a test or a benchmark key."""

import re

from app.comparisons.model import MAX_CELLS, MAX_ROWS
from app.storage.content.trash import KEPT
from engine.messages.media import MAX_SOUND_SECONDS
from engine.messages.server_messages import DEFAULT_PORT
from starter_model import SMOLLM2
from tests.house.source_files import ROOT

README = (ROOT / "README.md").read_text("utf-8")
RESULTS = (ROOT / "tests/benchmarks/RESULTS.md").read_text("utf-8")

# The tests that show what each item of "What it can do" says.
FEATURES = {
    "Answer all tabs at once.": (
        "flows/test_four_tabs.py",
        "engine/core/test_scheduler_machine.py",
    ),
    "Keep every message.": ("app/chat/test_turns.py", "engine/client/test_client_faults.py"),
    "Resume warm.": ("flows/test_warm_restart.py",),
    "Branch.": ("flows/test_branches.py",),
    "Compare variations.": ("flows/test_comparing.py",),
    "Read a text once.": ("flows/test_sources.py",),
    "Use files.": ("flows/test_pictures.py", "app/documents"),
    "Call tools.": ("flows/test_tools.py", "app/tools"),
    "Find and mix models.": (
        "flows/test_getting_models.py",
        "app/models/library",
        "flows/test_several_models.py",
    ),
    "Use other machines.": ("flows/test_machines.py", "app/chat/test_departures.py"),
    "Serve other programs.": ("flows/test_programs.py",),
}

# Each number that the README states in a sentence, as the code has it.
NUMBERS = (
    f"{SMOLLM2.byte_count // 1_000_000} MB",
    f"{MAX_CELLS} answers",
    f"{MAX_ROWS:,} questions",
    f"{MAX_SOUND_SECONDS // 60} minutes",
    f"{KEPT.days} days",
    f"http://127.0.0.1:{DEFAULT_PORT}/v1",
)
PYTHONS = "Python 3.11, 3.12 or 3.13"


def test_each_feature_has_its_tests() -> None:
    assert re.findall(r"^\d+\. \*\*(.+?)\*\*", README, re.MULTILINE) == list(FEATURES)
    named = [name for names in FEATURES.values() for name in names]
    assert [name for name in named if not (ROOT / "tests" / name).exists()] == []


def test_numbers_are_those_of_the_code() -> None:
    aside = r"```.*?```|<picture>.*?</picture>|^\|[^\n]*|^\d+\. "
    prose = re.sub(r"\s+", " ", re.sub(aside, "", README, flags=re.DOTALL | re.MULTILINE))
    assert [number for number in NUMBERS if number not in prose] == []
    for known in (*NUMBERS, PYTHONS, "**F1**"):
        prose = prose.replace(known, "")
    assert re.findall(r"\S*\d\S*", prose) == [], "numbers that no constant has"


def test_the_versions_of_python_are_those_of_the_project() -> None:
    assert f"with {PYTHONS}, `make`" in README
    assert 'requires-python = ">=3.11,<3.14"' in (ROOT / "pyproject.toml").read_text("utf-8")


def test_measurements_are_those_of_the_results() -> None:
    rows = re.findall(r"^\| (\w+): .*\| `(\w+)` \| (.+) \|$", README, re.MULTILINE)
    assert len(rows) == 4
    for benchmark, key, value in rows:
        row = re.compile(rf"^\|.*`{key}`.*\| {re.escape(value)} \|", re.MULTILINE)
        assert row.search(RESULTS.replace("**", "")), (benchmark, key)
