"""The rows of a transcript: messages, and the lines between them, with widgets near the view."""

from collections.abc import Iterable
from itertools import pairwise

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QWidget,
)

from app.widgets.kit.controls import Card, IconButton, MutedLabel, PillButton
from app.widgets.kit.geometry import horizontal_layout, reading_width, vertical_layout
from app.widgets.kit.theme import TypeSize, colours_of, sized_font
from app.widgets.kit.translation import fill
from app.widgets.transcript.heights import TextEstimate
from app.widgets.transcript.message import MessageView
from app.widgets.transcript.message_editor import EditorField
from app.widgets.transcript.message_list import BOUNDARY_ROW, RECAP_ROW, MessageList
from app.widgets.transcript.message_requests import MessageRequests
from app.widgets.transcript.model_line import MODEL_ROW, ModelLine
from app.widgets.transcript.reasoning_view import FoldButton
from app.widgets.transcript.row_stack import GUTTER, Layout, Row, is_tab_stop, tab_stops
from app.widgets.transcript.search_matches import SearchMatches
from app.widgets.transcript.steps import STEPS_ROW
from app.widgets.transcript.steps_line import StepsLine, steps_text

SIDE_MARGIN = 24  # so that no row is below the scroll bar, which would be painted with each move
MARGIN = 10
RULE_GAP = 4  # pixels between the rule and the widget above it
ICON_SIDE = 15
RECAP_MARGIN = 8
LINE_WIDTH = 400  # any width has the same height


