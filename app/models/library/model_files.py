"""The models of chats: the key of a file, and the file of a key, under any name."""

import asyncio
import contextlib
import os
from collections.abc import Iterable
from pathlib import Path

from app.domain.chat_options import ChatModel
from app.errors import ModelFileError
from app.models.library.library_index import LibraryIndex, read_digests
from app.models.library.model_folders import hashed_size
from app.models.library.model_settings_store import (
    FileKeys,
    ModelSettingsStore,
    is_file_key,
    keys_in,
    keys_of,
)
from app.models.library.models import describe, describe_any
from app.models.library_model import LibraryModel
from app.models.named_model import NamedModel
from app.models.store import KnownModelRepository
from app.storage.content.conversation_repository import ConversationRepository
from engine.gguf.model_name import ModelName, without_quantization


class ModelFiles:
    """Names the file of a chat's model so that it is found again after it was moved or renamed.

    A chat names the SHA-256 of the file. A model of 50 GB takes minutes to hash: until then the
    chat has a key of path, size and time, which ``settle`` replaces.
    """

    def __init__(
        self, known: KnownModelRepository, conversations: ConversationRepository, index_folder: Path
    ) -> None:
        self._known = known
        self._conversations = conversations
        self._index_folder = index_folder

    async def model_of(self, path: str) -> ChatModel:
        """Return the model of a file, as a chat stores it. Raises ModelFileError, StorageError.

        The path must be absolute. It is stored, so that it is found without a search.
        """
        name = (await asyncio.to_thread(describe, Path(path))).name
        key = (await asyncio.to_thread(keys_of, path, self._index_folder)).best
        if (await self._known.get(key)).path != path:
            await self._known.note_path(key, name, path)
        return ChatModel(key, name)

    async def all(self, paths: Iterable[str] = ()) -> tuple[ChatModel, ...]:
        """Return the models of these files and of the library, each once; missing files are not.

        Raises StorageError.
        """
        found: dict[str, ChatModel] = {}
        for path in dict.fromkeys(paths):
            with contextlib.suppress(ModelFileError):
                model = await self.model_of(path)
                found[model.digest] = model
        for model, _path in await asyncio.to_thread(library_models, self._index_folder):
            found.setdefault(model.digest, model)
        return tuple(found.values())

    async def embedding_models(self) -> list[tuple[ChatModel, str]]:
        """Return the models of the library that only embed, with their files."""
        return await asyncio.to_thread(library_models, self._index_folder, embeds_only=True)

    async def path_of(self, model: ChatModel) -> str | None:
        """Return the file of a chat's model; None if it is missing. Raises StorageError."""
        if not model.is_chosen:
            return None
        known = await self._known.get(model.digest)
        noted = known.path
        found = await asyncio.to_thread(_found, model.digest, noted, self._index_folder)
        if found is not None:
            return found
        # It has another time since it was hashed, as after a copy, or was never hashed.
        is_same = is_file_key(model.digest) or await asyncio.to_thread(
            _has_hashed_size, model.digest, noted, self._index_folder
        )
        is_same = is_same and await asyncio.to_thread(_is_named, noted, known.name)
        return noted if is_same else None

    async def is_hashed(self, path: str) -> bool:
        """Return whether the digest of a file is known as it is now."""
        keys = await asyncio.to_thread(keys_of, path, self._index_folder)
        return keys.digest is not None

    async def nearest(self, model: ChatModel) -> str | None:
        """Return a file of the same model in any quantization; None if there is none."""
        return await asyncio.to_thread(_nearest, model.name, self._index_folder)

    async def settle(self, path: str) -> FileKeys:
        """Let the chats that name a file by its path name it by its digest, if that is known now.

        Returns the keys of the file. Raises StorageError.
        """
        keys = await asyncio.to_thread(keys_of, path, self._index_folder)
        if keys.digest is not None:
            # Without a row if the settings of the file moved to its digest first.
            await self._conversations.replace_model_key(keys.file_key, keys.digest)
            early = [each for each in await self._known.at_path(path) if is_file_key(each.digest)]
            for each in early:
                # Also the keys from before the file got another time; its name is the same.
                if await asyncio.to_thread(_is_named, path, each.name):
                    await self._known.note_path(keys.digest, each.name, path)
                    await self._conversations.replace_model_key(each.digest, keys.digest)
        return keys


def _found(key: str, noted: str, index_folder: Path) -> str | None:
    """Return the file with a key: at the path that was noted, or anywhere. Blocks."""
    digests = read_digests(index_folder)
    if is_file_key(key):
        paths: Iterable[str] = (noted, *LibraryIndex.read(index_folder).models)
        return next((each for each in paths if keys_in(each, digests).file_key == key), None)
    paths = (noted, *(path for path, (_, digest) in digests.items() if digest == key))
    found = next((each for each in paths if keys_in(each, digests).digest == key), None)
    if found is None and noted not in digests and os.path.isfile(noted):
        return noted  # the file of digests was deleted
    return found


def _has_hashed_size(digest: str, path: str, index_folder: Path) -> bool:
    """Return whether a file had this digest when it was hashed, and has the same size now."""
    fingerprint, hashed = read_digests(index_folder).get(path, ("", ""))
    try:
        return hashed == digest and hashed_size(fingerprint) == os.stat(path).st_size
    except (OSError, ValueError):
        return False


def _is_named(path: str, name: str) -> bool:
    """Return whether a file is a model with this name."""
    try:
        return bool(path) and describe_any(Path(path)).name == name
    except ModelFileError:
        return False


async def named_models(
    files: ModelFiles, store: ModelSettingsStore, paths: Iterable[str]
) -> list[NamedModel]:
    """Return the models of these files and of the library. Raises StorageError."""
    found: list[NamedModel] = []
    for model, file in await files.embedding_models():
        aliases = (await store.settings_of(file)).aliases or ()
        found.append(NamedModel(model.digest, model.name, file, aliases, embeds_only=True))
    for each in await files.all(paths):
        path = await files.path_of(each)
        if path is not None:
            own = await store.settings_of(path)
            found.append(NamedModel(each.digest, each.name, path, own.aliases or ()))
    return found


def library_models(index_folder: Path, *, embeds_only: bool = False) -> list[tuple[ChatModel, str]]:
    """Return the models of the last search that can chat, or embed only, with their files.

    Blocks.
    """
    models = (each.model for each in LibraryIndex.read(index_folder).models.values())
    digests = read_digests(index_folder)
    return [
        (ChatModel(keys_in(each.path, digests).best, _full_name(each)), each.path)
        for each in models
        if (each.only_embeds if embeds_only else each.can_chat) and os.path.isfile(each.path)
    ]


def _full_name(model: LibraryModel) -> str:
    return ModelName(model.name, model.facts.quantization).full


def _nearest(name: str, index_folder: Path) -> str | None:
    wanted = _base(name)
    for each in LibraryIndex.read(index_folder).models.values():
        model = each.model
        if not model.can_chat or not os.path.isfile(model.path):
            continue
        if _base(_full_name(model)) == wanted:
            return model.path
    return None


def _base(name: str) -> str:
    """Return the words of a name without its quantization."""
    return " ".join(without_quantization(name).replace("·", " ").split()).casefold()
