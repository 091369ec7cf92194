"""Small pictures for a page: asked for once, and shown where they belong when they have come."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from app.domain import Picture

THUMBNAIL_SIDE = 480  # pixels: enough for a screen of twice the density


class PictureHub(QObject):
    """Has no picture itself until ``put`` brings it; ``wanted`` says whose turn it is."""

    wanted = Signal(Picture)
    arrived = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._images: dict[str, QImage | None] = {}

    def image(self, picture: Picture) -> QImage | None:
        """Return a picture; None while it is on its way, and for one that can't be read."""
        if picture.digest not in self._images:
            self._images[picture.digest] = None
            self.wanted.emit(picture)
        return self._images[picture.digest]

    def put(self, digest: str, image: QImage) -> None:
        """Take a picture that was asked for."""
        self._images[digest] = image
        self.arrived.emit(digest)
