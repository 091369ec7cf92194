"""Learns from a chat template how its model writes calls: by rendering calls that are known.

The template decides, not the model's name. Calls with rare names and values are rendered, and the
texts around these are the format.
"""

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence

import msgspec

from engine.messages.commands import ChatMessage, Role, ToolCall
from engine.messages.errors import ChatTemplateFailed
from engine.messages.history_needs import Rewrite
from engine.messages.tool_format import (
    ANY_ID,
    ANY_NUMBER,
    OTHER_FORMATS,
    THE_KEY,
    THE_NAME,
    THE_TYPE,
    TOLD_FORMAT,
    ArgumentForm,
    ToolFormat,
)
from engine.text.chat_template import ChatTemplate

_MAX_LENGTH = 100_000  # characters of a tiny chat, which has some thousand
LEARNING_SECONDS = 1.0  # seconds for all renderings of tiny chats
_NAMES = ("zqfinder", "zqwalker")
_IDS = ("zqident01", "zqident02")
_KEYS = ("zqcount", "zqplace")  # in the order of the alphabet, which some templates sort by
_WORDS = ("Vqalpha", "Vqomega")
_SPECIAL = "Vqalpha\n<&>"  # some templates put such a text into quotes
_ANSWER = "Zqanswer"
_PARAMETERS: Mapping[str, object] = {
    "type": "object",
    "properties": {key: {"type": "string", "description": "Where it lies."} for key in _KEYS},
    "required": list(_KEYS),
}
TOOLS: Sequence[Mapping[str, object]] = [
    {
        "type": "function",
        "function": {"name": name, "description": "Finds it.", "parameters": _PARAMETERS},
    }
    for name in _NAMES
]
_ASKED = ChatMessage(Role.USER, "Where is it?")
# A text is cut only at white space, after a mark, and before one.
_EDGES = re.compile(r"(?<=\s)(?=\S)|(?<=\S)(?=\s)|(?<=>)(?!\[)|(?<![\[\]])(?=<)|(?<=\])(?=\[)")
_DIGITS = re.compile(r"[0-9]{1,9}")
_WORD, _LAST_WORD = re.compile(r"\w+"), re.compile(r"[A-Za-z]+\Z")
_PLACES = re.compile(f"[{ANY_ID}{ANY_NUMBER}{THE_NAME}]")
_MARK_END = re.compile(r"[>\]](?=[\[{<\s]|$)(?!\[>|<\])|[=\"]$|[>\]](?=\w)")
_MIN_MARK = 5  # characters of a text that alone begins a call
_CHANNEL, _MESSAGE = "<|channel|>", "<|message|>"


class _NotLearned(Exception):
    """The template does not write a call in any known form."""


class _Written(msgspec.Struct, frozen=True):
    """A call found in a rendering: where its name and its arguments are."""

    name_start: int
    name_end: int
    arguments_start: int
    arguments_end: int


def learn_tool_format(
    template: ChatTemplate, control_texts: Collection[str] = ()
) -> ToolFormat | None:
    """Return how the template's model writes calls; None if the template shows no tools.

    A template that shows tools and no calls has the format of models that are told of tools in
    words.
    """
    template.begin(LEARNING_SECONDS)
    renderer = _Renderer(template)
    shown = renderer.prompt()
    if _NAMES[0] not in shown or shown == renderer.prompt(tools=()):
        return None
    for needs in (frozenset[Rewrite](), frozenset({Rewrite.ARGUMENTS_AS_TEXT})):
        try:
            found = _Learner(_Renderer(template, needs)).format()
        except (_NotLearned, ChatTemplateFailed):
            continue
        return _with_controls(found, control_texts)
    told = [_with_controls(each, control_texts) for each in (TOLD_FORMAT, *OTHER_FORMATS)]
    controls = {text: None for each in told for text in each.controls}
    return msgspec.structs.replace(TOLD_FORMAT, controls=tuple(controls))


