"""Bugs planted in what a stop cuts short, what a failure leaves, and what is charged as speed."""

from tests.mutations.mutation import Mutation

PREFILL_CALL = "tests/engine/core/test_prefill_call.py"
FAILED_CALLS = "tests/engine/core/test_failed_calls.py"
REFUSALS = "tests/engine/core/test_refusals.py"
STATS = "tests/engine/core/test_stats.py"
FAILURE = "tests/engine/invariants/test_failure.py"
STATISTICS = "tests/engine/invariants/test_statistics.py"

STOP_MUTATIONS = (
    Mutation(
        "the stop string that stands first is not the one that ends a reply",
        "engine/text/stop_strings.py",
        "first, self.found = min(found)",
        "first, self.found = min(found)[0], self._stops[0]",
        "tests/engine/text/test_stop_strings.py",
    ),
    Mutation(
        "any stop cuts the prompts of others short",
        "engine/core/prefill_call.py",
        "return command.request_id in self.request_ids",
        "return bool(self.request_ids)",
        PREFILL_CALL,
    ),
    Mutation(
        "a title that is forgotten cuts a prompt short",
        "engine/core/prefill_call.py",
        "return command.conversation_id in self.conversation_ids",
        "return bool(self.conversation_ids)",
        PREFILL_CALL,
    ),
    Mutation(
        "a stop waits for the end of its own prompt's call",
        "engine/core/step_runner.py",
        "        self.prefill_call = PrefillCall.of(work.slot.sequence for work in works)\n",
        "",
        PREFILL_CALL,
    ),
    Mutation(
        "a call that is cut short keeps nothing",
        "engine/core/runner.py",
        "            self._keep_passes(works, entries)\n",
        "            pass\n",
        PREFILL_CALL,
    ),
    Mutation(
        "a prompt without logits is taken for read",
        "engine/core/runner.py",
        "most = len(entry.tokens) - entry.logit_count",
        "most = len(entry.tokens)",
        PREFILL_CALL,
    ),
    Mutation(
        "every failed call costs a conversation its KV",
        "engine/core/runner.py",
        "            is_suspect = status is DecodeStatus.FAILED\n",
        "            is_suspect = True\n",
        FAILED_CALLS,
    ),
    Mutation(
        "KV that could not be computed is built on",
        "engine/core/step_runner.py",
        "        if outcome.is_suspect:\n",
        "        if False:\n",
        FAILED_CALLS,
    ),
    Mutation(
        "a slot is emptied before its request has ended",
        "engine/core/step_runner.py",
        "            # Its end comes first: it tells what its slot holds.\n",
        "            if outcome.is_suspect:\n                self._runner.clear(outcome.slot)\n",
        FAILED_CALLS,
    ),
    Mutation(
        "reading ahead that failed is built on",
        "engine/core/prewarmer.py",
        "            if outcomes[0].is_suspect:\n",
        "            if False:\n",
        FAILED_CALLS,
    ),
    Mutation(
        "a title that is forgotten ends the reading ahead",
        "engine/core/prewarmer.py",
        "            if each is not None and each.conversation_id == conversation_id:\n",
        "            if each is not None:\n",
        "tests/engine/core/test_prewarmer.py",
    ),
    Mutation(
        "a restore makes the model look slow",
        "engine/core/stats.py",
        "self.decode_seconds += step.decode_seconds + step.prefill_seconds",
        "self.decode_seconds += step.seconds",
        STATS,
    ),
    Mutation(
        "what a step does besides counts as reading",
        "engine/core/stats.py",
        "self.prefill_seconds += step.prefill_seconds",
        "self.prefill_seconds += step.seconds",
        STATS,
    ),
    Mutation(
        "a reply is not charged for the prompt that is read beside it",
        "engine/core/step_runner.py",
        "        sums.prefill += seconds\n        sums.sample += sampling\n"
        "        _charge(sums.writers, seconds)\n",
        "        sums.prefill += seconds\n        sums.sample += sampling\n",
        STATS,
    ),
    Mutation(
        "a mixed step is charged to prefill",
        "engine/core/stats.py",
        "        if step.decode_slots or step.decode_seconds:\n",
        "        if not step.prefill_tokens:\n",
        STATISTICS,
    ),
    Mutation(
        "a failed call fails its neighbours",
        "engine/core/runner.py",
        "        if is_repeated:\n",
        "        if True:\n",
        FAILURE,
    ),
    Mutation(
        "a reply goes on behind numbers that are none",
        "engine/core/runner.py",
        "    return Outcome(slot, token, failure, is_suspect=token is None)\n",
        "    return Outcome(slot, token or 0)\n",
        FAILURE,
    ),
    Mutation(
        "a bias of a token that the model lacks is let through",
        "engine/llama/sampling.py",
        "if any(token >= self._size for token in ids):",
        "if False:",
        REFUSALS,
    ),
    Mutation(
        "the sampler of a request that never ran stays",
        "engine/core/admission_loop.py",
        "        sequence.close_sampler()\n",
        "        if sequence.admitted is not None:\n            sequence.close_sampler()\n",
        REFUSALS,
    ),
)
