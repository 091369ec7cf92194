"""Checks for a newer version, if the user has enabled this."""

import re

from app.errors import UpdateCheckFailed, lazy
from engine.client.net_client import NetClient, NetFailure

RELEASES_URL = "https://api.github.com/repos/hubbub-chat/hubbub/releases/latest"
DOWNLOAD_PAGE = "https://github.com/hubbub-chat/hubbub/releases"

_VERSION = re.compile(r"v?(\d+)\.(\d+)\.(\d+)(\S*)")


async def newest_version(net: NetClient, url: str = RELEASES_URL) -> str:
    """Request the newest release. Raises UpdateCheckFailed.

    Sends one request without any data about the user.
    """
    try:
        return await net.find_release(url)
    except NetFailure as error:
        raise UpdateCheckFailed(
            lazy("Could not check for a new version: {reason}", reason=error)
        ) from error


def is_newer(version: str, than: str) -> bool:
    """Return whether one version is newer than another; development versions precede releases."""
    one, other = _VERSION.fullmatch(version), _VERSION.fullmatch(than)
    return one is not None and other is not None and _order(one) > _order(other)


def _order(version: re.Match[str]) -> tuple[int, int, int, bool]:
    return (int(version[1]), int(version[2]), int(version[3]), not version[4])
