"""The content of the panel: the options of a chat and their defaults."""

from collections.abc import Mapping

import msgspec
from msgspec.structs import asdict, replace

from app.domain.chat_options import (
    PRESET_THINKING,
    PRESET_TOOLS,
    ThinkingOptions,
    thinking_options_of,
)
from app.domain.conversations import ConversationOptions, OverflowPolicy, Preset
from app.widgets.chat_panel.changes import (
    FORM,
    OVERFLOW,
    SYSTEM_PROMPT,
    THINKING_BUDGET,
    Unset,
    form_of,
    own_value,
)
from app.widgets.chat_panel.pin_list import PinnedMessage
from app.widgets.chat_panel.thinking_rows import ThinkingChoices


class PanelContent(msgspec.Struct, frozen=True):
    """The chat that the panel shows.

    Attributes:
        presets: all presets, in any order.
        default_prompt, defaults: the system prompt and the sampling values of the settings.
        advised: the names of those values that are recommended for the model.
        pins: the pinned messages of the visible branch, the oldest first.
        thinking: the thinking options that the model supports.
        can_slide: whether the model can drop the oldest messages without rereading the others.
    """

    conversation_id: str
    title: str = ""
    options: ConversationOptions = msgspec.field(default_factory=ConversationOptions)
    presets: tuple[Preset, ...] = ()
    default_prompt: str = ""
    defaults: Mapping[str, object] = msgspec.field(default_factory=dict)
    advised: frozenset[str] = frozenset()
    pins: tuple[PinnedMessage, ...] = ()
    can_slide: bool = True
    thinking: ThinkingChoices = msgspec.field(default_factory=ThinkingChoices)

    def default_of(self, name: str, preset_name: str | None) -> object:
        """Return the value that applies if the chat sets none: the preset's or the settings'.

        None if neither has a value.
        """
        if name == OVERFLOW:
            return OverflowPolicy.SLIDE
        if name == THINKING_BUDGET:
            return self.thinking_with(preset_name).budget
        values = {**self.defaults, SYSTEM_PROMPT: self.default_prompt}
        values.update(self.preset_values(preset_name))
        return form_of(values) if name == FORM else values.get(name)

    def is_advised(self, name: str, preset_name: str | None) -> bool:
        """Return whether a default is recommended for the model."""
        return name in self.advised and name not in self.preset_values(preset_name)

    def preset_values(self, preset_name: str | None) -> Mapping[str, object]:
        """Return the values of a preset; empty if there is no such preset."""
        return next((each.values for each in self.presets if each.name == preset_name), {})

    def thinking_with(self, preset_name: str | None) -> ThinkingChoices:
        """Return the thinking options with the defaults that a preset sets."""
        preset = self.preset_thinking(preset_name)
        known = ThinkingOptions(self.thinking.is_on, self.thinking.effort, self.thinking.budget)
        return replace(self.thinking, **asdict(preset.over(known)))

    def preset_thinking(self, preset_name: str | None) -> ThinkingOptions:
        """Return the thinking options of a preset."""
        return thinking_options_of(self.preset_values(preset_name).get(PRESET_THINKING))


def own_count(options: ConversationOptions) -> int:
    """Return the number of values set for the chat that a preset can hold."""
    forms = own_value(options, FORM) is not Unset.DEFAULT
    names = options.chat.sampling.keys() - {"grammar", "json_schema"}
    return (
        len(names)
        + forms
        + (options.system_prompt is not None)
        + len(_set_values(options.chat.thinking))
        + (options.chat.tools is not None)
    )


def saved_preset(name: str, content: PanelContent, options: ConversationOptions) -> Preset:
    """Return a preset with the values of the selected one, overridden by those of the chat."""
    values = {**content.preset_values(options.preset_name), **options.chat.sampling}
    if options.system_prompt is not None:
        values[SYSTEM_PROMPT] = options.system_prompt
    thinking = options.chat.thinking.over(content.preset_thinking(options.preset_name))
    if _set_values(thinking):
        values[PRESET_THINKING] = _set_values(thinking)
    if options.chat.tools is not None:
        values[PRESET_TOOLS] = list(options.chat.tools)
    return Preset(name, values)


def _set_values(thinking: ThinkingOptions) -> dict[str, object]:
    return {name: value for name, value in asdict(thinking).items() if value is not None}
