"""Bugs in choosing the calls of a step and their threads."""

from tests.mutations.mutation import Mutation

CALLS = "tests/engine/scheduling/test_calls.py"
COSTS = "tests/engine/scheduling/test_call_costs.py"
CUTS = "tests/engine/scheduling/test_cuts.py"
PREFILL = "tests/engine/scheduling/test_prefill_threads.py"

CALL_MUTATIONS = (
    Mutation(
        "of equal cuts it is the one with the most calls",
        "engine/scheduling/cuts.py",
        "            price = cost + _CALL_TIE_SECONDS + rows",
        "            price = cost - _CALL_TIE_SECONDS + rows",
        CUTS,
    ),
    Mutation(
        "rows are cut unequally where equal calls cost the same",
        "engine/scheduling/cuts.py",
        "_CALL_TIE_SECONDS + rows * rows * _ROW_TIE_SECONDS",
        "_CALL_TIE_SECONDS - rows * rows * _ROW_TIE_SECONDS",
        CUTS,
    ),
    Mutation(
        "a size that was useful before is left out of a cut",
        "engine/scheduling/cuts.py",
        "            if price < best[rows]:\n",
        "            if price < best[rows] * 0.8:\n",
        CUTS,
    ),
    Mutation(
        "one call that took long counts like all others",
        "engine/scheduling/call_costs.py",
        "        dearest = max(self._samples) if count > 2 else 0.0\n"
        "        self.seconds = (total - dearest) / (count - (count > 2))\n",
        "        self.seconds = total / count\n",
        COSTS,
    ),
    Mutation(
        "a cost of long ago is averaged with a new one",
        "engine/scheduling/call_costs.py",
        "        is_stale = self.is_old or now - self.learned_at > AGE_SECONDS\n",
        "        is_stale = self.is_old\n",
        COSTS,
    ),
    Mutation(
        "what was learned on another machine looks cheap",
        "engine/scheduling/call_costs.py",
        "                cost.scale(ratio)\n",
        "                cost.scale(1.0)\n",
        COSTS,
    ),
    Mutation(
        "noise moves the costs and has all cuts made again",
        "engine/scheduling/call_costs.py",
        "_MOVED = 0.05 ",
        "_MOVED = 0.0 ",
        COSTS,
    ),
    Mutation(
        "an unknown call is taken to cost what the smaller one does",
        "engine/scheduling/cost_bounds.py",
        "    return max(known[below].seconds, known[above].seconds)\n",
        "    return known[below].seconds\n",
        COSTS,
    ),
    Mutation(
        "a row more is taken to be cheaper than those that are known",
        "engine/scheduling/cost_bounds.py",
        "        return known[below].seconds * rows / below\n",
        "        return known[below].seconds * 0.9\n",
        COSTS,
    ),
    Mutation(
        "what may be cheaper is never tried",
        "engine/scheduling/exploration.py",
        "        if not self.budget.allows(now):\n",
        "        if True:\n",
        CALLS,
    ),
    Mutation(
        "one call of all rows is not tried where it seems dear",
        "engine/scheduling/exploration.py",
        "        is_new = not any(row_count in",
        "        is_new = False and not any(row_count in",
        CALLS,
    ),
    Mutation(
        "what was dearer is tried again at once",
        "engine/scheduling/exploration.py",
        "        self._spent = min(_MOST_SPENT, self._left(now) + excess)\n",
        "        self._spent = 0.0\n",
        CALLS,
    ),
    Mutation(
        "more threads are not tried again after they were slow",
        "engine/scheduling/exploration.py",
        "        return AGE_SECONDS * min(",
        "        return 1e9 * min(",
        CALLS,
    ),
    Mutation(
        "that cores have become free is not noticed",
        "engine/scheduling/exploration.py",
        "self._free_cores() >= self._crowded_cores + 1.0:",
        "self._free_cores() < 0.0:",
        CALLS,
    ),
    Mutation(
        "what the host does for each call costs nothing",
        "engine/scheduling/calls.py",
        "        prices = {size: cost.price(spread) + self._overhead for",
        "        prices = {size: cost.price(spread) for",
        CALLS,
    ),
    Mutation(
        "threads that were slow when tried are trusted",
        "engine/scheduling/exploration.py",
        "        if exploration.spent <= exploration.expected / _PROMISING:\n",
        "        if False:\n",
        CALLS,
    ),
    Mutation(
        "threads that calls suddenly take long on are kept",
        "engine/scheduling/thread_levels.py",
        "        if self._regret <= most or thread_count",
        "        if True or thread_count",
        CALLS,
    ),
    Mutation(
        "a cut is changed back and forth by noise",
        "engine/scheduling/calls.py",
        "            if total > kept * _BETTER:\n",
        "            if total > kept:\n",
        CALLS,
    ),
    Mutation(
        "a number of threads that was set is not kept to",
        "engine/scheduling/thread_levels.py",
        " if fixed is None else (max(1, fixed),)",
        "",
        CALLS,
    ),
    Mutation(
        "a long prompt begins on one thread",
        "engine/scheduling/prefill_threads.py",
        "        start = levels.within(max(1, levels.levels[-1] - 1))\n",
        "        start = levels.levels[0]\n",
        PREFILL,
    ),
    Mutation(
        "prompts are read on as many threads on a busy machine",
        "engine/scheduling/prefill_threads.py",
        "        self._ceiling.note(thread_count, cost / expected, self._costs.spread, now)\n",
        "        return\n",
        PREFILL,
    ),
    Mutation(
        "a short piece is compared with a long one",
        "engine/scheduling/prefill_threads.py",
        "    return 1 << (max(1, token_count).bit_length() - 1 & ~1)\n",
        "    return 1\n",
        PREFILL,
    ),
    Mutation(
        "threads that are only tried for a prompt are waited for as long as others",
        "engine/scheduling/calls.py",
        "is_trial=self._prefill.is_trying)",
        "is_trial=False)",
        CALLS,
    ),
    Mutation(
        "threads that are only tried are waited for as long as others",
        "engine/scheduling/calls.py",
        "is_trial = tried is not None and tried.kind is not ExplorationKind.SIZES\n",
        "is_trial = False\n",
        CALLS,
    ),
    Mutation(
        "threads that a prompt found no cores for are tried again each minute",
        "engine/scheduling/prefill_threads.py",
        "                if is_due and not self._is_given_up(level, now):\n",
        "                if is_due:\n",
        PREFILL,
    ),
    Mutation(
        "threads that a prompt found no cores for are not tried when there are",
        "engine/scheduling/prefill_threads.py",
        " and self._free_cores() < free + 1.0:",
        ":",
        PREFILL,
    ),
)
