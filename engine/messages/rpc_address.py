"""Where llama.cpp's RPC servers are: a name or an IPv4 address, and a port."""

import re

from engine.ipc.lazy_text import lazy
from engine.messages.errors import InvalidConfig

DEFAULT_PORT = 50052  # of ``ggml-rpc-server``
MOST_SERVERS = 16  # llama.cpp has room for no more devices
_HOST = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9_.-]{0,251}[A-Za-z0-9_])?")
_PORT = re.compile(r"[0-9]{1,5}")


def rpc_address(text: str, failure: type[Exception] = InvalidConfig) -> str:
    """Return an address as ``host:port``; the port may be missing. Raises ``failure``."""
    text = text.strip()
    if text.startswith("[") or text.count(":") > 1:
        # The library splits at the first colon and opens sockets of IPv4 alone.
        raise failure(
            lazy(
                "RPC servers are reached by IPv4 only: write “{address}” as a name or as an "
                "address like 192.168.1.20:{port}.",
                address=text,
                port=DEFAULT_PORT,
            )
        )
    host, colon, port = text.partition(":")
    number = int(port) if _PORT.fullmatch(port) else 0
    if not _HOST.fullmatch(host) or (colon and not 0 < number < 1 << 16):
        raise failure(
            lazy(
                "“{address}” is no address of an RPC server. Write it like 192.168.1.20:{port}.",
                address=text,
                port=DEFAULT_PORT,
            )
        )
    return f"{host.lower()}:{number or DEFAULT_PORT}"


def rpc_addresses(text: str, failure: type[Exception] = InvalidConfig) -> tuple[str, ...]:
    """Return the addresses in what a user typed, each once. Raises ``failure``."""
    found = dict.fromkeys(rpc_address(each, failure) for each in _pieces(text))
    return checked_addresses(tuple(found), failure)


def checked_addresses(
    addresses: tuple[str, ...], failure: type[Exception] = InvalidConfig
) -> tuple[str, ...]:
    """Return them if all of them can be used. Raises ``failure``."""
    if len(addresses) > MOST_SERVERS:
        raise failure(lazy("At most {count} RPC servers can be used at once.", count=MOST_SERVERS))
    for address in addresses:
        if rpc_address(address, failure) != address:
            raise failure(lazy("“{address}” lacks its port.", address=address))
    return addresses


def _pieces(text: str) -> list[str]:
    return [each for each in re.split(r"[\s,;]+", text) if each]
