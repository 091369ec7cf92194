"""SQLite's journal (WAL) as a file: what of it counts, and the database with it applied.

The library reads a journal up to the first frame that is not whole and is silent about the
rest. Here the rest is counted.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_MAGIC = 0x377F0682  # and 1 more where the checksums are of big-endian words
_HEADER, _FRAME = struct.Struct(">IIIIIIII"), struct.Struct(">IIIIII")
_WORD = 0xFFFFFFFF
_SUMMED_OF_HEADER, _SUMMED_OF_FRAME = 24, 8
_USUAL_PAGE_BYTES = 4096
_FORMAT_VERSIONS = slice(18, 20)  # of the main file: 2 stands for "has a journal", 1 for "has none"
_NO_JOURNAL = b"\x01\x01"


@dataclass(frozen=True, slots=True)
class Journal:
    """What a journal holds.

    Attributes:
        pages: the newest content of each page, by its number, as of the last commit.
        page_count: of the database after the last commit; None where there was none.
        lost_commit_count: commits behind a frame that is not whole.
    """

    pages: dict[int, bytes]
    page_count: int | None
    lost_commit_count: int


@dataclass(frozen=True, slots=True)
class _Frame:
    page_number: int
    page_count: int
    content: bytes
    is_whole: bool


def read(path: Path) -> Journal:
    """Return what a journal holds; a missing or foreign file holds nothing."""
    pages: dict[int, bytes] = {}
    uncommitted: dict[int, bytes] = {}
    page_count: int | None = None
    lost = 0
    for frame in _frames(path.read_bytes() if path.is_file() else b""):
        if lost or not frame.is_whole:
            lost += frame.page_count > 0
            continue
        uncommitted[frame.page_number] = frame.content
        if frame.page_count:
            pages |= uncommitted
            uncommitted.clear()
            page_count = frame.page_count
    return Journal(pages, page_count, lost)


def applied(path: Path, journal: Path) -> bytes:
    """Return the content of a database with its journal applied, as if it had never had one."""
    content = bytearray(path.read_bytes() if path.is_file() else b"")
    found = read(journal)
    for number, page in found.pages.items():
        offset = (number - 1) * len(page)
        content.extend(bytes(max(0, offset - len(content))))
        content[offset : offset + len(page)] = page
    if found.page_count is not None and found.pages:
        del content[found.page_count * len(next(iter(found.pages.values()))) :]
    if content:
        content[_FORMAT_VERSIONS] = _NO_JOURNAL
    return bytes(content)


def _frames(content: bytes) -> Iterator[_Frame]:
    """Yield the frames of the newest round; after one that is not whole, no other is."""
    if len(content) < _HEADER.size + _FRAME.size:
        return
    magic, _, page_bytes, _, *salts, first, second = _HEADER.unpack_from(content)
    order = ">" if magic & 1 else "<"
    sums = _summed(content[:_SUMMED_OF_HEADER], (0, 0), order)
    is_whole = magic & ~1 == _MAGIC and sums == (first, second)
    if not is_whole:  # what the header should say is guessed, only to count what is lost
        page_bytes = _USUAL_PAGE_BYTES
        _, _, *salts, _, _ = _FRAME.unpack_from(content, _HEADER.size)
    stride = _FRAME.size + page_bytes
    for offset in range(_HEADER.size, len(content) - stride + 1, stride):
        number, page_count, *frame_salts, first, second = _FRAME.unpack_from(content, offset)
        if frame_salts != salts:
            is_whole = False  # of an older round, as all that follow, or damaged
            continue
        page = content[offset + _FRAME.size : offset + stride]
        if is_whole:
            sums = _summed(content[offset : offset + _SUMMED_OF_FRAME], sums, order)
            sums = _summed(page, sums, order)
            is_whole = sums == (first, second) and number > 0
        yield _Frame(number, page_count, page, is_whole)


def _summed(content: bytes, sums: tuple[int, int], order: str) -> tuple[int, int]:
    first, second = sums
    words = struct.unpack(f"{order}{len(content) // 4}I", content)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & _WORD
        second = (second + odd + first) & _WORD
    return first, second
