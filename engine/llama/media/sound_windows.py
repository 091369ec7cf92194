"""A sound as the encoder reads it: in windows of half a minute, each cut up by itself.

Given all of a long sound, the library would compute its spectrum at once, however long that takes,
and behind one of exactly half a minute it would put another one of silence.
"""

from collections.abc import Iterator

import numpy as np

from engine.backend_media import MROPE_SECTIONS, Positions
from engine.messages.media import BYTES_PER_SAMPLE, SAMPLE_RATE

WINDOW_SAMPLES = 30 * SAMPLE_RATE - 320  # two frames less, so that none of silence follows


def window_sizes(samples: int) -> list[int]:
    """Return how many samples each window has; the last is filled up to a whole second.

    So there are few different ones, of which each has to be counted once.
    """
    full, rest = divmod(samples, WINDOW_SAMPLES)
    seconds = -(-rest // SAMPLE_RATE)
    last = [min(WINDOW_SAMPLES, seconds * SAMPLE_RATE)] if rest else []
    return [WINDOW_SAMPLES] * full + last


def windows_of(content: bytes) -> Iterator[bytes]:
    """Yield the samples of each window, with silence behind the last."""
    first = 0
    for size in window_sizes(len(content) // BYTES_PER_SAMPLE):
        end = first + size * BYTES_PER_SAMPLE
        yield content[first:end].ljust(size * BYTES_PER_SAMPLE, b"\0")
        first = end


def sound_positions(rows: int, *, has_mrope: bool) -> Positions:
    """Return the positions of a sound's rows, which follow each other as those of a text do."""
    found = np.tile(np.arange(rows, dtype=np.int32), (MROPE_SECTIONS if has_mrope else 1, 1))
    # The library asks pictures where their rows lie; of a sound it knows only how many there are.
    if has_mrope:
        found[MROPE_SECTIONS - 1] = 0
    return found