class _Renderer:
    """Renders tiny chats about the tools, as they are: calls are not told in words."""

    def __init__(self, template: ChatTemplate, needs: frozenset[Rewrite] = frozenset()) -> None:
        self._template = template
        self._needs = needs | (template.history.rewrites & {Rewrite.PARTS})

    def prompt(self, tools: Sequence[Mapping[str, object]] = TOOLS) -> str:
        """Return the prompt before a reply; empty if the template refuses it."""
        return self._or_empty((), tools, is_reply_awaited=True)

    def question(self) -> str:
        """Return the chat without a reply; empty if the template refuses it."""
        return self._or_empty(())

    def answer(self) -> str:
        """Return the chat with a reply without calls; empty if the template refuses it."""
        return self._or_empty((ChatMessage(Role.ASSISTANT, _ANSWER),))

    def calls(self, *arguments: Mapping[str, object], text: str = "") -> str:
        """Return the chat with a reply that has a call for each of these. Raises if refused."""
        calls = [
            ToolCall(number, name, json.dumps(each))
            for number, name, each in zip(_IDS, _NAMES, arguments, strict=False)
        ]
        return self._render((ChatMessage(Role.ASSISTANT, text, tuple(calls)),))

    def _or_empty(
        self,
        replies: Sequence[ChatMessage],
        tools: Sequence[Mapping[str, object]] = TOOLS,
        *,
        is_reply_awaited: bool = False,
    ) -> str:
        try:
            return self._render(replies, tools, is_reply_awaited=is_reply_awaited)
        except (ChatTemplateFailed, _NotLearned):
            return ""

    def _render(
        self,
        replies: Sequence[ChatMessage],
        tools: Sequence[Mapping[str, object]] = TOOLS,
        *,
        is_reply_awaited: bool = False,
    ) -> str:
        text = self._template.write(
            (_ASKED, *replies),
            self._needs,
            is_reply_awaited=is_reply_awaited,
            arguments={"tools": tools} if tools else {},
        )
        if len(text) > _MAX_LENGTH:
            raise _NotLearned
        return text


