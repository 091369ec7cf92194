"""Sounds of messages."""

import msgspec

from app.media.pictures import is_digest

SOUND_MEDIA_TYPES = {"audio/wav": ".wav", "audio/mpeg": ".mp3", "audio/flac": ".flac"}
# The engine has the same constant, which must not be imported here.
SAMPLE_RATE = 16_000  # samples per second
MAX_SOUND_SECONDS = 600


class Sound(msgspec.Struct, frozen=True):
    """A stored sound of a message.

    Attributes:
        digest: digest of the stored file, which is the original one.
        byte_count: size of the stored file.
        sample_count: number of samples that the model gets.
        samples: digest of the samples (``engine.messages.media_digest``).
    """

    name: str
    digest: str
    byte_count: int
    sample_count: int
    samples: str
    media_type: str = "audio/wav"

    @property
    def seconds(self) -> float:
        """Return the duration in seconds."""
        return self.sample_count / SAMPLE_RATE


def checked_sound(sound: Sound) -> Sound | None:
    """Return a sound if its values are plausible; None if an import or a disk damaged them."""
    if sound.media_type not in SOUND_MEDIA_TYPES:
        return None
    if not (is_digest(sound.digest) and is_digest(sound.samples)):
        return None
    return sound if 0 < sound.sample_count <= MAX_SOUND_SECONDS * SAMPLE_RATE else None
