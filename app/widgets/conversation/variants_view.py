"""Several answers to one question side by side while they are written; the user takes one."""

from functools import partial
from typing import Self

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QSizePolicy, QWidget

from app.domain.messages import Message, MessageStatus
from app.domain.reply_text import ReplyText
from app.widgets.kit.controls import Card, ElidedLabel, IconButton, MutedLabel, PillButton
from app.widgets.kit.forms import CheckBox
from app.widgets.kit.geometry import horizontal_layout, vertical_layout
from app.widgets.kit.theme import TypeSize, sized_font
from app.widgets.kit.translation import fill, same_as_text, translated
from app.widgets.transcript.answer_view import BodyHost
from app.widgets.transcript.differences import UNKNOWN, difference, difference_text
from app.widgets.transcript.message_actions import MessageAction, action_name
from app.widgets.transcript.message_requests import MessageRequests

FRAME_MILLISECONDS = 50
MIN_COLUMN_WIDTH = 196


class Variant(Card):
    """One answer: its number, its state, and the button that takes it."""

    selected = Signal()

    def __init__(
        self,
        number: int,
        text: ReplyText,
        requests: MessageRequests,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent, fill="raised", radius=12, has_border=True)
        self.number = number
        self.text = text
        self.final_text = ""  # as it was stored at its end
        self._ending = ""
        self._drawn_length = 0
        self._is_finished = False
        title = QLabel(fill(self.tr("Answer {number}"), number=number))
        title.setFont(sized_font(self.font(), TypeSize.BODY, is_bold=True))
        self.state_label = MutedLabel(self.tr("Waiting…"), self)
        self.take_button = PillButton(self.tr("Use this answer"), self)
        self.take_button.setAccessibleName(fill(self.tr("Use answer {number}"), number=number))
        self.take_button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.take_button.clicked.connect(self.selected)
        self._host = BodyHost(requests, self)
        self.body = self._host.body
        head = QHBoxLayout()
        head.addWidget(title, 1)
        head.addWidget(self.take_button)
        column = vertical_layout(self, margins=(14, 10, 10, 12), spacing=6)
        column.addLayout(head)
        column.addWidget(self.state_label)
        column.addWidget(self._host)
        column.addStretch(1)
        self.take_button.setMinimumWidth(self.take_button.sizeHint().width())
        self.setMinimumWidth(max(MIN_COLUMN_WIDTH, column.minimumSize().width()))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)

    def draw(self) -> None:
        """Draw the text that was appended since the last frame."""
        length = self.text.length
        if self._is_finished or length == self._drawn_length:
            return
        self._drawn_length = length
        answer = self.text.answer
        self.state_label.setText(self.tr("Writing…") if len(answer) else self.tr("Thinking…"))
        self.body.grow(answer)
        self._host.settle()

    def finish(self, message: Message) -> None:
        """Show the answer as it was stored at its end."""
        self._is_finished = True
        self.body.finish(message.text)
        self._host.settle()
        label = {
            MessageStatus.COMPLETE: self.tr("Done"),
            MessageStatus.CANCELLED: self.tr("Stopped"),
            MessageStatus.FAILED: self.tr("Failed"),
        }.get(message.status, self.tr("Interrupted"))
        self.final_text = message.text.strip()
        self._ending = f"{label}. {translated(message.note)}" if message.note else label
        self._show_state(self._ending)
        self.state_label.setWordWrap(True)

    def fold(self, same_as: int) -> None:
        """Show only the state, and the number of the answer with this text; 0 shows the text."""
        self._show_state(same_as_text(self._ending, same_as) if same_as else self._ending)
        self._host.setHidden(same_as > 0)
        self.body.mark_words(())

    def compare(self, first: Self, *, is_marked: bool) -> None:
        """Say how the answer differs from the first one, and mark its words."""
        found = UNKNOWN
        if first.body.is_complete and self.body.is_complete:
            found = difference(first.body.words(), self.body.words())
        self._show_state(difference_text(self._ending, found, first.number))
        self.body.mark_words(found.words if is_marked and not found.is_mostly else ())

    def _show_state(self, text: str) -> None:
        self.state_label.setText(text)
        self.take_button.setAccessibleDescription(text)  # the label takes no focus


