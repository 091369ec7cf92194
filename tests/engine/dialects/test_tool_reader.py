"""Calls are found in what a model writes, in the format of its template, however it is cut."""

import time

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.dialects.generation import Piece, PieceReader
from engine.dialects.tool_reader import (
    CallArguments,
    CallBegun,
    CallEnded,
    CallEvent,
    Found,
    ToolCallReader,
)
from engine.dialects.tools import Function, Tools
from engine.messages.events import Channel, TextDelta
from engine.messages.tool_format import OTHER_FORMATS, TOLD_FORMAT, ToolFormat
from engine.text.chat_template import ChatTemplate
from engine.text.tool_format_learner import learn_tool_format
from tests.engine.text.upstream_templates import upstream_templates

PARAMETERS: dict[str, object] = {
    "type": "object",
    "properties": {
        "town": {"type": "string", "description": "Where."},
        "days": {"type": "integer", "description": "How many."},
        "unit": {"type": ["string", "null"], "description": "Of what."},
        "more": {"type": "object", "description": "Others."},
    },
}
TOOLS = Tools((Function("weather", "", PARAMETERS), Function("time", "", PARAMETERS)))
CALL = '<tool_call>\n{"name": "weather", "arguments": {"town": "Bonn"}}\n</tool_call>'
TOWN = ("weather", {"town": "Bonn"})

Result = str | tuple[str, object]


def format_of(name: str) -> ToolFormat:
    """Return the format of one of llama.cpp's templates."""
    special = {"bos_token": "<s>", "eos_token": "</s>"}
    found = learn_tool_format(ChatTemplate(upstream_templates()[name], special))
    assert found is not None
    return found


def joined(found: list[Found]) -> list[Result]:
    """Return texts, joined, and complete calls as name and arguments."""
    result: list[Result] = []
    name, parts = "", list[str]()
    for each in found:
        match each:
            case CallBegun():
                name, parts = each.name, []
            case CallArguments(text=text):
                parts.append(text)
            case CallEnded():
                result.append((name, msgspec.json.decode("".join(parts))))
            case str() if result and isinstance(result[-1], str):
                result[-1] += each
            case str():
                result.append(each)
    return result


def read(pieces: list[str], form: ToolFormat = TOLD_FORMAT) -> list[Result]:
    """Return the texts and calls of an answer that comes in these pieces."""
    reader = ToolCallReader([form], TOOLS.schemas())
    found = [each for piece in pieces for each in reader.feed(piece)]
    return joined(found + reader.finish())


