"""Bugs of pictures on their way to the model."""

from tests.mutations.mutation import Mutation

LIBRARY = "tests/engine/core/media/test_library.py"
TURNS = "tests/engine/core/media/test_turns.py"
WATCHDOG = "tests/engine/client/test_watchdog.py"
REAL = "tests/engine/core/test_pictures_real.py"
BESIDE = "tests/engine/core/media/test_beside.py"
FOLDER = "tests/engine/kv/test_media_folder.py"
ANSWERS = "tests/engine/client/test_media_answers.py"

ENCODING_MUTATIONS = (
    Mutation(
        "a picture is encoded that is not the one that was asked for",
        "engine/core/media/thread.py",
        "        _check_content(job.media, job.content)\n",
        "",
        LIBRARY,
    ),
    Mutation(
        "a picture is encoded to its end for nobody",
        "engine/core/media/library.py",
        "        if entry.stage is Stage.ENCODING and self._job is not None:\n",
        "        if False:\n",
        LIBRARY,
    ),
    Mutation(
        "nobody is asked again for a picture when who was asked has gone",
        "engine/core/media/library.py",
        "            elif entry.stage is Stage.ASKED:\n",
        "            elif False:\n",
        LIBRARY,
    ),
    Mutation(
        "a program's picture makes way for tabs for ever",
        "engine/core/media/library.py",
        "        if current.postponed_count < _MOST_POSTPONED:\n",
        "        if True:\n",
        LIBRARY,
    ),
    Mutation(
        "embeddings that a request needs are pushed out",
        "engine/core/media/store.py",
        "            if digest not in needed:\n",
        "            if True:\n",
        LIBRARY,
    ),
    Mutation(
        "a picture is encoded during a step",
        "engine/core/media/turns.py",
        "            is_still = self._changed.wait_for(\n"
        "                lambda: not self._is_computing, self._patience_seconds\n"
        "            )\n",
        "            is_still = True\n",
        TURNS,
    ),
    Mutation(
        "a picture is never encoded while steps take all of their time",
        "engine/core/media/turns.py",
        "        earned = max(spare, LEAST_SHARE * step_seconds)\n",
        "        earned = max(spare, 0.0)\n",
        TURNS,
    ),
    Mutation(
        "replies wait for slices of any length",
        "engine/core/media/turns.py",
        "self.has_long_slices |= seconds > LONGEST_SLICE * self._target_seconds",
        "pass",
        BESIDE,
    ),
    Mutation(
        "an encoder beside the steps begins in the middle of one",
        "engine/core/media/turns.py",
        "            return self.is_beside or self._until == math.inf\n",
        "            return True\n",
        BESIDE,
    ),
    Mutation(
        "a step that begins beside a slice takes all cores",
        "engine/core/media/turns.py",
        "self.is_beside = not is_still and bool(self.threads.beside)",
        "self.is_beside = False",
        BESIDE,
    ),
    Mutation(
        "slices beside the steps count as those that these wait for",
        "engine/core/media/turns.py",
        "            if not self._has_cores:\n",
        "            if True:\n",
        BESIDE,
    ),
    Mutation(
        "a picture keeps all cores when a reply begins",
        "engine/core/media/library.py",
        "        self._move_beside()\n",
        "",
        BESIDE,
    ),
    Mutation(
        "a picture beside replies is encoded on all threads",
        "engine/core/media/thread.py",
        "threads.beside if job.is_beside else threads.in_turns",
        "threads.in_turns",
        BESIDE,
    ),
    Mutation(
        "steps leave no cores to a picture that is encoded beside them",
        "engine/core/scheduler.py",
        "share_cores(self.media.threads_beside + copying)",
        "share_cores(copying)",
        "tests/engine/core/test_media_steps.py",
    ),
    Mutation(
        "what calls cost beside an encoder stays when it has ended",
        "engine/scheduling/cost_model.py",
        "self._helds = self._all_cores\n            return\n",
        "self._helds = self.calls, self._prompts, self._helds\n            return\n",
        "tests/engine/scheduling/test_cost_model.py",
    ),
    Mutation(
        "beside an encoder nothing is known of what calls cost",
        "engine/scheduling/calls.py",
        "        fewer.expect(self._costs, self._ceiling.level)\n",
        "",
        "tests/engine/scheduling/test_cost_model.py",
    ),
    Mutation(
        "an encoder that hangs is waited for",
        "engine/client/watchdog.py",
        "elif self._slice_count is not None and self._is_over(",
        "elif False and self._is_over(",
        WATCHDOG,
    ),
    Mutation(
        "an encoder that goes on is taken for one that hangs",
        "engine/client/watchdog.py",
        "        if beat.slice_count is None or beat.slice_count != self._slice_count:\n",
        "        if beat.slice_count is None:\n",
        WATCHDOG,
    ),
    Mutation(
        "no beat tells of the encoder",
        "engine/core/engine.py",
        "        return self._turns.slice_count\n",
        "        return None\n",
        "tests/engine/core/media/test_engine.py",
    ),
    Mutation(
        "what was made of a picture is not kept on the disk",
        "engine/core/media/library.py",
        "            self._disk.write(job.media.digest, embeddings, tuple(conversations))\n",
        "",
        REAL,
    ),
    Mutation(
        "what the disk has of a picture is made again",
        "engine/core/media/library.py",
        "                if found is not None and _fits(found, entry):\n",
        "                if found is None and _fits(found, entry):\n",
        REAL,
    ),
    Mutation(
        "why a picture cannot be given is not said",
        "engine/core/media/library.py",
        "                entry.fail(MediaRefused(command.reason))\n",
        "                entry.fail(internal_error())\n",
        REAL,
    ),
    Mutation(
        "no picture is encoded while the engine waits for a command",
        "engine/core/engine.py",
        "            self._turns.begin_pause()\n",
        "            pass\n",
        "tests/engine/core/media/test_engine.py",
    ),
    Mutation(
        "a model that does not see forgets no pictures",
        "engine/core/scheduler.py",
        "        self.media.forget(conversation_id)\n",
        "",
        "tests/engine/core/media/test_engine.py",
    ),
    Mutation(
        "damaged embeddings are believed",
        "engine/kv/media_folder.py",
        "_checksum(content) != header.checksum:",
        "False:",
        FOLDER,
    ),
    Mutation(
        "a picture that a chat still has is forgotten with another one",
        "engine/kv/media_folder.py",
        '                if not any(self._path.glob(f"{path.name}{_USE}*")):\n',
        "                if True:\n",
        FOLDER,
    ),
    Mutation(
        "a bug in giving a picture leaves its request waiting",
        "engine/client/media_answers.py",
        "            self._send(_refusal(digest))\n            context",
        "            context",
        ANSWERS,
    ),
)
