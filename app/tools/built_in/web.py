"""Tools that read a page of the web and search in it, through the net process."""

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urljoin, urlsplit

import msgspec

from app.documents.pdf_text import MAX_SECONDS, PdfText
from app.documents.process import PAGE_OPTION
from app.documents.text_files import (
    DOCUMENT_COMMAND,
    PDF_COMMAND,
    plain_text,
    refusal,
    scan_refusal,
)
from app.errors import AppError, ToolFailed, lazy
from app.settings import Settings
from app.tools.built_in.definition import BuiltInTool, built_in, said_when_slow
from app.tools.built_in.page_address import SENDS
from app.tools.model import BUILT_IN, SearchProvider, ToolResult, ToolRun, WebPage
from engine.client.net_client import NetClient, NetFailure
from engine.ipc.child import run_cancellable
from engine.messages.remote_messages import Endpoint
from engine.messages.web_messages import (
    KEYED_ORIGINS,
    FoundPage,
    PageRead,
    ReadPage,
    SearchEngine,
    SearchWeb,
    WebFound,
    search_key_id,
)

if TYPE_CHECKING:
    from app.documents.readable_page import ReadablePage

SEARCH_KEY = f"{BUILT_IN}/search_web"  # where it sends words depends on the settings
MAX_PAGE_CHARS = 200_000
MAX_RESULTS = 10
_HTML_TYPES = ("text/html", "application/xhtml+xml", "")
_PDF_MAGIC_WITHIN = 1024


class PageArguments(msgspec.Struct, frozen=True):
    """Arguments of ``read_web_page``; ``page_address`` reads the address, too."""

    address: Annotated[
        str,
        msgspec.Meta(
            min_length=1, max_length=2000, description="The address, such as https://example.org."
        ),
    ]
    links: Annotated[
        bool, msgspec.Meta(description="Also list the addresses of the links on the page.")
    ] = False


class SearchArguments(msgspec.Struct, frozen=True):
    """Arguments of ``search_web``."""

    words: Annotated[
        str, msgspec.Meta(min_length=1, max_length=400, description="What to search for.")
    ]
    results: Annotated[
        int, msgspec.Meta(ge=1, le=MAX_RESULTS, description="The maximum number of results.")
    ] = 6


def web_tools(net: NetClient, settings: Callable[[], Settings]) -> tuple[BuiltInTool, ...]:
    """Return the tools; ``settings`` returns the current search service and language."""

    async def read(arguments: PageArguments, run: ToolRun) -> ToolResult:
        host = _host(arguments.address)
        async with said_when_slow(run, lazy("Waiting for {host}.", host=host)):
            fetched = await _fetched(net, arguments.address)
        async with said_when_slow(run, lazy("Reading the page.")):
            page = await _readable(fetched)
        return ToolResult(
            _page_text(page, fetched.address, with_links=arguments.links),
            pages=(WebPage(page.title or _host(fetched.address), fetched.address),),
        )

    async def search(arguments: SearchArguments, run: ToolRun) -> ToolResult:
        now = settings()
        name = now.search_provider.title
        number = net.next_request_id()
        command = SearchWeb(
            number,
            SearchEngine(now.search_provider.value),
            arguments.words,
            now.search_address,
            now.language or "en",
            arguments.results,
        )
        async with said_when_slow(run, lazy("Waiting for {host}.", host=name)):
            try:
                found = await net.ask(command, WebFound)
            except NetFailure as error:
                raise ToolFailed(str(error)) from error
        pages = tuple(WebPage(each.title or each.address, each.address) for each in found.pages)
        return ToolResult(_results_text(found, now.search_provider), pages=pages)

    return (
        built_in(
            "read_web_page",
            lazy("Read a web page"),
            "Fetches a page, a text or a PDF from the internet and returns its main text. Cite it "
            "as [1].",
            PageArguments,
            read,
            sends_to=SENDS,
        ),
        built_in(
            "search_web",
            lazy("Search the web"),
            "Searches the web. Returns numbered titles, addresses and short texts; read a page for "
            "the details. Cite results by their numbers, as [1].",
            SearchArguments,
            search,
            sends_to=lazy("the words to {name}", name="Wikipedia"),
        ),
    )


def search_destination(settings: Settings) -> str:
    """Return a phrase for ``Tool.sends_to``: what a search sends, and to which service."""
    provider = settings.search_provider
    if provider is SearchProvider.SEARXNG:
        host = _host(settings.search_address)
        return lazy("the words to SearXNG at {host}", host=host or "…")
    return lazy("the words to {name}", name=provider.title)


