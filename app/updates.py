"""Asks whether there is a newer version; only asked where the user has switched it on."""

import re

from app.errors import UpdateCheckFailed, lazy
from engine.client.net_client import NetClient, NetFailure

RELEASES_URL = "https://api.github.com/repos/hubbub-chat/hubbub/releases/latest"
DOWNLOAD_PAGE = "https://github.com/hubbub-chat/hubbub/releases"

_VERSION = re.compile(r"v?(\d+)\.(\d+)\.(\d+)(\S*)")


async def newest_version(net: NetClient, url: str = RELEASES_URL) -> str:
    """Ask for the newest release, and wait for the answer. Raises UpdateCheckFailed.

    One request, which says nothing about the user but that somebody asked.
    """
    try:
        return await net.find_release(url)
    except NetFailure as error:
        raise UpdateCheckFailed(
            lazy("Hubbub could not find out whether there is a new version: {reason}", reason=error)
        ) from error


def is_newer(version: str, than: str) -> bool:
    """Whether one version comes behind another; what is on its way to a release is before it."""
    one, other = _VERSION.fullmatch(version), _VERSION.fullmatch(than)
    return one is not None and other is not None and _order(one) > _order(other)


def _order(version: re.Match[str]) -> tuple[int, int, int, bool]:
    return (int(version[1]), int(version[2]), int(version[3]), not version[4])
