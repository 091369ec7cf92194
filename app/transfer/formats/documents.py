"""Documents that a model writes next to a chat, and changes to them: canvas, artifacts."""

import re
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from app.transfer.formats.tree import fenced, joined

_WHOLE = frozenset((".*", "(?s).*", "(?s)^.*$", "^.*$", r"[\s\S]*", r"^[\s\S]*$", ".+", "(?s).+"))
_ESCAPED = re.compile(r"\\([^0-9A-Za-z\s])|\\(n)|\\(t)")
# Characters with a meaning in a regular expression, outside of escapes.
_MAGIC = re.compile(r"[.*+?^$()\[\]{}|\\]")
_GAP = re.compile(r"\.\*\??")


class Document(msgspec.Struct, frozen=True):
    """A document with its name and text.

    Attributes:
        language: of a program text; empty for Markdown.
    """

    name: str
    text: str
    language: str = ""

    def shown(self) -> str:
        """Return it as a part of a message."""
        heading = f"**{self.name}**" if self.name else ""
        if not self.language and "`" not in self.name:
            return joined((heading, self.text.strip("\n")))
        return joined((heading, fenced(self.text, self.language)))


class Change(msgspec.Struct, frozen=True):
    """A replacement in a document; the pattern is a regular expression."""

    pattern: str
    replacement: str
    is_multiple: bool = False


def changed(document: Document, changes: Sequence[Change]) -> Document | None:
    """Return a document after some changes; None if one of them can't be applied.

    The patterns come from the file, and a regular expression can take hours. Therefore only
    whole texts, plain texts, and two plain texts with anything between them are searched for.
    """
    text = document.text
    for change in changes:
        found = _applied(text, change)
        if found is None:
            return None
        text = found
    return replace(document, text=text)


def _applied(text: str, change: Change) -> str | None:
    if change.pattern in _WHOLE:
        return change.replacement
    gap = _GAP.search(_ESCAPED.sub("  ", change.pattern))
    if gap is None:
        plain = _plain(change.pattern)
        if not plain or plain not in text:
            return None
        return text.replace(plain, change.replacement, -1 if change.is_multiple else 1)
    first, last = _plain(change.pattern[: gap.start()]), _plain(change.pattern[gap.end() :])
    if first is None or last is None or not (first or last):
        return None
    start = text.find(first)
    after = start + len(first)
    if start < 0:
        return None
    if not last:
        end = len(text)
    elif gap[0] == ".*?":
        end = text.find(last, after)
    else:
        end = text.rfind(last, after)
    if end < 0:
        return None
    return text[:start] + change.replacement + text[end + len(last) :]


def _plain(pattern: str) -> str | None:
    """Return the text that a regular expression stands for; None if it is not one text."""
    if _MAGIC.search(_ESCAPED.sub("", pattern)):
        return None
    return _ESCAPED.sub(
        lambda match: match[1] or ("\n" if match[2] else "\t"),
        pattern,
    )
