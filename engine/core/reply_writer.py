"""The text of a call's tokens, written while the next call computes."""

import contextlib
import time
from collections import deque
from collections.abc import Callable

from engine.core.output_processor import OutputProcessor
from engine.core.workers import TextThread
from engine.scheduling.sequence import Sequence

# Waking the thread costs the next call as much as writing its text. Shorter calls share a wake-up:
# no window displays more often than this.
PACE_SECONDS = 0.01


class ReplyWriter:
    """Detokenizes during the library's calls, or inline if there is no text thread.

    Lives on the engine thread. Between ``start`` and ``finish`` the text of replies belongs to the
    other thread: the engine thread only waits for the library then.

    ``on_written`` is called there when a call's text is written, to report it before the call has
    ended. Text that ``write_now`` has written is reported during the next call as well, since a
    command that ends requests may arrive before every step.
    """

    def __init__(
        self,
        output_processor: OutputProcessor,
        thread: TextThread | None,
        on_written: Callable[[], object] = lambda: None,
    ) -> None:
        self._output_processor = output_processor
        self._thread = thread
        self._tokens: deque[tuple[Sequence, int]] = deque()
        self._stopped: list[Sequence] = []
        self._is_started = False
        self._has_unreported = False
        self._started_at = 0.0
        self._on_written = on_written

    @property
    def has_tokens(self) -> bool:
        """Return whether some tokens have no text yet."""
        return bool(self._tokens)

    def add(self, sequence: Sequence, token: int) -> None:
        """Add a token of a continuing reply; its text is written later if that is quicker."""
        self._tokens.append((sequence, token))
        if self._thread is None:
            self._write()

    def start(self) -> None:
        """Begin to write and report, if it is time; a call of the library follows at once."""
        if self._thread is None or not (self._tokens or self._has_unreported):
            return
        now = time.perf_counter()
        is_due = now - self._started_at >= PACE_SECONDS
        if is_due or any(sequence.waits_for_text for sequence, _ in self._tokens):
            self._started_at = now
            self._is_started = True
            self._has_unreported = False
            self._thread.start(self._write_and_report)

    def finish(self) -> list[Sequence]:
        """Wait for the text that was begun, and return the replies that it has ended."""
        if self._is_started:
            self._is_started = False
            assert self._thread is not None
            self._thread.wait()
        if not self._stopped:
            return []
        stopped, self._stopped = self._stopped, []
        return stopped

    def write_now(self) -> list[Sequence]:
        """Write all remaining text and return the replies that their text has ended.

        Call this before ending requests, so that their text is reported before their end.
        """
        self._has_unreported = True
        stopped = self.finish()
        self._write()
        return [*stopped, *self.finish()]

    def discard(self) -> None:
        """Discard the remaining tokens: all requests are about to fail."""
        with contextlib.suppress(Exception):  # its failure is one of the reasons for theirs
            self.finish()
        for sequence, _ in self._tokens:
            sequence.is_reply_text_exact = False  # the next prompt has the displayed text
        self._tokens.clear()
        self._stopped.clear()

    def _write_and_report(self) -> None:
        self._write()
        self._on_written()

    def _write(self) -> None:
        tokens = self._tokens
        while tokens:
            sequence, token = tokens[0]
            # Tokens after the end of the text are dropped; their reply is about to end.
            if not sequence.is_ended_by_text and self._output_processor.write(sequence, token):
                self._stopped.append(sequence)
            tokens.popleft()  # not earlier: after a bug, ``discard`` needs them
