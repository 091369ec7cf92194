"""Runs format, lint, types, contracts, and the tests that a change reaches, in a minute and a half.

What was changed is asked of git: since the branch left the main one, and what is not committed
yet. Who imports what, directly or not, is asked of grimp, which import-linter stands on. The tests
that are nearest to the change run first, those that start the whole application or load real
models last; what there was no time for is named, and is left to ``make test``.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

import grimp

from tests.house.quick_deadline import END, INTERRUPTED, UNFINISHED
from tests.house.source_files import ROOT

PACKAGES = ("app", "engine", "resources", "tests")
STAGES = (sys.executable, str(ROOT / "packaging" / "checks.py"), "--without-tests")
TESTS = (sys.executable, "-m", "pytest", "--hypothesis-profile=ci")
PLUGIN = "tests.house.quick_deadline"
PLUGIN_ROOT = str(ROOT)
# Not import-linter's own: grimp shares the times of files among graphs of different packages, and
# what one of them has read anew the other would take for known.
GRAPH_CACHE = ".import_linter_cache/quick"
SECONDS = 75.0  # the test that runs then may end
MAIN_BRANCHES = ("@{upstream}", "main", "origin/main")

# These read the source itself, whatever it imports.
READERS = (
    "tests/house/test_words.py",
    "tests/resources/test_sentences.py",
    "tests/resources/test_translations.py",
    "tests/resources/test_untranslated.py",
)
SLOW_FOLDERS = ("tests/flows/", "tests/faults/", "tests/house/")
SLOW_WORDS = ("real", "talker", "kill", "process")


def main() -> int:
    """Check what was changed; answer with 1 if anything is wrong."""
    started = time.monotonic()
    parser = argparse.ArgumentParser(description="Check what a change reaches.")
    parser.add_argument("--since", help="the commit to compare with; else where the branch began")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="how long it may take")
    parser.add_argument("--list", action="store_true", help="only print the tests, nearest first")
    options = parser.parse_args()
    changed = changed_files(options.since or _base())
    reached = tests_for(changed)
    if options.list:
        print(*reached, sep="\n")
        return 0
    exit_code = subprocess.run(STAGES, check=False).returncode
    if exit_code != 0 or not reached:
        return exit_code
    print(f"== Tests: {len(reached)} files reached by {len(changed)} changed ones", flush=True)
    return run_tests(reached, options.seconds - (time.monotonic() - started))


def _base() -> str:
    """Return the commit at which this branch left the main one; on that itself, the last commit."""
    for name in MAIN_BRANCHES:
        answer = _git("merge-base", "HEAD", name, is_sure=False).strip()
        if answer and answer != _git("rev-parse", "HEAD").strip():
            return answer
    return "HEAD" if _git("status", "--porcelain") else "HEAD~1"


def changed_files(since: str) -> list[str]:
    """Return the files that are not what they were, new ones too."""
    changed = _git("diff", "--no-renames", "--name-only", since)
    new = _git("ls-files", "--others", "--exclude-standard")
    return sorted({*changed.splitlines(), *new.splitlines()})


def _git(*arguments: str, is_sure: bool = True) -> str:
    command = ["git", *arguments]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=is_sure)
    return answer.stdout


def tests_for(changed: Iterable[str]) -> list[str]:
    """Return the test files that a change reaches, the nearest first, the slow ones last."""
    changed = list(changed)
    distances = _distances(changed)
    for name in changed:  # what is no Python, or was deleted, is looked at by the tests of its room
        if not _is_module(name):
            distances |= dict.fromkeys(_tests_in(f"tests/{name.partition('/')[0]}"), 1)
    if changed:
        distances |= dict.fromkeys(READERS, 0)
    reached = [name for name in distances if (ROOT / name).is_file()]
    return sorted(
        reached, key=lambda name: (_is_slow(name) and distances[name] > 0, distances[name], name)
    )


def _distances(changed: Iterable[str]) -> dict[str, int]:
    """Return how many imports lie between each test file and the change."""
    sys.path.insert(0, str(ROOT))
    graph = grimp.build_graph(
        *PACKAGES, include_external_packages=True, cache_dir=str(ROOT / GRAPH_CACHE)
    )
    distances: dict[str, int] = {}
    front = _modules(name for name in changed if name.endswith(".py")) & graph.modules
    seen: set[str] = set()
    distance = 0
    while front:
        seen |= front
        files = {file for module in front for file in _test_files(module)}
        distances |= {name: distance for name in files if name not in distances}
        importers = {each for it in front for each in graph.find_modules_that_directly_import(it)}
        front, distance = importers - seen, distance + 1
    return distances


def _test_files(module: str) -> list[str]:
    """Return the test file that a module is; a conftest is part of all below it."""
    path = module.replace(".", "/")
    if module.rpartition(".")[2] == "conftest":
        return _tests_in(path.rpartition("/")[0])
    is_test = module.rpartition(".")[2].startswith("test_") and module.startswith("tests.")
    return [f"{path}.py"] if is_test else []


def _tests_in(folder: str) -> list[str]:
    return [path.relative_to(ROOT).as_posix() for path in (ROOT / folder).rglob("test_*.py")]


def _is_module(name: str) -> bool:
    return name.endswith(".py") and (ROOT / name).is_file()


def _modules(changed: Iterable[str]) -> set[str]:
    """Return the names by which files are imported; a script's is bare, and others import it."""
    names = {
        name.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for name in changed
    }
    if any(name.startswith("packaging.") for name in names):
        names |= {path.stem for path in (ROOT / "packaging").glob("*.py")}
    return names


def _is_slow(name: str) -> bool:
    return name.startswith(SLOW_FOLDERS) or any(word in name for word in SLOW_WORDS)


def run_tests(names: list[str], seconds: float) -> int:
    """Run these test files until the time is up; name those that were not finished."""
    with tempfile.TemporaryDirectory() as folder:
        unfinished = Path(folder) / "unfinished"
        command = [*TESTS, "-q", "-p", PLUGIN, *names]
        environment = os.environ | {
            "PYTHONPATH": PLUGIN_ROOT,
            END: str(time.time() + seconds),
            UNFINISHED: str(unfinished),
        }
        exit_code = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
        left_out = unfinished.read_text("utf-8").splitlines() if unfinished.exists() else []
    if left_out:
        print("Left out, the time was up (make test runs them):", *_by_folder(left_out), sep="\n  ")
    return 0 if exit_code == INTERRUPTED and left_out else exit_code


def _by_folder(names: list[str]) -> list[str]:
    found: dict[str, list[str]] = {}
    for name in names:
        folder, _, file = name.rpartition("/")
        found.setdefault(folder, []).append(file.removesuffix(".py"))
    return [f"{folder}: {', '.join(files)}" for folder, files in sorted(found.items())]


if __name__ == "__main__":
    sys.exit(main())
