"""Brings back the bugs that the engine was born from, one at a time, and shows that a test fails.

``python -m tests.mutations`` copies the project, breaks one place, runs the tests that should
notice, and ends non-zero when a mutant survives.
"""

import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COPIED = ("engine", "tests", "pyproject.toml")
TESTS = (
    "tests/engine/scheduling",
    "tests/engine/test_batcher.py",
    "tests/engine/test_memory_kinds.py",
    "tests/engine/test_stats.py",
    "tests/engine/test_batcher_machine.py",
)


@dataclass(frozen=True, slots=True)
class Mutation:
    """A seed bug: in this file this text becomes that one."""

    bug: str
    file: str
    text: str
    mutant: str


MUTATIONS = (
    Mutation(
        "a slot id at n_seq_max is handed out",
        "engine/scheduling/slots.py",
        "for index in range(slot_count)",
        "for index in range(slot_count + 1)",
    ),
    Mutation(
        "the tail is not freed at the match",
        "engine/seating.py",
        "        self._runner.cut(slot, shared)\n",
        "        del slot.ledger[shared:]\n",
    ),
    Mutation(
        "a borrowed slot is counted twice",
        "engine/scheduling/ledger.py",
        "slot.conversation_id is not None and slot.borrower is None",
        "slot.conversation_id is not None",
    ),
    Mutation(
        "admission evicts what another request of the round was promised",
        "engine/scheduling/admission.py",
        "taken={slot.index for slot in claims.values()}",
        "taken=set()",
    ),
    Mutation(
        "a copy's donor is evicted in the same round",
        "engine/scheduling/admission.py",
        "least_recently_used(taken | this_round.protected)",
        "least_recently_used(taken)",
    ),
    Mutation(
        "a conversation slides against the whole context",
        "engine/replying.py",
        "self._window = backend.info.context_window",
        "self._window = backend.info.context_window * backend.info.slot_count",
    ),
    Mutation(
        "cancel-all leaves the queue, which then moves up",
        "engine/batcher.py",
        "        self._prewarming.stop()\n"
        "        for sequence in [*self._waiting, *self._running]:\n"
        "            self._end(sequence, FinishReason.CANCELLED)\n",
        "        self._prewarming.stop()\n"
        "        for sequence in [*self._running]:\n"
        "            self._end(sequence, FinishReason.CANCELLED)\n",
    ),
    Mutation(
        "a mixed step is charged to prefill",
        "engine/stats.py",
        "        if step.decode_slots or step.decode_seconds:\n",
        "        if not step.prefill_tokens:\n",
    ),
    Mutation(
        "the token reserved for logits is taken off twice",
        "engine/scheduling/matching.py",
        "shared = min(slot.common_prefix(tokens), len(tokens) - 1)",
        "shared = min(slot.common_prefix(tokens) - 1, len(tokens) - 2)",
    ),
    Mutation(
        "a prompt takes the turn of those who write",
        "engine/scheduling/planner.py",
        "tuple(sorted(each.slot for each in pending if each.is_writing))",
        "tuple(sorted(each.slot for each in pending if each.is_writing))"
        " if all(each.is_writing for each in pending) else ()",
    ),
    Mutation(
        "a failed call fails its neighbours",
        "engine/runner.py",
        "        if is_last:\n",
        "        if True:\n",
    ),
    Mutation(
        "a sampled token enters the ledger before its decode",
        "engine/replying.py",
        "        sequence.take(token)\n",
        "        sequence.take(token)\n        sequence.tokens.append(token)\n",
    ),
    Mutation(
        "memory that must not be moved is moved",
        "engine/seating.py",
        "is_moved = is_held and self._backend.capabilities.can_slide",
        "is_moved = is_held",
    ),
    Mutation(
        "a checkpoint of forgotten tokens is kept",
        "engine/runner.py",
        "if 0 < p.token_count <= token_count",
        "if 0 < p.token_count",
    ),
    Mutation(
        "two requests of one conversation run together",
        "engine/scheduling/admission.py",
        "if sequence.conversation_id not in seen:",
        "if True:",
    ),
)


def survives(mutation: Mutation, folder: Path) -> bool:
    """Return whether all tests pass with the bug in place. Raises ValueError if it has no place."""
    target = folder / mutation.file
    source = (ROOT / mutation.file).read_text("utf-8")
    if source.count(mutation.text) != 1:
        raise ValueError(f"{mutation.file} does not hold once: {mutation.text}")
    target.write_text(source.replace(mutation.text, mutation.mutant), "utf-8")
    try:
        return _passes(folder)
    finally:
        target.write_text(source, "utf-8")


def _passes(folder: Path) -> bool:
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *TESTS]
    result = subprocess.run(command, cwd=folder, capture_output=True, timeout=600, check=False)
    return result.returncode == 0


def main() -> int:
    """Try all mutations; return how many survived."""
    survivors = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part in COPIED:
            source = ROOT / part
            if source.is_dir():
                ignored = shutil.ignore_patterns("__pycache__", ".hypothesis")
                shutil.copytree(source, folder / part, ignore=ignored)
            else:
                shutil.copy(source, folder / part)
        if not _passes(folder):
            print("The tests fail without any mutation.")
            return len(MUTATIONS)
        for mutation in MUTATIONS:
            is_alive = survives(mutation, folder)
            survivors += is_alive
            print(f"{'SURVIVED' if is_alive else 'killed  '}  {mutation.bug}", flush=True)
    print(f"{len(MUTATIONS) - survivors} of {len(MUTATIONS)} mutants killed")
    return survivors


if __name__ == "__main__":
    sys.exit(main())
