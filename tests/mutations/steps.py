"""Bugs of a step's calls, and of what is done while they compute."""

from tests.mutations.mutation import Mutation

WRITER = "tests/engine/core/test_reply_writer.py"
HELD = "tests/engine/scheduling/test_held_costs.py"
RUNNER = "tests/engine/core/test_step_runner.py"
DRAFTER = "tests/engine/core/test_drafter.py"
CORES = "tests/engine/core/test_free_cores.py"

STEP_MUTATIONS = (
    Mutation(
        "text is written between two calls",
        "engine/core/reply_writer.py",
        "        if self._thread is None:\n",
        "        if True:\n",
        WRITER,
    ),
    Mutation(
        "a reply is sampled again behind its stop string",
        "engine/core/runner.py",
        "                if sequence is None or work.slot.sequence is not sequence:\n",
        "                if False:\n",
        WRITER,
    ),
    Mutation(
        "who is cancelled loses what was sampled last",
        "engine/core/scheduler.py",
        'it keeps text and KV; waiting, it never runs."""\n        self.steps.write_now()\n',
        'it keeps text and KV; waiting, it never runs."""\n',
        WRITER,
    ),
    Mutation(
        "a step's record is lost while its text is written",
        "engine/core/engine.py",
        "            self._unreported.append(record)\n",
        "            self._unreported = [record]\n",
        WRITER,
    ),
    Mutation(
        "each short call wakes the thread for text",
        "engine/core/reply_writer.py",
        "        if is_due or any(",
        "        if True or any(",
        WRITER,
    ),
    Mutation(
        "a stop string is seen only some calls later",
        "engine/core/reply_writer.py",
        "        if is_due or any(sequence.waits_for_text for sequence, _ in self._tokens):\n",
        "        if is_due:\n",
        WRITER,
    ),
    Mutation(
        "what is written is reported after the next call",
        "engine/core/engine.py",
        "        scheduler.writer.on_written = partial(self._report_steps, scheduler)\n",
        "",
        WRITER,
    ),
    Mutation(
        "a bug on the thread for text is swallowed",
        "engine/core/workers.py",
        "                error = caught\n",
        "                pass\n",
        WRITER,
    ),
    Mutation(
        "the next prompt has tokens that were never shown",
        "engine/core/reply_writer.py",
        "            sequence.is_reply_text_exact = False  # the next prompt has what was shown\n",
        "            pass\n",
        WRITER,
    ),
    Mutation(
        "requests do not end where one's last text cannot be written",
        "engine/core/engine.py",
        '                _log.exception("Requests could not be cancelled")\n',
        "                raise\n",
        WRITER,
    ),
    Mutation(
        "a reply fails before the text of its right guesses is written",
        "engine/core/step_runner.py",
        "        self.write_now()\n        if outcome.slot.sequence is sequence:",
        "        if outcome.slot.sequence is sequence:",
        DRAFTER,
    ),
    Mutation(
        "branches that lack a token each start one after the other",
        "engine/scheduling/planner.py",
        "not (total <= left or may_join)):\n",
        "not total <= left):\n",
        "tests/engine/scheduling/test_planner.py",
    ),
    Mutation(
        "a long conversation is in one call with the short ones",
        "engine/scheduling/held_costs.py",
        "        if saved <= (1 - _BETTER) * (spent + saved):\n",
        "        if True:\n",
        HELD,
    ),
    Mutation(
        "padding is taken to cost as much as tokens do, whatever calls say",
        "engine/scheduling/held_costs.py",
        "                insort(shares, min(1.0, max(0.0, share)))\n",
        "                insort(shares, max(1.0, min(0.0, share)))\n",
        HELD,
    ),
    Mutation(
        "a call of long rows makes those of short ones look dear",
        "engine/scheduling/held_costs.py",
        "        return min(max(call.seconds - extra, least), most)\n",
        "        return call.seconds\n",
        HELD,
    ),
    Mutation(
        "nobody looks again whether padding costs something",
        "engine/scheduling/held_costs.py",
        "        if not is_due:\n",
        "        if True:\n",
        HELD,
    ),
    Mutation(
        "costs of calls stay at what was believed of tokens before",
        "engine/scheduling/held_costs.py",
        "            if is_changed(thread_count, samples):\n",
        "            if False:\n",
        HELD,
    ),
    Mutation(
        "pieces of different lengths cost one pass",
        "engine/scheduling/cost_model.py",
        "            done = count\n        return seconds\n",
        "            done = count\n            break\n        return seconds\n",
        "tests/engine/scheduling/test_cost_model.py",
    ),
    Mutation(
        "fewer threads are tried for a prompt that replies wait for",
        "engine/scheduling/prefill_threads.py",
        "            fewer = None if is_waited_for else self._levels.below(best)\n",
        "            fewer = self._levels.below(best)\n",
        "tests/engine/scheduling/test_prefill_threads.py",
    ),
    Mutation(
        "slots with a gap between them share a call",
        "engine/scheduling/planner.py",
        "        if runs and index == runs[-1][-1] + 1:\n",
        "        if runs:\n",
        RUNNER,
    ),
    Mutation(
        "all rows of a step are one call whatever it costs",
        "engine/core/step_runner.py",
        "                for size in cut.sizes:\n",
        "                for size in [part]:\n",
        RUNNER,
    ),
    Mutation(
        "calls run on as many threads as the ones before",
        "engine/core/step_runner.py",
        "                self._threads.set_count(cut.thread_count)\n",
        "",
        RUNNER,
    ),
    Mutation(
        "prompts are read on as many threads as replies are written",
        "engine/core/step_runner.py",
        "        self.use_prefill_threads(wanted, is_waited_for=bool(sums.writers))\n",
        "",
        RUNNER,
    ),
    Mutation(
        "what this process computes counts as others' work",
        "engine/core/free_cores.py",
        "        return float(busy - own.user - own.system)\n",
        "        return float(busy)\n",
        CORES,
    ),
    Mutation(
        "a refused model leaves a thread for its text",
        "engine/core/engine.py",
        "            workers.close()\n",
        "",
        "tests/engine/core/test_engine.py",
    ),
)