CASES: list[tuple[str, list[Result]]] = [
    ("Just text.", ["Just text."]),
    ("a < b <tool", ["a < b <tool"]),
    (CALL, [TOWN]),
    (f"Let me look. {CALL}\n{CALL}", ["Let me look. ", TOWN, TOWN]),
    (f"{CALL} Done.", [TOWN, " Done."]),
    ('<tool_call>{"name": "time"}', [("time", {})]),
    ('<tool_call>{"name": "time"</tool_call>', ['<tool_call>{"name": "time"</tool_call>']),
    ('<tool_call>{"name": "ti', ['<tool_call>{"name": "ti']),
    ('<tool_call>{"name": "other"}', ['<tool_call>{"name": "other"}']),
    ('{"name": "time", "parameters": {"a": 1}}', [("time", {"a": 1})]),
    (' {"name": "time", "arguments": "{}"}', [("time", {})]),
    ('[{"name": "time"}, {"name": "weather"}]', [("time", {}), ("weather", {})]),
    ('{"id": "x", "name": "time", "arguments": null, "type": "y"}', [("time", {})]),
    ('{"name": "unknown", "arguments": {}}', ['{"name": "unknown", "arguments": {}}']),
    ('{"answer": 42}', ['{"answer": 42}']),
    ('{"name": "time"} and more', [("time", {}), " and more"]),
    ("[1, 2, 3]", ["[1, 2, 3]"]),
    ("", []),
    ("  ", ["  "]),
    ("[" * 5000, ["[" * 5000]),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_whole(text: str, expected: list[Result]) -> None:
    assert read([text]) == expected


@pytest.mark.parametrize(("text", "expected"), CASES[:-1])
def test_letter_by_letter(text: str, expected: list[Result]) -> None:
    assert read(list(text)) == expected


@pytest.mark.parametrize(
    "beginning", ["{", '<tool_call>{"name": "time", ', '{"name": "time", "arguments": {}, ']
)
def test_endless_keys_of_a_call_are_not_held_back(beginning: str) -> None:
    """They would be read again with each piece."""
    reader = ToolCallReader([TOLD_FORMAT], TOOLS.schemas())
    reader.feed(beginning)
    for _ in range(40):
        reader.feed('"id": 1, ')
    assert reader.held_length < 20


@given(
    st.lists(st.sampled_from(["<tool_call>", "</tool_call>", "<", "{", "a", "\n", CALL])),
    st.integers(1, 7),
)
def test_nothing_is_lost_and_pieces_make_no_difference(parts: list[str], size: int) -> None:
    text = "".join(parts)
    pieces = [text[at : at + size] for at in range(0, len(text), size)]
    assert read(pieces) == read([text])


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        (
            "GLM-4.6",
            "<tool_call>weather\n<arg_key>town</arg_key>\n<arg_value>Bonn</arg_value>\n</tool_call>",
            [TOWN],
        ),
        (
            "Qwen3-Coder",
            "I will look.\n<tool_call>\n<function=weather>\n<parameter=town>\nBonn\n</parameter>\n"
            "</function>\n</tool_call>",
            ["I will look.\n", TOWN],
        ),
        (
            "Qwen3-Coder",  # without the line breaks of its template
            "<tool_call><function=weather><parameter=days>3</parameter>"
            "<parameter=more>{'a': True}</parameter><parameter=unit>null</parameter></function>",
            [("weather", {"days": 3, "more": {"a": True}, "unit": None})],
        ),
        (
            "openai-gpt-oss-120b",  # as the model writes it, other than its template
            '<|channel|>commentary to=functions.weather <|constrain|>json<|message|>{"town":"Bonn"}'
            "<|call|>",
            [TOWN],
        ),
        (
            "LFM2.5-8B-A1B",
            "<|tool_call_start|>[weather(town='it\\'s', days=3), time(more={'a': [1]})]"
            "<|tool_call_end|>It is.",
            [("weather", {"town": "it\\'s", "days": 3}), ("time", {"more": {"a": [1]}}), "It is."],
        ),
        (
            "google-gemma-4-31B-it",
            '<|tool_call>call:weather{days:3,more:{a:[<|"|>x, y<|"|>,true]},town:<|"|>Bonn<|"|>}'
            "<tool_call|>",
            [("weather", {"days": 3, "more": {"a": ["x, y", True]}, "town": "Bonn"})],
        ),
        (
            "Mistral-Small-3.2-24B-Instruct-2506",
            '[TOOL_CALLS]weather[ARGS]{"town": "Bonn"}',  # without the id of its template
            [TOWN],
        ),
        ("meetkai-functionary-medium-v3.2", "all\nIt rains.", ["It rains."]),
        (
            "meetkai-functionary-medium-v3.2",
            'weather\n{"town": "Bonn"}>>>time\n{}',
            [TOWN, ("time", {})],
        ),
    ],
)
def test_formats_of_templates(name: str, text: str, expected: list[Result]) -> None:
    form = format_of(name)
    assert read([text], form) == expected
    assert read(list(text), form) == expected


@pytest.mark.parametrize(
    "text",
    [
        '<|tool_call|>[{"name": "weather", "arguments": {"town": "Bonn"}}]',
        "<|tool_call_start|>[weather(town='Bonn')]<|tool_call_end|>",
        CALL,
    ],
)
def test_a_template_that_shows_no_calls_has_several_formats(text: str) -> None:
    reader = ToolCallReader([TOLD_FORMAT, *OTHER_FORMATS], TOOLS.schemas())
    assert joined([*reader.feed(text), *reader.finish()]) == [TOWN]


@pytest.mark.parametrize("arguments", ['"Ostend"', "[1]", "3", "true", '"{"'])
def test_arguments_that_are_no_object_are_text(arguments: str) -> None:
    text = f'<tool_call>\n{{"name": "weather", "arguments": {arguments}}}\n</tool_call>'
    assert read(list(text)) == [text]


def test_each_call_has_an_id_of_its_own() -> None:
    calls = ToolCallReader([TOLD_FORMAT], TOOLS.schemas()).feed(CALL + CALL)
    assert len({each.id for each in calls if isinstance(each, CallBegun)}) == 2


def test_names_and_arguments_leave_as_they_are_written() -> None:
    reader = ToolCallReader([TOLD_FORMAT], TOOLS.schemas())
    assert reader.feed('Hm.<tool_call>\n{"name": "weather", "arg') == ["Hm."]
    assert reader.feed('uments": ') == []
    begun, brace = reader.feed("{")
    assert isinstance(begun, CallBegun)
    assert brace == CallArguments("{")
    pieces = ['"town": "Bo', "nn", '"']
    assert [reader.feed(each) for each in pieces] == [[CallArguments(each)] for each in pieces]
    assert reader.feed("}")[-1] == CallEnded()


def test_a_text_argument_leaves_as_it_is_written() -> None:
    reader = ToolCallReader([format_of("Qwen3-Coder")], TOOLS.schemas())
    reader.feed("<tool_call>\n<function=weather>\n<parameter=town>\n")
    assert reader.feed('A "long" ') == [CallArguments('A \\"long\\" ')]
    assert reader.feed("text\n") == [CallArguments("text")]
    assert reader.feed("</parameter>\n")[0] == CallArguments('"')


