"""The settings of one model, which do not depend on its file name, and its last use."""

import json
import math
from datetime import datetime

import msgspec
from msgspec.structs import replace

MAX_TEMPLATE_CHARS = 256 * 1024  # the limit of the engine
MAX_CARDS = 16  # graphics cards that llama.cpp splits a model over
MAX_ALIASES = 16
_MAX_ALIAS_CHARS = 100


def is_alias(text: str) -> bool:
    """Return whether a text can be an alias: short, and on one line."""
    is_short = 0 < len(text.strip()) <= _MAX_ALIAS_CHARS
    return is_short and text.isprintable() and "," not in text


class ModelSettings(msgspec.Struct, frozen=True):
    """The settings of one model. None stands for the setting of the program.

    Attributes:
        preset_name: the preset of its new chats.
        draft_path: the file of its draft model; None for none.
        system_prompt: the system prompt of its conversations; empty for none.
        context_window: the tokens that each chat may hold.
        slot_count: the number of chats that it can answer at once.
        kv_type: the type of the KV cache, as "F16" or "Q8_0".
        rest_minutes: idle time after which it is unloaded; 0 for never.
        chat_template: replaces the template in its file.
        projector_path: the file of its projector; empty for none, None for the one in its folder.
        keeps_experts: the experts stay in main memory instead of on the graphics card.
        tensor_split: the share of each of several graphics cards, in proportion.
        aliases: other names by which programs can ask for it.
        sampling: the sampling of its chats, as in ``ChatOptions.sampling``.
    """

    preset_name: str | None = None
    draft_path: str | None = None
    system_prompt: str | None = None
    context_window: int | None = None
    slot_count: int | None = None
    kv_type: str | None = None
    chat_template: str | None = None
    keeps_experts: bool | None = None
    projector_path: str | None = None
    tensor_split: tuple[float, ...] | None = None
    rest_minutes: int | None = None
    aliases: tuple[str, ...] | None = None
    sampling: dict[str, object] | None = None

    def __post_init__(self) -> None:
        for name in ("context_window", "slot_count"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise ValueError(f"{name} of {value}")
        if self.rest_minutes is not None and self.rest_minutes < 0:
            raise ValueError(f"rest_minutes of {self.rest_minutes}")
        shares = self.tensor_split or ()
        if len(shares) > MAX_CARDS or not all(0 <= share < math.inf for share in shares):
            raise ValueError(f"shares of {shares}")
        aliases = self.aliases or ()
        if len(aliases) > MAX_ALIASES or not all(map(is_alias, aliases)):
            raise ValueError(f"aliases of {aliases}")
        if self.chat_template is not None and len(self.chat_template) > MAX_TEMPLATE_CHARS:
            raise ValueError(f"a template of {len(self.chat_template)} characters")

    @property
    def is_default(self) -> bool:
        """Return whether every setting is that of the program."""
        return self == ModelSettings()


class KnownModel(msgspec.Struct, frozen=True):
    """A model that was used or set up here.

    Attributes:
        digest: the SHA-256 of its file, which identifies it under any name.
        path: the last known path of its file.
        used_at: the time of its last load; None if it was never loaded.
    """

    digest: str
    name: str = ""
    path: str = ""
    used_at: datetime | None = None
    settings: ModelSettings = msgspec.field(default_factory=ModelSettings)


def packed_model_settings(settings: ModelSettings) -> str:
    """Return settings as the JSON of a database column; empty if none is set."""
    if settings.is_default:
        return ""
    values = msgspec.to_builtins(settings)
    # The json of Python: paths may have lone surrogates, which it escapes.
    return json.dumps({name: value for name, value in values.items() if value is not None})


def unpacked_model_settings(text: str) -> ModelSettings:
    """Return the settings of a JSON text; a field that is not valid is not set."""
    try:
        given = json.loads(text) if text else {}
    except (ValueError, RecursionError):
        given = {}
    settings = ModelSettings()
    for name in ModelSettings.__struct_fields__:
        if isinstance(given, dict) and name in given:
            try:
                found = msgspec.convert({name: given[name]}, ModelSettings)
            except ValueError:  # msgspec's ValidationError is one
                continue
            settings = replace(settings, **{name: getattr(found, name)})
    return settings
