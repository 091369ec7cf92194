"""A message crosses whole or is refused, and the end of a pipe is the end, wherever it comes."""

import asyncio
import io

import msgspec
import pytest

from engine.ipc.frames import BrokenFrame, Frames, body_of
from engine.ipc.lazy_text import LazyText, lazy


class Note(msgspec.Struct, frozen=True, tag=True):
    text: str = ""
    number: int = 0
    reason: LazyText = LazyText()


NOTES = Frames[Note](Note, 1000)
NAMES = Frames[Note](Note, 1000, escapes_surrogates=True)
NOTE = Note("Grüße 🐢", 7, lazy("{count:,} files.", count=1234))


def test_a_message_crosses_with_its_sentences() -> None:
    for frames in (NOTES, NAMES):
        assert frames.read(io.BytesIO(frames.encode(NOTE))) == NOTE


def test_a_file_name_with_a_surrogate_crosses_where_it_may() -> None:
    odd = Note("\udcff.gguf", reason=lazy("{name} is gone.", name="\udcff"))
    assert NAMES.decode(body_of(NAMES.encode(odd))) == odd
    with pytest.raises(BrokenFrame, match="incomplete character"):
        NOTES.encode(odd)


@pytest.mark.parametrize("length", range(len(NOTES.encode(NOTE))))
async def test_an_end_in_a_frame_is_the_end(length: int) -> None:
    cut = NOTES.encode(NOTE)[:length]
    assert NOTES.read(io.BytesIO(cut)) is None
    reader = asyncio.StreamReader()
    reader.feed_data(cut)
    reader.feed_eof()
    with pytest.raises(EOFError):
        await NOTES.receive(reader)


def test_a_frame_above_the_limit_is_neither_sent_nor_read() -> None:
    large = Frames[Note](Note, 2000).encode(Note("x" * 1500))
    with pytest.raises(BrokenFrame, match="too large"):
        NOTES.encode(Note("x" * 1500))
    with pytest.raises(BrokenFrame, match="invalid length"):
        NOTES.read(io.BytesIO(large))


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b'{"type":"Note","number":' + b"9" * 5000 + b"}",
        b'{"a":' * 100_000,
        b'{"type":"Other"}',
        b"{\xff}",
        b"\x81\xa4type\xa5Other",
        b"\xc1",
    ],
)
def test_what_is_no_message_is_refused(body: bytes) -> None:
    for frames in (NOTES, NAMES):
        with pytest.raises(BrokenFrame):
            frames.decode(body)
