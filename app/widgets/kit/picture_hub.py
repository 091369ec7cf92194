"""Small pictures for a page: asked for once, and shown where they belong when they have come."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from app.media.pictures import Picture

THUMBNAIL_SIDE = 480  # pixels: enough for a screen of twice the density


class PictureHub(QObject):
    """Has no picture itself until ``put`` brings it; ``wanted`` says whose turn it is."""

    wanted = Signal(Picture)
    arrived = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._asked: dict[str, Picture] = {}
        self._images: dict[str, QImage] = {}

    def image(self, picture: Picture) -> QImage | None:
        """Return a picture; None while it is on its way, and for one that can't be read."""
        if picture.digest not in self._asked:
            self._asked[picture.digest] = picture
            self.wanted.emit(picture)
        return self._images.get(picture.digest)

    def ask_again(self) -> None:
        """Ask for what is missing: who brings it may be there only after the first look."""
        for digest, picture in tuple(self._asked.items()):
            if digest not in self._images:
                self.wanted.emit(picture)

    def put(self, digest: str, image: QImage) -> None:
        """Take a picture that was asked for."""
        self._images[digest] = image
        self.arrived.emit(digest)
