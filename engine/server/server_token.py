"""The token that programs have to show: made once, kept among the keys, renewed when asked."""

import hashlib
import secrets

from engine.messages.remote_messages import KeyOrigin
from engine.net.key_store import KeyStore

_NAME = "local server"
_PREFIX = "hub-"


class ServerTokens:
    """Holds the token of now; ``current`` is empty before it was read or made."""

    def __init__(self, keys: KeyStore) -> None:
        self._keys = keys
        self._origin = KeyOrigin.NOWHERE
        self.current = ""

    @property
    def name(self) -> str:
        """Return what conversations are named by: it tells nothing of the token."""
        return hashlib.sha256(self.current.encode()).hexdigest()[:12]

    async def read(self) -> tuple[str, KeyOrigin]:
        """Return the token, made now if there is none, and where it lies. Raises NetError."""
        if not self.current:
            self.current, self._origin = await self._keys.read(_NAME)
        if not self.current:
            return await self.renew()
        return self.current, self._origin

    async def renew(self) -> tuple[str, KeyOrigin]:
        """Return another token, which is the only right one from now on. Raises NetError."""
        token = f"{_PREFIX}{secrets.token_urlsafe(32)}"
        self._origin = await self._keys.keep(_NAME, token)
        self.current = token
        return token, self._origin
