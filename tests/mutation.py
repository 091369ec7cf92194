"""Mutation testing: mutmut changes the code that protects users, and the tests should fail.

``python -m tests.mutation --minutes 60`` copies the project to a temporary folder, so that a killed
run leaves no mutated file behind. In random order, each module of ``MODULES`` gets an equal share
of the time, at least four minutes, in which random mutants of it are tested by the module's tests
alone. Each survivor is printed as a diff. Survivors are normal: many mutants change nothing that a
user or a caller can observe. A mutant is untested, and not part of the percentage, if its function
runs in no test, or only in child processes of the tests, where mutmut does not see it.

The exit status is 1 if a module or a test of the table is missing, or if tests fail without a
mutant. ``--seed`` repeats a choice, ``--json`` writes the counts, and words choose modules:
``python -m tests.mutation planner slots``. mutmut needs ``fork``: Linux or macOS.
"""

import argparse
import contextlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from mutmut.mutation.file_mutation import mutate_file_contents

ROOT = Path(__file__).resolve().parents[1]
COPIED = ("app", "engine", "resources", "packaging", "tests", "pyproject.toml", "requirements.lock")
BATCH_SIZE = 25  # mutants that share one start of mutmut
MIN_MODULE_SECONDS = 240  # most tests of a module run twice before its first mutant

_CORE = "tests/engine/core/test_"
_INVARIANTS = "tests/engine/invariants/test_"
_DOWNLOADS = "tests/app/models/downloads/test_"
_STORED = "tests/app/storage/content/test_"

# A module, and its tests besides the file at the same place below tests/. The comment says what a
# bug in the module would do to a user.
MODULES: Mapping[str, tuple[str, ...]] = {
    # Requests starve, or a slot is given to two requests.
    "engine/scheduling/admission.py": (f"{_INVARIANTS}admission.py", f"{_CORE}ranks.py"),
    # One long prompt stops all replies.
    "engine/scheduling/planner.py": (f"{_INVARIANTS}batches.py",),
    # A reply continues from cells of other tokens.
    "engine/scheduling/matching.py": (f"{_INVARIANTS}accounting.py", f"{_CORE}media_slots.py"),
    # A conversation reads cells of another one.
    "engine/scheduling/slots.py": (f"{_INVARIANTS}ids.py",),
    # A full context window drops the wrong tokens.
    "engine/scheduling/sliding.py": (f"{_CORE}memory_kinds.py",),
    # A request never ends, or ends twice.
    "engine/core/scheduler.py": (f"{_INVARIANTS}failure.py", f"{_CORE}prewarmer.py"),
    # Tokens and cells disagree after a failed or an aborted call.
    "engine/core/runner.py": (f"{_INVARIANTS}failure.py",),
    # A reply loses or repeats text, or has a wrong finish reason.
    "engine/core/output_processor.py": (f"{_INVARIANTS}accounting.py",),
    # A conversation is restored from the copy of another one.
    "engine/core/cache_manager.py": (f"{_CORE}kv_copies.py", "tests/engine/kv/test_restarts.py"),
    # A damaged KV file is loaded.
    "engine/kv/container.py": (),
    # The disk fills up, or a file that is being read is deleted.
    "engine/kv/disk_index.py": ("tests/engine/kv/test_disk_tier.py",),
    # Files of other programs are deleted.
    "engine/kv/cache_folder.py": (),
    # A stop string is shown, or the text after it, or half a character.
    "engine/text/detokenizer.py": (f"{_INVARIANTS}text.py",),
    # Text that the user typed becomes a control token.
    "engine/text/prompt_tokenizer.py": (f"{_INVARIANTS}text.py", f"{_CORE}input_processor.py"),
    # A truncated message of a child process is accepted.
    "engine/messages/framing.py": (),
    # A saved file is lost in a power failure.
    "engine/files.py": (),
    # A child process that reads foreign files gets access to the network.
    "engine/sandbox/confinement.py": (),
    # A range of another file is appended to a download.
    "app/models/downloads/file_download.py": (),
    # A damaged download becomes a model file.
    "app/models/downloads/parts.py": (f"{_DOWNLOADS}disk.py", f"{_DOWNLOADS}downloads.py"),
    # A web page or another user gets replies from the local server.
    "engine/server/gate.py": ("tests/net/server/test_gate.py",),
    # A message or a branch of a conversation is lost.
    "app/storage/content/turn_repository.py": (
        f"{_STORED}conversations.py",
        "tests/app/chat/test_branches.py",
    ),
    # A backup is incomplete, or a good one is deleted.
    "app/storage/backup_files.py": (
        f"{_STORED}backup_repository.py",
        "tests/app/storage/test_upkeep.py",
    ),
    # Conversations in a damaged database are not recovered.
    "app/storage/recovery/rescue.py": (),
    # Conversations are missing from an import.
    "app/transfer/import_process.py": (
        "tests/app/transfer/test_importing.py",
        "tests/app/transfer/test_inputs.py",
    ),
    "app/transfer/formats/tree.py": ("tests/app/transfer/test_inputs.py",),
    # A hostile export uses up the memory.
    "app/transfer/json_values.py": ("tests/app/transfer/test_importing.py",),
    # A message is sent twice, or its reply is not stored.
    "app/chat/turns.py": (),
}

