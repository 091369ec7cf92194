"""Calls are found in what a model writes, however it is cut into pieces."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dialects.tools import ToolCallParser
from engine.messages.commands import ToolCall

NAMES = frozenset({"weather", "time"})
CALL = '<tool_call>\n{"name": "weather", "arguments": {"town": "Bonn"}}\n</tool_call>'


def parsed(pieces: list[str]) -> list[str | tuple[str, object]]:
    """Return texts, joined, and calls as name and arguments."""
    parser = ToolCallParser(NAMES)
    found = [each for piece in pieces for each in parser.feed(piece)] + parser.finish()
    result: list[str | tuple[str, object]] = []
    for each in found:
        if isinstance(each, ToolCall):
            result.append((each.name, msgspec.json.decode(each.arguments)))
        elif result and isinstance(result[-1], str):
            result[-1] += each
        else:
            result.append(each)
    return result


TOWN = ("weather", {"town": "Bonn"})
CASES: list[tuple[str, list[str | tuple[str, object]]]] = [
    ("Just text.", ["Just text."]),
    ("a < b <tool", ["a < b <tool"]),
    (CALL, [TOWN]),
    (f"Let me look. {CALL}\n{CALL}", ["Let me look. ", TOWN, TOWN]),
    (f"{CALL} Done.", [TOWN, " Done."]),
    ('<tool_call>{"name": "time"}', [("time", {})]),
    ('<tool_call>{"name": "time"</tool_call>', ['<tool_call>{"name": "time"</tool_call>']),
    ('<tool_call>{"name": "ti', ['<tool_call>{"name": "ti']),
    ('{"name": "time", "parameters": {"a": 1}}', [("time", {"a": 1})]),
    (' {"name": "time", "arguments": "{}"}', [("time", {})]),
    ('[{"name": "time"}, {"name": "weather"}]', [("time", {}), ("weather", {})]),
    ('{"name": "unknown", "arguments": {}}', ['{"name": "unknown", "arguments": {}}']),
    ('{"answer": 42}', ['{"answer": 42}']),
    ('{"name": "time"} and more', ['{"name": "time"} and more']),
    ("[1, 2, 3]", ["[1, 2, 3]"]),
    ("", []),
    ("  ", ["  "]),
    ("[" * 5000, ["[" * 5000]),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_whole(text: str, expected: list[str | tuple[str, object]]) -> None:
    assert parsed([text]) == expected


@pytest.mark.parametrize(("text", "expected"), CASES[:-1])
def test_letter_by_letter(text: str, expected: list[str | tuple[str, object]]) -> None:
    assert parsed(list(text)) == expected


@given(
    st.lists(st.sampled_from(["<tool_call>", "</tool_call>", "<", "{", "a", "\n", CALL])),
    st.integers(1, 7),
)
def test_nothing_is_lost_and_pieces_make_no_difference(parts: list[str], size: int) -> None:
    text = "".join(parts)
    pieces = [text[at : at + size] for at in range(0, len(text), size)]
    assert parsed(pieces) == parsed([text])


def test_each_call_has_an_id_of_its_own() -> None:
    calls = ToolCallParser(NAMES).feed(CALL + CALL)
    assert len({each.id for each in calls if isinstance(each, ToolCall)}) == 2


def test_what_is_certainly_text_is_not_held_back() -> None:
    parser = ToolCallParser(NAMES)
    assert parser.feed("Hello <to") == ["Hello "]
    assert parser.feed("day") == ["<today"]
