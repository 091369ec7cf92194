"""The token of the local server while its keyring, or its start, takes long."""

import asyncio
import socket
import threading
from pathlib import Path

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends.fail import Keyring as NoKeyring
from keyring.errors import InitError, KeyringLocked

from engine.messages.remote_messages import KeyOrigin
from engine.messages.server_messages import (
    ServerConfig,
    ServerState,
    ServerToken,
    ShowServerToken,
    StartServer,
)
from engine.net.errors import NetError
from engine.net.key_store import KeyStore
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
    ring = locked_keyring.Keyring()
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
        await locked_keyring.until_answered()
    token = await server.execute(ShowServerToken(2))
    assert token == ServerToken(2, "secret", KeyOrigin.KEYRING)


class PromptDismissedException(Exception):
    """Named as that of secretstorage, which is for Linux only."""


class DismissingKeyring(KeyringBackend):
    """A keyring whose question to the user is dismissed until ``is_unlocked``."""

    priority = 1.0
    is_unlocked = False
    reason: type[Exception] = KeyringLocked

    def get_password(self, service: str, username: str) -> str | None:
        if self.is_unlocked:
            return "secret"
        if self.reason is KeyringLocked:
            raise KeyringLocked("Failed to unlock the collection!")
        raise InitError("Failed to create the collection: dismissed.") from self.reason()

    def set_password(self, service: str, username: str, password: str) -> None:
        raise AssertionError("nothing is replaced")


@pytest.mark.parametrize("reason", [KeyringLocked, PromptDismissedException])
async def test_a_dismissed_keyring_refuses_the_token_and_replaces_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reason: type[Exception]
) -> None:
    ring = DismissingKeyring()  # type: ignore[no-untyped-call]  # as above
    ring.reason = reason
    monkeypatch.setattr(keyring.core, "_keyring_backend", ring)
    keys = tmp_path / "keys"
    server = LocalServer(KeyStore(keys), asyncio.ensure_future, lambda _message: None)
    for command in (StartServer(1, ServerConfig(port=0)), ShowServerToken(2)):
        with pytest.raises(NetError, match="was not unlocked, so nothing in it"):
            await server.execute(command)
    assert not keys.exists()
    ring.is_unlocked = True
    token = await server.execute(ShowServerToken(3))
    assert token == ServerToken(3, "secret", KeyOrigin.KEYRING)
