"""Bugs of what stands between a hostile or broken model file and the rest of the program."""

from tests.mutations.mutation import Mutation

LOAD_MARK = "tests/engine/wire/test_load_mark.py"
MARKED_LOADS = "tests/engine/client/test_marked_loads.py"
SANDBOX = "tests/engine/sandbox"
HOSTILE_MODELS = "tests/engine/llama/test_hostile_models.py"
CRASH_LEDGER = "tests/engine/client/test_crash_ledger.py"
MODEL_FILE = "tests/engine/gguf/test_model_file.py"
DEVICE_TRIAL = "tests/engine/llama/test_device_trial.py"

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
    Mutation(
        "the engine process stays outside its sandbox",
        "engine/child_process.py",
        "    sandbox = enter_sandbox()  # before",
        '    sandbox = LazyText("sandbox")  # before',
        SANDBOX,
    ),
    Mutation(
        "the sandbox forbids no connections",
        "engine/sandbox/seccomp.py",
        "    if not allows_network:\n        yield",
        "    if allows_network:\n        yield",
        SANDBOX,
    ),
    Mutation(
        "the sandbox lets the engine look into the window's process",
        "engine/sandbox/seccomp.py",
        "    for number in (*processor.refused, _READ_OTHERS_FILES):\n",
        "    for number in (*processor.refused[:2], _READ_OTHERS_FILES):\n",
        SANDBOX,
    ),
    Mutation(
        "the sandbox lets the engine type into a terminal",
        "engine/sandbox/seccomp.py",
        "    yield Instruction(_LOAD, 0, 0, _SECOND)\n",
        "    yield Instruction(_LOAD, 0, 0, _FIRST)\n",
        SANDBOX,
    ),
    Mutation(
        "the sandbox lets files of others be removed",
        "engine/sandbox/landlock.py",
        "_FORBIDDEN = _EXECUTE | _WRITE_FILE | _REMOVE |",
        "_FORBIDDEN = _EXECUTE | _WRITE_FILE |",
        SANDBOX,
    ),
    Mutation(
        "the sandbox lets no chat be kept",
        "engine/sandbox/confinement.py",
        "    places = [*writable, *device_places(os.environ)]\n",
        "    places = [*device_places(os.environ)]\n",
        SANDBOX,
    ),
    Mutation(
        "a graphics card is tried outside the sandbox only",
        "engine/llama/device_trial.py",
        "refusal_of(path, is_confined=True, seconds",
        "refusal_of(path, seconds",
        DEVICE_TRIAL,
    ),
    Mutation(
        "a vocabulary that aborts the library is given to it",
        "engine/gguf/model_file.py",
        "    if is_repeating:\n",
        "    if False:\n",
        HOSTILE_MODELS,
    ),
    Mutation(
        "tokens are compared with what is behind their end",
        "engine/gguf/header.py",
        '        text = whole.partition(b"\\0")[0]\n',
        "        text = whole\n",
        HOSTILE_MODELS,
    ),
    Mutation(
        "an odd number of a key is rotated",
        "engine/llama/rotation.py",
        "        if count % 2 or not 0 < count <= most:\n",
        "        if not 0 < count <= most:\n",
        HOSTILE_MODELS,
    ),
    Mutation(
        "a network of too many layers is given to the library",
        "engine/gguf/model_file.py",
        "        and 0 < layer_count <= _MAX_LAYERS\n",
        "        and 0 < layer_count\n",
        HOSTILE_MODELS,
    ),
    Mutation(
        "what was in two crashes is restored again",
        "engine/client/client.py",
        "        for conversation_id in self._crashes.quarantined_ids:\n",
        "        for conversation_id in ():\n",
        CRASH_LEDGER,
    ),
    Mutation(
        "a conversation that was answered stays under suspicion",
        "engine/client/client.py",
        "                        if each.reason is not FinishReason.FAILED:\n",
        "                        if each.reason is FinishReason.FAILED:\n",
        CRASH_LEDGER,
    ),
    Mutation(
        "a conversation that was in three crashes is locked out for ever",
        "engine/client/crash_ledger.py",
        "            self._counts[conversation_id] = QUARANTINE_COUNT\n",
        "            pass\n",
        CRASH_LEDGER,
    ),
    Mutation(
        "texts of any length are kept of a header",
        "engine/gguf/header.py",
        "        if length > most_bytes:\n",
        "        if length > _MAX_STRING_BYTES:\n",
        MODEL_FILE,
    ),
    Mutation(
        "each part of a model may have the longest header",
        "engine/gguf/model_file.py",
        "        left_bytes -= header.byte_count\n",
        "        left_bytes -= 0\n",
        MODEL_FILE,
    ),
)
