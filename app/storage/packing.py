"""Drafts and queued messages as one text each, which is how a column keeps them.

Behind what was typed stands each file behind a separator: a text with all of it, a picture with
what names it, and so does a sound. Exports hold the same text.
"""

from app.domain import OutgoingMessage, Picture, Sound, TextFile, checked_picture, checked_sound

FILE_SEPARATOR, _PART = "\x1c", "\x1f"  # ASCII's separators of files and units; nobody types them
# By its parts a file is told from others: versions of before leave out what has another number.
_TEXT_PARTS, _SOUND_PARTS, _PICTURE_PARTS = 3, 7, 8


def packed(message: OutgoingMessage) -> str:
    """Return a message as one text; separators that were typed become blanks."""
    files = (_PART.join(map(_plain, (f.name, f.text, f.media_type))) for f in message.files)
    return FILE_SEPARATOR.join((_plain(message.text), *files, *map(_packed, message.media)))


def unpacked(text: str) -> OutgoingMessage:
    """Return the message that was packed into a text; what is half a file is left out."""
    typed, *files = text.split(FILE_SEPARATOR)
    parts = [file.split(_PART) for file in files]
    pictures = (_picture(each) for each in parts if len(each) == _PICTURE_PARTS)
    sounds = (_sound(each) for each in parts if len(each) == _SOUND_PARTS)
    return OutgoingMessage(
        typed,
        tuple(TextFile(*each) for each in parts if len(each) == _TEXT_PARTS),
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
