"""Drafts and queued messages as one text each, which is how a column keeps them.

Behind what was typed stands each file behind a separator. Exports hold the same text.
"""

from app.domain import OutgoingMessage, TextFile

_FILE, _PART = "\x1c", "\x1f"  # ASCII's separators of files and units, which nobody types


def packed(message: OutgoingMessage) -> str:
    """Return a message as one text; separators that were typed become blanks."""
    files = (_PART.join(map(_plain, (f.name, f.text, f.media_type))) for f in message.files)
    return _FILE.join((_plain(message.text), *files))


def unpacked(text: str) -> OutgoingMessage:
    """Return the message that was packed into a text; what is half a file is left out."""
    typed, *files = text.split(_FILE)
    parts = (file.split(_PART, 2) for file in files)
    return OutgoingMessage(typed, tuple(TextFile(*part) for part in parts if len(part) == 3))


def _plain(text: str) -> str:
    return text.replace(_FILE, " ").replace(_PART, " ")
