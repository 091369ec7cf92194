"""Options of a single chat; all others come from its preset, its model and the settings."""

import json
from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from app.machines.model import Route

# More thinking tokens than a model ever uses: a chat without a limit, overriding its model's.
NO_BUDGET = (1 << 31) - 1
PRESET_THINKING = "thinking"  # the key of a preset's thinking options, a JSON object
PRESET_TOOLS = "tools"  # the key of a preset's tools, a list of their keys
PRESET_MODEL = "model"  # the key of the model that a preset chooses, a JSON object


class ChatModel(msgspec.Struct, frozen=True):
    """The model of this computer that a chat has chosen; by default that of new chats.

    Attributes:
        digest: the SHA-256 of its file; until that is known, "file:" and a hash of the file's path,
            size and time. Empty if the chat has chosen no model of this computer.
        name: shown when the file is missing; without a digest, the name that another program gave.
    """

    digest: str = ""
    name: str = ""

    @property
    def is_chosen(self) -> bool:
        """Return whether the chat has chosen a model of this computer."""
        return bool(self.digest)


NO_MODEL = ChatModel()


class ThinkingOptions(msgspec.Struct, frozen=True):
    """How a model thinks before it answers. None is the default: the model's, then its template's.

    Only options listed in ``ModelInfo.thinking`` have an effect.

    Attributes:
        is_on: False asks for answers without thinking.
        effort: one of the words that the template knows, as "low".
        budget: maximum number of thinking tokens before the answer; 0 begins the answer at once,
            ``NO_BUDGET`` removes the limit.
    """

    is_on: bool | None = None
    effort: str | None = None
    budget: int | None = None

    def __post_init__(self) -> None:
        if self.budget is not None and not 0 <= self.budget <= NO_BUDGET:
            raise ValueError(f"a budget of {self.budget} tokens")

    def over(self, default: "ThinkingOptions") -> "ThinkingOptions":
        """Return these options, completed by those of ``default``."""
        return ThinkingOptions(
            default.is_on if self.is_on is None else self.is_on,
            default.effort if self.effort is None else self.effort,
            default.budget if self.budget is None else self.budget,
        )


class ChatOptions(msgspec.Struct, frozen=True):
    """The options of one chat. What is absent is the default.

    Attributes:
        sampling: values in place of the preset's, under the names that presets and the engine's
            ``SamplingParams`` have: ``temperature``, ``top_k``, ``dry``, ``logit_bias``,
            ``stop_strings``, ``seed``, ``max_tokens``, ``grammar``, ``json_schema`` and so on.
            JSON values: None is "off", "any" or "no limit", as in ``SamplingParams``; a group as
            ``dry`` is an object of its fields, ``{}`` with all defaults; ``logit_bias`` is a list
            of [token id or text, number] pairs, with None for the number where it is forbidden.
        thinking: whether, how hard and how long the model thinks.
        template_arguments: further arguments of the chat template by name; JSON values. Those of
            ``thinking`` take precedence.
        route: where the chat is answered; None if never chosen.
        consents: addresses that the user has agreed to have this chat sent to. Exports leave
            them out, and no import brings any.
        tools: the keys of the tools that are offered; None is those of the preset or, in a new
            chat, of the settings.
        allowed_tools: the tools that run in this chat without asking: their digests as they were
            when the user allowed them, by key; exports leave them out.
    """

    sampling: Mapping[str, object] = msgspec.field(default_factory=dict)
    thinking: ThinkingOptions = msgspec.field(default_factory=ThinkingOptions)
    template_arguments: Mapping[str, object] = msgspec.field(default_factory=dict)
    route: Route | None = None
    consents: tuple[str, ...] = ()
    tools: tuple[str, ...] | None = None
    allowed_tools: Mapping[str, str] = msgspec.field(default_factory=dict)

    @property
    def is_default(self) -> bool:
        """Return whether no option is set."""
        return self == ChatOptions()

    def with_sampling(self, name: str, value: object) -> "ChatOptions":
        """Return these options with a value for a sampler."""
        return replace(self, sampling={**self.sampling, name: value})

    def without_sampling(self, name: str) -> "ChatOptions":
        """Return these options without a value for a sampler."""
        kept = {key: value for key, value in self.sampling.items() if key != name}
        return replace(self, sampling=kept)

    def with_argument(self, name: str, value: object) -> "ChatOptions":
        """Return these options with a value for a template argument."""
        return replace(self, template_arguments={**self.template_arguments, name: value})

    def without_argument(self, name: str) -> "ChatOptions":
        """Return these options without a value for a template argument."""
        kept = {key: value for key, value in self.template_arguments.items() if key != name}
        return replace(self, template_arguments=kept)


def model_of(values: Mapping[str, object]) -> ChatModel:
    """Return the model that a preset chooses; ``NO_MODEL`` for none, or if it is not valid."""
    try:
        return msgspec.convert(values.get(PRESET_MODEL, {}), ChatModel)
    except ValueError:  # msgspec's ValidationError is one
        return NO_MODEL


def packed_chat_options(options: ChatOptions) -> str:
    """Return options as JSON for a database column; empty if no option is set."""
    if options.is_default:
        return ""
    values = msgspec.to_builtins(options).items()
    set_values = {name: value for name, value in values if value not in ({}, None, ())}
    if options.tools is not None:  # none at all is not the default
        set_values["tools"] = options.tools
    # Python's json: msgspec would turn an infinite bias, which forbids a token, into null.
    return json.dumps(set_values, ensure_ascii=False)


def unpacked_chat_options(text: str) -> ChatOptions:
    """Return the options of a JSON text; invalid values are replaced by defaults."""
    try:
        return chat_options_of(json.loads(text))
    except (ValueError, RecursionError):
        return ChatOptions()


def chat_options_of(value: object) -> ChatOptions:
    """Return the options of a JSON value, field by field.

    Missing, unknown or invalid values are replaced by defaults, without affecting others.
    Names of samplers and arguments are not checked here but where they are used.
    """
    given = value if isinstance(value, dict) else {}
    return ChatOptions(
        sampling=_named_values(given.get("sampling")),
        thinking=thinking_options_of(given.get("thinking")),
        template_arguments=_named_values(given.get("template_arguments")),
        route=_route_of(given.get("route")),
        consents=_texts(given.get("consents")),
        tools=None if given.get("tools") is None else _texts(given.get("tools")),
        allowed_tools=_named_texts(given.get("allowed_tools")),
    )


def thinking_options_of(value: object) -> ThinkingOptions:
    """Return the thinking options of a JSON value of a chat or a preset, likewise."""
    given = value if isinstance(value, dict) else {}
    thinking = ThinkingOptions()
    for name in ThinkingOptions.__struct_fields__:
        try:
            found = msgspec.convert({name: given.get(name)}, ThinkingOptions)
        except ValueError:  # msgspec's ValidationError is one
            continue
        thinking = found.over(thinking)
    return thinking


def _route_of(value: object) -> Route | None:
    try:
        return None if value is None else msgspec.convert(value, Route)
    except ValueError:
        return None


def _texts(value: object) -> tuple[str, ...]:
    texts = value if isinstance(value, list) else []
    return tuple(each for each in texts if isinstance(each, str))


def _named_texts(value: object) -> dict[str, str]:
    named = _named_values(value).items()
    return {name: each for name, each in named if isinstance(each, str)}


def _named_values(value: object) -> dict[str, object]:
    return dict(value) if isinstance(value, dict) else {}
