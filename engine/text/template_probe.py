"""Tests on tiny chats how a chat template treats the past."""

import json
from collections.abc import Callable

import msgspec

from engine.ipc.lazy_text import lazy
from engine.messages.commands import ChatMessage, Role, ToolCall
from engine.messages.errors import ChatTemplateFailed, ChatTemplateTooSlow
from engine.messages.metrics import TemplateKind
from engine.text.chat_template import ChatTemplate
from engine.text.history_probe import find_history
from engine.text.history_rewriter import lost_message

_THOUGHT = "<think>\nA plan.\n</think>\n\n"
PROBE_SECONDS = 2.0  # seconds for nine renderings of a tiny chat; real templates take a hundredth


def probe_template(template: ChatTemplate) -> TemplateKind:
    """Return whether a template keeps the past unchanged when a turn is added.

    Raises ChatTemplateTooSlow if the template is too slow for any chat.
    """
    template.begin(PROBE_SECONDS)
    try:
        if _keeps_replies(template, "") and _keeps_replies(template, _THOUGHT):
            return TemplateKind.STABLE
        if _keeps_questions(template):
            return TemplateKind.STRIPS_REASONING
    except ChatTemplateTooSlow as error:
        raise ChatTemplateTooSlow(
            lazy("The model's chat template takes too long. Open another model.")
        ) from error
    except ChatTemplateFailed:
        return TemplateKind.UNSTABLE
    return TemplateKind.UNSTABLE


def check_template(source: str) -> None:
    """Raise ChatTemplateFailed if a model cannot be loaded or used with a template.

    The model's special tokens are unknown here. Takes some seconds at most.
    """
    template = ChatTemplate(source, {})
    template.history = find_history(template)
    probe_template(template)
    template.begin(PROBE_SECONDS)
    question = ChatMessage(Role.USER, "Question 0.")
    if lost_message(template.render([question]), [question]) is not None:
        raise ChatTemplateFailed(
            lazy("The chat template leaves out the user's question. Set another one.")
        )


def _keeps_replies(template: ChatTemplate, thought: str) -> bool:
    """Return whether each prompt with its reply begins the next turn's prompt."""
    written = ""
    for talk in _growing_talk(thought):
        prompt = template.render(talk)
        if not prompt.startswith(written):
            return False
        written = f"{prompt}{thought}Answer {len(talk) // 2}."
    return True


def _keeps_questions(template: ChatTemplate) -> bool:
    """Return whether at least everything before the last reply stays unchanged."""
    written = ""
    for talk in _growing_talk(_THOUGHT):
        if not template.render(talk).startswith(written):
            return False
        written = template.render(talk, is_reply_awaited=False)
    return True


def _growing_talk(thought: str) -> list[list[ChatMessage]]:
    talks: list[list[ChatMessage]] = []
    talk: list[ChatMessage] = []
    for turn in range(3):
        talk = [*talk, ChatMessage(Role.USER, f"Question {turn}.")]
        talks.append(talk)
        talk = [*talk, ChatMessage(Role.ASSISTANT, f"{thought}Answer {turn}.")]
    return talks


def fenced_message(message: ChatMessage, fence: Callable[[str], str]) -> ChatMessage:
    """Return a message with the control texts in all of its texts fenced."""
    calls = tuple(
        ToolCall(fence(each.id), fence(each.name), _fenced_arguments(each.arguments, fence))
        for each in message.tool_calls
    )
    return msgspec.structs.replace(
        message,
        content=fence(message.content),
        reasoning=fence(message.reasoning),
        tool_calls=calls,
        tool_call_id=fence(message.tool_call_id),
        name=fence(message.name),
    )


def _fenced_arguments(text: str, fence: Callable[[str], str]) -> str:
    """Return JSON with fences in its texts: escaped fences would have no effect."""
    try:
        return json.dumps(fenced_value(json.loads(text), fence), ensure_ascii=False)
    except (ValueError, RecursionError):
        return fence(text)  # the model invented it


def fenced_value(value: object, fence: Callable[[str], str]) -> object:
    """Return a JSON value with the control texts in all of its texts fenced."""
    match value:
        case str():
            return fence(value)
        case list() | tuple():
            return [fenced_value(each, fence) for each in value]
        case dict():
            return {fence(name): fenced_value(each, fence) for name, each in value.items()}
    return value
