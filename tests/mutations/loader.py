"""Bugs of what stands between a hostile or broken model file and the rest of the program."""

from tests.mutations.mutation import Mutation

LOAD_MARK = "tests/engine/wire/test_load_mark.py"
MARKED_LOADS = "tests/engine/client/test_marked_loads.py"

LOADER_MUTATIONS = (
    Mutation(
        "a model that crashes the engine is not marked",
        "engine/wire/load_mark.py",
        "    set_mark(folder, model)\n    try:\n",
        "    try:\n",
        MARKED_LOADS,
    ),
    Mutation(
        "a mark stays when the load was refused in words",
        "engine/wire/load_mark.py",
        "    try:\n        yield\n    finally:\n        remove_mark(folder)\n",
        "    yield\n    remove_mark(folder)\n",
        LOAD_MARK,
    ),
    Mutation(
        "another file under a marked name is not loaded",
        "engine/wire/load_mark.py",
        "        return mark == LoadMark.of(model)\n",
        "        return mark.path == LoadMark.of(model).path\n",
        LOAD_MARK,
    ),
    Mutation(
        "to quit while a model loads counts as a crash",
        "engine/core/engine.py",
        "            self._unmark_load()\n",
        "            pass\n",
        MARKED_LOADS,
    ),
)
