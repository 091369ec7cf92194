"""What is set for one model, whatever its file is called, and when it was used last."""

import json
import math
from dataclasses import dataclass, field, fields, replace
from datetime import datetime

import msgspec

LONGEST_TEMPLATE = 256 * 1024  # characters, as the engine takes them
MAX_CARDS = 16  # that the library shares a model between


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """The settings of one model. What is None is what the settings of the program say.

    Attributes:
        preset_name: the preset of its new chats.
        draft_path: the file of a small model that guesses ahead for it.
        system_prompt: stands before its conversations; empty for none.
        context_window: tokens that each chat may hold.
        slot_count: chats that it can answer at the same moment.
        kv_type: how it keeps what it remembers, as "F16" or "Q8_0".
        chat_template: in place of the one in its file.
        projector_path: the file with which it sees pictures; empty for none, None for the one
            that lies beside it.
        keeps_experts: its experts stay in main memory, or go to the graphics card with all else.
        tensor_split: how much of it each of several graphics cards gets, in proportion.
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

    def __post_init__(self) -> None:
        for name in ("context_window", "slot_count"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise ValueError(f"{name} of {value}")
        shares = self.tensor_split or ()
        if len(shares) > MAX_CARDS or not all(0 <= share < math.inf for share in shares):
            raise ValueError(f"shares of {shares}")
        if self.chat_template is not None and len(self.chat_template) > LONGEST_TEMPLATE:
            raise ValueError(f"a template of {len(self.chat_template)} characters")

    @property
    def is_default(self) -> bool:
        """Return whether nothing is set."""
        return self == ModelSettings()


@dataclass(frozen=True, slots=True)
class KnownModel:
    """A model that was used or set up here.

    Attributes:
        digest: SHA-256 of its file, by which it is known under any name.
        path: where it was last.
        used_at: when it was loaded last; None if it never was.
    """

    digest: str
    name: str = ""
    path: str = ""
    used_at: datetime | None = None
    settings: ModelSettings = field(default_factory=ModelSettings)


def packed_model_settings(settings: ModelSettings) -> str:
    """Return settings as JSON, as a column keeps them; empty where nothing is set."""
    if settings.is_default:
        return ""
    values = msgspec.to_builtins(settings)
    # Python's own: paths may have half letters, for which JSON has escapes.
    return json.dumps({name: value for name, value in values.items() if value is not None})


def unpacked_model_settings(text: str) -> ModelSettings:
    """Return the settings of a JSON text, field by field; what can't be understood is not set."""
    try:
        given = json.loads(text) if text else {}
    except (ValueError, RecursionError):
        given = {}
    settings = ModelSettings()
    for each in fields(ModelSettings):
        if isinstance(given, dict) and each.name in given:
            try:
                found = msgspec.convert({each.name: given[each.name]}, ModelSettings)
            except ValueError:  # msgspec's ValidationError is one
                continue
            settings = replace(settings, **{each.name: getattr(found, each.name)})
    return settings
