"""The motion with which a panel at the side of a window comes and goes.

The window is laid out once. Two pictures of it, before and after that, cover it meanwhile: the page
slides and fades from one to the other, and the panel comes from the edge or goes there. A panel
that comes is drawn as it is, since its content may arrive meanwhile.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import (
    QEasingCurve,
    QEvent,
    QObject,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSizeF,
    Qt,
    QVariantAnimation,
)
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget

from app.widgets.kit.theme_switch import is_still

DURATION_MS = 150


@contextmanager
def panel_motion(panel: QWidget, page: QWidget, head: int) -> Iterator[None]:
    """Show the change that is made inside, the panel coming or going next to the page, in motion.

    ``head`` is the height of the bar at the top of the page, which stays. Nothing moves if motion
    is off, or while the window is hidden.
    """
    window = page.window()
    for running in window.findChildren(PanelMotion):
        running.end()
    if is_still() or not window.isVisible() or not window.isAncestorOf(panel):
        yield
        return
    had_panel, before = panel.isVisible(), _Picture(window, panel, page, head)
    yield
    if panel.isVisible() is not had_panel:
        QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
        PanelMotion(window, panel, before, _Picture(window, panel, page, head)).start()


class _Picture:
    """A picture of a window, with the places of a panel and a page in it."""

    def __init__(self, window: QWidget, panel: QWidget, page: QWidget, head: int) -> None:
        self.pixmap = window.grab()
        self.panel = _place(panel) if panel.isVisible() else QRect()
        self.page = _place(page).adjusted(0, head, 0, 0)

    def draw(self, painter: QPainter, place: QRect, left: int) -> None:
        """Draw the part of a place, moved to another left edge."""
        ratio = self.pixmap.devicePixelRatio()
        source = QRectF(QPointF(place.topLeft()) * ratio, QSizeF(place.size()) * ratio)
        target = QRectF(QPointF(left, place.top()), QSizeF(place.size()))
        painter.drawPixmap(target, self.pixmap, source)


def _place(widget: QWidget) -> QRect:
    return QRect(widget.mapTo(widget.window(), QPoint(0, 0)), widget.size())


class PanelMotion(QWidget):
    """Covers a window with its pictures until the panel is at its place."""

    def __init__(self, window: QWidget, panel: QWidget, before: _Picture, after: _Picture) -> None:
        super().__init__(window)
        self._panel = panel
        self._before, self._after = before, after
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # nothing below it is painted
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._share = QVariantAnimation(self, startValue=0.0, endValue=1.0, duration=DURATION_MS)
        self._share.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._share.valueChanged.connect(self._on_moved)
        self._share.finished.connect(self.end)
        window.installEventFilter(self)
        self.setGeometry(window.rect())

    def start(self) -> None:
        """Begin to move."""
        self.show()
        self.raise_()
        self._share.start()

    def end(self) -> None:
        """Show the window itself."""
        self._share.stop()
        self.setParent(None)
        self.deleteLater()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize:
            self.end()
        return False

    def _on_moved(self) -> None:
        if self._panel.isVisible():
            painter = QPainter(self._after.pixmap)
            self._panel.render(painter, self._after.panel.topLeft())
            painter.end()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        share = float(self._share.currentValue())
        before, after = self._before, self._after
        painter = QPainter(self)
        painter.drawPixmap(0, 0, after.pixmap)
        page = before.page.united(after.page)
        painter.setClipRect(page)
        # From middle to middle: a column of the same width is at the same place in both pictures.
        way = after.page.center().x() - before.page.center().x()
        before.draw(painter, before.page, before.page.left() + round(way * share))
        painter.setOpacity(share)
        after.draw(painter, after.page, after.page.left() - round(way * (1 - share)))
        painter.setOpacity(1)
        painter.setClipping(False)
        shown, picture = (share, after) if after.panel.isValid() else (1 - share, before)
        panel = picture.panel
        way_out = panel.width() if panel.center().x() > self.width() / 2 else -panel.width()
        picture.draw(painter, panel, panel.left() + round(way_out * (1 - shown)))
