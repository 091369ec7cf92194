"""Asks whether there is a newer version; only asked where the user has switched it on."""

import json
import re
import ssl
import urllib.request
from pathlib import Path

from app.errors import UpdateCheckFailed, lazy

RELEASES_URL = "https://api.github.com/repos/hubbub-chat/hubbub/releases/latest"
DOWNLOAD_PAGE = "https://github.com/hubbub-chat/hubbub/releases"
PATIENCE_SECONDS = 10.0
MOST_BYTES = 256 * 1024

_VERSION = re.compile(r"v?(\d+)\.(\d+)\.(\d+)(\S*)")
# Where systems keep whom they trust; a packaged Python knows only the place of its own system.
_TRUSTED = (
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
)


def newest_version(url: str = RELEASES_URL) -> str:
    """Ask for the newest release, and wait for the answer. Raises UpdateCheckFailed.

    One request, which says nothing about the user but that somebody asked.
    """
    request = urllib.request.Request(url, headers={"User-Agent": "Hubbub"})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS, context=_trust()) as answer:
            said = json.loads(answer.read(MOST_BYTES))
        version = _VERSION.fullmatch(said["tag_name"])
    except (OSError, ValueError, LookupError, TypeError) as error:
        reason: object = lazy("the answer could not be understood")
        if isinstance(error, OSError):
            reason = getattr(error, "reason", None) or error
        raise UpdateCheckFailed(
            lazy(
                "Hubbub could not find out whether there is a new version: {reason}.", reason=reason
            )
        ) from error
    if version is None:
        raise UpdateCheckFailed(
            lazy(
                "Hubbub could not find out whether there is a new version: the newest release "
                "has no version number."
            )
        )
    return ".".join(version.groups()[:3])


def is_newer(version: str, than: str) -> bool:
    """Whether one version comes behind another; what is on its way to a release is before it."""
    one, other = _VERSION.fullmatch(version), _VERSION.fullmatch(than)
    return one is not None and other is not None and _order(one) > _order(other)


def _order(version: re.Match[str]) -> tuple[int, int, int, bool]:
    return (int(version[1]), int(version[2]), int(version[3]), not version[4])


def _trust() -> ssl.SSLContext:
    context = ssl.create_default_context()
    # Only where nothing is trusted: what the system has configured comes first.
    if not context.get_ca_certs():
        for path in _TRUSTED:
            if Path(path).is_file():
                context.load_verify_locations(path)
                break
    return context
