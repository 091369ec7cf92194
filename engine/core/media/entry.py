"""One picture or sound that requests need, and how far it is on its way to embeddings."""

import enum
from concurrent.futures import Future
from dataclasses import dataclass, field

from engine.backend_media import Embeddings
from engine.messages.errors import EngineError
from engine.messages.media import Media, content_bytes
from engine.messages.request_options import Rank


class Stage(enum.Enum):
    """How far a picture is; in this order, but READY and FAILED may come at any moment."""

    LOADING = "its file is being read"
    UNASKED = "its content is to be asked for"
    ASKED = "its content was asked for"
    QUEUED = "it waits to be encoded"
    ENCODING = "it is being encoded"
    READY = "its embeddings are there"
    FAILED = "there will be no embeddings"


@dataclass(frozen=True, slots=True)
class MediaNeed:
    """Who needs a picture: a request, its conversation, and what its turn depends on."""

    request_id: int
    conversation_id: str
    rank: Rank
    is_focused: bool = False


@dataclass(frozen=True, slots=True)
class MediaState:
    """What there is of a picture: embeddings, or why there will be none, or neither yet."""

    embeddings: Embeddings | None = None
    error: EngineError | None = None

    @property
    def is_waiting(self) -> bool:
        """Return whether neither is known yet."""
        return self.embeddings is None and self.error is None


@dataclass(slots=True, eq=False)
class MediaEntry:
    """A picture or sound with all who need it, at least one; engine thread.

    Attributes:
        number: when it was first needed.
        rows: how many embeddings it has.
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
        """Return the rank of the first of those who need it."""
        return min(need.rank for need in self.needs.values())

    @property
    def urgency(self) -> tuple[Rank, bool, int]:
        """Return what orders entries: those that sort first go first."""
        rank, is_behind = min((need.rank, not need.is_focused) for need in self.needs.values())
        return rank, is_behind, self.number

    @property
    def is_settled(self) -> bool:
        """Return whether it waits for nothing any more."""
        return self.stage in (Stage.READY, Stage.FAILED)

    @property
    def content_bytes(self) -> int:
        """Return what its content takes."""
        return content_bytes(self.media.kind, self.media.width, self.media.height)

    def fail(self, error: EngineError) -> None:
        """Note that there will be no embeddings."""
        self.stage, self.error, self.content = Stage.FAILED, error, b""

    def finish(self) -> None:
        """Note that the embeddings are there."""
        self.stage, self.content = Stage.READY, b""
