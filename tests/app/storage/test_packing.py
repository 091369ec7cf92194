"""A message is one text in a column, and comes back as it was."""

import pytest

from app.domain import (
    OutgoingMessage,
    Picture,
    TextFile,
)
from app.storage.packing import packed, unpacked

NOTES = TextFile("notes.md", "# Notes\n\nzwölf", "text/markdown")
CODE = TextFile("a.py", "print(1)")
SEA = Picture("sea.jpg", "d" * 64, 12345, 1536, 1024, "e" * 64)


@pytest.mark.parametrize(
    "message",
    [
        OutgoingMessage(""),
        OutgoingMessage("just words\nin two lines"),
        OutgoingMessage("with files", (NOTES, CODE)),
        OutgoingMessage("", (TextFile("", ""),)),
        OutgoingMessage("", (), (SEA,)),
        OutgoingMessage("both", (NOTES,), (SEA, SEA)),
    ],
)
def test_an_outgoing_message_is_one_text_and_comes_back(message: OutgoingMessage) -> None:
    assert unpacked(packed(message)) == message


def test_separators_that_somebody_typed_make_no_file() -> None:
    sly = OutgoingMessage("a\x1cname\x1ftext\x1ftext/plain", (TextFile("b\x1c", "c\x1fd"),))
    back = unpacked(packed(sly))
    assert [file.name for file in back.files] == ["b "]
    assert back.text == "a name text text/plain"


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        ("1536", "0"),
        ("1024", "99999"),
        ("12345", "-1"),
        ("d" * 64, "../x"),
        ("e" * 64, "e" * 63),
        ("image/png", "image/svg+xml"),
    ],
)
def test_a_picture_that_can_not_be_is_left_out(good: str, bad: str) -> None:
    text = packed(OutgoingMessage("look", (NOTES,), (SEA,)))
    assert good in text
    assert unpacked(text.replace(good, bad)) == OutgoingMessage("look", (NOTES,))
