"""Pages that models read, from a real server through the real net process."""

import asyncio
import gzip
import sys

import pytest

from app.errors import ToolFailed
from app.tools.model import WebPage
from engine.client.net_client import NetClient
from tests.app.documents.files import pdf
from tests.app.tools.built_in.conftest import Asked
from tests.app.tools.built_in.web_server import WebServer, endless, page, redirect, silent, until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs a second loopback address")
WORDS = b"Bees dance to tell each other where the flowers are, and how far. " * 8
ARTICLE = (
    b"<html><head><title>Bees</title></head><body><nav><a href='/home'>Home</a></nav><article>"
    b"<h1>How bees dance</h1><p>" + WORDS + b"</p>"
    b"<p>See <a href='/more'>more about bees</a>.</p></article>"
    b"<footer>All rights reserved</footer></body></html>"
)


async def test_a_page_becomes_its_title_its_address_and_its_main_text(
    ask: Asked, server: WebServer
) -> None:
    server.pages["/bees"] = page(ARTICLE)
    result = await ask("read_web_page", address=f"{server.address}/bees#dance")
    assert result.pages == (WebPage("Bees", f"{server.address}/bees"),)
    assert result.text.startswith(f"[1] Bees\nAddress: {server.address}/bees\n")
    assert "# How bees dance" in result.text
    assert "Home" not in result.text
    assert "All rights" not in result.text
    assert "/more" not in result.text
    assert server.headers["user-agent"].startswith("Hubbub ")
    assert {"cookie", "authorization", "referer"}.isdisjoint(server.headers)


async def test_links_are_listed_on_request(ask: Asked, server: WebServer) -> None:
    server.pages["/bees"] = page(ARTICLE)
    result = await ask("read_web_page", address=f"{server.address}/bees", links=True)
    assert result.text.endswith(f"Links:\n- more about bees: {server.address}/more")


async def test_a_redirect_is_followed_and_its_end_is_named(ask: Asked, server: WebServer) -> None:
    server.pages |= {"/old": redirect("/new"), "/new": page(ARTICLE)}
    result = await ask("read_web_page", address=f"{server.address}/old")
    assert result.pages[0].address == f"{server.address}/new"


@pytest.mark.parametrize(
    "target",
    [
        "http://127.0.0.1/",
        "http://[::1]/",
        "http://169.254.169.254/latest/meta-data/",
        "http://2130706433/",
        "http://0x7f.1/",
        "http://[::ffff:127.0.0.1]/",
        "http://[::ffff:7f00:1]/",
        "http://[64:ff9b::7f00:1]/",
        "http://10.0.0.1/",
        "http://192.168.1.1/",
        "http://100.100.100.200/",
        "http://168.63.129.16/",
        "http://0.0.0.0/",
        "http://localhost/",
        "http://router.local/",
        "http://metadata.google.internal/",
    ],
)
async def test_no_redirect_leads_to_a_private_address(
    ask: Asked, server: WebServer, target: str
) -> None:
    server.pages["/"] = redirect(target)
    with pytest.raises(ToolFailed, match="is not a public address"):
        await ask("read_web_page", address=server.address)
    with pytest.raises(ToolFailed, match="is not a public address"):
        await ask("read_web_page", address=target)


@pytest.mark.parametrize(
    ("address", "text"),
    [
        ("file:///etc/passwd", "not the address of a page"),
        ("ftp://example.org/", "not the address of a page"),
        ("javascript:alert(1)", "not the address of a page"),
        ("http://", "not the address of a page"),
        ("https://name:secret@example.org/", "with a name or a password"),
        ("http://0177.0.0.1/", "not the address of a page"),
        (f"https://{'x' * 1900}.org", "was not found"),
        ("http://no-such-host.invalid/", "was not found"),
    ],
)
async def test_an_address_that_is_none_is_refused(ask: Asked, address: str, text: str) -> None:
    with pytest.raises(ToolFailed, match=text):
        await ask("read_web_page", address=address)


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (redirect("/"), "redirects endlessly"),
        (redirect("file:///etc/passwd"), "redirects to an unencrypted address"),
        (endless(b"<p>words " * 10_000), "it is too long"),
        (page(b"x" * (200 << 20)), "it is too long"),
        (page(gzip.compress(b"x" * 10_000_000), Content_Encoding="gzip"), "content encoding"),
        (page(b"\x89PNG\r\n", "image/png"), "of the type image/png"),
        (page(b"x", "application/octet-stream"), "of the type application/octet-stream"),
        (page(b"", status="401 Unauthorized"), "not for you"),
        (page(b"", status="429 Too Many", Retry_After="30"), "too many requests"),
        (page(b"", status="503 Unavailable"), "not working"),
        (page(bytes(range(256)) * 20), "has no text"),
    ],
)
async def test_what_cannot_be_read_is_said(
    ask: Asked, server: WebServer, answer: object, text: str
) -> None:
    server.pages["/"] = answer  # type: ignore[assignment]
    with pytest.raises(ToolFailed, match=text):
        await ask("read_web_page", address=server.address)


