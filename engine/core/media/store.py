"""The embeddings in main memory: those that requests need, and of the others the last used."""

from collections import OrderedDict
from collections.abc import Container

from engine.backend_media import Embeddings

_MOST_BYTES = 256 << 20
_SHARE_OF_CACHE = 8


class MediaStore:
    """Embeddings by the digest of what they were made of; engine thread.

    What is needed stays, also beyond the limit, for as long as somebody needs it.
    """

    def __init__(self, limit_bytes: int) -> None:
        self._limit_bytes = limit_bytes
        self._embeddings: OrderedDict[str, Embeddings] = OrderedDict()  # least recently used first
        self.byte_count = 0

    def get(self, digest: str) -> Embeddings | None:
        """Return what there is of a picture or sound, which is then the last used."""
        found = self._embeddings.get(digest)
        if found is not None:
            self._embeddings.move_to_end(digest)
        return found

    def put(self, digest: str, embeddings: Embeddings) -> None:
        """Keep the embeddings of a picture or sound until others push them out."""
        self._remove(digest)
        self._embeddings[digest] = embeddings
        self.byte_count += embeddings.byte_count

    def shrink(self, needed: Container[str] = ()) -> None:
        """Remove what is beyond the limit, but none of what is needed now."""
        for digest in tuple(self._embeddings):
            if self.byte_count <= self._limit_bytes:
                return
            if digest not in needed:
                self._remove(digest)

    def clear(self, needed: Container[str] = ()) -> None:
        """Remove all but what is needed now."""
        for digest in [each for each in self._embeddings if each not in needed]:
            self._remove(digest)

    def _remove(self, digest: str) -> None:
        old = self._embeddings.pop(digest, None)
        if old is not None:
            self.byte_count -= old.byte_count


def store_limit(ram_bytes: int) -> int:
    """Return what embeddings may take beside conversations that may take so much."""
    return min(_MOST_BYTES, ram_bytes // _SHARE_OF_CACHE)
