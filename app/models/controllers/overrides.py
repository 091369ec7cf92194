"""What is set for one model, as chats are asked with it and as the settings show it."""

from collections.abc import Mapping
from dataclasses import replace

from app.chat.request_builder import ChatSettings, model_key, sampling_with
from app.domain.chat_options import PRESET_THINKING, ThinkingOptions, thinking_options_of
from app.models.settings_model import ModelSettings
from app.widgets.kit.text import format_number
from app.widgets.kit.translation import fill, translate
from engine.gguf.model_file import NO_ADVICE
from engine.messages.sampling_params import SamplingParams

LOADING_FIELDS = (
    *("context_window", "slot_count", "kv_type", "chat_template", "keeps_experts"),
    "projector_path",
    "tensor_split",
)
_SHOWN_CHARS = 120


def chat_settings_with(
    settings: ChatSettings,
    own: ModelSettings,
    preset: Mapping[str, object],
    path: str,
    advice: Mapping[str, object] = NO_ADVICE,
    default_prompt: str = "",
) -> ChatSettings:
    """Return what chats are asked with where they have nothing of their own, for one model.

    What is set for the model goes before its preset, and that before the settings. ``advice`` is
    how its makers advise to sample, and ``default_prompt`` a system prompt that it needs: both take
    the place of defaults, not of what the user has set.
    """
    default = SamplingParams()
    advised = {
        name: value
        for name, value in advice.items()
        if getattr(settings.sampling, name) == getattr(default, name)
    }
    prompt = preset.get("system_prompt")
    if own.system_prompt is not None:
        prompt = own.system_prompt
    key = model_key(path)
    thinking = settings.thinking.get(key, ThinkingOptions())
    of_preset = thinking_options_of(preset.get(PRESET_THINKING))
    return replace(
        settings,
        general=settings,
        system_prompt=(
            prompt if isinstance(prompt, str) else settings.system_prompt or default_prompt
        ),
        sampling=sampling_with(sampling_with(settings.sampling, advised), preset),
        thinking={**settings.thinking, key: thinking.over(of_preset)},
    )


def needs_loading(old: ModelSettings, new: ModelSettings) -> bool:
    """Return whether a model has to be loaded again for other settings."""
    return any(getattr(old, name) != getattr(new, name) for name in LOADING_FIELDS)


def own_texts(own: ModelSettings) -> dict[str, str]:
    """Return what is set for a model, as text by the names of the settings that it goes before."""
    texts: dict[str, str] = {}
    if own.context_window is not None:
        text = translate("ModelSettings", "{count} tokens")
        texts["context_window"] = fill(text, count=format_number(own.context_window))
    if own.slot_count is not None:
        texts["slot_count"] = format_number(own.slot_count)
    if own.kv_type is not None:
        texts["kv_type"] = own.kv_type
    if own.system_prompt is not None:
        prompt = " ".join(own.system_prompt.split())
        is_long = len(prompt) > _SHOWN_CHARS
        texts["system_prompt"] = f"{prompt[:_SHOWN_CHARS]} …" if is_long else prompt
    return texts
