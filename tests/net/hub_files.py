"""What the tests' hub offers: repositories, and files whose content needs no disk."""

import hashlib
import random
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

_BLOCK_BYTES = 1 << 20
_NUMBER_BYTES = 8
_RANGE = re.compile(r"bytes=(\d*)-(\d*)")


class FileContent(Protocol):
    """The bytes of a file, wherever they come from."""

    @property
    def size_bytes(self) -> int:
        """Return how many there are."""

    @property
    def sha256(self) -> str:
        """Return the hash of all of them."""

    def read(self, start: int, count: int) -> bytes:
        """Return the bytes from ``start`` on, fewer at the end."""


class BytesContent:
    """A file that is held in memory."""

    def __init__(self, content: bytes) -> None:
        self._content = content

    @property
    def size_bytes(self) -> int:
        return len(self._content)

    @cached_property
    def sha256(self) -> str:
        return hashlib.sha256(self._content).hexdigest()

    def read(self, start: int, count: int) -> bytes:
        return self._content[start : start + count]


class PatternContent:
    """A large file that is made while it is read: no block of a megabyte is like another one."""

    def __init__(self, size_bytes: int, seed: int = 0, head: bytes = b"") -> None:
        """``head`` replaces the beginning, for a file that must begin like a model."""
        self._size_bytes = size_bytes
        self._block = random.Random(seed).randbytes(_BLOCK_BYTES - _NUMBER_BYTES)
        self._head = head[:size_bytes]

    @property
    def size_bytes(self) -> int:
        return self._size_bytes

    @cached_property
    def sha256(self) -> str:
        digest = hashlib.sha256()
        for start in range(0, self._size_bytes, _BLOCK_BYTES):
            digest.update(self.read(start, _BLOCK_BYTES))
        return digest.hexdigest()

    def read(self, start: int, count: int) -> bytes:
        stop = max(start, min(start + count, self._size_bytes))
        first, last = start // _BLOCK_BYTES, -(-stop // _BLOCK_BYTES)
        blocks = b"".join(
            number.to_bytes(_NUMBER_BYTES, "little") + self._block for number in range(first, last)
        )
        offset = first * _BLOCK_BYTES
        found = blocks[start - offset : stop - offset]
        return self._head[start:stop] + found[max(0, len(self._head) - start) :]


def content_of(what: bytes | FileContent) -> FileContent:
    """Return content, also of bare bytes."""
    return BytesContent(what) if isinstance(what, bytes) else what


@dataclass(frozen=True, slots=True)
class Repository:
    """A repository of models as the hub has it.

    Attributes:
        files: by their paths; those in ``without_hash`` are not in LFS, so that the tree tells no
            SHA-256 of them.
        gated: False, "auto" or "manual", as the hub says it.
        allowed_tokens: who may read a gated one.
    """

    name: str
    files: Mapping[str, bytes | FileContent]
    without_hash: frozenset[str] = frozenset({"README.md"})
    gated: bool | str = False
    allowed_tokens: frozenset[str] = frozenset()
    is_private: bool = False
    licence: str = "apache-2.0"
    downloads: int = 1000
    likes: int = 10
    updated: str = "2026-10-01T12:00:00.000Z"
    tags: tuple[str, ...] = ("gguf",)
    more: Mapping[str, object] = field(default_factory=dict)

    @property
    def commit(self) -> str:
        """Return the commit that all files are of: 40 hexadecimal digits, from what they hold."""
        digest = hashlib.sha1(self.name.encode(), usedforsecurity=False)
        for path, content in sorted(self.files.items()):
            digest.update(f"{path} {content_of(content).size_bytes}".encode())
        return digest.hexdigest()

    def content(self, path: str) -> FileContent | None:
        """Return what a file holds, None where there is none of that path."""
        found = self.files.get(path)
        return None if found is None else content_of(found)

    def info(self) -> dict[str, object]:
        """Return what ``/api/models/{name}`` says."""
        return {
            "_id": self.commit[:24],
            "id": self.name,
            "modelId": self.name,
            "author": self.name.partition("/")[0],
            "sha": self.commit,
            "private": self.is_private,
            "gated": self.gated,
            "disabled": False,
            "downloads": self.downloads,
            "likes": self.likes,
            "lastModified": self.updated,
            "createdAt": "2026-01-01T00:00:00.000Z",
            "tags": [*self.tags, f"license:{self.licence}"],
            "pipeline_tag": "text-generation",
            "cardData": {"license": self.licence},
            "siblings": [{"rfilename": path} for path in self.files],
            **self.more,
        }

    def tree(self) -> list[dict[str, object]]:
        """Return what ``/api/models/{name}/tree/{commit}?recursive=true`` says."""
        folders = {path.rpartition("/")[0] for path in self.files if "/" in path}
        entries: list[dict[str, object]] = [
            {"type": "directory", "oid": "0" * 40, "size": 0, "path": folder}
            for folder in sorted(folders)
        ]
        return [*entries, *(self._tree_entry(path) for path in sorted(self.files))]

    def _tree_entry(self, path: str) -> dict[str, object]:
        content = content_of(self.files[path])
        entry: dict[str, object] = {
            "type": "file",
            "oid": hashlib.sha1(path.encode(), usedforsecurity=False).hexdigest(),
            "size": content.size_bytes,
            "path": path,
        }
        if path not in self.without_hash:
            entry["lfs"] = {
                "oid": content.sha256,
                "size": content.size_bytes,
                "pointerSize": 135,
            }
        return entry


def requested_range(
    headers: Mapping[str, str], size_bytes: int, etag: str
) -> tuple[int, int] | None:
    """Return from where to where, ``stop`` excluded; None is all; an empty one is refused (416).

    With an If-Range that is not this ETag all is sent.
    """
    match = _RANGE.fullmatch(headers.get("range", ""))
    if match is None or headers.get("if-range", etag) != etag:
        return None
    first, last = match.groups()
    if first:
        return int(first), min(int(last) + 1 if last else size_bytes, size_bytes)
    if not last:
        return None
    return max(0, size_bytes - int(last)), size_bytes
