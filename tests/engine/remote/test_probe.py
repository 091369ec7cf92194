"""An address is asked what it is: its kind, its models, how much they hold; or why not."""

import threading

import pytest

from engine.messages.net_messages import NetTrouble
from engine.messages.remote_messages import (
    Endpoint,
    EndpointFound,
    EndpointKind,
    ProbeEndpoint,
    RemoteModel,
)
from engine.net.errors import NetError
from tests.net.remote import kinds
from tests.net.remote.asker import open_asker, text_of
from tests.net.remote.stream_server import StreamServer, answer, delta, finish, streamed


async def probed(
    address: str, key: str | None = None, kind: EndpointKind = EndpointKind.AUTOMATIC
) -> EndpointFound:
    async with open_asker() as asker:
        found = await asker.engines.answer(ProbeEndpoint(1, Endpoint("e1", address, kind), key))
    assert isinstance(found, EndpointFound)
    return found


async def trouble_of(address: str, key: str | None = None) -> NetError:
    with pytest.raises(NetError) as caught:
        await probed(address, key)
    return caught.value


@pytest.mark.parametrize(
    ("pages", "kind", "version", "model"),
    [
        (
            kinds.llama_server(),
            EndpointKind.LLAMA_SERVER,
            "b9999-abc",
            RemoteModel("small.gguf", 2048, sees=True, thinks=True),
        ),
        (kinds.vllm(), EndpointKind.VLLM, "0.32.0", RemoteModel("tiny", 1024)),
        (kinds.sglang(), EndpointKind.SGLANG, "0.5.9", RemoteModel("m", 8192, thinks=True)),
        (
            kinds.lm_studio(),
            EndpointKind.LM_STUDIO,
            "",
            RemoteModel("qwen3-4b", 4096, sees=False, thinks=True),
        ),
        (
            kinds.ollama(),
            EndpointKind.OLLAMA,
            "0.31.2",
            RemoteModel("qwen3:4b", 16384, sees=False, thinks=True),
        ),
        (kinds.plain(), EndpointKind.OPENAI, "", RemoteModel("large")),
    ],
)
async def test_each_kind_is_known(
    pages: kinds.Pages, kind: EndpointKind, version: str, model: RemoteModel
) -> None:
    with StreamServer(pages) as server:
        found = await probed(server.url)
    assert (found.kind, found.version, found.models) == (kind, version, (model,))
    assert found.latency_seconds > 0
    assert found.warnings == ()


@pytest.mark.parametrize(
    ("pages", "kind"),
    [
        (kinds.llama_server(), EndpointKind.LLAMA_SERVER),
        (kinds.vllm(), EndpointKind.VLLM),
        (kinds.sglang(), EndpointKind.SGLANG),
        (kinds.lm_studio(), EndpointKind.LM_STUDIO),
        (kinds.ollama(), EndpointKind.OLLAMA),
    ],
)
async def test_behind_a_router_it_is_known_by_its_pages(
    pages: kinds.Pages, kind: EndpointKind
) -> None:
    more = {"max_model_len": 1024} if kind is EndpointKind.VLLM else {}
    with StreamServer({**pages, "/v1/models": kinds.models("router", "m", **more)}) as server:
        assert (await probed(server.url)).kind is kind


@pytest.mark.parametrize(
    ("loaded", "parameters", "longest", "window"),
    [
        (0, "", 40960, 16384),
        (0, "", 8192, 8192),
        (0, "stop <|im_end|>\nnum_ctx      32768", 40960, 32768),
        (24576, "", 40960, 24576),
    ],
)
async def test_an_ollama_model_has_the_window_that_it_will_be_asked_for(
    loaded: int, parameters: str, longest: int, window: int
) -> None:
    pages = kinds.ollama(context_length=longest, parameters=parameters, loaded=loaded)
    with StreamServer(pages) as server:
        assert (await probed(server.url)).models[0].context_window == window


ROUTED = {"architecture": {"input_modalities": ["text", "image"]}}
MISTRAL = {"capabilities": {"completion_chat": True, "vision": True}}


@pytest.mark.parametrize(
    ("pages", "sees"),
    [
        (kinds.ollama(capabilities=("completion", "vision")), [True]),
        (kinds.old_lm_studio(), [True, False]),
        ({"/v1/models": kinds.models("llamacpp", "a", "b", **ROUTED)}, [True, True]),
        ({"/v1/models": kinds.models("mistralai", "pixtral", **MISTRAL)}, [True]),
        ({"/v1/models": kinds.models("odd", "m", capabilities=["vision"])}, [None]),
        (kinds.vllm(), [None]),
    ],
)
async def test_each_kind_tells_which_models_see(
    pages: kinds.Pages, sees: list[bool | None]
) -> None:
    with StreamServer(pages) as server:
        found = await probed(server.url)
    assert [each.sees for each in found.models] == sees


