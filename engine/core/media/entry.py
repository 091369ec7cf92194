"""One picture or sound that requests need, and its progress towards embeddings."""

import enum
from concurrent.futures import Future
from dataclasses import dataclass, field

import msgspec

from engine.backend_media import Embeddings
from engine.messages.errors import EngineError
from engine.messages.media import Media, content_bytes
from engine.messages.request_options import Rank


class Stage(enum.Enum):
    """The progress of a picture; in this order, but READY and FAILED may come at any moment."""

    LOADING = "its file is being read"
    UNASKED = "its content is to be asked for"
    ASKED = "its content was asked for"
    QUEUED = "it waits to be encoded"
    ENCODING = "it is being encoded"
    READY = "its embeddings are there"
    FAILED = "there will be no embeddings"


class MediaNeed(msgspec.Struct, frozen=True):
    """A user of a picture: a request, its conversation, and the values that order its turn."""

    request_id: int
    conversation_id: str
    rank: Rank
    is_focused: bool = False


class MediaState(msgspec.Struct, frozen=True):
    """The state of a picture: embeddings, or the reason for their lack, or neither yet."""

    embeddings: Embeddings | None = None
    error: EngineError | None = None

    @property
    def is_waiting(self) -> bool:
        """Return whether neither is known yet."""
        return self.embeddings is None and self.error is None


@dataclass(slots=True, eq=False)
class MediaEntry:
    """A picture or sound with all requests that need it, at least one; engine thread.

    Attributes:
        number: the order in which it was first needed.
        rows: the number of its embeddings.
        loading: its file, while that is being read.
        content: pixels or samples, from the answer to the end of encoding.
        postponed_count: how often its encoding was given up for one of a higher rank.
    """

    media: Media
    number: int
    rows: int = 0
    stage: Stage = Stage.LOADING
    needs: dict[int, MediaNeed] = field(default_factory=dict)
    loading: Future[Embeddings | None] | None = None
    content: bytes = b""
    error: EngineError | None = None
    postponed_count: int = 0

    @property
    def rank(self) -> Rank:
        """Return the highest rank among the requests that need it."""
        return min(need.rank for need in self.needs.values())

    @property
    def urgency(self) -> tuple[Rank, bool, int]:
        """Return the sort key of entries: lower keys go first."""
        rank, is_unfocused = min((need.rank, not need.is_focused) for need in self.needs.values())
        return rank, is_unfocused, self.number

    @property
    def is_settled(self) -> bool:
        """Return whether it waits for nothing any more."""
        return self.stage in (Stage.READY, Stage.FAILED)

    @property
    def content_bytes(self) -> int:
        """Return the size of its content in bytes."""
        return content_bytes(self.media.kind, self.media.width, self.media.height)

    def fail(self, error: EngineError) -> None:
        """Record that there will be no embeddings."""
        self.stage, self.error, self.content = Stage.FAILED, error, b""

    def finish(self) -> None:
        """Record that the embeddings are available."""
        self.stage, self.content = Stage.READY, b""
