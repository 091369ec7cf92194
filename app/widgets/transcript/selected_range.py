"""Messages that are chosen as a whole, to be copied together."""

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QCoreApplication

from app.domain import Message, Role


class SelectedRange:
    """A run of messages between the one where choosing began and the one where it ended."""

    def __init__(self, show: Callable[[frozenset[int]], None]) -> None:
        """Choose nothing yet; ``show`` is told what is chosen."""
        self._show = show
        self._start: int | None = None
        self.ids: frozenset[int] = frozenset()

    def begin_at(self, message_id: int | None) -> None:
        """Choose nothing; what is chosen next begins at a message, if one is told."""
        self._start = message_id
        self._choose(())

    def select_all(self, order: Iterable[int]) -> None:
        """Choose every message."""
        self._choose(order)

    def select_to(self, message_id: int, order: Sequence[int]) -> None:
        """Choose up to a message, from where choosing began."""
        start = message_id if self._start is None else self._start
        self.select_between(start, message_id, order)

    def select_between(self, start: int, end: int, order: Sequence[int]) -> None:
        """Choose from one message to another, in whichever order they stand."""
        self._start = start if start in order else end
        first, last = sorted((order.index(self._start), order.index(end)))
        self._choose(order[first : last + 1])

    def markdown(self, messages: Iterable[Message]) -> str:
        """Return the chosen messages as Markdown: one as it stands, several with their speakers."""
        chosen = [message for message in messages if message.id in self.ids]
        if len(chosen) == 1:
            return chosen[0].text
        return "\n\n".join(f"**{_speaker(each)}**\n\n{each.text.strip()}" for each in chosen)

    def _choose(self, ids: Iterable[int]) -> None:
        chosen = frozenset(ids)
        if chosen != self.ids:
            self.ids = chosen
            self._show(chosen)


def _speaker(message: Message) -> str:
    if message.role is Role.USER:
        return QCoreApplication.translate("SelectedRange", "You:")
    return QCoreApplication.translate("SelectedRange", "Hubbub:")
