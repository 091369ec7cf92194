"""The hub's access token from the environment, the keyring, or a file; only for the hub."""

import asyncio
import os
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

import httpx2

from engine.ipc.lazy_text import LazyText, lazy
from engine.messages.net_messages import NetTrouble, TokenOrigin, TokenReport
from engine.net.errors import NetError
from engine.net.http import origin_of
from engine.net.key_store import (
    SERVICE,
    SILENT,
    KeyringFailed,
    KeyringSilent,
    NoKeyring,
    ask_keyring,
)

_LONGEST_BYTES = 4096
HUB = "https://huggingface.co"
_LOOPBACK = ("127.0.0.1", "localhost", "::1")


def token_file(environment: Mapping[str, str]) -> Path | None:
    """Return where that program stores its token; None without a home folder."""
    named = environment.get("HF_TOKEN_PATH", "").strip()
    if named:
        return Path(os.path.expanduser(named))
    caches = environment.get("XDG_CACHE_HOME", "").strip()
    home = environment.get("HOME") or environment.get("USERPROFILE", "")
    if not caches and home:
        caches = os.path.join(home, ".cache")
    default = os.path.join(caches, "huggingface") if caches else ""
    folder = environment.get("HF_HOME", "").strip() or default
    return Path(os.path.expanduser(folder), "token") if folder else None


def read_token(file: Path) -> str:
    """Return the token in a file, "" without one; waits for the disk."""
    try:
        if not file.is_file():  # opening a pipe of this name would block
            return ""
        with file.open("rb") as opened:
            token = opened.read(_LONGEST_BYTES + 1).decode("ascii").strip()
    except (OSError, ValueError):
        return ""
    return token if len(token) <= _LONGEST_BYTES and token.isprintable() else ""


class Tokens:
    """The hub's address and the token for it; read at the first use.

    ``HF_ENDPOINT`` names another hub; ``HF_TOKEN`` takes precedence over the keyring. Without
    either token, that of ``hf auth login`` is used.
    """

    def __init__(self, environment: Mapping[str, str]) -> None:
        named = environment.get("HF_ENDPOINT", "").strip().rstrip("/")
        self._endpoint = named or HUB
        self._own = environment.get("HF_TOKEN", "").strip()
        self._file = token_file(environment)
        self._stored: str | None = None
        self._trouble = LazyText()
        self._is_read = False
        self._lock = asyncio.Lock()

    @property
    def endpoint(self) -> str:
        """Return the hub's address. Raises NetError if the environment names an invalid one."""
        if _parsed(self._endpoint) is None:
            text = lazy(
                "HF_ENDPOINT is not the address of a hub: {address}", address=self._endpoint
            )
            raise NetError(NetTrouble.UNREACHABLE, text)
        return self._endpoint

    async def token_for(self, origin: str) -> str | None:
        """Return the token for this origin; None for all but the hub.

        It is not sent over unencrypted connections, except to this computer.
        """
        hub = _parsed(self._endpoint)
        if hub is None or origin != origin_of(hub):
            return None
        if hub.scheme != "https" and hub.host not in _LOOPBACK:
            return None
        token = self._own or await self._from_keyring() or await self._from_file()
        return token if token and token.isascii() and token.isprintable() else None

    async def report(self, request_id: int) -> TokenReport:
        """Return the source of the token."""
        if self._own:
            return TokenReport(request_id, TokenOrigin.ENVIRONMENT)
        stored = await self._from_keyring()
        if stored:
            return TokenReport(request_id, TokenOrigin.KEYRING)
        in_file = await self._from_file()
        origin = TokenOrigin.FILE if in_file else TokenOrigin.NONE
        return TokenReport(request_id, origin, self._trouble)

    async def keep(self, request_id: int, token: str) -> TokenReport:
        """Store a token in the keyring, or remove it. Raises NetError."""
        token = token.strip()
        if not (token.isascii() and token.isprintable()) or " " in token:
            raise NetError(
                NetTrouble.BAD_ANSWER, lazy("This is not a complete access token. Paste all of it.")
            )
        name = self._name
        try:
            if token:
                await ask_keyring(lambda ring: ring.set_password(SERVICE, name, token))
            elif await ask_keyring(lambda ring: ring.get_password(SERVICE, name)) is not None:
                await ask_keyring(lambda ring: ring.delete_password(SERVICE, name))
        except KeyringFailed as error:
            raise NetError(NetTrouble.NO_KEYRING, _no_keyring(error)) from error
        # Read back: a disabled keyring accepts everything and stores nothing.
        self._is_read = False
        return await self.report(request_id)

    async def _from_keyring(self) -> str | None:
        # Many requests may need it at once, and the system prompts the user each time.
        async with self._lock:
            if not self._is_read:
                # Read from now on: a token that is kept meanwhile has it read again.
                self._stored, self._trouble, self._is_read = None, LazyText(), True
                is_answered = False
                try:
                    self._stored = await ask_keyring(
                        lambda ring: ring.get_password(SERVICE, self._name)
                    )
                    is_answered = True
                except KeyringFailed as error:
                    self._trouble = _no_keyring(error)
                    is_answered = not isinstance(error, KeyringSilent)
                finally:  # a cancelled request has read nothing
                    if not is_answered:
                        self._is_read = False
        return self._stored

    async def _from_file(self) -> str:
        # Read each time: a login or logout takes effect without a restart.
        return await asyncio.to_thread(read_token, self._file) if self._file else ""

    @property
    def _name(self) -> str:
        hub = _parsed(self._endpoint)
        return hub.host if hub is not None else self._endpoint


def _no_keyring(error: KeyringFailed) -> LazyText:
    if isinstance(error, NoKeyring):
        return lazy("This computer has no keyring. Set HF_TOKEN instead.")
    if isinstance(error, KeyringSilent):
        return SILENT
    first = str(error).partition("\n")[0].split(". ")[0]
    return lazy(
        "This computer's keyring cannot be used: {reason}. Set HF_TOKEN instead.", reason=first
    )


def _parsed(endpoint: str) -> httpx2.URL | None:
    try:
        url = httpx2.URL(endpoint)
        urlsplit(endpoint)  # some backends are stricter, and this name works with the rest
    except (httpx2.InvalidURL, ValueError):
        return None
    return url if url.scheme in ("https", "http") and url.host else None
