"""Which addresses belong to the internet, and where a connection goes."""

import asyncio
import ipaddress
import socket
from typing import cast

import httpx2
import pytest

from app.net_process.public_transport import PublicTransport, make_page_client
from engine.net.errors import NetError
from engine.net.public_addresses import is_public


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("93.184.215.14", True),
        ("1.1.1.1", True),
        ("2606:4700::1111", True),
        ("::ffff:1.1.1.1", True),
        ("127.0.0.1", False),
        ("127.8.8.8", False),
        ("0.0.0.0", False),
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.0.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("192.0.0.192", False),
        ("198.18.0.1", False),
        ("168.63.129.16", False),
        ("224.0.0.1", False),
        ("255.255.255.255", False),
        ("240.0.0.1", False),
        ("::", False),
        ("::1", False),
        ("fe80::1", False),
        ("fc00::1", False),
        ("fd00:ec2::254", False),
        ("fec0::1", False),
        ("ff02::1", False),
        ("2001:db8::1", False),
        ("::ffff:127.0.0.1", False),
        ("::ffff:169.254.169.254", False),
        ("::127.0.0.1", False),
        ("64:ff9b::a9fe:a9fe", False),
        ("2002:7f00:1::", False),
        ("2001:0:7f00:1::", False),
    ],
)
def test_only_addresses_of_the_internet_are_public(address: str, expected: bool) -> None:
    assert is_public(ipaddress.ip_address(address)) is expected


class Names:
    """Answers of a name server that change with each question."""

    def __init__(self, *answers: str) -> None:
        self.answers = list(answers)
        self.asked: list[str] = []

    async def getaddrinfo(self, host: str, port: int, **_options: object) -> list[object]:
        """Return the next answer."""
        self.asked.append(host)
        address = self.answers.pop(0)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]


async def test_a_name_is_looked_up_once_and_connected_to_where_it_was_checked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A second answer, which DNS rebinding uses, is never asked for."""
    connected: list[str] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connected.append((await reader.readuntil(b"\r\n\r\n")).decode())
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    names = Names("127.0.0.1", "127.0.0.1", "10.0.0.1")
    loop = asyncio.get_running_loop()
    real = loop.getaddrinfo

    async def getaddrinfo(host: str, port: int, **options: object) -> object:
        if host == "rebinding.example":
            return await names.getaddrinfo(host, port, **options)
        assert host == "127.0.0.1"
        return await real(host, port, **cast(dict[str, int], options))

    monkeypatch.setattr(loop, "getaddrinfo", getaddrinfo)
    url = f"http://rebinding.example:{port}/x"
    client = make_page_client(PublicTransport(lambda _: True))
    async with client, server:
        response = await client.get(url)
        assert response.text == "ok"
    assert names.asked == ["rebinding.example"]
    assert f"Host: rebinding.example:{port}" in connected[0]
    async with make_page_client(PublicTransport()) as strict:
        with pytest.raises(NetError, match="is not a public address"):
            await strict.get(url)


async def test_a_name_of_other_letters_is_looked_up_as_it_is_sent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Python's sockets take ß for ss, which is the name of another website."""
    names = Names("10.0.0.1")
    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", names.getaddrinfo)
    async with make_page_client(PublicTransport()) as client:
        with pytest.raises(NetError, match="is not a public address"):
            await client.get("http://fa\u00df.example/")
    assert names.asked == ["xn--fa-hia.example"]


async def test_a_name_with_one_private_address_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    async def getaddrinfo(_host: str, port: int, **_options: object) -> list[object]:
        kinds = (socket.AF_INET, socket.SOCK_STREAM, 6, "")
        return [(*kinds, ("1.1.1.1", port)), (*kinds, ("192.168.0.1", port))]

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", getaddrinfo)
    async with make_page_client(PublicTransport()) as client:
        with pytest.raises(NetError, match="is not a public address"):
            await client.get("http://mixed.example/")


async def test_the_systems_proxy_is_used_but_not_for_private_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    heads: list[str] = []

    async def proxy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heads.append((await reader.readuntil(b"\r\n\r\n")).decode().splitlines()[0])
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        writer.close()

    server = await asyncio.start_server(proxy, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{port}")
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    async with make_page_client(PublicTransport()) as client, server:
        assert (await client.get("http://only-the-proxy-knows.invalid/a")).text == "ok"
        refused = ("127.0.0.1", "127.1", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]", "0.0.0.0")
        for host in (*refused, "localhost", "LOCALHOST.", "169.254.169.254", "printer.local"):
            with pytest.raises(NetError, match="is not a public address"):
                await client.get(f"http://{host}/")
        for host in ("127.0.0.1.", "metadata", "[fe80::1%25eth0]", "..", "127.0.0.1:99999"):
            with pytest.raises(NetError):
                await client.get(f"http://{host}/")
    assert heads == ["GET http://only-the-proxy-knows.invalid/a HTTP/1.1"]


@pytest.mark.parametrize("port", ["65536", "99999", "-1"])
async def test_a_port_that_does_not_exist_is_refused(port: str) -> None:
    async with make_page_client(PublicTransport()) as client:
        with pytest.raises(NetError, match="not the address of a page"):
            await client.get(f"http://1.1.1.1:{port}/")


def test_the_client_follows_no_redirect_by_itself() -> None:
    assert not make_page_client(httpx2.AsyncHTTPTransport()).follow_redirects
