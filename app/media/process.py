"""A process that decodes pictures and sounds, and draws SVG, with limits: see ``messages.py``.

A hostile picture may use all memory, never end, or exploit the decoder. So this process can't
write files, use the network or start programs, and the system ends it if a picture takes too much
time or memory. Only pixels leave it, and a file made of these pixels alone.
"""

import functools
import importlib
from types import ModuleType

from msgspec.structs import replace
from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QIODevice,
    QMessageLogContext,
    QRectF,
    QSize,
    QSizeF,
    Qt,
    QtMsgType,
    QUrl,
    qInstallMessageHandler,
)
from PySide6.QtGui import (
    QColorSpace,
    QGuiApplication,
    QImage,
    QImageIOHandler,
    QImageReader,
    QImageWriter,
    QPainter,
    QTextDocument,
)

from app.media.decoder_messages import (
    BYTES_PER_PIXEL,
    MAX_MEMORY_BYTES,
    MAX_PIXELS,
    MAX_SCALED_PIXELS,
    MAX_SECONDS,
    REPLIES,
    REQUESTS,
    Decoded,
    DecodedSound,
    DecodeRequest,
    DecodeTrouble,
    DrawingRequest,
    Refused,
    Reply,
    Request,
    SoundRequest,
)
from app.media.drawings import DRAWING_SCALE, NotDrawable, harmless_svg, is_page
from app.media.formats import PictureFormat, SoundFormat, format_of, is_cut_short, sound_format_of
from app.media.sounds import MAX_SOUND_SECONDS
from engine.ipc.limits import limit_memory, limit_processor_time
from engine.ipc.serve import Worker
from engine.messages.media import SAMPLE_RATE
from engine.sandbox.confinement import confine

_PIECE_FRAMES = 1 << 16
_MAX_SAMPLES = MAX_SOUND_SECONDS * SAMPLE_RATE
_MAX_MEGABYTES = 600  # of one decoded picture; 16 bits per channel are 8 bytes per pixel
MAX_PNG_BYTES = 1_000_000  # of a stored picture; larger ones are photos, stored as JPEG
_GOOD_JPEG = 92
_PAGE_WIDTH, _MAX_PAGE_HEIGHT = 720, 760  # of a drawn page, in its own units
_MIN_DRAWING = 240  # pixels of the longer side
_FAST_PNG = 80  # a file hardly larger than the smallest, in a third of the time
_CUT_SHORT = "premature end"  # logged by the JPEG decoder, which continues with grey
_SUPPORTS_SCALING = QImageIOHandler.ImageOption.ScaledSize


@functools.cache
def sound_library() -> ModuleType | None:
    """Return the sound library; None if not installed. Must be called before ``limit_reach``."""
    # Imported here: pictures are decoded without it as well.
    try:
        return importlib.import_module("miniaudio")
    except (ImportError, OSError):
        return None


def decoded_sound(request: SoundRequest) -> DecodedSound | Refused:
    """Return the samples of a file: one channel, at the models' sample rate."""
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
    """Return float samples; None if there are too many.

    Decoded as 16-bit integers, so that rounding on other computers does not change the digest.
    """
    whole, mono = library.SampleFormat.SIGNED16, 1
    pieces = library.stream_memory(content, whole, mono, SAMPLE_RATE, _PIECE_FRAMES)
    found = bytearray()
    # In pieces: hours of silence are a small file that would fill the memory.
    for piece in pieces:
        found += piece.tobytes()
        if len(found) > 2 * _MAX_SAMPLES:
            return None
    if not found:
        return b""
    # With the library: numpy reserves more address space for threads than this process may use.
    floats = library.SampleFormat.FLOAT32
    same = (mono, SAMPLE_RATE)
    return bytes(library.convert_frames(whole, *same, bytes(found), floats, *same))


