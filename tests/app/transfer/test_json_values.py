"""JSON is cut into its values wherever the chunks of its file end."""

import io
import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.transfer import json_values
from app.transfer.json_values import Raw, Unreadable, lines, parsed, values

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda each: (
        st.lists(each, max_size=3) | st.dictionaries(st.text(max_size=4), each, max_size=3)
    ),
    max_leaves=12,
)


class InChunks(io.BytesIO):
    """A file that gives so many bytes at a time."""

    def __init__(self, content: bytes, size: int) -> None:
        super().__init__(content)
        self._size = size

    def read(self, size: int | None = -1) -> bytes:
        return super().read(self._size)


def values_of(content: bytes, size: int = 7) -> list[Raw]:
    """Return the values of a list."""
    assert content.startswith(b"[")
    return list(values(InChunks(content[1:], size), is_in_list=True))


@given(st.lists(JSON, max_size=4), st.integers(1, 9), st.booleans(), st.sampled_from([None, 1]))
@example(['a\\"', "\\"], 1, True, None)
def test_the_values_are_those_of_the_list(
    wanted: list[object], size: int, is_ascii: bool, indent: int | None
) -> None:
    content = json.dumps(wanted, ensure_ascii=is_ascii, indent=indent).encode()
    raws = values_of(content, size)
    assert [parsed(raw) for raw in raws if isinstance(raw, bytes)] == wanted
    assert len(raws) == len(wanted)


@given(st.lists(JSON, min_size=1, max_size=3), st.integers(1, 9), st.data())
def test_a_list_that_breaks_off_gives_what_stands_before(
    wanted: list[object], size: int, data: st.DataObject
) -> None:
    content = json.dumps(wanted).encode()
    end = data.draw(st.integers(1, len(content) - 1))
    raws = values_of(content[:end], size)
    assert raws[-1] is Unreadable.BROKEN
    whole = [raw for raw in raws if isinstance(raw, bytes)]
    for value, raw in zip(wanted, whole[:-1], strict=False):
        assert parsed(raw) == value


def test_a_value_that_is_too_large_costs_itself_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_values, "MOST_VALUE_BYTES", 20)
    content = json.dumps([1, {"a": "b" * 30}, ["x" * 40], 2]).encode()
    assert values_of(content) == [b"1", Unreadable.TOO_LARGE, Unreadable.TOO_LARGE, b"2"]


def test_what_is_too_deep_is_not_built() -> None:
    deep = b"[" * 5000 + b"]" * 5000
    assert values_of(b"[1," + deep + b",2]") == [b"1", Unreadable.TOO_LARGE, b"2"]


def test_a_value_of_very_many_brackets_is_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_values, "MOST_BRACKETS", 100)
    assert values_of(b"[1,[" + b"{}," * 100 + b"{}],2]") == [b"1", Unreadable.TOO_LARGE]


def test_a_long_string_is_looked_at_once() -> None:
    count = 0

    class Counted(InChunks):
        def read(self, size: int | None = -1) -> bytes:
            nonlocal count
            count += 1
            return super().read(size)

    content = b'"' + b"\\\\" * 50_000 + b'"]'
    assert list(values(Counted(content, 1000), is_in_list=True)) == [content[:-1]]
    assert count <= len(content) // 1000 + 2


def test_lines_come_one_by_one_and_long_ones_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_values, "MOST_VALUE_BYTES", 10)
    file = io.BytesIO(b"1\n\n" + b"x" * 40 + b"\n  \n2")
    assert list(lines(file)) == [b"1\n", Unreadable.TOO_LARGE, b"2"]


@pytest.mark.parametrize("raw", [b'"\\ud83c"', b"NaN", b'"\xff"', b"9" * 1000, b'"a\\u0000"'])
def test_what_python_reads_is_read(raw: bytes) -> None:
    assert repr(parsed(raw)) == repr(json.loads(raw.decode("utf-8", "replace")))
