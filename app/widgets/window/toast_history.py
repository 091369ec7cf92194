"""What toasts said lately, with the time, and what can still be done about it."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import QObject, Signal

from app.domain import ToastContent

MOST_KEPT = 50


@dataclass(frozen=True, slots=True)
class PastToast:
    """One toast and when it came; what it offers can be done while it ``is_open``."""

    content: ToastContent
    at: datetime
    is_open: bool = True


def now() -> datetime:
    """Return the time of day as the user's clock shows it."""
    return datetime.now().astimezone()


class ToastHistory(QObject):
    """The last toasts, newest first."""

    changed = Signal()

    def __init__(self, parent: QObject, clock: Callable[[], datetime] = now) -> None:
        super().__init__(parent)
        self._clock = clock
        self._past: deque[PastToast] = deque(maxlen=MOST_KEPT)

    @property
    def past(self) -> tuple[PastToast, ...]:
        """The last toasts, newest first."""
        return tuple(self._past)

    def add(self, content: ToastContent) -> None:
        """Remember a toast; one that says the same once more takes the place of the one before."""
        if not content.is_remembered:
            return
        self._past = deque(
            (each for each in self._past if not (each.is_open and each.content == content)),
            maxlen=MOST_KEPT,
        )
        self._past.appendleft(PastToast(content, self._clock()))
        self.changed.emit()

    def close(self, content: ToastContent) -> None:
        """Take the buttons from a toast: it was answered, or its reason is gone."""
        for place, each in enumerate(self._past):
            if each.is_open and each.content == content:
                self._past[place] = PastToast(content, each.at, is_open=False)
                self.changed.emit()

    def text(self) -> str:
        """Return all of it as lines, the oldest first, to be copied."""
        lines = (f"{each.at:%Y-%m-%d %H:%M}\t{each.content.text}" for each in reversed(self._past))
        return "\n".join(lines)
