"""Sharing the processor: the encoder of pictures and the steps take turns, or use separate cores.

Both want all cores, and teams of threads that share cores wait for each other: a step concurrent
with an encoder was seen to take forty times as long as alone. So the encoder computes in slices,
all of the time while no step is due, else between two steps for as long as a step may take in sum.

A slice cannot be interrupted. If one is longer than replies should wait, the encoder computes
concurrently with the steps: each on half of the cores.
"""

import math
import threading
import time
from collections.abc import Callable

import msgspec

MIN_SHARE = 0.2  # of the time of the steps, also if these take all that they may
LONGEST_SLICE = 0.5  # of the target; a reply waits for a slice after a step of the target's length
_FORGETTING = 0.2
_PATIENCE_SECONDS = 0.05  # how long a step waits for a slice that takes longer than expected


class EncoderThreads(msgspec.Struct, frozen=True):
    """The encoder's numbers of threads: in turns with the steps, and concurrently with them.

    ``concurrent`` is 0 if that has no benefit: on a graphics card both would wait for each other.
    """

    in_turns: int
    concurrent: int = 0


_ONE_THREAD = EncoderThreads(in_turns=1)


class EncoderShare:
    """How long the encoder may compute between two steps, given their durations.

    While a reply is being written, a step and the following slices take ``target_seconds``
    together, if slices are short enough; else one slice runs when enough steps have earned it.
    """

    def __init__(self, target_seconds: float) -> None:
        self._target_seconds = target_seconds
        self._credit = 0.0
        self.slice_seconds = 0.0
        self.has_long_slices = False

    def grant(self, step_seconds: float, *, is_writing: bool) -> float | None:
        """Return how long it may compute after a step, at least for one slice; None for not now.

        If no reply waits for tokens it has as long as the step had.
        """
        spare = self._target_seconds - step_seconds if is_writing else step_seconds
        earned = max(spare, MIN_SHARE * step_seconds)
        # Unused time is not saved up for more than one slice: many slices at once would be a pause
        # that no reply expects.
        self._credit = min(self._credit + earned, earned + self.slice_seconds)
        if self._credit < self.slice_seconds:
            return None
        # The length of a slice is still unknown: one slice measures it, however slow it may be.
        if not self.slice_seconds:
            return 0.0
        return min(self._credit, max(spare, self.slice_seconds))

    def charge(self, seconds: float) -> None:
        """Record how long it actually computed."""
        self._credit -= seconds

    def note_slice(self, seconds: float) -> None:
        """Record how long a slice took: slower ones count at once, quicker ones gradually."""
        change = seconds - self.slice_seconds
        self.slice_seconds += change if change > 0 else _FORGETTING * change
        # For as long as the model is loaded: an unnecessary concurrent run costs a picture time;
        # the opposite error would halt replies.
        self.has_long_slices |= seconds > LONGEST_SLICE * self._target_seconds