@pytest.mark.parametrize("tail", ["", "/", "/v1", "/v1/", "/v1/chat/completions", "/api/chat"])
async def test_an_address_may_be_copied_from_anywhere(tail: str) -> None:
    with StreamServer(kinds.vllm()) as server:
        assert (await probed(server.url + tail)).kind is EndpointKind.VLLM
        assert (await probed(f"127.0.0.1:{server.port}{tail}")).kind is EndpointKind.VLLM


async def test_a_server_below_a_path_is_found_there() -> None:
    pages = {f"/proxy/a{path}": page for path, page in kinds.vllm().items()}
    with StreamServer(pages) as server:
        assert (await probed(f"{server.url}/proxy/a/v1")).kind is EndpointKind.VLLM


@pytest.mark.parametrize(
    "address",
    ["", "http://", "ftp://rack", "http://user:secret@rack", "http://rack/?a=b", "x" * 3000],
)
async def test_what_is_no_address_is_said(address: str) -> None:
    error = await trouble_of(address)
    assert error.trouble is NetTrouble.UNREACHABLE
    assert "secret" not in str(error) or "user:secret" in address


async def test_a_refused_key_is_told_apart() -> None:
    refusal = answer({"error": {"message": "invalid api key: sk-wrong"}}, 401)
    with StreamServer({"/v1/models": refusal}) as server:
        error = await trouble_of(server.url, "sk-wrong")
        assert server.heard[0].headers["authorization"] == "Bearer sk-wrong"
    assert error.trouble is NetTrouble.KEY_REFUSED
    assert "invalid api key" in str(error)
    assert "sk-wrong" not in str(error)


async def test_a_web_page_is_no_server() -> None:
    with StreamServer({"/v1/models": answer("<html><title>Router login</title>", 404)}) as server:
        assert (await trouble_of(server.url)).trouble is NetTrouble.BAD_ANSWER


async def test_nobody_there_is_said() -> None:
    with StreamServer() as server:
        address = server.url
    assert (await trouble_of(address)).trouble is NetTrouble.UNREACHABLE


async def test_who_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.remote.connections.PROBE_SECONDS", 0.2)
    with StreamServer({"/v1/models": [threading.Event()]}) as server:
        assert (await trouble_of(server.url)).trouble is NetTrouble.TOO_SLOW


async def test_an_open_connection_is_warned_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.remote.connections._LOOPBACK", ())
    with StreamServer(kinds.vllm()) as server:
        found = await probed(server.url)
    assert "not encrypted" in found.warnings[0]


async def test_a_server_without_models_is_told() -> None:
    with StreamServer({"/v1/models": answer({"data": []})}) as server:
        found = await probed(server.url)
    assert found.models == ()
    assert "no model" in found.warnings[0]


async def test_a_gateway_that_lists_nothing_answers_for_a_model_whose_name_was_typed() -> None:
    pages: kinds.Pages = {"/v1/chat/completions": lambda _: streamed(delta("ok"), finish())}
    with StreamServer(pages) as server:
        found = await probed(server.url, kind=EndpointKind.OPENAI)
        async with open_asker() as asker:
            for kind, text in ((EndpointKind.OPENAI, "ok"), (EndpointKind.AUTOMATIC, "")):
                command = asker.command(server.url, kind=kind, model="gpt-5-mini")
                assert text_of(await asker.reply(command)) == text
        assert [each.json["model"] for each in server.posts()] == ["gpt-5-mini"]
    assert found.models == ()
    assert "type the name" in found.warnings[0]


@pytest.mark.parametrize("status", [401, 503])
async def test_a_refusal_is_no_empty_list(status: int) -> None:
    with StreamServer({"/v1/models": answer({}, status)}) as server, pytest.raises(NetError):
        await probed(server.url, kind=EndpointKind.OPENAI)


@pytest.mark.parametrize(
    "odd", [{"data": 5}, {"data": [1, None, {"id": 7}]}, {"data": [{"id": "a\nb"}]}]
)
async def test_odd_lists_are_empty_ones(odd: object) -> None:
    with StreamServer({"/v1/models": answer(odd), "/version": answer({"version": 5})}) as server:
        assert (await probed(server.url)).models == ()
