"""Damaged exports: what is readable comes in, the rest is told in sentences, nothing raises."""

import json
import time
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.messages import Role
from app.errors import NotAnImport
from app.transfer.import_messages import FRAMES, Parts, packed, without_surrogates
from tests.app.transfer.exports import Imported, read
from tests.app.transfer.test_inputs import FILES, INPUTS

WHOLE = json.loads((INPUTS / "chatgpt-voice.json").read_text("utf-8"))[0]
LINES = (INPUTS / "jan" / "threads" / "t1" / "messages.jsonl", *INPUTS.glob("*.jsonl"))
JUNK: st.SearchStrategy[object] = st.sampled_from(
    (
        *(None, True, 0, -1, 1e300, float("inf"), 10**400, "", "x", "\ud800", "\x00", "9" * 30),
        *([], {}, [[]], [0], ["x"], {"a": None}, {"role": "user"}, [{"text": 7}], "2025-01-01"),
    )
)


def checked(content: bytes) -> Imported | None:
    """Return what is imported; None if it is refused with a sentence."""
    try:
        found = read(content)
    except NotAnImport as error:
        _assert_sentence(str(error))
        return None
    assert all(problem.strip() for problem in found.problems)
    for tree in found.trees:
        ids = [message.id for message in tree.messages]
        assert ids == list(range(1, len(ids) + 1))
        assert all(each.parent_id is None or each.parent_id < each.id for each in tree.messages)
        assert {each.role for each in tree.messages} <= {Role.USER, Role.ASSISTANT, Role.TOOL}
        calls = [call.id for each in tree.messages for call in each.tool_calls]
        assert calls == [each.tool_use.call_id for each in tree.messages if each.tool_use]
        assert all(each.created_at.year > 2015 for each in tree.messages)
        attached = {file.digest for each in tree.messages for file in each.attachments}
        assert attached == tree.contents.keys()
    for parts in packed(found.trees):
        assert FRAMES.encode(without_surrogates(Parts(parts, 1, 1)))
    return found


def _assert_sentence(sentence: str) -> None:
    assert sentence.endswith(".")


def places(value: object) -> list[tuple[object, ...]]:
    """Return the paths of all values in a JSON value."""
    found: list[tuple[object, ...]] = [()]
    inner: Iterable[tuple[object, object]] = ()
    if isinstance(value, dict):
        inner = value.items()
    elif isinstance(value, list):
        inner = enumerate(value)
    for name, each in inner:
        below = places(each) if isinstance(each, dict | list) else [()]
        found += [(name, *path) for path in below]
    return found


def replaced(value: object, path: tuple[object, ...], junk: object) -> object:
    """Return a copy in which the value at a path is another."""
    if not path:
        return junk
    copy = dict(value) if isinstance(value, dict) else list(value)  # type: ignore[call-overload]
    copy[path[0]] = replaced(copy[path[0]], path[1:], junk)
    return copy


@pytest.mark.parametrize("path", [*FILES, *LINES[:1]], ids=lambda path: path.name)
@given(data=st.data())
@settings(deadline=None, max_examples=25)
def test_an_export_with_damaged_bytes_is_imported_or_refused(
    path: Path, data: st.DataObject
) -> None:
    content = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(content)))
        end = min(len(content), start + data.draw(st.sampled_from([0, 1, 9, 300, 10**6])))
        content[start:end] = data.draw(st.binary(max_size=6) | st.sampled_from([b'"', b"}", b"["]))
    checked(bytes(content))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
@given(data=st.data())
@settings(deadline=None, max_examples=25)
def test_a_value_of_another_kind_costs_its_conversation_at_most(
    path: Path, data: st.DataObject
) -> None:
    text = path.read_text("utf-8")
    is_lines = path.suffix == ".jsonl"
    value = [json.loads(line) for line in text.splitlines()] if is_lines else json.loads(text)
    value = value if isinstance(value, list) else [value]
    for _ in range(data.draw(st.integers(1, 3))):
        known = [each for each in places(value) if len(each) > 1 or not is_lines]
        value = replaced(value, data.draw(st.sampled_from(known or [()])), data.draw(JUNK))
        if not isinstance(value, list):
            break
    if is_lines and isinstance(value, list):
        checked("\n".join(map(json.dumps, value)).encode())
        return
    found = checked(
        json.dumps([value, WHOLE, *(value if isinstance(value, list) else [])]).encode()
    )
    assert found is not None
    assert "How deep is the harbour?" in {
        tree.messages[0].text for tree in found.trees if tree.messages
    }


@pytest.mark.parametrize("path", LINES, ids=lambda path: path.name)
@given(data=st.data())
@settings(deadline=None, max_examples=30)
def test_a_broken_line_costs_itself(path: Path, data: st.DataObject) -> None:
    given_lines = path.read_text("utf-8").splitlines()
    broken = data.draw(st.integers(1, len(given_lines) - 1))
    whole = checked("\n".join(given_lines[:broken] + given_lines[broken + 1 :]).encode())
    given_lines[broken] = given_lines[broken][: len(given_lines[broken]) // 2]
    found = checked("\n".join(given_lines).encode())
    assert found is not None
    assert whole is not None
    assert found.trees == whole.trees
    assert found.problems[0] == "The file is damaged; what could not be read was left out."


MARKS = {
    "citations": ("chatgpt-citations.json", "Thanks", "\ue200cite\ue202 【1† "),
    "details": ("open-webui-messages.json", "Dacron", '<details type=\\"reasoning\\" '),
    "ends of details": ("open-webui-messages.json", "Dacron", '<details type=\\"a\\"></details>'),
}


@pytest.mark.parametrize("name", MARKS)
def test_a_text_of_marks_without_an_end_is_read_in_no_time(name: str) -> None:
    file, word, mark = MARKS[name]
    content = (INPUTS / file).read_text("utf-8").replace(word, word + mark * 100_000)
    begun = time.process_time()
    assert checked(content.encode()) is not None
    assert time.process_time() - begun < 5.0


def nested(depth: int) -> str:
    return '{"a":' * depth + "1" + "}" * depth


def test_a_value_nested_too_deep_is_said_to_be() -> None:
    sentence = "One chat was left out, as its JSON is nested more than 200 levels deep."
    found = read(f"[{nested(300)}, {json.dumps(WHOLE)}]".encode())
    assert len(found.trees) == 1
    assert sentence in found.problems
    with pytest.raises(NotAnImport, match=r"This file holds no chats .* 200 levels deep"):
        read(f"[{nested(300)}]".encode())
    with pytest.raises(NotAnImport, match="200 levels deep"):
        read(nested(100_000).encode())


def test_a_deep_line_is_said_to_be_deep() -> None:
    lines = (INPUTS / "jan" / "threads" / "t1" / "messages.jsonl").read_text("utf-8")
    found = read(f"{lines}\n{nested(100_000)}\n".encode())
    assert len(found.trees) == 1
    assert found.problems[0].endswith("nested more than 200 levels deep.")


def test_a_value_of_too_many_parts_is_said_to_end_the_reading() -> None:
    content = f"[{json.dumps(WHOLE)}, [{'[],' * 1_600_000}[]], {json.dumps(WHOLE)}]"
    found = read(content.encode())
    assert len(found.trees) == 1
    assert (
        "A chat has more than 1,500,000 parts. It was left out, with everything after it "
        "in the file."
    ) in found.problems