async def test_a_server_without_tls_and_a_closed_port_are_named(
    ask: Asked, server: WebServer
) -> None:
    server.pages["/"] = page(ARTICLE)
    with pytest.raises(ToolFailed, match=r"127\.0\.0\.2"):
        await ask("read_web_page", address=server.address.replace("http:", "https:"))
    with pytest.raises(ToolFailed, match="No server answers at"):
        await ask("read_web_page", address="http://127.0.0.2:9/")


async def test_robots_are_respected_and_asked_once(ask: Asked, server: WebServer) -> None:
    server.pages |= {
        "/robots.txt": page(b"User-agent: *\nDisallow: /private\n", "text/plain"),
        "/private/x": page(ARTICLE),
        "/bees": page(ARTICLE),
        "/way": redirect("/private/x"),
    }
    await ask("read_web_page", address=f"{server.address}/bees")
    for path in ("/private/x", "/way"):
        with pytest.raises(ToolFailed, match=r"does not allow programs.*robots\.txt"):
            await ask("read_web_page", address=server.address + path)
    assert server.requests == ["/robots.txt", "/bees", "/way"]


@pytest.mark.parametrize(
    ("media_type", "content"),
    [
        ("text/html; charset=iso-8859-1", "Grüße".encode("latin-1")),
        ("text/html", '<meta charset="windows-1251">Привет, мир'.encode("windows-1251")),
        ("text/html; charset=nonsense", "Grüße aus Köln".encode()),
        ("text/html; charset=utf-8", "\ufeffGrüße".encode()),
        ("text/html", "Grüße".encode("utf-16")),
    ],
)
async def test_any_encoding_is_read(
    ask: Asked, server: WebServer, media_type: str, content: bytes
) -> None:
    server.pages["/"] = page(content, media_type)
    text = (await ask("read_web_page", address=server.address)).text
    assert "Grüße" in text or "Привет, мир" in text


async def test_texts_and_data_are_returned_as_they_are(ask: Asked, server: WebServer) -> None:
    server.pages |= {
        "/data.json": page(b'{"a": [1, 2]}', "application/json"),
        "/notes.txt": page("Grüße\n  indented".encode(), "text/plain; charset=utf-8"),
        "/feed": page(b"<?xml version='1.0'?><a><b>c</b></a>", "application/atom+xml"),
    }
    assert (
        '{"a": [1, 2]}' in (await ask("read_web_page", address=f"{server.address}/data.json")).text
    )
    assert (
        "Grüße\n  indented"
        in (await ask("read_web_page", address=f"{server.address}/notes.txt")).text
    )
    assert "<b>c</b>" in (await ask("read_web_page", address=f"{server.address}/feed")).text


async def test_a_pdf_is_read_and_a_damaged_one_is_named(ask: Asked, server: WebServer) -> None:
    server.pages |= {
        "/bees.pdf": page(pdf("Bees dance", "in eights"), "application/pdf"),
        "/download": page(pdf("Bees dance"), ""),
        "/bad.pdf": page(pdf("Bees dance")[:200], "application/pdf"),
    }
    result = await ask("read_web_page", address=f"{server.address}/bees.pdf")
    assert result.text.endswith("Bees dance\n\nin eights")
    assert result.pages[0].title == "bees.pdf"
    assert "Bees dance" in (await ask("read_web_page", address=f"{server.address}/download")).text
    with pytest.raises(ToolFailed, match=r"“bad\.pdf” is damaged"):
        await ask("read_web_page", address=f"{server.address}/bad.pdf")


async def test_a_page_of_scripts_and_a_login_are_named(ask: Asked, server: WebServer) -> None:
    server.pages |= {
        "/app": page(
            b"<body><div id=root></div><noscript>Please enable JavaScript.</noscript>"
            b"<script src=app.js></script></body>"
        ),
        "/login": page(
            b"<title>Sign in</title><form>Name <input name=n> Password <input type=password>"
            b"<button>Go</button></form>"
        ),
    }
    text = (await ask("read_web_page", address=f"{server.address}/app")).text
    assert "written by scripts" in text
    assert "Please enable JavaScript." in text
    assert (
        "asks for a login" in (await ask("read_web_page", address=f"{server.address}/login")).text
    )


async def test_offline_nothing_is_asked(ask: Asked, net: NetClient, server: WebServer) -> None:
    net.set_offline(True)
    with pytest.raises(ToolFailed, match="work offline"):
        await ask("read_web_page", address=server.address)
    assert server.requests == []
    assert net.process_id is None


async def test_cancelling_closes_the_connection_and_waiting_is_said(
    ask: Asked, server: WebServer
) -> None:
    server.pages["/slow"] = silent
    reading = asyncio.ensure_future(ask("read_web_page", address=f"{server.address}/slow"))
    await until(lambda: "/slow" in server.requests and ask.progress)
    assert ask.progress[0].text == "Waiting for 127.0.0.2."
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading
    await until(lambda: server.closed_count)
