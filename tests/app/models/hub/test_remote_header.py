"""A model's header is read from its beginning, as far as it goes and no further."""

import struct
from dataclasses import replace

import pytest

from app.models.hub.hub import Hub
from engine.gguf.header import GgufHeader
from engine.gguf.packed import unpacked_header
from engine.messages.net_commands import ReadRemoteHeader
from engine.messages.net_events import NetTrouble, RemoteHeader
from engine.net.errors import NetError
from engine.net.http import make_client
from tests.net.hub_files import FileContent, PatternContent, Repository
from tests.net.hub_server import HubServer, Reply, Request, ranged

MEBIBYTE = 1 << 20


def header_of(length: int) -> bytes:
    """Return a whole header with one text that makes it about so long."""
    key = b"tokenizer.ggml.tokens"
    texts = [b"x" * 1000] * (length // 1008)
    array = struct.pack("<IIQ", 9, 8, len(texts))
    array += b"".join(struct.pack("<Q", len(each)) + each for each in texts)
    return b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + struct.pack("<Q", len(key)) + key + array


def serving(content: bytes | FileContent) -> HubServer:
    return HubServer(Repository("o/m", {"m.gguf": content}))


async def read(hub: HubServer) -> RemoteHeader:
    commit = hub.repositories["o/m"].commit
    async with make_client(stall_seconds=5) as client:
        reader = Hub(client, hub.url, pace_seconds=5)
        return await reader.read_header(ReadRemoteHeader(7, "o/m", commit, "m.gguf"))


def unpacked(found: RemoteHeader) -> GgufHeader:
    assert found.reason == ""
    return unpacked_header(found.header)


def asked(hub: HubServer) -> list[str]:
    return [e.request.headers["range"] for e in hub.exchanges if e.request.host == "cdn"]


@pytest.mark.parametrize(
    ("header_mebibytes", "read_mebibytes"), [(0.5, 1), (3, 4), (12, 16), (40, 64)]
)
async def test_as_much_is_read_as_the_header_is_long(
    header_mebibytes: float, read_mebibytes: int
) -> None:
    head = header_of(int(header_mebibytes * MEBIBYTE))
    with serving(PatternContent(100 * MEBIBYTE, head=head)) as hub:
        found = await read(hub)
        assert hub.sent_bytes("m.gguf") == found.read_bytes == read_mebibytes * MEBIBYTE
    assert unpacked(found).byte_count == len(head)
    assert found.request_id == 7


async def test_nothing_is_read_twice() -> None:
    with serving(PatternContent(100 * MEBIBYTE, head=header_of(3 * MEBIBYTE))) as hub:
        await read(hub)
        assert asked(hub) == ["bytes=0-1048575", "bytes=1048576-4194303"]


async def test_a_small_file_is_read_to_its_end() -> None:
    with serving(header_of(2000)) as hub:
        assert unpacked(await read(hub)).byte_count == len(header_of(2000))


async def test_a_server_without_ranges_is_cut_after_what_is_wanted() -> None:
    def whole(request: Request, _: Reply) -> Reply:
        headers = {k: v for k, v in request.headers.items() if k != "range"}
        content = hub.repositories["o/m"].content("m.gguf")
        assert content is not None
        return ranged(replace(request, headers=headers), content, {})

    with serving(PatternContent(500 * MEBIBYTE, head=header_of(3 * MEBIBYTE))) as hub:
        hub.misbehave(whole, when=lambda request: request.host == "cdn")
        found = await read(hub)
        assert hub.sent_bytes("m.gguf") < 40 * MEBIBYTE
    assert unpacked(found).byte_count == len(header_of(3 * MEBIBYTE))
    assert found.read_bytes < 7 * MEBIBYTE


async def test_a_header_that_never_ends_is_left() -> None:
    with serving(PatternContent(200 * MEBIBYTE, head=header_of(70 * MEBIBYTE))) as hub:
        found = await read(hub)
        assert hub.sent_bytes("m.gguf") == 64 * MEBIBYTE
    assert found.header == b""
    assert "too long" in found.reason


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"<html>", "not a GGUF"),
        (b"", "within its header"),
        (b"GGUF", "within its header"),
        (header_of(5000)[:-1], "within its header"),
        (b"GGUF" + struct.pack("<IQQ", 3, 1 << 60, 1 << 60), "damaged"),
        (b"GGUF" + struct.pack("<IQQ", 77, 0, 0), "version 77"),
    ],
)
async def test_what_is_no_header_is_a_reason(content: bytes, reason: str) -> None:
    with serving(content) as hub:
        found = await read(hub)
    assert found.header == b""
    assert reason in found.reason


@pytest.mark.parametrize(
    "where", ["", "bytes 5-9/10", f"bytes {'9' * 5000}-9/10", "bytes */7", "pages 0-1/2"]
)
async def test_another_part_than_was_wanted_is_not_taken(where: str) -> None:
    with serving(PatternContent(9 * MEBIBYTE, head=header_of(3 * MEBIBYTE))) as hub:
        hub.misbehave(
            lambda _, reply: replace(reply, headers={**reply.headers, "Content-Range": where}),
            when=lambda request: request.host == "cdn",
        )
        with pytest.raises(NetError, match="another part") as caught:
            await read(hub)
    assert caught.value.trouble is NetTrouble.BAD_ANSWER


async def test_a_cut_in_the_middle_is_a_sentence() -> None:
    with serving(PatternContent(9 * MEBIBYTE, head=header_of(3 * MEBIBYTE))) as hub:
        hub.misbehave(
            lambda _, reply: replace(reply, cut_after_bytes=1000),
            when=lambda request: request.host == "cdn",
        )
        with pytest.raises(NetError, match="broke off"):
            await read(hub)
