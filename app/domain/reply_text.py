"""The text of a running reply: its runner appends to it, the saver stores it, pages draw it."""

from collections.abc import Callable

from app.domain.messages import Message


class GrowingText:
    """A text that only grows, so a reader that stores its position can continue from there."""

    def __init__(self, text: str = "") -> None:
        self.text = text

    def __len__(self) -> int:
        return len(self.text)

    def append(self, piece: str) -> None:
        """Add a piece at the end."""
        self.text += piece


class ReplyText:
    """The answer and the reasoning of one running reply.

    Attributes:
        reply_id: the id of the message.
    """

    def __init__(self, reply_id: int, answer: str = "", reasoning: str = "") -> None:
        self.reply_id = reply_id
        self.answer = GrowingText(answer)
        self.reasoning = GrowingText(reasoning)
        self._listeners: list[Callable[[ReplyText], object]] = []

    @classmethod
    def of(cls, reply: Message) -> "ReplyText":
        """Return the text of a stored reply; a reply that is continued has a beginning."""
        return cls(reply.id, reply.text, reply.reasoning)

    @property
    def length(self) -> int:
        """The number of characters in answer and reasoning together."""
        return len(self.answer) + len(self.reasoning)

    def append(self, piece: str, *, is_reasoning: bool = False) -> None:
        """Add a piece to the answer, or to the reasoning, and call the listeners."""
        (self.reasoning if is_reasoning else self.answer).append(piece)
        for listener in tuple(self._listeners):
            listener(self)

    def on_changed(self, listener: "Callable[[ReplyText], object]") -> Callable[[], None]:
        """Call ``listener`` after each append; return a function that removes it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)
