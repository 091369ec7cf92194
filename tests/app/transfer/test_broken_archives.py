"""Archives whose end is missing: what is complete comes in, and the rest is told."""

import io
import json
import zipfile
from collections.abc import Iterator
from typing import IO

import pytest

from app.errors import NotAnImport
from app.transfer.broken_archives import files_in
from tests.app.transfer.exports import chatgpt_export, read


class _Stream(io.RawIOBase):
    """Takes what is written and can't go back, as the output of a server."""

    def __init__(self) -> None:
        self.content = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, content: bytes) -> int:  # type: ignore[override]
        self.content += content
        return len(content)


def zipped(*, is_streamed: bool, packing: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return an export of ChatGPT in two files, with a picture between them."""
    stream = _Stream()
    target: IO[bytes] = stream if is_streamed else io.BytesIO()  # type: ignore[assignment]
    with zipfile.ZipFile(target, "w", packing) as archive:
        archive.writestr("conversations-000.json", json.dumps(chatgpt_export(20)))
        archive.writestr("file-1-pier.png", bytes(range(256)) * 40)
        archive.writestr("conversations-001.json", json.dumps(chatgpt_export(40)[20:]))
        archive.writestr("user.json", '{"id": "user-1"}')
    return bytes(stream.content) if is_streamed else target.getvalue()  # type: ignore[attr-defined]


@pytest.mark.parametrize("is_streamed", [False, True], ids=["seekable", "streamed"])
def test_without_its_list_an_archive_gives_all_its_files(is_streamed: bool) -> None:
    whole = zipped(is_streamed=is_streamed)
    found = read(whole[: whole.index(b"PK\x01\x02")])
    assert [tree.title for tree in found.trees] == [f"Chat {number}" for number in range(40)]
    assert found.problems == (
        "The archive is incomplete: it ends after “user.json”, and later files may be missing.",
    )


@pytest.mark.parametrize("packing", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_a_file_that_is_cut_gives_its_complete_conversations(packing: int) -> None:
    whole = zipped(is_streamed=False, packing=packing)
    start = whole.index(b"conversations-001.json")
    end = whole.index(b"PK\x03\x04", start)
    found = read(whole[: (start + 3 * end) // 4])
    assert 20 < len(found.trees) < 40
    assert found.problems == (
        "The archive is incomplete: it ends within “conversations-001.json”, and later files are "
        "missing.",
        "conversations-001.json: The file is damaged; what could not be read was left out.",
    )


@pytest.mark.parametrize("is_streamed", [False, True], ids=["seekable", "streamed"])
def test_an_archive_that_ends_anywhere_is_imported_or_refused(is_streamed: bool) -> None:
    whole = zipped(is_streamed=is_streamed)
    counts = list(_counts(whole))
    assert counts == sorted(counts), "a longer part never gives less"
    assert counts[-1] == 40


def _counts(whole: bytes) -> Iterator[int]:
    for end in range(4, len(whole), 61):
        try:
            yield len(read(whole[:end]).trees)
        except NotAnImport:
            yield 0


def test_a_file_in_a_broken_archive_can_be_read_again_from_its_beginning() -> None:
    whole = zipped(is_streamed=True)
    broken = whole[: whole.index(b"PK\x01\x02")]
    by_name = {each.name: each for each in files_in(lambda: io.BytesIO(broken), 10)}
    with by_name["file-1-pier.png"].open(lambda: io.BytesIO(broken)) as picture:
        assert picture.read(300) == (bytes(range(256)) * 2)[:300]
        picture.seek(0)
        assert picture.read() == bytes(range(256)) * 40


def test_an_encrypted_file_in_a_broken_archive_is_named() -> None:
    whole = bytearray(zipped(is_streamed=False))
    whole[6] |= 1  # the flags of the first file
    found = read(bytes(whole[: whole.index(b"PK\x01\x02")]))
    assert len(found.trees) == 20
    assert "conversations-000.json: The file is encrypted, or packed in an unknown way." in (
        found.problems
    )
