"""Bugs of comparisons and of lists of questions."""

from tests.mutations.mutation import Mutation

RUNNER = "tests/app/chat/test_comparisons.py"
CONTROLLER = "tests/app/controllers/conversations/test_comparisons.py"
STORED = "tests/app/storage/content/test_comparisons.py"
STORED_SOURCES = "tests/app/storage/content/test_sources.py"
FILES = "tests/app/transfer/test_comparisons.py"
DIALOG = "tests/app/widgets/comparison/test_dialog.py"

COMPARISON_MUTATIONS = (
    Mutation(
        "a button that is pressed twice does its work twice",
        "app/controllers/tasks.py",
        "            if all(each.done() for each in running):\n",
        "            if running is not None:\n",
        "tests/app/controllers/test_tasks.py",
    ),
    Mutation(
        "a double click asks a comparison twice",
        "app/controllers/conversations/comparisons.py",
        "single(self.forms.begin_answers)",
        "start(self.forms.begin_answers)",
        "tests/flows/test_comparing.py",
    ),
    Mutation(
        "a list is asked before chats",
        "app/chat/comparisons.py",
        "rank=Rank.BACKGROUND",
        "rank=Rank.TAB",
        RUNNER,
    ),
    Mutation(
        "a comparison fills the queue that tabs wait in",
        "app/chat/comparisons.py",
        "USUAL_AT_ONCE if model is None else max(1, model.slot_count)",
        "32",
        RUNNER,
    ),
    Mutation(
        "a row that was cut short is not asked again",
        "app/chat/comparisons.py",
        "            cell = cell.emptied()\n",
        "            pass\n",
        RUNNER,
    ),
    Mutation(
        "a stop is lost that comes before the first cell",
        "app/chat/comparisons.py",
        "        if comparison_id in self._stopped_ids:\n            return\n",
        "",
        RUNNER,
    ),
    Mutation(
        "a list that is resumed while it stops stands still",
        "app/controllers/conversations/comparison_runs.py",
        'what still ends comes first."""\n        await self._wait(comparison_id)\n',
        'what still ends comes first."""\n',
        CONTROLLER,
    ),
    Mutation(
        "the end of an answer is stored when the program has ended",
        "app/chat/comparisons.py",
        "            await _to_its_end(self._end(running, answer.cell))\n",
        "            await asyncio.shield(self._end(running, answer.cell))\n",
        RUNNER,
    ),
    Mutation(
        "a list of the last run is asked before there is a model",
        "app/controllers/conversations/comparison_runs.py",
        "        if state.phase is EnginePhase.READY:\n",
        "        if state.phase is not None:\n",
        CONTROLLER,
    ),
    Mutation(
        "of a comparison one answer is counted",
        "app/storage/content/comparisons.py",
        "func.count().filter(ComparisonCellRow.status.not_in(_NOT_ENDED))",
        "func.max(ComparisonCellRow.status.not_in(_NOT_ENDED))",
        STORED,
    ),
    Mutation(
        "a list fails to its last row",
        "app/chat/comparisons.py",
        "running.failure_count >= MOST_FAILURES",
        "running.failure_count < 0",
        RUNNER,
    ),
    Mutation(
        "a cell goes to another machine while offline",
        "app/chat/comparisons.py",
        "asked.destination is not None and self._requests.settings.is_offline",
        "asked.destination is None and self._requests.settings.is_offline",
        RUNNER,
    ),
    Mutation(
        "a cell is asked in the source of its chat, whatever it says",
        "app/chat/comparisons.py",
        "        if wanted is not None:\n",
        "        if wanted is not None and wanted.source_id:\n",
        RUNNER,
    ),
    Mutation(
        "a cell is asked in the newest version of its source",
        "app/storage/content/sources.py",
        "SourceVersionRow.source_id == source_id, SourceVersionRow.number == number",
        "SourceVersionRow.source_id == source_id",
        STORED_SOURCES,
    ),
    Mutation(
        "a comparison that is brought back has lost its answers",
        "app/storage/content/comparisons.py",
        """            "text": storable(cell.text),\n""",
        """            "text": "",\n""",
        STORED,
    ),
    Mutation(
        "a list that is brought back stands still",
        "app/controllers/conversations/comparison_runs.py",
        "        if is_running:\n            self.run(deleted.id)\n",
        "",
        "tests/app/controllers/conversations/test_comparisons.py",
    ),
    Mutation(
        "a comparison asks what came behind its message, too",
        "app/chat/comparisons.py",
        "replace(found, messages=branch)",
        "found",
        RUNNER,
    ),
    Mutation(
        "a save that comes late takes the end of an answer away",
        "app/storage/content/comparisons.py",
        "row is not None and row.status == MessageStatus.STREAMING.name",
        "row is not None",
        STORED,
    ),
    Mutation(
        "a list that was stopped goes on by itself",
        "app/storage/content/comparisons.py",
        "            and not each.is_stopped\n",
        "",
        STORED,
    ),
    Mutation(
        "a spreadsheet runs what a model has written",
        "app/transfer/comparisons.py",
        """    return f"'{text}" if text""",
        """    return text if text""",
        FILES,
    ),
    Mutation(
        "a comparison goes to a machine that nobody agreed to",
        "app/widgets/comparison/form_foot.py",
        "is_agreed = not self.consents or self.consent_box.isChecked()",
        "is_agreed = True",
        DIALOG,
    ),
)
