"""Pictures that are encoded at once, or when a test says so."""

from dataclasses import dataclass, field

from engine.backend_media import Embeddings, MediaRefused
from engine.core.media.disk import MediaDisk
from engine.core.media.entry import MediaNeed, MediaState
from engine.ipc.lazy_text import lazy
from engine.messages.events import GenerationEvent
from engine.messages.media import GiveMedia, Media, MediaKind, RefuseMedia
from tests.fakes.backend import FakeBackend
from tests.fakes.media import FakeEncoder, cells_of, picture


@dataclass
class FakeMediaSource:
    """Knows the pictures of a test; while it ``is_held`` none of them is ready.

    ``wanted`` are the digests that requests hold, by request.
    """

    encoder: FakeEncoder
    is_held: bool = False
    contents: dict[Media, bytes] = field(default_factory=dict)
    refused: set[Media] = field(default_factory=set)
    wanted: dict[int, set[Media]] = field(default_factory=dict)
    asked: list[Media] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)
    made: dict[Media, MediaState] = field(default_factory=dict)
    disk: MediaDisk = field(default_factory=lambda: MediaDisk(None, lambda: None))
    concurrent_threads: int = 0

    def __call__(self, events: list[GenerationEvent]) -> "FakeMediaSource":
        """Be the source of a scheduler."""
        return self

    def picture(self, seed: int, width: int = 16, height: int = 16) -> Media:
        """Return a picture that can be encoded."""
        media, content = picture(seed, width, height)
        self.contents[media] = content
        return media

    def want(self, media: Media, need: MediaNeed) -> MediaState:
        """Encode it unless that is held back."""
        self.wanted.setdefault(need.request_id, set()).add(media)
        self.asked.append(media)
        if media in self.refused:
            return MediaState(error=MediaRefused(lazy("The picture is gone.")))
        if media in self.made:
            return self.made[media]
        if self.is_held:
            return MediaState()
        self.made[media] = MediaState(self._encoded(media))
        return self.made[media]

    def _encoded(self, media: Media) -> Embeddings:
        content = self.contents[media]
        return self.encoder.encode(media.kind, media.width, media.height, content, lambda: True)

    def rendered(self, media: Media) -> list[int]:
        """Return what the cells hold for a picture, its opening and closing tokens included."""
        shape = self.encoder.shape(MediaKind.IMAGE, media.width, media.height)
        return [*shape.begin, *cells_of(self._encoded(media)), *shape.end]

    def release(self, request_id: int) -> None:
        """Note it."""
        self.wanted.pop(request_id, None)

    def answer(self, command: GiveMedia | RefuseMedia) -> None:
        """Note it: nothing is asked for."""
        self.calls.append(f"answer {command.digest}")

    def update(self) -> None:
        """Nothing is done beside."""

    def clear(self) -> None:
        """Keep nothing."""
        self.calls.append("clear")
        self.made.clear()

    def close(self) -> None:
        """Note it: nothing runs."""
        self.calls.append("close")


def cells_of_chat(
    source: FakeMediaSource, backend: FakeBackend, *chat: tuple[str, tuple[Media, ...]]
) -> list[int]:
    """Return what a slot holds of a ChatML chat, the user's message first, before the reply."""
    cells: list[int] = []
    for index, (text, media) in enumerate(chat):
        head = f"<|im_start|>{('user', 'assistant')[index % 2]}\n"
        cells += backend.vocabulary.tokenize(head, parse_special=True)
        cells += [cell for each in media for cell in source.rendered(each)]
        cells += backend.vocabulary.tokenize(f"{text}<|im_end|>\n", parse_special=True)
    return cells + backend.vocabulary.tokenize("<|im_start|>assistant\n", parse_special=True)
