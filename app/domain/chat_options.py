"""What is set for one chat only; all else comes from its preset, its model and the settings."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace

import msgspec

from app.machines.model import Route

# Tokens of thinking that no model reaches: a chat without a budget, whatever its model's is.
NO_BUDGET = (1 << 31) - 1
PRESET_THINKING = "thinking"  # under which a preset has how the model thinks, as a JSON object


@dataclass(frozen=True, slots=True)
class ThinkingOptions:
    """How a model thinks before it answers. None is the default: the model's, then its template's.

    Only what the model can follow has an effect; ``ModelInfo.thinking`` says what that is.

    Attributes:
        is_on: False asks for answers without thinking.
        effort: one of the words that the template knows, as "low".
        budget: tokens of thinking behind which the answer begins; 0 begins it at once,
            ``NO_BUDGET`` lets the model think as long as it wants.
    """

    is_on: bool | None = None
    effort: str | None = None
    budget: int | None = None

    def __post_init__(self) -> None:
        if self.budget is not None and not 0 <= self.budget <= NO_BUDGET:
            raise ValueError(f"a budget of {self.budget} tokens")

    def over(self, default: "ThinkingOptions") -> "ThinkingOptions":
        """Return these, with the default's values where these have none."""
        return ThinkingOptions(
            default.is_on if self.is_on is None else self.is_on,
            default.effort if self.effort is None else self.effort,
            default.budget if self.budget is None else self.budget,
        )


@dataclass(frozen=True, slots=True)
class ChatOptions:
    """The options of one chat. What is absent is the default.

    Attributes:
        sampling: values in place of the preset's, under the names that presets and the engine's
            ``SamplingParams`` have: ``temperature``, ``top_k``, ``dry``, ``logit_bias``,
            ``stop_strings``, ``seed``, ``max_tokens``, ``grammar``, ``json_schema`` and so on.
            JSON values: None is "off", "any" or "no limit", as in ``SamplingParams``; a group as
            ``dry`` is an object of its fields, ``{}`` with all defaults; ``logit_bias`` is a list
            of [token id or text, number] pairs, with None for the number where it is forbidden.
        thinking: whether, how hard and how long the model thinks.
        template_arguments: what the chat template is given besides, by name; JSON values. Those of
            ``thinking`` go before.
        route: where the chat is answered; None was never chosen.
        consents: addresses that the user has agreed to have this chat sent to. Exports leave
            them out, and no import brings any.
    """

    sampling: Mapping[str, object] = field(default_factory=dict)
    thinking: ThinkingOptions = field(default_factory=ThinkingOptions)
    template_arguments: Mapping[str, object] = field(default_factory=dict)
    route: Route | None = None
    consents: tuple[str, ...] = ()

    @property
    def is_default(self) -> bool:
        """Return whether nothing is set."""
        return self == ChatOptions()

    def with_sampling(self, name: str, value: object) -> "ChatOptions":
        """Return these with a value of their own for a sampler."""
        return replace(self, sampling={**self.sampling, name: value})

    def without_sampling(self, name: str) -> "ChatOptions":
        """Return these with the default of a sampler."""
        kept = {key: value for key, value in self.sampling.items() if key != name}
        return replace(self, sampling=kept)

    def with_argument(self, name: str, value: object) -> "ChatOptions":
        """Return these with a value for an argument of the template."""
        return replace(self, template_arguments={**self.template_arguments, name: value})

    def without_argument(self, name: str) -> "ChatOptions":
        """Return these with the template's own value of an argument."""
        kept = {key: value for key, value in self.template_arguments.items() if key != name}
        return replace(self, template_arguments=kept)


def packed_chat_options(options: ChatOptions) -> str:
    """Return options as JSON, as a column keeps them; empty where nothing is set."""
    if options.is_default:
        return ""
    values = msgspec.to_builtins(options).items()
    set_values = {name: value for name, value in values if value not in ({}, None, ())}
    # Python's own: of an infinite bias, which forbids a token, msgspec makes null.
    return json.dumps(set_values, ensure_ascii=False)


def unpacked_chat_options(text: str) -> ChatOptions:
    """Return the options of a JSON text; what cannot be understood has its default."""
    try:
        return chat_options_of(json.loads(text))
    except (ValueError, RecursionError):
        return ChatOptions()


def chat_options_of(value: object) -> ChatOptions:
    """Return the options of a JSON value, field by field.

    What is missing, of another version, or broken has its default, and takes nothing else along.
    Names of samplers and arguments are kept as they are: whoever uses them knows which there are.
    """
    given = value if isinstance(value, dict) else {}
    return ChatOptions(
        sampling=_named_values(given.get("sampling")),
        thinking=thinking_options_of(given.get("thinking")),
        template_arguments=_named_values(given.get("template_arguments")),
        route=_route_of(given.get("route")),
        consents=_texts(given.get("consents")),
    )


def thinking_options_of(value: object) -> ThinkingOptions:
    """Return how to think as a JSON value says, as of a chat or of a preset; likewise."""
    given = value if isinstance(value, dict) else {}
    thinking = ThinkingOptions()
    for each in fields(ThinkingOptions):
        try:
            found = msgspec.convert({each.name: given.get(each.name)}, ThinkingOptions)
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


def _named_values(value: object) -> dict[str, object]:
    return dict(value) if isinstance(value, dict) else {}