class _Learner:
    """Learns the format of one template; raises _NotLearned or ChatTemplateFailed."""

    def __init__(self, renderer: _Renderer) -> None:
        self._renderer = renderer
        self._prompt = renderer.prompt()
        self._answer = renderer.answer()
        self._question = renderer.question()
        self._pair = dict(zip(_KEYS, _WORDS, strict=True))
        self._one = renderer.calls(self._pair)
        self._start = self._reply_start()

    def format(self) -> ToolFormat:
        """Return the format."""
        calls = self._written(self._one, [self._pair])
        found = self._tagged() if calls is None else self._json(calls)
        return msgspec.structs.replace(found, mark=self._mark(found))

    def _mark(self, found: ToolFormat) -> str:
        """Return the beginning of a call that no answer has; empty if there is none."""
        opening, *places = _PLACES.split(found.opening.lstrip())
        if places and not opening.startswith(("<", "[", "]")):
            return ""
        if found.name_key is not None and not opening.rpartition("{")[0].strip("[ \n"):
            return ""  # an answer may contain such an object
        ends = [each.end() for each in _MARK_END.finditer(opening) if each.end() >= _MIN_MARK]
        if not opening.startswith(("<", "[", "]")):
            # Only words: all of them together.
            ends = [len(opening)] if len(opening) >= _MIN_MARK else []
        answer = self._answer[len(_common_start(self._answer, self._prompt)) :]
        return next((opening[:end] for end in ends if opening[:end] not in answer), "")

    def _reply_start(self) -> int:
        """Return where the call begins in a reply, after what any reply begins with."""
        common = max(len(_common_start(self._one, other)) for other in (self._prompt, self._answer))
        cut = _cut_before(self._one, common)
        if not self._one.startswith(self._prompt):
            return cut
        return max(len(self._one[:cut].rstrip()), len(self._prompt))

    def _written(self, text: str, values: Sequence[Mapping[str, object]]) -> list[_Written] | None:
        """Return the calls in a rendering; None if their arguments are not JSON objects."""
        found: list[_Written] = []
        at = self._start
        for name, value in zip(_NAMES, values, strict=False):
            place = _json_at(text, at, value)
            if place is None:
                return None
            start, end = place
            name_start = text.rfind(name, at, start)
            if name_start < 0:
                raise _NotLearned
            found.append(_Written(name_start, name_start + len(name), start, end))
            at = end
        return found

    def _json(self, calls: Sequence[_Written]) -> ToolFormat:
        call = calls[0]
        middle = self._one[call.name_end : call.arguments_start]
        found = msgspec.structs.replace(
            self._opening(call.name_start),
            middle=middle,
            closing=self._closing(self._one, call.arguments_end),
        )
        found = self._enveloped(found, call)
        with_two = self._two(self._pair, self._pair)
        pair = None if with_two is None else self._written(with_two, [self._pair, self._pair])
        if with_two is None or pair is None:
            return _with_channels(found)
        first, second = pair
        between = with_two[first.arguments_end : second.name_start]
        middles = middle, with_two[second.name_end : second.arguments_start]
        return msgspec.structs.replace(
            found,
            middle=_numbered(*middles) if middles[0] != middles[1] else middle,
            between=_renumbered(found.opening, _with_places(between)),
            closing=self._closing(with_two, second.arguments_end),
        )

    def _enveloped(self, found: ToolFormat, call: _Written) -> ToolFormat:
        """Return the format with the keys of the JSON object that a call is, if it is one."""
        for start in _places("{", self._one, self._start, call.name_start):
            try:
                value, end = json.JSONDecoder().raw_decode(self._one, start)
            except (ValueError, RecursionError):
                continue
            if not isinstance(value, dict) or end < call.arguments_end:
                continue
            keys = {_key_of(value, _NAMES[0]), _key_of(value, self._pair)} - {None}
            if set(value) == {_NAMES[0]}:
                return msgspec.structs.replace(found, name_key="", arguments_key="")
            if len(keys) == 2:
                name_key = str(_key_of(value, _NAMES[0]))
                key = str(_key_of(value, self._pair))
                return msgspec.structs.replace(found, name_key=name_key, arguments_key=key)
        return _with_middle_places(found)

    def _two(self, first: Mapping[str, object], second: Mapping[str, object]) -> str | None:
        """Return a rendering of two calls; None if the template writes only one."""
        try:
            text = self._renderer.calls(first, second)
        except ChatTemplateFailed:
            return None
        return text if _NAMES[1] in text[self._start :] else None

    def _opening(self, name_start: int) -> ToolFormat:
        """Return a format with the texts before the name: of all calls, and after text."""
        opening = _with_places(self._one[self._start : name_start])
        try:
            text = self._renderer.calls(self._pair, text=_ANSWER)
        except ChatTemplateFailed:
            return ToolFormat(opening=opening)
        answer = text.rfind(_ANSWER)
        first = text.find(_NAMES[0], max(answer, 0))
        # The name may be written more than once.
        for _ in range(opening.count(THE_NAME)):
            first = text.find(_NAMES[0], first + 1)
        if answer < 0 or first < answer:
            return ToolFormat(opening=opening)
        following = _with_places(text[answer + len(_ANSWER) : first])
        if not opening and self._prompt.endswith(following):
            # The prompt ends with the opening, and an answer says that it is none.
            _, _, written = self._answer.partition(self._prompt)
            return ToolFormat(
                opening=following, given=following, text_opening=written.partition(_ANSWER)[0]
            )
        common = _common_end(opening, following)
        if common != opening:
            cut = _cut_after(opening, len(opening) - len(common))
            opening = opening[cut:] if opening[cut:].strip() else opening
        gap = following.removesuffix(opening)
        return ToolFormat(opening=opening, gap=gap if gap.isspace() else "")

    def _closing(self, text: str, end: int) -> str:
        """Return the text after the last call, without the end of any turn."""
        _, found, turn_end = self._answer.rpartition(_ANSWER)
        rest = text[end:]
        any_end = _common_end(self._question, self._answer)
        any_end = any_end[_cut_after(any_end, 0, self._answer.removesuffix(any_end)) :]
        for each in (turn_end if found else "", any_end):
            if each and rest.endswith(each):
                return _with_places(rest.removesuffix(each)).rstrip()
        common = _common_end(rest, turn_end)
        cut = len(rest) - len(common)
        return _with_places(rest[: _cut_after(rest, cut)]).rstrip()

    def _tagged(self) -> ToolFormat:
        """Return the format of arguments that are written one by one."""
        text, (first_key, second_key), (first, second) = self._one, _KEYS, _WORDS
        key_start = text.find(first_key, self._start)
        value_start = text.find(first, key_start)
        next_start = text.find(second, value_start)
        next_key = text.rfind(second_key, value_start, next_start)
        name_start = text.rfind(_NAMES[0], self._start, key_start)
        if min(key_start, value_start, next_start, next_key, name_start) < 0:
            raise _NotLearned
        value_opening = text[key_start + len(first_key) : value_start]
        if value_opening != text[next_key + len(second_key) : next_start]:
            raise _NotLearned
        before = text[name_start + len(_NAMES[0]) : key_start]
        following = text[value_start + len(first) : next_key].replace(first_key, THE_KEY)
        end = text[next_start + len(second) :].replace(second_key, THE_KEY)
        shared = len(_common_start(following, end))
        value_closing = following[: _cut_before(f"{following}{second_key}", shared)]
        common = _common_end(before, following[len(value_closing) :])
        key_opening = common[_cut_after(common, 0, before.removesuffix(common)) :].lstrip()
        middle = before.removesuffix(key_opening)
        rest = following.removesuffix(key_opening)
        last = next_start + len(second) + len(value_closing.replace(THE_KEY, second_key))
        found = msgspec.structs.replace(
            self._opening(name_start),
            middle=_with_places(middle),
            form=ArgumentForm.ELEMENTS if THE_KEY in value_closing else ArgumentForm.TAGS,
            key_opening=key_opening,
            value_opening=value_opening,
            value_closing=value_closing,
            separator=rest.removeprefix(value_closing),
            closing=self._closing(text, last),
        )
        if _is_literal(found):
            found = self._literal(found, text, next_start + len(second))
            last = next_start + len(second) + len(found.quote_closing)
            found = msgspec.structs.replace(found, closing=self._closing(text, last))
        else:
            found = self._with_types(found)
        return self._with_second(found)

    def _literal(self, found: ToolFormat, text: str, end: int) -> ToolFormat:
        """Return the format of arguments that are literals: strings have quotes."""
        sign = found.value_opening[0]
        quote = found.value_opening[1:]
        closing = text[end : end + len(quote)]
        probe = {_KEYS[0]: "Vq\\alpha"}
        written = self._renderer.calls(probe)
        return msgspec.structs.replace(
            found,
            form=ArgumentForm.LITERALS,
            value_opening=sign,
            value_closing="",
            separator=f"{found.value_closing}{found.separator}".removeprefix(closing),
            quote=quote,
            quote_closing=closing,
            is_escaped="Vq\\alpha" not in written,
        )

    def _with_types(self, found: ToolFormat) -> ToolFormat:
        """Return the format with the types that are written, and the quotes of special texts."""
        numbered = self._value_opening({_KEYS[0]: 1234321}, "1234321")
        if numbered is not None and numbered != found.value_opening:
            start = _common_start(numbered, found.value_opening)
            at = len(_LAST_WORD.sub("", start))
            word, other = _WORD.match(found.value_opening, at), _WORD.match(numbered, at)
            if word is not None and other is not None:
                opening = f"{word.string[:at]}{THE_TYPE}{word.string[word.end() :]}"
                found = msgspec.structs.replace(
                    found, value_opening=opening, string_type=word[0], other_type=other[0]
                )
        special = self._value_opening({_KEYS[0]: _SPECIAL}, _SPECIAL)
        if special is not None and THE_TYPE not in found.value_opening:
            quote = special.removeprefix(found.value_opening)
            text = self._renderer.calls({_KEYS[0]: _SPECIAL})
            after = text[text.find(_SPECIAL, self._start) + len(_SPECIAL) :]
            closing, has_closing, _ = after.partition(found.value_closing)
            if quote != special and quote and has_closing and closing:
                found = msgspec.structs.replace(found, quote=quote, quote_closing=closing)
        return found

    def _value_opening(self, arguments: Mapping[str, object], value: str) -> str | None:
        """Return the text between a name and this value; None if the template refuses it."""
        try:
            text = self._renderer.calls(arguments)
        except ChatTemplateFailed:
            return None
        key = text.find(_KEYS[0], self._start)
        at = text.find(value, key)
        return text[key + len(_KEYS[0]) : at] if 0 <= key < at else None

    def _with_second(self, found: ToolFormat) -> ToolFormat:
        """Return the format with the text between two calls."""
        one = {_KEYS[0]: _WORDS[0]}, {_KEYS[1]: _WORDS[1]}
        text = self._two(*one)
        if text is None:
            return found
        value = text.find(_WORDS[0], self._start) + len(_WORDS[0])
        key = text.find(_KEYS[1], value)
        name = text.rfind(_NAMES[1], value, key)
        if name < 0 or key < 0:
            return found
        ending = found.value_closing.replace(THE_KEY, _KEYS[0]) or found.quote_closing
        between = text[value + len(ending) : name]
        middle = text[name + len(_NAMES[1]) : key].removesuffix(found.key_opening)
        places = _with_places(middle)
        return msgspec.structs.replace(
            found,
            between=_renumbered(found.opening, _with_places(between)),
            middle=_numbered(found.middle, places) if found.middle != places else found.middle,
        )


