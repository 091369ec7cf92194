"""Asks before a chat is sent to another machine for the first time: where to, and what of it."""

from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from app.widgets.kit.forms import CheckBox, FieldError
from app.widgets.kit.small_dialogs import QuestionBox
from app.widgets.kit.translation import fill, translate

_NAMED_FILES = 3


@dataclass(frozen=True, slots=True)
class DepartureFacts:
    """What the question names.

    Attributes:
        machine: what the user calls it; ``address`` is what the network calls it.
        word_count: of all that is sent with the first message.
        file_names: of the files that go along, beside so many pictures.
        is_plain: others in the network can read it.
    """

    machine: str
    address: str
    model_name: str
    word_count: int
    file_names: tuple[str, ...] = ()
    picture_count: int = 0
    is_plain: bool = False


class DepartureQuestion(QuestionBox):
    """Enter declines, since the message before it was sent by Enter."""

    answered = Signal(bool)

    def __init__(self, facts: DepartureFacts, parent: QWidget) -> None:
        self._is_for_all = False
        self._trust_box = CheckBox(
            translate("DepartureQuestion", "Don't ask again for this address")
        )
        warning = FieldError()
        warning.setText(
            translate(
                "DepartureQuestion",
                "The connection is not encrypted (plain HTTP): others in the network can read it.",
            )
        )
        extra: tuple[QWidget, ...] = (self._trust_box,)
        if facts.is_plain:
            extra = (warning, *extra)
        super().__init__(
            departure_text(facts),
            fill(translate("DepartureQuestion", "Send to {machine}"), machine=facts.machine),
            parent,
            *extra,
            reject=translate("DepartureQuestion", "Don't send"),
        )
        self.finished.connect(self._on_finished)

    @property
    def is_for_all(self) -> bool:
        """Whether the answer holds for all chats."""
        return self._is_for_all

    def withdraw(self) -> None:
        """Close the question, if it is still open."""
        if isValid(self) and self.isVisible():
            self.reject()

    def _on_finished(self, result: int) -> None:
        is_yes = result == self.DialogCode.Accepted.value
        self._is_for_all = is_yes and self._trust_box.isChecked()
        self.answered.emit(is_yes)


def departure_text(facts: DepartureFacts) -> str:
    """Return the question, and what leaves this computer."""
    question = translate(
        "DepartureQuestion", "Send this chat to {machine} ({address}), to be answered by {model}?"
    )
    question = fill(question, machine=facts.machine, address=facts.address, model=facts.model_name)
    return f"{question}\n\n{_content_text(facts)}{_picture_text(facts.picture_count)}"


def _content_text(facts: DepartureFacts) -> str:
    """Return how many words and which files leave."""
    names, count = facts.file_names, len(facts.file_names)
    text = translate(
        "DepartureQuestion",
        "{words:,} words leave this computer now, and what you write in this chat later goes "
        "there without a question.",
    )
    if count == 1:
        text = translate(
            "DepartureQuestion",
            "{words:,} words and the file {names} leave this computer now, and what you write in "
            "this chat later goes there without a question.",
        )
    elif count:
        text = translate(
            "DepartureQuestion",
            "{words:,} words and {count:,} files ({names}) leave this computer now, and what you "
            "write in this chat later goes there without a question.",
        )
    shown = ", ".join(names[:_NAMED_FILES]) + (", …" if count > _NAMED_FILES else "")
    return fill(text, words=facts.word_count, count=count, names=shown)


def _picture_text(count: int) -> str:
    """Return how many pictures leave; nothing where none does."""
    if not count:
        return ""
    text = translate("DepartureQuestion", "One picture goes along.")
    if count > 1:
        text = translate("DepartureQuestion", "{count:,} pictures go along.")
    return " " + fill(text, count=count)