def main() -> None:
    """Answer requests until the pipe ends."""
    sound_library()  # while files can still be opened
    limit_reach()
    QImageReader.setAllocationLimit(_MAX_MEGABYTES)
    complaints: list[str] = []
    qInstallMessageHandler(lambda _kind, _context, text: _note(complaints, _kind, _context, text))
    worker = Worker()
    while (request := worker.read(REQUESTS)) is not None:
        limit_processor_time(MAX_SECONDS)
        complaints.clear()
        reply = answer(request)
        if any(_CUT_SHORT in each.lower() for each in complaints):
            reply = Refused(DecodeTrouble.BROKEN)
        worker.write(REPLIES, reply)


def answer(request: Request) -> Reply:
    """Return the reply to a request."""
    match request:
        case SoundRequest():
            return decoded_sound(request)
        case DrawingRequest():
            return drawn(request)
    return decoded(request)


def limit_reach() -> None:
    """Limit memory and access of this process; the window also limits the time."""
    limit_memory(MAX_MEMORY_BYTES)
    confine(())


def _note(complaints: list[str], _kind: QtMsgType, _context: QMessageLogContext, text: str) -> None:
    complaints.append(text)


def decoded(request: DecodeRequest) -> Reply:
    """Return the pixels of a file: rotated upright, on white, scaled to a maximum size."""
    kind = format_of(request.content)
    if kind is None:
        return Refused(DecodeTrouble.UNKNOWN)
    if kind in (PictureFormat.SVG, PictureFormat.MODERN):
        return Refused(DecodeTrouble[kind.name])
    if is_cut_short(kind, request.content):
        return Refused(DecodeTrouble.BROKEN)
    content = QByteArray(request.content)
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    # By its first bytes only: Qt would try other decoders after a failure. The reader is not
    # stored, because it must be destroyed before the buffer, which the TIFF reader still uses.
    return _decoded(QImageReader(buffer, kind.value.encode()), request)


