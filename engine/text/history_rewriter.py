"""Rewrites a history into one that a chat template takes, without losing a word.

Templates refuse or silently drop what their authors did not think of: two messages of one side,
a system message in the middle, a call next to a text. Which rewrites a template needs is found by
probing it (``engine.text.history_probe``). Each rewrite is local: a history with more messages
gives the same beginning, so that cached tokens stay usable.
"""

import hashlib
import json
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import msgspec

from engine.messages.commands import ChatMessage, Role, ToolCall
from engine.messages.history_needs import Rewrite
from engine.text.reasoning import THOUGHT_ENDS

# The texts of turns that are added where a template requires one of the other side.
OPENING = "(The assistant begins.)"
CONTINUATION = "(Continue.)"
ANSWER = "(Result received.)"
_ID = re.compile("[a-zA-Z0-9]{9}")
_ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_WORD = re.compile(r"(?<![/\w])\w+")  # not "/no_think", which templates take out
_NEAR = 4096  # characters of markup that may precede a text, such as descriptions of tools

Messages = list[ChatMessage]
Needs = Collection[Rewrite]


class Rewritten(msgspec.Struct, frozen=True):
    """The messages that a template gets, and what was done to the given ones."""

    messages: Sequence[ChatMessage]
    done: tuple[Rewrite, ...] = ()


def rewrite(messages: Sequence[ChatMessage], needs: Needs) -> Rewritten:
    """Return the messages with the needed rewrites; results are in the order of their calls."""
    current = list(messages)
    done: list[Rewrite] = []
    for kind, apply in _REWRITES:
        if kind in needs or kind is Rewrite.RESULTS_ORDERED:
            changed = apply(current, needs)
            if changed != current:
                current, done = changed, [*done, kind]
    return Rewritten(tuple(current), tuple(done))


_STRICT = frozenset(
    {
        *(Rewrite.SYSTEM_ALONE, Rewrite.LATER_SYSTEM, Rewrite.JOINED_SYSTEMS),
        *(Rewrite.JOINED_QUESTIONS, Rewrite.JOINED_REPLIES, Rewrite.OPENED, Rewrite.ANSWERED),
        *(Rewrite.EMPTY_DROPPED, Rewrite.ONE_CALL, Rewrite.STRAY_RESULTS),
        *(Rewrite.UNANSWERED_CALLS, Rewrite.BAD_CALLS_TOLD, Rewrite.TEXT_APART),
        *(Rewrite.CONTINUED, Rewrite.IDS),
    }
)


def forms(needs: frozenset[Rewrite]) -> Sequence[frozenset[Rewrite]]:
    """Return the sets of rewrites to try, the needed ones first; calls stay calls if possible."""
    no_system, told = {Rewrite.NO_SYSTEM}, {Rewrite.CALLS_TOLD, Rewrite.RESULTS_TOLD}
    strict = needs | _STRICT
    tried = (needs, needs | no_system, strict, strict | no_system, strict | no_system | told)
    return tuple(dict.fromkeys(tried))


def _joined(first: ChatMessage, second: ChatMessage) -> ChatMessage:
    """Return one message with the texts, media and calls of two; its role is the second's."""
    texts = filter(None, (first.content, second.content))
    return msgspec.structs.replace(
        second,
        content="\n\n".join(texts),
        tool_calls=first.tool_calls + second.tool_calls,
        media=first.media + second.media,
    )


def _told_call(call: ToolCall) -> str:
    """Return a call as models are told to write it."""
    name = json.dumps(call.name, ensure_ascii=False)
    arguments = call.arguments
    for end in THOUGHT_ENDS:  # templates would take what precedes it for thinking
        arguments = arguments.replace(end, end.replace("/", "\\/"))
    return f'<tool_call>\n{{"name": {name}, "arguments": {arguments}}}\n</tool_call>'


def _told_result(message: ChatMessage) -> ChatMessage:
    """Return a tool's result as the user's message."""
    text = f"<tool_response>\n{message.content}\n</tool_response>"
    return ChatMessage(Role.USER, text, media=message.media)


def _told_stray(message: ChatMessage) -> ChatMessage:
    # Not in tags: Qwen 3.5 takes what is between them for a part of the model's own turn.
    if message.role is not Role.TOOL:
        return message
    return ChatMessage(Role.USER, f"Tool result:\n{message.content}", media=message.media)


