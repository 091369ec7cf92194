"""Finds conversations by their titles, some hundred at a time: of many, nobody waits for all."""

from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from app.domain import ConversationSummary
from app.widgets.commands import fuzzy
from app.widgets.kit.translation import shown_title
from app.widgets.markdown.safe_text import without_hidden

SLICE = 400  # titles that are looked at in one turn of the event loop


class ChatFinder(QObject):
    """``find`` looks at the first titles at once; ``finished`` says when it has seen the others."""

    finished = Signal()

    def __init__(
        self,
        conversations: Sequence[ConversationSummary],
        title_of: Callable[[str], str],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._conversations = conversations
        self._title_of = title_of
        self._titles: list[str] = []  # as far as they were needed
        self._work: Iterator[tuple[int, fuzzy.Match] | None] = iter(())
        self._found: list[tuple[int, fuzzy.Match]] = []
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._on_timeout)

    @property
    def is_busy(self) -> bool:
        """Return whether there are titles that were not looked at."""
        return self._timer.isActive()

    @property
    def seen_count(self) -> int:
        """How many titles were looked at so far, for whatever was looked for."""
        return len(self._titles)

    def title(self, number: int) -> str:
        """Return the title of a conversation as it is shown."""
        while len(self._titles) <= number:
            summary = self._conversations[len(self._titles)]
            self._titles.append(shown_title(without_hidden(self._title_of(summary.id))))
        return self._titles[number]

    def find(self, wanted: str) -> None:
        """Look for this instead of what was looked for."""
        self._found = []
        texts = (self.title(number) for number in range(len(self._conversations)))
        self._work = fuzzy.looked_through(wanted, texts)
        self._timer.stop()
        if not self._look():
            self._timer.start()

    def stop(self) -> None:
        """Look for nothing."""
        self._timer.stop()
        self._found = []

    def finish(self) -> None:
        """Look at all that is left now, as something is about to be chosen."""
        while self.is_busy:
            self._on_timeout()

    def best(self, limit: int) -> list[tuple[int, fuzzy.Match]]:
        """Return the places of the conversations that fit best, as far as was looked."""
        return fuzzy.ranked(self._found)[:limit]

    def _on_timeout(self) -> None:
        if self._look():
            self._timer.stop()
            self.finished.emit()

    def _look(self) -> bool:
        """Look at some titles; return whether these were the last ones."""
        for _ in range(SLICE):
            try:
                found = next(self._work)
            except StopIteration:
                return True
            if found is not None:
                self._found.append(found)
        return False
