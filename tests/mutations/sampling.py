"""Bugs of choosing tokens: what is quick must choose what one chain over the whole row does."""

from tests.mutations.mutation import Mutation

EXACT = "tests/engine/llama/test_sampling_exact.py"
GUESSES = "tests/engine/llama/test_threshold.py"
WISHES = "tests/engine/llama/test_sampling.py"

SAMPLING_MUTATIONS = (
    Mutation(
        "behind a guess nobody sees that a logit is no number",
        "engine/llama/threshold.py",
        "        np.less(row, limit, mask)\n        np.logical_not(mask, mask)\n",
        "        np.greater_equal(row, limit, mask)\n",
        GUESSES,
    ),
    Mutation(
        "an infinite logit behind a guess is drawn",
        "engine/llama/threshold.py",
        "if not math.isfinite(logits.item(logits.argmax(0))):",
        "if math.isnan(logits.item(logits.argmax(0))):",
        GUESSES,
    ),
    Mutation(
        "too few tokens reach a guess and they are enough",
        "engine/llama/threshold.py",
        "            if len(ids) < top_k:\n                guess.value = None\n",
        "            if not len(ids):\n                guess.value = None\n",
        GUESSES,
    ),
    Mutation(
        "a guess is no lower where the rows have wandered",
        "engine/llama/threshold.py",
        "margin = _MARGIN * self._deviation + _LEAST_MARGIN",
        "margin = 0.0",
        GUESSES,
    ),
    Mutation(
        "a guess lets half of the vocabulary through",
        "engine/llama/threshold.py",
        "_MARGIN = 2.0",
        "_MARGIN = 30.0",
        GUESSES,
    ),
    Mutation(
        "candidates are taken for sorted as others were",
        "engine/llama/candidates.py",
        "        fields[_SORTED] = 0\n",
        "",
        EXACT,
    ),
    Mutation(
        "a row keeps its penalties",
        "engine/llama/sampling.py",
        "            row[ids] = before\n",
        "            pass\n",
        WISHES,
    ),
    Mutation(
        "a sampler with penalties forgets what it chose",
        "engine/llama/sampling.py",
        "self.is_plain = form is None and adjustments.is_empty",
        "self.is_plain = form is None",
        WISHES,
    ),
)
