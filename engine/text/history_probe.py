"""Finds the rewrites that a chat template needs, by rendering small histories with marked words.

A history is rendered if the template does not refuse it and each of its words is in the text, turns
in their order. Where that fails, rewrites are tried, and the first that helps is needed from then
on.
"""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import dropwhile

import msgspec

from engine.messages.commands import ChatMessage, Role, ToolCall
from engine.messages.errors import ChatTemplateFailed, ChatTemplateTooSlow
from engine.messages.history_needs import HistoryNeeds, Rewrite
from engine.text.chat_template import ChatTemplate
from engine.text.history_rewriter import lost_message, rewrite

HISTORY_SECONDS = 1.0  # for some hundred renderings of tiny chats; real templates take a tenth
_TOOL: Mapping[str, object] = {
    "type": "function",
    "function": {
        "name": "zqtool",
        "description": "Finds a harbour.",
        "parameters": {
            "type": "object",
            "properties": {"zqkey": {"type": "string", "description": "Where it lies."}},
            "required": ["zqkey"],
        },
    },
}
_WITHOUT_TOOLS: Mapping[str, object] = {}
_WITH_TOOLS: Mapping[str, object] = {"tools": [_TOOL]}


def _said(role: Role, word: str) -> ChatMessage:
    return ChatMessage(role, f"Zq{word} said")


def _call(word: str, id_: str) -> ToolCall:
    return ToolCall(id_, "zqtool", json.dumps({"zqkey": f"Zq{word}"}))


def _result(word: str, id_: str) -> ChatMessage:
    return ChatMessage(Role.TOOL, f"Zq{word} told", tool_call_id=id_, name="zqtool")


# As ids are made here, and by most servers.
_ID, _OTHER_ID = "call_0123456789abcdef01234567", "call_abcdef0123456789abcdef01"
_S, _S2 = _said(Role.SYSTEM, "rule"), _said(Role.SYSTEM, "law")
_U, _U2, _U3 = (_said(Role.USER, word) for word in ("one", "three", "five"))
_A, _A2 = (_said(Role.ASSISTANT, word) for word in ("two", "four"))
_C = ChatMessage(Role.ASSISTANT, "", (_call("alpha", _ID),))
_C2 = ChatMessage(Role.ASSISTANT, "", (_call("beta", _OTHER_ID),))
_BAD = ChatMessage(Role.ASSISTANT, "", (ToolCall(_ID, "zqtool", "Zqgamma {"),))
_CC = ChatMessage(Role.ASSISTANT, "", (*_C.tool_calls, *_C2.tool_calls))
_AC = ChatMessage(Role.ASSISTANT, _A.content, _C.tool_calls)
_R, _R2 = _result("found", _ID), _result("seen", _OTHER_ID)
_NO_S, _NO_U, _NO_A = (ChatMessage(role, "") for role in (Role.SYSTEM, Role.USER, Role.ASSISTANT))

Talk = Sequence[ChatMessage]
_PARTS, _NO_SYSTEM = {Rewrite.PARTS}, {Rewrite.NO_SYSTEM}
_FORMS = (frozenset[Rewrite](), frozenset({Rewrite.PARTS}))
_JOINED = {Rewrite.JOINED_QUESTIONS}
_EMPTY = {Rewrite.EMPTY_DROPPED}
_LATER = {Rewrite.LATER_SYSTEM}
_TOLD = {Rewrite.CALLS_TOLD, Rewrite.RESULTS_TOLD}


class Probe(msgspec.Struct, frozen=True):
    """Histories of one kind, and the rewrites that are tried until the template takes them all.

    ``has_tools``: they are tried with tools and without.
    """

    kind: str
    talks: Sequence[Talk]
    rewrites: Sequence[set[Rewrite]]
    has_tools: bool = False


