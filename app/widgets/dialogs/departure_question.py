"""The question before a chat is sent to another machine for the first time."""

import msgspec
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from app.widgets.kit.forms import CheckBox, FieldError
from app.widgets.kit.small_dialogs import QuestionBox
from app.widgets.kit.translation import fill, translate

_NAMED_FILES = 3


class DepartureFacts(msgspec.Struct, frozen=True):
    """The facts that the question names.

    Attributes:
        machine: the user's name for the machine; ``address`` is its network address.
        word_count: the words that are sent with the first message.
        file_names: the files that are sent, besides ``picture_count`` pictures.
        is_plain: the connection is not encrypted.
    """

    machine: str
    address: str
    model_name: str
    word_count: int
    file_names: tuple[str, ...] = ()
    picture_count: int = 0
    is_plain: bool = False


class DepartureQuestion(QuestionBox):
    """Enter rejects, because the message before it was sent with Enter."""

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
        """Whether the answer applies to all chats."""
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
    """Return the question with the data that is sent."""
    question = translate(
        "DepartureQuestion", "Send this chat to {machine} ({address})? {model} will answer it."
    )
    question = fill(question, machine=facts.machine, address=facts.address, model=facts.model_name)
    return f"{question}\n\n{_content_text(facts)}{_picture_text(facts.picture_count)}"


def _content_text(facts: DepartureFacts) -> str:
    """Return the number of words and the names of files that are sent."""
    names, count = facts.file_names, len(facts.file_names)
    text = translate(
        "DepartureQuestion",
        "This sends {words:,} words now. Later messages in this chat are sent without asking.",
    )
    if count == 1:
        text = translate(
            "DepartureQuestion",
            "This sends {words:,} words and the file {names} now. Later messages in this chat "
            "are sent without asking.",
        )
    elif count:
        text = translate(
            "DepartureQuestion",
            "This sends {words:,} words and {count:,} files ({names}) now. Later messages in "
            "this chat are sent without asking.",
        )
    shown = ", ".join(names[:_NAMED_FILES]) + (", …" if count > _NAMED_FILES else "")
    return fill(text, words=facts.word_count, count=count, names=shown)


def _picture_text(count: int) -> str:
    """Return the number of pictures that are sent; empty if there are none."""
    if not count:
        return ""
    text = translate("DepartureQuestion", "One picture is also sent.")
    if count > 1:
        text = translate("DepartureQuestion", "{count:,} pictures are also sent.")
    return " " + fill(text, count=count)