class VariantsView(QWidget):
    """Replaces the transcript until an answer is taken or the view is closed."""

    selected = Signal(int)
    closed = Signal()

    def __init__(self, requests: MessageRequests, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._requests = requests
        self._variants: dict[int, Variant] = {}
        self._timer = QTimer(self, interval=FRAME_MILLISECONDS)
        self._timer.timeout.connect(self._draw)
        self._question = ElidedLabel(self)
        self.marks_box = CheckBox(self.tr("Mark differences"), self)
        self.marks_box.setChecked(True)
        self.marks_box.toggled.connect(lambda _is_checked: self._compare())
        self.marks_box.hide()
        self.more_button = PillButton(action_name(MessageAction.COMPARE, is_own=False), self)
        self.more_button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.more_button.clicked.connect(self._on_more)
        self.close_button = IconButton(
            "close", self.tr("Close and keep the first answer"), self, size=16
        )
        self.close_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.close_button.clicked.connect(self.closed)
        self.setAccessibleName(self.tr("Compare several answers"))
        self._build_layout()

    @property
    def variants(self) -> tuple[Variant, ...]:
        """The answers from left to right."""
        return tuple(self._variants.values())

    def begin(self, question: str, texts: tuple[ReplyText, ...]) -> None:
        """Show a column for each of these running replies."""
        for variant in self._variants.values():
            self._columns.removeWidget(variant)
            variant.hide()
            variant.deleteLater()
        self._variants = {}
        self.marks_box.hide()
        self._question.setText(" ".join(question[:300].split()))
        for number, text in enumerate(texts, start=1):
            variant = Variant(number, text, self._requests, self)
            variant.selected.connect(partial(self.selected.emit, text.reply_id))
            self._variants[text.reply_id] = variant
            self._columns.addWidget(variant, 1)
        self._timer.start()
        self.setFocus()

    def finish(self, message: Message) -> None:
        """Show a reply as it was stored at its end."""
        variant = self._variants.get(message.id)
        if variant is not None:
            variant.finish(message)
            self._compare()

    def _compare(self) -> None:
        """Show a text that several answers have once, and how others differ from the first."""
        finished = [each for each in self.variants if each.final_text]
        firsts: dict[str, Variant] = {}
        for variant in finished:
            first = firsts.setdefault(variant.final_text, variant)
            variant.fold(0 if first is variant else first.number)
            self._columns.setStretchFactor(variant, int(first is variant))
        different = list(firsts.values())
        for variant in different[1:]:
            variant.compare(different[0], is_marked=self.marks_box.isChecked())
        self.marks_box.setVisible(len(different) > 1)

    def end(self) -> None:
        """Stop drawing; all replies have ended."""
        self._draw()
        self._timer.stop()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        number = event.key() - Qt.Key.Key_1
        ids = list(self._variants)
        if not event.modifiers() and 0 <= number < len(ids):
            self.selected.emit(ids[number])
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._draw()

    def _build_layout(self) -> None:
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        head = horizontal_layout(None, margins=(20, 12, 14, 4))
        head.addWidget(self._question, 1)
        head.addWidget(self.marks_box)
        head.addWidget(self.more_button)
        head.addWidget(self.close_button)
        inside = QWidget(autoFillBackground=False)
        self._columns = horizontal_layout(inside, margins=(20, 4, 20, 12), spacing=12)
        area = QScrollArea()
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(inside)
        area.viewport().setAutoFillBackground(False)
        column = vertical_layout(self, margins=(0, 0, 0, 0), spacing=0)
        column.addLayout(head)
        column.addWidget(area, 1)

    def _on_more(self) -> None:
        for reply_id in [*self._variants][:1]:
            self._requests.compare_requested.emit(reply_id)

    def _draw(self) -> None:
        if self.isVisible():
            for variant in self._variants.values():
                variant.draw()
