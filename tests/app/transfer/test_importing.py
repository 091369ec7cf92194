"""Conversations of other programs come in whole; of a broken file, what can be read."""

import asyncio
import io
import json
import os
import re
import sys
import zipfile
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain import (
    Attachment,
    ConversationOptions,
    ConversationTree,
    MessageStatus,
    OutgoingMessage,
    OverflowPolicy,
    ReplyUsage,
    ReuseOrigin,
    Role,
)
from app.errors import NotAnImport
from app.storage.history import History
from app.transfer import own_format
from app.transfer.importing import Imported, content_of, read
from app.transfer.markdown import to_markdown
from tests.app.transfer.exports import CHATGPT, LLAMA_UI, LLAMA_UI_LINES, LM_STUDIO

TEXT = st.text(max_size=30)


def imported(value: object) -> Imported:
    return read(json.dumps(value).encode())


def shape(tree: ConversationTree) -> list[tuple[int, int | None, Role, str]]:
    return [(each.id, each.parent_id, each.role, each.text) for each in tree.messages]


def test_chatgpt_s_export_keeps_its_branches() -> None:
    found = imported(CHATGPT)
    (tree,) = found.trees
    assert tree.title == "Tea"
    assert shape(tree) == [
        (1, None, Role.USER, "What is tea?"),
        (2, 1, Role.ASSISTANT, "Leaves."),
        (3, None, Role.USER, "[image]\n\nAnd this?"),
        (4, 3, Role.ASSISTANT, "```\ntea()\n```"),
    ]
    assert tree.active_leaf_id == 4
    assert tree.messages[1].usage == ReplyUsage(model_name="gpt-4")
    assert found.problems == ("One conversation could not be understood.",)


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


def test_a_zip_is_unpacked_and_other_files_in_it_are_left_out() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("user.json", '{"email": "nobody"}')
        archive.writestr("a/conversations.json", json.dumps(CHATGPT))
        archive.writestr("b.jsonl", LLAMA_UI_LINES)
        archive.writestr("picture.png", b"\x89PNG")
    assert [tree.title for tree in read(packed.getvalue()).trees] == ["Tea", "Tea"]
    with pytest.raises(NotAnImport):
        read(packed.getvalue()[:100])


@pytest.mark.parametrize("place", range(30, 400, 3))
def test_an_archive_that_is_damaged_anywhere_is_said_to_be(place: int) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("conversations.json", json.dumps(CHATGPT))
    damaged = bytearray(packed.getvalue())
    damaged[place] ^= 0xFF
    try:
        found = read(bytes(damaged))
    except NotAnImport:
        return
    assert len(found.trees) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such pipes")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    with pytest.raises(NotAnImport):
        content_of(tmp_path / "pipe.json")


def test_what_would_take_all_memory_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "export.json"
    with path.open("wb") as file:
        file.truncate(psutil.virtual_memory().total)
    with pytest.raises(NotAnImport):
        content_of(path)


def test_a_title_that_ends_in_half_a_character_loses_nothing() -> None:
    (tree,) = imported(LM_STUDIO | {"name": "Tea \ud83c"}).trees
    assert len(tree.messages) == 3


def test_a_time_of_a_thousand_digits_is_long_ago() -> None:
    content = re.sub(r'("create_time"): [0-9.]+', rf"\1: 1{'0' * 1000}", json.dumps(CHATGPT))
    tree, *_ = read(content.encode()).trees
    assert tree.created_at.year == 1970


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


async def trees_of(history: History) -> list[ConversationTree]:
    return [tree async for tree in history.archive.trees()]


async def exported(history: History) -> bytes:
    return b"".join([piece async for piece in own_format.written(history.archive.trees())])


USAGE = ReplyUsage(prompt_tokens=3, first_token_seconds=0.25, model_name="demo")
SPOKEN = st.lists(
    st.tuples(TEXT, TEXT, st.sampled_from(["send", "again", "edit"])), min_size=1, max_size=6
)


async def speak(history: History, spoken: list[tuple[str, str, str]]) -> None:
    conversation = await history.conversations.create()
    first: int | None = None
    for question, answer, way in spoken:
        if way == "again" and first is not None:
            turn = await history.turns.regenerate(conversation.id)
        elif way == "edit" and first is not None:
            turn = await history.turns.edit(first, question)
        else:
            # What has neither title nor words is called by its files when it comes in.
            turn = await history.turns.start(conversation.id, f"Say {question}")
        first = first or turn.user.id
        await history.turns.finish_reply(
            turn.reply.id, answer, MessageStatus.CANCELLED, "why", USAGE, reasoning=question
        )
    await history.attachments.add(first or 0, "a.bin", "x/y", spoken[0][0].encode())
    await history.conversations.save_draft(conversation.id, OutgoingMessage("half"))
    await history.conversations.save_queue(
        conversation.id, (OutgoingMessage("next"), OutgoingMessage("then"))
    )
    options = ConversationOptions("Work", True, "Be brief.", "calm", "demo", OverflowPolicy.STOP)
    await history.conversations.set_options(conversation.id, options)


