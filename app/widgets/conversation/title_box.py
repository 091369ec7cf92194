"""The title of a conversation in its header, and the field that takes its place to rename it."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from app.widgets.conversation.header_button import HeaderButton
from app.widgets.kit.accessibility import claims_escape
from app.widgets.kit.geometry import horizontal_layout
from app.widgets.kit.name_dialog import LONGEST_NAME
from app.widgets.kit.translation import fill

TEXT_INSET = 4
_ENTER_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
# The field gets the focus back after these, with what is typed in it.
_PASSING = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)


class TitleField(QLineEdit):
    """Enter keeps what is typed, and so does leaving; Esc restores."""

    ended = Signal(bool)

    def event(self, event: QEvent) -> bool:
        return claims_escape(event) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ENTER_KEYS:
            self.ended.emit(True)
        elif event.key() == Qt.Key.Key_Escape:
            self.ended.emit(False)
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in _PASSING:
            self.ended.emit(True)


class TitleBox(QWidget):
    """A click on the title opens the field in its place."""

    renamed = Signal(str)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = self._stored = self._offered = ""
        self._is_editing = False
        self.button = HeaderButton(self, is_title=True)
        self.field = TitleField(self)
        self.field.setMaxLength(LONGEST_NAME)
        self.field.setTextMargins(TEXT_INSET, 0, 0, 0)  # the text stays where it stands
        self.field.setAccessibleName(self.tr("Title of this chat"))
        self.field.hide()
        row = horizontal_layout(self, margins=(0, 0, 0, 0), spacing=0)
        row.addWidget(self.button, 1, Qt.AlignmentFlag.AlignLeft)
        row.addWidget(self.field, 1)
        self.button.clicked.connect(self.start)
        self.field.ended.connect(self._on_ended)

    @property
    def title(self) -> str:
        """The title as it is shown."""
        return self._title

    def set_title(self, title: str) -> None:
        """Show a title; what is being typed stays."""
        self._title = title
        self.button.set_label(title)
        self.button.setAccessibleName(fill(self.tr("Title: {title}. Rename"), title=title))

    def set_stored(self, title: str) -> None:
        """Take the title without the number that tells it from an equal one."""
        self._stored = title

    def start(self) -> None:
        """Open the field, with the whole title selected."""
        self._is_editing = True
        self._offered = self._stored or self._title
        self.field.setText(self._offered)
        self.button.hide()
        self.field.show()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.field.selectAll()

    def _on_ended(self, is_kept: bool) -> None:
        # Hiding the field takes its focus, which ends it once more.
        if not self._is_editing:
            return
        self._is_editing = False
        text = " ".join(self.field.text().split())
        had_focus = self.field.hasFocus()
        self.field.hide()
        self.button.show()
        # What nobody touched is no wish: the chat may have got another title meanwhile.
        if is_kept and text and text not in (self._title, self._stored, self._offered):
            self.set_title(text)
            self._stored = text
            self.renamed.emit(text)
        if had_focus:
            self.closed.emit()
