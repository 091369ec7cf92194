"""Bugs of what came later: reading ahead, reasoning under a grammar, templates, loading."""

from tests.mutations.mutation import Mutation

OUTPUT = "tests/engine/core/test_output_processor.py"
PREWARMER = "tests/engine/core/test_prewarmer.py"
RESTARTS = "tests/engine/kv/test_restarts.py"
CACHE_MANAGER = "tests/engine/core/test_cache_manager.py"
FORMS = "tests/engine/llama/test_sampling_grammar.py"
HANGS = "tests/engine/client/test_watchdog.py"
TEMPLATES = "tests/engine/text/test_chat_template.py"
LOADING = "tests/engine/llama/test_loader.py"
PROBES = "tests/engine/wire/test_backend_probe.py"

FEATURE_MUTATIONS = (
    Mutation(
        "a grammar forbids the reasoning that a model opens by itself",
        "engine/core/input_processor.py",
        "            opening_tokens=sequence.splitter.opening_tokens,\n",
        "",
        OUTPUT,
    ),
    Mutation(
        "a reply that opens no reasoning does without its grammar",
        "engine/llama/sampling.py",
        "            sampler.begin_answer()\n            token =",
        "            token =",
        FORMS,
    ),
    Mutation(
        "what a template makes is not counted",
        "engine/text/template_sandbox.py",
        "        if self._made > _MOST_MADE:\n",
        "        if False:\n",
        TEMPLATES,
    ),
    Mutation(
        "a load that makes no progress is waited for for ever",
        "engine/client/watchdog.py",
        "            if self._is_over(self._idle_ticks, self._load_seconds):\n",
        "            if False:\n",
        HANGS,
    ),
    Mutation(
        "a large model is ended while it is tried out",
        "engine/client/watchdog.py",
        "reading = event.byte_count / SLOWEST_READING if is_mapped else 0.0",
        "reading = 0.0",
        HANGS,
    ),
    Mutation(
        "reading ahead begins while others are answered",
        "engine/core/prewarmer.py",
        "        elif is_idle:\n",
        "        else:\n",
        PREWARMER,
    ),
    Mutation(
        "reading ahead takes another conversation's slot",
        "engine/core/prewarmer.py",
        "self._pool.parked_for(name) or self._pool.lowest_free()",
        "self._pool.parked_for(name) or self._pool.slots[0]",
        PREWARMER,
    ),
    Mutation(
        "reading ahead does not wait for what comes from the disk",
        "engine/core/prewarmer.py",
        "        if self._cache_manager.states.is_loading(command.conversation_id):\n",
        "        if False:\n",
        RESTARTS,
    ),
    Mutation(
        "a system prompt is not kept when it has been read",
        "engine/core/step_runner.py",
        "if held == sequence.shared_prefix_length and manager.wants_shared(sequence):\n",
        "if False:\n",
        CACHE_MANAGER,
    ),
    Mutation(
        "a model that does not fit on a card is not tried with fewer layers",
        "engine/llama/loader.py",
        "        wanted = all_layers // 2\n",
        "        wanted = 0\n",
        LOADING,
    ),
    Mutation(
        "the layers are left to the processor where there is a card",
        "engine/llama/devices.py",
        "    return -1 if asked is None else asked\n",
        "    return 0\n",
        "tests/engine/llama/test_devices.py",
    ),
    Mutation(
        "a driver that crashed when it was tried is used",
        "engine/wire/backend_probe.py",
        "    if exit_code < 0 or exit_code > 1:\n",
        "    if False:\n",
        PROBES,
    ),
    Mutation(
        "a driver without a card is used",
        "engine/wire/backend_probe.py",
        "    return None if devices else",
        "    return None if True else",
        PROBES,
    ),
)
