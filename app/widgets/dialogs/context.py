"""What can be done when a conversation has outgrown the model's memory, and what it costs."""

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal, SignalInstance
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.forms import dialog_buttons
from app.widgets.kit.text import format_bytes, format_number
from app.widgets.kit.theme import TypeSize, sized_font


@dataclass(frozen=True, slots=True)
class ContextFacts:
    """What the dialog tells.

    Attributes:
        context_window: tokens that each chat may hold.
        larger_window: what it could be set to; None where it can't be more.
        larger_bytes: the memory which that would take beside what is taken now; 0 if unknown.
        trained_context: tokens that the model was made for.
        can_slide: the model's memory can be moved, so that nothing is read again.
        pinned_count: messages that stay in memory whatever slides out.
        has_earlier: something stands above the line.
        earlier_tokens: about how many tokens that is; None if unknown.
        first_tokens: about how many the first turn has; None if unknown.
        held_tokens: tokens that the model remembers of this chat; 0 if unknown.
    """

    context_window: int
    larger_window: int | None
    larger_bytes: int
    trained_context: int
    can_slide: bool
    pinned_count: int
    has_earlier: bool
    earlier_tokens: int | None = None
    first_tokens: int | None = None
    held_tokens: int = 0


class ContextDialog(QDialog):
    """Explains the line, and offers what helps; each offer closes the dialog."""

    pin_requested = Signal()
    fork_requested = Signal()
    larger_requested = Signal(int)
    options_requested = Signal()

    def __init__(self, facts: ContextFacts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("What the model remembers"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._facts = facts
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(20, 18, 20, 14)
        self._column.setSpacing(6)
        self._explain()
        self.pin_button = self._offer(
            self.tr("Keep the first message in memory"),
            self._pin_text(),
            self.tr("Pin it"),
            self.pin_requested,
        )
        self.fork_button = self._offer(
            self.tr("Go on with what was forgotten"),
            self._fork_text(),
            self.tr("Open a new tab"),
            self.fork_requested,
        )
        self.fork_button.setEnabled(facts.has_earlier)
        self.larger_button = self._offer(
            self.tr("Give every chat more room"), self._larger_text(), self._larger_label(), None
        )
        self.larger_button.setEnabled(facts.larger_window is not None)
        self.larger_button.clicked.connect(self._on_larger)
        self.options_button = self._offer(
            self.tr("Stop instead"),
            self.tr("This chat can also end its answer when its room is full, and forget nothing."),
            self.tr("Options of this chat …"),
            self.options_requested,
        )
        self._column.addSpacing(8)
        self._column.addWidget(dialog_buttons(self, reject=self.tr("Close")))
        self.setMinimumWidth(self.fontMetrics().averageCharWidth() * 76)

    def text(self) -> str:
        """Return everything that is said."""
        return "\n".join(label.text() for label in self.findChildren(QLabel))

    def _explain(self) -> None:
        text = self.tr(
            "Each chat may hold %1 tokens. This one has grown larger, so its oldest turns are no "
            "longer read by the model. Nothing is deleted: they stay here, and can be found."
        ).replace("%1", format_number(self._facts.context_window))
        if not self._facts.can_slide:
            text += " " + self.tr(
                "This model can't let go of single turns: each time, what is left is read again."
            )
        label = QLabel(text)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        self._column.addWidget(label)

    def _offer(
        self, title: str, text: str, action: str, signal: SignalInstance | None
    ) -> PillButton:
        row = QHBoxLayout()
        row.setContentsMargins(0, 10, 0, 0)
        row.setSpacing(16)
        texts = QVBoxLayout()
        texts.setSpacing(1)
        heading = QLabel(title)
        heading.setTextFormat(Qt.TextFormat.PlainText)
        heading.setFont(sized_font(self.font(), TypeSize.BODY, is_bold=True))
        meaning = MutedLabel(text, self)
        meaning.setWordWrap(True)
        texts.addWidget(heading)
        texts.addWidget(meaning)
        button = PillButton(action, self)
        button.setAccessibleDescription(f"{title}. {text}")
        row.addLayout(texts, 1)
        row.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
        self._column.addLayout(row)
        if signal is not None:
            button.clicked.connect(signal)
            button.clicked.connect(self.accept)
        return button

    def _pin_text(self) -> str:
        text = self.tr(
            "Its turn stays when others slide out. Any message can be pinned, by the pin under it."
        )
        count = self._facts.pinned_count
        if count:
            pinned = self.tr("%1 are pinned now.") if count > 1 else self.tr("One is pinned now.")
            text += " " + pinned.replace("%1", format_number(count))
        if self._facts.first_tokens is not None:
            again = self._facts.first_tokens + self._facts.held_tokens
            text += " " + self._read_again(min(again, self._facts.context_window))
        return text

    def _fork_text(self) -> str:
        text = self.tr(
            "What stands above the line opens in a tab of its own, where the model has it all."
        )
        if self._facts.earlier_tokens is not None:
            text += " " + self._read_again(self._facts.earlier_tokens)
        return text

    def _read_again(self, token_count: int) -> str:
        text = self.tr("About %1 tokens are read again with the next message.")
        return text.replace("%1", format_number(token_count))

    def _larger_text(self) -> str:
        facts = self._facts
        if facts.larger_window is None:
            return self.tr("There is no more room to give.")
        text = self.tr("%1 tokens for each chat.").replace("%1", format_number(facts.larger_window))
        if facts.larger_bytes:
            cost = self.tr("That takes about %1 more memory.")
            text += " " + cost.replace("%1", format_bytes(facts.larger_bytes))
        if facts.larger_window > facts.trained_context:
            trained = self.tr("The model was made for %1; beyond, it may lose the thread.")
            text += " " + trained.replace("%1", format_number(facts.trained_context))
        text += " " + self.tr("The model is loaded again; answers being written are stopped.")
        if facts.earlier_tokens is not None:
            again = min(facts.earlier_tokens + facts.held_tokens, facts.larger_window)
            text += " " + self._read_again(again)
        return text

    def _larger_label(self) -> str:
        larger = self._facts.larger_window or self._facts.context_window
        return self.tr("Set %1 tokens").replace("%1", format_number(larger))

    def _on_larger(self) -> None:
        if self._facts.larger_window is not None:
            self.larger_requested.emit(self._facts.larger_window)
        self.accept()
