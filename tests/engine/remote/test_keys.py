"""A key goes to the origin that it was given for, and is shown nowhere else."""

import logging
from pathlib import Path

import pytest

from engine.messages.net_messages import NetTrouble
from engine.messages.remote_messages import (
    Endpoint,
    EndpointKind,
    KeepKey,
    KeyOrigin,
    KeyReport,
    ProbeEndpoint,
    ReportKey,
)
from engine.net.errors import NetError
from tests.net.remote import kinds
from tests.net.remote.asker import Asker, end_of, open_asker
from tests.net.remote.stream_server import StreamServer, answer, delta, finish, streamed

CHAT = "/v1/chat/completions"
KEY = "sk-very-secret"


async def keep(asker: Asker, address: str, key: str = KEY) -> KeyReport:
    report = await asker.engines.answer(KeepKey(1, Endpoint("e1", address), key))
    assert isinstance(report, KeyReport)
    return report


def serving() -> kinds.Pages:
    return {**kinds.plain(), CHAT: lambda _: streamed(delta("ok"), finish())}


async def test_a_key_is_kept_sent_and_removed(tmp_path: Path) -> None:
    with StreamServer(serving()) as server:
        async with open_asker(tmp_path) as asker:
            report = await keep(asker, server.url)
            assert (report.is_set, report.origin) == (True, KeyOrigin.FILE)
            assert "file" in report.text
            await asker.reply(asker.command(server.url))
        async with open_asker(tmp_path) as asker:  # another process
            await asker.reply(asker.command(server.url))
            assert not (await keep(asker, server.url, "")).is_set
            await asker.reply(asker.command(server.url))
        sent = [each.headers.get("authorization") for each in server.posts()]
    assert sent == [f"Bearer {KEY}", f"Bearer {KEY}", None]
    assert list(tmp_path.glob("*.key")) == []


async def test_the_same_endpoint_at_another_origin_has_no_key(tmp_path: Path) -> None:
    with StreamServer(serving()) as server, StreamServer(serving()) as other:
        async with open_asker(tmp_path) as asker:
            await keep(asker, server.url)
            report = await asker.engines.answer(ReportKey(2, Endpoint("e1", other.url)))
            assert isinstance(report, KeyReport)
            assert not report.is_set
            await asker.reply(asker.command(other.url))
            assert all("authorization" not in each.headers for each in other.heard)


async def test_a_redirect_carries_no_key_away(tmp_path: Path) -> None:
    with StreamServer(serving()) as other:
        away = answer({}, 307, {"Location": other.url + CHAT})
        with StreamServer({**kinds.plain(), CHAT: away}) as server:
            async with open_asker(tmp_path) as asker:
                await keep(asker, server.url)
                end = end_of(await asker.reply(asker.command(server.url)))
        assert other.heard == []
    assert end.error is not None


async def test_a_refused_key_is_in_no_word_and_no_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    refused = answer({"error": {"message": "Incorrect API key provided."}}, 401)
    with StreamServer({**kinds.plain(), CHAT: refused}) as server:
        async with open_asker(tmp_path) as asker:
            await keep(asker, server.url)
            end = end_of(await asker.reply(asker.command(server.url)))
    assert end.error is not None
    assert end.error.kind == "KeyRefused"
    assert KEY not in end.error.text
    assert KEY not in caplog.text


async def test_a_server_that_repeats_the_key_is_not_quoted(tmp_path: Path) -> None:
    refused = answer({"error": {"message": f"Incorrect API key: {KEY}"}}, 401)
    with StreamServer({**kinds.plain(), "/v1/models": refused, CHAT: refused}) as server:
        async with open_asker(tmp_path) as asker:
            await keep(asker, server.url)
            command = asker.command(server.url, kind=EndpointKind.OPENAI)
            end = end_of(await asker.reply(command))
            with pytest.raises(NetError) as caught:
                await asker.engines.answer(ProbeEndpoint(3, Endpoint("e1", server.url), KEY))
    assert end.error is not None
    assert KEY not in end.error.text + str(caught.value)


@pytest.mark.parametrize("key", ["sk\nX-Evil: 1", "schlüssel"])
async def test_what_no_key_can_be_is_refused(tmp_path: Path, key: str) -> None:
    async with open_asker(tmp_path) as asker:
        with pytest.raises(NetError) as caught:
            await keep(asker, "http://rack:8000", key)
    assert caught.value.trouble is NetTrouble.KEY_REFUSED
    assert list(tmp_path.glob("*.key")) == []
