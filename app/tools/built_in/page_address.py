"""What the tool that reads web pages sends, and where: for people, before it runs. Pure."""

import json
import re
from urllib.parse import urlsplit

from app.errors import LazyText, lazy

SENDS = lazy("the address to {website}", website=lazy("the website"))  # for ``Tool.sends_to``
_HOST = re.compile(r"[a-z0-9.:-]+")


def sent_by(sends_to: str, arguments: str) -> LazyText:
    """Return ``Tool.sends_to`` with the host of the address in the arguments as its ``website``.

    It stays as it is if the arguments have no such address, or a host with unusual characters. A
    host of other alphabets is in ASCII, so that none looks like another one.
    """
    sentence = LazyText.of(sends_to)
    host = _host_in(arguments) if "website" in sentence.values else ""
    if not host:
        return sentence
    return LazyText(sentence.template, {**sentence.values, "website": host})


def _host_in(arguments: str) -> str:
    try:
        values: object = json.loads(arguments)
        address = values.get("address") if isinstance(values, dict) else None
        text = address.strip().strip("<>") if isinstance(address, str) else ""
        parts = urlsplit(text if "://" in text else f"https://{text}")
        is_plain = parts.scheme in ("http", "https") and "@" not in parts.netloc
        host = _in_ascii(parts.hostname or "") if is_plain else ""
    except (ValueError, RecursionError):  # also of names that IDNA does not know
        return ""
    return host if _HOST.fullmatch(host) else ""


def _in_ascii(host: str) -> str:
    """Return a host by the rules of the HTTP client (IDNA 2008). Raises ValueError."""
    if host.isascii():
        return host
    import idna  # imported late: few hosts need it

    return idna.encode(host).decode("ascii")
