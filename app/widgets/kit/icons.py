"""The window's icons: SVG files, tinted with a colour and rendered for a screen."""

import logging
from functools import lru_cache
from importlib import resources

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap, QPixmapCache
from PySide6.QtSvg import QSvgRenderer

_log = logging.getLogger(__name__)

# A QIcon is not rendered again for another screen, so it contains these pixel ratios.
DEVICE_RATIOS = (1.0, 2.0, 3.0)


@lru_cache(maxsize=64)
def _source(name: str) -> str:
    """Return the SVG of an icon. Raises OSError, as while an update replaces the files."""
    return (resources.files("resources") / "icons" / f"{name}.svg").read_text("utf-8")


def icon_pixmap(name: str, colour: str, size: int, device_ratio: float = 1.0) -> QPixmap:
    """Return an icon in one colour; ``size`` is in device-independent pixels."""
    # Qt's cache is shared by the whole process, so the key contains the program's name.
    key = f"hubbub:{name}:{colour}:{size}:{device_ratio}"
    pixmap = QPixmap()
    if QPixmapCache.find(key, pixmap):
        return pixmap
    side = max(1, round(size * device_ratio))
    pixmap = QPixmap(QSize(side, side))
    pixmap.fill(Qt.GlobalColor.transparent)
    # Before painting begins: an exception between a painter's begin and end, or in a
    # widget that paints itself, ends the process.
    try:
        svg = _source(name).replace("currentColor", colour)
    except OSError as error:
        # As text: the log record would otherwise keep the frames of the running paint event.
        _log.error("the icon %s can't be read: %s", name, str(error))
        pixmap.setDevicePixelRatio(device_ratio)
        return pixmap
    painter = QPainter(pixmap)
    QSvgRenderer(QByteArray(svg.encode())).render(painter, QRectF(0, 0, side, side))
    painter.end()
    pixmap.setDevicePixelRatio(device_ratio)
    QPixmapCache.insert(key, pixmap)
    return pixmap


def tinted_icon(name: str, colour: str, size: int = 18) -> QIcon:
    """Return an icon in one colour that stays sharp on dense screens."""
    icon = QIcon()
    for device_ratio in DEVICE_RATIOS:
        icon.addPixmap(icon_pixmap(name, colour, size, device_ratio))
    return icon


def application_icon() -> QIcon:
    """Return the icon of the application."""
    icon = QIcon()
    for side in (16, 24, 32, 48, 64, 128, 256):
        icon.addPixmap(icon_pixmap("hubbub", "", side))
    return icon