def drawn(request: DrawingRequest) -> Reply:
    """Return the pixels of a drawing or of a page, on white."""
    if is_page(request.content, ""):
        return _drawn_page(request)
    from PySide6.QtSvg import QSvgRenderer  # late: most processes draw none

    try:
        source = harmless_svg(request.content)
    except NotDrawable:
        return Refused(DecodeTrouble.BROKEN)
    _prepare_fonts()
    renderer = QSvgRenderer(QByteArray(source.encode("utf-8", "replace")))
    size = renderer.defaultSize()
    if not renderer.isValid() or size.isEmpty():
        return Refused(DecodeTrouble.EMPTY)
    scale = max(DRAWING_SCALE, _MIN_DRAWING / max(size.width(), size.height()))
    wanted = QSizeF(size.width() * scale, size.height() * scale).toSize()
    image = QImage(_fitted(wanted, request.most_side), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    renderer.setAspectRatioMode(Qt.AspectRatioMode.KeepAspectRatio)
    renderer.render(painter, QRectF(image.rect()))
    painter.end()
    return _reply(image.convertToFormat(QImage.Format.Format_RGB888), wants_file=request.wants_file)


class _Page(QTextDocument):
    """A page that loads no picture, style or other file."""

    def loadResource(self, kind: int, name: QUrl | str) -> QImage:
        return QImage(1, 1, QImage.Format.Format_ARGB32)


def _drawn_page(request: DrawingRequest) -> Reply:
    """Return the upper part of a page. Qt's rich text runs no scripts and knows simple styles."""
    _prepare_fonts()
    page = _Page()
    page.setHtml(request.content)
    if page.isEmpty():
        return Refused(DecodeTrouble.EMPTY)
    page.setTextWidth(_PAGE_WIDTH)
    size = QSizeF(_PAGE_WIDTH, min(page.size().height(), _MAX_PAGE_HEIGHT)) * DRAWING_SCALE
    image = QImage(size.toSize(), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.scale(DRAWING_SCALE, DRAWING_SCALE)
    page.drawContents(painter, QRectF(0, 0, _PAGE_WIDTH, _MAX_PAGE_HEIGHT))
    painter.end()
    plain = _plain(image, request.most_side)
    return _reply(plain, wants_file=request.wants_file)


@functools.cache
def _prepare_fonts() -> QGuiApplication | None:
    """Return the application that fonts need; None if this process has one."""
    if QGuiApplication.instance() is not None:
        return None
    return QGuiApplication(["hubbub", "-platform", "offscreen"])


def _decoded(reader: QImageReader, request: DecodeRequest) -> Reply:
    reader.setAutoDetectImageFormat(False)
    reader.setAutoTransform(True)
    refusal = _refusal(reader)
    if refusal is not None:
        return refusal
    size = reader.size()
    if reader.supportsOption(_SUPPORTS_SCALING):
        reader.setScaledSize(_fitted(size, request.most_side))
    try:
        image = reader.read()
        if image.isNull():
            return Refused(DecodeTrouble.BROKEN, size.width(), size.height())
        return _reply(_plain(image, request.most_side), wants_file=request.wants_file)
    except MemoryError:
        return Refused(DecodeTrouble.TOO_LARGE, size.width(), size.height())


def _refusal(reader: QImageReader) -> Refused | None:
    """Return why a picture is refused, from its declared values; None if it is not."""
    size = reader.size()
    width, height = size.width(), size.height()
    if size.isNull():
        return Refused(DecodeTrouble.EMPTY)
    if not reader.canRead() or width < 0 or height < 0:
        return Refused(DecodeTrouble.BROKEN)
    if width == 0 or height == 0:
        return Refused(DecodeTrouble.EMPTY)
    is_scaled = reader.supportsOption(_SUPPORTS_SCALING)
    if width * height > (MAX_SCALED_PIXELS if is_scaled else MAX_PIXELS):
        return Refused(DecodeTrouble.TOO_LARGE, width, height)
    return None


def _fitted(size: QSize, most_side: int) -> QSize:
    """Return a size with the same proportions within a maximum, at least one pixel per side."""
    longest = max(size.width(), size.height())
    if longest <= most_side:
        return size
    return QSize(
        max(1, round(size.width() * most_side / longest)),
        max(1, round(size.height() * most_side / longest)),
    )


def _plain(image: QImage, most_side: int) -> QImage:
    """Return the pixels in sRGB, without transparency, within a maximum size."""
    if image.size() != _fitted(image.size(), most_side):
        # Scaled first, because the following steps process each pixel.
        image = image.scaled(
            _fitted(image.size(), most_side),
            Qt.AspectRatioMode.IgnoreAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
    srgb = QColorSpace(QColorSpace.NamedColorSpace.SRgb)
    if image.colorSpace().isValid() and image.colorSpace() != srgb:
        converted = image.convertedToColorSpace(srgb, QImage.Format.Format_ARGB32)
        image = image if converted.isNull() else converted  # the colour profile is broken
    opaque = QImage(image.size(), QImage.Format.Format_RGB32)
    opaque.fill(Qt.GlobalColor.white)
    painter = QPainter(opaque)
    painter.drawImage(0, 0, image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied))
    painter.end()
    return opaque.convertToFormat(QImage.Format.Format_RGB888)


def _reply(image: QImage, *, wants_file: bool) -> Reply:
    if image.isNull():
        return Refused(DecodeTrouble.TOO_LARGE)
    width, height = image.width(), image.height()
    rows, used = image.constBits(), width * BYTES_PER_PIXEL
    step = image.bytesPerLine()
    starts = range(0, height * step, step)
    pixels = b"".join(bytes(rows[start : start + used]) for start in starts)
    if not wants_file:
        return Decoded(width, height, pixels)
    png = _saved(image, PictureFormat.PNG, _FAST_PNG)
    if len(png) <= MAX_PNG_BYTES:
        return Decoded(width, height, pixels, png)
    # A photo is stored as JPEG; the pixels are decoded from that file again.
    jpeg = _saved(image, PictureFormat.JPEG, _GOOD_JPEG)
    again = decoded(DecodeRequest(jpeg, max(width, height)))
    return replace(again, file=jpeg) if isinstance(again, Decoded) else again


def _saved(image: QImage, kind: PictureFormat, quality: int) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, kind.value.encode())
    writer.setQuality(quality)
    writer.write(image)
    return bytes(buffer.data().data())


if __name__ == "__main__":
    main()
