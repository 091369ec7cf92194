"""A keyring for a process of its own, which answers once a file in the home folder unlocks it."""

import time
from pathlib import Path

from keyring.backend import KeyringBackend

UNLOCKED = "unlocked"  # the name of the file


class Keyring(KeyringBackend):
    """Has one secret under all names, and keeps no other."""

    priority = 1.0

    def get_password(self, service: str, username: str) -> str | None:
        while not (Path.home() / UNLOCKED).exists():
            time.sleep(0.05)
        return "secret"

    def set_password(self, service: str, username: str, password: str) -> None:
        pass
