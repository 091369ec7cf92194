"""Tries out what a chat template does with the past, on a fake chat of three turns."""

from engine.ipc.lazy_text import lazy
from engine.messages.commands import ChatMessage, Role
from engine.messages.errors import ChatTemplateFailed, ChatTemplateTooSlow
from engine.messages.metrics import TemplateKind
from engine.text.chat_template import ChatTemplate

_THOUGHT = "<think>\nA plan.\n</think>\n\n"


PROBE_SECONDS = 2.0  # for nine renderings of a tiny chat, which take real templates a hundredth


def probe_template(template: ChatTemplate) -> TemplateKind:
    """Return whether a template leaves the past as it was when a turn is added.

    Raises ChatTemplateTooSlow for one that no chat could be read with.
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
    """Raise ChatTemplateFailed where no model could be loaded with a template, or answer with it.

    What a model's special tokens are is not known here. Takes two seconds at most.
    """
    template = ChatTemplate(source, {})
    probe_template(template)
    template.begin(PROBE_SECONDS)
    template.render([ChatMessage(Role.USER, "Question 0.")])


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
    """Return whether at least everything in front of the last reply stays as it was."""
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