PROBES: Sequence[Probe] = (
    Probe("question", ([_U], [_U, _A, _U2]), (_PARTS,)),
    Probe("system message", ([_S, _U], [_S, _U, _A, _U2]), (_PARTS, _NO_SYSTEM)),
    Probe("system message alone", ([_S],), ({Rewrite.SYSTEM_ALONE},), has_tools=True),
    Probe("two system messages", ([_S, _S2, _U],), ({Rewrite.JOINED_SYSTEMS},)),
    Probe("two questions", ([_U, _U2], [_U, _A, _U2, _U3]), (_JOINED,)),
    Probe("two replies", ([_U, _A, _A2, _U2],), ({Rewrite.JOINED_REPLIES},)),
    Probe(
        "later system message",
        ([_U, _A, _S, _U2], [_S2, _U, _A, _S, _U2], [_U, _S]),
        (_LATER, _LATER | _JOINED),
    ),
    Probe("assistant first", ([_A, _U2], [_S, _A, _U2]), ({Rewrite.OPENED},), has_tools=True),
    Probe(
        "empty message",
        ([_NO_S, _U], [_U, _NO_A, _U2], [_NO_U, _A, _U2], [_NO_U]),
        (_EMPTY, _EMPTY | _JOINED, _EMPTY | _JOINED | {Rewrite.OPENED}),
    ),
    Probe(
        "tool call",
        ([_U, _C, _R], [_U, _C, _R, _A, _U2]),
        (
            {Rewrite.ARGUMENTS_AS_TEXT},
            {Rewrite.IDS},
            {Rewrite.ARGUMENTS_AS_TEXT, Rewrite.IDS},
            {Rewrite.CALLS_TOLD},
            _TOLD,
        ),
        has_tools=True,
    ),
    Probe(
        "tool call in text",
        ([_U, _AC, _R], [_U, _AC, _R, _A2, _U2]),
        ({Rewrite.TEXT_APART}, {Rewrite.TEXT_APART, Rewrite.CONTINUED}, _TOLD),
        has_tools=True,
    ),
    Probe("two tool calls", ([_U, _CC, _R, _R2],), ({Rewrite.ONE_CALL}, _TOLD), has_tools=True),
    Probe(
        "question after a result",
        ([_U, _C, _R, _U2], [_U, _CC, _R, _R2, _U2]),
        ({Rewrite.ANSWERED},),
        has_tools=True,
    ),
    Probe(
        "result without a call",
        ([_U, _A, _R], [_U, _A, _R, _U2], [_U, _R], [_R]),
        ({Rewrite.STRAY_RESULTS}, {Rewrite.STRAY_RESULTS} | _JOINED),
        has_tools=True,
    ),
    Probe(
        "call without a result",
        ([_U, _C, _U2], [_U, _CC, _R, _U2], [_U, _C, _A, _U2]),
        (
            {Rewrite.UNANSWERED_CALLS},
            {Rewrite.UNANSWERED_CALLS, Rewrite.JOINED_REPLIES},
        ),
        has_tools=True,
    ),
    Probe(
        "tool call with invalid arguments",
        ([_U, _BAD, _R], [_U, _BAD, _R, _A, _U2]),
        (
            {Rewrite.BAD_CALLS_TOLD},
            {Rewrite.BAD_CALLS_TOLD} | _JOINED,
        ),
        has_tools=True,
    ),
    Probe("tool call first", ([_C, _R],), ({Rewrite.OPENED},), has_tools=True),
)


# A base model is not told of sides, so only calls are written in another way.
CONTINUATION_HISTORY = HistoryNeeds(frozenset(_TOLD))


def find_history(template: ChatTemplate) -> HistoryNeeds:
    """Return the rewrites that a template needs, as far as its time limit allows."""
    template.begin(HISTORY_SECONDS)
    needs: frozenset[Rewrite] = frozenset()
    refused: list[str] = []
    with suppress(ChatTemplateTooSlow):
        if _omits_turns(template):
            return HistoryNeeds(frozenset({Rewrite.OMITS}))
        if not _shows_tools(template):
            needs = frozenset(_TOLD)  # as the form of calls is told in words, too
        for probe in PROBES:
            tried = (needs, *(needs | each for each in probe.rewrites))
            found = next((each for each in tried if _takes(template, probe, each)), None)
            if found is None:
                refused.append(probe.kind)
            else:
                needs = found
    return HistoryNeeds(needs, tuple(refused))


def _omits_turns(template: ChatTemplate) -> bool:
    """Return whether a template leaves parts of an ordinary chat out in any form."""
    talk = [_U, _A, _U2]
    if not any(_written(template, talk, each) for each in _FORMS):
        return False
    return not any(_is_faithful(template, talk, each, _WITHOUT_TOOLS) for each in _FORMS)


def _shows_tools(template: ChatTemplate) -> bool:
    """Return whether a template tells the model of tools."""
    return any("zqtool" in _written(template, [_U], each, _WITH_TOOLS) for each in _FORMS)


def _written(
    template: ChatTemplate,
    talk: Talk,
    needs: frozenset[Rewrite],
    arguments: Mapping[str, object] = _WITHOUT_TOOLS,
) -> str:
    """Return the prompt of a history; empty if it is refused. Raises ChatTemplateTooSlow."""
    try:
        return template.write(rewrite(talk, needs).messages, needs, arguments=arguments)
    except ChatTemplateTooSlow:
        raise
    except ChatTemplateFailed:
        return ""


def _takes(template: ChatTemplate, probe: Probe, needs: frozenset[Rewrite]) -> bool:
    offers = (_WITH_TOOLS, _WITHOUT_TOOLS) if probe.has_tools else (_WITHOUT_TOOLS,)
    return all(
        _is_faithful(template, talk, needs, arguments)
        for talk in probe.talks
        for arguments in offers
    )


def _is_faithful(
    template: ChatTemplate,
    talk: Talk,
    needs: frozenset[Rewrite],
    arguments: Mapping[str, object],
) -> bool:
    """Return whether a template writes a history with all words, its texts in order."""
    text = _written(template, talk, needs, arguments)
    # Mistral's templates write the system message before the last question, which they may.
    spoken = dropwhile(lambda each: each.role is Role.SYSTEM, talk)
    said = [each.content for each in spoken if each.role is not Role.TOOL and each.content]
    places = [text.find(each) for each in said]
    if not text or lost_message(text, talk) or -1 in places or places != sorted(places):
        return False
    return not _is_taken_for_question(template, talk, needs, arguments, text)


def _is_taken_for_question(
    template: ChatTemplate,
    talk: Talk,
    needs: frozenset[Rewrite],
    arguments: Mapping[str, object],
    text: str,
) -> bool:
    """Return whether the assistant's first message is written as the user's (Llama 3 does)."""
    for index, message in enumerate(talk):
        if message.role is Role.ASSISTANT and not message.tool_calls:
            asked = [*talk[:index], ChatMessage(Role.USER, message.content), *talk[index + 1 :]]
            apart = needs - {Rewrite.JOINED_QUESTIONS}
            return _written(template, asked, apart, arguments) == text
        if message.role is not Role.SYSTEM:
            return False
    return False
