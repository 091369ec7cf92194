"""The token of the local server while its keyring, or its start, takes long."""

import asyncio
import contextlib
import socket
import threading
from pathlib import Path

import keyring
import pytest
from keyring.backends.fail import Keyring as NoKeyring

from engine.messages.remote_messages import KeyOrigin
from engine.messages.server_messages import (
    ServerConfig,
    ServerState,
    ServerToken,
    ShowServerToken,
    StartServer,
)
from engine.net.errors import NetError
from engine.net.key_store import KeyringSilent, KeyStore, ask_keyring
from engine.server import local_server
from engine.server.local_server import LocalServer
from tests.fakes import locked_keyring


async def test_the_token_is_shown_while_a_start_waits_for_a_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only a start that waits for the keyring keeps it."""
    ring = NoKeyring()  # type: ignore[no-untyped-call]  # the library has no types
    monkeypatch.setattr(keyring.core, "_keyring_backend", ring)
    asked, answered = threading.Event(), threading.Event()

    def getaddrinfo(*_host: object, **_options: object) -> list[object]:
        asked.set()
        answered.wait(30)
        raise OSError("no such host")

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    server = LocalServer(KeyStore(tmp_path), asyncio.ensure_future, lambda _message: None)
    starting = asyncio.create_task(
        server.execute(StartServer(1, ServerConfig(host="slow", port=0)))
    )
    try:
        assert await asyncio.to_thread(asked.wait, 10)
        token = await server.execute(ShowServerToken(2))
        assert isinstance(token, ServerToken)
        assert token.token
    finally:
        answered.set()
    state = await starting
    assert isinstance(state, ServerState)
    assert "no such host" in state.text


async def test_a_keyring_that_stays_locked_refuses_the_start_and_keeps_its_token(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ring = locked_keyring.Keyring()  # type: ignore[no-untyped-call]  # the library has no types
    monkeypatch.setattr(keyring.core, "_keyring_backend", ring)
    monkeypatch.setattr(local_server, "UNLOCK_SECONDS", 0.1)
    monkeypatch.setenv("HOME", str(tmp_path))
    keys = tmp_path / "keys"
    server = LocalServer(KeyStore(keys), asyncio.ensure_future, lambda _message: None)
    try:
        with pytest.raises(NetError, match="Unlock it, and try again"):
            await server.execute(StartServer(1, ServerConfig(port=0)))
        assert not keys.exists()
    finally:
        (tmp_path / locked_keyring.UNLOCKED).touch()
        await until_answered()
    token = await server.execute(ShowServerToken(2))
    assert token == ServerToken(2, "secret", KeyOrigin.KEYRING)


async def until_answered() -> None:
    """Wait until the question that took too long is answered, so that others are asked."""
    async with asyncio.timeout(10):
        while True:
            with contextlib.suppress(KeyringSilent):
                await ask_keyring(lambda _ring: None)
                return
            await asyncio.sleep(0.01)
