"""Finds how a chat template can be steered, by rendering it with and without its arguments."""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile

import msgspec
from msgspec.structs import replace

from engine.messages.commands import ChatMessage, Role
from engine.messages.errors import ChatTemplateFailed
from engine.messages.request_options import (
    ArgumentKind,
    TemplateArgument,
    ThinkingInfo,
    ThinkingRequest,
)
from engine.text.chat_template import ChatTemplate
from engine.text.reasoning import ReasoningMarkers

STEERING_SECONDS = 2.0  # for some hundred renderings of tiny chats; real templates take a quarter
MAX_ARGUMENTS = 24

_SAID, _PRINTED, _NUMBER = "Question two.", "Zq7x", 7351
_NEW = (ChatMessage(Role.USER, _SAID),)
_INSTRUCTED = (ChatMessage(Role.SYSTEM, "Be brief."), *_NEW)
_LONGER = (
    ChatMessage(Role.SYSTEM, "Be brief."),
    ChatMessage(Role.USER, "Question one."),
    ChatMessage(Role.ASSISTANT, "Answer one."),
    *_NEW,
)
_CHATS = (_NEW, _INSTRUCTED, _LONGER)
_NEW_CHAT_COUNT = 2  # chats without a past

_THOUGHT = re.compile("think|thought|reason", re.IGNORECASE)
_STRENGTH = re.compile("effort|strength|level|mode", re.IGNORECASE)
_USUAL = ("enable_thinking", "thinking")
_NEGATIONS = ("skip", "disable", "no_", "hide", "without", "drop", "clear", "truncate")
_OFF = ("off", "disabled", "disable", "none", "no_think", "nothink", "no", "false")
_ON = ("on", "enabled", "enable", "yes", "true")
_LADDER = ("minimal", "low", "medium", "high", "xhigh", "max")
_OFF_TEXTS = ("/no_think", "/nothink")

Arguments = Mapping[str, object]
_View = tuple[str | None, ...]  # rendered chats; None where the template refuses one


class Steering(msgspec.Struct, frozen=True):
    """The settings that a template supports, and their arguments.

    Attributes:
        info: the same in words for the window.
        others: the arguments unrelated to thinking.
        on, off: turn thinking on or off.
        off_text: turns thinking off after the last message; empty if arguments do.
        efforts: the levels of effort by their words.
        budget_name: the argument that limits the tokens of thinking.
        ending: the text that ends thinking and begins the answer.
    """

    info: ThinkingInfo = msgspec.field(default_factory=ThinkingInfo)
    others: tuple[TemplateArgument, ...] = ()
    on: Arguments = msgspec.field(default_factory=dict)
    off: Arguments = msgspec.field(default_factory=dict)
    off_text: str = ""
    efforts: Mapping[str, Arguments] = msgspec.field(default_factory=dict)
    budget_name: str | None = None
    ending: str = ""

    def arguments(self, thinking: ThinkingRequest, others: Arguments) -> dict[str, object]:
        """Return the template's arguments for a request; unsupported settings are omitted."""
        given = dict(others)
        if thinking.is_on is False:
            return given | dict(self.off)
        effort = self.efforts.get(thinking.effort or "")
        if thinking.is_on or effort is not None:
            given |= self.on
        if thinking.budget is not None and self.budget_name is not None:
            given[self.budget_name] = thinking.budget
        return given | dict(effort or {})

    def messages(
        self, thinking: ThinkingRequest, messages: tuple[ChatMessage, ...]
    ) -> tuple[ChatMessage, ...]:
        """Return the messages with the text that turns thinking off, if the template uses one."""
        if not self.off_text or thinking.is_on is not False:
            return messages
        for index in range(len(messages) - 1, -1, -1):
            if messages[index].role is Role.USER:
                return (
                    *messages[:index],
                    _with_text(messages[index], self.off_text),
                    *messages[index + 1 :],
                )
        return messages


def find_steering(template: ChatTemplate, markers: ReasoningMarkers | None) -> Steering:
    """Return how a template can be steered, as far as its time limit allows."""
    template.begin(STEERING_SECONDS)
    return _Finder(template, markers).steering()


