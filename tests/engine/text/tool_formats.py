"""Calls of many tools, written by each chat template of llama.cpp and read back.

``python -m tests.engine.text.tool_formats [name ...]`` tries 200 calls for each template: whole,
in single characters, and cut in two at every place.
"""

import json
import random
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from engine.dialects.generation import Piece, PieceReader, formats_of
from engine.dialects.tool_reader import CallEvent, Found, ToolCallReader, calls_of
from engine.dialects.tools import Function, Tools
from engine.messages.commands import ChatMessage, Role, ToolCall
from engine.messages.errors import ChatTemplateFailed
from engine.messages.events import TextDelta
from engine.messages.history_needs import Rewrite
from engine.messages.tool_format import ToolFormat
from engine.text.chat_template import ChatTemplate
from engine.text.history_probe import find_history
from engine.text.history_rewriter import rewrite
from engine.text.reasoning import ReasoningSplitter, reasoning_markers
from engine.text.tool_format_learner import learn_tool_format
from tests.engine.text.upstream_templates import upstream_templates
from tests.fakes.vocabulary import FakeVocabulary

SPECIAL = {"bos_token": "<s>", "eos_token": "</s>"}
CALLS, TEXTS = 200, 10_000
ASKED = ChatMessage(Role.USER, "Where can I moor?")
_PIECES = (
    *("Ostend", "north quay", "12", "-3.5", "true", "null", "None", " ", "\n", "\n\n", "\t"),
    *('"', "'", '"x"', "it's", "\\", "\\n", "C:\\new", "é", "東京", "🚢", "<b>", "</b>", "<", ">"),
    *("&", "{", "}", "[1]", '{"a": 1}', ", b=2", "a=1", "```", "# x", "*", "|", ":", ";", "()"),
)
_NAMES = ("get_weather", "get", "find-harbour_2")


# What looks like the beginning of a call, in prose, code and data.
_WORDS = (
    *(
        "tide",
        "harbour",
        "get",
        "get_weather",
        "arguments",
        "function",
        "functions.",
        "to=",
        "call:",
    ),
    *(
        "<tool",
        "<tool_call>",
        "</tool_call>",
        "<function=",
        "<function name=",
        "<invoke name=",
        "<|",
    ),
    *(
        "[",
        "]",
        "[TOOL_CALLS]",
        "[TOOL",
        "[ARGS]",
        "{",
        "}",
        "[{",
        "}]",
        '{"name": "',
        '": ',
        '"',
        ",",
    ),
    *(
        '{"name": "boat", "arguments": {}}',
        '[{"a": 1}]',
        "```json\n",
        "```",
        "`",
        "**",
        "# ",
        "- ",
        "|",
    ),
    *(
        ">>>",
        ">",
        "<b>",
        "</b>",
        "<a href='x'>",
        "(",
        ")",
        "()",
        "\n",
        "\n\n",
        " ",
        "  ",
        "é",
        "東京",
    ),
    *(
        "<tool_calls>",
        "<TOOLCALL>",
        "Action:",
        "functools",
        "<|channel|>",
        "commentary",
        "]<]minimax[>[",
    ),
    *(
        "<arg_key>",
        "<parameter=",
        "print(x)",
        "a < b",
        "x[0]",
        "{{",
        "<!-- -->",
        "&lt;",
        "json",
        ":",
    ),
)


def markdown(random_: random.Random) -> str:
    """Return a text with brackets, JSON and elements, and without a call."""
    return "".join(random_.choice(_WORDS) for _ in range(random_.randrange(1, 40)))


def _described(schema: Mapping[str, object]) -> dict[str, object]:
    return {"description": "Says more.", **schema}


_TEXT, _WHOLE = _described({"type": "string"}), _described({"type": "integer"})
_NESTED = _described(
    {
        "type": "object",
        "properties": {
            "inner": _TEXT,
            "flag": _described({"type": "boolean"}),
            "depth": _described({"type": "number"}),
            "list": _described({"type": "array", "items": _WHOLE}),
        },
        "required": ["inner"],
    }
)
SCHEMA: Mapping[str, object] = {
    "type": "object",
    "properties": {
        "place": _TEXT,
        "days": _WHOLE,
        "height": _described({"type": "number"}),
        "is_open": _described({"type": "boolean"}),
        "tags": _described({"type": "array", "items": _TEXT}),
        "sizes": _described({"type": "array", "items": _WHOLE}),
        "boat": _NESTED,
        "unit": _described({"enum": ["c", "f"], "type": "string"}),
        "limit": _described({"type": ["integer", "null"]}),
    },
    "required": [],
}
TOOLS = Tools(tuple(Function(name, "Finds it.", dict(SCHEMA)) for name in _NAMES))
_PLAIN = json.loads(json.dumps(SCHEMA).replace('["integer", "null"]', '"integer"'))
PLAIN_TOOLS = Tools(tuple(Function(name, "Finds it.", _PLAIN) for name in _NAMES))


