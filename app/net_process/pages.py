"""Fetches pages of the web: bounded, public, and as the site's rules allow."""

import asyncio
import time

import httpx2

from app.net_process.public_transport import PublicTransport, make_page_client
from app.net_process.robots import MAX_BYTES as MAX_RULES_BYTES
from app.net_process.robots import RobotsCache
from engine.ipc.lazy_text import lazy
from engine.messages.net_messages import NetTrouble
from engine.messages.web_messages import PageRead, ReadPage
from engine.net.errors import NetError
from engine.net.http import check_status, open_url, origin_of, read_at_most

MAX_BYTES = 10 << 20
MAX_SECONDS = 45.0
MAX_ADDRESS_CHARS = 2_000
_ROBOTS_SECONDS = 10.0
_READABLE = ("text/", "application/json", "application/xml", "application/xhtml", "application/pdf")
_ALSO_READABLE = ("+json", "+xml")
_ROBOT_NAME = "Hubbub"


class PageReader:
    """Reads pages; lives on the loop of the net process."""

    def __init__(self, transport: PublicTransport | None = None) -> None:
        """Open no connection yet."""
        self._client = make_page_client(transport or PublicTransport())
        self._robots = RobotsCache(_ROBOT_NAME, time.monotonic)

    async def close(self) -> None:
        """Close all connections."""
        await self._client.aclose()

    async def read(self, command: ReadPage) -> PageRead:
        """Return a page. Raises NetError."""
        url = page_url(command.address)
        try:
            async with asyncio.timeout(MAX_SECONDS):
                return await self._read(command.request_id, url)
        except TimeoutError as error:
            text = lazy("{host} takes too long to send the page.", host=url.host)
            raise NetError(NetTrouble.TOO_SLOW, text) from error

    async def _read(self, number: int, url: httpx2.URL) -> PageRead:
        async with open_url(self._client, str(url), check=self._check_rules) as response:
            check_status(response)
            media_type, _, rest = response.headers.get("Content-Type", "").partition(";")
            media_type = media_type.strip().lower()
            is_readable = media_type.startswith(_READABLE) or media_type.endswith(_ALSO_READABLE)
            if media_type and not is_readable:
                text = lazy(
                    "{address} is not a page with text, but of the type {type}.",
                    address=_short(response.request.url),
                    type=media_type[:60],
                )
                raise NetError(NetTrouble.BAD_ANSWER, text)
            content = await read_at_most(response, MAX_BYTES)
            address = str(response.request.url.copy_with(fragment=None))
        return PageRead(number, address, media_type, _charset(rest), content)

    async def _check_rules(self, url: httpx2.URL) -> None:
        """Raise NetError if the site asks programs not to read this page."""
        origin = origin_of(url)

        async def fetch() -> tuple[int, str]:
            try:
                async with (
                    asyncio.timeout(_ROBOTS_SECONDS),
                    open_url(self._client, f"{origin}/robots.txt") as response,
                ):
                    if not response.is_success:
                        return response.status_code, ""
                    content = await read_at_most(response, MAX_RULES_BYTES)
                    return response.status_code, content.decode("utf-8", "replace")
            except (NetError, TimeoutError):
                return 0, ""

        rules = await self._robots.rules(origin, fetch)
        if not rules.allow(url.raw_path.decode("ascii", "replace")):
            text = lazy(
                "{host} does not allow programs to read this page (robots.txt).", host=url.host
            )
            raise NetError(NetTrouble.NOT_FOUND, text)


def page_url(typed: str) -> httpx2.URL:
    """Return the parsed address of a page. Raises NetError if it is not one."""
    text = typed.strip().strip("<>")
    if "://" not in text:
        text = f"https://{text}"
    try:
        url = httpx2.URL(text) if len(text) <= MAX_ADDRESS_CHARS else None
    except (httpx2.InvalidURL, ValueError):
        url = None
    if url is None or url.scheme not in ("http", "https") or not url.host:
        text = lazy("This is not the address of a page: {address}.", address=typed[:100])
        raise NetError(NetTrouble.BAD_ANSWER, text)
    if url.userinfo:
        text = lazy("Addresses with a name or a password are not read.")
        raise NetError(NetTrouble.BAD_ANSWER, text)
    return url.copy_with(fragment=None)


def _charset(parameters: str) -> str:
    for each in parameters.split(";"):
        name, _, value = each.partition("=")
        if name.strip().lower() == "charset":
            return value.strip().strip("\"'")[:40]
    return ""


def _short(url: httpx2.URL) -> str:
    text = str(url)
    return text if len(text) <= 100 else f"{text[:100]}…"
