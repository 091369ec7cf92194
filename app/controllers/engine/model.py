"""Which model answers: loaded at the start, opened from disk, fallen back from."""

import asyncio
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from app.controllers.banners import Banners
from app.controllers.engine.status_text import change_words, engine_status
from app.controllers.messages.replies import Replies
from app.controllers.settings import SettingsController
from app.controllers.tasks import Tasks
from app.data_folders import Paths
from app.domain import BannerContent
from app.library.models import builtin_model, describe
from app.settings import Settings
from app.widgets.window.main_window import MainWindow
from engine.client.client import EngineClient, EnginePhase, EngineState
from engine.wire.config import EngineConfig

translate = QCoreApplication.translate

_ENGINE_FIELDS = ("context_window", "slot_count", "thread_count", "gpu_layer_count", "model_path")


class ModelController:
    """Loads models as the settings say and shows what the engine says."""

    def __init__(
        self,
        window: MainWindow,
        client: EngineClient,
        settings: SettingsController,
        replies: Replies,
        tasks: Tasks,
        banners: Banners,
        paths: Paths,
    ) -> None:
        self._window = window
        self._client = client
        self._settings = settings
        self._replies = replies
        self._tasks = tasks
        self._banners = banners
        self._paths = paths
        self._opening: asyncio.Task[None] | None = None
        self._loading: asyncio.Task[None] | None = None
        self._restart_notice: BannerContent | None = None
        client.add_state_listener(self._on_state_changed)
        settings.listen(self._on_settings_changed)
        window.open_model_requested.connect(self._on_open_requested)
        window.builtin_model_requested.connect(self._on_builtin_requested)
        self._show(client.state)

    def load(self) -> None:
        """Load the model that the settings name; one that was on its way is let go."""
        if self._loading is not None:
            self._loading.cancel()
        self._loading = self._tasks.start(self._load(self._settings.current))

    def open(self, path: str | None) -> None:
        """Load this model file, None for the built-in one, and remember it in the settings."""
        if self._opening is not None:
            self._opening.cancel()  # a slow disk must not let an older wish come last
        self._opening = self._tasks.start(self._open(path))

    async def _load(self, settings: Settings) -> None:
        """Check the file in words before the engine sees it. Raises ModelFileError."""
        path = Path(settings.model_path) if settings.model_path else builtin_model()
        await asyncio.to_thread(describe, path)
        self._client.load(str(path), engine_config(settings, self._paths))

    def _on_open_requested(self, path: str) -> None:
        self._change_model(path)

    def _on_builtin_requested(self) -> None:
        self._change_model(None)

    def _change_model(self, path: str | None) -> None:
        running = len(self._replies.running_ids)
        if not running:
            self.open(path)
            return
        self._banners.show(
            change_words(running),
            action=translate("EngineStatus", "Open it anyway"),
            on_action=partial(self.open, path),
        )

    async def _open(self, path: str | None) -> None:
        if path is not None:
            await asyncio.to_thread(describe, Path(path))
        changed = self._settings.changed(model_path=path)
        if changed == self._settings.current:
            self.load()
        else:
            self._settings.apply(changed)

    def _on_settings_changed(self, old: Settings, new: Settings) -> None:
        if any(getattr(old, name) != getattr(new, name) for name in _ENGINE_FIELDS):
            self.load()
        elif cache_limit(old) != cache_limit(new):
            self._client.limit_cache(cache_limit(new))

    def _on_state_changed(self, state: EngineState) -> None:
        self._show(state)
        if state.model is not None:
            self._replies.set_context_window(state.model.context_window)
        if state.failed_path is not None:
            self._fall_back(state)
        if state.phase is EnginePhase.DOWN:
            self._offer_restart(state)
        elif self._restart_notice is not None:
            self._banners.dismiss(self._restart_notice)
            self._restart_notice = None

    def _fall_back(self, state: EngineState) -> None:
        """Say why a model is not there, and offer the built-in one if it was another."""
        is_builtin = self._settings.current.model_path is None
        self._banners.show(
            state.text,
            action="" if is_builtin else translate("EngineStatus", "Use the built-in model"),
            on_action=None if is_builtin else self._on_builtin_requested,
            is_trouble=True,
        )

    def _offer_restart(self, state: EngineState) -> None:
        self._restart_notice = self._banners.show(
            state.text,
            action=translate("EngineStatus", "Start it again"),
            on_action=self._client.restart,
            is_trouble=True,
        )

    def _show(self, state: EngineState) -> None:
        self._window.set_engine_status(engine_status(state))


def engine_config(settings: Settings, paths: Paths) -> EngineConfig:
    """Return the engine's part of the settings, and the folders that it uses."""
    return EngineConfig(
        context_window=settings.context_window,
        slot_count=settings.slot_count,
        thread_count=settings.thread_count,
        gpu_layer_count=settings.gpu_layer_count,
        cache_dir=str(paths.conversation_cache),
        cache_bytes=cache_limit(settings),
        pack_dir=str(paths.gpu_packs),
    )


def cache_limit(settings: Settings) -> int | None:
    """Return what the disk may keep of conversations in the engine's terms."""
    return settings.cache_bytes if settings.keeps_conversations else 0
