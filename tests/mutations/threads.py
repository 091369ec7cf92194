"""Bugs of the threads that compute, and of how far they stand behind the window."""

from tests.mutations.mutation import Mutation

CORES = "tests/engine/llama/test_cores.py"
POOLS = "tests/engine/llama/test_threadpool.py"
PROCESS = "tests/engine/core/test_process.py"
GUARD = "tests/engine/core/test_call_guard.py"
CALLS = "tests/engine/scheduling/test_calls.py"

THREAD_MUTATIONS = (
    Mutation(
        "more threads than the limit reach the library",
        "engine/llama/threadpool.py",
        "if not 1 <= count <= self.limit:",
        "if not 1 <= count:",
        POOLS,
    ),
    Mutation(
        "the library is not told how many threads compute",
        "engine/llama/threadpool.py",
        "        lib.llama_set_n_threads(self._context, count, count)\n",
        "",
        POOLS,
    ),
    Mutation(
        "pools are made and not used",
        "engine/llama/threadpool.py",
        "self._pool(self._library, count), None)",
        "self._pool(self._library, count) and None, None)",
        POOLS,
    ),
    Mutation(
        "threads outlive their context",
        "engine/llama/context.py",
        "            self.threads.close()\n",
        "",
        POOLS,
    ),
    Mutation(
        "a library with OpenMP gets pools",
        "engine/llama/threadpool.py",
        'if b"OPENMP = 1" in lib.llama_print_system_info():',
        "if False:",
        POOLS,
    ),
    Mutation(
        "a library without pools ends the load",
        "engine/llama/threadpool.py",
        "except (OSError, AttributeError) as error:",
        "except ZeroDivisionError as error:",
        POOLS,
    ),
    Mutation(
        "threads are asked for that cannot start",
        "engine/llama/threadpool.py",
        "1 + max(0, startable_count(wanted + _SPARE_THREADS) - _SPARE_THREADS)",
        "1 + wanted",
        POOLS,
    ),
    Mutation(
        "compute threads take the last ones that the process may have",
        "engine/llama/threadpool.py",
        "_SPARE_THREADS = 8",
        "_SPARE_THREADS = 0",
        POOLS,
    ),
    Mutation(
        "a pool is made although its threads cannot start",
        "engine/llama/threadpool.py",
        "if count not in self._pools and startable_count(count - 1) == count - 1:",
        "if count not in self._pools:",
        POOLS,
    ),
    Mutation(
        "the quotas of groups around the process do not count",
        "engine/llama/cores.py",
        "for each in {root, root / group, *(root / parent for parent in group.parents)}:",
        "for each in (root / group,):",
        CORES,
    ),
    Mutation(
        "no quota is read as one of less than nothing",
        "engine/llama/cores.py",
        "            if int(quota) > 0:\n",
        "            if quota:\n",
        CORES,
    ),
    Mutation(
        "two processors of one core count as two",
        "engine/llama/cores.py",
        "        return len({(folder /",
        "        return len(processors) or len({(folder /",
        CORES,
    ),
    Mutation(
        "the engine stands beside the window",
        "engine/child_process.py",
        "    _give_way()\n",
        "",
        PROCESS,
    ),
    Mutation(
        "threads that find no cores are waited for",
        "engine/core/call_guard.py",
        "                self._abort()\n",
        "",
        GUARD,
    ),
    Mutation(
        "threads whose call was ended are asked again in the next step",
        "engine/core/step_runner.py",
        "            calls.give_up(thread_count)\n            self._threads.set_count(1)",
        "            self._threads.set_count(1)",
        GUARD,
    ),
    Mutation(
        "a call on one thread is ended as well",
        "engine/scheduling/calls.py",
        "levels.levels[0]:\n            return math.inf\n        tried",
        "levels.levels[0]:\n            pass\n        tried",
        CALLS,
    ),
    Mutation(
        "threads whose call was ended are tried again for what they once took",
        "engine/scheduling/exploration.py",
        "            if now < self._given_up.get(level, 0.0):\n                continue\n",
        "",
        CALLS,
    ),
    Mutation(
        "prompts go on with threads whose call was ended",
        "engine/scheduling/prefill_threads.py",
        "        self.learn(token_count, thread_count, expected * _GIVEN_UP)\n",
        "",
        "tests/engine/scheduling/test_prefill_threads.py",
    ),
)
