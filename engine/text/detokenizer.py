"""Turns token pieces into text: only complete characters, and only up to a stop string."""

import codecs
from collections.abc import Iterable

import msgspec


class Detokenizer:
    """Decodes one reply's bytes as they arrive; invalid ones become U+FFFD."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def feed(self, piece: bytes) -> str:
        """Return the characters that are complete now; the rest waits for the next piece."""
        return self._decoder.decode(piece)

    def flush(self) -> str:
        """Return the rest at the end of the reply, at most a replacement character."""
        return self._decoder.decode(b"", final=True)


class StopScan(msgspec.Struct, frozen=True):
    """Text that is safe to show, and whether a stop string ended the reply after it."""

    text: str
    is_stopped: bool


class StopStrings:
    """Holds back the longest suffix of a reply that could become a stop string.

    ``found`` is the stop string that ended the reply, or empty. ``hidden`` are those that the
    request did not name: they end a reply like an end-of-generation token.
    """

    def __init__(self, stops: Iterable[str], hidden: Iterable[str] = ()) -> None:
        asked = tuple(stop for stop in stops if stop)
        self._hidden = frozenset(hidden).difference(asked)
        self._stops = (*asked, *self._hidden)
        self._held = ""
        self.is_any = bool(self._stops)
        self.found = ""

    @property
    def reported(self) -> str:
        """Return the stop string that ended the reply if the request named it; else empty."""
        return "" if self.found in self._hidden else self.found

    @property
    def is_stopped(self) -> bool:
        """Return whether a stop string has ended the reply."""
        return bool(self.found)

    def feed(self, text: str) -> StopScan:
        """Return the text that can be shown so far; after a stop nothing more is returned."""
        if not self._stops:
            return StopScan(text, is_stopped=False)
        held = self._held + text
        found = [(at, stop) for stop in self._stops if (at := held.find(stop)) >= 0]
        if found:
            first, self.found = min(found)
            self._held = ""
            return StopScan(held[:first], is_stopped=True)
        # A possible beginning of a stop string must not be shown: it cannot be withdrawn.
        split = len(held) - self._possible_start(held)
        self._held = held[split:]
        return StopScan(held[:split], is_stopped=False)

    def flush(self) -> str:
        """Return the text held back, at the end of a reply without a stop string."""
        held, self._held = self._held, ""
        return held

    def _possible_start(self, text: str) -> int:
        """Return the length of the longest suffix of ``text`` that begins a stop string."""
        longest = min(len(text), max(len(stop) for stop in self._stops) - 1)
        for length in range(longest, 0, -1):
            end = text[-length:]
            if any(stop.startswith(end) for stop in self._stops):
                return length
        return 0
