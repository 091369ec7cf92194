"""Has thousands of damaged models loaded: each is loaded or refused in words, or ends its process.

``python -m tests.faults.mutants --count 2000`` counts how the loads ended. What hangs, what ends
with an exception nobody knows, or what the client of the engine does not survive is a failure.
"""

import argparse
import asyncio
import collections
import contextlib
import json
import selectors
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from engine.client.client import EngineClient, EnginePhase
from engine.ipc.entry_points import own_command
from tests.fakes.engine_client import QUICK_RESTARTS, until
from tests.faults.gguf_mutator import GgufMutator
from tests.faults.mutant_loader import CONFIG
from tests.models.cache import cached_model
from tests.models.tiny import write_hybrid, write_plain, write_recurrent, write_sliding_window
from tests.models.tiny_encoders import write_bert, write_last_token, write_nomic_bert

KINDS = (
    *(write_plain, write_sliding_window, write_hybrid, write_recurrent),
    *(write_bert, write_nomic_bert, write_last_token),
)
LONGEST_SECONDS = 60.0
MAX_SURVIVED = 4  # crashing files that a client of the engine is given as well


@dataclass(frozen=True, slots=True)
class Load:
    """How the load of one file ended.

    Attributes:
        number: of the mutant.
        way: how it was damaged.
        outcome: what became of it; "crashed" and "hung" are those of the process.
        text: the sentence for the user, or the end of what the process wrote.
    """

    number: int
    way: str
    outcome: str
    text: str


@dataclass(slots=True)
class LoaderProcess:
    """Loads files in a process of its own, and starts another one when that dies."""

    folder: Path
    _process: subprocess.Popen[bytes] | None = field(default=None)

    def load(self, path: Path) -> tuple[str, str]:
        """Return how the load of a file ended, and what was said."""
        process = self._process or self._start()
        assert process.stdin
        assert process.stdout
        with contextlib.suppress(BrokenPipeError):
            process.stdin.write(f"{path}\n".encode())
            process.stdin.flush()
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            is_answered = bool(selector.select(LONGEST_SECONDS))
        line = process.stdout.readline() if is_answered else b""
        if line:
            outcome, text = json.loads(line)
            return outcome, text
        return self._end_of(process, is_answered=is_answered)

    def kill(self) -> None:
        """End the process as the system does."""
        if self._process is not None:
            self._process.kill()

    def close(self) -> None:
        """End the process, and its pipes."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            with contextlib.suppress(BrokenPipeError):
                process.communicate()

    def _start(self) -> subprocess.Popen[bytes]:
        with (self.folder / "stderr").open("wb") as stderr:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.faults.mutant_loader"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=stderr,
            )
        return self._process

    def _end_of(self, process: subprocess.Popen[bytes], *, is_answered: bool) -> tuple[str, str]:
        if not is_answered:
            process.kill()
        code = process.wait()
        self.close()
        lines = (self.folder / "stderr").read_text("utf-8", "replace").splitlines()
        if not is_answered:
            return "hung", ""
        kind = "an unknown exception" if code > 0 else f"crashed ({-code})"
        return kind, " / ".join(lines[-3:])


def loads(count: int, first: int, folder: Path) -> Iterator[Load]:
    """Load so many mutants of all kinds in turn; files that crash stay in the folder."""
    mutators = [GgufMutator(cached_model(write).read_bytes()) for write in KINDS]
    loader = LoaderProcess(folder)
    try:
        for number in range(first, first + count):
            way, content = mutators[number % len(KINDS)].mutant(number // len(KINDS))
            path = folder / f"mutant-{number}.gguf"
            path.write_bytes(content)
            outcome, text = loader.load(path)
            if outcome in ("loaded", "refused by its header", "refused by the loader"):
                path.unlink()
            yield Load(number, way, outcome, text)
    finally:
        loader.close()


async def is_survived(path: Path) -> bool:
    """Return whether the client of a real engine process lives on, and says what happened."""
    client = EngineClient(own_command("engine.core.process"), policy=QUICK_RESTARTS)
    await client.start()
    client.load(str(path), CONFIG)
    state = await until(client, EnginePhase.EMPTY, EnginePhase.DOWN, EnginePhase.READY)
    await client.close()
    return bool(state.text)


def is_failure(load: Load) -> bool:
    """Return whether this may not happen, whatever the file."""
    return load.outcome in ("hung", "an unknown exception")


def main(arguments: Sequence[str] | None = None) -> int:
    """Load mutants and count their ends; return how many failures there were."""
    parser = argparse.ArgumentParser(prog="tests.faults.mutants", description=__doc__)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first mutant")
    parser.add_argument("--keep", type=Path, help="keep what crashes in this folder")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        folder = options.keep or Path(name)
        folder.mkdir(parents=True, exist_ok=True)
        ends = list(loads(options.count, options.first, folder))
        _report(ends)
        crashes = [folder / f"mutant-{each.number}.gguf" for each in ends if _is_crash(each)]
        survived = [asyncio.run(is_survived(path)) for path in crashes[:MAX_SURVIVED]]
    failures = sum(map(is_failure, ends)) + survived.count(False)
    print(f"{failures} failures; {survived.count(True)} of {len(survived)} crashes survived")
    return failures


def _is_crash(load: Load) -> bool:
    return load.outcome.startswith("crashed")


def _report(ends: Sequence[Load]) -> None:
    for outcome, count in collections.Counter(each.outcome for each in ends).most_common():
        print(f"{count:6}  {outcome}")
    for each in ends:
        if _is_crash(each) or is_failure(each):
            print(f"  {each.number} {each.way}: {each.outcome} {each.text[-200:]}")


if __name__ == "__main__":
    sys.exit(min(1, main()))
