"""Bugs of pictures on their way to the model."""

from tests.mutations.mutation import Mutation

LIBRARY = "tests/engine/core/media/test_library.py"
TURNS = "tests/engine/core/media/test_turns.py"
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
        "self._changed.wait_for(lambda: not self._is_computing, self._patience_seconds)",
        "pass",
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
