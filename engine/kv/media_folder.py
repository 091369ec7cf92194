"""The folder of the embeddings of pictures and sounds, one file for each; a cache as well.

::

    mark, version, length of the header    16 bytes
    checksum of that and of the header     16 bytes
    header                                 msgpack map: what it is of, size and checksum
    embeddings                             as ``Embeddings.to_bytes`` wrote them

A file is found by the digest of the picture and the identity of the projector, so that another
model never gets it. Next to it is an empty file for each conversation that has the picture: the
embeddings are removed with the last of these.
"""

import contextlib
import hashlib
import os
import shutil
import stat
import struct
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from engine.backend_media import Embeddings
from engine.files import atomic_replace
from engine.kv.fault_points import FaultPoint, fault_point
from engine.messages.config import EngineConfig

MEDIA_FOLDER = "media"  # in the folder of cached conversations
_SUFFIX = ".hbm"
_PART = ".part"  # suffix of a file being written
_USE = "@"  # separates the name of a file from that of a conversation
_FORMAT_VERSION = 1
_MARK = b"Hb\x89EM\r\n\x1a"
_PREFIX = struct.Struct("<8sII")
_CHECKSUM_BYTES = 16
_CHUNK_BYTES = 4 << 20
_MAX_HEADER_BYTES = 1 << 16
_MAX_FILE_BYTES = 1 << 30
_SHARE_OF_CACHE = 10
_DEFAULT_BYTES = 1 << 30
_FREE_SHARE = 20
_MAX_FREE_BYTES = 2 << 30
_MAX_UNUSED_SECONDS = 60 * 86_400
_READ_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)  # opening a pipe in place of a file would block
    | getattr(os, "O_BINARY", 0)
)


class _Header(msgspec.Struct, frozen=True, kw_only=True):
    digest: str
    identity: str
    byte_count: int
    checksum: bytes


class _File(msgspec.Struct, frozen=True):
    path: Path
    byte_count: int
    used: float


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(_Header)


