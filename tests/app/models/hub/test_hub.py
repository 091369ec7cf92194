"""The client of the hub against a local server, also with hostile responses."""

import json
import struct
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from app.models.hub.hub import MAX_JSON_BYTES, Hub
from engine.gguf.header import GgufHeader, unpacked_header
from engine.messages.net_messages import (
    Gate,
    HubPage,
    NetTrouble,
    ReadRemoteHeader,
    RemoteHeader,
    SearchHub,
    ShowRepository,
    VariantKind,
)
from engine.net.errors import NetError
from engine.net.http import make_client
from engine.net.tokens import Tokens
from tests.net.hub_files import BytesContent, FileContent, PatternContent, Repository
from tests.net.hub_server import HubServer, Reply, Request, json_reply, ranged

SMALL = Repository(
    "owner/small-GGUF",
    {
        "README.md": b"# Small",
        "small-Q4_K_M.gguf": PatternContent(3000),
        "small-Q8_0-00001-of-00002.gguf": PatternContent(4000, 1),
        "small-Q8_0-00002-of-00002.gguf": PatternContent(4000, 2),
        "mmproj-small-f16.gguf": PatternContent(1000),
        "plain/small-F16.gguf": PatternContent(9000),
    },
    without_hash=frozenset({"README.md", "plain/small-F16.gguf"}),
    downloads=5000,
    more={"gguf": {"total": 1_700_000_000, "architecture": "llama", "context_length": 4096}},
)
GATED = Repository(
    "owner/gated-GGUF",
    {"m-Q4_0.gguf": PatternContent(2000)},
    gated="manual",
    allowed_tokens=frozenset({"hf_ok"}),
    downloads=10,
)
OTHERS = tuple(Repository(f"crowd/small-{n}", {}, downloads=n) for n in range(5))
MEBIBYTE = 1 << 20


@asynccontextmanager
async def hub_at(server: HubServer, token: str = "") -> AsyncGenerator[Hub]:
    tokens = Tokens({"HF_ENDPOINT": server.url, "HF_TOKEN": token})
    async with make_client(tokens.token_for if token else _no_token, stall_seconds=5) as client:
        yield Hub(client, server.url, pace_seconds=0.5)


async def _no_token(_: str) -> str | None:
    return None


async def search(server: HubServer, text: str, cursor: str = "") -> HubPage:
    async with hub_at(server) as hub:
        return await hub.search(SearchHub(1, text, cursor, 3))


async def failure(server: HubServer, text: str = "small", token: str = "") -> NetError:
    async with hub_at(server, token) as hub:
        with pytest.raises(NetError) as caught:
            await hub.search(SearchHub(1, text))
    return caught.value


async def test_a_search_shows_what_is_asked_for_page_by_page() -> None:
    with HubServer(SMALL, GATED, *OTHERS) as server:
        page = await search(server, "small")
        first = [model.name for model in page.models]
        rest = []
        while page.cursor:
            page = await search(server, "small", page.cursor)
            rest += [model.name for model in page.models]
        query = server.exchanges[0].request.query
    assert first == ["owner/small-GGUF", "crowd/small-4", "crowd/small-3"]
    assert rest == ["crowd/small-2", "crowd/small-1", "crowd/small-0"]
    assert (query["filter"], query["sort"], query["limit"]) == (["gguf"], ["downloads"], ["3"])


async def test_a_result_says_what_is_known_of_it() -> None:
    with HubServer(SMALL) as server:
        (model,) = (await search(server, "small")).models
    assert model.page.endswith("/owner/small-GGUF")
    assert (model.downloads, model.likes, model.licence) == (5000, 10, "apache-2.0")
    assert model.updated.startswith("2026-10-01")
    assert (model.architecture, model.parameter_count) == ("llama", 1_700_000_000)


@pytest.mark.parametrize("text", ["owner/small-GGUF", "https://huggingface.co/owner/small-GGUF"])
async def test_a_name_or_an_address_finds_its_repository(text: str) -> None:
    with HubServer(SMALL, *OTHERS) as server:
        page = await search(server, text)
    assert [model.name for model in page.models] == ["owner/small-GGUF"]


