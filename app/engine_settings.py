"""The engine's part of the settings, for a window and for a server without one."""

import msgspec

from app.chat.request_builder import model_key
from app.data_folders import Paths
from app.errors import InvalidSettings
from app.models.settings_model import ModelSettings
from app.settings import AUTOMATIC_SLOTS, KvType, Settings
from engine.messages.config import EngineConfig, ModelDefaults

NO_MODEL_SETTINGS = ModelSettings()
_NO_DEFAULTS = ModelDefaults()


def settings_with(settings: Settings, own: ModelSettings) -> Settings:
    """Return the settings for one model; invalid settings of the model are ignored."""
    wanted = {
        "context_window": own.context_window,
        "slot_count": own.slot_count,
        "kv_type": None if own.kv_type is None else KvType.__members__.get(own.kv_type),
        "system_prompt": own.system_prompt,
    }
    for name, value in wanted.items():
        if value is not None:
            try:
                settings = msgspec.structs.replace(settings, **{name: value})
            except InvalidSettings:  # from a database that was edited by hand
                continue
    return settings


def slots_of(settings: Settings, path: str = "") -> int:
    """Return the slots of a model file, or those of a model whose chats have never waited."""
    if settings.slot_count is not None:
        return settings.slot_count
    return settings.raised_slots.get(model_key(path), AUTOMATIC_SLOTS)


def engine_config(
    settings: Settings,
    paths: Paths,
    own: ModelSettings = NO_MODEL_SETTINGS,
    *,
    path: str = "",
    projector_path: str = "",
    defaults: ModelDefaults = _NO_DEFAULTS,
    embeds_only: bool = False,
) -> EngineConfig:
    """Return the configuration for loading a model, and the engine's folders.

    ``path`` is the file of the model, and ``own`` holds its settings; those that exist in
    ``settings`` are merged already. ``projector_path`` is the file for pictures; empty for none.
    ``defaults`` apply to requests of other programs that do not set their own values. The context
    window of all chats is not that of a model that ``embeds_only``.
    """
    return EngineConfig(
        context_window=own.context_window if embeds_only else settings.context_window,
        slot_count=slots_of(settings, path),
        kv_type=settings.kv_type,
        thread_count=settings.thread_count,
        guesses_ahead=settings.guesses_ahead,
        gpu_layer_count=settings.gpu_layer_count,
        rpc_servers=() if settings.is_offline else settings.rpc_servers,
        cache_dir=str(paths.conversation_cache),
        cache_bytes=cache_limit(settings),
        program_cache_percent=settings.program_cache_percent,
        gpu_backend_dir=str(paths.gpu_packs),
        chat_template=own.chat_template or None,
        keeps_experts=own.keeps_experts,
        tensor_split=own.tensor_split or (),
        projector_path=projector_path or None,
        draft_path=own.draft_path if settings.guesses_ahead else None,
        defaults=defaults,
    )


def cache_limit(settings: Settings) -> int | None:
    """Return the limit of the KV cache on disk in bytes; 0 disables it, None is the default."""
    return settings.cache_bytes if settings.keeps_conversations else 0
