"""Where a picture is looked at: it fits, or is moved about by keys and mouse."""

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage, QKeyEvent, QMouseEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QWidget

from app.widgets.kit.forms import FocusScrollArea


class PictureArea(FocusScrollArea):
    """Scrolls a picture that is larger than it is."""

    def __init__(self, image: QImage, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._image = image
        self._held: QPointF | None = None
        self.is_fitted = True
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._shown = QLabel()
        self.setWidget(self._shown)
        self._fit()

    def set_fitted(self, *, is_fitted: bool) -> None:
        """Fit the picture, or show each of its pixels."""
        self.is_fitted = is_fitted
        self._fit()

    def show_image(self, image: QImage) -> None:
        """Show another picture."""
        self._image = image
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.is_fitted and event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            event.ignore()  # there is nothing to scroll, so they turn to another picture
        else:
            super().keyPressEvent(event)

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
        """Draw it for the place that it has; one that is smaller is not made larger."""
        ratio = self.devicePixelRatioF()
        size = self._image.size() / ratio
        room = self.maximumViewportSize()
        if self.is_fitted and (size.width() > room.width() or size.height() > room.height()):
            size = size.scaled(room, Qt.AspectRatioMode.KeepAspectRatio)
        image = self._image.scaled(
            size * ratio,
            Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
        image.setDevicePixelRatio(ratio)
        self._shown.setPixmap(QPixmap.fromImage(image))
        self._shown.resize(size)
