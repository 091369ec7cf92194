"""Hubbub's own exports hold everything, and those of earlier versions are read as they were."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from app.domain.chat_options import ChatModel, ChatOptions, ThinkingOptions
from app.domain.conversations import (
    ConversationOptions,
    ConversationTree,
    OverflowPolicy,
    TitleOrigin,
)
from app.domain.messages import Attachment, MessageStatus, OutgoingMessage
from app.domain.usage import ReplyUsage, ReuseOrigin
from app.machines.model import Route
from app.storage.history import History
from app.transfer import own_format
from app.transfer.formats.tree import ExportFile
from tests.app.printing.pages import with_call
from tests.app.storage.turns import stored_conversation
from tests.app.transfer.exports import LLAMA_UI, imported, read
from tests.flows.seeding import tree as seeded

# Written by the version before the rooms; never written again.
GOLDEN = Path(__file__).parent / "golden" / "export-1.json"
LATER_RECAP = b',"recap":"","tool_calls":[],"tool_use":null,"rewrite":null'
LATER_CONTEXT = b'"context_starts_at":null,'
LATER_FILE = b',"kind":"text","width":0,"height":0,"pixels":""'
LATER_FIGURES = (
    b',"drafted_tokens":0,"accepted_tokens":0,"network_seconds":0.0,"reading_seconds":0.0,'
    b'"endpoint_name":""'
)  # which it knows nothing of
LATER_OPTIONS = (
    b',"chat":{"sampling":{},"thinking":{"is_on":null,"effort":null,"budget":null},'
    b'"template_arguments":{},"route":null,"consents":[],"tools":null,"allowed_tools":{}},'
    b'"tags":[],"is_archived":false'
)

LATER_MODEL = rb'"model":\{"digest":"","name":("[^"]*")\}'
LATER_SOURCE = b',"source_version_id":null,"source":null'


async def test_an_export_of_the_version_before_is_read_whole() -> None:
    content = GOLDEN.read_bytes()
    found = read(content)
    assert found.problems == ()
    written = [piece async for piece in own_format.written(many(list(found.trees)))]
    again = b"".join(written)
    assert again.count(LATER_FIGURES) == again.count(b'"usage":{')
    assert again.count(LATER_OPTIONS) == len(found.trees)
    assert again.count(LATER_RECAP) == again.count(b'"is_damaged":')
    assert again.count(LATER_CONTEXT) == len(found.trees)
    assert again.count(LATER_SOURCE) == len(found.trees)
    for later in (
        *(LATER_FIGURES, LATER_OPTIONS, LATER_RECAP, LATER_CONTEXT, LATER_FILE),
        LATER_SOURCE,
    ):
        again = again.replace(later, b"")
    again = re.sub(LATER_MODEL, rb'"model_name":\1', again)
    assert again == content, "read and written, no byte is another"


async def test_an_export_of_the_version_before_is_stored_with_all_that_it_holds(
    tmp_path: Path,
) -> None:
    history = await History.open(tmp_path / "hubbub.db")
    for tree in read(GOLDEN.read_bytes()).trees:
        assert await history.archive.add(tree)
    named, plain = [tree async for tree in history.archive.trees()]
    shown = await stored_conversation(history, named.id)
    await history.close()
    question, answer = named.messages[:2]
    assert question.is_pinned
    assert named.contents == {question.attachments[0].digest: b"# Notes\n"}
    assert answer.usage is not None
    assert (answer.usage.reused_from, answer.usage.reused_tokens) == (ReuseOrigin.MEMORY, 7)
    assert answer.reasoning == "Let me see."
    assert named.messages[2].note.endswith("the backup of 2026-04-30.")
    assert [each.name for each in shown.draft.files] == ["d.txt"]
    assert [each.text for each in shown.queue] == ["wait for it", "and then"]
    assert [each.text for each in shown.queue[1].files] == ["queued file"]
    assert (plain.title_origin, named.title_origin) == (TitleOrigin.FIRST_WORDS, TitleOrigin.USER)
    assert plain.messages[1].status is MessageStatus.INTERRUPTED


TEXT = st.text(max_size=30)


async def trees_of(history: History) -> list[ConversationTree]:
    return [tree async for tree in history.archive.trees()]


async def exported(history: History) -> bytes:
    return b"".join([piece async for piece in own_format.written(history.archive.trees())])


USAGE = ReplyUsage(
    prompt_tokens=3,
    first_token_seconds=0.25,
    model_name="demo",
    drafted_tokens=6,
    accepted_tokens=4,
    network_seconds=0.125,
    reading_seconds=2.5,
    endpoint_name="rack",
)
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
    await history.conversations.set_context_start(conversation.id, first)
    await history.attachments.add(first or 0, "a.bin", "x/y", spoken[0][0].encode())
    await history.conversations.save_draft(conversation.id, OutgoingMessage("half"))
    await history.conversations.save_queue(
        conversation.id, (OutgoingMessage("next"), OutgoingMessage("then"))
    )
    chat = ChatOptions(
        {"top_k": 5, "seed": None},
        ThinkingOptions(False, "low", 9),
        {"tone": [1]},
        Route("rack", "qwen3"),
    )
    model = ChatModel(name="demo")
    options = ConversationOptions(
        "Work", True, "Be brief.", "calm", model, OverflowPolicy.STOP, chat, ("tea",), True
    )
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


async def test_an_export_names_the_model_without_its_digest() -> None:
    (tree,) = imported(LLAMA_UI).trees
    tree = replace(tree, options=ConversationOptions(model=ChatModel("0" * 64, "demo")))
    content = b"".join([piece async for piece in own_format.written(many([tree]))])
    older = content.replace(b'"model":{"digest":"","name":"demo"}', b'"model_name":"demo"')
    assert bytes(64).replace(bytes(1), b"0") not in content
    assert older != content
    for each in (content, older):
        assert read(each).trees[0].options.model == ChatModel(name="demo")


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
    assert found.problems == ("“Tea”: One message could not be understood.",)


async def test_a_cost_of_the_future_does_not_cost_its_message() -> None:
    (tree,) = imported(LLAMA_UI).trees
    message = replace(tree.messages[0], usage=ReplyUsage(reused_from=ReuseOrigin.DISK))
    tree = replace(tree, messages=(message, *tree.messages[1:]))
    content = b"".join([piece async for piece in own_format.written(many([tree]))])
    assert read(content).trees == (tree,)
    (found,) = read(content.replace(b'"disk"', b'"cloud"')).trees
    assert found.messages[0] == replace(message, usage=None)


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


def test_an_option_of_another_version_takes_no_other_along() -> None:
    value = {
        "id": "a",
        "title": "t",
        "created_at": "2026-05-01T12:00:00Z",
        "updated_at": "2026-05-01T12:00:00Z",
        "messages": [],
        "options": {
            "folder": "Work",
            "chat": {"sampling": {"top_k": 5}, "thinking": {"is_on": "maybe", "budget": 7}},
        },
    }
    tree = own_format.read(value, ExportFile()).tree
    chat = ChatOptions({"top_k": 5}, ThinkingOptions(budget=7))
    assert tree.options == ConversationOptions("Work", chat=chat)


async def test_calls_and_results_are_kept_and_what_was_allowed_is_not(tmp_path: Path) -> None:
    history = await History.open(tmp_path / "histories.db")
    await history.archive.add(with_call(seeded("a", ["Warm?", "I look."])))
    await history.conversations.set_tools("a", ("sky/weather",))
    await history.conversations.allow_tool("a", "sky/weather", "d1")
    written = await exported(history)
    (tree,) = await trees_of(history)
    await history.close()
    (read_tree,) = read(written).trees
    assert read_tree.messages == tree.messages
    assert read_tree.messages[2].tool_use is not None
    assert read_tree.options.chat == ChatOptions(tools=("sky/weather",))
    forged = written.replace(b'"allowed_tools":{}', b'"allowed_tools":{"sky/weather":"d1"}')
    assert read(forged).trees[0].options.chat.allowed_tools == {}


async def test_what_was_agreed_to_is_neither_written_nor_read(tmp_path: Path) -> None:
    history = await History.open(tmp_path / "histories.db")
    chat = await history.conversations.create("a")
    await history.turns.start(chat.id, "hello")
    await history.conversations.set_route(chat.id, Route("r", "m"), consent="http://rack:8000")
    written = await exported(history)
    (tree,) = await trees_of(history)
    await history.close()
    assert tree.options.chat.consents == ("http://rack:8000",)
    assert b"http://rack" not in written
    forged = written.replace(b'"consents":[]', b'"consents":["http://rack:8000"]')
    (read_tree,) = read(forged).trees
    assert read_tree.options.chat == ChatOptions(route=Route("r", "m"))
