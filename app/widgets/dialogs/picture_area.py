"""Where a picture is looked at: it fits, or is made larger and moved about by keys and mouse."""

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QMouseEvent, QPixmap, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QLabel, QScrollBar, QWidget

from app.widgets.kit.forms import FocusScrollArea

RING = 3  # beside the picture, which would hide where the keyboard is
_SCALES = (0.1, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0)
_MOST_SHOWN_SIDE = 4096  # pixels, so that a large picture made larger takes 64 MB at most


class PictureArea(FocusScrollArea):
    """Scrolls a picture that is larger than it is; Ctrl and the wheel make it larger or smaller."""

    scaled = Signal()

    def __init__(self, image: QImage, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._image = image
        self._held: QPointF | None = None
        self._fixed_scale: float | None = None
        self.scale = 1.0  # of what is shown, in pixels of the screen for each of the picture
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setViewportMargins(*4 * (RING,))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setCornerWidget(QWidget())  # or the style draws a box between the bars
        self._shown = QLabel()
        self.setWidget(self._shown)
        self._fit()

    @property
    def is_fitted(self) -> bool:
        """Return whether all of it is in sight, however large the window is."""
        return self._fixed_scale is None

    def set_fitted(self, *, is_fitted: bool) -> None:
        """Fit the picture, or show each of its pixels."""
        self._fixed_scale = None if is_fitted else 1.0
        self._fit()

    def zoom(self, *, is_larger: bool) -> None:
        """Show it in the next larger or smaller scale; what is in the middle stays there."""
        longest = max(self._image.width(), self._image.height())
        most = max(1.0, _MOST_SHOWN_SIDE / longest)
        if is_larger:
            scales = [each for each in _SCALES if self.scale < each <= most]
        else:
            scales = [each for each in reversed(_SCALES) if each < self.scale]
        if not scales:
            return
        bars = (self.horizontalScrollBar(), self.verticalScrollBar())
        middles = [_middle(bar) for bar in bars]
        self._fixed_scale = scales[0]
        self._fit()
        for bar, middle in zip(bars, middles, strict=True):
            _move_middle(bar, middle)

    def show_image(self, image: QImage) -> None:
        """Show another picture."""
        self._image = image
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        across = self.horizontalScrollBar()
        has_nothing_to_scroll = across.minimum() == across.maximum()
        if has_nothing_to_scroll and event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            event.ignore()  # they turn to another picture
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        turned = event.angleDelta().y()
        if turned and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom(is_larger=turned > 0)
        else:
            super().wheelEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self._held = event.globalPosition()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._held is not None:
            moved = event.globalPosition() - self._held
            self._held = event.globalPosition()
            across, down = self.horizontalScrollBar(), self.verticalScrollBar()
            across.setValue(across.value() - round(moved.x()))
            down.setValue(down.value() - round(moved.y()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._held = None

    def _fit(self) -> None:
        """Draw it for the place that it has; one that is smaller is not made larger by itself."""
        ratio = self.devicePixelRatioF()
        own = self._image.size() / ratio
        size = own * (self._fixed_scale or 1.0)
        room = self.maximumViewportSize()
        if self.is_fitted and (size.width() > room.width() or size.height() > room.height()):
            size = size.scaled(room, Qt.AspectRatioMode.KeepAspectRatio)
        image = self._image.scaled(
            size * ratio,
            Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
        self.scale = self._fixed_scale or image.width() / max(1, self._image.width())
        image.setDevicePixelRatio(ratio)
        self._shown.setPixmap(QPixmap.fromImage(image))
        self._shown.resize(size)
        self.scaled.emit()


def _middle(bar: QScrollBar) -> float:
    """Return which part of all that is scrolled lies before the middle of what is in sight."""
    return (bar.value() + bar.pageStep() / 2) / (bar.maximum() + bar.pageStep())


def _move_middle(bar: QScrollBar, middle: float) -> None:
    bar.setValue(round(middle * (bar.maximum() + bar.pageStep()) - bar.pageStep() / 2))
