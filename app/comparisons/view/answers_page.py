"""The answers to one question, in columns, updated while they are written."""

import itertools
from collections.abc import Mapping
from typing import Self

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QWidget

from app.comparisons.model import Comparison, ComparisonCell
from app.comparisons.view.cell_texts import figures_text, state_text, way_text
from app.comparisons.view.comparison_requests import ComparisonRequests
from app.domain.messages import MessageStatus
from app.domain.tabs import TabState
from app.machines.model import Route
from app.widgets.kit.controls import Card, MutedLabel, PillButton, show_one_of
from app.widgets.kit.flow_layout import FlowLayout
from app.widgets.kit.forms import CheckBox, ScrollableForm
from app.widgets.kit.geometry import horizontal_layout, vertical_layout
from app.widgets.kit.style.bars import SCROLL_BAR
from app.widgets.kit.text import with_soft_breaks
from app.widgets.kit.theme import TypeSize, sized_font
from app.widgets.kit.translation import fill, same_as_text
from app.widgets.transcript.answer_view import AnswerBox
from app.widgets.transcript.differences import (
    UNKNOWN,
    Difference,
    difference,
    difference_text,
)

FRAME_MILLISECONDS = 100
MAX_FRAME_CHARS = 10_000  # of all answers together; others are drawn with the next frame
SHOWN_QUESTION = 300
_GAP = 10
WIDTH_CHARS = 50
TEXT_LINES = 11


class AnswerCard(Card):
    """Shows one answer, updated while it is written."""

    def __init__(
        self,
        cell: ComparisonCell,
        way: str,
        requests: ComparisonRequests,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent, fill="raised", radius=12, has_border=True)
        self._requests = requests
        self.cell = cell
        self.state: TabState | None = None
        self._same_as = 0  # the number of an earlier answer with the same text
        self._difference: Difference | None = None
        self._first = (0, "")  # the number and the text of the answer that it was compared with
        name = fill(self.tr("Answer {number}"), number=cell.position + 1)
        self._is_marked = True
        self.title = QLabel(with_soft_breaks(f"{name}: {way}" if way else name))
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.title.setWordWrap(True)
        self.title.setFont(sized_font(self.font(), TypeSize.BODY, is_bold=True))
        self.state_label = MutedLabel("", self, wraps=True)
        self.figures_label = MutedLabel("", self, wraps=True)
        self.box = AnswerBox(name, requests.texts, self)
        self.keep_button = PillButton(self.tr("Use this answer"), self)
        self.copy_button = PillButton(self.tr("Copy"), self)
        self.stop_button = PillButton(self.tr("Stop"), self)
        self.again_button = PillButton(self.tr("Ask again"), self)
        self._build()
        self._draw_state()

    @property
    def stops(self) -> tuple[QWidget, ...]:
        """The widgets in the order of the Tab key."""
        buttons = (self.keep_button, self.copy_button, self.stop_button, self.again_button)
        return (self.box, *buttons)

    @property
    def is_running(self) -> bool:
        """Whether it is being answered or waits."""
        return self.cell.status is MessageStatus.STREAMING

    @property
    def can_be_compared(self) -> bool:
        """Whether it has ended with a text that no earlier answer has, and that is drawn."""
        is_drawn = self.box.text == self.cell.text
        return self.cell.has_answer and is_drawn and not self._same_as

    def show_cell(self, cell: ComparisonCell, state: TabState | None) -> None:
        """Take a cell as it is now; it is drawn with the next frame."""
        self.cell, self.state = cell, state

    def draw(self) -> None:
        """Draw what has changed since the last frame."""
        if self.cell.text != self.box.text:
            self.show_difference(None)
        self.box.show_text(self.cell.text, is_ended=not self.is_running)
        self._draw_state()

    def _draw_state(self) -> None:
        self._show_state()
        self.figures_label.setText(figures_text(self.cell.usage))
        is_asked = self.cell.status is not None
        if not is_asked and self.again_button.hasFocus():
            self.box.setFocus()  # it will be asked again, and keeps the focus
        ended = self.again_button if is_asked else None
        turns = (self.stop_button, self.again_button)
        show_one_of(turns, self.stop_button if self.is_running else ended)
        self.copy_button.setEnabled(bool(self.cell.text))
        self.keep_button.setEnabled(self.cell.has_answer)

    def show_same(self, number: int) -> None:
        """Show that the answer is the same as that with a number; 0 for one of its own."""
        if number != self._same_as:
            self._same_as = number
            self._show_state()
            self.box.setHidden(number > 0)  # the text is shown once

    def is_compared(self, first: Self) -> bool:
        """Return whether it was compared with another answer as it is now."""
        return self._first == (first.cell.position + 1, first.cell.text)

    def compare(self, first: Self) -> None:
        """Find the words that differ from another answer."""
        found = UNKNOWN
        if first.box.body.is_complete and self.box.body.is_complete:
            found = difference(first.box.body.words(), self.box.body.words())
        self.show_difference(found, first.cell.position + 1, first.cell.text)

    def show_difference(self, found: Difference | None, number: int = 0, first: str = "") -> None:
        """Say how the text differs from that of the answer with a number; None says nothing."""
        if (found, number, first) != (self._difference, *self._first):
            self._difference, self._first = found, (number, first)
            self._show_state()
            self._mark()

    def set_marked(self, *, is_marked: bool) -> None:
        """Mark the words that differ, or do not."""
        self._is_marked = is_marked
        self._mark()

    def _mark(self) -> None:
        found = self._difference
        has_marks = self._is_marked and found is not None and not found.is_mostly
        self.box.body.mark_words(found.words if has_marks and found is not None else ())

    def _show_state(self) -> None:
        text = state_text(self.cell, self.state)
        if self._same_as:
            text = same_as_text(text, self._same_as)
        elif self._difference is not None:
            text = difference_text(text, self._difference, self._first[0])
        self.state_label.setText(text)
        self.keep_button.setAccessibleDescription(text)  # the label takes no focus

    def _build(self) -> None:
        metrics = self.fontMetrics()
        places = self.box.sizePolicy()
        places.setRetainSizeWhenHidden(True)
        self.box.setSizePolicy(places)
        self.box.setMinimumHeight(metrics.lineSpacing() * TEXT_LINES)
        number = self.cell.position + 1
        for button, text in (
            (self.stop_button, fill(self.tr("Stop answer {number}"), number=number)),
            (self.copy_button, fill(self.tr("Copy answer {number}"), number=number)),
            (self.again_button, fill(self.tr("Ask for answer {number} again"), number=number)),
            (self.keep_button, fill(self.tr("Use answer {number}"), number=number)),
        ):
            button.setAccessibleName(text)
            button.setAutoDefault(False)
        cell_id = self.cell.id
        self.stop_button.clicked.connect(lambda: self._requests.cell_stop_requested.emit(cell_id))
        self.again_button.clicked.connect(lambda: self._requests.cell_again_requested.emit(cell_id))
        self.keep_button.clicked.connect(lambda: self._requests.keep_requested.emit((cell_id,)))
        self.copy_button.clicked.connect(self._copy)
        column = vertical_layout(
            self, self.title, self.state_label, margins=(14, 10, 14, 12), spacing=6
        )
        column.addWidget(self.box, 1)
        column.addWidget(self.figures_label)
        column.addLayout(FlowLayout(*self.stops[1:], spacing=6))
        self.fit(metrics.averageCharWidth() * WIDTH_CHARS)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def fit(self, room: int) -> None:
        """Set the minimum width, at most this many pixels."""
        self.setMinimumWidth(min(self.fontMetrics().averageCharWidth() * WIDTH_CHARS, room))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.cell.text)
        self._requests.copied.emit()


