"""The media of a model without a projector: it sees nothing, and still forgets pictures."""

from engine.backend_media import MediaRefused
from engine.core.media.disk import MediaDisk
from engine.core.media.entry import MediaNeed, MediaState
from engine.ipc.lazy_text import LazyText, lazy
from engine.kv.media_folder import media_folder, media_limit
from engine.messages.config import EngineConfig
from engine.messages.media import GiveMedia, Media, RefuseMedia


class NoEncoder:
    """Stands in for a MediaLibrary; engine thread.

    What another model has kept of a chat's pictures goes with the chat, also now.
    """

    ram_bytes = 0
    threads_beside = 0

    def __init__(self, config: EngineConfig) -> None:
        self._disk = MediaDisk(media_folder(config), lambda: None)
        self._disk.measure()

    @property
    def disk_bytes(self) -> int:
        """Return what embeddings take of the disk."""
        return self._disk.byte_count

    @property
    def failure(self) -> LazyText:
        """Return nothing: nothing is kept."""
        return LazyText()

    def want(self, media: Media, need: MediaNeed) -> MediaState:
        """Refuse a picture."""
        text = lazy("This model does not see pictures. Open one that does, or remove the picture.")
        return MediaState(error=MediaRefused(text))

    def release(self, request_id: int) -> None:
        """Do nothing: no request has anything."""

    def answer(self, command: GiveMedia | RefuseMedia) -> None:
        """Do nothing: nothing was asked."""

    def update(self) -> None:
        """Note what the disk has done."""
        self._disk.update()

    def forget(self, conversation_id: str) -> None:
        """Remove from the disk what only this conversation has."""
        self._disk.forget(conversation_id)

    def clear(self) -> None:
        """Remove everything."""
        self._disk.clear()

    def limit(self, cache_bytes: int | None) -> None:
        """Change what may be kept on the disk."""
        self._disk.limit(media_limit(cache_bytes))

    def close(self) -> None:
        """End the thread when what was ordered is done."""
        self._disk.close()
