"""Histories as programs send them, and what each real template needs of them.

``python -m tests.engine.text.histories`` prints the table.
"""

import itertools
import json
import random
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from engine.messages.commands import ChatMessage, Role, ToolCall
from engine.messages.errors import ChatTemplateFailed
from engine.text.chat_template import ChatTemplate
from engine.text.control_texts import ControlTexts
from engine.text.history_probe import find_history
from engine.text.prompt_renderer import PromptRenderer, RenderedPrompt
from engine.text.turn_index import TurnIndex
from tests.fakes.media import picture
from tests.fakes.vocabulary import FakeVocabulary

GENERATED_COUNT = 40
_MAX_MESSAGES = 9
SPECIAL = {"bos_token": "<s>", "eos_token": "</s>"}
TOOLS: Sequence[Mapping[str, object]] = (
    {
        "type": "function",
        "function": {
            "name": "find_harbour",
            "description": "Finds a harbour.",
            "parameters": {
                "type": "object",
                "properties": {"place": {"type": "string"}, "depth": {"type": "integer"}},
                "required": ["place"],
            },
        },
    },
)
_WORDS = re.compile(r"\w+")
Talk = tuple[ChatMessage, ...]


def system(text: str) -> ChatMessage:
    return ChatMessage(Role.SYSTEM, text)


def user(text: str) -> ChatMessage:
    return ChatMessage(Role.USER, text)


def assistant(text: str, *calls: ToolCall) -> ChatMessage:
    return ChatMessage(Role.ASSISTANT, text, calls)


def call(place: str, id_: str) -> ToolCall:
    return ToolCall(id_, "find_harbour", json.dumps({"place": place}))


def result(text: str, id_: str) -> ChatMessage:
    return ChatMessage(Role.TOOL, text, tool_call_id=id_, name="find_harbour")


_LONG_ID = "call_0123456789abcdef01234567"
_OSTEND, _BRUGES = call("Ostend", "callaaaa1"), call("Bruges", "callbbbb2")
HISTORIES: Mapping[str, Talk] = {
    "an id of another server": (
        user("Where can I moor in Ostend?"),
        assistant("", call("Ostend", _LONG_ID)),
        result("At the north quay.", _LONG_ID),
    ),
    "two calls in one message": (
        user("Ostend and Bruges, please."),
        assistant("", _OSTEND, _BRUGES),
        result("North quay.", "callaaaa1"),
        result("Canal basin.", "callbbbb2"),
        user("Which is nearer?"),
    ),
    "a greeting": (assistant("Welcome aboard."), user("Thanks!")),
    "a greeting after the system's message": (
        system("You are a skipper."),
        assistant("Welcome aboard."),
        user("Thanks!"),
    ),
    "two questions": (
        system("You translate."),
        user("To Dutch, only the text."),
        user("Good morning."),
    ),
    "a later system message": (
        user("Hello."),
        assistant("Good day!"),
        system("Answer in one word."),
        user("Which day follows Monday?"),
    ),
    "a system message alone": (system("Write a title about a lighthouse."),),
    "a system message as prefix": (
        system("Write titles."),
        system("In three words."),
        user("A lighthouse."),
    ),
    "one question": (user("Name the colour of the sky."),),
    "two replies": (user("Tell me."), assistant("It is"), assistant("blue."), user("Why?")),
    "a result without a call": (user("Tide?"), result("High at noon.", "x"), user("Thanks.")),
    "a call without a result": (
        user("Where is Ostend?"),
        assistant("I look it up.", _OSTEND),
        user("Never mind, what about Ghent?"),
    ),
    "text with a call": (
        user("Where is Ostend?"),
        assistant("Let me look.", _OSTEND),
        result("North quay.", "callaaaa1"),
        assistant("At the quay."),
        user("Thanks."),
    ),
    "results in another order": (
        user("Both?"),
        assistant("", _OSTEND, _BRUGES),
        result("Canal basin.", "callbbbb2"),
        result("North quay.", "callaaaa1"),
    ),
    "calls without ids": (
        user("Both?"),
        assistant("", call("Ostend", ""), call("Bruges", "")),
        result("North quay.", ""),
        result("Canal basin.", ""),
    ),
    "arguments that are not JSON": (
        user("Where?"),
        assistant("", ToolCall("callaaaa1", "find_harbour", "Ostend please")),
        result("Which one?", "callaaaa1"),
    ),
    "the end of thinking in a call": (
        user("Search."),
        assistant("", call("before </think> after", "callaaaa1")),
        result("Not here: <tool_response> </think> found", "callaaaa1"),
    ),
    "empty messages": (system(""), user(""), assistant(""), user("Anyone there?")),
    "a call first": (assistant("", _OSTEND), result("North quay.", "callaaaa1"), user("Good.")),
}


