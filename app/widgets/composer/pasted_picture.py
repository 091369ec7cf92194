"""A picture on the clipboard, as it came: nothing of it is decoded here."""

from dataclasses import dataclass

from PySide6.QtCore import QBuffer, QIODevice, QMimeData
from PySide6.QtGui import QImage, QImageWriter

# In this order: what keeps most of it first.
_FORMATS = (
    *("image/png", "image/webp", "image/tiff", "image/bmp", "image/jpeg", "image/gif"),
    *("image/svg+xml", "image/avif", "image/heic"),
)


@dataclass(frozen=True, slots=True)
class PastedPicture:
    """The bytes of a picture file, or pixels that the system has decoded."""

    content: bytes
    image: QImage | None = None

    def file_content(self) -> bytes:
        """Return it as a file; on any thread, since many pixels take a moment."""
        if self.image is None:
            return self.content
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        QImageWriter(buffer, b"bmp").write(self.image)  # as it is, so that it takes no time
        return bytes(buffer.data().data())


def pasted_picture(source: QMimeData) -> PastedPicture | None:
    """Return the picture that is pasted or dropped; None where there is none.

    Asked for as an image, Qt would decode in this process what another program has put there.
    """
    for name in _FORMATS:
        if source.hasFormat(name):
            content = source.data(name).data()
            if content:
                return PastedPicture(bytes(content))
    image = source.imageData() if source.hasImage() else None
    return PastedPicture(b"", image) if isinstance(image, QImage) else None
