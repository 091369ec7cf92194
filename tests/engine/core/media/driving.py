"""Drives a media library as the engine's thread does, and answers its questions."""

import contextlib
import queue
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from engine.core.media.entry import MediaNeed, MediaState
from engine.core.media.library import MediaLibrary
from engine.core.media.turns import EncoderShare, EncoderThreads, MediaTurns
from engine.ipc.lazy_text import lazy
from engine.messages.config import EngineConfig
from engine.messages.events import GenerationEvent
from engine.messages.media import GiveMedia, MediaKind, MediaProgress, MediaWanted, RefuseMedia
from engine.messages.request_options import Rank
from tests.engine.core.media.hashing_encoder import (
    LIMIT_SECONDS,
    HashingEncoder,
    Picture,
    embeddings_of,
)


class LibraryDriver:
    """A library with whoever has the pictures.

    Attributes:
        asked: digests that were asked for, in their order.
        answers: whether questions are answered by themselves.
    """

    def __init__(self, encoder: HashingEncoder, config: EngineConfig) -> None:
        self.encoder = encoder
        self.asked: list[str] = []
        self.answers = True
        self.events: list[GenerationEvent] = []
        self._wakes: queue.SimpleQueue[None] = queue.SimpleQueue()
        self._pictures: dict[str, Picture] = {}
        self._unanswered: list[str] = []
        self.share = EncoderShare(config.step_target_seconds)
        self.turns = MediaTurns(self.share, threads=EncoderThreads(3, concurrent=1))
        self.library = MediaLibrary(
            encoder,
            config,
            wake=lambda: self._wakes.put(None),
            ask=self._on_asked,
            events=self.events,
            turns=self.turns,
        )

    def want(
        self,
        picture: Picture,
        request_id: int = 1,
        conversation_id: str = "a",
        rank: Rank = Rank.TAB,
        *,
        is_focused: bool = False,
    ) -> MediaState:
        """Have a request ask for a picture."""
        self._pictures[picture.media.digest] = picture
        need = MediaNeed(request_id, conversation_id, rank, is_focused)
        return self.library.want(picture.media, need)

    def wait_for(self, is_so: Callable[[], bool]) -> None:
        """Run the engine's loop until something is so, also what the encoder does between wakes."""
        limit = time.monotonic() + LIMIT_SECONDS
        self._turn()
        while not is_so():
            assert time.monotonic() < limit
            with contextlib.suppress(queue.Empty):
                self._wakes.get(timeout=0.01)
            self._turn()

    def settled(
        self, picture: Picture, request_id: int = 1, conversation_id: str = "a"
    ) -> MediaState:
        """Return what a request gets in the end; what it gets is right."""
        self.wait_for(lambda: not self.want(picture, request_id, conversation_id).is_waiting)
        state = self.want(picture, request_id, conversation_id)
        if state.embeddings is not None:
            rows = self.encoder.shape(*_size(picture)).rows
            expected = embeddings_of(picture.content, rows)
            assert np.array_equal(state.embeddings.rows, expected.rows)
        return state

    def give(self, picture: Picture, content: bytes | None = None) -> None:
        """Answer a question about a picture."""
        media = picture.media
        given = picture.content if content is None else content
        self.library.answer(GiveMedia(media.digest, media.kind, media.width, media.height, given))

    def refuse_media(self, picture: Picture) -> None:
        """Answer that a picture can't be given."""
        self.library.answer(RefuseMedia(picture.media.digest, lazy("The picture is gone.")))

    @property
    def progress(self) -> list[MediaProgress]:
        """Return what requests were told so far."""
        return [event for event in self.events if isinstance(event, MediaProgress)]

    def _on_asked(self, question: MediaWanted) -> None:
        self.asked.append(question.digest)
        self._unanswered.append(question.digest)

    def _turn(self) -> None:
        self.library.update()
        while self.answers and self._unanswered:
            self.give(self._pictures[self._unanswered.pop(0)])


@contextmanager
def driven(
    encoder: HashingEncoder | None = None, folder: Path | None = None, ram_bytes: int | None = None
) -> Iterator[LibraryDriver]:
    """Yield a driver; its library is closed in the end."""
    cache_dir = None if folder is None else str(folder)
    config = EngineConfig(cache_dir=cache_dir, ram_bytes=ram_bytes)
    driver = LibraryDriver(encoder or HashingEncoder(), config)
    try:
        yield driver
    finally:
        driver.encoder.may_compute.set()
        driver.library.close()


def _size(picture: Picture) -> tuple[MediaKind, int, int]:
    media = picture.media
    return media.kind, media.width, media.height
