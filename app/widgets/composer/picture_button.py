"""A picture that can be clicked: as large as it may be, with round corners."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QPushButton, QWidget

from app.domain import Picture
from app.widgets.kit.icons import icon_pixmap
from app.widgets.kit.picture_hub import PictureHub
from app.widgets.kit.theme import colours_of
from app.widgets.kit.translation import fill
from app.widgets.markdown.safe_text import without_hidden

LEAST_SIDE = 28  # of a very long or a very high one, of which the middle is shown
_RADIUS = 8.0
_ICON_SIDE = 18


class PictureButton(QPushButton):
    """Shows a picture of a hub; its place is free from the first moment."""

    def __init__(
        self, picture: Picture, hub: PictureHub, most: QSize, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.picture = picture
        self._hub = hub
        self._size = fitted_size(picture, most)
        self.setFixedSize(self._size)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAutoDefault(False)
        name = without_hidden(picture.name)
        text = self.tr("Picture {name}, {width:,} by {height:,} pixels")
        text = fill(text, name=name, width=picture.width, height=picture.height)
        self.setAccessibleName(text)
        self.setToolTip(text)
        hub.arrived.connect(self._on_arrived)

    def sizeHint(self) -> QSize:
        return self._size

    def paintEvent(self, event: QPaintEvent) -> None:
        image = self._hub.image(self.picture)  # before anything is painted: it may be asked for
        colours = colours_of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        area = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        outline = QPainterPath()
        outline.addRoundedRect(area, _RADIUS, _RADIUS)
        painter.fillPath(outline, QColor(colours.hover))
        painter.save()
        painter.setClipPath(outline)
        if image is None:
            icon = icon_pixmap("picture", colours.muted, _ICON_SIDE, self.devicePixelRatioF())
            left, top = ((side - _ICON_SIDE) // 2 for side in (self.width(), self.height()))
            painter.drawPixmap(left, top, icon)
        else:
            # What is much longer than high fills its place, and its ends are left out.
            scale = max(area.width() / image.width(), area.height() / image.height())
            target = QRectF(0, 0, image.width() * scale, image.height() * scale)
            target.moveCenter(area.center())
            painter.drawImage(target, image)
        painter.restore()
        colour = colours.accent if self.hasFocus() else colours.border
        painter.setPen(QPen(QColor(colour), 2 if self.hasFocus() else 1))
        painter.drawPath(outline)

    def _on_arrived(self, digest: str) -> None:
        if digest == self.picture.digest:
            self.update()


def fitted_size(picture: Picture, most: QSize) -> QSize:
    """Return how large a picture is shown: never larger than it is, nor too small to be hit."""
    size = QSize(picture.width, picture.height)
    if size.width() > most.width() or size.height() > most.height():
        size = size.scaled(most, Qt.AspectRatioMode.KeepAspectRatio)
    return size.expandedTo(QSize(LEAST_SIDE, LEAST_SIDE))
