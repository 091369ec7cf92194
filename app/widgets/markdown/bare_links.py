"""Finds bare addresses in a text: web pages and mail, never the name of a file."""

from linkify_it import LinkifyIt
from linkify_it.main import Match

MOST_ADDRESSES = 1000  # of a block; looking at more of them takes too long
SIGNS = ("://", "www.", "@")


class BareLinks:
    """What Markdown's parser asks for addresses; stands in for its usual, which guesses more.

    That one takes each word with the ending of a country for a page: ``setup.py``, ``readme.md``.
    """

    def __init__(self) -> None:
        self._linkify = LinkifyIt()

    def pretest(self, text: str) -> bool:
        """Return whether a text may hold an address; quick, and mostly right."""
        return any(sign in text.lower() for sign in SIGNS)

    def test(self, text: str) -> bool:
        """Return whether a text is worth ``match``."""
        return self.pretest(text)

    def match(self, text: str) -> list[Match] | None:
        """Return the addresses in a text, from its beginning; None where there are none."""
        return [each for each in self._linkify.match(text) or () if _is_meant(each)] or None

    def match_at_start(self, text: str) -> Match | None:
        """Return the address that a text begins with, scheme and all, if it does."""
        found = self._linkify.match_at_start(text)
        return found if found is not None and _is_meant(found) else None


def _is_meant(found: Match) -> bool:
    """Return whether somebody wrote an address: it has its scheme, is a page's or a mail's."""
    is_page = not found.schema and found.raw.lower().startswith("www.")
    return is_page or found.schema in ("http:", "https:", "mailto:")


def may_have_addresses(source: str) -> bool:
    """Return whether a block is to be searched: it has signs of addresses, and not too many."""
    count = sum(source.lower().count(sign) for sign in SIGNS)
    return 0 < count <= MOST_ADDRESSES