# The texts of errors, of the log and of the window are not mutated.
TEXT_PATTERNS = (r"\blazy\(", r"\braise \w", r"\b_?log(ger)?\.")

# Exit statuses that mutmut stores; a signal is a negative number.
_UNTESTED = (5, 33)
_TIMEOUTS = (24, 36, 152, 255, -24, -9)  # SIGXCPU, then SIGKILL


class BrokenRun(Exception):
    """The tests of a module fail without a mutant, or mutmut does not run."""


def main() -> int:
    """Test random mutants until the time is over; return 1 if something is broken."""
    parser = argparse.ArgumentParser(prog="tests.mutation", description=__doc__)
    parser.add_argument("words", nargs="*", help="test only modules whose path contains one")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    parser.add_argument("--json", type=Path, metavar="PATH", help="write the counts to this file")
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    deadline = time.monotonic() + 60 * options.minutes
    chance = random.Random(options.seed)
    words = options.words or [""]
    modules = [name for name in MODULES if any(word in name for word in words)]
    chance.shuffle(modules)
    counts: Counter[str] = Counter()
    broken = missing_paths()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        copy_project(folder)
        while modules and (seconds := deadline - time.monotonic()) > 0:
            share = max(MIN_MODULE_SECONDS, seconds / len(modules))
            module = modules.pop()
            end = min(deadline, time.monotonic() + share)
            try:
                counts += tested_module(folder, module, end, chance)
            except BrokenRun as error:
                print(f"BROKEN {module}: {error}", flush=True)
                broken.append(module)
    print(f"{len(modules)} modules were not reached.")
    report(counts, len(broken), options.json)
    return int(bool(broken))


def missing_paths() -> list[str]:
    """Return and print the modules and tests of the table that do not exist."""
    paths = {*MODULES, *(test for tests in MODULES.values() for test in tests)}
    missing = sorted(path for path in paths if not (ROOT / path).exists())
    for path in missing:
        print(f"BROKEN {path} does not exist. Correct the table in tests/mutation.py.")
    return missing


def copy_project(folder: Path) -> None:
    """Copy what the tests need."""
    ignored = shutil.ignore_patterns("__pycache__", ".hypothesis")
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=ignored)
        else:
            shutil.copy(ROOT / name, folder / name)


def tested_module(
    folder: Path, module: str, deadline: float, chance: random.Random
) -> Counter[str]:
    """Test batches of random mutants of a module until the deadline; print the survivors."""
    configure(folder, module)
    names = mutant_names(folder, module)
    chance.shuffle(names)
    counts: Counter[str] = Counter()
    for start in range(0, len(names), BATCH_SIZE):
        batch = names[start : start + BATCH_SIZE]
        is_complete = run_batch(folder, batch, deadline)
        for name, outcome in read_outcomes(folder, module, batch).items():
            counts[outcome] += 1
            if outcome == "survived":
                print(difference(folder, name), flush=True)
        if not is_complete:
            break
    sums = ", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items()))
    print(f"{module}: {sums or 'no time'}, of {len(names)} mutants", flush=True)
    return counts


