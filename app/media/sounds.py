"""Sounds that go with messages."""

from dataclasses import dataclass

from app.media.pictures import is_digest

SOUND_MEDIA_TYPES = {"audio/wav": ".wav", "audio/mpeg": ".mp3", "audio/flac": ".flac"}
# The engine has the same number, which nothing here may import.
SAMPLE_RATE = 16_000  # of what models hear, a second
MAX_SOUND_SECONDS = 600


@dataclass(frozen=True, slots=True)
class Sound:
    """A sound that was decoded once and stored, and goes with a message.

    Attributes:
        digest: of the stored file, which is the one that was given.
        byte_count: of the stored file.
        sample_count: of what the model hears.
        samples: names what is to be heard (``engine.messages.media_digest``).
    """

    name: str
    digest: str
    byte_count: int
    sample_count: int
    samples: str
    media_type: str = "audio/wav"

    @property
    def seconds(self) -> float:
        """Return how long it is."""
        return self.sample_count / SAMPLE_RATE


def checked_sound(sound: Sound) -> Sound | None:
    """Return a sound whose facts can be true; None for what an import or a disk made up."""
    if sound.media_type not in SOUND_MEDIA_TYPES:
        return None
    if not (is_digest(sound.digest) and is_digest(sound.samples)):
        return None
    return sound if 0 < sound.sample_count <= MAX_SOUND_SECONDS * SAMPLE_RATE else None
