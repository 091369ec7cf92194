"""How far the pictures of each request are, and how long they will take."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from engine.core.media.entry import MediaEntry, Stage
from engine.messages.events import GenerationEvent
from engine.messages.media import MediaKind, MediaProgress
from engine.messages.request_options import Rank

_SMOOTHING = 0.5
_PACE_SECONDS = 0.5


@dataclass(slots=True)
class EncodingRate:
    """What encoding takes, learned from the pictures before; with the waits for turns."""

    _row_seconds: float | None = None

    def note(self, rows: int, seconds: float) -> None:
        """Note how long so many embeddings took."""
        measured = seconds / max(1, rows)
        known = self._row_seconds
        self._row_seconds = measured if known is None else known + _SMOOTHING * (measured - known)

    def seconds_for(self, rows: int) -> float | None:
        """Return how long so many embeddings will take; None while nobody knows."""
        return None if self._row_seconds is None else rows * self._row_seconds


@dataclass(slots=True)
class _Report:
    event: MediaProgress
    when: float


@dataclass(slots=True)
class ProgressReporter:
    """Puts a request's MediaProgress into ``events`` when it has changed, and twice a second.

    A request that never had to wait has none.
    """

    events: list[GenerationEvent]
    rate: EncodingRate = field(default_factory=EncodingRate)
    _last: dict[int, _Report] = field(default_factory=dict)

    def report(self, entries: Sequence[MediaEntry], began: float) -> None:
        """Report on all requests; ``began`` is when the picture of now was begun, 0 for none."""
        requests = sorted({number for entry in entries for number in entry.needs})
        for number in requests:
            own = [entry for entry in entries if number in entry.needs]
            waiting = [entry for entry in own if not entry.is_settled]
            last = self._last.get(number)
            if last is None and not waiting:
                continue
            kind = min(waiting, key=_turn).media.kind if waiting else own[-1].media.kind
            alike = [entry.is_settled for entry in own if entry.media.kind is kind]
            done, total = sum(alike), len(alike)
            now = time.monotonic()
            if last is None or _is_due(last, (kind, done, total), now):
                left = self._seconds_left(entries, number, began, now) if waiting else 0.0
                event = MediaProgress(number, done, total, left, kind)
                self._last[number] = _Report(event, now)
                self.events.append(event)

    def end(self, request_id: int) -> None:
        """Note that a request needs no pictures any more."""
        self._last.pop(request_id, None)

    def _seconds_left(
        self, entries: Iterable[MediaEntry], request_id: int, began: float, now: float
    ) -> float | None:
        """Return how long it takes until the last picture of a request is there."""
        waiting = [entry for entry in entries if not entry.is_settled]
        waiting.sort(key=_turn)
        last = max(index for index, entry in enumerate(waiting) if request_id in entry.needs)
        seconds = self.rate.seconds_for(sum(entry.rows for entry in waiting[: last + 1]))
        if seconds is None:
            return None
        first = self.rate.seconds_for(waiting[0].rows) or 0.0
        return seconds - min(first, now - began if began else 0.0)


def _turn(entry: MediaEntry) -> tuple[bool, tuple[Rank, bool, int]]:
    """Return what orders those that wait: what is being encoded goes first, whoever came since."""
    return entry.stage is not Stage.ENCODING, entry.urgency


def _is_due(last: _Report, count: tuple[MediaKind, int, int], now: float) -> bool:
    event = last.event
    _kind, done, total = count
    is_changed = (event.kind, event.done, event.total) != count
    return is_changed or (done < total and now - last.when >= _PACE_SECONDS)
