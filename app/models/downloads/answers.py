"""What a server's answer means for a download: which bytes come, or what is wrong."""

import re
from dataclasses import dataclass

import httpx2

from app.models.downloads.errors import DownloadTrouble, SpoiledPart, TryAgain
from engine.ipc.lazy_text import lazy
from engine.net.http import origin_of, retry_after_seconds

_CONTENT_RANGE = re.compile(r"bytes (\d{1,19})-(\d{1,19})/(\d{1,19}|\*)")
_UNSATISFIED = re.compile(r"bytes \*/(\d{1,19})")
_LATER = (408, 421, 423, 425, 429)


@dataclass(frozen=True, slots=True)
class Expected:
    """What the answers for a file have to be like.

    Attributes:
        url: where it was asked for, before any redirect.
        has_hash: then other ETags matter little: many servers may have one file, and the hash says
            in the end what it is.
        etag: of what has arrived; empty if the server named none.
    """

    url: str
    size_bytes: int
    has_hash: bool
    etag: str = ""


def first_byte(response: httpx2.Response, wanted: int, expected: Expected) -> int:
    """Return which byte of the file the body begins with: the wanted one, or 0 of a whole file.

    Raises TryAgain, SpoiledPart or DownloadTrouble.
    """
    host = response.request.url.host
    if response.status_code not in (200, 206):
        raise _refusal(response, expected)
    if response.headers.get("Content-Type", "").lower().startswith("text/html"):
        text = lazy(
            "{host} sends a web page instead of the file. Does this network want you to sign in?",
            host=host,
        )
        raise TryAgain(text)
    if response.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise TryAgain(lazy("{host} sends the file packed, which nobody asked for.", host=host))
    first, size = _content_range(response)
    if size is not None and size != expected.size_bytes:
        raise _changed(host, size, expected)
    if response.status_code == 206 and first != wanted:
        raise TryAgain(lazy("{host} sends another part of the file.", host=host))
    if wanted and not expected.has_hash and response.headers.get("ETag", "") != expected.etag:
        raise _spoiled(host)
    return first


def _content_range(response: httpx2.Response) -> tuple[int, int | None]:
    """Return the first byte, and how long the whole file is if that is said."""
    if response.status_code == 206:
        match = _CONTENT_RANGE.fullmatch(response.headers.get("Content-Range", "").strip())
        if match is None:
            return -1, None
        return int(match[1]), None if match[3] == "*" else int(match[3])
    length = response.headers.get("Content-Length", "")
    return 0, int(length) if length.isascii() and length.isdigit() else None


def _refusal(response: httpx2.Response, expected: Expected) -> DownloadTrouble:
    url, status = response.request.url, response.status_code
    host = url.host
    if status == 416:
        match = _UNSATISFIED.fullmatch(response.headers.get("Content-Range", "").strip())
        return _changed(host, int(match[1]) if match else 0, expected)
    if status == 407:
        return TryAgain(
            lazy("The proxy of this computer wants a name and a password: set them for it.")
        )
    # Where a redirect led to, the address is good for a while only; a new one comes with the next
    # try. What the hub itself refuses stays refused.
    was_redirected = origin_of(url) != origin_of(httpx2.URL(expected.url))
    if status >= 500 or status in _LATER or was_redirected:
        text = lazy("{host} can't send the file now ({status}).", host=host, status=status)
        return TryAgain(text, retry_after_seconds(response.headers))
    if status in (401, 403):
        text = lazy(
            "{host} wants you to sign in or to accept conditions first ({status}). Open the "
            "model's page there, give Hubbub your access token (in the settings, under Network), "
            "then resume.",
            host=host,
            status=status,
        )
        return DownloadTrouble(text)
    if status in (404, 410):
        return DownloadTrouble(lazy("{host} does not have this file any more.", host=host))
    return DownloadTrouble(
        lazy("{host} refuses to send the file ({status}).", host=host, status=status)
    )


def _changed(host: str, size: int, expected: Expected) -> DownloadTrouble:
    """Return that the file has another length: of one commit it can't, so it may pass."""
    if not expected.has_hash and expected.etag:
        return _spoiled(host)
    text = lazy(
        "{host} offers a file of {count:,} bytes in place of one of {wanted:,}.",
        host=host,
        count=size,
        wanted=expected.size_bytes,
    )
    return TryAgain(text)


def _spoiled(host: str) -> SpoiledPart:
    return SpoiledPart(
        lazy(
            "The file has changed on {host} since the download began, and nothing tells which is "
            "the right one. Resume to start over.",
            host=host,
        )
    )
