"""Conversations of other programs come in whole; of a broken file, what can be read."""

import io
import json
import re
import zipfile
from pathlib import Path

import psutil
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from app.domain.conversations import ConversationOptions
from app.domain.messages import Role
from app.domain.usage import ReplyUsage
from app.errors import NotAnImport
from app.storage.history import History
from app.transfer import json_values
from app.transfer.exporting import to_markdown
from app.transfer.formats.tree import ExportFile, moment
from app.transfer.import_process import ImportProgress, conversations, conversations_at
from app.transfer.json_values import Raw, Unreadable, lines, parsed, values
from tests.app.transfer.exports import (
    CHATGPT,
    LLAMA_UI,
    LLAMA_UI_LINES,
    LM_STUDIO,
    Imported,
    imported,
    read,
    shape,
)

TEXT = st.text(max_size=30)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda each: (
        st.lists(each, max_size=3) | st.dictionaries(st.text(max_size=4), each, max_size=3)
    ),
    max_leaves=12,
)


def test_a_zip_is_unpacked_and_other_files_in_it_are_left_out() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("user.json", '{"email": "nobody"}')
        archive.writestr("a/CONVERSATIONS.JSON", json.dumps(CHATGPT))
        archive.writestr("b.jsonl", LLAMA_UI_LINES)
        archive.writestr("picture.png", b"\x89PNG")
    assert [tree.title for tree in read(packed.getvalue()).trees] == ["Tea", "Tea"]
    with pytest.raises(NotAnImport):
        read(packed.getvalue()[:100])


def test_an_archive_in_an_archive_is_named() -> None:
    inner, outer = io.BytesIO(), io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("conversations.json", json.dumps(CHATGPT))
    with zipfile.ZipFile(outer, "w") as archive:
        archive.writestr("march.zip", inner.getvalue())
    with pytest.raises(NotAnImport, match="Unpack it"):
        read(outer.getvalue())
    with zipfile.ZipFile(outer, "a") as archive:
        archive.writestr("april.json", json.dumps(CHATGPT))
    found = read(outer.getvalue())
    assert [tree.title for tree in found.trees] == ["Tea"]
    assert found.problems[0] == "march.zip: an archive in an archive is not read."


@pytest.mark.parametrize("offset", range(30, 400, 3))
def test_an_archive_that_is_damaged_anywhere_is_said_to_be(offset: int) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("conversations.json", json.dumps(CHATGPT))
    damaged = bytearray(packed.getvalue())
    damaged[offset] ^= 0xFF
    try:
        found = read(bytes(damaged))
    except NotAnImport:
        return
    assert len(found.trees) == 1


def test_what_would_take_all_memory_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "export.json"
    with path.open("wb") as file:
        file.truncate(psutil.virtual_memory().total)
    reading = ImportProgress()
    with pytest.raises(NotAnImport):
        next(conversations_at(path, reading))


def test_a_title_that_ends_in_half_a_character_loses_nothing() -> None:
    (tree,) = imported(LM_STUDIO | {"name": "Tea \ud83c"}).trees
    assert len(tree.messages) == 3


def test_a_time_of_a_thousand_digits_is_replaced_by_another() -> None:
    content = re.sub(r'("create_time"): [0-9.]+', rf"\1: 1{'0' * 1000}", json.dumps(CHATGPT))
    tree, *_ = read(content.encode()).trees
    assert tree.created_at == tree.updated_at == moment(1699568400)


def test_a_truncated_export_gives_what_stands_before_the_end() -> None:
    content = json.dumps([CHATGPT[0], CHATGPT[0]])
    found = read(content[:-50].encode())
    assert len(found.trees) == 1
    assert "damaged" in found.problems[0]


@pytest.mark.parametrize(
    "content",
    [b"", b"hello", b"{}", b"[]", b"[1, null]", b"\xff\xfe", b"PK\x03\x04", b"[" * 100_000],
)
def test_what_is_no_export_is_said_so(content: bytes) -> None:
    with pytest.raises(NotAnImport):
        read(content)


@given(
    st.recursive(
        st.none() | st.integers() | TEXT,
        lambda each: (
            st.lists(each, max_size=4)
            | st.dictionaries(
                st.sampled_from(
                    [
                        "mapping",
                        "conv",
                        "messages",
                        "versions",
                        "id",
                        "title",
                        "options",
                        "parent",
                        "content",
                        "role",
                        "message",
                    ]
                ),
                each,
                max_size=6,
            )
        ),
        max_leaves=25,
    )
)
@settings(deadline=None)
def test_no_file_of_any_form_raises_anything_else(value: object) -> None:
    try:
        found = imported([value, LLAMA_UI])
    except NotAnImport:
        found = Imported(())
    assert len(found.trees) >= 1


