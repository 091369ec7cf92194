"""The line between transcript and message box: what matters now; the figures are in its tooltip."""

from html import escape

from PySide6.QtWidgets import QWidget

from app.domain import TabState
from app.widgets.conversation.state_text import status_parts
from app.widgets.kit.geometry import horizontal_layout
from app.widgets.kit.parted_label import PartedLabel
from app.widgets.transcript.usage_text import usage_texts


class GenerationStatus(QWidget):
    """Shows a tab's state as text; its height never changes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label = PartedLabel(self)
        row = horizontal_layout(self, margins=(14, 4, 14, 4))
        row.addWidget(self.label, 1)
        self.set_state(TabState())

    def set_state(self, state: TabState) -> None:
        """Show this state."""
        details = usage_texts(state.usage)
        self.label.set_parts(
            status_parts(state), details="".join(f"<p>{escape(each)}</p>" for each in details)
        )
        self.label.setAccessibleDescription(", ".join(details))
