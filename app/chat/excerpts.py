"""What another chat or a source gives to a message: messages, a recap, a text, as a file."""

from collections.abc import Iterable

from app.domain import Message, Role, TextFile

LONGEST_NAME = 60  # letters of a title in the name of the file
_SPEAKERS = {Role.USER: "User", Role.ASSISTANT: "Assistant", Role.SYSTEM: "System"}


def excerpt(title: str, messages: Iterable[Message]) -> TextFile:
    """Return these messages as a text with who wrote each, without what the model thought."""
    parts = [
        f"{_SPEAKERS[each.role]}:\n{each.text.strip()}" for each in messages if each.text.strip()
    ]
    return _file(title, "\n\n".join(parts))


def recap(title: str, text: str) -> TextFile:
    """Return what a chat comes to in the model's words."""
    return _file(title, text)


def source_file(name: str, text: str) -> TextFile:
    """Return the text of a source, without its instruction, which is about chats in it."""
    return _file(name, text)


def last_turn(messages: tuple[Message, ...]) -> tuple[Message, ...]:
    """Return the last question that was answered, with its answer; else the last message."""
    answers = [at for at, each in enumerate(messages) if each.role is Role.ASSISTANT and each.text]
    if not answers:
        return messages[-1:]
    before = messages[: answers[-1]]
    starts = [at for at, each in enumerate(before) if each.role is Role.USER]
    return messages[(starts or answers)[-1] : answers[-1] + 1]


def _file(title: str, text: str) -> TextFile:
    name = " ".join(title.split())
    if len(name) > LONGEST_NAME:
        name = f"{name[: LONGEST_NAME - 1].rstrip()}…"
    return TextFile(f"@{name}", text, "text/markdown")
