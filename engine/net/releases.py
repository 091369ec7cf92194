"""Finds the newest release of Hubbub, when somebody has switched that on."""

import re

import httpx2
import msgspec

from engine.ipc.lazy_text import lazy
from engine.messages.net_events import NetTrouble, ReleaseFound
from engine.net.errors import NetError
from engine.net.http import check_status, open_url, read_at_most

MOST_BYTES = 256 * 1024
_VERSION = re.compile(r"v?(\d+)\.(\d+)\.(\d+)(\S*)")


class _Release(msgspec.Struct):
    tag_name: str


async def newest_release(client: httpx2.AsyncClient, request_id: int, address: str) -> ReleaseFound:
    """Ask for the newest release. Raises NetError.

    One request, which says nothing about the user but that somebody asked.
    """
    async with open_url(client, address) as response:
        check_status(response)
        content = await read_at_most(response, MOST_BYTES)
    try:
        tag = msgspec.json.decode(content, type=_Release).tag_name
    except (msgspec.DecodeError, RecursionError) as error:
        text = lazy("The answer could not be understood.")
        raise NetError(NetTrouble.BAD_ANSWER, text) from error
    version = _VERSION.fullmatch(tag)
    if version is None:
        raise NetError(NetTrouble.BAD_ANSWER, lazy("The newest release has no version number."))
    return ReleaseFound(request_id, ".".join(version.groups()[:3]))