def configure(folder: Path, module: str) -> None:
    """Write mutmut's settings for one module, and remove its results for the last one."""
    shutil.rmtree(folder / "mutants", ignore_errors=True)
    mirrored = f"tests/{Path(module).parent.as_posix()}/test_{Path(module).name}"
    tests = [mirrored] if (ROOT / mirrored).exists() else []
    settings: dict[str, list[str]] = {
        "source_paths": ["app", "engine", "resources"],
        "only_mutate": [module],
        "do_not_mutate_patterns": [*TEXT_PATTERNS],
        "also_copy": ["packaging", "requirements.lock"],
        "pytest_add_cli_args": ["-p", "no:cacheprovider"],
        "pytest_add_cli_args_test_selection": [*tests, *MODULES[module]],
    }
    lines = [
        "[mutmut]",
        # The server that forks only imports: no thread of Qt or llama.cpp exists yet.
        "process_isolation = forkserver",
        "use_git_change_detection = false",
        # A mutant may take three times as long as its tests, and half a minute more.
        "timeout_constant = 10",
        "timeout_multiplier = 3",
        *("\n  ".join([f"{name} =", *values]) for name, values in settings.items()),
    ]
    (folder / "setup.cfg").write_text("\n".join(lines), "utf-8")


def mutant_names(folder: Path, module: str) -> list[str]:
    """Return the names that mutmut gives to the mutants of a module."""
    source = (folder / module).read_text("utf-8")
    with contextlib.chdir(folder):  # mutmut reads its settings there
        names = mutate_file_contents(module, source).mutant_names
    package = module.removesuffix(".py").replace("/", ".")
    return [f"{package}.{name}" for name in names]


def run_batch(folder: Path, names: list[str], deadline: float) -> bool:
    """Run mutmut; return False if the deadline ended it.

    Raises BrokenRun if mutmut fails, as it does when tests fail without a mutant.
    """
    with (folder / "mutmut.log").open("w+b") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "mutmut", "run", "--max-children", "1", *names],
            cwd=folder,
            env={**os.environ, "PYTEST_DEBUG_TEMPROOT": str(folder)},
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            process.wait(max(0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            return False
        finally:
            with contextlib.suppress(ProcessLookupError):  # mutmut, and what its tests left
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        if process.returncode != 0:
            log.seek(0)
            lines = log.read().decode("utf-8", "replace").splitlines()
            raise BrokenRun("\n".join(line for line in lines if line.isascii()))  # no spinners
    return True


def read_outcomes(folder: Path, module: str, names: list[str]) -> dict[str, str]:
    """Return the outcome of each of these mutants that was tested."""
    path = folder / "mutants" / f"{module}.meta"
    codes = json.loads(path.read_text("utf-8"))["exit_code_by_key"] if path.exists() else {}
    return {name: outcome_of(codes[name]) for name in names if codes.get(name) is not None}


def outcome_of(exit_code: int) -> str:
    """Return what an exit status means."""
    if exit_code == 0:
        return "survived"
    if exit_code in _UNTESTED:
        return "untested"
    return "timeout" if exit_code in _TIMEOUTS else "killed"


def difference(folder: Path, name: str) -> str:
    """Return the name, the outcome and the diff of a mutant."""
    command = [sys.executable, "-m", "mutmut", "show", name]
    shown = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return shown.stdout


def report(counts: Counter[str], broken_count: int, path: Path | None) -> None:
    """Print the sums, and write them to a file if one is named."""
    killed_count = counts["killed"] + counts["timeout"]
    tested_count = killed_count + counts["survived"]
    figures = {
        "mutants": tested_count,
        "killed": killed_count,
        "timeouts": counts["timeout"],
        "survived": counts["survived"],
        "untested": counts["untested"],
        "broken": broken_count,
        "killed_percent": round(100 * killed_count / tested_count, 1) if tested_count else 0.0,
    }
    if path is not None:
        path.write_text(json.dumps(figures, indent=1) + "\n", "utf-8")
    print(", ".join(f"{name} {value}" for name, value in figures.items()))


if __name__ == "__main__":
    sys.exit(main())
