"""What a reply cost, from what the server told and what was seen from here."""

from engine.messages.usage import ReplyUsage, ReuseOrigin
from engine.remote.connections import Times
from engine.remote.parts import Figures


class ReplyFigures:
    """Collects the figures of one reply; all times are the loop's."""

    def __init__(self, began: float, endpoint_name: str) -> None:
        self._endpoint_name = endpoint_name
        self._began = began
        self.times = Times(began)
        self.reported = Figures()
        self.prompt_tokens = 1  # as estimated
        self.dropped_messages = 0
        self.waited_seconds = 0.0
        self._queue_seconds: float | None = None
        self._first_text: float | None = None
        self._last_text = began
        self._pieces = 0

    def attempt(self, now: float, waited_seconds: float) -> None:
        """Note that the request is sent, perhaps again, after having waited."""
        self.times = Times(now)
        self.waited_seconds += waited_seconds

    def note(self, figures: Figures, now: float) -> None:
        """Take what the server tells."""
        self.reported = self.reported.updated(figures)
        if self._queue_seconds is None and figures.done_seconds is not None:
            # It began to read so long ago; before that, the request waited there.
            sent = self.times.sent or self.times.began
            self._queue_seconds = max(0.0, now - sent - figures.done_seconds)

    def note_text(self, now: float) -> None:
        """Note that a piece of the reply has come, a token usually."""
        self._pieces += 1
        self._last_text = now
        if self._first_text is None:
            self._first_text = now

    @property
    def reply_tokens(self) -> int:
        """Return how many tokens the reply has."""
        reported = self.reported.reply_tokens
        return self._pieces if reported is None else reported

    def usage(self) -> ReplyUsage:
        """Return all of it. Where the server does not tell, times are seen from here."""
        reported = self.reported
        prompt = max(1, reported.prompt_tokens or self.prompt_tokens)
        reused = min(reported.cached_tokens or 0, prompt)
        queue = (
            reported.queue_seconds if reported.queue_seconds is not None else self._queue_seconds
        )
        first = None if self._first_text is None else self._first_text - self._began
        writing = reported.writing_seconds
        if writing is None:
            writing = self._last_text - (self._first_text or self._last_text)
        return ReplyUsage(
            prompt_tokens=prompt,
            reused_tokens=reused,
            reused_from=ReuseOrigin.READY if reused else ReuseOrigin.NOWHERE,
            reply_tokens=self.reply_tokens,
            dropped_messages=self.dropped_messages,
            context_tokens=prompt + self.reply_tokens,
            queue_seconds=self.waited_seconds + (queue or 0.0),
            first_token_seconds=first,
            decode_seconds=writing,
            drafted_tokens=reported.drafted_tokens or 0,
            accepted_tokens=reported.accepted_tokens or 0,
            network_seconds=self.times.network_seconds,
            reading_seconds=reported.reading_seconds or 0.0,
            endpoint_name=self._endpoint_name,
        )