class AnswersPage(QWidget):
    """As many columns as fit; further answers are below."""

    def __init__(self, requests: ComparisonRequests, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._requests = requests
        self.cards: dict[int, AnswerCard] = {}
        self._column_count = 0
        self._changed: set[int] = set()
        self._timer = QTimer(self, interval=FRAME_MILLISECONDS)
        self._timer.timeout.connect(self.draw)
        self._comparing = QTimer(self, interval=0)  # one at a time, as comparing takes long
        self._comparing.timeout.connect(self._compare_next)
        self.marks_box = CheckBox(self.tr("Mark differences"), self)
        self.marks_box.setChecked(True)
        self.marks_box.toggled.connect(self._on_marks_toggled)
        self.question = MutedLabel("", self, wraps=True)
        self.count_label = MutedLabel("", self)
        self.stop_button = PillButton(self.tr("Stop all"), self)
        self.resume_button = PillButton(self.tr("Ask the rest"), self)
        self.keep_button = PillButton(self.tr("Keep all in the chat"), self)
        self.export_button = PillButton(self.tr("Export…"), self)
        inside = QWidget(self)
        self._grid = QGridLayout(inside)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(_GAP)
        self._area = ScrollableForm(inside, self)
        self._build_layout()

    def show_comparison(self, comparison: Comparison, model_names: Mapping[Route, str]) -> None:
        """Show a comparison as it is stored."""
        self._timer.stop()
        self._comparing.stop()
        self._changed.clear()
        for card in self.cards.values():
            # Hidden at once: it is deleted only when the event loop runs again.
            self._grid.removeWidget(card)
            card.hide()
            card.deleteLater()
        question = " ".join(comparison.question[: 4 * SHOWN_QUESTION].split())
        self.question.setText(with_soft_breaks(question[:SHOWN_QUESTION]))
        self.cards = {
            cell.id: AnswerCard(cell, way_text(cell.options, model_names), self._requests, self)
            for cell in comparison.cells
        }
        self._changed = set(self.cards)
        self._column_count = 0
        self._arrange()
        self._order_stops()
        self.draw()
        self._timer.start()

    def show_cell(self, cell: ComparisonCell, state: TabState | None) -> None:
        """Take a cell as it is now; it is drawn with the next frame."""
        card = self.cards.get(cell.id)
        if card is not None:
            card.show_cell(cell, state)
            self._changed.add(cell.id)
            if not self._timer.isActive():
                self._timer.start()

    def draw(self) -> None:
        """Draw what has changed since the last frame."""
        changed = [cell_id for cell_id in self.cards if cell_id in self._changed]
        drawn_chars = 0
        for cell_id in changed:
            if drawn_chars > MAX_FRAME_CHARS:
                break
            card = self.cards[cell_id]
            card.draw()
            drawn_chars += len(card.cell.text)
            self._changed.discard(cell_id)
        if not changed:
            self._timer.stop()
        self._show_counts()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        cards = list(self.cards.values())
        if not cards:
            return
        # Not the width of the viewport, which is laid out after this page.
        bar = self._area.verticalScrollBar().sizeHint().width()
        for card in cards:
            card.fit(self.width() - bar)
        width = max(card.minimumSizeHint().width() for card in cards)
        width = max(width, cards[0].minimumWidth())
        room = self.width() - bar + _GAP
        count = max(1, min(len(cards), room // (width + _GAP)))
        if count == self._column_count:
            return
        self._column_count = count
        for number, card in enumerate(cards):
            self._grid.removeWidget(card)
            self._grid.addWidget(card, number // count, number % count)
            card.show()

    def _order_stops(self) -> None:
        """Set the Tab order: the answers first, although they are created after the buttons."""
        stops = [self.marks_box, *(stop for card in self.cards.values() for stop in card.stops)]
        stops += [self.stop_button, self.resume_button, self.keep_button, self.export_button]
        for before, after in itertools.pairwise(stops):
            QWidget.setTabOrder(before, after)

    def _show_counts(self) -> None:
        cells = [card.cell for card in self.cards.values()]
        numbers: dict[str, int] = {}
        for card in self.cards.values():
            text = "" if card.is_running else card.cell.text.strip()
            own = card.cell.position + 1
            first = numbers.setdefault(text, own) if text else own
            card.show_same(0 if first == own else first)
        numbers.pop("", None)
        self.marks_box.setVisible(len(numbers) > 1)
        self._comparing.start()
        ended = sum(not cell.is_open and not self.cards[cell.id].is_running for cell in cells)
        is_running = any(card.is_running for card in self.cards.values())
        text = self.tr("{ended:,} of {count:,} answers")
        self.count_label.setText(fill(text, ended=ended, count=len(cells)))
        rest = self.resume_button if any(cell.is_open for cell in cells) else None
        turns = (self.stop_button, self.resume_button)
        show_one_of(turns, self.stop_button if is_running else rest)
        self.keep_button.setEnabled(not is_running and any(cell.has_answer for cell in cells))
        reason = self.tr("This is possible when all answers have ended.") if is_running else ""
        self.keep_button.setToolTip(reason)

    def _compare_next(self) -> None:
        """Compare the next answer with the first one that has a text."""
        ended = [each for each in self.cards.values() if each.can_be_compared]
        if ended:
            ended[0].show_difference(None)
        for card in ended[1:]:
            if not card.is_compared(ended[0]):
                card.compare(ended[0])
                return
        self._comparing.stop()

    def _on_marks_toggled(self, is_checked: bool) -> None:
        for card in self.cards.values():
            card.set_marked(is_marked=is_checked)

    def _build_layout(self) -> None:
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self._area.setMinimumWidth(1)  # it scrolls instead of limiting the width of the window
        self.stop_button.clicked.connect(lambda: self._requests.stop_requested.emit())
        self.resume_button.clicked.connect(lambda: self._requests.resume_requested.emit())
        self.keep_button.clicked.connect(self._on_keep)
        self.export_button.clicked.connect(lambda: self._requests.export_requested.emit())
        buttons = (self.stop_button, self.resume_button, self.keep_button, self.export_button)
        for button in buttons:
            button.setAutoDefault(False)
        column = vertical_layout(self, margins=(0, 0, 0, 0), spacing=10)
        head = horizontal_layout(None, self.question, self.marks_box, spacing=10)
        head.setStretch(0, 1)
        column.addLayout(head)
        column.addWidget(self._area, 1)
        foot = horizontal_layout(None, margins=(0, 0, SCROLL_BAR, 0))
        foot.addLayout(FlowLayout(*buttons, last=self.count_label))
        column.addLayout(foot)  # ends where the answers end

    def _on_keep(self) -> None:
        kept = tuple(card.cell.id for card in self.cards.values() if card.cell.has_answer)
        self._requests.keep_requested.emit(kept)
