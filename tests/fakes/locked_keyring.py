"""A locked keyring, also for a process of its own: it answers once a file unlocks it."""

import asyncio
import contextlib
import threading
import time
from pathlib import Path

from keyring.backend import KeyringBackend

from engine.net.key_store import KeyringSilent, ask_keyring

_UNLOCKED = "unlocked"  # a file in the home folder


class Keyring(KeyringBackend):
    """Has "secret" under all names that were given no other."""

    priority = 1.0

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # the library has no types
        self.secrets: dict[tuple[str, str], str] = {}
        self.question_count = 0
        self.asked = threading.Event()

    def get_password(self, service: str, username: str) -> str | None:
        self.question_count += 1
        self.asked.set()
        while not (Path.home() / _UNLOCKED).exists():
            time.sleep(0.01)
        return self.secrets.get((service, username), "secret")

    def set_password(self, service: str, username: str, password: str) -> None:
        self.secrets[service, username] = password


def unlock() -> None:
    """Let the keyrings of this home folder answer."""
    (Path.home() / _UNLOCKED).touch()


async def until_answered() -> None:
    """Unlock, and wait until the question that took too long is answered: others are asked then."""
    unlock()
    async with asyncio.timeout(10):
        while True:
            with contextlib.suppress(KeyringSilent):
                await ask_keyring(lambda _ring: None)
                return
            await asyncio.sleep(0.01)