def _with_channels(found: ToolFormat) -> ToolFormat:
    """Return the format; a call that is a message to a tool may be written in several ways."""
    has_channels = _CHANNEL in found.middle and _MESSAGE in found.middle
    return msgspec.structs.replace(found, has_channels=has_channels)


def _common_start(first: str, second: str) -> str:
    pairs = enumerate(zip(first, second, strict=False))
    at = next((at for at, (one, other) in pairs if one != other), min(len(first), len(second)))
    return first[:at]


def _common_end(first: str, second: str) -> str:
    return _common_start(first[::-1], second[::-1])[::-1]


def _is_literal(found: ToolFormat) -> bool:
    """Return whether arguments look like ``name='value'`` or ``name:"value"``."""
    opening = found.value_opening
    return found.form is ArgumentForm.TAGS and opening[:1] in ("=", ":") and len(opening) > 1


def _json_at(text: str, start: int, value: object) -> tuple[int, int] | None:
    """Return where a JSON object with this value is."""
    for at in _places("{", text, start, len(text)):
        try:
            found, end = json.JSONDecoder().raw_decode(text, at)
        except (ValueError, RecursionError):
            continue
        if found == value:
            return at, end
    return None


def _places(sign: str, text: str, start: int, end: int) -> Iterator[int]:
    at = text.find(sign, start, end)
    while at >= 0:
        yield at
        at = text.find(sign, at + 1, end)


