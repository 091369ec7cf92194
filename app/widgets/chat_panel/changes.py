"""Options of a chat by name: reading and setting one, and a change that can be undone."""

import enum
from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from app.domain.chat_options import ChatOptions, ThinkingOptions
from app.domain.conversations import ConversationOptions, OverflowPolicy

SYSTEM_PROMPT = "system_prompt"
PRESET = "preset_name"
OVERFLOW = "overflow_policy"
THINKING_ON = "thinking.is_on"
THINKING_EFFORT = "thinking.effort"
THINKING_BUDGET = "thinking.budget"
FORM = "form"
EVERYTHING = "everything"  # all options at once, as after a preset was saved
_THINKING = "thinking."
_ARGUMENT = "argument."  # prefix for arguments of the chat template; sampler names have no dot


class Unset(enum.Enum):
    """Marks an option that is not set for the chat, so that its default applies."""

    DEFAULT = "default"


class FormKind(enum.Enum):
    """The format of answers; each value is the name of the sampler."""

    ANYTHING = ""
    SCHEMA = "json_schema"
    GRAMMAR = "grammar"


class AnswerForm(msgspec.Struct, frozen=True):
    """A JSON schema or a grammar as text, or neither."""

    kind: FormKind = FormKind.ANYTHING
    text: str = ""


class Change(msgspec.Struct, frozen=True):
    """The values of an option before and after a change; ``Unset.DEFAULT`` if not set."""

    name: str
    before: object
    after: object


def argument_name(argument: str) -> str:
    """Return the option name of an argument of the chat template."""
    return f"{_ARGUMENT}{argument}"


def form_of(values: Mapping[str, object]) -> AnswerForm:
    """Return the schema or grammar among sampling values."""
    for kind in (FormKind.SCHEMA, FormKind.GRAMMAR):
        text = values.get(kind.value)
        if isinstance(text, str):
            return AnswerForm(kind, text)
    return AnswerForm()


def own_value(options: ConversationOptions, name: str) -> object:
    """Return the value of an option of the chat; ``Unset.DEFAULT`` if it is not set."""
    if name == EVERYTHING:
        return options
    if name in (SYSTEM_PROMPT, PRESET):
        value = getattr(options, name)
        return Unset.DEFAULT if value is None else value
    if name == OVERFLOW:
        is_default = options.overflow_policy is OverflowPolicy.SLIDE
        return Unset.DEFAULT if is_default else options.overflow_policy
    if name.startswith(_THINKING):
        value = getattr(options.chat.thinking, name.removeprefix(_THINKING))
        return Unset.DEFAULT if value is None else value
    if name.startswith(_ARGUMENT):
        arguments = options.chat.template_arguments
        return arguments.get(name.removeprefix(_ARGUMENT), Unset.DEFAULT)
    sampling = options.chat.sampling
    if name == FORM:
        is_set = any(kind.value in sampling for kind in FormKind)
        return form_of(sampling) if is_set else Unset.DEFAULT
    return sampling.get(name, Unset.DEFAULT)


def with_value(options: ConversationOptions, name: str, value: object) -> ConversationOptions:
    """Return options with one value replaced; ``Unset.DEFAULT`` removes the value."""
    if name == EVERYTHING:
        assert isinstance(value, ConversationOptions)
        return replace(
            options,
            system_prompt=value.system_prompt,
            preset_name=value.preset_name,
            overflow_policy=value.overflow_policy,
            chat=value.chat,
        )
    if name == SYSTEM_PROMPT:
        return replace(options, system_prompt=value if isinstance(value, str) else None)
    if name == PRESET:
        return replace(options, preset_name=value if isinstance(value, str) else None)
    if name == OVERFLOW:
        policy = value if isinstance(value, OverflowPolicy) else OverflowPolicy.SLIDE
        return replace(options, overflow_policy=policy)
    return replace(options, chat=_with_chat_value(options.chat, name, value))


def _with_chat_value(chat: ChatOptions, name: str, value: object) -> ChatOptions:
    is_unset = value is Unset.DEFAULT
    if name.startswith(_THINKING):
        return replace(chat, thinking=_with_thinking(chat.thinking, name, value))
    if name.startswith(_ARGUMENT):
        argument = name.removeprefix(_ARGUMENT)
        if is_unset:
            return chat.without_argument(argument)
        return chat.with_argument(argument, value)
    if name == FORM:
        return _with_form(chat, None if is_unset else value)
    return chat.without_sampling(name) if is_unset else chat.with_sampling(name, value)


def _with_thinking(thinking: ThinkingOptions, name: str, value: object) -> ThinkingOptions:
    if name == THINKING_ON:
        return replace(thinking, is_on=value if isinstance(value, bool) else None)
    if name == THINKING_EFFORT:
        return replace(thinking, effort=value if isinstance(value, str) else None)
    return replace(thinking, budget=value if isinstance(value, int) else None)


def _with_form(chat: ChatOptions, form: object) -> ChatOptions:
    """Set the schema or the grammar and turn off the other: an answer can't follow both."""
    chat = chat.without_sampling(FormKind.GRAMMAR.value)
    chat = chat.without_sampling(FormKind.SCHEMA.value)
    if not isinstance(form, AnswerForm):
        return chat
    # Turn one off first: a preset may have it on, and each value is checked as it is set.
    for kind in (FormKind.GRAMMAR, FormKind.SCHEMA):
        if kind is not form.kind:
            chat = chat.with_sampling(kind.value, None)
    if form.kind is FormKind.ANYTHING:
        return chat
    return chat.with_sampling(form.kind.value, form.text)
