"""A picture of a message, large: fitted into its window or in any scale, copied and saved."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QImage, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QWidget

from app.domain import Picture
from app.widgets.dialogs.picture_area import RING, PictureArea
from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.copied_sign import show_copied
from app.widgets.kit.forms import dialog_buttons
from app.widgets.kit.geometry import resize_on_screen, vertical_layout
from app.widgets.kit.translation import fill
from app.widgets.markdown.safe_text import without_hidden

_BESIDE = 32  # what the window has beside the picture
_SHARE = 0.9  # of the screen
_SMALLEST = QSize(420, 320)
_LARGER = (Qt.Key.Key_Plus, Qt.Key.Key_Equal)  # the same key, with Shift and without


class PictureViewer(QDialog):
    """Shows what was decoded; Esc closes it, 0 fits it, 1 shows it at its own size.

    Plus and minus make it larger and smaller; Left and Right ask for the picture before and
    behind it.
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
        """Show another picture in this window."""
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
        """Fit the picture into the window, or show each of its pixels."""
        self.area.set_fitted(is_fitted=is_fitted)

    def _wanted_size(self) -> QSize:
        """Return a size in the proportions of the picture, where the screen is too small for it."""
        below = self.sizeHint().height() - self.area.sizeHint().height() + 2 * RING
        around = QSize(_BESIDE, below)
        room = self.screen().availableSize() * _SHARE - around
        size = self._image.size() / self.devicePixelRatioF()
        if size.width() > room.width() or size.height() > room.height():
            size = size.scaled(room, Qt.AspectRatioMode.KeepAspectRatio)
        return (size + around).expandedTo(_SMALLEST)

    def _build_buttons(self) -> QDialogButtonBox:
        buttons = dialog_buttons(self, reject=self.tr("Close"))
        self.size_button = PillButton("")
        self.copy_button = PillButton(self.tr("Copy"))
        self.save_button = PillButton(self.tr("Save as …"))
        for button in (self.size_button, self.copy_button, self.save_button):
            buttons.addButton(button, QDialogButtonBox.ButtonRole.ActionRole)
        self.size_button.clicked.connect(lambda: self.set_fitted(is_fitted=not self.area.is_fitted))
        self.copy_button.clicked.connect(self._copy)
        return buttons

    def _show_size(self) -> None:
        self.size_button.setText(self.tr("100 %") if self.area.is_fitted else self.tr("Fit"))
        facts = self.tr(
            "{width:,} by {height:,} pixels, as the model gets it · shown at {percent:,} %"
        )
        width, height, percent = *_sides(self._image), round(100 * self.area.scale)
        self._facts.setText(fill(facts, width=width, height=height, percent=percent))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setImage(self._image)
        show_copied(self.copy_button)


def _sides(image: QImage) -> tuple[int, int]:
    return image.width(), image.height()
