"""A branch is tokenized with what is remembered of the chat that has said the same."""

from engine.text.known_texts import longest_alike
from engine.wire.commands import ChatMessage, Role


def _messages(*texts: str) -> list[ChatMessage]:
    roles = (Role.USER, Role.ASSISTANT)
    return [ChatMessage(roles[at % 2], text) for at, text in enumerate(texts)]


def _pieces(*texts: str) -> list[str]:
    return ["<s>", *(f"<turn>{text}</turn>" for text in texts)]


def test_the_chat_that_has_said_most_of_it_is_found() -> None:
    texts = [
        ("short", _pieces("hello", "hi")),
        ("long", _pieces("hello", "hi", "and you?", "fine")),
        ("other", _pieces("good day", "hi", "and you?")),
    ]
    assert longest_alike(_messages("hello", " hi ", "and you?", "bad"), texts) == "long"
    assert longest_alike(_messages("hello", "hi", "what now?"), texts) == "short"


def test_none_is_found_that_has_said_it_later_or_not_at_all() -> None:
    texts = [("a", _pieces("x" * 5000, "hello")), ("b", []), ("c", _pieces("good day"))]
    assert longest_alike(_messages("hello"), texts) is None
    assert longest_alike([], texts) is None


def test_pieces_need_not_end_where_messages_do() -> None:
    texts = [("a", ["<s><turn>he", "llo</turn><turn>h", "i</turn>"])]
    assert longest_alike(_messages("hello", "hi"), texts) == "a"