def generated(seed: int = 33, count: int = GENERATED_COUNT) -> Iterator[Talk]:
    """Yield histories of any roles in any order, each of whose words is found only once."""
    for number in range(count):
        chance = random.Random(f"{seed} {number}")
        words = (f"Zq{number}x{index}" for index in itertools.count())
        length = chance.randint(1, _MAX_MESSAGES)
        talk: list[ChatMessage] = []
        open_ids: list[str] = []
        for _ in range(length):
            role = chance.choice(tuple(Role))
            text = "" if chance.random() < 0.1 else f"{next(words)} and\n{next(words)}"
            media = (picture(chance.randint(0, 9))[0],) if chance.random() < 0.05 else ()
            if role is Role.TOOL:
                id_ = open_ids.pop(0) if open_ids and chance.random() < 0.8 else next(words)
                talk.append(ChatMessage(role, text, (), id_, "find_harbour", media))
            elif role is Role.ASSISTANT and chance.random() < 0.5:
                ids = [
                    chance.choice(("", "callaaaa1", "call_")) + next(words)
                    for _ in range(chance.randint(1, 3))
                ]
                open_ids += ids
                talk.append(ChatMessage(role, text, tuple(call(next(words), each) for each in ids)))
            else:
                talk.append(ChatMessage(role, text, media=media if role is Role.USER else ()))
        yield tuple(talk)


def rendered(template: ChatTemplate, talk: Talk, *, has_tools: bool) -> RenderedPrompt:
    """Return the prompt of a history. Raises ChatTemplateFailed."""
    template.begin(10)
    renderer = PromptRenderer(template, ControlTexts(FakeVocabulary()), None)
    turns = TurnIndex.of(talk)
    arguments = {"tools": TOOLS} if has_tools else {}
    return renderer.render(turns, turns.starts[0], arguments)


def missing_words(text: str, talk: Talk) -> list[str]:
    """Return the words of messages and of the arguments of calls that a prompt does not have."""
    said = " ".join(
        f"{each.content} {' '.join(f'{call.name} {call.arguments}' for call in each.tool_calls)}"
        for each in talk
    )
    return [word for word in _WORDS.findall(said) if word not in text]


def trouble(template: ChatTemplate, talk: Talk) -> str:
    """Return why a template does not show a whole history; empty if it does."""
    for has_tools in (False, True):
        try:
            text = rendered(template, talk, has_tools=has_tools).text
        except ChatTemplateFailed as error:
            return str(error)
        if missing := missing_words(text, talk):
            return f"missing: {' '.join(missing)}"
    return ""


def main() -> int:
    from tests.engine.text.upstream_templates import upstream_templates

    talks = [*HISTORIES.values(), *generated()]
    failures = 0
    for name, source in upstream_templates().items():
        template = ChatTemplate(source, SPECIAL)
        template.history = find_history(template)
        needs = " ".join(sorted(each.name for each in template.history.rewrites)) or "-"
        print(f"{name:46} {needs}")
        for talk in talks:
            if problem := trouble(template, talk):
                failures += 1
                shape = " ".join(each.role.value + "*" * len(each.tool_calls) for each in talk)
                print(f"    {shape}: {problem}")
    print(f"{len(talks)} histories each, {failures} not shown whole")
    return failures != 0


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "packaging"))
    raise SystemExit(main())