def _key_of(value: Mapping[str, object], wanted: object) -> str | None:
    return next((key for key, each in value.items() if each == wanted), None)


def _with_places(text: str) -> str:
    """Return a text of a format with the call's id and name replaced by their places."""
    for each in _IDS:
        text = text.replace(each, ANY_ID)
    for each in _NAMES:
        text = text.replace(each, THE_NAME)
    return text


def _with_middle_places(found: ToolFormat) -> ToolFormat:
    return msgspec.structs.replace(found, middle=_with_places(found.middle))


def _numbered(first: str, second: str) -> str:
    """Return a text that two calls have, with the numbers that differ replaced by their places."""
    first, second = _with_places(first), _with_places(second)
    if _DIGITS.split(first) != _DIGITS.split(second):
        return first
    numbers = iter(_DIGITS.findall(second))
    return _DIGITS.sub(lambda one: ANY_NUMBER if one[0] != next(numbers) else one[0], first)


def _renumbered(opening: str, between: str) -> str:
    """Return the text between two calls, with an index of the call replaced by its place."""

    def place(found: re.Match[str]) -> str:
        before = between[max(0, found.start() - 6) : found.start()]
        is_index = f"{before}{int(found[0]) - 1}" in opening
        return ANY_NUMBER if is_index else found[0]

    return _DIGITS.sub(place, between)


def _boundaries(text: str) -> list[int]:
    return [found.start() for found in _EDGES.finditer(text)] + [len(text)]


def _cut_before(text: str, at: int) -> int:
    """Return the last place up to ``at`` where a mark or a word begins."""
    return max(each for each in [0, *_boundaries(text)] if each <= at)


def _cut_after(text: str, at: int, before: str = "") -> int:
    """Return the first place from ``at`` on where a mark or a word begins."""
    shift = len(before)
    return min(each for each in _boundaries(before + text) if each >= at + shift) - shift


def _with_controls(found: ToolFormat, control_texts: Collection[str]) -> ToolFormat:
    """Return the format with the control texts that are in it."""
    texts = [found.opening, found.middle, found.between, found.closing, found.key_opening]
    texts += [found.value_opening, found.value_closing, found.separator, found.quote]
    whole = "\0".join([*texts, found.quote_closing, found.text_opening])
    others = _CHANNEL_CONTROLS if found.has_channels else ()
    controls = sorted(each for each in control_texts if each in whole or each in others)
    return msgspec.structs.replace(found, controls=tuple(controls))


_CHANNEL_CONTROLS = ("<|start|>", "<|channel|>", "<|constrain|>", "<|message|>", "<|call|>")