class MediaFolder:
    """Files by digest, for one projector; every method waits for the disk, on one thread.

    Only writing raises OSError.
    """

    def __init__(self, cache_folder: Path, identity: str, limit_bytes: int) -> None:
        self._path = cache_folder / MEDIA_FOLDER
        self._identity = identity
        self._limit_bytes = limit_bytes

    def measure(self) -> int:
        """Return the size of all files, in bytes."""
        with contextlib.suppress(OSError):
            return sum(file.byte_count for file in self._files())
        return 0

    def sweep(self) -> None:
        """Remove useless files: unfinished, unused for a long time, or beyond the limit."""
        with contextlib.suppress(OSError):
            names = {path.name for path in self._path.iterdir()} if self._is_own() else set()
            for name in names:
                is_stray = _USE in name and name.partition(_USE)[0] not in names
                if name.endswith(_PART) or is_stray:
                    self._unlink(self._path / name)
            oldest = time.time() - _MAX_UNUSED_SECONDS
            for file in self._files():
                if file.used < oldest:
                    self._remove(file.path)
            self._shrink(self._limit_bytes)

    def read(self, digest: str) -> Embeddings | None:
        """Return embeddings, checked to the last byte; a damaged file is removed."""
        path = self._path_of(digest)
        try:
            if not self._is_own():
                return None
            embeddings = self._content(path, digest)
        except (OSError, MemoryError):
            return None
        except (ValueError, msgspec.DecodeError):
            self._remove(path)
            return None
        # The order of eviction follows from the times of use, also after a restart.
        with contextlib.suppress(OSError):
            os.utime(path)
        return embeddings

    def write(self, digest: str, embeddings: Embeddings, conversations: Iterable[str]) -> None:
        """Store embeddings for conversations; the least recently used files are evicted.

        Nothing is written if there is no room. Raises OSError.
        """
        content = embeddings.to_bytes()
        header = _Header(
            digest=digest,
            identity=self._identity,
            byte_count=len(content),
            checksum=_checksum(content),
        )
        start = _start(_encoder.encode(header))
        path = self._path_of(digest)
        self._path.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not self._is_own() or not self._make_room(len(start) + len(content), path):
            return
        # First: a use without its file is removed by the sweep, but a file without a use would
        # survive the deletion of its conversation.
        self._note_uses(path, conversations)
        with atomic_replace(path) as part, part.open("r+b") as file:
            fault_point(FaultPoint.OPENED)
            file.write(start)
            fault_point(FaultPoint.HEADER_WRITTEN)
            for at in range(0, len(content), _CHUNK_BYTES):
                file.write(memoryview(content)[at : at + _CHUNK_BYTES])
                fault_point(FaultPoint.CHUNK_WRITTEN)
            file.flush()
            fault_point(FaultPoint.WRITTEN)
        fault_point(FaultPoint.FOLDER_SYNCED)

    def note_use(self, digest: str, conversation_id: str) -> None:
        """Record that a conversation has a picture whose embeddings are stored already."""
        path = self._path_of(digest)
        with contextlib.suppress(OSError):
            if self._is_own() and path.exists():
                self._note_uses(path, [conversation_id])

    def discard(self, conversation_id: str) -> None:
        """Remove the embeddings that only this conversation has, of any projector."""
        if not self._is_own():
            return
        with contextlib.suppress(OSError):
            for use in list(self._path.glob(f"*{_USE}{_use_name(conversation_id)}")):
                self._unlink(use)
                path = self._path / use.name.partition(_USE)[0]
                if not any(self._path.glob(f"{path.name}{_USE}*")):
                    self._unlink(path)

    def clear(self) -> None:
        """Remove all files."""
        with contextlib.suppress(OSError):
            for file in self._files():
                self._remove(file.path)

    def limit(self, limit_bytes: int) -> None:
        """Change the limit of all files; the excess is removed."""
        self._limit_bytes = limit_bytes
        with contextlib.suppress(OSError):
            self._shrink(limit_bytes)

    def _content(self, path: Path, digest: str) -> Embeddings:
        """Return the content of a file. Raises OSError, and ValueError if it is damaged."""
        descriptor = os.open(path, _READ_FLAGS)
        with open(descriptor, "rb") as file:
            info = os.fstat(descriptor)
            if not stat.S_ISREG(info.st_mode) or info.st_size > _MAX_FILE_BYTES:
                raise ValueError("this is not an embeddings file")
            prefix, checksum = file.read(_PREFIX.size), file.read(_CHECKSUM_BYTES)
            if len(prefix) < _PREFIX.size:
                raise ValueError("the file is truncated")
            mark, version, length = _PREFIX.unpack(prefix)
            if mark != _MARK or version != _FORMAT_VERSION or length > _MAX_HEADER_BYTES:
                raise ValueError("the file has another format")
            body = file.read(length)
            if checksum != _checksum(prefix + body):
                raise ValueError("the header is damaged")
            header = _decoder.decode(body)
            if (header.digest, header.identity) != (digest, self._identity):
                raise ValueError("the file belongs to another picture")
            content = file.read()
        if len(content) != header.byte_count or _checksum(content) != header.checksum:
            raise ValueError("the content is damaged")
        return Embeddings.from_bytes(content)

    def _make_room(self, byte_count: int, path: Path) -> bool:
        """Return whether a file fits, after others were removed for it."""
        if byte_count > self._limit_bytes:
            return False
        self._shrink(self._limit_bytes - byte_count, spared=path)
        usage = shutil.disk_usage(self._path)
        return usage.free - byte_count >= min(usage.total // _FREE_SHARE, _MAX_FREE_BYTES)

    def _shrink(self, limit_bytes: int, spared: Path | None = None) -> None:
        """Remove the least recently used files until at most the given number of bytes is left."""
        files = [file for file in self._files() if file.path != spared]
        surplus = sum(file.byte_count for file in files) - limit_bytes
        for file in sorted(files, key=lambda file: file.used):
            if surplus <= 0:
                return
            self._remove(file.path)
            surplus -= file.byte_count

    def _files(self) -> Iterator[_File]:
        if not self._is_own():
            return
        with os.scandir(self._path) as found:
            for entry in found:
                if entry.name.endswith(_SUFFIX) and entry.is_file(follow_symlinks=False):
                    info = entry.stat(follow_symlinks=False)
                    yield _File(Path(entry.path), info.st_size, info.st_mtime)

    def _path_of(self, digest: str) -> Path:
        name = hashlib.sha256(f"{self._identity}\n{digest}".encode()).hexdigest()[:40]
        return self._path / (name + _SUFFIX)

    def _note_uses(self, path: Path, conversations: Iterable[str]) -> None:
        for conversation_id in conversations:
            use = path.with_name(f"{path.name}{_USE}{_use_name(conversation_id)}")
            use.touch(mode=0o600)

    def _remove(self, path: Path) -> None:
        with contextlib.suppress(OSError):
            for use in list(self._path.glob(f"{path.name}{_USE}*")):
                self._unlink(use)
        self._unlink(path)

    def _unlink(self, path: Path) -> None:
        with contextlib.suppress(OSError):
            if self._is_own():
                path.unlink()

    def _is_own(self) -> bool:
        """Return whether it is a real folder: a link would make us delete in another one."""
        try:
            return stat.S_ISDIR(self._path.lstat().st_mode)
        except OSError:
            return False


def media_folder(config: EngineConfig, identity: str = "") -> MediaFolder | None:
    """Return the folder for a projector, if there is one; without a projector only for removal."""
    if config.cache_dir is None:
        return None
    return MediaFolder(Path(config.cache_dir), identity, media_limit(config.cache_bytes))


def media_limit(cache_bytes: int | None) -> int:
    """Return the limit of embeddings on the disk in bytes, given the limit of conversations."""
    # In addition to it and not part of it: a few pictures would evict a long chat.
    return _DEFAULT_BYTES if cache_bytes is None else cache_bytes // _SHARE_OF_CACHE


def _start(body: bytes) -> bytes:
    prefix = _PREFIX.pack(_MARK, _FORMAT_VERSION, len(body))
    return prefix + _checksum(prefix + body) + body


def _checksum(content: bytes) -> bytes:
    return hashlib.sha256(content).digest()[:_CHECKSUM_BYTES]


def _use_name(conversation_id: str) -> str:
    digest = hashlib.blake2b(conversation_id.encode("utf-8", "surrogatepass"), digest_size=16)
    return digest.hexdigest()
