"""Bugs of the facade over libmtmd, and of pictures in the KV cache."""

from tests.mutations.mutation import Mutation

DECODE = "tests/engine/llama/media/test_decode_media.py"
STATE = "tests/engine/llama/media/test_media_state.py"
PROJECTOR = "tests/engine/llama/media/test_projector.py"

LIBMTMD_MUTATIONS = (
    Mutation(
        "a picture is cut where the library says yes",
        "engine/llama/media/spans.py",
        "each.start < position < each.start + each.positions",
        "each.start < position < each.start",
        DECODE,
    ),
    Mutation(
        "texts look ahead after a picture that did",
        "engine/llama/context.py",
        "            lib.llama_set_causal_attn(self._open_pointer, True)\n",
        "            lib.llama_set_causal_attn(self._open_pointer, entry.is_causal)\n",
        DECODE,
    ),
    Mutation(
        "rows that see each other may be more than one pass holds",
        "engine/llama/media/rows.py",
        "limits.batch_size if entry.is_causal else limits.micro_batch_size",
        "limits.batch_size",
        DECODE,
    ),
    Mutation(
        "room for a picture is counted in positions",
        "engine/llama/context.py",
        "        cells = self.kv_cache.held[entry.slot] + self.kv_cache.media.spared[entry.slot]\n",
        "        cells = self.kv_cache.held[entry.slot]\n",
        DECODE,
    ),
    Mutation(
        "a token may stand among the rows of a picture",
        "engine/llama/context.py",
        "            if entry.slot in self.kv_cache.media.unfinished:\n",
        "            if entry.slot < 0:\n",
        DECODE,
    ),
    Mutation(
        "a picture that was given up is taken for encoded",
        "engine/llama/media/slices.py",
        "        if self._is_over:\n            raise MediaCancelled\n",
        "",
        PROJECTOR,
    ),
    Mutation(
        "rows and columns of a picture change places",
        "engine/llama/media/tokenized.py",
        "(one.t, one.y, one.x, 0)",
        "(one.t, one.x, one.y, 0)",
        PROJECTOR,
    ),
    Mutation(
        "rows are only as wide as a token",
        "engine/llama/media/projector.py",
        "lib.llama_model_n_embd_inp(",
        "lib.llama_model_n_embd(",
        PROJECTOR,
    ),
    Mutation(
        "a projector whose header and weights disagree is loaded",
        "engine/gguf/projector_check.py",
        "    if layer is None:\n",
        "    if layer is not header:\n",
        "tests/engine/gguf/test_projector_check.py",
    ),
    Mutation(
        "a saved conversation forgets where its pictures lie",
        "engine/llama/kv_cache.py",
        "fill, self.media.of(slot))",
        "fill)",
        STATE,
    ),
)
