"""Brings back the bugs that the engine was born from, one at a time, and shows that a test fails.

``python -m tests.mutations`` copies the project, breaks one place, runs the tests that are about
it, says which noticed first, and ends non-zero when a mutant survives. With patterns only those
whose bug or file contains one: ``python -m tests.mutations planner.py "half a letter"``.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.mutations.mutation import Mutation
from tests.mutations.rooms import ROOM_MUTATIONS

ROOT = Path(__file__).resolve().parents[2]
LONGEST_SECONDS = 300
COPIED = (
    *("engine", "app", "resources", "packaging", "tests"),
    *("pyproject.toml", "requirements.lock"),
)
_INVARIANTS = "tests/engine/invariants"
IDS = f"{_INVARIANTS}/test_ids.py"
ACCOUNTING = f"{_INVARIANTS}/test_accounting.py"
ADMISSION = f"{_INVARIANTS}/test_admission.py"
EQUIVALENCE = f"{_INVARIANTS}/test_equivalence.py"
BATCHES = f"{_INVARIANTS}/test_batches.py"
FAILURE = f"{_INVARIANTS}/test_failure.py"
STATISTICS = f"{_INVARIANTS}/test_statistics.py"
TEXT = f"{_INVARIANTS}/test_text.py"
KINDS = "tests/engine/core/test_memory_kinds.py"
MACHINE = "tests/engine/core/test_scheduler_machine.py"


MUTATIONS = (
    *ROOM_MUTATIONS,
    Mutation(
        "a slot id at n_seq_max is handed out",
        "engine/scheduling/slots.py",
        "for index in range(slot_count)",
        "for index in range(slot_count + 1)",
        IDS,
    ),
    Mutation(
        "the tail is not freed at the match",
        "engine/core/slot_assigner.py",
        "        self._runner.truncate(slot, shared)\n",
        "        del slot.cached_tokens[shared:]\n",
        ACCOUNTING,
    ),
    Mutation(
        "a borrowed slot is counted twice",
        "engine/scheduling/slot_auditor.py",
        "slot.sequence is None and (slot.conversation_id is not None or slot.lent)",
        "slot.conversation_id is not None",
        ACCOUNTING,
    ),
    Mutation(
        "admission evicts what another request of the round was promised",
        "engine/scheduling/admission.py",
        "taken = {slot.index for slot in claims.values()} | this_round.spared",
        "taken = set(this_round.spared)",
        ADMISSION,
    ),
    Mutation(
        "a copy's donor is evicted in the same round",
        "engine/scheduling/admission.py",
        "slot = pool.least_recently_used(taken | protected)",
        "slot = pool.least_recently_used(taken)",
        "tests/engine/scheduling",
    ),
    Mutation(
        "a conversation slides against the whole context",
        "engine/core/step_runner.py",
        "len(sequence.tokens) >= self._window:",
        "len(sequence.tokens) >= self._window * len(self._pool.slots):",
        KINDS,
    ),
    Mutation(
        "cancel-all leaves the queue, which then moves up",
        "engine/core/admission_loop.py",
        "        for sequence in self.requests:\n",
        "        for sequence in [*self.running]:\n",
        FAILURE,
    ),
    Mutation(
        "the token reserved for logits is taken off twice",
        "engine/scheduling/matching.py",
        "count = min(_shared_count(slot, prompt), len(prompt.tokens) - 1)",
        "count = min(_shared_count(slot, prompt) - 1, len(prompt.tokens) - 2)",
        ACCOUNTING,
    ),
    Mutation(
        "a prompt takes the turn of those who write",
        "engine/scheduling/planner.py",
        "tuple(sorted(each.slot for each in pending if each.is_writing))",
        "tuple(sorted(each.slot for each in pending if each.is_writing))"
        " if all(each.is_writing for each in pending) else ()",
        BATCHES,
    ),
    Mutation(
        "a sampled token enters the KV cache before its decode",
        "engine/core/output_processor.py",
        "        sequence.append(token)\n",
        "        sequence.append(token)\n        sequence.tokens.append(token)\n",
        ACCOUNTING,
    ),
    Mutation(
        "memory that must not be moved is moved",
        "engine/core/slot_assigner.py",
        "is_moved = is_held and self._backend.capabilities.can_slide",
        "is_moved = is_held",
        KINDS,
    ),
    Mutation(
        "a checkpoint of forgotten tokens is kept",
        "engine/core/runner.py",
        "if 0 < p.token_count <= token_count",
        "if 0 < p.token_count",
        MACHINE,
    ),
    Mutation(
        "two requests of one conversation run together",
        "engine/scheduling/admission.py",
        "if sequence.conversation_id not in seen:",
        "if True:",
        ADMISSION,
    ),
    Mutation(
        "reading ahead goes on when a request comes",
        "engine/core/scheduler.py",
        "        self._prewarmer.stop()\n        name, messages",
        "        name, messages",
        "tests/engine/core/test_prewarmer.py",
    ),
    Mutation(
        "a late cancel ends whoever came later",
        "engine/core/scheduler.py",
        "if sequence.request_id == request_id:",
        "if sequence.request_id >= request_id:",
        IDS,
    ),
    Mutation(
        "the highest free slot is handed out",
        "engine/scheduling/admission.py",
        "(each for each in pool.in_state(SlotState.FREE) if each.index not in taken)",
        "(each for each in reversed(pool.in_state(SlotState.FREE)) if each.index not in taken)",
        IDS,
    ),
    Mutation(
        "a stop string is shown where it is split",
        "engine/text/stop_strings.py",
        "longest = min(len(text), max(len(stop) for stop in self._stops) - 1)",
        "longest = 0",
        TEXT,
    ),
    Mutation(
        "half a letter is shown",
        "engine/text/detokenizer.py",
        "return self._decoder.decode(piece)",
        'return piece.decode("utf-8", "replace")',
        TEXT,
    ),
    Mutation(
        "BOS is written twice",
        "engine/text/prompt_tokenizer.py",
        "while self._bos_text and text.startswith(self._bos_text, length):",
        "while False:",
        TEXT,
    ),
    Mutation(
        "what people type can be a control token",
        "engine/text/prompt_tokenizer.py",
        "parse_special=index % 2 == 0",
        "parse_special=True",
        "tests/engine/core/test_input_processor.py",
    ),
    Mutation(
        "a prompt of nothing is taken",
        "engine/text/prompt_tokenizer.py",
        "if not tokens:",
        "if False:",
        FAILURE,
    ),
    Mutation(
        "a checkpoint is taken behind the last token of a prompt",
        "engine/kv/checkpoints.py",
        "return held < target and (held in set(segment_ends) or held % CHECKPOINT_STRIDE == 0)",
        "return held == target",
        KINDS,
    ),
    Mutation(
        "what slid away is not forgotten in the next prompt",
        "engine/scheduling/sequence.py",
        "self.tokenized = self.tokenized.without_tokens(keep, count)",
        "self.tokenized = self.tokenized.without_tokens(keep, 0)",
        EQUIVALENCE,
    ),
    Mutation(
        "the prompt in front is not read first",
        "engine/scheduling/planner.py",
        "not (prompt.is_focused or is_due)",
        "prompt.is_focused",
        "tests/engine/scheduling",
    ),
    Mutation(
        "the focused tab goes first for ever",
        "engine/scheduling/admission.py",
        "return 0 if is_focused or sequence.request_id in this_round.due else 1",
        "return 0 if is_focused else 1",
        ADMISSION,
    ),
    Mutation(
        "a branch takes the seat that another one was to be copied from",
        "engine/scheduling/admission.py",
        "return slot.sequence is None and slot.index not in taken",
        "return False",
        ADMISSION,
    ),
    Mutation(
        "the last of many prompts wait for the first",
        "engine/scheduling/planner.py",
        "is_due = prompt.passed_over >= MOST_PASSED_OVER",
        "is_due = False",
        "tests/engine/scheduling",
    ),
    Mutation(
        "nobody notes whose prompt had to wait",
        "engine/core/scheduler.py",
        "else sequence.passed_over + 1",
        "else 0",
        BATCHES,
    ),
    Mutation(
        "a step is as long as it likes",
        "engine/scheduling/planner.py",
        "return costs.cautious(limits.target_seconds - spent_seconds - decode_seconds)",
        "return 3 * limits.target_seconds",
        BATCHES,
    ),
    Mutation(
        "more replies are written at once than may be",
        "engine/core/admission_loop.py",
        "most=self._max_active - len(self.running)",
        "most=len(self._pool.slots)",
        KINDS,
    ),
    Mutation(
        "a failed call is not undone",
        "engine/core/runner.py",
        "        self._resync()\n        if status is DecodeStatus.ABORTED:\n            return []",
        "        if status is DecodeStatus.ABORTED:\n            return []",
        FAILURE,
    ),
    Mutation(
        "a sampler outlives its request",
        "engine/core/admission_loop.py",
        "        sequence.close_sampler()\n",
        "        pass\n",
        "tests/engine/core/test_scheduler.py",
    ),
    Mutation(
        "a deleted conversation stays in memory",
        "engine/core/scheduler.py",
        "        slot = self._pool.slot_for(conversation_id)\n        if slot is not None:\n",
        "        slot = self._pool.slot_for(conversation_id)\n        if False:\n",
        ACCOUNTING,
    ),
    Mutation(
        "what a failed call did not compute is counted",
        "engine/core/step_runner.py",
        "            decode_slots=tuple(sorted(slot.index for slot in sums.writers)),\n",
        "            decode_slots=step_plan.decode_slots,\n",
        STATISTICS,
    ),
)


def killer(mutation: Mutation, folder: Path) -> str | None:
    """Return the first test that fails with the bug in place, or None if it survives.

    Raises ValueError if the bug has no place.
    """
    target = folder / mutation.file
    source = (ROOT / mutation.file).read_text("utf-8")
    if source.count(mutation.text) != 1:
        raise ValueError(f"{mutation.file} does not hold once: {mutation.text}")
    target.write_text(source.replace(mutation.text, mutation.mutant), "utf-8")
    try:
        return _first_failure(folder, [mutation.tests])
    finally:
        target.write_text(source, "utf-8")


def _first_failure(folder: Path, tests: Sequence[str]) -> str | None:
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    try:
        result = subprocess.run(
            command, cwd=folder, capture_output=True, timeout=LONGEST_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return "a test that does not end"
    if result.returncode == 0:
        return None
    lines = result.stdout.decode("utf-8", "replace").splitlines()
    failed = [line.split()[1] for line in lines if line.startswith(("FAILED ", "ERROR "))]
    return failed[0].rpartition("/")[2] if failed else f"status {result.returncode}"


def matching(patterns: Sequence[str]) -> list[Mutation]:
    """Return the mutations whose bug or file contains one of these words, or all of them."""
    return [
        each
        for each in MUTATIONS
        if not patterns or any(word in each.bug or word in each.file for word in patterns)
    ]


def main() -> int:
    """Try mutations; return how many survived."""
    parser = argparse.ArgumentParser(prog="tests.mutations", description=__doc__)
    parser.add_argument(
        "patterns", nargs="*", help="try only bugs or files that contain one of them"
    )
    parser.add_argument("--list", action="store_true", help="only print the bugs and their files")
    arguments = parser.parse_args()
    mutations = matching(arguments.patterns)
    if arguments.list:
        print(*(f"{each.file}  {each.bug}" for each in mutations), sep="\n")
        return 0
    return survivor_count(mutations)


def survivor_count(mutations: Sequence[Mutation]) -> int:
    """Try these mutations in a copy of the project, and say which test killed which."""
    survivors = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _copy_to(folder)
        failure = _first_failure(folder, sorted({mutation.tests for mutation in mutations}))
        if failure is not None:
            print(f"The tests fail without any mutation: {failure}")
            return len(mutations)
        for mutation in mutations:
            test = killer(mutation, folder)
            survivors += test is None
            print(f"{'SURVIVED' if test is None else 'killed  '}  {mutation.bug}")
            print(f"          {test or mutation.tests}", flush=True)
    print(f"{len(mutations) - survivors} of {len(mutations)} mutants killed")
    return survivors


def _copy_to(folder: Path) -> None:
    for part in COPIED:
        source = ROOT / part
        if source.is_dir():
            ignored = shutil.ignore_patterns("__pycache__", ".hypothesis")
            shutil.copytree(source, folder / part, ignore=ignored)
        else:
            shutil.copy(source, folder / part)


if __name__ == "__main__":
    sys.exit(main())
