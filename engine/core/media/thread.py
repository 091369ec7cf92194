"""The thread that encodes pictures and sounds, one after the other, concurrently with the steps."""

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field

from engine.backend_media import (
    Embeddings,
    MediaCancelled,
    MediaEncoder,
    MediaFailed,
    MediaRefused,
)
from engine.core.media.turns import MediaTurns
from engine.ipc.lazy_text import lazy
from engine.messages.media import Media, MediaKind, media_digest

_TICK_SECONDS = 0.5  # interval at which the engine thread checks the progress


@dataclass(slots=True, eq=False)
class EncodeJob:
    """A picture or sound to encode; the engine thread may drop it at any moment.

    Attributes:
        is_concurrent: whether it is computed concurrently with the steps, else in turns with them.
        began: when the first slice was computed; 0 before.
        seconds: the total duration, with the waits for turns; 0 before its end.
        future: raises the exception of encoding; None of a job that was dropped in time.
    """

    media: Media
    content: bytes
    is_concurrent: bool = False
    is_wanted: bool = True
    began: float = 0.0
    seconds: float = 0.0
    future: Future[Embeddings | None] = field(default_factory=Future)

    @property
    def is_done(self) -> bool:
        """Return whether it has ended."""
        return self.future.done()


class MediaThread:
    """Encodes; ``wake`` is called on its thread when the engine thread should check it."""

    def __init__(
        self,
        encoder: MediaEncoder,
        turns: MediaTurns,
        wake: Callable[[], None],
    ) -> None:
        self._encoder = encoder
        self._turns = turns
        self._wake = wake
        self._executor = ThreadPoolExecutor(1, "media-encoder")  # it begins with the first job
        self._job: EncodeJob | None = None

    def start(self, media: Media, content: bytes, *, is_concurrent: bool) -> EncodeJob:
        """Begin to encode, after earlier jobs."""
        self._job = job = EncodeJob(media, content, is_concurrent)
        job.future = self._executor.submit(self._encode, job)
        job.future.add_done_callback(lambda _future: self._wake())
        return job

    def drop(self, job: EncodeJob) -> None:
        """Cancel a job: it ends with its next slice."""
        job.is_wanted = False
        self._turns.interrupt()

    def close(self) -> None:
        """End the thread; the running job is dropped."""
        if self._job is not None:
            self.drop(self._job)
        self._executor.shutdown()

    def _encode(self, job: EncodeJob) -> Embeddings | None:
        if not job.is_wanted:
            return None
        _check_content(job.media, job.content)
        self._turns.begin_encoding(is_concurrent=job.is_concurrent)
        try:
            return self._computed(job)
        except MediaCancelled:
            # The job of an encoder that gives up by itself would be repeated forever.
            if job.is_wanted:
                raise
            return None
        except MemoryError as error:
            raise MediaFailed(_no_memory_text(job.media.kind)) from error
        finally:
            self._turns.end_encoding()

    def _computed(self, job: EncodeJob) -> Embeddings:
        """Return the embeddings. Raises the encoder's exceptions, MediaCancelled included."""
        ticked = time.monotonic()

        def should_continue() -> bool:
            nonlocal ticked
            if time.monotonic() - ticked >= _TICK_SECONDS:
                ticked = time.monotonic()
                self._wake()
            return self._turns.wait_for_turn(lambda: job.is_wanted)

        threads = self._turns.threads
        self._encoder.set_thread_count(
            threads.concurrent if job.is_concurrent else threads.in_turns
        )
        # The work before the encoder's first question, scaling and cutting, is a slice as well.
        if not should_continue():
            raise MediaCancelled
        job.began = time.monotonic()
        media = job.media
        embeddings = self._encoder.encode(
            media.kind, media.width, media.height, job.content, should_continue
        )
        job.seconds = time.monotonic() - job.began
        return embeddings


def _check_content(media: Media, content: bytes) -> None:
    """Raise MediaRefused unless a content matches its digest.

    On this thread: the checksum of a large picture takes as long as a step.
    """
    if media_digest(media.kind, media.width, media.height, content) != media.digest:
        raise MediaRefused(wrong_content_text(media.kind))


def wrong_content_text(kind: MediaKind) -> str:
    """Return the sentence for a content that differs from the requested one."""
    if kind is MediaKind.IMAGE:
        return lazy("The picture changed on its way to the model. Remove it and add it again.")
    return lazy("The sound changed on its way to the model. Remove it and add it again.")


def _no_memory_text(kind: MediaKind) -> str:
    if kind is MediaKind.IMAGE:
        return lazy(
            "There is not enough memory to look at this picture. Close other programs, or send a "
            "smaller one."
        )
    return lazy(
        "There is not enough memory to listen to this sound. Close other programs, or send a "
        "shorter one."
    )
