"""Ends a reply's thinking behind so many tokens: others take the place of those it would draw."""

from collections.abc import Sequence


class ThinkingBudget:
    """Counts the tokens of thinking whose text is written; shared as the reply's text is.

    ``ending`` are the tokens that end thinking and begin the answer.
    """

    def __init__(self, limit: int, ending: Sequence[int]) -> None:
        self._limit = limit
        self._ending = tuple(ending)
        self._forced_count = 0
        self._written_count = 0
        self._spent_count = 0

    def note_written(self, *, is_thought: bool) -> None:
        """Count a token whose text is written; one of the marks around thinking is no thought."""
        self._written_count += 1
        self._spent_count += is_thought

    def room(self, token_count: int) -> int:
        """Return how many tokens of so many and more may be thoughts, if all of them are.

        At most: what is not written yet counts as thought.
        """
        return self._limit - self._spent_count - (token_count - self._written_count)

    def next_token(self, *, is_thinking: bool) -> int | None:
        """Return the token that must come next; None where the model may choose.

        To be asked when all text is written, and followed.
        """
        if not self._forced_count and not (is_thinking and self._spent_count >= self._limit):
            return None
        token = self._ending[self._forced_count]
        self._forced_count = (self._forced_count + 1) % len(self._ending)
        return token
