"""A model that must call a tool writes what its own template would have written."""

import json
import random
import re

import pytest
from llguidance import LLMatcher, LLTokenizer
from llguidance._tokenizer import TokenizerWrapper
from msgspec.structs import replace

from engine.dialects.tool_grammar import CallGrammar, call_grammar
from engine.dialects.tools import Function, Tools, Use
from engine.messages.commands import ToolCall
from engine.messages.tool_format import TOLD_FORMAT, ToolFormat
from engine.text.tool_format_learner import learn_tool_format
from tests.engine.text.tool_formats import TOOLS, Writer
from tests.engine.text.upstream_templates import upstream_templates

_CONTROL = re.compile(
    r"<[|\uff5c][^<>]*[|\uff5c]>|<tool_call\|>|<\|tool_call>|\[(?:TOOL_CALLS|ARGS|CALL_ID)\]"
)
_FIXED = re.compile(r'@("(?:\\.|[^"\\\n])*")')
# Command R+ writes its JSON over several lines; a grammar has it in one.
NAMES = sorted(upstream_templates().keys() - {"CohereForAI-c4ai-command-r-plus-tool_use"})


class ByteTokens:
    """A vocabulary of bytes and control tokens, as llguidance wants it."""

    bos_token_id = None

    def __init__(self, controls: list[str]) -> None:
        self.tokens = [bytes([each]) for each in range(256)]
        self.tokens += [b"\xff" + each.encode() for each in [*controls, "<end>"]]
        self.eos_token_id = len(self.tokens) - 1
        self.special_token_ids = list(range(256, len(self.tokens)))

    def __call__(self, text: str | bytes) -> list[int]:
        """Return a token for each byte."""
        return list(text.encode() if isinstance(text, str) else text)


class Checker:
    """Compiles a grammar as the engine does, and follows texts in it."""

    def __init__(self, grammar: CallGrammar, controls: list[str]) -> None:
        self._controls = controls
        longest_first = sorted(controls, key=len, reverse=True)
        self._split = re.compile(f"({'|'.join(map(re.escape, longest_first))})")
        tokenizer = LLTokenizer(TokenizerWrapper(ByteTokens(controls)))
        lark = _FIXED.sub(self._terms, grammar.lark)
        self._matcher = LLMatcher(tokenizer, LLMatcher.grammar_from_lark(lark), log_level=0)
        assert not self._matcher.is_error(), self._matcher.get_error()

    def _parts(self, text: str) -> list[str]:
        return [each for each in self._split.split(text) if each] if self._controls else [text]

    def _terms(self, found: re.Match[str]) -> str:
        terms = [
            f"<[{256 + self._controls.index(each)}]>"
            if each in self._controls
            else json.dumps(each)
            for each in self._parts(json.loads(found[1]))
        ]
        return f"({' '.join(terms)})"

    def rest_of(self, text: str) -> str | None:
        """Return what follows the calls that a text begins with; None if they are not complete."""
        matcher = self._matcher.deep_copy()
        tokens: list[int] = []
        for part in self._parts(text):
            is_control = part in self._controls
            tokens += [256 + self._controls.index(part)] if is_control else part.encode()
        count = end = 0
        for count, token in enumerate(tokens, 1):
            if not matcher.try_consume_tokens([token]):
                break
            end = count if matcher.is_accepting() or matcher.is_stopped() else end
        if not end:
            return None
        return bytes(each for each in tokens[end:] if each < 256).decode("utf-8", "replace")


def grammar_of(form: ToolFormat, schema: dict[str, object], *, forced: bool = True) -> Checker:
    tools = Tools((Function("get", "", schema),), Use.REQUIRED if forced else Use.AUTO)
    return Checker(call_grammar(form, tools), [])


@pytest.mark.parametrize("has_controls", [True, False])
@pytest.mark.parametrize("name", NAMES)
def test_what_a_template_writes_is_in_its_grammar(name: str, has_controls: bool) -> None:
    """The marks are control tokens of the model, or plain text."""
    source = upstream_templates()[name]
    writer = Writer(source)
    if writer.form is None:
        pytest.skip("the template shows no tools")
    found = sorted(set(_CONTROL.findall(source + "<|channel|><|message|><|call|><|constrain|>")))
    writer.form = learn_tool_format(writer.template, found if has_controls else ())
    assert writer.form is not None
    controls = list(writer.form.controls)
    random_ = random.Random(name)
    forced = call_grammar(writer.form, replace(TOOLS, use=Use.REQUIRED))
    optional = call_grammar(writer.form, TOOLS)
    for _ in range(4):
        written, _ = writer.written("", [_call(random_, 0)])
        opening = re.split("[\ufdd5-\ufdd9]", writer.form.opening.removeprefix(writer.form.given))
        at = max(written.find(opening[0]), 0)
        rest = Checker(forced, controls).rest_of(written[at:])
        assert rest is not None
        assert "sizes" not in rest
        if writer.form.between:
            written, _ = writer.written("", [_call(random_, 0), _call(random_, 1)])
        begins = [at for each in optional.triggers if (at := written.find(each)) >= 0]
        if begins:
            rest = Checker(optional, controls).rest_of(written[min(begins) :])
            assert rest is not None
            assert "sizes" not in rest


def _call(random_: random.Random, number: int) -> ToolCall:
    given = {"place": "it <b>\nis", "days": -12, "sizes": [1, -2, 3], "unit": "f"}
    kept = {key: value for key, value in given.items() if random_.random() < 0.7}
    name = random_.choice(("get", "get_weather", "find-harbour_2"))
    return ToolCall(f"zqident{number:02}", name, json.dumps(kept))


