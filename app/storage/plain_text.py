"""Texts that both SQLite and Python can store, and messages with files packed into one text.

Each file follows the typed text, after a separator: a text file with its content, a picture or a
sound with its digests. Database columns and exports use the same form.
"""

import re

from app.domain.messages import OutgoingMessage, TextFile
from app.media.pictures import Picture, checked_picture
from app.media.sounds import Sound, checked_sound

_SURROGATE = re.compile("[\ud800-\udfff]")
_CONTROL = re.compile("[\x00-\x1f\x7f]")
_MARK = "\N{REPLACEMENT CHARACTER}"
TITLE_LENGTH = 60
_RENAMED_LENGTH = 200
FILE_SEPARATOR, _PART = "\x1c", "\x1f"  # ASCII's separators of files and units, which are not typed
# The number of parts gives the kind of a file; older versions skip unknown numbers.
_TEXT_PARTS, _SOUND_PARTS, _PICTURE_PARTS = 3, 7, 8


def storable(text: str) -> str:
    """Return the text with lone surrogates and NULs visibly replaced.

    A surrogate pair becomes the character that it encodes.
    """
    if _SURROGATE.search(text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text.replace("\0", _MARK)


def one_line(text: str, limit: int = _RENAMED_LENGTH) -> str:
    """Return the text as one storable line of at most ``limit`` characters."""
    # A megabyte may have been pasted; only the first few lines matter.
    words = (_CONTROL.sub("", word) for word in storable(text[: limit * 20]).split())
    line = " ".join(word for word in words if word)
    if len(line) <= limit:
        return line
    cut = line[: limit - 1]
    whole_words, _, rest = cut.rpartition(" ")
    # A text without spaces is cut at the limit.
    kept = whole_words if whole_words and len(rest) < limit // 2 else cut
    return kept.rstrip() + "…"


def title_of(text: str) -> str:
    """Return the first words of a message as the title of its conversation."""
    return one_line(text, TITLE_LENGTH)


def packed(message: OutgoingMessage) -> str:
    """Return a message as one text; typed separators become spaces."""
    files = (_PART.join(map(_plain, (f.name, f.text, f.media_type))) for f in message.files)
    return FILE_SEPARATOR.join((_plain(message.text), *files, *map(_packed, message.media)))


def unpacked(text: str) -> OutgoingMessage:
    """Return the message that was packed into a text; incomplete files are skipped."""
    typed, *files = text.split(FILE_SEPARATOR)
    parts = [file.split(_PART) for file in files]
    pictures = (_picture(each) for each in parts if len(each) == _PICTURE_PARTS)
    sounds = (_sound(each) for each in parts if len(each) == _SOUND_PARTS)
    return OutgoingMessage(
        typed,
        tuple(TextFile(each[0], each[1], each[2]) for each in parts if len(each) == _TEXT_PARTS),
        tuple(each for each in pictures if each is not None),
        tuple(each for each in sounds if each is not None),
    )


def _packed(medium: Picture | Sound) -> str:
    named = (_plain(medium.name), "", medium.media_type, medium.digest)
    if isinstance(medium, Sound):
        return _PART.join(
            (*named, medium.samples, f"{medium.byte_count}", f"{medium.sample_count}")
        )
    numbers = (medium.byte_count, medium.width, medium.height)
    return _PART.join((*named, medium.pixels, *map(str, numbers)))


def _picture(parts: list[str]) -> Picture | None:
    name, _text, media_type, digest, pixels, *numbers = parts
    if not all(_is_number(each) for each in numbers):
        return None
    byte_count, width, height = map(int, numbers)
    return checked_picture(Picture(name, digest, byte_count, width, height, pixels, media_type))


def _sound(parts: list[str]) -> Sound | None:
    name, _text, media_type, digest, samples, *numbers = parts
    if not all(_is_number(each) for each in numbers):
        return None
    byte_count, sample_count = map(int, numbers)
    return checked_sound(Sound(name, digest, byte_count, sample_count, samples, media_type))


def _is_number(text: str) -> bool:
    return len(text) < 10 and text.isascii() and text.isdecimal()


def _plain(text: str) -> str:
    return text.replace(FILE_SEPARATOR, " ").replace(_PART, " ")
