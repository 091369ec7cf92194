"""Tokens whose choice may take long are chosen on workers; a step waits for them a moment only."""

import time
from collections.abc import Callable
from collections.abc import Sequence as AnySequence
from concurrent.futures import wait
from dataclasses import dataclass

from engine.backend import Backend
from engine.core.workers import Workers
from engine.scheduling.sequence import Sequence
from engine.scheduling.slots import Slot

MOMENT_SECONDS = 0.01  # a real grammar takes a tenth of it


@dataclass(frozen=True, slots=True)
class Chosen:
    """The token that was chosen for a slot, None where there is none."""

    slot: Slot
    token: int | None


@dataclass(frozen=True, slots=True)
class _Timed:
    """A job that tells how long it took."""

    job: Callable[[], int | None]

    def __call__(self) -> tuple[int | None, float]:
        started = time.perf_counter()
        token = self.job()
        return token, time.perf_counter() - started


class SamplingQueue:
    """An ambiguous grammar holds up its own reply: the others go on, and it has no work meanwhile.

    The choice is the same as on the engine's thread, from a copy of the logits. Lives on the
    engine's thread; a sampler belongs to the worker until its token is there.
    """

    def __init__(self, backend: Backend, workers: Workers) -> None:
        self._backend = backend
        self._workers = workers
        self._rows: list[tuple[Slot, Sequence]] = []

    def start(self, slot: Slot, row: int) -> None:
        """Choose the token that a row of logits of the last decode call wants."""
        sequence = slot.sequence
        assert sequence is not None
        assert sequence.sampler is not None
        job = _Timed(self._backend.sample_apart(sequence.sampler, row))
        sequence.next_token = self._workers.sampling.submit(job)
        self._rows.append((slot, sequence))

    def wait(self, sequences: AnySequence[Sequence]) -> None:
        """Wait a moment for those that were quick the last time; all others wake the loop."""
        quick = [each.next_token for each in sequences if not each.is_slow_to_sample]
        wait([each for each in quick if each is not None], MOMENT_SECONDS)
        wake = self._workers.wake
        for each in sequences:
            if each.next_token is not None and not each.next_token.done():
                each.next_token.add_done_callback(lambda _future: wake())

    def pop_done(self, sequences: AnySequence[Sequence] | None = None) -> list[Chosen]:
        """Return the tokens that were chosen, for these or all that have not ended meanwhile."""
        self._rows = [(slot, each) for slot, each in self._rows if slot.sequence is each]
        tokens: list[Chosen] = []
        for slot, sequence in [*self._rows]:
            token_job = sequence.next_token
            assert token_job is not None, "it was begun, and its token is not there"
            if token_job.done() and (sequences is None or sequence in sequences):
                self._rows.remove((slot, sequence))
                sequence.next_token = None
                token, seconds = token_job.result()
                sequence.is_slow_to_sample = seconds > MOMENT_SECONDS
                tokens.append(Chosen(slot, token))
        return tokens