async def test_every_foreign_conversation_can_be_stored_and_found(tmp_path: Path) -> None:
    history = await History.open(tmp_path / "hubbub.db")
    for value in (CHATGPT, LLAMA_UI, LM_STUDIO):
        for tree in imported(value).trees:
            assert await history.archive.add(tree)
    shown = [
        await history.conversations.get(found.id)
        for found in await history.conversations.summaries()
    ]
    await history.close()
    assert [len(each.messages) for each in shown if each is not None] == [2, 2, 2]
    assert not any(each.is_damaged for tree in shown if tree is not None for each in tree.messages)


def test_a_file_of_other_things_is_left_before_its_end() -> None:
    reading = ImportProgress()
    file = io.BytesIO(b"[" + b"{}," * 1_000_000 + b"{}]")
    with pytest.raises(NotAnImport):
        next(conversations(lambda: io.BytesIO(file.getvalue()), reading, ExportFile()))
    assert reading.bytes_read < 1_000_000


def test_chatgpt_s_export_keeps_its_branches() -> None:
    found = imported(CHATGPT)
    (tree,) = found.trees
    assert tree.title == "Tea"
    assert shape(tree) == [
        (1, None, Role.USER, "What is tea?"),
        (2, 1, Role.ASSISTANT, "Leaves."),
        (3, None, Role.USER, "[image]\n\nAnd this?"),
        (4, 3, Role.ASSISTANT, "```python\ntea()\n```"),
    ]
    assert tree.active_leaf_id == 4
    assert tree.messages[1].usage == ReplyUsage(model_name="gpt-4")
    assert found.problems == ("One chat could not be understood.",)


@pytest.mark.parametrize(
    "content",
    [json.dumps(LLAMA_UI), json.dumps([LLAMA_UI]), LLAMA_UI_LINES],
    ids=["one", "list", "lines"],
)
def test_llama_cpp_s_export_keeps_its_branches(content: str) -> None:
    found = read(content.encode())
    (tree,) = found.trees
    assert shape(tree) == [
        (1, None, Role.USER, "What is tea?"),
        (2, 1, Role.ASSISTANT, "Leaves."),
        (3, 1, Role.ASSISTANT, "A drink."),
    ]
    assert (tree.active_leaf_id, tree.messages[1].reasoning) == (2, "Easy.")
    assert tree.updated_at.year == 2025
    assert found.problems == ()


def test_lm_studio_s_chat_keeps_its_versions() -> None:
    (tree,) = imported(LM_STUDIO).trees
    assert shape(tree) == [
        (1, None, Role.USER, "What is tea?"),
        (2, 1, Role.ASSISTANT, "A drink."),
        (3, 1, Role.ASSISTANT, "Leaves."),
    ]
    assert (tree.active_leaf_id, tree.messages[2].reasoning) == (3, "Easy.")
    assert tree.options == ConversationOptions(is_pinned=True, system_prompt="Be brief.")


def test_markdown_shows_the_branch_that_is_shown() -> None:
    (tree,) = imported(LM_STUDIO).trees
    text = to_markdown(tree)
    assert text.startswith("# Tea\n")
    assert "## System\n\nBe brief." in text
    assert "## You\n\nWhat is tea?\n\n## Assistant\n\n<details>" in text
    assert text.endswith("Easy.\n\n</details>\n\nLeaves.\n")
    assert "A drink." not in text


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
    monkeypatch.setattr(json_values, "MAX_VALUE_BYTES", 20)
    content = json.dumps([1, {"a": "b" * 30}, ["x" * 40], 2]).encode()
    assert values_of(content) == [b"1", Unreadable.TOO_LARGE, Unreadable.TOO_LARGE, b"2"]


def test_what_is_too_deep_is_not_built() -> None:
    deep = b"[" * 5000 + b"]" * 5000
    assert values_of(b"[1," + deep + b",2]") == [b"1", Unreadable.TOO_DEEP, b"2"]


def test_a_value_of_very_many_brackets_is_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_values, "MAX_BRACKETS", 100)
    assert values_of(b"[1,[" + b"{}," * 100 + b"{}],2]") == [b"1", Unreadable.TOO_MANY_PARTS]


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
    monkeypatch.setattr(json_values, "MAX_VALUE_BYTES", 10)
    file = io.BytesIO(b"1\n\n" + b"x" * 40 + b"\n  \n2")
    assert list(lines(file)) == [b"1\n", Unreadable.TOO_LARGE, b"2"]


@pytest.mark.parametrize("raw", [b'"\\ud83c"', b"NaN", b"9" * 1000, b'"a\\u0000"'])
def test_what_python_reads_is_read(raw: bytes) -> None:
    assert repr(parsed(raw)) == repr(json.loads(raw.decode("utf-8", "replace")))
