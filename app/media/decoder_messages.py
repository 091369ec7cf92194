"""The messages between the window and the decoder process.

Each request is answered by one Decoded, DecodedSound or Refused, in order.
"""

import enum
from typing import TypeAlias

import msgspec

from app.media.pictures import MAX_PICTURE_SIDE
from app.media.sounds import MAX_SOUND_SECONDS
from engine.ipc.frames import BrokenFrame, Frames
from engine.messages.media import BYTES_PER_SAMPLE, SAMPLE_RATE

MAX_FILE_BYTES = 64_000_000
MAX_PIXELS = 64_000_000
MAX_SCALED_PIXELS = 256_000_000  # for formats that are never decoded at full size
MAX_SECONDS = 20
MAX_MEMORY_BYTES = 2 << 30
BYTES_PER_PIXEL = 3
MAX_SOUND_BYTES = MAX_SOUND_SECONDS * SAMPLE_RATE * BYTES_PER_SAMPLE
_MAX_PICTURE_BYTES = 2 * MAX_PICTURE_SIDE * MAX_PICTURE_SIDE * BYTES_PER_PIXEL
MAX_REPLY_BYTES = max(_MAX_PICTURE_BYTES, MAX_SOUND_BYTES) + (2 << 20)
_MAX_REQUEST_BYTES = MAX_FILE_BYTES + (1 << 10)


class DecodeTrouble(enum.Enum):
    """The reasons for which a file gives no pixels or samples."""

    BROKEN = "broken"
    EMPTY = "empty"
    TOO_LARGE = "too large"
    SVG = "svg"
    MODERN = "modern"
    UNKNOWN = "unknown"
    NO_DECODER = "no decoder"
    TOO_SLOW = "too slow"


class DecodeRequest(msgspec.Struct, frozen=True, tag=True):
    """Decode a picture file, scaled to at most ``most_side`` pixels per side.

    ``wants_file`` also requests a PNG or JPEG file without metadata.
    """

    content: bytes
    most_side: int = MAX_PICTURE_SIDE
    wants_file: bool = False


class DrawingRequest(msgspec.Struct, frozen=True, tag=True):
    """Draw an SVG on white, with ``DRAWING_SCALE`` pixels for each of its units."""

    content: str
    most_side: int = MAX_PICTURE_SIDE
    wants_file: bool = False


class SoundRequest(msgspec.Struct, frozen=True, tag=True):
    """Decode a sound."""

    content: bytes


class Decoded(msgspec.Struct, frozen=True, tag=True):
    """The pixels: RGB, 8 bits per channel, rows without padding."""

    width: int
    height: int
    pixels: bytes
    file: bytes = b""


class DecodedSound(msgspec.Struct, frozen=True, tag=True):
    """The samples: little-endian float32, one channel, ``SAMPLE_RATE`` per second."""

    samples: bytes

    @property
    def sample_count(self) -> int:
        """Return the number of samples."""
        return len(self.samples) // BYTES_PER_SAMPLE


class Refused(msgspec.Struct, frozen=True, tag=True):
    """The file was not decoded; the size is the one declared in the file, or 0."""

    trouble: DecodeTrouble
    width: int = 0
    height: int = 0


Request: TypeAlias = DecodeRequest | DrawingRequest | SoundRequest
Reply: TypeAlias = Decoded | DecodedSound | Refused
REQUESTS = Frames[Request](Request, _MAX_REQUEST_BYTES)
REPLIES = Frames[Reply](Reply, MAX_REPLY_BYTES)


def check_reply(reply: Reply, request: Request) -> None:
    """Raise BrokenFrame unless a reply has its declared size and answers this request."""
    if isinstance(reply, DecodedSound):
        length = len(reply.samples)
        if not 0 < length <= MAX_SOUND_BYTES or length % BYTES_PER_SAMPLE:
            raise BrokenFrame(f"{length:,} bytes of samples")
    if isinstance(reply, Decoded):
        if isinstance(request, SoundRequest):
            raise BrokenFrame("pixels of a sound")
        sides = (reply.width, reply.height)
        if not all(0 < side <= request.most_side for side in sides):
            raise BrokenFrame(f"{reply.width} x {reply.height} pixels")
        if len(reply.pixels) != reply.width * reply.height * BYTES_PER_PIXEL:
            raise BrokenFrame(f"{len(reply.pixels):,} bytes of pixels")
        if bool(reply.file) is not request.wants_file:
            raise BrokenFrame("a file that was not requested, or none")
