"""Pictures of messages on the pages of a PDF: decoded where all are, and as wide as fits."""

import asyncio

from PySide6.QtGui import QImage

from app.errors import PictureRefused
from app.media.decoder import PictureDecoder
from app.media.messages import BYTES_PER_PIXEL, Decoded, DecodeRequest

_MOST_SIDE = 1200  # pixels: finer than most printers draw in the width of a page


class PaperPictures:
    """Decodes nothing itself, since an import may have brought the files."""

    def __init__(self) -> None:
        self._runner = asyncio.Runner()
        self._decoder = PictureDecoder()

    def image(self, name: str, content: bytes) -> QImage | None:
        """Return what a file shows; None where it can't be read."""
        request = DecodeRequest(content, _MOST_SIDE)
        try:
            return _image_of(self._runner.run(self._decoder.decode(name, request)))
        except PictureRefused:
            return None

    def close(self) -> None:
        """End what decodes."""
        self._runner.run(self._decoder.close())
        self._runner.close()


def _image_of(decoded: Decoded) -> QImage:
    size = (decoded.width, decoded.height, decoded.width * BYTES_PER_PIXEL)
    return QImage(decoded.pixels, *size, QImage.Format.Format_RGB888).copy()
