"""The settings of each model, by the SHA-256 of its file; until that is known, by the file."""

import asyncio
import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path

import msgspec

from app.models.library.library_index import read_digests, write_digests
from app.models.library.model_folders import fingerprint_of
from app.models.settings_model import ModelSettings
from app.models.store import KnownModelRepository, settings_in

_FILE_KEY = "file:"  # the prefix of a key that stands for a file


class FileKeys(msgspec.Struct, frozen=True):
    """The keys of a file.

    Attributes:
        file_key: of its path, size and time.
        digest: its SHA-256; None until it is hashed.
    """

    file_key: str
    digest: str | None = None

    @property
    def best(self) -> str:
        """Return the digest if it is known."""
        return self.digest or self.file_key


class ModelSettingsStore:
    """Reads and stores the settings of models.

    A model of 50 GB takes minutes to hash, so its settings are stored under the path, size and time
    of its file at first, and move to the digest as soon as that is known.

    Attributes:
        index_folder: the folder of the library's index and digests.
    """

    def __init__(self, known: KnownModelRepository, index_folder: Path) -> None:
        self._known = known
        self.index_folder = index_folder

    async def settings_of(self, path: str) -> ModelSettings:
        """Return the settings of a model. Raises StorageError."""
        keys = await asyncio.to_thread(keys_of, path, self.index_folder)
        early = (await self._known.get(keys.file_key)).settings
        if keys.digest is None or early == ModelSettings():
            is_early = keys.digest is None
            return early if is_early else (await self._known.get(keys.best)).settings
        await self._known.save_settings(keys.digest, early)
        await self._known.remove_model(keys.file_key)
        return early

    async def save(self, path: str, settings: ModelSettings) -> bool:
        """Store the settings of a model; return whether its digest is known. Raises StorageError.

        If it is not known, the caller should compute it: the settings then follow the file.
        """
        keys = await asyncio.to_thread(keys_of, path, self.index_folder)
        if keys.digest is not None:
            await self._known.save_settings(keys.digest, settings)
            await self._known.remove_model(keys.file_key)
        elif settings.is_default:
            await self._known.remove_model(keys.file_key)
        else:
            await self._known.save_settings(keys.file_key, settings)
        return keys.digest is not None

    async def save_digest(self, path: str, digest: str) -> None:
        """Store a digest of the file as it is now."""
        await asyncio.to_thread(self._save_digest, path, digest)

    async def known_of(self, path: str) -> tuple[str | None, ModelSettings]:
        """Return the digest and the settings of a file that is to be moved.

        Raises StorageError.
        """
        keys = await asyncio.to_thread(keys_of, path, self.index_folder)
        return keys.digest, await self.settings_of(path)

    async def carry(self, path: str, digest: str | None, settings: ModelSettings) -> None:
        """Store the digest and the settings of a file that was moved. Raises StorageError."""
        if digest is not None:
            await self.save_digest(path, digest)
        if not settings.is_default:
            await self.save(path, settings)

    def _save_digest(self, path: str, digest: str) -> None:
        fingerprint = _fingerprint(path)
        known = read_digests(self.index_folder)
        if fingerprint and known.get(path) != (fingerprint, digest):
            write_digests(self.index_folder, known | {path: (fingerprint, digest)})


def stored_settings(database: Path, index_folder: Path, path: str) -> ModelSettings:
    """Return the settings of a model, for a program without a window; nothing is written.

    Blocks. Raises StorageError.
    """
    # The key of the file comes first, as in ``settings_of``.
    keys = keys_of(path, index_folder)
    return settings_in(database, dict.fromkeys((keys.file_key, keys.best)))


def is_file_key(key: str) -> bool:
    """Return whether a key stands for a file that was not hashed yet."""
    return key.startswith(_FILE_KEY)


def keys_of(path: str, index_folder: Path) -> FileKeys:
    """Return the keys of a file as it is now. Blocks."""
    return keys_in(path, read_digests(index_folder))


def keys_in(path: str, digests: Mapping[str, tuple[str, str]]) -> FileKeys:
    """Return the keys of a file as it is now, with the digests of ``read_digests``. Blocks."""
    fingerprint = _fingerprint(path)
    hashed, digest = digests.get(path, ("", ""))
    text = json.dumps([path, fingerprint])
    key = _FILE_KEY + hashlib.sha256(text.encode()).hexdigest()
    return FileKeys(key, digest if fingerprint and hashed == fingerprint else None)


def _fingerprint(path: str) -> str:
    """Return a text that changes when a file does; empty if the file is missing."""
    try:
        return fingerprint_of(os.stat(path))
    except (OSError, ValueError):
        return ""