class RecapNote(QWidget):
    """Shows the recap, its progress while it is written, or a field to edit it."""

    def __init__(self, requests: MessageRequests, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._requests = requests
        self.heading = MutedLabel(self.tr("Recap of the earlier messages"), self)
        self.text = QLabel(self, wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.edit_button = IconButton("pencil", self.tr("Edit the recap"), self, size=ICON_SIDE)
        self.remove_button = IconButton("trash", self.tr("Remove the recap"), self, size=ICON_SIDE)
        self.stop_button = PillButton(self.tr("Cancel"), self)
        self.cancel_button = PillButton(self.tr("Cancel"), self)
        self.save_button = PillButton(self.tr("Save"), self, is_main=True)
        self.field: EditorField | None = None  # while it is edited
        self._is_writing = False
        self._build_layout()
        self.edit_button.clicked.connect(self.start_editing)
        self.remove_button.clicked.connect(self._on_remove)
        self.stop_button.clicked.connect(requests.recap_cancelled)
        self.cancel_button.clicked.connect(self._stop_editing)
        self.save_button.clicked.connect(self._on_save)
        self._show_parts()

    body = None  # it has no text that is drawn in parts

    @property
    def widget(self) -> QWidget:
        """The widget of this row."""
        return self

    def fit(self, width: int) -> int:
        """Return the height at a width."""
        layout, inside = self.layout(), self._card.layout()
        assert layout is not None, "it was built with one"
        assert inside is not None, "it was built with one"
        self.ensurePolished()
        inside.activate()  # otherwise the outer layout keeps the height of the parts shown before
        return max(layout.heightForWidth(width), layout.minimumSize().height())

    def is_needed(self) -> bool:
        """Return whether an edit would be lost with the widget."""
        return self.field is not None

    def show_recap(self, text: str, *, is_writing: bool) -> None:
        """Show a recap, or the progress while one is written."""
        if (text, is_writing) == (self.text.text(), self._is_writing):
            return
        self._is_writing = is_writing
        self.text.setText(text)
        heading = self.tr("Recap of the earlier messages")
        if is_writing:
            heading = self.tr("The model is writing a recap. Answers go first.")
        self.heading.setText(heading)
        self.setAccessibleName(heading)
        self._show_parts()

    def start_editing(self) -> None:
        """Open a field in place of the text."""
        if self.field is not None or self._is_writing:
            return
        self.field = EditorField(self.text.text(), self, is_own=False)
        self.field.setAccessibleName(self.tr("Recap of the earlier messages"))
        lines = min(12, max(4, len(self.text.text()) // 60 + 2))
        self.field.setFixedHeight(lines * self.field.fontMetrics().lineSpacing() + 10)
        self.field.submit_pressed.connect(self._on_save)
        self.field.cancel_pressed.connect(self._stop_editing)
        self._texts.addWidget(self.field)
        self._show_parts()
        self.field.show()  # the layout would show it later, and a hidden field gets no focus
        self.field.setFocus()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self.text.setFont(sized_font(self.font(), TypeSize.READING))

    def _build_layout(self) -> None:
        card = self._card = Card(self, fill="code", radius=12, has_border=True)
        head = QHBoxLayout()
        head.addWidget(self.heading, 1)
        head.addWidget(self.edit_button)
        head.addWidget(self.remove_button)
        head.addWidget(self.stop_button)
        buttons = self._buttons = QDialogButtonBox()
        buttons.addButton(self.save_button, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(self.cancel_button, QDialogButtonBox.ButtonRole.RejectRole)
        column = vertical_layout(card, margins=(14, 8, 10, 12), spacing=6)
        column.addLayout(head)
        self._texts = vertical_layout(None, self.text, margins=(0, 0, 4, 0), spacing=6)
        column.addLayout(self._texts)
        column.addWidget(buttons)
        vertical_layout(self, card, margins=(GUTTER, 0, GUTTER, RECAP_MARGIN))
        self.text.setFont(sized_font(self.font(), TypeSize.READING))

    def _show_parts(self) -> None:
        is_editing = self.field is not None
        self.text.setVisible(not is_editing and bool(self.text.text()))
        for button in (self.edit_button, self.remove_button):
            button.setVisible(not is_editing and not self._is_writing)
        self.stop_button.setVisible(self._is_writing and not is_editing)
        self._buttons.setVisible(is_editing)
        self._requests.height_changed.emit(RECAP_ROW)

    def _stop_editing(self) -> None:
        field, self.field = self.field, None
        if field is None:
            return
        self._texts.removeWidget(field)
        # Deleted later, because the signal that ends the edit may come from this very field.
        field.hide()
        field.deleteLater()
        self._show_parts()
        self.edit_button.setFocus()

    def _on_remove(self) -> None:
        self._requests.recap_edited.emit("")

    def _on_save(self) -> None:
        text = self.field.toPlainText().strip() if self.field is not None else ""
        self._stop_editing()
        if not text:
            self._on_remove()
        elif text != self.text.text():
            self._requests.recap_edited.emit(text)


class ContextBoundaryLine(QWidget):
    """The line at the start of the context, below a rule as wide as the text, with its remedies.

    Above the rule it shows the number of messages that the model can't see, and folds them.
    """

    help_requested = Signal()
    fold_toggled = Signal(bool)

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fold_button = FoldButton(self)
        self.fold_button.setChecked(True)
        self.fold_button.toggled.connect(lambda is_open: self.fold_toggled.emit(not is_open))
        self.label = MutedLabel(text, self, wraps=True)
        self.label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.recap_button = PillButton(self.tr("Recap"), self)
        self.recap_button.setToolTip(
            self.tr("Ask the model to sum up what it can no longer see, and keep the summary.")
        )
        self.help_button = PillButton(self.tr("Options…"), self)
        self.help_button.clicked.connect(self.help_requested)
        self._column = vertical_layout(self, margins=(GUTTER, 0, GUTTER, MARGIN), spacing=0)
        self._build_layout()
        self.setAccessibleName(text)

    body = None  # it has no text that is drawn in parts

    @property
    def widget(self) -> QWidget:
        """The widget of this row."""
        return self

    def fit(self, width: int) -> int:
        """Return the height at a width."""
        layout = self.layout()
        assert layout is not None, "it was built with one"
        return max(layout.heightForWidth(width), layout.sizeHint().height())

    def is_needed(self) -> bool:
        """Return False: nothing would be lost with the widget."""
        return False

    def set_text(self, text: str) -> None:
        """Set the text."""
        self.label.setText(text)
        self.setAccessibleName(text)

    def set_out_of_context(self, count: int, *, is_folded: bool) -> None:
        """Show the number of messages out of the context, and whether they are folded."""
        text = self.tr("{count:,} earlier messages the model can't see")
        if count == 1:
            text = self.tr("1 earlier message the model can't see")
        self.fold_button.set_text(fill(text, count=count))
        self.fold_button.setVisible(count > 0)
        self.fold_button.blockSignals(True)
        self.fold_button.setChecked(not is_folded)
        self.fold_button.blockSignals(False)

    def _build_layout(self) -> None:
        above = QHBoxLayout()
        above.addStretch(1)
        above.addWidget(self.fold_button)
        above.addStretch(1)
        self._column.addLayout(above)
        self._column.addSpacing(RULE_GAP + MARGIN)
        row = horizontal_layout(None, margins=(0, 0, 0, 0), spacing=12)
        row.addWidget(self.label, 1)
        row.addWidget(self.recap_button)
        row.addWidget(self.help_button)
        self._column.addLayout(row)

    def paintEvent(self, event: QPaintEvent) -> None:
        top = 0 if self.fold_button.isHidden() else self.fold_button.geometry().bottom() + 1
        painter = QPainter(self)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours_of(self.palette()).warning))
        painter.drawRect(QRectF(GUTTER, top + RULE_GAP, self.width() - 2 * GUTTER, 1))


class MessageRows(QObject):
    """Builds the widgets of rows on request, and shows the states of their messages in them."""

    def __init__(
        self, area: QAbstractScrollArea, messages: MessageList, requests: MessageRequests
    ) -> None:
        super().__init__(area)
        self.views: dict[int, MessageView] = {}
        self.matches = SearchMatches()
        self.estimate = TextEstimate(area.font())
        # The width of the column in the font, and the key of the font; None: to be measured.
        self._font_layout: tuple[int, str] | None = None
        self.context_boundary = ContextBoundaryLine("", area.viewport())
        self.context_boundary.hide()
        self.context_boundary.help_requested.connect(requests.context_help_requested)
        self.side_margin = SIDE_MARGIN
        self.context_boundary.recap_button.clicked.connect(requests.recap_requested)
        self.recap_note = RecapNote(requests, area.viewport())
        self.recap_note.hide()
        self._lasting: dict[int, Row] = {
            BOUNDARY_ROW: self.context_boundary,
            RECAP_ROW: self.recap_note,
        }
        self._area = area
        self._messages = messages
        self._requests = requests
        self._measured: MessageView | None = None
        self._step_lines: dict[int, StepsLine] = {}
        self._model_lines: dict[int, ModelLine] = {}
        self._line_sizes: tuple[str, int, int] = ("", 0, 0)  # font, heights of steps and model
        self._ordered: dict[int, tuple[int, bool]] = {}

    def measure_font(self) -> None:
        """Measure the font of the area again, as it has changed."""
        self.estimate = TextEstimate(self._area.font())
        self._font_layout = None

    def refresh(self, message_id: int) -> bool:
        """Draw a message again, if it has a widget; return whether only its answer has grown."""
        if message_id not in self.views:
            return False
        has_only_grown = self._fill(self.views[message_id], message_id)
        if self.matches.query:
            self.mark_matches(message_id)
        return has_only_grown

    def refresh_states(self) -> None:
        """Show the states of all messages with a widget, apart from their texts."""
        messages = self._messages
        self.context_boundary.set_out_of_context(
            len(messages.out_of_context_ids), is_folded=messages.is_folded
        )
        self.recap_note.show_recap(messages.recap, is_writing=messages.recap_written_at is not None)
        # An existing recap can be edited; another is offered when more messages left the context.
        self.context_boundary.recap_button.setVisible(
            messages.recap_written_at is None and messages.recap_id != messages.boundary_id
        )
        for message_id, view in self.views.items():
            view.show_state(self._messages.state_of(message_id))
        for key, line in self._step_lines.items():
            self._show_steps(key, line)
        for key, model_line in self._model_lines.items():
            model_line.set_name(messages.models.get(key, ""))

    def mark_matches(self, message_id: int) -> QRect | None:
        """Mark the matches in a message with a widget; return the area of the current match."""
        view, match = self.views.get(message_id), self.matches.current
        if view is None:
            return None
        is_current = match is not None and match.message_id == message_id
        return view.mark_matches(self.matches.query, match.number if match and is_current else None)

    def show_next_part(self, message_id: int) -> None:
        """Draw the next part of a long message."""
        self._messages.show_next_part(message_id)
        self.views[message_id].body.show_up_to(self._messages.shown_length(message_id))
        self.refresh(message_id)

    def record_folding(self, message_id: int) -> bool:
        """Record whether a message is unfolded; return whether it has a widget."""
        view = self.views.get(message_id)
        if view is None:
            return False
        ids = self._messages.unfolded_ids
        (ids.add if view.is_unfolded else ids.discard)(message_id)
        return True

    def toggle_figures(self, message_id: int) -> None:
        """Show or hide the figures below a message."""
        self._messages.figure_ids ^= {message_id}
        self.refresh_states()

    def build_row(self, key: int) -> Row:
        """Return the widget of a message, of a line between messages, or of the recap."""
        if key in self._lasting:
            return self._lasting[key]
        if key <= MODEL_ROW:
            return self._build_model_line(key)
        if key <= STEPS_ROW:
            return self._build_steps(key)
        view = self.views[key] = self._build_view(key)
        if self.matches.query:
            self.mark_matches(key)
        return view

    def drop_row(self, key: int, row: Row) -> None:
        """Delete the widget of a message; those of boundary and recap are only hidden."""
        self.views.pop(key, None)
        self._step_lines.pop(key, None)
        self._model_lines.pop(key, None)
        row.widget.hide()
        if key not in self._lasting:
            row.widget.deleteLater()

    def measured_height(self, key: int) -> int | None:
        """Return the height of a row without keeping a widget for it.

        None if a long message needs another slice; its widget is kept for the next call.
        """
        width, _font = self.layout_key()
        if key in self._lasting:
            return self._lasting[key].fit(width)
        if key <= STEPS_ROW:
            return self._line_height(key)
        # A widget of an older text of the message is useless.
        is_same = self._measured is not None and self._measured.message is self._messages.by_id[key]
        if self._measured is None or not is_same:
            self._discard_measured()
            self._measured = self._build_view(key)
        else:
            self._measured.body.draw_more()
        height = self._measured.fit(width)
        if not self._measured.body.is_complete:
            return None
        self._discard_measured()
        return height

    def estimated_height(self, key: int, width: int) -> int:
        """Return the estimated height of a row, in pixels."""
        if key <= STEPS_ROW:
            return self._line_height(key)
        message = self._messages.by_id.get(key)
        if message is None:
            return self._lasting[key].widget.sizeHint().height()
        return self.estimate.message_height(message, width - 2 * GUTTER)

    def layout_key(self) -> Layout:
        """Return the width of the rows and the key of their font."""
        free = self._area.viewport().width() - 2 * self.side_margin
        if self._font_layout is None:
            self._font_layout = reading_width(self._area), self._area.font().key()
        reading, font = self._font_layout
        return max(60, min(reading, free)) + 2 * GUTTER, font

    def order_focus(self, keys: tuple[int, ...]) -> None:
        """Set the tab order through the widgets of these rows, if they have changed."""
        rows: dict[int, MessageView | StepsLine] = {
            key: row
            for key in keys
            if (row := self.views.get(key) or self._step_lines.get(key)) is not None
        }
        # Called after each pause in scrolling: the same widgets are already in order.
        order = {
            key: (row.body.late_count, row.is_asking)
            if isinstance(row, MessageView)
            else (0, False)
            for key, row in rows.items()
        }
        if order != self._ordered:
            self._ordered = order
            _order_focus(rows.values())

    def _build_steps(self, key: int) -> StepsLine:
        line = self._step_lines[key] = StepsLine(key, self._requests, self._area.viewport())
        self._show_steps(key, line)
        return line

    def _show_steps(self, key: int, line: StepsLine) -> None:
        messages = self._messages
        steps = messages.steps.by_step.get(STEPS_ROW - key)
        if steps is not None:  # a row that is dropped with the next layout
            text = steps_text(steps, messages.steps_seconds(steps))
            line.show_steps(text, is_unfolded=key in messages.unfolded_steps)

    def _build_model_line(self, key: int) -> ModelLine:
        name = self._messages.models.get(key, "")
        line = self._model_lines[key] = ModelLine(name, self._area.viewport())
        return line

    def _line_height(self, key: int) -> int:
        """Return the height of a line of steps or of a model, which is the same for all."""
        font = self._area.font().key()
        if self._line_sizes[0] != font:
            steps = StepsLine(STEPS_ROW, self._requests, self._area.viewport())
            model = ModelLine("", self._area.viewport())
            self._line_sizes = font, steps.fit(LINE_WIDTH), model.fit(LINE_WIDTH)
            steps.deleteLater()
            model.deleteLater()
        _font, of_steps, of_model = self._line_sizes
        return of_model if key <= MODEL_ROW else of_steps

    def _build_view(self, message_id: int) -> MessageView:
        view = MessageView(
            self._messages.by_id[message_id],
            self._requests,
            self._area.viewport(),
            max_chars=self._messages.shown_length(message_id),
            is_unfolded=message_id in self._messages.unfolded_ids,
        )
        self._fill(view, message_id)
        return view

    def _fill(self, view: MessageView, message_id: int) -> bool:
        messages = self._messages
        return view.show_message(
            messages.by_id[message_id],
            messages.state_of(message_id),
            messages.reasoning_seconds(message_id),
            messages.text_of(message_id),
        )

    def _discard_measured(self) -> None:
        if self._measured is not None:
            self._measured.hide()
            self._measured.deleteLater()
            self._measured = None


def _order_focus(rows: Iterable[MessageView | StepsLine]) -> None:
    """Set the tab order through these rows from the top down.

    Qt's order is that of construction, and scrolling up builds the upper messages last.
    """
    for above, below in pairwise(stop for row in rows for stop in _stops(row)):
        QWidget.setTabOrder(above, below)


def _stops(view: MessageView | StepsLine) -> list[QWidget]:
    if isinstance(view, StepsLine):
        return tab_stops(view)
    reasoning = tab_stops(view.reasoning) if view.reasoning is not None else []
    body = [stop for part in view.body.block_views for stop in (part, *tab_stops(part))]
    stops = [view, *reasoning, *(stop for stop in body if is_tab_stop(stop))]
    return [*stops, *(stop for stop in tab_stops(view) if stop not in set(stops))]
