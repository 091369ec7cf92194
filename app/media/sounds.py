"""Decodes sounds, within the process that decodes pictures: see ``process.py``."""

import functools
import importlib
from types import ModuleType

from app.domain import MOST_SOUND_SECONDS
from app.media.messages import DecodedSound, DecodeTrouble, Refused, SoundRequest
from app.media.sound_formats import SoundFormat, sound_format_of
from engine.messages.media import SAMPLE_RATE

_PIECE_FRAMES = 1 << 16
_MOST_SAMPLES = MOST_SOUND_SECONDS * SAMPLE_RATE


@functools.cache
def sound_library() -> ModuleType | None:
    """Return what decodes sounds, None where it is not installed; once bounded it can't be read."""
    # Not above: pictures are decoded also where it is not installed.
    try:
        return importlib.import_module("miniaudio")
    except (ImportError, OSError):
        return None


def decoded_sound(request: SoundRequest) -> DecodedSound | Refused:
    """Return the samples of a file: one channel, at the rate of the models."""
    library = sound_library()
    if library is None:
        return Refused(DecodeTrouble.NO_DECODER)
    kind = sound_format_of(request.content)
    if kind is None or kind is SoundFormat.OTHER:
        return Refused(DecodeTrouble.UNKNOWN)
    try:
        samples = _samples(library, request.content)
    except (library.MiniaudioError, AssertionError, StopIteration, RuntimeError):
        return Refused(DecodeTrouble.BROKEN)
    except MemoryError:
        return Refused(DecodeTrouble.TOO_LARGE)
    if samples is None:
        return Refused(DecodeTrouble.TOO_LARGE)
    return DecodedSound(samples) if samples else Refused(DecodeTrouble.EMPTY)


def _samples(library: ModuleType, content: bytes) -> bytes | None:
    """Return float samples; None where there are too many.

    Of 16 bits each, so that no rounding of another computer gives them another name.
    """
    whole, mono = library.SampleFormat.SIGNED16, 1
    pieces = library.stream_memory(content, whole, mono, SAMPLE_RATE, _PIECE_FRAMES)
    found = bytearray()
    # Piece by piece: hours of silence are a small file, and would fill the memory.
    for piece in pieces:
        found += piece.tobytes()
        if len(found) > 2 * _MOST_SAMPLES:
            return None
    if not found:
        return b""
    # By the library, since numpy takes more addresses for its threads than this process may have.
    floats = library.SampleFormat.FLOAT32
    same = (mono, SAMPLE_RATE)
    return bytes(library.convert_frames(whole, *same, bytes(found), floats, *same))
