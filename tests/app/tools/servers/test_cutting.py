"""What servers send is cut while it arrives, and stays JSON."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from app.tools.servers.cutting import CUT_MARK, MAX_STRING_BYTES, JsonLines

VALUES = st.recursive(
    st.none() | st.integers(-9, 9) | st.text(max_size=40),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=12,
)


def pieces_of(content: bytes, size: int) -> list[bytes]:
    return [content[at : at + size] for at in range(0, len(content), size)]


@settings(max_examples=60, deadline=None)
@given(st.lists(VALUES, max_size=4), st.integers(1, 9), st.booleans())
def test_short_values_arrive_unchanged(values: list[object], size: int, is_ascii: bool) -> None:
    lines = [json.dumps(each, ensure_ascii=is_ascii).encode() + b"\n" for each in values]
    reader = JsonLines()
    arrived = [line for piece in pieces_of(b"".join(lines), size) for line in reader.feed(piece)]
    assert arrived + reader.finish() == lines


@settings(max_examples=150, deadline=None)
@given(st.text(min_size=1, max_size=60), st.integers(1, 30), st.integers(1, 7), st.booleans())
def test_a_cut_string_is_a_beginning_and_valid(
    text: str, most: int, size: int, is_ascii: bool
) -> None:
    content = json.dumps({"a": text, "b": 5}, ensure_ascii=is_ascii).encode() + b"\n"
    reader = JsonLines(max_string_bytes=most)
    (line,) = [line for piece in pieces_of(content, size) for line in reader.feed(piece)]
    found = json.loads(line)
    assert found["b"] == 5
    if found["a"] != text:
        assert found["a"].endswith(CUT_MARK)
        assert text.startswith(found["a"].removesuffix(CUT_MARK))
        assert len(json.dumps(text, ensure_ascii=is_ascii).encode()) - 2 > most
    found["a"].encode()  # no half of a pair


def test_a_line_that_is_too_long_is_an_error_of_its_answer() -> None:
    numbers = json.dumps(list(range(2000)))
    for line in (
        f'{{"jsonrpc": "2.0", "id": 7, "result": {numbers}}}\n',
        f'{{"result": {numbers}, "jsonrpc": "2.0", "id": 7}}\n',
        f'data: {{"result": {numbers}, "jsonrpc": "2.0", "id": 7}}\n',
    ):
        reader = JsonLines(max_line_bytes=1000)
        found = reader.feed(line.encode() + b'{"id": 8}\n')
        assert json.loads(found[0].removeprefix(b"data: "))["id"] == 7
        assert b"longer than" in found[0]
        assert found[1] == b'{"id": 8}\n'


def test_a_quarter_of_a_gigabyte_is_cut_while_it_arrives() -> None:
    reader = JsonLines()
    chunk = b"line of text\\n" * 5000
    reader.feed(b'{"id": 1, "result": "')
    for _ in range((250 << 20) // len(chunk)):
        reader.feed(chunk)
    (line,) = reader.feed(b'"}\n')
    assert len(line) < MAX_STRING_BYTES + 100
    assert json.loads(line)["id"] == 1
