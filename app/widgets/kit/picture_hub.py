"""Thumbnails of one page: each is requested once and shown when it arrives."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from app.media.pictures import Picture

THUMBNAIL_SIDE = 480  # pixels, enough for a screen with a pixel ratio of 2


class PictureHub(QObject):
    """Caches thumbnails; ``wanted`` requests a picture, and ``put`` delivers it."""

    wanted = Signal(Picture)
    arrived = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._asked: dict[str, Picture] = {}
        self._images: dict[str, QImage] = {}

    def image(self, picture: Picture) -> QImage | None:
        """Return a thumbnail; None before it arrives, or if it can't be read."""
        if picture.digest not in self._asked:
            self._asked[picture.digest] = picture
            self.wanted.emit(picture)
        return self._images.get(picture.digest)

    def ask_again(self) -> None:
        """Request missing thumbnails again, as after their provider was connected."""
        for digest, picture in tuple(self._asked.items()):
            if digest not in self._images:
                self.wanted.emit(picture)

    def put(self, digest: str, image: QImage) -> None:
        """Store a thumbnail that was requested."""
        self._images[digest] = image
        self.arrived.emit(digest)
