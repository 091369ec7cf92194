"""Bugs of sounds, from a file to what the model hears."""

from tests.mutations.mutation import Mutation

WINDOWS = "tests/engine/llama/media/test_sounds.py"
DECODING = "tests/app/pictures/test_sounds.py"
CHAT = "tests/app/chat/test_sounds.py"
BOX = "tests/app/controllers/messages/test_pictures.py"

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
    Mutation(
        "a sound of ten hours is decoded to its end",
        "app/pictures/sounds.py",
        "        if len(found) > 2 * _MOST_SAMPLES:\n            return None\n",
        "",
        DECODING,
    ),
    Mutation(
        "an import may say of any file that it is a sound",
        "app/domain/sounds.py",
        "    if sound.media_type not in SOUND_MEDIA_TYPES:\n        return None\n",
        "",
        CHAT,
    ),
    Mutation(
        "a draft forgets its sounds",
        "app/domain/messages.py",
        "        return (*self.pictures, *self.sounds)\n",
        "        return self.pictures\n",
        CHAT,
    ),
    Mutation(
        "sounds go to a model that does not hear, and nobody says so",
        "app/controllers/messages/composer.py",
        "        if draft.sounds and not self._requests.hears(destination):",
        "        if False:",
        BOX,
    ),
)
