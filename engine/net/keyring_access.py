"""The system's keyring, which may wait for the user, be absent, or raise anything at all."""

import asyncio
import importlib
import logging
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

SERVICE = "Hubbub"
_SECONDS = 60.0  # the system may ask the user to unlock it
# Named, since a packaged program has no list of what is installed.
_BACKENDS = {"linux": ("SecretService", "kwallet"), "darwin": ("macOS",), "win32": ("Windows",)}

T = TypeVar("T")

_log = logging.getLogger(__name__)


class KeyringFailed(Exception):
    """There is no keyring, or it does not do its part; says why."""


async def ask_keyring(question: Callable[["KeyringBackend"], T]) -> T:
    """Ask the keyring, on a thread, since it may wait for the user. Raises KeyringFailed."""

    def ask() -> T:
        try:
            # Late: being imported it looks for a service of the desktop, which may not answer.
            keyring = importlib.import_module("keyring")
            for name in _BACKENDS.get(sys.platform, ()):
                importlib.import_module(f"keyring.backends.{name}")
            return question(keyring.get_keyring())
        except Exception as error:  # what plug-ins of others raise, nobody has listed
            _log.info("The keyring failed: %r", error)
            raise KeyringFailed(str(error) or type(error).__name__) from error

    try:
        async with asyncio.timeout(_SECONDS):
            return await asyncio.to_thread(ask)
    except TimeoutError as error:
        raise KeyringFailed("it does not answer") from error
