"""Bugs of what the window says about threads and guesses, and of how both are set and stored."""

from tests.mutations.mutation import Mutation

DIALOG = "tests/app/widgets/settings/test_dialog.py"
DIALOG_CONTROLLER = "tests/app/controllers/window/test_settings_dialog.py"
GOLDEN = "tests/app/storage/test_golden.py"
LOADING = "tests/engine/llama/test_loader.py"
NEIGHBOURS = "tests/engine/scheduling/test_neighbour_costs.py"
STEPS = "tests/engine/core/test_step_runner.py"
POINTS = "tests/app/controllers/conversations/test_earlier_points.py"
MODEL = "tests/app/controllers/engine/test_model.py"
PANEL = "tests/app/widgets/engine_panel/test_panel.py"
PANEL_CONTROLLER = "tests/app/controllers/engine/test_panel.py"
REPORTS = "tests/engine/core/test_reports.py"
SEQUENCE = "tests/engine/scheduling/test_sequence.py"
STATISTICS = "tests/engine/core/test_stats.py"
STATUS_LINE = "tests/app/widgets/conversation/test_generation_status.py"
USAGE_TEXT = "tests/app/widgets/transcript/test_usage_text.py"

FIGURE_MUTATIONS = (
    Mutation(
        "the last question is listed without its answer",
        "app/controllers/conversations/earlier_points.py",
        "        elif message.role is Role.ASSISTANT and question is not None and message.text:\n",
        "        if question is not None:\n",
        POINTS,
    ),
    Mutation(
        "who is alone is said to slow others",
        "engine/scheduling/neighbour_costs.py",
        "present if len(present) > 1 else ()",
        "present",
        NEIGHBOURS,
    ),
    Mutation(
        "a row is charged as if it were the whole call",
        "engine/scheduling/neighbour_costs.py",
        "sequence.slowing_seconds += seconds * self._share(total, count)",
        "sequence.slowing_seconds += seconds",
        NEIGHBOURS,
    ),
    Mutation(
        "each of two prompts is charged the whole call",
        "engine/scheduling/neighbour_costs.py",
        "sequence.slowing_seconds += seconds * count / total",
        "sequence.slowing_seconds += seconds",
        NEIGHBOURS,
    ),
    Mutation(
        "a reply does not say what it cost its neighbours",
        "engine/core/step_runner.py",
        "        self._neighbour_costs.charge_decode(_rows(works), seconds)\n",
        "",
        STEPS,
    ),
    Mutation(
        "guesses that brought nothing are told under an answer",
        "app/widgets/transcript/usage_text.py",
        "    if usage.accepted_tokens <= LEAST_GUESSED * usage.reply_tokens:\n",
        "    if usage.drafted_tokens <= LEAST_GUESSED * usage.reply_tokens:\n",
        USAGE_TEXT,
    ),
    Mutation(
        "a guess among hundreds of tokens is told under an answer",
        "app/widgets/transcript/usage_text.py",
        "    if usage.accepted_tokens <= LEAST_GUESSED * usage.reply_tokens:\n",
        "    if usage.accepted_tokens <= 0:\n",
        USAGE_TEXT,
    ),
    Mutation(
        "an answer's time has no writing in it",
        "app/widgets/transcript/usage_text.py",
        "_seconds(usage.first_token_seconds + usage.decode_seconds)",
        "_seconds(usage.first_token_seconds)",
        USAGE_TEXT,
    ),
    Mutation(
        "a narrow line drops what slid out before the figures of the context",
        "app/widgets/conversation/state_text.py",
        "    return (Part(fill(text, count=count), rank=1),)\n",
        "    return (Part(fill(text, count=count), rank=3),)\n",
        STATUS_LINE,
    ),
    Mutation(
        "a full context is not warned of",
        "app/widgets/conversation/state_text.py",
        "    if used >= NEARLY_FULL * total:\n",
        "    if used > total:\n",
        STATUS_LINE,
    ),
    Mutation(
        "right guesses of a reply are not reported",
        "engine/scheduling/sequence.py",
        "            accepted_tokens=self.accepted_tokens,\n",
        "",
        SEQUENCE,
    ),
    Mutation(
        "right guesses of all replies are not added up",
        "engine/core/stats.py",
        "self.accepted_tokens += usage.accepted_tokens",
        "self.accepted_tokens = usage.accepted_tokens",
        STATISTICS,
    ),
    Mutation(
        "tokens that were guessed make nobody faster",
        "engine/wire/metrics.py",
        "return len(self.decode_slots) + self.accepted_tokens",
        "return len(self.decode_slots)",
        STATISTICS,
    ),
    Mutation(
        "a snapshot names the most threads in place of those that compute",
        "engine/core/reports.py",
        "thread_count=self._backend.threads.count,",
        "thread_count=self._backend.threads.limit,",
        REPORTS,
    ),
    Mutation(
        "replies of an older version are said to have been guessed",
        "app/storage/migrations/versions/v0007_tokens_guessed_ahead.py",
        "ADD COLUMN drafted_tokens INTEGER NOT NULL DEFAULT 0",
        "ADD COLUMN drafted_tokens INTEGER NOT NULL DEFAULT 1",
        GOLDEN,
    ),
    Mutation(
        "a number of threads that changes is promised for good",
        "engine/llama/loader.py",
        "    if not is_fixed:\n",
        "    if False:\n",
        LOADING,
    ),
    Mutation(
        "threads that are fixed are shown as if they were measured",
        "app/controllers/engine/panel.py",
        "is_fixed = config is not None and config.thread_count is not None",
        "is_fixed = False",
        PANEL_CONTROLLER,
    ),
    Mutation(
        "threads are shown before anybody knows them",
        "app/controllers/engine/panel.py",
        "    if not snapshot.thread_count:\n",
        "    if False:\n",
        PANEL_CONTROLLER,
    ),
    Mutation(
        "the reason of fixed threads is that of measured ones",
        "app/widgets/engine_panel/panel.py",
        "            if is_fixed\n",
        "            if False\n",
        PANEL,
    ),
    Mutation(
        "a hint stays where its line was",
        "app/widgets/engine_panel/panel.py",
        "lines[number] not in self._lines[number : number + 1]",
        "not self._lines[number : number + 1]",
        PANEL,
    ),
    Mutation(
        "guesses that never were are shown as none of none",
        "app/widgets/engine_panel/panel.py",
        "        if not snapshot.drafted_tokens:\n",
        "        if False:\n",
        PANEL,
    ),
    Mutation(
        "automatic is said to be what is fixed",
        "app/controllers/window/settings_dialog.py",
        "is_chosen = config is not None and config.thread_count is None",
        "is_chosen = True",
        DIALOG_CONTROLLER,
    ),
    Mutation(
        "automatic threads of a model that was unloaded are still shown",
        "app/controllers/window/settings_dialog.py",
        "        if state.model is None:  # what was measured",
        "        if False:  # what was measured",
        DIALOG_CONTROLLER,
    ),
    Mutation(
        "a dialog that is opened later does not know the automatic threads",
        "app/controllers/window/settings_dialog.py",
        '        dialog.set_automatic("thread_count", self._automatic_threads)\n',
        "",
        DIALOG_CONTROLLER,
    ),
    Mutation(
        "more threads than this computer has cores are cut when they are shown",
        "app/widgets/settings/row_factory.py",
        "max(core_count, settings.thread_count or 1)",
        "core_count",
        DIALOG,
    ),
    Mutation(
        "guessing ahead is switched without asking for the model again",
        "app/widgets/settings/row_factory.py",
        '"thread_count", "guesses_ahead", "gpu_layer_count"}',
        '"thread_count", "gpu_layer_count"}',
        DIALOG,
    ),
    Mutation(
        "the engine is not told whether to guess ahead",
        "app/engine_settings.py",
        "        guesses_ahead=settings.guesses_ahead,\n",
        "",
        MODEL,
    ),
    Mutation(
        "the model goes on as before when guessing is switched",
        "app/controllers/engine/model.py",
        '"thread_count", "guesses_ahead"),',
        '"thread_count"),',
        MODEL,
    ),
)
