"""What keeps a server from listening is said in words; what others can read is said, too."""

import asyncio
import contextlib
import socket
import ssl
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
import pytest_asyncio

from engine.client.net_client import NetClient, NetFailure
from engine.client.server_client import ServerClient
from engine.messages.errors import InvalidConfig
from engine.messages.remote_messages import KeyOrigin
from engine.messages.server_messages import ServerConfig
from tests.fakes import locked_keyring
from tests.net.server.running import OPENSSL, certificate_in


@pytest_asyncio.fixture
async def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[ServerClient]:
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
    net = NetClient(folder=str(tmp_path / "models"), keys=str(tmp_path / "keys"))
    yield ServerClient(net)
    await net.close()


async def health(port: int, context: ssl.SSLContext | None = None) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=context)
    writer.write(b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    answer = await reader.read(-1)
    writer.close()
    return answer


async def test_a_port_that_is_taken_and_an_address_of_others(client: ServerClient) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        state = await client.start(ServerConfig(port=port))
        assert not state.is_running
        assert f"port {port}" in state.text
    for host in ("192.0.2.1", "no such host", "x" * 300):
        state = await client.start(ServerConfig(host=host, port=0))
        assert not state.is_running
        assert host in state.text


async def test_a_locked_keyring_keeps_the_start_waiting_and_not_who_asks_for_the_token(
    client: ServerClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", f"{locked_keyring.__name__}.Keyring")
    monkeypatch.setenv("HOME", str(tmp_path))
    starting = asyncio.create_task(client.start(ServerConfig(port=0)))
    await asyncio.sleep(0)
    with pytest.raises(NetFailure, match="keyring does not answer"):
        await client.token()
    assert not starting.done()
    locked_keyring.unlock()
    assert (await starting).is_running
    token = await client.token()
    assert (token.token, token.origin) == ("secret", KeyOrigin.KEYRING)


async def test_on_the_network_it_is_said_that_others_can_read(client: ServerClient) -> None:
    state = await client.start(ServerConfig(port=0))
    assert (state.is_running, state.text) == (True, "")
    state = await client.start(ServerConfig(host="0.0.0.0", port=0))
    assert state.is_running
    assert "not encrypted" in state.text


async def test_the_token_is_made_once_and_its_place_is_told(
    client: ServerClient, tmp_path: Path
) -> None:
    first = await client.token()
    assert first.origin is KeyOrigin.FILE
    assert len(first.token) > 40
    assert first.token not in repr(first)
    assert await client.token() != first  # another request, but
    assert (await client.token()).token == first.token
    (file,) = (tmp_path / "keys").iterdir()
    assert file.read_text("utf-8") == first.token


async def test_where_no_token_can_be_kept_it_says_so_and_lives_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
    net = NetClient()
    client = ServerClient(net)
    try:
        with pytest.raises(NetFailure, match="no keyring"):
            await client.start(ServerConfig(port=0))
        process = net.process_id
        with pytest.raises(NetFailure, match="no keyring"):
            await client.token()
        assert net.process_id == process is not None
    finally:
        await net.close()


async def test_without_an_engine_it_says_so(client: ServerClient) -> None:
    state = await client.start(ServerConfig(port=0, channel="/nowhere"))
    answer = await health(int(state.address.rpartition(":")[2]))
    assert answer.startswith(b"HTTP/1.1 503 ")
    assert b"The engine is not running." in answer


@pytest.mark.skipif(OPENSSL is None, reason="makes certificates")
async def test_with_a_certificate_nobody_can_read(client: ServerClient, tmp_path: Path) -> None:
    certificate, key = await asyncio.to_thread(certificate_in, tmp_path)
    config = ServerConfig(host="0.0.0.0", port=0, certificate=str(certificate), key_file=str(key))
    state = await client.start(config)
    assert (state.text, state.address[:8]) == ("", "https://")
    context = ssl.create_default_context(cafile=str(certificate))
    context.check_hostname = False
    port = int(state.address.rpartition(":")[2])
    assert b"HTTP/1.1 503 " in await health(port, context)
    open_answer = b""
    with contextlib.suppress(ConnectionError):
        open_answer = await health(port)
    assert b"HTTP" not in open_answer
    key.write_text("no key")
    state = await client.start(config)
    assert not state.is_running
    assert "certificate can't be used" in state.text


@pytest.mark.parametrize(
    "values",
    [
        {"port": -1},
        {"port": 1 << 16},
        {"most_waiting": -1},
        {"certificate": "a"},
        {"key_file": "a"},
        {"origins": ("*",)},
    ],
)
def test_what_is_no_configuration(values: dict[str, object]) -> None:
    with pytest.raises(InvalidConfig):
        ServerConfig(**values)  # type: ignore[arg-type]
