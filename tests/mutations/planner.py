"""Bugs of what is said of a model's memory before it is loaded."""

from tests.mutations.mutation import Mutation

PLAN = "tests/engine/gguf/test_memory_plan.py"
LIBRARY = "tests/engine/llama/test_library_memory.py"
SPEEDS = "tests/engine/wire/test_reading_speeds.py"
READING = "tests/engine/core/test_reading_speed.py"
PLANNING = "tests/engine/llama/test_load_planning.py"
CARDS = "tests/engine/llama/test_card_use.py"
MODEL = "tests/app/controllers/engine/test_model.py"
SETTINGS_DIALOG = "tests/app/controllers/window/test_settings_dialog.py"
FLOW = "tests/flows/test_settings.py"

PLANNER_MUTATIONS = (
    Mutation(
        "chats share the memory of one",
        "engine/gguf/memory_plan.py",
        "    return load.slot_count * (cells * row + layer.state_bytes)\n",
        "    return cells * row + layer.state_bytes\n",
        PLAN,
    ),
    Mutation(
        "layers with a window keep everything",
        "engine/gguf/memory_plan.py",
        " if layer.is_sliding else load.cells\n",
        " if False else load.cells\n",
        PLAN,
    ),
    Mutation(
        "values are quantized where attention is not fused",
        "engine/gguf/memory_plan.py",
        "        value_type=key_type if is_fused else KvType.F16,\n",
        "        value_type=key_type,\n",
        PLAN,
    ),
    Mutation(
        "a compressed row is quantized where attention is not fused",
        "engine/gguf/memory_plan.py",
        "    can_quantize = fits_blocks and (is_fused or not shape.is_latent)\n",
        "    can_quantize = fits_blocks\n",
        PLAN,
    ),
    Mutation(
        "heads that are no whole blocks are quantized",
        "engine/gguf/memory_plan.py",
        "width % 32 == 0 for width",
        "width % 8 == 0 for width",
        PLAN,
    ),
    Mutation(
        "what is said to fit needs more than is free",
        "engine/gguf/memory_plan.py",
        "    return plan.main.total <= free.main and plan.card.total <= free.card\n",
        "    return plan.main.weights <= free.main and plan.card.total <= free.card\n",
        PLAN,
    ),
    Mutation(
        "a card gets one layer more than it has room for",
        "engine/gguf/memory_plan.py",
        "if plan.card.total <= free.card else (low, middle - 1)",
        "if plan.card.weights <= free.card else (low, middle - 1)",
        PLAN,
    ),
    Mutation(
        "experts that are kept are counted on the card as well",
        "engine/gguf/memory_plan.py",
        "        kept, given = kept + experts, given - experts\n",
        "        kept, given = kept + experts, given\n",
        PLAN,
    ),
    Mutation(
        "the scores of plain attention are forgotten",
        "engine/gguf/compute_memory.py",
        "    return scores + beside\n",
        "    return beside\n",
        LIBRARY,
    ),
    Mutation(
        "one mask is reckoned where there are two caches",
        "engine/gguf/compute_memory.py",
        "    sliding = {layer.is_sliding for layer in shape.layers if layer.key_width}\n",
        "    sliding = {False}\n",
        LIBRARY,
    ),
    Mutation(
        "the first layer of a group sees everything instead of the last",
        "engine/gguf/layer_kinds.py",
        "    return layer % period != (0 if rule.is_full_first else period - 1)\n",
        "    return layer % period != (0 if not rule.is_full_first else period - 1)\n",
        PLAN,
    ),
    Mutation(
        "an automatic context leaves nothing to other programs",
        "engine/gguf/automatic_context.py",
        "    if free.main - plan.main.total < left:\n",
        "    if free.main < plan.main.total:\n",
        PLAN,
    ),
    Mutation(
        "an automatic context fills a card",
        "engine/gguf/automatic_context.py",
        "free.card - plan.card.total < LEFT_CARD_SHARE * free.card_total",
        "free.card < plan.card.total",
        PLAN,
    ),
    Mutation(
        "an automatic context is as long on a slow processor",
        "engine/gguf/automatic_context.py",
        "        if hindrance is None and not _is_quick(tokens, tokens_per_second):\n",
        "        if False:\n",
        PLAN,
    ),
    Mutation(
        "an automatic context is longer than what a model was trained for",
        "engine/gguf/automatic_context.py",
        "    limit = min(trained, LARGEST_CONTEXT)\n",
        "    limit = LARGEST_CONTEXT\n",
        PLAN,
    ),
    Mutation(
        "the speed of another computer is taken for this one's",
        "engine/wire/reading_speeds.py",
        '    computer = f"{platform.node()}, {os.cpu_count()}"\n',
        '    computer = ""\n',
        SPEEDS,
    ),
    Mutation(
        "a speed is measured on a few tokens",
        "engine/core/reports.py",
        "measured.prefill_tokens >= LEAST_TOKENS and",
        "measured.prefill_tokens and",
        READING,
    ),
    Mutation(
        "the speed of a model goes with it",
        "engine/core/engine.py",
        "                _remember_speed(scheduler, self._loaded)\n",
        "                pass\n",
        READING,
    ),
    Mutation(
        "a context that was set is replaced by an automatic one",
        "engine/llama/load_planning.py",
        "    if config.context_window is None:\n",
        "    if True:\n",
        PLANNING,
    ),
    Mutation(
        "experts stay in main memory where the card has room for them",
        "engine/llama/load_planning.py",
        "        and memory_plan(shape, load).card.total > free.card\n",
        "",
        PLANNING,
    ),
    Mutation(
        "layers that were set are taken away",
        "engine/llama/load_planning.py",
        "    if config.gpu_layer_count is not None or not load.gpu_layer_count:\n",
        "    if not load.gpu_layer_count:\n",
        PLANNING,
    ),
    Mutation(
        "a measured speed is not asked for",
        "engine/llama/load_planning.py",
        "remembered_speed(Path(folder), path) if folder else None",
        "None",
        PLANNING,
    ),
    Mutation(
        "experts are kept that should not be",
        "engine/llama/card_use.py",
        "    if card.keeps_experts:\n",
        "    if True:\n",
        CARDS,
    ),
    Mutation(
        "too many shares are handed to the library",
        "engine/llama/card_use.py",
        "    if len(shares) > most:\n",
        "    if False:\n",
        CARDS,
    ),
    Mutation(
        "a header without layers ends the plan with an error",
        "engine/gguf/compute_memory.py",
        "for layer in shape.layers), default=0)\n",
        "for layer in shape.layers))\n",
        PLANNING,
    ),
    Mutation(
        "the engine is not told the KV type",
        "app/engine_settings.py",
        "        kv_type=settings.kv_type,\n",
        "",
        MODEL,
    ),
    Mutation(
        "the model goes on as before when the KV type is changed",
        "app/controllers/engine/model.py",
        '"slot_count", "kv_type", "thread_count"',
        '"slot_count", "thread_count"',
        MODEL,
    ),
    Mutation(
        "a context that was set is shown as the automatic one",
        "app/controllers/window/settings_dialog.py",
        "    is_chosen = config is not None and config.context_window is None\n",
        "    is_chosen = True\n",
        SETTINGS_DIALOG,
    ),
    Mutation(
        "what other settings would take of memory is not said",
        "app/widgets/settings/reload_strip.py",
        "        fit_text = self.fit_text(settings)\n",
        '        fit_text = ""\n',
        FLOW,
    ),
)
