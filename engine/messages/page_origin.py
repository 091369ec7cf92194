"""Origins of web pages that may ask the local server, and names that requests may call it."""

import re

from engine.ipc.lazy_text import lazy
from engine.messages.errors import InvalidConfig

MAX_ORIGINS = 32
MAX_HOST_NAMES = 32
_ORIGIN = re.compile(
    r"(?P<scheme>[a-z][a-z0-9+.-]*)://(?P<host>[a-z0-9_.-]+|\[[0-9a-f:.]+\])(:(?P<port>[0-9]{1,5}))?"
)
_HOST_NAME = re.compile(r"(?=.{1,253}$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*")
_USUAL_PORTS = {"http": 80, "https": 443}  # omitted by browsers


def page_origin(text: str, failure: type[Exception] = InvalidConfig) -> str:
    """Return an origin as browsers write it. Raises ``failure``."""
    found = _ORIGIN.fullmatch(text.strip().lower().removesuffix("/"))
    port = int(found["port"] or 0) if found is not None else 0
    if found is None or port >= 1 << 16:
        raise failure(
            lazy(
                "“{origin}” is not the origin of a web page. Write it like https://app.example or "
                "http://localhost:3000, each page by itself.",
                origin=text.strip(),
            )
        )
    start = f"{found['scheme']}://{found['host']}"
    return f"{start}:{port}" if port and port != _USUAL_PORTS.get(found["scheme"]) else start


def page_origins(text: str, failure: type[Exception] = InvalidConfig) -> tuple[str, ...]:
    """Return the distinct origins in a text that a user typed. Raises ``failure``."""
    pieces = (each for each in re.split(r"[\s,;]+", text) if each)
    found = dict.fromkeys(page_origin(each, failure) for each in pieces)
    return checked_origins(tuple(found), failure)


def checked_origins(
    origins: tuple[str, ...], failure: type[Exception] = InvalidConfig
) -> tuple[str, ...]:
    """Return the origins if a browser may send each of them. Raises ``failure``."""
    if len(origins) > MAX_ORIGINS:
        raise failure(lazy("At most {count} web pages can be named.", count=MAX_ORIGINS))
    for origin in origins:
        if page_origin(origin, failure) != origin:
            raise failure(lazy("“{origin}” is not in the form that browsers send.", origin=origin))
    return origins


def host_name(text: str, failure: type[Exception] = InvalidConfig) -> str:
    """Return a host name in lower case, without a port. Raises ``failure``."""
    name = text.strip().lower().removesuffix(".")
    if not _HOST_NAME.fullmatch(name):
        raise failure(
            lazy(
                "“{name}” is not a host name. Write it like host.docker.internal, without a port.",
                name=text.strip(),
            )
        )
    return name


def host_names(text: str, failure: type[Exception] = InvalidConfig) -> tuple[str, ...]:
    """Return the distinct host names in a text that a user typed. Raises ``failure``."""
    pieces = (each for each in re.split(r"[\s,;]+", text) if each)
    found = dict.fromkeys(host_name(each, failure) for each in pieces)
    return checked_host_names(tuple(found), failure)


def checked_host_names(
    names: tuple[str, ...], failure: type[Exception] = InvalidConfig
) -> tuple[str, ...]:
    """Return the names if each of them is one. Raises ``failure``."""
    if len(names) > MAX_HOST_NAMES:
        raise failure(lazy("At most {count} host names can be allowed.", count=MAX_HOST_NAMES))
    return tuple(host_name(each, failure) for each in names)
