"""Bugs of the import: its process, its limits, its short transactions, and its undoing."""

from tests.mutations.mutation import Mutation

CHILD = "tests/app/transfer/test_import_child.py"
READING = "tests/app/transfer/test_importing.py"
VALUES = "tests/app/transfer/test_json_values.py"
STORING = "tests/app/storage/content/test_imports.py"
CONTROLLER = "tests/app/controllers/conversations/test_imports.py"

IMPORT_MUTATIONS = (
    Mutation(
        "the process that reads an export may take all memory",
        "app/transfer/import_process.py",
        "resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY_BYTES, MOST_MEMORY_BYTES))",
        "pass",
        CHILD,
    ),
    Mutation(
        "nobody looks at the memory of the process that reads an export",
        "app/transfer/import_child.py",
        "while watched.memory_info().rss <= MOST_MEMORY_BYTES:",
        "while True:",
        CHILD,
    ),
    Mutation(
        "a process that reads for ever is waited for",
        "app/transfer/import_child.py",
        "asyncio.timeout(self._patience_seconds)",
        "asyncio.timeout(None)",
        CHILD,
    ),
    Mutation(
        "a process goes on when nobody listens any more",
        "app/transfer/import_child.py",
        "        await kill_child(self._process)\n",
        "        pass\n",
        CHILD,
    ),
    Mutation(
        "what came before the process died is refused with it",
        "app/transfer/import_child.py",
        "return Ended((reason,)) if self._has_conversations else Refused(reason)",
        "return Refused(reason)",
        CHILD,
    ),
    Mutation(
        "a long conversation comes in one piece",
        "app/transfer/import_frames.py",
        "if group and (len(group) == MOST_MESSAGES or letter_count + letters > MOST_LETTERS):",
        "if False:",
        CHILD,
    ),
    Mutation(
        "half a letter ends the import",
        "app/transfer/import_frames.py",
        "            return storable(value)\n",
        "            return value\n",
        CHILD,
    ),
    Mutation(
        "a conversation of any size is kept in memory",
        "app/transfer/json_values.py",
        "self._is_dropped = len(self._before) > MOST_VALUE_BYTES",
        "self._is_dropped = False",
        CHILD,
    ),
    Mutation(
        "brackets are counted for ever",
        "app/transfer/json_values.py",
        "for _ in range(MOST_BRACKETS):",
        "while True:",
        VALUES,
    ),
    Mutation(
        "an escape that two chunks share ends its string",
        "app/transfer/json_values.py",
        "        rest = self._chunk[self._at :]\n",
        '        rest = b""\n',
        VALUES,
    ),
    Mutation(
        "a list without an end passes for whole",
        "app/transfer/json_values.py",
        "                if bracket != end:\n",
        "                if False:\n",
        VALUES,
    ),
    Mutation(
        "a file of nothings is read to its end",
        "app/transfer/importing.py",
        "or losses.conversations + losses.unreadable >= _MOST_UNREADABLE",
        "or False",
        READING,
    ),
    Mutation(
        "half a conversation is found by a search",
        "app/storage/search/search.py",
        'conditions = ["deleted_at IS NULL", is_whole]',
        'conditions = ["deleted_at IS NULL"]',
        STORING,
    ),
    Mutation(
        "what was cut off stays half in the histories",
        "app/storage/history.py",
        "                await history.imports.drop_unfinished()\n",
        "",
        STORING,
    ),
    Mutation(
        "a conversation is listed before its last part",
        "app/storage/content/trees.py",
        "        last_sequence_number=0,\n",
        "        last_sequence_number=1,\n",
        STORING,
    ),
    Mutation(
        "imports are placed as if nothing was used before them",
        "app/storage/content/imports.py",
        "return self._numbers[place - 1] if place else 0",
        "return 0",
        STORING,
    ),
    Mutation(
        "what is purged twice ends the purge",
        "app/storage/content/trees.py",
        "    session.execute(delete(PurgedConversationRow)"
        ".where(PurgedConversationRow.id == id_))\n",
        "",
        STORING,
    ),
    Mutation(
        "undoing an import takes what was written since along",
        "app/storage/content/imports.py",
        "for id_, count in counts if count == self.added[id_]]",
        "for id_, count in counts]",
        STORING,
    ),
    Mutation(
        "what an import brought goes to the trash only",
        "app/controllers/conversations/imports.py",
        "        await self._history.trash.remove(*ids)\n",
        "",
        CONTROLLER,
    ),
    Mutation(
        "who cancels an import is not asked",
        "app/controllers/conversations/imports.py",
        "if box.is_stopped and importing.added:",
        "if False:",
        CONTROLLER,
    ),
    Mutation(
        "Enter undoes an import that was cancelled",
        "app/widgets/kit/question_box.py",
        "prefers_reject=bool(reject)",
        "prefers_reject=False",
        CONTROLLER,
    ),
    Mutation(
        "the window waits for an import before it closes",
        "app/controllers/conversations/imports.py",
        "            box.stop()\n",
        "            pass\n",
        CONTROLLER,
    ),
)