def _told_calls(message: ChatMessage) -> ChatMessage:
    texts = filter(None, [message.content, *map(_told_call, message.tool_calls)])
    return ChatMessage(message.role, "\n".join(texts), media=message.media)


@dataclass(slots=True)
class _Group:
    """A message with calls and the results after it, each with the index of its call, if any.

    ``is_last``: no other message follows, so that results may still come.
    """

    message: ChatMessage
    results: list[tuple[int | None, ChatMessage]] = field(default_factory=list)
    is_last: bool = False

    def add(self, result: ChatMessage) -> None:
        """Add a result: to the call that it names, else to the first one without a result."""
        answered = {index for index, _ in self.results}
        for index, call in enumerate(self.message.tool_calls):
            if index not in answered and result.tool_call_id in ("", call.id):
                self.results.append((index, result))
                return
        self.results.append((None, result))

    def results_of(self, index: int | None) -> Messages:
        """Return the results of a call; with None those of no call."""
        return [result for at, result in self.results if at == index]

    def messages(self) -> Messages:
        """Return the call and its results."""
        return [self.message, *(result for _, result in self.results)]


def _groups(messages: Sequence[ChatMessage]) -> Iterator[_Group | ChatMessage]:
    """Yield the messages, calls together with the results that follow them at once."""
    group: _Group | None = None
    for message in messages:
        if message.role is Role.TOOL and group is not None:
            group.add(message)
            continue
        if group is not None:
            yield group
            group = None
        if message.tool_calls:
            group = _Group(message)
        else:
            yield message
    if group is not None:
        group.is_last = True
        yield group


def _with_calls(
    messages: Messages,
    change: Callable[[_Group], Messages],
    other: Callable[[ChatMessage], ChatMessage] = lambda message: message,
) -> Messages:
    """Return the messages with calls and their results changed, and the other messages."""
    changed: Messages = []
    for each in _groups(messages):
        changed += change(each) if isinstance(each, _Group) else [other(each)]
    return changed


def _results_ordered(messages: Messages, needs: Needs) -> Messages:
    # Most templates do not show ids, so the order alone says which call a result belongs to.
    def ordered(group: _Group) -> Messages:
        strays = group.results_of(None)
        results = sorted(
            (index, at) for at, (index, _) in enumerate(group.results) if index is not None
        )
        return [group.message, *(group.results[at][1] for _, at in results), *strays]

    return _with_calls(messages, ordered)


def _calls_told(messages: Messages, needs: Needs) -> Messages:
    return [_told_calls(each) if each.tool_calls else each for each in messages]


def _results_told(messages: Messages, needs: Needs) -> Messages:
    return [_told_result(each) if each.role is Role.TOOL else each for each in messages]


def _stray_results(messages: Messages, needs: Needs) -> Messages:
    def with_strays_told(group: _Group) -> Messages:
        strays = group.results_of(None)
        if not strays:
            return group.messages()
        kept = [result for index, result in group.results if index is not None]
        return [group.message, *kept, *map(_told_stray, strays)]

    return _with_calls(messages, with_strays_told, _told_stray)


def _bad_calls_told(messages: Messages, needs: Needs) -> Messages:
    def without_bad(group: _Group) -> Messages:
        calls = group.message.tool_calls
        bad = {index for index, call in enumerate(calls) if not _is_object(call.arguments)}
        if not bad:
            return group.messages()
        told = msgspec.structs.replace(
            group.message, tool_calls=tuple(calls[index] for index in sorted(bad))
        )
        kept = tuple(call for index, call in enumerate(calls) if index not in bad)
        good = [result for index, result in group.results if index not in bad]
        results = [_told_stray(result) for index, result in group.results if index in bad]
        return [msgspec.structs.replace(_told_calls(told), tool_calls=kept), *good, *results]

    return _with_calls(messages, without_bad)


def _is_object(arguments: str) -> bool:
    try:
        return isinstance(json.loads(arguments), dict)
    except (ValueError, RecursionError):
        return False


def _unanswered_calls(messages: Messages, needs: Needs) -> Messages:
    def with_answered(group: _Group) -> Messages:
        answered = {index for index, _ in group.results}
        calls = group.message.tool_calls
        told = [call for index, call in enumerate(calls) if index not in answered]
        if group.is_last or not told:
            return group.messages()
        kept = tuple(call for index, call in enumerate(calls) if index in answered)
        first = _told_calls(msgspec.structs.replace(group.message, tool_calls=tuple(told)))
        _, *results = group.messages()
        return [msgspec.structs.replace(first, tool_calls=kept), *results]

    return _with_calls(messages, with_answered)


