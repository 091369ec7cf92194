"""The area below a transcript: the status line, the queue, the message box."""

from html import escape

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QWidget

from app.domain.tabs import TabState
from app.widgets.composer.composer import Composer
from app.widgets.composer.edit import EditHeight
from app.widgets.conversation.queue_view import QueueView
from app.widgets.conversation.state_text import status_parts
from app.widgets.kit.controls import PartedLabel
from app.widgets.kit.geometry import horizontal_layout, reading_width, vertical_layout
from app.widgets.kit.scroll_box import ScrollBox
from app.widgets.transcript.usage_text import usage_texts

MAX_SHARE = 0.58  # of the height of the page; the rest is for the transcript
MIN_HEIGHT = 30  # pixels of each part: one row, the others can be scrolled
LOW_PAGE = 330
MARGIN_BELOW, LOW_MARGIN_BELOW = 12, 4
SPACING = 2


class GenerationStatus(QWidget):
    """Shows a tab's state as text; its height never changes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label = PartedLabel(self)
        row = horizontal_layout(self, margins=(14, 4, 14, 4))
        row.addWidget(self.label, 1)
        self.set_state(TabState())

    def set_state(self, state: TabState) -> None:
        """Show a state."""
        details = usage_texts(state.usage)
        self.label.set_parts(
            status_parts(state), details="".join(f"<p>{escape(each)}</p>" for each in details)
        )
        self.label.setAccessibleDescription(", ".join(details))


class ConversationFooter(QWidget):
    """Divides its height between text, files and queue: what each wants, or equal parts.

    ``crowded_changed`` tells whether the header of the page has to be hidden.
    """

    crowded_changed = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._page_height = self._header_height = 0
        self.generation_status = GenerationStatus(self)
        self.queue_view = QueueView(self)
        self.composer = Composer(self)
        self._queue = ScrollBox(self.queue_view, self)
        self.setMaximumWidth(reading_width(self))
        self._column = vertical_layout(
            self,
            self.generation_status,
            self._queue,
            self.composer,
            margins=(0, 0, 0, MARGIN_BELOW),
            spacing=SPACING,
        )
        self._queue.wanted_changed.connect(self._share)
        self.composer.files_box.wanted_changed.connect(self._share)
        self.composer.notice.height_changed.connect(self._share)
        self.composer.edit.fitted_height.wanted_changed.connect(self._share)

    def set_page_height(self, height: int, header_height: int) -> None:
        """Set the heights of the page and of its header, and divide the rest."""
        self._page_height = height
        self._header_height = header_height
        self._share()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self.setMaximumWidth(reading_width(self))

    def _share(self) -> None:
        below = MARGIN_BELOW if self._page_height > LOW_PAGE else LOW_MARGIN_BELOW
        self._column.setContentsMargins(0, 0, 0, below)
        status = self.generation_status
        status_height = 0 if status.isHidden() else status.sizeHint().height()
        fixed = status_height + self.composer.frame_height()
        room = round(self._page_height * MAX_SHARE) - fixed - below - 2 * SPACING
        parts: tuple[EditHeight | ScrollBox, ...] = (
            self.composer.edit.fitted_height,
            self.composer.files_box,
            self._queue,
        )
        parts = tuple(sorted(parts, key=lambda part: part.wanted_height()))
        # The text alone, and an empty queue with its margins, never crowd the page.
        wanted = [part.wanted_height() for part in parts if part.wanted_height() >= MIN_HEIGHT / 2]
        is_crowded = len(wanted) > 1 and room - self._header_height < MIN_HEIGHT * len(wanted)
        is_crowded |= room < self._header_height  # else the message box would be cut off
        room -= 0 if is_crowded else self._header_height
        self.crowded_changed.emit(is_crowded)
        for place, part in enumerate(parts):
            share = max(room // (len(parts) - place), MIN_HEIGHT)
            room -= part.set_max_height(share)
