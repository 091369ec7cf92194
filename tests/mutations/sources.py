"""Bugs of long texts that are read once, and of requests that wait for another one's reading."""

from tests.mutations.mutation import Mutation

READINGS = "tests/engine/core/sources/test_source_readings.py"
BRANCHES = "tests/engine/core/test_branches.py"
CLIENT = "tests/engine/client/test_source_reader.py"
SAVED = "tests/engine/core/sources/test_saved_readings.py"

SOURCE_MUTATIONS = (
    Mutation(
        "the file of a source makes room for another one",
        "engine/kv/disk_index.py",
        "            and not is_source(file.key)\n",
        "",
        READINGS,
    ),
    Mutation(
        "each of ten chats reads what they begin with",
        "engine/scheduling/admission.py",
        "    waiting = [each for each in waiting if each.awaits_reading is None]\n",
        "",
        READINGS,
    ),
    Mutation(
        "a reading that a tab waits for is read in the background",
        "engine/scheduling/shared_reading.py",
        "            reader.waited_by = min(reader.urgency, sequence.rank)\n",
        "",
        READINGS,
    ),
    Mutation(
        "a tab waits for the only slot until a source is read",
        "engine/core/admission_loop.py",
        "        return is_idle and highest < sequence.urgency\n",
        "        return False\n",
        READINGS,
    ),
    Mutation(
        "what was read of a paused source is dropped like a title",
        "engine/scheduling/sequence.py",
        "(self.rank is Rank.BACKGROUND and not is_source(name))",
        "self.rank is Rank.BACKGROUND",
        READINGS,
    ),
    Mutation(
        "a source ends behind what its chats have for certain",
        "engine/core/sources/source_prompts.py",
        '_ENDINGS = ("", "\\n\\nA", "\\n\\n# 1", "\\n\\n「")',
        '_ENDINGS = ("",)',
        READINGS,
    ),
    Mutation(
        "a source is asked for again although it is kept",
        "engine/core/sources/source_readings.py",
        " and not self._is_held(reading):\n            return True",
        ":\n            return True",
        READINGS,
    ),
    Mutation(
        "a branch is promised what another model's file holds of its source",
        "engine/kv/cached_state.py",
        "        return () if file is None else file.header.tokens\n",
        "        return () if self.file is None else self.file.header.tokens\n",
        READINGS,
    ),
    Mutation(
        "a branch of a chat in no slot reads it all",
        "engine/core/restorer.py",
        "        if chat is not None:\n",
        "        if False:\n",
        BRANCHES,
    ),
    Mutation(
        "a branch takes the copy away from its chat",
        "engine/core/slot_assigner.py",
        "            return ram.use(key)\n",
        "            return ram.pop(key)\n",
        BRANCHES,
    ),
    Mutation(
        "a branch finds no copy when its chat is asked in the same round",
        "engine/core/slot_assigner.py",
        "        if copy is None:\n            admission = self._from_slot(admission)\n",
        "",
        BRANCHES,
    ),
    Mutation(
        "a chat of two crashes begins in another one's state",
        "engine/core/restorer.py",
        "name in self._suspect_ids or self._pool",
        "self._pool",
        "tests/engine/client/test_crash_ledger.py",
    ),
    Mutation(
        "a program begins in a chat of the window",
        "engine/core/restorer.py",
        "return is_chat and is_program(key) == is_program(name)",
        "return is_chat",
        BRANCHES,
    ),
    Mutation(
        "an earlier point is said to be warm wherever its chat was read",
        "engine/core/prompt_weigher.py",
        "        if self.points is not None and count < len(self.tokens):\n",
        "        if False:\n",
        BRANCHES,
    ),
    Mutation(
        "a branch tokenizes the replies of its chat anew",
        "engine/core/cache_manager.py",
        "        other = longest_alike(messages, self._texts_beside(conversation_id))\n",
        "        other = None\n",
        "tests/engine/core/test_branches_real.py",
    ),
    Mutation(
        "a reading goes on although nobody waits for it any more",
        "engine/client/source_reader.py",
        "            if reading.is_sent:\n",
        "            if False:\n",
        CLIENT,
    ),
    Mutation(
        "a kill loses all that was read of a source",
        "engine/core/sources/source_readings.py",
        "                self._saver.save_due(",
        "                (lambda *_: None)(",
        SAVED,
    ),
    Mutation(
        "a reading is written whole with every step",
        "engine/core/sources/reading_saver.py",
        "last.token_count * (_GROWTH_SHARE + 1) // _GROWTH_SHARE",
        "0",
        SAVED,
    ),
    Mutation(
        "a reading is saved however much of the time that takes",
        "engine/core/sources/reading_saver.py",
        "        wait = max(self._write_back.overdue_seconds, wait)\n",
        "        wait = self._write_back.overdue_seconds\n",
        SAVED,
    ),
    Mutation(
        "a prompt beside waits while a reading is copied",
        "engine/core/sources/reading_saver.py",
        "is_alone = self._pool.in_state(SlotState.RUNNING) == [slot] and not self._is_awaited()",
        "is_alone = self._transfers.may_copy_out(slot)",
        SAVED,
    ),
    Mutation(
        "who comes while a reading is copied waits for that",
        "engine/core/sources/reading_saver.py",
        ", may_be_asked=True",
        "",
        SAVED,
    ),
    Mutation(
        "a reading is copied though the disk has no room for it",
        "engine/core/sources/reading_saver.py",
        "            if self._write_back.has_room(slot, key):\n",
        "            if slot.cached_tokens:\n",
        SAVED,
    ),
)