def _one_call(messages: Messages, needs: Needs) -> Messages:
    def split(group: _Group) -> Messages:
        calls = group.message.tool_calls
        if len(calls) < 2:
            return group.messages()
        parts: Messages = []
        for index, call in enumerate(calls):
            message = group.message if not index else ChatMessage(group.message.role, "")
            parts.append(msgspec.structs.replace(message, tool_calls=(call,)))
            parts += group.results_of(index)
        return [*parts, *group.results_of(None)]

    return _with_calls(messages, split)


def _text_apart(messages: Messages, needs: Needs) -> Messages:
    def apart(group: _Group) -> Messages:
        message = group.message
        if not message.content:
            return group.messages()
        text = ChatMessage(message.role, message.content, media=message.media)
        _, *results = group.messages()
        return [text, msgspec.structs.replace(message, content="", media=()), *results]

    return _with_calls(messages, apart)


def _continued(messages: Messages, needs: Needs) -> Messages:
    changed: Messages = []
    for message in messages:
        if message.tool_calls and changed and _is_text_of_assistant(changed[-1]):
            changed.append(ChatMessage(Role.USER, CONTINUATION))
        changed.append(message)
    return changed


def _is_text_of_assistant(message: ChatMessage) -> bool:
    return message.role is Role.ASSISTANT and not message.tool_calls


def _short_ids(messages: Messages, needs: Needs) -> Messages:
    def renamed(group: _Group) -> Messages:
        calls = tuple(
            msgspec.structs.replace(
                call, id=_short(call.id or f"{index} {call.name} {call.arguments}")
            )
            for index, call in enumerate(group.message.tool_calls)
        )
        changed = [msgspec.structs.replace(group.message, tool_calls=calls)]
        for index, result in group.results:
            id_ = calls[index].id if index is not None else _short(result.tool_call_id)
            changed.append(msgspec.structs.replace(result, tool_call_id=id_))
        return changed

    def other(message: ChatMessage) -> ChatMessage:
        if message.role is not Role.TOOL:
            return message
        return msgspec.structs.replace(message, tool_call_id=_short(message.tool_call_id))

    return _with_calls(messages, renamed, other)


def _short(id_: str) -> str:
    """Return an id of nine characters, as Mistral's templates want it; the same for the same."""
    if _ID.fullmatch(id_):
        return id_
    number = int.from_bytes(hashlib.sha256(id_.encode("utf-8", "replace")).digest())
    characters: list[str] = []
    for _ in range(9):
        number, rest = divmod(number, len(_ALPHABET))
        characters.append(_ALPHABET[rest])
    return "".join(characters)


def _as_question(message: ChatMessage) -> ChatMessage:
    is_system = message.role is Role.SYSTEM
    return msgspec.structs.replace(message, role=Role.USER) if is_system else message


def _head_length(messages: Messages) -> int:
    """Return the number of system messages at the beginning."""
    spoken = (index for index, each in enumerate(messages) if each.role is not Role.SYSTEM)
    return next(spoken, len(messages))


def _no_system(messages: Messages, needs: Needs) -> Messages:
    changed: Messages = []
    for index, message in enumerate(messages):
        is_after_system = index > 0 and messages[index - 1].role is Role.SYSTEM
        if is_after_system and message.role in (Role.SYSTEM, Role.USER):
            changed[-1] = _joined(changed[-1], _as_question(message))
        else:
            changed.append(_as_question(message))
    return changed


def _system_alone(messages: Messages, needs: Needs) -> Messages:
    if any(each.role in (Role.USER, Role.TOOL) for each in messages):
        return messages
    return [_as_question(each) for each in messages]


def _later_system(messages: Messages, needs: Needs) -> Messages:
    head = _head_length(messages)
    return [*messages[:head], *map(_as_question, messages[head:])]


def _empty_dropped(messages: Messages, needs: Needs) -> Messages:
    last = len(messages) - 1
    return [
        each
        for index, each in enumerate(messages)
        if each.content.strip()
        or each.media
        or each.tool_calls
        or each.role is Role.TOOL
        or (index == last and each.role is Role.USER)
    ]