class MediaTurns:
    """Lets the encoder's thread compute or wait, as directed by the engine thread.

    Attributes:
        is_concurrent: whether this step has to leave cores to the encoder; engine thread.
    """

    def __init__(
        self,
        share: EncoderShare,
        patience_seconds: float = _PATIENCE_SECONDS,
        clock: Callable[[], float] = time.perf_counter,
        threads: EncoderThreads = _ONE_THREAD,
    ) -> None:
        self._share = share
        self.threads = threads
        self._patience_seconds = patience_seconds
        self._clock = clock
        self._changed = threading.Condition()
        self.is_concurrent = False
        self._is_encoding = False
        self._is_writing = False
        self._has_cores = False  # the current encoding runs concurrently with the steps
        self._is_computing = False
        self._slice_count = 0
        self._has_turn = False  # for one slice, whatever its expected length
        self._until = math.inf
        self._slice_began = 0.0
        self._step_began = 0.0

    @property
    def is_encoding(self) -> bool:
        """Return whether the encoder waits for its turn or has it; any thread."""
        return self._is_encoding and not self._has_cores

    @property
    def slice_count(self) -> int | None:
        """Return the index of the slice being computed, None while none is; any thread."""
        with self._changed:
            return self._slice_count if self._is_computing else None

    @property
    def wants_concurrent(self) -> bool:
        """Return whether the next picture should be encoded concurrently; engine thread.

        That is so if replies are written and would have to wait for slices that are too long.
        """
        return bool(self.threads.concurrent) and self._is_writing and self._share.has_long_slices

    def begin_step(self) -> None:
        """Hold the encoder, and wait briefly until it has stopped; engine thread."""
        # Without the lock, which costs as much as all else here: an encoder that begins after this
        # line sees the hold, since it announces its beginning before it looks.
        self._hold()
        self._step_began = self._clock()
        self.is_concurrent = False
        if not self._is_encoding:
            return
        with self._changed:
            if self._has_cores:
                self.is_concurrent = True
                self._changed.notify_all()
                return
            is_still = self._changed.wait_for(
                lambda: not self._is_computing, self._patience_seconds
            )
            self.is_concurrent = not is_still and bool(self.threads.concurrent)
            self._step_began = self._clock()

    def end_step(self, *, is_writing: bool) -> None:
        """Let the encoder compute for its share of the step, and wait meanwhile; engine thread."""
        self._is_writing = is_writing
        if not self._is_encoding or self._has_cores or self.wants_concurrent:
            return
        with self._changed:
            began = self._clock()
            granted = self._share.grant(began - self._step_began, is_writing=is_writing)
            if granted is None:
                return
            # The turn is for one slice whatever the clock says when the encoder wakes: a grant of
            # just one slice would have expired by then, again and again.
            self._has_turn, self._until = True, began + granted
            self._changed.notify_all()
            # A step concurrent with a slice is slow, but a step that waits for a hanging graphics
            # card never ends.
            patience = max(self._patience_seconds, self._share.slice_seconds)
            self._changed.wait_for(self._is_turn_over, granted + patience)
            self._hold()
            self._share.charge(self._clock() - began)

    def begin_pause(self) -> None:
        """Let the encoder compute until the next step: none is due; engine thread."""
        self._until, self._is_writing = math.inf, False
        self.interrupt()

    def begin_encoding(self, *, is_concurrent: bool = False) -> None:
        """Record that the encoder has work, in turns or concurrently with the steps; its thread."""
        with self._changed:
            self._is_encoding, self._has_cores = True, is_concurrent

    def wait_for_turn(self, is_wanted: Callable[[], bool]) -> bool:
        """Wait until the encoder may compute a slice; its own thread.

        Returns False if the work is no longer wanted, also while the steps continue.
        """
        with self._changed:
            self._end_slice()
            self._changed.wait_for(lambda: not is_wanted() or self._may_compute())
            if not is_wanted():
                return False
            self._has_turn, self._is_computing = False, True
            self._slice_count += 1
            self._slice_began = self._clock()
            return True

    def end_encoding(self) -> None:
        """Record that the encoder has ended; its own thread."""
        with self._changed:
            self._end_slice()
            self._is_encoding = self._has_cores = False
            self._changed.notify_all()

    def interrupt(self) -> None:
        """Make the encoder check whether it is still wanted; any thread."""
        with self._changed:
            self._changed.notify_all()

    def _hold(self) -> None:
        self._has_turn, self._until = False, -math.inf

    def _end_slice(self) -> None:
        if self._is_computing:
            self._is_computing = False
            if not self._has_cores:
                self._share.note_slice(self._clock() - self._slice_began)
        self._changed.notify_all()

    def _may_compute(self) -> bool:
        if self._has_cores:  # from the first step that leaves it some
            return self.is_concurrent or self._until == math.inf
        return self._has_turn or self._clock() + self._share.slice_seconds <= self._until

    def _is_turn_over(self) -> bool:
        return not self._is_encoding or not (self._is_computing or self._may_compute())
