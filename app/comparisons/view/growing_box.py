"""A text that is read while it is still being written."""

from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QWidget

from app.widgets.kit.forms import PromptBox
from app.widgets.kit.text import follow_text_direction


class GrowingBox(PromptBox):
    """What comes to its end moves neither the selection nor the place where somebody reads."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = ""
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setAccessibleName(name)
        follow_text_direction(self)

    def show_text(self, text: str) -> None:
        """Show a text; one that only has more at its end is not shown anew."""
        if text == self._shown:
            return
        if self._shown and text.startswith(self._shown):
            bar = self.verticalScrollBar()
            is_at_end = bar.value() == bar.maximum()
            # A cursor of its own leaves the selection and the place where somebody reads.
            cursor = QTextCursor(self.document())
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.insertText(text[len(self._shown) :])
            if is_at_end:
                bar.setValue(bar.maximum())
        else:
            self.setPlainText(text)
        self._shown = text
