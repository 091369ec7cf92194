"""How a model on this computer is loaded: by the general settings, and those of this model."""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path

import msgspec

from app.data_folders import Paths
from app.domain.chat_options import ChatModel
from app.engine_settings import engine_config, settings_with
from app.errors import ModelUnavailable, lazy
from app.models.host.host import ModelSpec
from app.models.library.load_projector import projector_at_load
from app.models.library.model_files import ModelFiles
from app.models.library.model_groups import ProjectorChoice
from app.models.library.model_settings_store import ModelSettingsStore
from app.models.library.models import defaults_of, describe_any
from app.models.settings_model import ModelSettings
from app.settings import Settings

MINUTE_SECONDS = 60.0


class PreparedModel(msgspec.Struct, frozen=True):
    """A model to load, and its projector, or why the one in its settings is not used."""

    spec: ModelSpec
    projector: ProjectorChoice


class ModelSpecs:
    """Returns how models are loaded with the present settings."""

    def __init__(
        self,
        settings: Callable[[], Settings],
        paths: Paths,
        store: ModelSettingsStore,
        model_files: ModelFiles,
    ) -> None:
        self._settings = settings
        self._paths = paths
        self._store = store
        self._model_files = model_files

    async def of_chat(self, digest: str) -> ModelSpec:
        """Return how the model with a digest is loaded.

        Raises ModelUnavailable, ModelFileError and StorageError.
        """
        path = await self._model_files.path_of(ChatModel(digest))
        if path is None:
            raise ModelUnavailable(
                lazy("The model of this chat is missing. Choose another one for it.")
            )
        return await self.of(path)

    async def of(self, path: str) -> ModelSpec:
        """Return how a model is loaded. Raises ModelFileError and StorageError."""
        prepared = await self.prepare(path, await self._store.settings_of(path))
        return prepared.spec

    async def rest_seconds_of(self, path: str) -> float | None:
        """Return the idle time after which a model is unloaded. Raises StorageError."""
        return rest_seconds(self._settings(), await self._store.settings_of(path))

    async def prepare(self, path: str, own: ModelSettings) -> PreparedModel:
        """Return how a model with these settings is loaded. Raises ModelFileError."""
        model = await asyncio.to_thread(describe_any, Path(path))
        projector = await asyncio.to_thread(
            projector_at_load, model, own.projector_path, self._paths.model_index
        )
        settings = self._settings()
        config = engine_config(
            settings_with(settings, own),
            self._paths,
            own,
            path=path,
            projector_path=projector.path,
            defaults=defaults_of(model),
            embeds_only=model.embeds_only,
        )
        spec = ModelSpec(_absolute(path), config, rest_seconds(settings, own))
        return PreparedModel(spec, projector)


def rest_seconds(settings: Settings, own: ModelSettings) -> float | None:
    """Return the idle time after which a model is unloaded; None for never."""
    minutes = settings.unload_minutes if own.rest_minutes is None else own.rest_minutes
    return minutes * MINUTE_SECONDS if minutes else None


def _absolute(path: str) -> str:
    """Return a path in the form that the engine's client uses."""
    return os.path.abspath(path)