@pytest.mark.parametrize("name", ["Qwen3-Coder", "google-gemma-4-31B-it", "LFM2.5-8B-A1B"])
def test_required_arguments_cannot_be_left_out(name: str) -> None:
    form = Writer(upstream_templates()[name]).form
    assert form is not None
    properties = {each: {"type": "integer"} for each in ("a", "b", "c")}
    checker = grammar_of(form, {"properties": properties, "required": ["a", "b"]})
    writer = Writer(upstream_templates()[name])
    for arguments, is_right in (
        ({"a": 1, "b": 2}, True),
        ({"b": 2, "a": 1, "c": 3}, True),
        ({"b": 2, "c": 3}, False),
        ({}, False),
    ):
        written, _ = writer.written("", [ToolCall("zqident00", "get", json.dumps(arguments))])
        if name.startswith("google"):  # its template sorts the names
            arguments = dict(sorted(arguments.items()))
        begin = written.find(form.opening.lstrip())
        assert (
            checker.rest_of(
                form.opening[: len(form.opening) - len(form.opening.lstrip())] + written[begin:]
            )
            is not None
        ) is is_right, arguments


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string"},
        {"type": ["string", "null"]},
        {"type": "object", "properties": None},
        {"$ref": "#"},
        {"anyOf": [{"type": "integer"}]},
        {"type": "object", "required": ["a"], "properties": {"a": False}},
        {"type": "nothing"},
    ],
)
def test_arguments_are_an_object_whatever_the_schema_says(schema: dict[str, object]) -> None:
    """Programs send such schemas for tools without arguments."""
    checker = grammar_of(TOLD_FORMAT, schema)
    text = '<tool_call>\n{"name": "get", "arguments": '
    assert checker.rest_of(f"{text}{{}}}}\n</tool_call>") == ""
    assert checker.rest_of(f'{text}"a"}}\n</tool_call>') is None


def test_references_are_found_where_the_schema_lies() -> None:
    schema: dict[str, object] = {
        "type": "object",
        "definitions": {"place": {"enum": ["Ostend"]}},
        "properties": {
            "from": {"$ref": "#/definitions/place"},
            "to": {"$ref": "#/properties/from"},
        },
        "required": ["from", "to"],
    }
    checker = grammar_of(TOLD_FORMAT, schema)
    call = '<tool_call>\n{"name": "get", "arguments": {"from": "Ostend", "to": "%s"}}\n</tool_call>'
    assert checker.rest_of(call % "Ostend") == ""
    assert checker.rest_of(call % "Bruges") is None


@pytest.mark.parametrize("name", ["Qwen3-Coder", "google-gemma-4-31B-it"])
def test_a_part_of_a_schema_refers_to_the_whole(name: str) -> None:
    """Such formats have a grammar for each argument."""
    day = {"type": "object", "properties": {"date": {"enum": ["May 1"]}}, "required": ["date"]}
    schema: dict[str, object] = {
        "definitions": {"day": day},
        "properties": {"a": {"$ref": "#/definitions/day"}, "b": {"$ref": "#/properties/a"}},
        "required": ["a", "b"],
    }
    writer = Writer(upstream_templates()[name])
    assert writer.form is not None
    checker = grammar_of(writer.form, schema)
    for date, is_right in (("May 1", True), ("May 2", False)):
        arguments = json.dumps({"a": {"date": "May 1"}, "b": {"date": date}})
        written, _ = writer.written("", [ToolCall("zqident00", "get", arguments)])
        opening = writer.form.opening
        space = opening[: len(opening) - len(opening.lstrip())]
        begin = written.find(opening.lstrip())
        assert (checker.rest_of(space + written[begin:]) is not None) is is_right, date


def test_further_calls_can_be_forbidden() -> None:
    call = '<tool_call>\n{"name": "get", "arguments": {}}\n</tool_call>'
    tools = Tools((Function("get"),), Use.REQUIRED)
    form = Writer(upstream_templates()["Qwen-Qwen3-0.6B"]).form
    assert form is not None
    for may_be_several in (True, False):
        grammar = call_grammar(form, replace(tools, may_be_several=may_be_several))
        rest = Checker(grammar, []).rest_of(f"{call}\n{call}")
        assert (rest == "") is may_be_several


def test_only_the_tool_that_must_be_called_can_be_called() -> None:
    tools = Tools((Function("a"), Function("b")), Use.REQUIRED, "b")
    checker = Checker(call_grammar(TOLD_FORMAT, tools), [])
    call = '<tool_call>\n{"name": "%s", "arguments": {}}\n</tool_call>'
    assert checker.rest_of(call % "b") == ""
    assert checker.rest_of(call % "a") is None


@pytest.mark.parametrize("name", ['say "hi"', "two\nlines", "back\\slash", "größe"])
def test_a_name_in_a_json_object_is_escaped(name: str) -> None:
    """A reply with the unescaped name would be read as text."""
    checker = Checker(call_grammar(TOLD_FORMAT, Tools((Function(name),), Use.REQUIRED)), [])
    call = '<tool_call>\n{"name": %s, "arguments": {}}\n</tool_call>'
    assert checker.rest_of(call % json.dumps(name, ensure_ascii=False)) == ""


def test_usual_text_begins_no_call() -> None:
    """A bare object may be an answer, so optional calls of such a format are free."""
    form = Writer(upstream_templates()["meta-llama-Llama-3.2-3B-Instruct"]).form
    assert form is not None
    assert call_grammar(form, TOOLS).triggers == ()
    assert call_grammar(TOLD_FORMAT, TOOLS).triggers == ("<tool_call>",)
