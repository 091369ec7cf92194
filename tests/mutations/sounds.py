"""Bugs of sounds, from a file to what the model hears."""

from tests.mutations.mutation import Mutation

WINDOWS = "tests/engine/llama/media/test_sounds.py"

SOUND_MUTATIONS = (
    Mutation(
        "a window is followed by one of silence",
        "engine/llama/media/sound_windows.py",
        "30 * SAMPLE_RATE - 320",
        "30 * SAMPLE_RATE",
        WINDOWS,
    ),
    Mutation(
        "each window begins where the sound does",
        "engine/llama/media/sound_windows.py",
        "        first = end\n",
        "",
        WINDOWS,
    ),
    Mutation(
        "a sound's rows have a fourth position",
        "engine/llama/media/sound_windows.py",
        "        found[MROPE_SECTIONS - 1] = 0\n",
        "        pass\n",
        WINDOWS,
    ),
    Mutation(
        "only the first window of a sound is counted",
        "engine/llama/media/projector.py",
        "rows = sum(one.rows for one in each)",
        "rows = each[0].rows",
        WINDOWS,
    ),
)
