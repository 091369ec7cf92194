"""The token of the local server while its keyring, or its start, takes long."""

import asyncio
import socket
import threading
from pathlib import Path

import keyring
import pytest
from keyring.backends.fail import Keyring as NoKeyring

from engine.messages.server_messages import (
    ServerConfig,
    ServerState,
    ServerToken,
    ShowServerToken,
    StartServer,
)
from engine.net.key_store import KeyStore
from engine.server.local_server import LocalServer


async def test_the_token_is_shown_while_a_start_waits_for_a_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only a start that waits for the keyring keeps it."""
    monkeypatch.setattr(keyring.core, "_keyring_backend", NoKeyring())  # type: ignore[no-untyped-call]
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
