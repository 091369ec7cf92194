"""Fits a conversation to the context window by dropping its oldest turns whole."""

from collections.abc import Callable, Sequence
from contextlib import suppress

from engine.backend import Vocabulary
from engine.ipc.lazy_text import lazy
from engine.messages.errors import ContextWindowExceeded
from engine.text.counting import certain_excess
from engine.text.prompt import Prompt
from engine.text.turn_index import TurnIndex

# Takes the start of the conversation and whether the prompt is cut into turns; raises
# ContextWindowExceeded.
Attempt = Callable[[int, bool], Prompt]


class WindowFitter:
    """Fits prompts to one model's vocabulary and context window."""

    def __init__(self, vocabulary: Vocabulary, context_window: int) -> None:
        self._vocabulary = vocabulary
        self._window = context_window

    def fit(
        self, turns: TurnIndex, attempt: Attempt, *, dropped: int, reply_reserve: int
    ) -> Prompt:
        """Return a prompt that leaves ``reply_reserve`` tokens of the window for the reply.

        The ``dropped`` messages of the last prompt stay dropped. If more must be dropped, the
        prompt is reduced to half of the window, so that the following turns find their prefix
        cached. Raises ContextWindowExceeded if the last turn and the pinned ones alone are too
        long.
        """
        starts = turns.starts_after(dropped)
        possible = self._possible(turns, starts)
        if possible == starts:
            # Usually this suffices: the whole conversation fits.
            with suppress(ContextWindowExceeded):
                whole = attempt(starts[0], True)
                if len(whole.tokens) + reply_reserve <= self._window:
                    return whole
            possible = starts[1:]
        start = self._first_in_half(possible, attempt)
        return check_fits(attempt(starts[-1] if start is None else start, True), self._window)

    def fit_whole(self, turns: TurnIndex, attempt: Attempt) -> Prompt:
        """Return the prompt of all messages. Raises ContextWindowExceeded if it is too long."""
        self._possible(turns, turns.starts)
        return check_fits(attempt(turns.starts[0], True), self._window)

    def _possible(self, turns: TurnIndex, starts: Sequence[int]) -> Sequence[int]:
        """Return the starts that may fit: a message has at least one token.

        So huge files and endless conversations are not processed as a whole. Raises
        ContextWindowExceeded if nothing can be dropped and the rest is too long.
        """
        messages = turns.messages
        for index in range(len(messages) - 1, starts[0] - 1, -1):
            content = messages[index].content.strip()
            count = certain_excess(self._vocabulary, content, self._window)
            if count is not None and index >= starts[-1]:
                raise _excess(count, self._window)
            if count is not None or len(messages) - index > self._window:
                return [start for start in starts if start > index]
        return starts

    def _first_in_half(self, starts: Sequence[int], attempt: Attempt) -> int | None:
        """Return the start with the fewest dropped turns that fills at most half of the window."""
        best: int | None = None
        low, high = 0, len(starts) - 1
        while low <= high:
            middle = (low + high) // 2
            if self._fills_half_at_most(starts[middle], attempt):
                best, high = starts[middle], middle - 1
            else:
                low = middle + 1
        return best

    def _fills_half_at_most(self, start: int, attempt: Attempt) -> bool:
        try:
            return len(attempt(start, False).tokens) <= self._window // 2
        except ContextWindowExceeded:
            return False


def check_fits(prompt: Prompt, window: int) -> Prompt:
    """Return a prompt that leaves room for a reply. Raises ContextWindowExceeded."""
    if len(prompt.tokens) >= window:
        raise _excess(len(prompt.tokens), window)
    return prompt


def check_length(vocabulary: Vocabulary, text: str, window: int) -> None:
    """Raise ContextWindowExceeded if a text is certainly too long."""
    count = certain_excess(vocabulary, text, window)
    if count is not None:
        raise _excess(count, window)


def _excess(token_count: int, window: int) -> ContextWindowExceeded:
    return ContextWindowExceeded(
        lazy(
            "This message and its context need {count:,} tokens, but a chat can hold "
            "{context_window:,}. Shorten it, or raise “Context length” in the settings.",
            count=token_count,
            context_window=window,
        )
    )
