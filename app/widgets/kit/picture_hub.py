"""Thumbnails and drawings of one page: each is requested once and shown when it arrives."""

from collections import OrderedDict

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from app.media.pictures import Picture

MAX_DRAWINGS = 40  # that are kept; others are drawn again when they are shown
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


class DrawingHub(QObject):
    """Caches the pictures of SVG and HTML; ``wanted`` requests one, and ``put`` delivers it."""

    wanted = Signal(str)
    arrived = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._asked: set[str] = set()
        self._images: OrderedDict[str, QImage | None] = OrderedDict()

    def image(self, source: str) -> QImage | None:
        """Return the picture of a source; None before it arrives, or if it can't be drawn."""
        if source not in self._images and source not in self._asked:
            self._asked.add(source)
            self.wanted.emit(source)
        return self._images.get(source)

    def is_refused(self, source: str) -> bool:
        """Return whether a source can't be drawn."""
        return source in self._images and self._images[source] is None

    def ask_again(self) -> None:
        """Request missing drawings again, as after their provider was connected."""
        for source in tuple(self._asked):
            self.wanted.emit(source)

    def put(self, source: str, image: QImage | None) -> None:
        """Store a picture that was requested; None if it can't be drawn."""
        self._asked.discard(source)
        self._images[source] = image
        if len(self._images) > MAX_DRAWINGS:
            self._images.popitem(last=False)
        self.arrived.emit(source)
