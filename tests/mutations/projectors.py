"""Bugs of the files with which models see."""

from tests.mutations.mutation import Mutation

FILE = "tests/engine/gguf/test_projector_file.py"
PLAN = "tests/engine/gguf/test_memory_plan.py"

PROJECTOR_MUTATIONS = (
    Mutation(
        "a projector of another family is taken if its width agrees",
        "engine/gguf/projector_file.py",
        "    if not belongs(projector.kind, architecture):\n",
        "    if not projector.row_width:\n",
        FILE,
    ),
    Mutation(
        "a type that is put before many models is put before those with rows and columns",
        "engine/gguf/projector_families.py",
        "        return architecture not in _WITH_ROWS_AND_COLUMNS\n",
        "        return True\n",
        FILE,
    ),
    Mutation(
        "the width of an encoder is taken for that of its rows",
        "engine/gguf/projector_file.py",
        "    is_told = tells_width(projector.kind) and projector.row_width and model_width\n",
        "    is_told = projector.row_width and model_width\n",
        FILE,
    ),
    Mutation(
        "a large Gemma's picture is cut like a text",
        "engine/gguf/projector_families.py",
        'if kind == "gemma4v" and model_width in _CAUSAL_GEMMA4:',
        'if kind == "gemma4v":',
        FILE,
    ),
    Mutation(
        "a picture that sees itself gets a pass with too little room",
        "engine/gguf/memory_plan.py",
        "min(max(most, load.projector.least_pass), load.batch_size)",
        "most",
        PLAN,
    ),
    Mutation(
        "seeing costs no memory",
        "engine/gguf/memory_plan.py",
        "        return own + self.projector\n",
        "        return own\n",
        PLAN,
    ),
)
