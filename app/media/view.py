"""The picture viewer: shows a picture fitted or at any scale, copies and saves it."""

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import (
    QGuiApplication,
    QImage,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFrame, QLabel, QScrollBar, QWidget

from app.media.pictures import Picture
from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.copied_sign import show_copied
from app.widgets.kit.forms import FocusScrollArea, dialog_buttons
from app.widgets.kit.geometry import resize_on_screen, vertical_layout
from app.widgets.kit.translation import fill
from app.widgets.markdown.safe_text import without_hidden

_FRAME_WIDTH = 32  # size of the window without the picture
_SHARE = 0.9  # of the screen
_SMALLEST = QSize(420, 320)
_LARGER = (Qt.Key.Key_Plus, Qt.Key.Key_Equal)  # the same key, with and without Shift
RING = 3  # around the picture, so that the focus frame is visible
_SCALES = (0.1, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0)
_MAX_SHOWN_SIDE = 4096  # pixels, which limits an enlarged picture to 64 MB


class PictureArea(FocusScrollArea):
    """A scroll area for a picture; Ctrl and the wheel change its scale."""

    scaled = Signal()

    def __init__(self, image: QImage, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._image = image
        self._held: QPointF | None = None
        self._fixed_scale: float | None = None
        self.scale = 1.0  # screen pixels per picture pixel
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setViewportMargins(*4 * (RING,))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setCornerWidget(QWidget())  # otherwise the style draws a box between the scroll bars
        self._shown = QLabel()
        self.setWidget(self._shown)
        self._fit()

    @property
    def is_fitted(self) -> bool:
        """Return whether the picture is fitted into the area."""
        return self._fixed_scale is None

    def set_fitted(self, *, is_fitted: bool) -> None:
        """Fit the picture, or show it at its own size."""
        self._fixed_scale = None if is_fitted else 1.0
        self._fit()

    def zoom(self, *, is_larger: bool) -> None:
        """Change to the next larger or smaller scale, around the middle."""
        longest = max(self._image.width(), self._image.height())
        most = max(1.0, _MAX_SHOWN_SIDE / longest)
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
            event.ignore()  # these keys change the picture
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
        """Scale the picture down to the area; a smaller one is not enlarged."""
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
    """Return the fraction of the scroll range before the middle of the view."""
    return (bar.value() + bar.pageStep() / 2) / (bar.maximum() + bar.pageStep())


def _move_middle(bar: QScrollBar, middle: float) -> None:
    bar.setValue(round(middle * (bar.maximum() + bar.pageStep()) - bar.pageStep() / 2))


class PictureViewer(QDialog):
    """The viewer window: Esc closes it, 0 fits the picture, 1 shows it at its own size.

    Plus and minus change the scale; Left and Right request the previous and next picture.
    """

    step_requested = Signal(int)

    def __init__(self, picture: Picture, image: QImage, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.area = PictureArea(image, self)
        self._facts = MutedLabel(parent=self)
        self.show_picture(picture, image)
        column = vertical_layout(self, self.area)
        column.setStretch(0, 1)
        column.addWidget(self._facts)
        column.addWidget(self._build_buttons())
        self.area.scaled.connect(self._show_size)
        resize_on_screen(self, self._wanted_size())
        self.area.setFocus()
        self._show_size()

    def show_picture(self, picture: Picture, image: QImage) -> None:
        """Show a picture in this window."""
        self.picture = picture
        self._image = image
        name = without_hidden(picture.name)
        self.setWindowTitle(name)
        width, height = _sides(image)
        text = self.tr("Picture {name}, {width:,} by {height:,} pixels")
        self.area.setAccessibleName(fill(text, name=name, width=width, height=height))
        self.area.setAccessibleDescription(
            self.tr(
                "Plus and minus make it larger and smaller, 0 fits it into the window, and Left "
                "and Right lead to other pictures."
            )
        )
        self.area.show_image(image)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_0, Qt.Key.Key_1):
            self.set_fitted(is_fitted=event.key() == Qt.Key.Key_0)
        elif event.key() in _LARGER or event.key() == Qt.Key.Key_Minus:
            self.area.zoom(is_larger=event.key() in _LARGER)
        elif event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.step_requested.emit(1 if event.key() == Qt.Key.Key_Right else -1)
        elif event.matches(QKeySequence.StandardKey.Copy):
            self._copy()
        else:
            super().keyPressEvent(event)

    def set_fitted(self, *, is_fitted: bool) -> None:
        """Fit the picture into the window, or show it at its own size."""
        self.area.set_fitted(is_fitted=is_fitted)

    def _wanted_size(self) -> QSize:
        """Return the size of the picture, scaled down proportionally to the screen."""
        below = self.sizeHint().height() - self.area.sizeHint().height() + 2 * RING
        around = QSize(_FRAME_WIDTH, below)
        room = self.screen().availableSize() * _SHARE - around
        size = self._image.size() / self.devicePixelRatioF()
        if size.width() > room.width() or size.height() > room.height():
            size = size.scaled(room, Qt.AspectRatioMode.KeepAspectRatio)
        return (size + around).expandedTo(_SMALLEST)

    def _build_buttons(self) -> QDialogButtonBox:
        buttons = dialog_buttons(self, reject=self.tr("Close"))
        self.size_button = PillButton("")
        self.copy_button = PillButton(self.tr("Copy"))
        self.save_button = PillButton(self.tr("Save as…"))
        for button in (self.size_button, self.copy_button, self.save_button):
            buttons.addButton(button, QDialogButtonBox.ButtonRole.ActionRole)
        self.size_button.clicked.connect(lambda: self.set_fitted(is_fitted=not self.area.is_fitted))
        self.copy_button.clicked.connect(self._copy)
        return buttons

    def _show_size(self) -> None:
        self.size_button.setText(self.tr("100%") if self.area.is_fitted else self.tr("Fit"))
        facts = self.tr(
            "{width:,} by {height:,} pixels, as the model gets it · shown at {percent:,}%"
        )
        width, height, percent = *_sides(self._image), round(100 * self.area.scale)
        self._facts.setText(fill(facts, width=width, height=height, percent=percent))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setImage(self._image)
        show_copied(self.copy_button)


def _sides(image: QImage) -> tuple[int, int]:
    return image.width(), image.height()