async def test_the_file_that_an_address_names_is_said() -> None:
    with HubServer(SMALL) as server:
        page = await search(server, f"{server.url}/owner/small-GGUF/blob/main/small-Q4_K_M.gguf")
    assert (page.revision, page.named_file) == ("main", "small-Q4_K_M.gguf")


async def test_a_name_that_is_none_is_searched_for() -> None:
    with HubServer(SMALL) as server:
        page = await search(server, "small/gguf")
        assert server.exchanges[-1].request.query["search"] == ["small/gguf"]
    assert page.models == ()


async def test_an_address_of_nothing_is_a_sentence() -> None:
    with HubServer(SMALL) as server:
        error = await failure(server, "https://huggingface.co/owner/none")
    assert error.trouble is NetTrouble.NOT_FOUND
    assert "owner/none" in str(error)


async def test_a_repository_is_shown_with_its_commit_and_hashes() -> None:
    with HubServer(SMALL, page_size=2) as server:
        async with hub_at(server) as hub:
            shown = await hub.show(ShowRepository(1, SMALL.name))
    by_name = {each.name: each for each in shown.variants}
    assert shown.commit == SMALL.commit
    assert by_name["small-Q8_0"].size_bytes == 8000
    assert by_name["small-Q4_K_M"].files[0].sha256 == PatternContent(3000).sha256
    assert by_name["small-Q4_K_M"].projector == "mmproj-small-f16.gguf"
    assert not by_name["small-F16"].is_verifiable
    assert by_name["mmproj-small-f16"].kind is VariantKind.PROJECTOR
    assert all(SMALL.commit in e.request.path for e in server.exchanges if "tree" in e.request.path)


async def test_names_that_can_not_be_stored_are_told_and_left_out() -> None:
    evil = ("../up.gguf", "CON.gguf", "a\u202egpj.gguf", "good.gguf", "/etc/x.gguf")
    repository = Repository("owner/evil", dict.fromkeys(evil, b"x"))
    with HubServer(repository) as server:
        async with hub_at(server) as hub:
            shown = await hub.show(ShowRepository(1, "owner/evil"))
    assert [each.name for each in shown.variants] == ["good"]
    assert len(shown.refused) == 4
    assert all(each.isprintable() for each in shown.refused)


async def test_a_gated_model_says_where_to_accept() -> None:
    with HubServer(GATED) as server:
        async with hub_at(server) as hub:
            shown = await hub.show(ShowRepository(1, GATED.name))
            with pytest.raises(NetError, match="Accept them at") as caught:
                await hub.read_header(ReadRemoteHeader(1, GATED.name, GATED.commit, "m-Q4_0.gguf"))
    assert shown.model.gate is Gate.MANUAL
    assert caught.value.trouble is NetTrouble.GATED
    assert caught.value.page == f"{server.url}/owner/gated-GGUF"
    assert "access token" in str(caught.value)


async def test_a_token_that_was_not_admitted_is_told_that() -> None:
    with HubServer(GATED) as server:
        async with hub_at(server, "hf_stranger") as hub:
            with pytest.raises(NetError, match="has not accepted"):
                await hub.read_header(ReadRemoteHeader(1, GATED.name, GATED.commit, "m-Q4_0.gguf"))


async def test_who_is_busy_is_asked_again_when_it_says() -> None:
    with HubServer(SMALL) as server:
        server.misbehave(lambda _, __: Reply(429, {"Retry-After": "0"}), times=2)
        page = await search(server, "small")
        assert len(server.exchanges) == 3
    assert len(page.models) == 1


async def test_who_is_busy_for_long_is_left_alone() -> None:
    with HubServer(SMALL) as server:
        server.misbehave(lambda _, __: Reply(429, {"Retry-After": "3600"}))
        error = await failure(server)
        assert len(server.exchanges) == 1
    assert (error.trouble, error.retry_after_seconds) == (NetTrouble.BUSY, 3600.0)


def saying(content: bytes) -> Callable[[Request, Reply], Reply]:
    return lambda _, reply: replace(reply, content=BytesContent(content))