@given(SPOKEN)
@settings(max_examples=10, deadline=None)
def test_an_export_imported_again_is_the_same(spoken: list[tuple[str, str, str]]) -> None:
    with TemporaryDirectory() as folder:
        asyncio.run(_round_trip(Path(folder), spoken))


async def _round_trip(folder: Path, spoken: list[tuple[str, str, str]]) -> None:
    for name in ("from", "to"):
        (folder / name).mkdir()
    source = await History.open(folder / "from" / "hubbub.db")
    target = await History.open(folder / "to" / "hubbub.db")
    try:
        await speak(source, spoken)
        found = read(await exported(source))
        assert found.problems == ()
        assert [await target.archive.add(tree) for tree in found.trees] == [True]
        assert [await target.archive.add(tree) for tree in found.trees] == [False]
        assert await trees_of(target) == await trees_of(source)
    finally:
        await source.close()
        await target.close()


async def many(trees: list[ConversationTree]) -> AsyncIterator[ConversationTree]:
    for tree in trees:
        yield tree


async def test_a_broken_line_costs_one_conversation() -> None:
    (tree,) = imported(LLAMA_UI).trees
    lines = [piece async for piece in own_format.written(many([tree, tree, tree]))]
    lines[2] = lines[2].replace(b'"messages"', b'"mess')
    found = read(b"".join(lines))
    assert found.trees == (tree, tree)
    assert "damaged" in found.problems[0]


async def test_a_message_of_the_future_costs_itself() -> None:
    (tree,) = imported(LLAMA_UI).trees
    content = b"".join([piece async for piece in own_format.written(many([tree]))])
    found = read(content.replace(b'"role":"user"', b'"role":"oracle"').replace(b'"slide"', b'"?"'))
    assert len(found.trees[0].messages) == 2
    assert found.problems == ("One message could not be understood.",)


async def test_a_cost_of_the_future_does_not_cost_its_message() -> None:
    (tree,) = imported(LLAMA_UI).trees
    message = replace(tree.messages[0], usage=ReplyUsage(reused_from=ReuseOrigin.DISK))
    tree = replace(tree, messages=(message, *tree.messages[1:]))
    content = b"".join([piece async for piece in own_format.written(many([tree]))])
    assert read(content).trees == (tree,)
    (found,) = read(content.replace(b'"disk"', b'"cloud"')).trees
    assert found.messages[0] == replace(message, usage=None)


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


@pytest.mark.parametrize("moment", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"])
@pytest.mark.parametrize("cost", ["1e999", "-1e999", "NaN", str(1 << 70)])
async def test_no_number_and_no_time_keeps_a_message_out(
    tmp_path: Path, moment: str, cost: str
) -> None:
    (tree,) = imported(LLAMA_UI).trees
    usage = ReplyUsage(queue_seconds=7.5)
    attachment = Attachment(1, 1, "a.txt", "text/plain", 75, "d" * 64)
    messages = [replace(each, usage=usage, attachments=(attachment,)) for each in tree.messages]
    odd = replace(tree, messages=tuple(messages), contents={"d" * 64: b"x"})
    content = b"".join([piece async for piece in own_format.written(many([odd]))])
    content = re.sub(rb'"created_at":"[^"]*"', f'"created_at":"{moment}"'.encode(), content)
    content = content.replace(b'"queue_seconds":7.5', f'"queue_seconds":{cost}'.encode())
    content = content.replace(b'"byte_count":75', f'"byte_count":{1 << 70}'.encode())
    (found,) = read(content).trees
    history = await History.open(tmp_path / "hubbub.db")
    assert await history.archive.add(found)
    (kept,) = await trees_of(history)
    await history.close()
    assert [each.text for each in kept.messages] == [each.text for each in tree.messages]


def test_markdown_shows_the_branch_that_is_shown() -> None:
    (tree,) = imported(LM_STUDIO).trees
    text = to_markdown(tree)
    assert text.startswith("# Tea\n")
    assert "## System\n\nBe brief." in text
    assert "## You\n\nWhat is tea?\n\n## Assistant\n\n<details>" in text
    assert text.endswith("Easy.\n\n</details>\n\nLeaves.\n")
    assert "A drink." not in text