def _text(random_: random.Random) -> str:
    return "".join(random_.choice(_PIECES) for _ in range(random_.randrange(6)))


def _value(random_: random.Random, key: str, *, has_null: bool) -> object:
    match key:
        case "place" | "inner":
            return _text(random_)
        case "days":
            return random_.choice((0, 7, -12, 1_000_000))
        case "limit":
            return random_.choice((5, None)) if has_null else 5
        case "height" | "depth":
            return random_.choice((1.5, -0.25, 1e-07, 12345.678))
        case "is_open" | "flag":
            return random_.random() < 0.5
        case "tags":
            return [_text(random_) for _ in range(random_.randrange(3))]
        case "sizes" | "list":
            return [random_.randrange(-9, 99) for _ in range(random_.randrange(4))]
        case "unit":
            return random_.choice(("c", "f"))
        case _:
            keys = random_.sample(("inner", "flag", "depth", "list"), random_.randrange(1, 5))
            return {each: _value(random_, each, has_null=has_null) for each in keys}


def arguments(random_: random.Random, *, has_null: bool) -> dict[str, object]:
    """Return the arguments of a call."""
    properties = SCHEMA["properties"]
    assert isinstance(properties, dict)
    keys = random_.sample(list(properties), random_.randrange(len(properties)))
    return {key: _value(random_, key, has_null=has_null) for key in keys}


@dataclass
class Result:
    """What became of the calls of one template."""

    name: str
    tried: int = 0
    exact: int = 0
    is_told: bool = False
    faults: list[str] = field(default_factory=list)


class Writer:
    """Writes calls with a template, as its model would."""

    def __init__(self, source: str) -> None:
        self.template = ChatTemplate(source, SPECIAL)
        self.template.history = find_history(self.template)
        self.tools = TOOLS
        self.form = learn_tool_format(self.template)
        self.markers = reasoning_markers(source, FakeVocabulary())
        try:
            self.prompt = self._render((ASKED,), is_reply_awaited=True)
        except ChatTemplateFailed:  # some cannot describe a union of types
            self.tools = PLAIN_TOOLS
            self.prompt = self._render((ASKED,), is_reply_awaited=True)
        self.answer = self._render((ASKED, ChatMessage(Role.ASSISTANT, "Qanswer")))

    def _render(self, messages: Sequence[ChatMessage], *, is_reply_awaited: bool = False) -> str:
        self.template.begin(60)
        # As they are: a call that was not answered would be told as text.
        return self.template.write(
            messages,
            self.template.history.rewrites & {Rewrite.PARTS, Rewrite.ARGUMENTS_AS_TEXT},
            is_reply_awaited=is_reply_awaited,
            arguments={"tools": list(self.tools.descriptions())},
        )

    def written(self, text: str, calls: Sequence[ToolCall]) -> tuple[str, bool]:
        """Return a reply, and whether it begins inside of reasoning."""
        assert self.form is not None
        reply = ChatMessage(Role.ASSISTANT, text, tuple(calls))
        if not self.form.is_shown:
            (reply,) = rewrite((reply,), {Rewrite.CALLS_TOLD}).messages
        whole = self._render((ASKED, reply))
        if whole.startswith(self.prompt):
            is_inside = self.markers is not None and self.markers.is_open_after(self.prompt)
            return whole[len(self.prompt) :], is_inside
        # The prompt opens reasoning that a finished reply does not show.
        start = max(sum(1 for _ in _shared(whole, other)) for other in (self.prompt, self.answer))
        edge = whole.rfind("<", 0, start)
        return whole[edge if edge >= 0 and ">" not in whole[edge:start] else start :], False


def _shared(one: str, other: str) -> Iterator[str]:
    for first, second in zip(one, other, strict=False):
        if first != second:
            return
        yield first


def read(writer: Writer, pieces: Iterable[str], *, is_inside: bool) -> list[Found]:
    """Return the texts and calls of a reply that comes in these pieces."""
    reader = PieceReader(writer.tools, writer.form)
    splitter = ReasoningSplitter(writer.markers, starts_inside=is_inside)
    found: list[Piece | CallEvent] = []
    for piece in pieces:
        for channel, text in splitter.feed(piece):
            found += reader.feed(TextDelta(1, text, 1, channel))
    for channel, text in splitter.flush():
        found += reader.feed(TextDelta(1, text, 1, channel))
    found += reader.finish()
    return [each.text if isinstance(each, Piece) else each for each in found]


