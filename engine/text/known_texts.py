"""Finds the chat that was tokenized already whose text another one begins with: its branch does.

A branch has a name of its own, so nothing is remembered of it. Tokenized anew, the replies in it
would hardly have the tokens that the model chose, and nothing behind the first of them were cached.
"""

from collections.abc import Iterable, Sequence

from engine.messages.commands import ChatMessage

_MAX_MARKUP = 2048  # letters that a template writes between two messages, its own greeting too


def longest_alike(
    messages: Sequence[ChatMessage], texts: Iterable[tuple[str, Sequence[str]]]
) -> str | None:
    """Return the name of the chat that has said most of these messages, None if none has said one.

    ``texts`` are the names of chats and the pieces of their rendered texts. This is a guess:
    whoever uses the tokens compares the texts themselves.
    """
    contents = [each.content.strip() for each in messages]
    most, best = 0, None
    for name, pieces in texts:
        count = _said_count(contents, pieces)
        if count > most:
            most, best = count, name
    return best


def _said_count(contents: Iterable[str], pieces: Iterable[str]) -> int:
    """Return how many of the messages a text has, from its beginning on and in their order."""
    text, at, count = "", 0, 0
    left = iter(pieces)
    for content in contents:
        end = at + len(content) + _MAX_MARKUP
        while len(text) < end and (piece := next(left, None)) is not None:
            text += piece
        found = text.find(content, at, end)
        if found < 0:
            break
        at, count = found + len(content), count + 1
    return count
