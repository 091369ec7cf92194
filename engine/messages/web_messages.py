"""Messages of the window and the net process about pages of the web and searches in it."""

import enum
from typing import TypeAlias

import msgspec


class SearchEngine(enum.Enum):
    """A service that searches the web, or one site."""

    WIKIPEDIA = "wikipedia"  # needs no key
    SEARXNG = "searxng"  # at the user's address
    BRAVE = "brave"
    TAVILY = "tavily"
    KAGI = "kagi"


class ReadPage(msgspec.Struct, frozen=True, tag=True):
    """Fetch a page by GET, from a public address only; answered by one PageRead."""

    request_id: int
    address: str


class PageRead(msgspec.Struct, frozen=True, tag=True):
    """Answers ReadPage.

    Attributes:
        address: after all redirects.
        media_type: as the server named it, such as "text/html"; empty if it did not.
        charset: likewise.
    """

    request_id: int
    address: str
    media_type: str
    charset: str
    content: bytes


class SearchWeb(msgspec.Struct, frozen=True, tag=True):
    """Search; answered by one WebFound.

    Attributes:
        address: of SearXNG; unused for other engines.
        language: of the user, such as "de".
    """

    request_id: int
    engine: SearchEngine
    words: str
    address: str = ""
    language: str = "en"
    most_results: int = 8


class FoundPage(msgspec.Struct, frozen=True):
    """A search result; all values are texts of the service, without tags."""

    title: str
    address: str
    snippet: str = ""
    date: str = ""


class WebFound(msgspec.Struct, frozen=True, tag=True):
    """Answers SearchWeb; ``answer`` is a direct answer of the service, which may be empty."""

    request_id: int
    pages: tuple[FoundPage, ...] = ()
    answer: str = ""


WebQuestion: TypeAlias = ReadPage | SearchWeb
WebAnswer: TypeAlias = PageRead | WebFound
KEYED_ORIGINS = {
    SearchEngine.BRAVE: "https://api.search.brave.com",
    SearchEngine.TAVILY: "https://api.tavily.com",
    SearchEngine.KAGI: "https://kagi.com",
}


def search_key_id(engine: SearchEngine) -> str:
    """Return the id under which the key of a search engine is stored, as of an ``Endpoint``."""
    return f"search {engine.value}"
