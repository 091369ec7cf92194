"""A picture that goes with a message: a small one with a cross that takes it away."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from app.domain import Picture
from app.widgets.composer.picture_button import PictureButton
from app.widgets.kit.controls import Card, IconButton, MutedLabel
from app.widgets.kit.geometry import horizontal_layout
from app.widgets.kit.picture_hub import PictureHub
from app.widgets.kit.translation import fill

_MOST = QSize(140, 64)


class PictureChip(Card):
    """A click shows the picture large, the cross takes it away, and so does Delete."""

    removed = Signal(Picture)

    def __init__(self, picture: Picture, hub: PictureHub, parent: QWidget | None = None) -> None:
        super().__init__(parent, fill="hover", radius=10)
        self.picture = picture
        self.button = PictureButton(picture, hub, _MOST, self)
        self.remove_button = IconButton("close", self.tr("Remove this picture"), self, size=13)
        self.remove_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.token_label = MutedLabel(parent=self)
        self.token_label.hide()
        row = horizontal_layout(self, self.button, margins=(3, 3, 2, 3), spacing=1)
        row.addSpacing(4)
        row.addWidget(self.token_label)
        row.addWidget(self.remove_button)
        self.remove_button.clicked.connect(lambda: self.removed.emit(self.picture))

    def show_tokens(self, count: int | None) -> None:
        """Show how many tokens the model reads for this picture; nothing where nobody knows."""
        text = "" if count is None else fill(self.tr("{count:,} tokens"), count=count)
        self.token_label.setText(text)
        self.token_label.setVisible(bool(text))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removed.emit(self.picture)
        else:
            super().keyPressEvent(event)
