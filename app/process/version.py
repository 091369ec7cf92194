"""Versions of Hubbub and of installed libraries."""

from importlib import metadata

COMING_VERSION = "0.1.0"


def own_version() -> str:
    """Return the version of this program; in a checkout that of the next release."""
    return version_of("hubbub") or COMING_VERSION


def version_of(name: str) -> str:
    """Return the version of an installed package; empty if it is not installed."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""
