"""The line of the folded steps of a turn."""

from PySide6.QtWidgets import QWidget

from app.widgets.kit.translation import fill, translate
from app.widgets.transcript.message_requests import MessageRequests
from app.widgets.transcript.reasoning_view import FoldButton, duration_text
from app.widgets.transcript.row_stack import GUTTER
from app.widgets.transcript.steps import TurnSteps

_GAP = 4


def steps_text(steps: TurnSteps, seconds: float | None) -> str:
    """Return the line of steps; ``seconds`` is the time of their reasoning, None if unknown."""
    parts = []
    if steps.thinking_ids and seconds is not None:
        text = translate("Steps", "Thought for {duration}")
        parts.append(fill(text, duration=duration_text(seconds)))
    elif steps.thinking_ids:
        parts.append(translate("Steps", "Thought"))
    if steps.call_count:
        text = translate("Steps", "used {count:,} tools")
        if steps.call_count == 1:
            text = translate("Steps", "used a tool")
        parts.append(fill(text, count=steps.call_count))
    if steps.failed_count:
        text = translate("Steps", "{count:,} calls failed")
        if steps.failed_count == 1:
            text = translate("Steps", "a call failed")
        parts.append(fill(text, count=steps.failed_count))
    if steps.refused_count:
        text = translate("Steps", "{count:,} calls refused")
        if steps.refused_count == 1:
            text = translate("Steps", "a call refused")
        parts.append(fill(text, count=steps.refused_count))
    line = ", ".join(parts)
    return line[:1].upper() + line[1:]


class StepsLine(QWidget):
    """The row of folded steps; a click shows them below it."""

    body = None  # it has no text that is drawn in parts

    def __init__(self, key: int, requests: MessageRequests, parent: QWidget | None = None) -> None:
        """Build the line of the row with this key."""
        super().__init__(parent)
        self.button = FoldButton(self)
        self.button.toggled.connect(lambda: requests.steps_toggled.emit(key))

    @property
    def widget(self) -> QWidget:
        """The widget of this row."""
        return self

    def show_steps(self, text: str, *, is_unfolded: bool) -> None:
        """Show the line, and whether the steps are shown below it."""
        self.button.set_text(text)
        blocked = self.button.blockSignals(True)
        self.button.setChecked(is_unfolded)
        self.button.blockSignals(blocked)

    def fit(self, width: int) -> int:
        """Lay everything out for a width; return the height."""
        self.button.ensurePolished()
        size = self.button.sizeHint()
        self.button.setGeometry(GUTTER, 0, min(size.width(), width - 2 * GUTTER), size.height())
        return size.height() + _GAP

    def is_needed(self) -> bool:
        """Return False: nothing would be lost with the widget."""
        return False
