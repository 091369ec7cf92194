"""The dialog with remedies for a chat that fills its context window, or is longer."""

import msgspec
from PySide6.QtCore import Qt, Signal, SignalInstance
from PySide6.QtWidgets import QDialog, QLabel, QWidget

from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.forms import dialog_buttons
from app.widgets.kit.geometry import DIALOG_MARGINS, horizontal_layout, vertical_layout
from app.widgets.kit.text import format_bytes
from app.widgets.kit.theme import TypeSize, sized_font
from app.widgets.kit.translation import fill


class ContextFacts(msgspec.Struct, frozen=True):
    """The content of the dialog.

    Attributes:
        context_window: the tokens that each chat can hold.
        larger_window: a possible larger context window; None if it is at its maximum.
        larger_bytes: the additional memory that this takes; 0 if unknown.
        trained_context: the context window that the model was trained for.
        can_slide: the KV cache can be shifted, so that no tokens are read again.
        pinned_count: messages that stay in the context when others are dropped.
        has_earlier: messages left the context.
        has_messages: the chat is not empty.
        can_recap: a recap is due, or can be written before messages are dropped.
        is_recap_early: the recap is of messages that are in the context now.
        earlier_tokens: the approximate number of tokens of these; None if unknown.
        first_tokens: the approximate number of tokens of the first turn; None if unknown.
        held_tokens: the tokens of this chat in the KV cache; 0 if unknown.
    """

    context_window: int
    larger_window: int | None
    larger_bytes: int
    trained_context: int
    can_slide: bool
    pinned_count: int
    has_earlier: bool
    has_messages: bool = True
    can_recap: bool = True
    is_recap_early: bool = False
    earlier_tokens: int | None = None
    first_tokens: int | None = None
    held_tokens: int = 0


class ContextDialog(QDialog):
    """Explains what the model reads and offers remedies; each button closes the dialog."""

    pin_requested = Signal()
    fork_requested = Signal()
    larger_requested = Signal(int)
    options_requested = Signal()
    recap_requested = Signal()

    def __init__(self, facts: ContextFacts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("What the model remembers"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._facts = facts
        self._column = vertical_layout(self, margins=DIALOG_MARGINS, spacing=8)
        self._explain()
        self.recap_button = self._offer(
            *self._recap_texts(), self.tr("Recap"), self.recap_requested
        )
        self.recap_button.setEnabled(facts.can_recap)
        self.pin_button = self._offer(
            self.tr("Pin the first message"),
            self._pin_text(),
            self.tr("Pin it"),
            self.pin_requested,
        )
        self.pin_button.setEnabled(facts.has_messages)
        self.fork_button: PillButton | None = None
        if facts.has_earlier:
            self.fork_button = self._offer(
                self.tr("Open the part above the line in a new tab"),
                self._fork_text(),
                self.tr("Open a new tab"),
                self.fork_requested,
            )
        self.larger_button = self._offer(
            self.tr("Increase the context length"), self._larger_text(), self._larger_label(), None
        )
        self.larger_button.setEnabled(facts.larger_window is not None)
        self.larger_button.clicked.connect(self._on_larger)
        self.options_button = self._offer(
            self.tr("Stop instead"),
            self.tr(
                "The answer can also stop when the context is full, so that no messages are "
                "dropped."
            ),
            self.tr("Chat settings…"),
            self.options_requested,
        )
        self._column.addSpacing(8)
        self._column.addWidget(dialog_buttons(self, reject=self.tr("Close")))
        self.setMinimumWidth(self.fontMetrics().averageCharWidth() * 76)

    def text(self) -> str:
        """Return all texts of the dialog."""
        return "\n".join(label.text() for label in self.findChildren(QLabel))

    def _explain(self) -> None:
        facts = self._facts
        text = self.tr(
            "Each chat can hold {count:,} tokens; this one has {used:,}. When it is full, the "
            "model no longer reads its oldest turns. Nothing is deleted: they stay here and can "
            "be searched."
        )
        if facts.has_earlier:
            text = self.tr(
                "Each chat can hold {count:,} tokens. The model no longer reads the oldest turns "
                "of this one. Nothing is deleted: they stay here and can be searched."
            )
        text = fill(text, count=facts.context_window, used=facts.held_tokens)
        if not facts.can_slide:
            text += " " + self.tr(
                "This model can't drop single turns; it reads the rest of the chat again each time."
            )
        label = QLabel(text, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self._column.addWidget(label)

    def _offer(
        self, title: str, text: str, action: str, signal: SignalInstance | None
    ) -> PillButton:
        row = horizontal_layout(None, margins=(0, 10, 0, 0), spacing=16)
        heading = QLabel(title, textFormat=Qt.TextFormat.PlainText)
        heading.setFont(sized_font(self.font(), TypeSize.BODY, is_bold=True))
        texts = vertical_layout(None, heading, MutedLabel(text, self, wraps=True), spacing=1)
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
            "A pinned message stays when older messages are dropped. Each message has a pin "
            "below it."
        )
        count = self._facts.pinned_count
        if count:
            pinned = (
                self.tr("{count:,} are pinned now.") if count > 1 else self.tr("One is pinned now.")
            )
            text += " " + fill(pinned, count=count)
        if self._facts.first_tokens is not None:
            again = self._facts.first_tokens + self._facts.held_tokens
            text += " " + self._read_again(min(again, self._facts.context_window))
        return text

    def _recap_texts(self) -> tuple[str, str]:
        if not self._facts.can_recap:
            return self.tr("Recap the older half"), self.tr("There is only one turn to recap.")
        if self._facts.is_recap_early:
            return self.tr("Recap the older half"), self.tr(
                "The model summarizes the older half of what it reads now, and reads the summary "
                "instead. That makes room before turns are dropped."
            )
        return self.tr("Add a recap of it"), self.tr(
            "The model summarizes the part that it can no longer read, and reads the summary "
            "instead."
        )

    def _fork_text(self) -> str:
        text = self.tr(
            "Everything above the line opens in its own tab, where the model can read all of it."
        )
        if self._facts.earlier_tokens is not None:
            text += " " + self._read_again(self._facts.earlier_tokens)
        return text

    def _read_again(self, token_count: int) -> str:
        text = self.tr("About {count:,} tokens are read again with the next message.")
        return fill(text, count=token_count)

    def _larger_text(self) -> str:
        facts = self._facts
        if facts.larger_window is None:
            return self.tr("The context length is at its maximum.")
        text = fill(self.tr("{count:,} tokens for each chat."), count=facts.larger_window)
        if facts.larger_bytes:
            cost = self.tr("This takes about {size} more memory.")
            text += " " + fill(cost, size=format_bytes(facts.larger_bytes))
        if facts.larger_window > facts.trained_context:
            trained = self.tr(
                "The model was trained for {count:,} tokens; with more, answers can get worse."
            )
            text += " " + fill(trained, count=facts.trained_context)
        text += " " + self.tr("Reloading the model stops running answers.")
        if facts.earlier_tokens is not None:
            again = min(facts.earlier_tokens + facts.held_tokens, facts.larger_window)
            text += " " + self._read_again(again)
        return text

    def _larger_label(self) -> str:
        larger = self._facts.larger_window or self._facts.context_window
        return fill(self.tr("Set {count:,} tokens"), count=larger)

    def _on_larger(self) -> None:
        if self._facts.larger_window is not None:
            self.larger_requested.emit(self._facts.larger_window)
        self.accept()