def search_endpoint(provider: SearchProvider) -> Endpoint | None:
    """Return the endpoint that the key of a service belongs to, for ``RemoteClient.keep_key``.

    None if the service needs no key.
    """
    engine = SearchEngine(provider.value)
    origin = KEYED_ORIGINS.get(engine)
    if origin is None:
        return None
    return Endpoint(search_key_id(engine), origin, name=provider.title)


async def _fetched(net: NetClient, address: str) -> PageRead:
    try:
        return await net.ask(ReadPage(net.next_request_id(), address), PageRead)
    except NetFailure as error:
        raise ToolFailed(str(error)) from error


async def _readable(page: PageRead) -> "ReadablePage":
    """Return the text of a page, read in a process of its own. Raises ToolFailed."""
    from app.documents.readable_page import ReadablePage  # imported late: with a parser of HTML

    name = _name_of(page.address)
    try:
        if b"%PDF-" in page.content[:_PDF_MAGIC_WITHIN]:
            output = await _output_of(PDF_COMMAND, name, page.content)
            pdf = msgspec.msgpack.decode(output, type=PdfText)
            if not pdf.text.strip():
                raise ToolFailed(str(scan_refusal(name)))
            return ReadablePage(name, pdf.text)
        if page.media_type in _HTML_TYPES or page.content[:200].lstrip().startswith(b"<!"):
            command = (*DOCUMENT_COMMAND, f"{PAGE_OPTION}{page.charset}")
            output = await _output_of(command, name, page.content)
            return msgspec.msgpack.decode(output, type=ReadablePage)
        decoded = await asyncio.to_thread(plain_text, name, page.content)
        return ReadablePage(name, decoded.text)
    except msgspec.DecodeError as error:
        raise ToolFailed(lazy("“{name}” can't be read.", name=name)) from error
    except AppError as error:
        raise ToolFailed(str(error)) from error


async def _output_of(command: Sequence[str], name: str, content: bytes) -> bytes:
    try:
        ended = await run_cancellable(command, content, seconds=MAX_SECONDS)
    except TimeoutError as error:
        raise ToolFailed(
            lazy("“{name}” took too long to read and was skipped.", name=name)
        ) from error
    except OSError as error:
        raise ToolFailed(
            lazy("“{name}” can't be read: {reason}.", name=name, reason=error)
        ) from error
    if ended.exit_code != 0:
        raise refusal(name, ended.exit_code)
    return ended.output


def _page_text(page: "ReadablePage", address: str, *, with_links: bool) -> str:
    head = f"[1] {page.title or _host(address)}\nAddress: {address}\nRead on: {_today()}"
    notes = []
    if page.needs_scripts:
        notes.append("[This page is written by scripts (JavaScript), which are not run here.]")
    if page.asks_for_login:
        notes.append("[This page asks for a login; only what it shows without one was read.]")
    text = page.text.strip()
    if len(text) > MAX_PAGE_CHARS:
        text = f"{text[:MAX_PAGE_CHARS]}\n\n[The rest of the page is left out.]"
    if not text and not notes:
        notes.append("[This page has no text.]")
    links = [f"- {name}: {urljoin(address, target)}" for name, target in page.links]
    shown = ["Links:\n" + "\n".join(links)] if with_links and links else []
    return "\n\n".join([head, *notes, *([text] if text else []), *shown])


def _results_text(found: WebFound, provider: SearchProvider) -> str:
    blocks = [found.answer] if found.answer else []
    for number, each in enumerate(found.pages, 1):
        blocks.append(_result_text(number, each))
    if not found.pages:
        blocks.append("Nothing was found. Try other words.")
    if provider is SearchProvider.WIKIPEDIA:
        blocks.append(
            "[Only Wikipedia was searched. The user can choose a search engine in the settings.]"
        )
    return "\n\n".join(blocks)


def _result_text(number: int, page: FoundPage) -> str:
    date = f" ({page.date})" if page.date else ""
    lines = (f"[{number}] {page.title or page.address}{date}", page.address, page.snippet)
    return "\n".join(line for line in lines if line)


def _name_of(address: str) -> str:
    parts = urlsplit(address)
    return parts.path.rstrip("/").rpartition("/")[2] or parts.hostname or address


def _host(address: str) -> str:
    try:
        text = address if "://" in address else f"https://{address}"
        return urlsplit(text).hostname or address[:100]
    except ValueError:
        return address[:100]


def _today() -> str:
    return f"{datetime.now().astimezone():%Y-%m-%d}"
