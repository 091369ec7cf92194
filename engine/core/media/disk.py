"""The thread that reads and writes the files of embeddings."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from engine.backend_media import Embeddings
from engine.ipc.lazy_text import LazyText, lazy
from engine.kv.disk_worker import lower_priority
from engine.kv.media_folder import MediaFolder, media_limit


class MediaDisk:
    """Orders reads and writes of files in the order of the calls; engine thread.

    ``wake`` is called, mostly on another thread, when an order was carried out. Without a folder
    reads find nothing and writes do nothing.
    """

    def __init__(self, folder: MediaFolder | None, wake: Callable[[], None]) -> None:
        self._folder = folder
        self._wake = wake
        self._executor = ThreadPoolExecutor(1, "media-disk", initializer=lower_priority)
        self._sizes: list[Future[int]] = []
        self._writes: list[Future[None]] = []
        self.byte_count = 0
        self.failure = LazyText()

    def sweep(self) -> None:
        """Remove useless files, and measure the rest."""
        if self._folder is not None:
            self._executor.submit(self._folder.sweep)
            self.measure()

    def measure(self) -> None:
        """Measure the files' total size, after earlier orders."""
        if self._folder is not None:
            size = self._executor.submit(self._folder.measure)
            size.add_done_callback(lambda _size: self._wake())
            self._sizes.append(size)

    def read(self, digest: str) -> Future[Embeddings | None]:
        """Begin to read the embeddings of a picture or sound."""
        if self._folder is None:
            nothing: Future[Embeddings | None] = Future()
            nothing.set_result(None)
            self._wake()
            return nothing
        found = self._executor.submit(self._folder.read, digest)
        found.add_done_callback(lambda _found: self._wake())
        return found

    def write(self, digest: str, embeddings: Embeddings, conversations: tuple[str, ...]) -> None:
        """Keep embeddings for these conversations."""
        if self._folder is not None:
            write = self._executor.submit(self._folder.write, digest, embeddings, conversations)
            self._writes.append(write)
            self.measure()

    def note_use(self, digest: str, conversation_id: str) -> None:
        """Record that a conversation has a picture, whose embeddings may exist already."""
        if self._folder is not None:
            self._executor.submit(self._folder.note_use, digest, conversation_id)

    def discard(self, conversation_id: str) -> None:
        """Remove the files that only this conversation uses."""
        if self._folder is not None:
            self._executor.submit(self._folder.discard, conversation_id)
            self.measure()

    def clear(self) -> None:
        """Remove everything."""
        if self._folder is not None:
            self._executor.submit(self._folder.clear)
            self.measure()

    def limit(self, cache_bytes: int | None) -> None:
        """Change the limit of all files, given the disk limit of conversations."""
        if self._folder is not None:
            self._executor.submit(self._folder.limit, media_limit(cache_bytes))
            self.measure()

    def update(self) -> None:
        """Record the results of the writes, and the total size of the files."""
        while self._writes and self._writes[0].done():
            error = self._writes.pop(0).exception()
            if error is None:
                self.failure = LazyText()
            elif isinstance(error, OSError):
                self.failure = lazy("Pictures are not kept on the disk: {reason}.", reason=error)
            else:
                raise error
        while self._sizes and self._sizes[0].done():
            self.byte_count = self._sizes.pop(0).result()

    def close(self) -> None:
        """Finish all orders."""
        self._executor.shutdown()
        self.update()