def _normal(found: Sequence[Found]) -> object:
    texts = "".join(each for each in found if isinstance(each, str))
    return [calls_of(found), texts]


def try_template(name: str, source: str, count: int, *, every_place: bool) -> Result | None:
    """Return what became of a template's calls; None if it offers no tools."""
    random_ = random.Random(name)
    writer = Writer(source)
    if writer.form is None:
        return None
    result = Result(name, is_told=not writer.form.is_shown)
    probe, _ = writer.written("", [ToolCall("zqident01", "get", '{"limit": null, "days": 5}')])
    has_null = "limit" in probe
    while result.tried < count:
        amount = random_.randrange(1, 4) if writer.form.between else 1
        wanted = [
            (random_.choice(_NAMES), arguments(random_, has_null=has_null)) for _ in range(amount)
        ]
        calls = [
            ToolCall(f"zqident{index:02}", each, msgspec.json.encode(value).decode())
            for index, (each, value) in enumerate(wanted)
        ]
        text = random_.choice(("", "Let me look."))
        written, is_inside = writer.written(text, calls)
        if calls[0].name not in written:
            text = ""
            written, is_inside = writer.written(text, calls)
        result.tried += amount
        found = read(writer, [written], is_inside=is_inside)
        fault = ""
        if calls_of(found) != wanted:
            fault = f"read {calls_of(found)}"
        elif (
            text
            and text in written
            and text not in "".join(each for each in found if isinstance(each, str))
        ):
            fault = f"text {found}"
        else:
            cuts: list[list[str]] = [list(written)]
            if every_place:
                cuts += [[written[:at], written[at:]] for at in range(1, len(written))]
            expected = _normal(found)
            fault = next(
                (
                    f"cut at {len(pieces[0])}"
                    for pieces in cuts
                    if _normal(read(writer, pieces, is_inside=is_inside)) != expected
                ),
                "",
            )
        if fault:
            result.faults.append(f"{written!r} of {wanted}: {fault}")
        else:
            result.exact += amount
    return result


def longest_mark(form: ToolFormat) -> int:
    """Return the most characters that may be held back: the format's texts around a name."""
    given = sum(map(len, (form.gap, form.opening, form.middle, form.key_opening, form.closing)))
    return max(given, len('[{"name": "", "parameters": {"')) + max(map(len, _NAMES))


def try_texts(forms: Sequence[ToolFormat], count: int) -> list[str]:
    """Return what was wrong with texts that have no calls, each read in one of the formats."""
    faults: list[str] = []
    random_ = random.Random(0)
    for number in range(count):
        form = forms[number % len(forms)]
        reader = ToolCallReader(formats_of(form), TOOLS.schemas())
        text, found, most = markdown(random_), list[Found](), 0
        for piece in text:
            found += reader.feed(piece)
            most = max(most, reader.held_length)
        found += reader.finish()
        limit = max(longest_mark(each) for each in formats_of(form))
        if any(not isinstance(each, str) for each in found):
            faults.append(f"{text!r} as {form.opening!r}: a call")
        elif "".join(map(str, found)).strip("\n") != text.removeprefix(form.text_opening).strip(
            "\n"
        ):
            faults.append(f"{text!r} as {form.opening!r}: {found}")
        elif most > limit:
            faults.append(f"{text!r} as {form.opening!r}: {most} characters held")
    return faults


def main() -> None:
    """Try the templates whose names contain one of the given words."""
    words = [each for each in sys.argv[1:] if not each.startswith("-")]
    exact = offering = 0
    forms: list[ToolFormat | None] = []
    started = time.monotonic()
    for name, source in upstream_templates().items():
        if words and not any(each in name for each in words):
            continue
        try:
            found = try_template(name, source, CALLS, every_place="-q" not in sys.argv)
        except ChatTemplateFailed as error:
            print(f"{name}: {error}")
            continue
        if found is None:
            continue
        offering += 1
        exact += found.exact == found.tried
        note = " (told in words)" if found.is_told else ""
        print(f"{name}: {found.exact} of {found.tried}{note}", flush=True)
        if "-v" in sys.argv:
            for fault in found.faults[:3]:
                print("   ", fault)
        if found is not None:
            forms.append(Writer(source).form)
    if not words:
        faults = try_texts([each for each in forms if each is not None], TEXTS)
        print(
            f"{TEXTS - len(faults)} of {TEXTS} texts without calls are text", *faults[:5], sep="\n"
        )
    print(f"{exact} of {offering} templates exact, {time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    main()