class _Finder:
    """Sets a template's variables and compares the renderings of three small chats."""

    def __init__(self, template: ChatTemplate, markers: ReasoningMarkers | None) -> None:
        self._template = template
        self._markers = markers
        self._variables = template.variables()
        self._views: dict[str, _View] = {}
        self._default = self._view({})

    def steering(self) -> Steering:
        """Return all findings."""
        if self._default[0] is None:
            return Steering()
        names = sorted(filter(_THOUGHT.search, self._variables), key=_rank)
        found = self._switch(names)
        found = self._with_efforts(names, found)
        used = {*found.on, *found.off, *(name for each in found.efforts.values() for name in each)}
        used |= {found.budget_name or ""}
        twins = {self._view(found.on), self._view(found.off), self._default}
        others = tuple(
            argument
            for name in self._variables
            if name not in used and (argument := self._argument(name, twins)) is not None
        )
        found = replace(found, others=others[:MAX_ARGUMENTS], ending=self._ending(found))
        return replace(found, info=self._info(found))

    def _switch(self, names: Sequence[str]) -> Steering:
        """Return the values that turn thinking on and off: a truth, a word, a number, or a text."""
        for find in (self._by_truth, self._by_word, self._by_number):
            for name in names:
                found = find(name)
                if found is not None:
                    return found
        for text in _OFF_TEXTS:
            view = self._view({}, text)
            is_read = all(each is not None and text not in each for each in view)
            if is_read and view[0] != self._default[0]:
                return Steering(off_text=text)
        return Steering()

    def _by_truth(self, name: str) -> Steering | None:
        yes, no = self._view({name: True}), self._view({name: False})
        # A number equals True, or has no effect if a template insists on a truth. A template that
        # gives it another prompt does not expect a truth.
        if not _is_change(yes, no) or self._view({name: _NUMBER}) not in (yes, no, self._default):
            return None
        is_on = self._is_thinking(yes, no, name)
        return Steering(on={name: is_on}, off={name: not is_on})

    def _by_word(self, name: str) -> Steering | None:
        words = self._working_words(name)
        off = next((word for word in _OFF if word in words), None)
        if off is None:
            return None
        efforts = [word for word in words if word not in _OFF and word not in _ON]
        on = next((word for word in (*_ON, "medium", "high") if word in words), None)
        on = on or (efforts[-1] if efforts else None)
        return None if on is None else Steering(on={name: on}, off={name: off})

    def _by_number(self, name: str) -> Steering | None:
        none, some = self._view({name: 0}), self._view({name: _NUMBER})
        if not _is_change(none, some):
            return None
        # Without the argument thinking is unlimited.
        return Steering(off={name: 0}, budget_name=name)

    def _is_thinking(self, yes: _View, no: _View, name: str) -> bool:
        """Return whether True turns thinking on, judged by the ends of the prompts."""
        ends = self._ends(no) - self._ends(yes)
        return ends > 0 if ends else not name.lower().startswith(_NEGATIONS)

    def _ends(self, view: _View) -> int:
        """Return whether a prompt ends after thinking (1), inside it (-1), or elsewhere (0)."""
        text = (view[0] or "").rstrip()
        if self._markers is None:
            return 0
        return text.endswith(self._markers.closing) - text.endswith(self._markers.opening)

    def _with_efforts(self, names: Sequence[str], found: Steering) -> Steering:
        """Return the steering with the effort words of the variable that has most."""
        best: dict[str, Arguments] = {}
        for name in names:
            efforts = self._efforts(name, found.on)
            if len(efforts) > len(best):
                best = efforts
        return replace(found, efforts=best)

    def _efforts(self, name: str, on: Arguments) -> dict[str, Arguments]:
        """Return the words of a variable other than on and off, each with a distinct prompt."""
        words = [word for word in self._variables[name] if word not in _OFF and word not in _ON]
        if not words and _STRENGTH.search(name) and self._prints(name):
            words = [*_LADDER[1:4]]  # low, medium and high are the common ones
        meant = self._view(on)[:_NEW_CHAT_COUNT]
        seen: dict[_View, str] = {}
        for word in words:
            view = self._view({**on, name: word})[:_NEW_CHAT_COUNT]
            if view[0] is not None:
                seen.setdefault(view, word)
        if seen.keys() <= {meant}:
            return {}
        return {word: {name: word} for word in sorted(seen.values(), key=_height)}

    def _working_words(self, name: str) -> list[str]:
        """Return the words of a variable that the template accepts, each with another result."""
        seen: dict[_View, str] = {}
        for word in self._variables[name]:
            view = self._view({name: word})
            if view[0] is not None:
                seen.setdefault(view, word)
        return list(seen.values()) if len(seen) > 1 or self._default not in seen else []

    def _prints(self, name: str) -> bool:
        return _PRINTED in (self._view({name: _PRINTED})[0] or "")

    def _argument(self, name: str, twins: Iterable[_View]) -> TemplateArgument | None:
        """Return an argument that changes prompts, unless it is about thinking."""
        words = self._working_words(name)
        yes, no = self._view({name: True}), self._view({name: False})
        if _THOUGHT.search(name) and {yes, no} <= set(twins):
            return None
        if any(_PRINTED in (each or "") for each in self._view({name: _PRINTED})):
            return TemplateArgument(name, ArgumentKind.TEXT)
        if words:
            return TemplateArgument(name, ArgumentKind.WORD, tuple(words))
        if any(str(_NUMBER) in (each or "") for each in self._view({name: _NUMBER})):
            return TemplateArgument(name, ArgumentKind.NUMBER)
        is_truth = None not in (*yes, *no) and yes != no
        return TemplateArgument(name, ArgumentKind.TRUTH) if is_truth else None

    def _info(self, found: Steering) -> ThinkingInfo:
        can_switch = bool(found.off) or bool(found.off_text)
        on = self._view(found.on)
        off = self._view(found.off, found.off_text)
        efforts = [self._view({**found.on, **each}) for each in found.efforts.values()]
        meant = [word for word, view in zip(found.efforts, efforts, strict=True) if view == on]
        is_on = None
        if can_switch and self._default in (on, off):
            is_on = self._default == on
        return ThinkingInfo(
            can_switch=can_switch,
            is_on=is_on,
            efforts=tuple(found.efforts),
            effort=meant[0] if meant else None,
            has_budget=bool(found.ending),
            is_switch_late=all(_is_late(view, on) for view in (off, self._default)),
            is_effort_late=all(_is_late(view, self._default) for view in efforts),
        )

    def _ending(self, found: Steering) -> str:
        """Return the text after which the model answers, as the template writes it."""
        markers = self._markers
        if markers is None or markers.are_reserved:
            return ""
        closing = markers.closing[0]
        if markers.headings:
            return closing + "".join(markers.headings)
        written = self._view(found.off, found.off_text)[0] or ""
        before, marker, after = written.rpartition(closing)
        if not marker or after.strip():
            return f"\n{closing}\n\n" if closing.startswith("</") else closing
        is_apart = before.endswith("\n") and before.rstrip().endswith(markers.opening)
        return ("\n" if is_apart else "") + closing + after

    def _view(self, arguments: Arguments, text: str = "") -> _View:
        key = f"{text}\0{msgspec.json.encode(arguments).decode()}"
        if key not in self._views:
            self._views[key] = tuple(self._render(chat, arguments, text) for chat in _CHATS)
        return self._views[key]

    def _render(self, chat: Sequence[ChatMessage], arguments: Arguments, text: str) -> str | None:
        if text:
            chat = [*chat[:-1], _with_text(chat[-1], text)]
        try:
            return self._template.render(chat, arguments=arguments)
        except ChatTemplateFailed:  # also on a timeout
            return None


def _with_text(message: ChatMessage, text: str) -> ChatMessage:
    return msgspec.structs.replace(message, content=f"{message.content} {text}")


def _rank(name: str) -> tuple[int, str]:
    return (_USUAL.index(name) if name in _USUAL else len(_USUAL), name)


def _height(word: str) -> int:
    return _LADDER.index(word) if word in _LADDER else len(_LADDER)


def _is_change(one: _View, other: _View) -> bool:
    """Return whether the values give a new chat two different valid prompts."""
    new = zip(one[:_NEW_CHAT_COUNT], other[:_NEW_CHAT_COUNT], strict=True)
    return None not in (one[0], other[0]) and any(a != b for a, b in new)


def _is_late(one: _View, other: _View) -> bool:
    """Return whether two prompts of the longer chat differ only after its last message."""
    first, second = one[-1] or "", other[-1] or ""
    pairs = zip(first, second, strict=False)
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    return first == second or shared >= first.rfind(_SAID) + len(_SAID)
