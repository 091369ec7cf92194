"""Secrets by name: in the system's keyring, else in files that only the user can read."""

import asyncio
import contextlib
import hashlib
import importlib
import logging
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, TypeVar

from engine.files import atomic_write
from engine.ipc.lazy_text import lazy
from engine.messages.net_messages import NetTrouble
from engine.messages.remote_messages import KeyOrigin
from engine.net.errors import NetError

_MAX_BYTES = 64 * 1024


if TYPE_CHECKING:
    from keyring.backend import KeyringBackend


SERVICE = "Hubbub"
ANSWER_SECONDS = 5.0  # of a keyring that is unlocked; the user waits for it
UNLOCK_SECONDS = 60.0  # if nothing waits but what starts by itself: the user may have to unlock it
# Imported by name, since a packaged program has no list of installed backends.
_BACKENDS = {"linux": ("SecretService", "kwallet"), "darwin": ("macOS",), "win32": ("Windows",)}
LOCKED = lazy(
    "This computer's keyring was not unlocked, so nothing in it was read or replaced. Unlock it, "
    "and try again."
)
SILENT = lazy("This computer's keyring does not answer. Unlock it, and try again.")
T = TypeVar("T")
_log = logging.getLogger(__name__)


class KeyringFailed(Exception):
    """The keyring failed; the text is the reason."""


class NoKeyring(KeyringFailed):
    """There is no keyring."""


class KeyringLocked(KeyringFailed):
    """The user has not unlocked the keyring, which may have what is asked for."""


class KeyringSilent(KeyringFailed):
    """The keyring has not answered in time: it may be locked."""


_Question = Callable[["KeyringBackend"], Any]
_LOCKED_NAMES = ("KeyringLocked", "PromptDismissedException")


class _Keyring:
    """Asks the system's keyring on one thread, one question at a time: it may wait for the user."""

    def __init__(self) -> None:
        self._questions: SimpleQueue[tuple[_Question, Future[Any]]] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._asked: Future[Any] | None = None  # the question on the thread
        self._unanswered: Future[Any] | None = None  # the last question that took too long

    async def ask(
        self, question: Callable[["KeyringBackend"], T], seconds: float = ANSWER_SECONDS
    ) -> T:
        """Return the answer to a question. Raises KeyringFailed.

        While a question that took too long is unanswered, others fail at once. Those that are
        given up before their turn are not put to the keyring.
        """
        if self._unanswered is not None and not self._unanswered.done():
            raise KeyringSilent
        answer: Future[T] = Future()
        if self._thread is None:
            # A daemon, so that the process can end without an answer.
            self._thread = threading.Thread(target=self._work, daemon=True)
            self._thread.start()
        self._questions.put((question, answer))
        try:
            async with asyncio.timeout(seconds):
                return await asyncio.shield(asyncio.wrap_future(answer))
        except TimeoutError:
            self._unanswered = self._asked
            raise KeyringSilent from None
        finally:
            answer.cancel()  # unless it is on the thread

    def _work(self) -> None:
        while True:
            question, answer = self._questions.get()
            if answer.set_running_or_notify_cancel():
                self._asked = answer
                _answer(question, answer)


def _answer(question: _Question, answer: Future[Any]) -> None:
    try:
        # Imported late: the import looks for a desktop service, which may not answer.
        keyring = importlib.import_module("keyring")
        for name in _BACKENDS.get(sys.platform, ()):
            importlib.import_module(f"keyring.backends.{name}")
        answer.set_result(question(keyring.get_keyring()))
    except Exception as error:  # third-party plug-ins may raise any exception
        _log.info("The keyring failed: %r", error)
        failure = _failure(error)
        failure.__cause__ = error
        answer.set_exception(failure)


def _failure(error: Exception) -> KeyringFailed:
    # Of modules that are imported late.
    name, cause = type(error).__name__, type(error.__cause__).__name__
    if name == "NoKeyringError":
        return NoKeyring()
    is_locked = name in _LOCKED_NAMES or cause in _LOCKED_NAMES
    return (KeyringLocked if is_locked else KeyringFailed)(str(error) or name)


ask_keyring = _Keyring().ask


class KeyStore:
    """Stores secrets; without a ``folder`` only in the keyring.

    A secret is in one of them. If a keyring that does not answer keeps an older one, the file has
    the current one.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    async def read(self, name: str, seconds: float = ANSWER_SECONDS) -> tuple[str, KeyOrigin]:
        """Return a secret and its location; an empty one has none.

        Raises NetError if the keyring, which may have it, is not unlocked or does not answer within
        the time.
        """
        path = self._path(name)
        key = await asyncio.to_thread(_content, path) if path is not None else ""
        if key:
            return key, KeyOrigin.FILE
        try:
            stored = await ask_keyring(lambda ring: ring.get_password(SERVICE, name), seconds)
        except KeyringSilent:
            raise NetError(NetTrouble.NO_KEYRING, SILENT) from None
        except KeyringLocked:
            raise NetError(NetTrouble.NO_KEYRING, LOCKED) from None
        except KeyringFailed:
            stored = None
        return (stored, KeyOrigin.KEYRING) if stored else ("", KeyOrigin.NOWHERE)

    async def keep(self, name: str, key: str) -> KeyOrigin:
        """Store a secret, or remove it if it is empty; return its location. Raises NetError."""
        path = self._path(name)
        try:
            if key and await _put_into_keyring(name, key):
                if path is not None:
                    await asyncio.to_thread(_remove, path)
                return KeyOrigin.KEYRING
            await _remove_from_keyring(name)
        except KeyringLocked:
            pass  # it would ask the user again
        if path is None:
            if key:
                text = lazy("This computer has no keyring that could store a key.")
                raise NetError(NetTrouble.NO_KEYRING, text)
            return KeyOrigin.NOWHERE
        if not key:
            await asyncio.to_thread(_remove, path)
            return KeyOrigin.NOWHERE
        await asyncio.to_thread(_write, path, key)
        return KeyOrigin.FILE

    def _path(self, name: str) -> Path | None:
        if self._folder is None:
            return None
        # A name may contain any character, and reveals the key's server: neither is for a folder.
        return self._folder / f"{hashlib.sha256(name.encode()).hexdigest()[:32]}.key"


async def _put_into_keyring(name: str, key: str) -> bool:
    """Return whether the keyring has stored it: a disabled one accepts and drops all.

    Raises KeyringLocked.
    """
    try:
        await ask_keyring(lambda ring: ring.set_password(SERVICE, name, key))
        return await ask_keyring(lambda ring: ring.get_password(SERVICE, name)) == key
    except KeyringLocked:
        raise
    except KeyringFailed:
        return False


async def _remove_from_keyring(name: str) -> None:
    with contextlib.suppress(KeyringFailed):
        if await ask_keyring(lambda ring: ring.get_password(SERVICE, name)) is not None:
            await ask_keyring(lambda ring: ring.delete_password(SERVICE, name))


def _content(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return file.read(_MAX_BYTES).decode("utf-8", "replace").strip()
    except OSError:
        return ""


def _write(path: Path, key: str) -> None:
    """Write a file that no other user can read. Raises NetError."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        atomic_write(path, key.encode())
    except OSError as error:
        text = lazy(
            "The key cannot be stored in {folder}: {reason}.", folder=path.parent, reason=error
        )
        raise NetError(NetTrouble.NO_KEYRING, text) from error


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        text = lazy(
            "A key cannot be removed from {folder}: {reason}.", folder=path.parent, reason=error
        )
        raise NetError(NetTrouble.NO_KEYRING, text) from error
