"""The hub's access token, for the hub alone: of the environment, the keyring, or a file."""

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
from engine.net.key_store import SERVICE, KeyringFailed, ask_keyring

_LONGEST_BYTES = 4096
HUB = "https://huggingface.co"
_LOOPBACK = ("127.0.0.1", "localhost", "::1")


def token_file(environment: Mapping[str, str]) -> Path | None:
    """Return where that program keeps its token; None where there is no home to look in."""
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
    """Return the token in a file, empty where there is none; waits for the disk."""
    try:
        if not file.is_file():  # a pipe of this name would be waited for
            return ""
        with file.open("rb") as opened:
            token = opened.read(_LONGEST_BYTES + 1).decode("ascii").strip()
    except (OSError, ValueError):
        return ""
    return token if len(token) <= _LONGEST_BYTES and token.isprintable() else ""


class Tokens:
    """Where the hub is, and what may be shown to it; read when it is asked for first.

    ``HF_ENDPOINT`` names another hub, ``HF_TOKEN`` a token that is stronger than the keyring's.
    Where neither has one, that of ``hf auth login`` is taken.
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
        """Return where the hub is. Raises NetError if what the environment names is nowhere."""
        if _parsed(self._endpoint) is None:
            text = lazy(
                "HF_ENDPOINT is not the address of a hub: {address}", address=self._endpoint
            )
            raise NetError(NetTrouble.UNREACHABLE, text)
        return self._endpoint

    async def token_for(self, origin: str) -> str | None:
        """Return the token for this origin, None for all but the hub.

        It crosses no open connection but those inside this computer.
        """
        hub = _parsed(self._endpoint)
        if hub is None or origin != origin_of(hub):
            return None
        if hub.scheme != "https" and hub.host not in _LOOPBACK:
            return None
        token = self._own or await self._from_keyring() or await self._from_file()
        return token if token and token.isascii() and token.isprintable() else None

    async def report(self, request_id: int) -> TokenReport:
        """Return where the token is from."""
        if self._own:
            return TokenReport(request_id, TokenOrigin.ENVIRONMENT)
        stored = await self._from_keyring()
        if stored:
            return TokenReport(request_id, TokenOrigin.KEYRING)
        in_file = await self._from_file()
        origin = TokenOrigin.FILE if in_file else TokenOrigin.NONE
        return TokenReport(request_id, origin, self._trouble)

    async def keep(self, request_id: int, token: str) -> TokenReport:
        """Put a token into the keyring, or remove the one in it. Raises NetError."""
        token = token.strip()
        if not (token.isascii() and token.isprintable()) or " " in token:
            raise NetError(NetTrouble.BAD_ANSWER, lazy("This is no access token: paste it whole."))
        name = self._name
        try:
            if token:
                await ask_keyring(lambda ring: ring.set_password(SERVICE, name, token))
            elif await ask_keyring(lambda ring: ring.get_password(SERVICE, name)) is not None:
                await ask_keyring(lambda ring: ring.delete_password(SERVICE, name))
        except KeyringFailed as error:
            raise NetError(NetTrouble.NO_KEYRING, _no_keyring(error)) from error
        # Read back: a keyring that is switched off takes everything and keeps nothing.
        self._is_read = False
        return await self.report(request_id)

    async def _from_keyring(self) -> str | None:
        # Many requests may ask at once, and the system asks the user once for each.
        async with self._lock:
            if not self._is_read:
                self._stored, self._trouble = None, LazyText()
                try:
                    self._stored = await ask_keyring(
                        lambda ring: ring.get_password(SERVICE, self._name)
                    )
                except KeyringFailed as error:
                    self._trouble = _no_keyring(error)
                self._is_read = True
        return self._stored

    async def _from_file(self) -> str:
        # Each time: who logs in or out while Hubbub runs need not start it again.
        return await asyncio.to_thread(read_token, self._file) if self._file else ""

    @property
    def _name(self) -> str:
        hub = _parsed(self._endpoint)
        return hub.host if hub is not None else self._endpoint


def _no_keyring(error: KeyringFailed) -> LazyText:
    first = str(error).partition("\n")[0].split(". ")[0]
    return lazy(
        "This computer's keyring can't be used: {reason}. Set HF_TOKEN instead.", reason=first
    )


def _parsed(endpoint: str) -> httpx2.URL | None:
    try:
        url = httpx2.URL(endpoint)
        urlsplit(endpoint)  # is stricter about some, and used for the rest
    except (httpx2.InvalidURL, ValueError):
        return None
    return url if url.scheme in ("https", "http") and url.host else None
