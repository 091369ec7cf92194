"""The source of pictures' embeddings, and the requests that wait for them."""

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from engine.backend import Backend
from engine.backend_media import Embeddings, MediaRefused
from engine.core.media.disk import MediaDisk
from engine.core.media.entry import MediaNeed, MediaState
from engine.core.media.library import MediaLibrary
from engine.core.media.turns import EncoderShare, EncoderThreads, MediaTurns
from engine.ipc.lazy_text import lazy
from engine.kv.media_folder import media_folder
from engine.messages.config import EngineConfig
from engine.messages.errors import EngineError
from engine.messages.events import GenerationEvent
from engine.messages.media import GiveMedia, Media, MediaWanted, RefuseMedia
from engine.scheduling.sequence import Sequence as Request
from engine.scheduling.sequence import SequenceState
from engine.text.media_spans import MediaSpan, span_at


class MediaSource(Protocol):
    """Encodes pictures, each once; engine thread. ``disk`` keeps their embeddings."""

    @property
    def disk(self) -> MediaDisk: ...

    @property
    def concurrent_threads(self) -> int:
        """Return the number of threads that encode pictures during this step."""

    def want(self, media: Media, need: MediaNeed) -> MediaState:
        """Return the state of a picture for a request, starting a search for it if necessary.

        Its embeddings stay until ``release``. A request asks for all of its pictures at once.
        """

    def release(self, request_id: int) -> None:
        """Record that a request needs its pictures no more: it has read them, or has ended."""

    def answer(self, command: GiveMedia | RefuseMedia) -> None:
        """Receive a requested content, or why it can't be given."""

    def update(self) -> None:
        """Process the work of other threads, and start the next; before each step."""

    def clear(self) -> None:
        """Remove everything that no request needs now."""

    def close(self) -> None:
        """End all running work."""


def media_turns(backend: Backend, config: EngineConfig) -> MediaTurns:
    """Return how the encoder and the steps of a loaded model share the cores."""
    count = config.thread_count or backend.threads.limit
    # A card cannot be divided, and the encoder takes no turns there within a slice either.
    concurrent = 0 if backend.info.gpu_layer_count else max(1, count // 2)
    threads = EncoderThreads(in_turns=count, concurrent=concurrent)
    return MediaTurns(EncoderShare(config.step_target_seconds), threads=threads)


def media_source(
    backend: Backend,
    config: EngineConfig,
    events: list[GenerationEvent],
    *,
    wake: Callable[[], None],
    ask: Callable[[MediaWanted], None],
    turns: MediaTurns,
) -> MediaSource:
    """Return the source of pictures for the loaded model."""
    encoder = backend.media
    if encoder is None:
        return NoEncoder(config)
    return MediaLibrary(encoder, config, wake=wake, ask=ask, events=events, turns=turns)


class MediaWaits:
    """Asks for the pictures that requests have yet to read; a request waits for its own.

    Before it has a slot it waits for all that no conversation has in its KV cache
    (``reusable_count`` tokens of a prompt are), and in its slot for the next one.
    """

    def __init__(self, source: MediaSource, reusable_count: Callable[[Request], int]) -> None:
        self.source = source
        self._reusable_count = reusable_count

    def look(
        self,
        waiting: Iterable[Request],
        running: Iterable[tuple[Request, int]],
        focused: str | None,
    ) -> list[tuple[Request, EngineError]]:
        """Update the waiting requests; return those whose pictures are unavailable, and why.

        ``running`` are given with the number of tokens in their slots.
        """
        failed: list[tuple[Request, EngineError]] = []
        for sequence in waiting:
            if sequence.spans and sequence.pending_key is None:
                reusable = self._reusable_count(sequence)
                needed = [span for span in sequence.spans if span.end > reusable]
                self._await(sequence, needed, focused, failed)
        for sequence, held in running:
            # Before its request has begun, a slot's content is another conversation's.
            has_begun = sequence.state is not SequenceState.QUEUED
            span = span_at(held, sequence.spans) if has_begun else None
            if span is not None:
                self._await(sequence, [span], focused, failed)
            elif sequence.awaits_media:
                sequence.awaits_media = False
        return failed

    def _await(
        self,
        sequence: Request,
        needed: Sequence[MediaSpan],
        focused: str | None,
        failed: list[tuple[Request, EngineError]],
    ) -> None:
        states = [self.source.want(span.media, _need(sequence, focused)) for span in needed]
        sequence.awaits_media = any(state.is_waiting for state in states)
        error = next((state.error for state in states if state.error is not None), None)
        if error is not None:
            failed.append((sequence, error))

    def embeddings(self, sequence: Request, span: MediaSpan) -> Embeddings | None:
        """Return the embeddings that a request reads next; None if they are not available."""
        return self.source.want(span.media, _need(sequence, None)).embeddings

    def release(self, sequence: Request) -> None:
        """Record that a request needs no pictures any more."""
        if sequence.spans:
            self.source.release(sequence.request_id)


def _need(sequence: Request, focused: str | None) -> MediaNeed:
    name = sequence.conversation_id
    return MediaNeed(sequence.request_id, name, sequence.rank, name == focused)


class NoEncoder:
    """Replaces a MediaLibrary for a model without an encoder; engine thread.

    Embeddings that another model has made of a chat's pictures are still removed with the chat.
    """

    concurrent_threads = 0

    def __init__(self, config: EngineConfig) -> None:
        self.disk = MediaDisk(media_folder(config), lambda: None)
        self.disk.measure()

    def want(self, media: Media, need: MediaNeed) -> MediaState:
        """Refuse a picture."""
        text = lazy(
            "This model does not support pictures. Open one that does, or remove the picture."
        )
        return MediaState(error=MediaRefused(text))

    def release(self, request_id: int) -> None:
        """Do nothing: no request has pictures."""

    def answer(self, command: GiveMedia | RefuseMedia) -> None:
        """Do nothing: nothing was asked."""

    def update(self) -> None:
        self.disk.update()

    def clear(self) -> None:
        self.disk.clear()

    def close(self) -> None:
        self.disk.close()