def test_what_is_certainly_text_is_not_held_back() -> None:
    reader = ToolCallReader([TOLD_FORMAT], TOOLS.schemas())
    assert reader.feed("Hello <to") == ["Hello "]
    assert reader.feed("day") == ["<today"]
    reader = ToolCallReader([TOLD_FORMAT], TOOLS.schemas())
    assert reader.feed("[") == []
    assert reader.feed("note") == ["[note"]


PYTHON_VALUE = {"a": ["x, y]", 'it\'s "so"', "back\\"], "b": {"c": None}}
LONG = "x" * 40_000


@pytest.mark.parametrize("size", [1, 2, 3, 5, 1000])
def test_a_value_of_nested_literals_is_read_however_it_comes(size: int) -> None:
    text = f"<|tool_call_start|>[weather(more={PYTHON_VALUE!r}, days=3)]<|tool_call_end|>"
    pieces = [text[at : at + size] for at in range(0, len(text), size)]
    assert read(pieces, OTHER_FORMATS[1]) == [("weather", {"more": PYTHON_VALUE, "days": 3})]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("google-gemma-4-31B-it", '<|tool_call>call:weather{more:{a:<|"|>' + LONG),
        ("google-gemma-4-31B-it", "<|tool_call>call:weather{more:" + "{" * len(LONG)),
        ("google-gemma-4-31B-it", "<|tool_call>call:weather{more:" + "[1]," * 10_000),
        ("LFM2-8B-A1B", "<|tool_call_start|>[weather(more={'a': '" + LONG),
        ("Qwen3-Coder", "<tool_call>\n<function=weather>\n<parameter=more>\n" + LONG),
        ("MiniMax-M3", "<tool_call>\n" * 4_000),
        ("Qwen-Qwen3-0.6B", '<tool_call>\n{"name": "weather", "arguments": ' + '{"a": ' * 9_000),
    ],
)
def test_no_text_takes_longer_and_longer_to_read(name: str, text: str) -> None:
    """A text that is read from its beginning with each piece would take minutes."""
    reader = ToolCallReader([format_of(name)], TOOLS.schemas())
    began = time.process_time()
    for each in text:
        reader.feed(each)
    reader.finish()
    assert time.process_time() - began < 10


@pytest.mark.parametrize("is_cut", [True, False])
def test_a_call_that_is_cut_is_unfinished(is_cut: bool) -> None:
    reader = ToolCallReader([TOLD_FORMAT], TOOLS.schemas())
    reader.feed('<tool_call>{"name": "weather", "arguments": {"town": "Bo')
    assert CallEnded() not in reader.finish(is_cut=is_cut)
    assert reader.is_unfinished


def test_a_call_without_its_closing_text_is_complete_unless_it_was_cut() -> None:
    text = "<tool_call>\n<function=weather>\n<parameter=town>\nBonn\n</parameter>\n"
    for is_cut in (True, False):
        reader = ToolCallReader([format_of("Qwen3-Coder")], TOOLS.schemas())
        reader.feed(text)
        assert (CallEnded() in reader.finish(is_cut=is_cut)) is not is_cut
        assert reader.is_unfinished is is_cut


def told(*deltas: tuple[Channel, str]) -> list[Result]:
    """Return the texts and calls of a reply; reasoning is in brackets."""
    reader = PieceReader(TOOLS)
    found: list[Piece | CallEvent] = []
    for channel, text in deltas:
        for piece in text:
            found += reader.feed(TextDelta(1, piece, 1, channel))
    found += reader.finish()
    return joined([_shown(each) for each in found])


def _shown(each: Piece | CallEvent) -> Found:
    if not isinstance(each, Piece):
        return each
    return each.text.upper() if each.channel is Channel.REASONING else each.text


def test_a_call_at_the_end_of_reasoning_counts() -> None:
    assert told((Channel.REASONING, f"hm {CALL}\n{CALL}\n")) == ["HM ", TOWN, TOWN]


def test_a_call_within_reasoning_is_a_thought() -> None:
    assert told((Channel.REASONING, f"hm {CALL} or not")) == [f"HM {CALL.upper()} OR NOT"]
    both = told((Channel.REASONING, f"hm {CALL}"), (Channel.ANSWER, f"\n{CALL}"))
    assert both == [f"HM {CALL.upper()}\n", TOWN]


def test_a_cut_call_in_reasoning_is_a_thought() -> None:
    assert told((Channel.REASONING, f"hm {CALL[:-20]}")) == [f"HM {CALL[:-20].upper()}"]


def test_further_calls_are_left_out_if_there_may_be_one_only() -> None:
    reader = PieceReader(replace(TOOLS, may_be_several=False))
    events = reader.feed(TextDelta(1, f"Yes {CALL}\n{CALL}\n", 1, Channel.ANSWER)) + reader.finish()
    assert joined([_shown(each) for each in events])[:2] == ["Yes ", TOWN]
    assert sum(isinstance(each, CallBegun) for each in events) == 1