@pytest.mark.parametrize(
    "content",
    [
        b"<html><body>Sign in to the hotel's network</body></html>",
        b"",
        b"[" * 100_000,
        b'{"models": []}',
        b'"text"',
        b"null",
        b'[{"id": "a/b"',
        b"\xff\xfe",
    ],
)
async def test_an_invalid_response_is_an_error(content: bytes) -> None:
    with HubServer(SMALL) as server:
        server.misbehave(saying(content))
        error = await failure(server)
    assert error.trouble is NetTrouble.BAD_ANSWER


async def test_odd_results_are_left_out_and_odd_values_not_believed() -> None:
    odd: list[object] = [
        *(1, None, "x", [], {}, {"id": 7}, {"id": "../up"}, {"id": "a/b/c"}, {"id": "a/x\n"}),
        {
            "id": "a/b",
            "downloads": "many",
            "likes": -3,
            "tags": 5,
            "gated": [],
            "cardData": [],
            "lastModified": {},
            "gguf": "x",
        },
        {
            "id": "c/d",
            "downloads": 1e300,
            "likes": True,
            "tags": [5, "license:mit"],
            "gated": "sometimes",
            "gguf": {"total": "x", "architecture": "x" * 10_000},
        },
        {"id": "e/f", "cardData": {"license": ["mit", "x"]}, "gated": True},
    ]
    with HubServer(SMALL) as server:
        server.misbehave(lambda _, __: json_reply(odd))
        first, second, third = (await search(server, "x")).models
    assert (first.name, first.downloads, first.likes, first.licence) == ("a/b", 0, 0, "")
    assert (second.name, second.likes, second.licence, second.gate) == ("c/d", 0, "mit", Gate.OPEN)
    assert (third.licence, third.gate) == ("mit", Gate.MANUAL)


async def test_ten_gigabytes_of_json_are_not_read() -> None:
    with HubServer(SMALL) as server:
        server.misbehave(
            lambda _, reply: replace(
                reply, content=PatternContent(64 << 20), declared_bytes=10 << 30
            )
        )
        error = await failure(server)
        assert server.sent_bytes() < 3 * MAX_JSON_BYTES
    assert error.trouble is NetTrouble.BAD_ANSWER


async def test_a_tree_that_never_ends_ends() -> None:
    def again(request: Request, reply: Reply) -> Reply:
        link = f'<{request.path}?cursor=0>; rel="next"'
        return replace(reply, headers={**reply.headers, "Link": link})

    with HubServer(SMALL) as server:
        server.misbehave(again, when=lambda request: "tree" in request.path)
        async with hub_at(server) as hub:
            await hub.show(ShowRepository(1, SMALL.name))
        assert len(server.exchanges) == 21


async def test_a_next_page_of_another_host_is_asked_of_the_hub() -> None:
    link = '<https://evil.example/api/models?cursor=3&search=x>; rel="next"'
    with HubServer(SMALL, *OTHERS) as server:
        server.misbehave(
            lambda _, reply: replace(reply, headers={**reply.headers, "Link": link}), times=1
        )
        page = await search(server, "small")
        assert page.cursor == "3"
        assert len((await search(server, "small", page.cursor)).models) == 3


@pytest.mark.parametrize("sha", [None, 7, "main", "../../x", "G" * 40])
async def test_a_repository_without_a_commit_is_not_shown(sha: object) -> None:
    with HubServer(SMALL) as server:
        info = json.dumps({**SMALL.info(), "sha": sha}).encode()
        server.misbehave(saying(info), when=lambda request: "tree" not in request.path)
        async with hub_at(server) as hub:
            with pytest.raises(NetError, match="invalid response"):
                await hub.show(ShowRepository(1, SMALL.name))


@pytest.mark.parametrize("name", ["../../etc", "a", "a/b/c", "a/b?x=y", ""])
async def test_a_name_that_is_none_is_not_asked_for(name: str) -> None:
    with HubServer(SMALL) as server:
        async with hub_at(server) as hub:
            with pytest.raises(NetError, match="has no repository"):
                await hub.show(ShowRepository(1, name))
        assert server.exchanges == []


def header_of(length: int) -> bytes:
    """Return a complete header with one text of about this length."""
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
async def test_an_invalid_header_is_a_reason(content: bytes, reason: str) -> None:
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
