"""Finds the tokenized chat whose text a new chat begins with, as a branch does.

A branch has its own name, so no tokens are stored for it. Tokenized again, its replies would hardly
get the tokens that the model chose, and nothing after the first of them would be cached.
"""

from collections.abc import Iterable, Sequence

from engine.messages.commands import ChatMessage

_MAX_MARKUP = 2048  # characters of a template between two messages, including its greeting


def longest_alike(
    messages: Sequence[ChatMessage], texts: Iterable[tuple[str, Sequence[str]]]
) -> str | None:
    """Return the name of the chat with most of these messages; None if none has the first.

    ``texts`` are the names of chats and the pieces of their rendered texts. The result is a guess:
    the caller must compare the texts.
    """
    contents = [each.content.strip() for each in messages]
    most, best = 0, None
    for name, pieces in texts:
        count = _said_count(contents, pieces)
        if count > most:
            most, best = count, name
    return best


def _said_count(contents: Iterable[str], pieces: Iterable[str]) -> int:
    """Return the number of leading messages that a text contains, in their order."""
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
