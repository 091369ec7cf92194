"""Which Hubbub this is, and which of a library."""

from importlib import metadata

COMING_VERSION = "0.1.0"


def own_version() -> str:
    """Return the version of this program; that of the coming release in a checkout."""
    return version_of("hubbub") or COMING_VERSION


def version_of(name: str) -> str:
    """Return the version of what is installed; nothing where it is not."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""
