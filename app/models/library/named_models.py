"""Which models programs can name."""

from collections.abc import Iterable

from app.models.aliases import NamedModel
from app.models.library.chat_models import ChatModels
from app.models.library.model_settings_store import ModelSettingsStore


async def named_models(
    files: ChatModels, store: ModelSettingsStore, paths: Iterable[str]
) -> list[NamedModel]:
    """Return the models of these files and of the library. Raises StorageError."""
    found: list[NamedModel] = []
    for each in await files.all(paths):
        path = await files.path_of(each)
        if path is not None:
            own = await store.settings_of(path)
            found.append(NamedModel(each.digest, each.name, path, own.aliases or ()))
    return found
