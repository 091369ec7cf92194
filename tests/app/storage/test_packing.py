"""A message is one text in a column, and comes back as it was."""

import pytest

from app.domain import (
    OutgoingMessage,
    TextFile,
)
from app.storage.packing import packed, unpacked

NOTES = TextFile("notes.md", "# Notes\n\nzwölf", "text/markdown")
CODE = TextFile("a.py", "print(1)")


@pytest.mark.parametrize(
    "message",
    [
        OutgoingMessage(""),
        OutgoingMessage("just words\nin two lines"),
        OutgoingMessage("with files", (NOTES, CODE)),
        OutgoingMessage("", (TextFile("", ""),)),
    ],
)
def test_an_outgoing_message_is_one_text_and_comes_back(message: OutgoingMessage) -> None:
    assert unpacked(packed(message)) == message


def test_separators_that_somebody_typed_make_no_file() -> None:
    sly = OutgoingMessage("a\x1cname\x1ftext\x1ftext/plain", (TextFile("b\x1c", "c\x1fd"),))
    back = unpacked(packed(sly))
    assert [file.name for file in back.files] == ["b "]
    assert back.text == "a name text text/plain"