def _joined_by(
    messages: Messages, can_join: Callable[[ChatMessage, ChatMessage], bool]
) -> Messages:
    changed: Messages = []
    for message in messages:
        if changed and can_join(changed[-1], message):
            changed[-1] = _joined(changed[-1], message)
        else:
            changed.append(message)
    return changed


def _joined_systems(messages: Messages, needs: Needs) -> Messages:
    return _joined_by(messages, lambda one, two: one.role is two.role is Role.SYSTEM)


def _joined_questions(messages: Messages, needs: Needs) -> Messages:
    return _joined_by(messages, lambda one, two: one.role is two.role is Role.USER)


def _joined_replies(messages: Messages, needs: Needs) -> Messages:
    def can_join(one: ChatMessage, two: ChatMessage) -> bool:
        is_free = not two.tool_calls or Rewrite.TEXT_APART not in needs
        return one.role is two.role is Role.ASSISTANT and not one.tool_calls and is_free

    return _joined_by(messages, can_join)


def _opened(messages: Messages, needs: Needs) -> Messages:
    head = _head_length(messages)
    if head == len(messages) or messages[head].role is Role.USER:
        return messages
    return [*messages[:head], ChatMessage(Role.USER, OPENING), *messages[head:]]


def _answered(messages: Messages, needs: Needs) -> Messages:
    changed: Messages = []
    for message in messages:
        if message.role is Role.USER and changed and changed[-1].role is Role.TOOL:
            changed.append(ChatMessage(Role.ASSISTANT, ANSWER))
        changed.append(message)
    return changed


# In their order: calls become texts before texts are joined.
_REWRITES: Sequence[tuple[Rewrite, Callable[[Messages, Needs], Messages]]] = (
    (Rewrite.RESULTS_ORDERED, _results_ordered),
    (Rewrite.STRAY_RESULTS, _stray_results),
    (Rewrite.UNANSWERED_CALLS, _unanswered_calls),
    (Rewrite.BAD_CALLS_TOLD, _bad_calls_told),
    (Rewrite.CALLS_TOLD, _calls_told),
    (Rewrite.RESULTS_TOLD, _results_told),
    (Rewrite.ONE_CALL, _one_call),
    (Rewrite.TEXT_APART, _text_apart),
    (Rewrite.IDS, _short_ids),
    (Rewrite.EMPTY_DROPPED, _empty_dropped),
    (Rewrite.NO_SYSTEM, _no_system),
    (Rewrite.SYSTEM_ALONE, _system_alone),
    (Rewrite.LATER_SYSTEM, _later_system),
    (Rewrite.JOINED_SYSTEMS, _joined_systems),
    (Rewrite.JOINED_QUESTIONS, _joined_questions),
    (Rewrite.OPENED, _opened),
    (Rewrite.ANSWERED, _answered),
    (Rewrite.JOINED_REPLIES, _joined_replies),
    (Rewrite.CONTINUED, _continued),
)


def lost_message(text: str, messages: Sequence[ChatMessage]) -> ChatMessage | None:
    """Return the first message with a word that a prompt does not contain; None if all are there.

    The thinking in an assistant's message may be left out.
    """
    search = _Search(text)
    for message in messages:
        content = message.content.strip()
        if message.role is Role.ASSISTANT:
            content = min((content.rpartition(each)[2] for each in THOUGHT_ENDS), key=len)
        said = [content]
        for call in message.tool_calls:
            said += [call.name, *_texts(call.arguments)]
        if not all(map(search.has, said)):
            return message
    return None


class _Search:
    """Finds texts in a prompt; quick where they follow each other, as in most prompts."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._position = 0

    def has(self, content: str) -> bool:
        """Return whether the prompt has a text, or each of its words."""
        end = self._position + len(content) + _NEAR
        found = self._text.find(content, self._position, end)
        if found >= 0:
            self._position = found + len(content)
            return True
        # Templates may move, escape, indent or split a text.
        words = set(_WORD.findall(content))
        return all(word in self._text for word in words - self._words) and (
            bool(words) or content in self._text
        )

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(_WORD.findall(self._text))


def _texts(arguments: str) -> Iterator[str]:
    """Yield the names and texts in the arguments of a call."""
    try:
        unread: list[object] = [json.loads(arguments)]
    except (ValueError, RecursionError):
        unread = [arguments]
    while unread:
        match unread.pop():
            case str() as text:
                yield text
            case list() as values:
                unread += values
            case dict() as values:
                unread += [*values.keys(), *values.values()]
