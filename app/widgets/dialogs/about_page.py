"""The page with the version, the libraries and their licences."""

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QLabel, QWidget

from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.copied_sign import copy_from
from app.widgets.kit.forms import PromptBox
from app.widgets.kit.geometry import horizontal_layout, vertical_layout
from app.widgets.kit.icons import application_icon
from app.widgets.kit.theme import TypeSize, sized_font

_ICON_SIZE = 56


class Part(msgspec.Struct, frozen=True):
    """A library that is part of the program."""

    name: str
    version: str
    licence: str


class AboutPage(QDialog):
    """Shows version, details and libraries; a button copies all of it."""

    def __init__(
        self, version: str, details: str, parts: tuple[Part, ...], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("About Hubbub"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._version = version
        self._details = details
        lines = (f"{part.name} {part.version}: {part.licence}" for part in parts)
        self._parts = PromptBox(self)  # before the button
        self._parts.setReadOnly(True)
        self._parts.setPlainText("\n".join(lines))
        self._parts.setTabChangesFocus(True)
        self._parts.setAccessibleName(self.tr("Third-party licences"))
        self._build_layout()

    def text(self) -> str:
        """Return the whole text, as the button copies it."""
        return f"Hubbub {self._version}\n{self._details}\n\n{self._parts.toPlainText()}"

    def _build_layout(self) -> None:
        icon = QLabel()
        icon.setAccessibleName("Hubbub")
        icon.setPixmap(application_icon().pixmap(_ICON_SIZE, _ICON_SIZE))
        name = QLabel(f"Hubbub {self._version}")
        name.setFont(sized_font(self.font(), TypeSize.TITLE, is_bold=True))
        promise = QLabel(
            self.tr("Many chats, one local model, all at once."),
            wordWrap=True,
        )
        details = MutedLabel(self._details, wraps=True)
        text = vertical_layout(None, name, promise, details, spacing=4)
        head = horizontal_layout(None, spacing=16)
        head.addWidget(icon, 0, Qt.AlignmentFlag.AlignTop)
        head.addLayout(text, 1)
        copy = PillButton(self.tr("Copy"))
        copy.clicked.connect(lambda: copy_from(copy, self.text()))
        copy.setMinimumWidth(copy.sizeHint().width())
        head.addWidget(copy, 0, Qt.AlignmentFlag.AlignTop)
        column = vertical_layout(self, spacing=12)
        column.addLayout(head)
        column.addWidget(
            QLabel(
                self.tr("Hubbub is under the MIT licence. It contains these parts, with thanks:"),
                wordWrap=True,
            )
        )
        column.addWidget(self._parts, 1)
        self.setFocusProxy(self._parts)
