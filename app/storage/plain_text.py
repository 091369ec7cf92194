"""Text as SQLite and Python both can hold it."""

import re

_SURROGATE = re.compile("[\ud800-\udfff]")
_CONTROL = re.compile("[\x00-\x1f\x7f]")
_MARK = "\N{REPLACEMENT CHARACTER}"

TITLE_LENGTH = 60
_RENAMED_LENGTH = 200


def storable(text: str) -> str:
    """Return the text with halves of characters and NULs visibly replaced.

    Two surrogates that belong together become the character which they stand for.
    """
    if _SURROGATE.search(text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text.replace("\0", _MARK)


def one_line(text: str, limit: int = _RENAMED_LENGTH) -> str:
    """Return the text as one storable line of at most ``limit`` characters."""
    # A megabyte may have been pasted; nothing behind the first few lines can matter.
    words = (_CONTROL.sub("", word) for word in storable(text[: limit * 20]).split())
    line = " ".join(word for word in words if word)
    if len(line) <= limit:
        return line
    cut = line[: limit - 1]
    whole_words, _, rest = cut.rpartition(" ")
    # A language without spaces, or an address, is cut where the room ends.
    kept = whole_words if whole_words and len(rest) < limit // 2 else cut
    return kept.rstrip() + "…"


def title_of(text: str) -> str:
    """Return the first words of a message as the title of its conversation."""
    return one_line(text, TITLE_LENGTH)
