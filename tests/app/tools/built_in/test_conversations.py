"""Earlier chats that models search and read."""

import pytest

from app.domain.conversations import Conversation, ConversationTree
from app.domain.messages import Message, MessageStatus, Role, TextFile
from app.errors import ToolFailed
from app.storage.history import History, utc_now
from app.tools.built_in.conversations import MAX_CHARS, MAX_HITS
from tests.app.tools.built_in.conftest import Asked


async def chat(history: History, title: str, *texts: str) -> str:
    """Store a chat, whose messages are the user's and the model's in turn; return its id."""
    now = utc_now()
    messages = tuple(
        Message(
            id=number,
            conversation_id=title,
            parent_id=number - 1 or None,
            sequence_number=number,
            role=Role.USER if number % 2 else Role.ASSISTANT,
            text=text,
            status=MessageStatus.COMPLETE,
            created_at=now,
        )
        for number, text in enumerate(texts, 1)
    )
    tree = ConversationTree(
        id=title,
        title=title,
        created_at=now,
        updated_at=now,
        messages=messages,
        active_leaf_id=len(texts),
    )
    assert await history.archive.add(tree)
    return title


async def test_other_chats_are_found_with_their_numbers_and_read_by_them(
    ask: Asked, history: History
) -> None:
    await chat(history, "Bees", "How do bees dance?", "In a figure of eight.")
    ask.conversation_id = await chat(history, "Now", "What about bees?", "…")
    result = await ask("search_conversations", words="bees")
    head, *lines = result.text.splitlines()
    assert head.startswith("Chat ")
    assert head.endswith(": Bees")
    assert any("User: How do bees dance?" in line for line in lines)
    assert "Now" not in result.text
    number = head.split()[1].rstrip(":")
    for name in (number, f"Chat {number}", f"#{number}", "bees", "Bee"):
        read = await ask("read_conversation", conversation=name)
        assert "1. User" in read.text
        assert "In a figure of eight." in read.text
        assert read.pages[0].title == "Bees"


async def test_the_chat_that_asks_and_deleted_ones_are_not_read(
    ask: Asked, history: History
) -> None:
    ask.conversation_id = await chat(history, "Own", "A secret word", "Yes")
    gone = await chat(history, "Gone", "A secret word", "Yes")
    await history.conversations.delete(gone)
    assert "No other chat" in (await ask("search_conversations", words="secret")).text
    for name in ("Own", "Gone"):
        with pytest.raises(ToolFailed, match="no other chat"):
            await ask("read_conversation", conversation=name)


async def test_hits_are_bounded(ask: Asked, history: History) -> None:
    for number in range(MAX_HITS + 5):
        await chat(history, f"Chat about rain {number}", "Rain?", "Rain.")
    lines = (await ask("search_conversations", words="rain")).text.splitlines()
    assert sum(line.startswith("  ") for line in lines) == MAX_HITS


async def test_a_title_of_several_chats_is_answered_with_their_numbers(
    ask: Asked, history: History
) -> None:
    await chat(history, "Rain in May", "a", "b")
    await chat(history, "Rain in June", "a", "b")
    with pytest.raises(ToolFailed, match=r"Use a number: \d+: Rain in"):
        await ask("read_conversation", conversation="rain")


async def test_a_long_chat_is_read_in_parts(ask: Asked, history: History) -> None:
    await chat(history, "Long", *[f"{number} " + "word " * 1500 for number in range(1, 8)])
    first = (await ask("read_conversation", conversation="Long")).text
    assert len(first) < MAX_CHARS + 500
    assert "[Continue with first_message 3.]" in first
    second = (await ask("read_conversation", conversation="Long", first_message=3)).text
    assert "3. User" in second
    with pytest.raises(ToolFailed, match="has only 7 messages"):
        await ask("read_conversation", conversation="Long", first_message=8)


async def test_one_huge_message_is_cut(ask: Asked, history: History) -> None:
    await chat(history, "Huge", "x" * 100_000, "y")
    text = (await ask("read_conversation", conversation="Huge")).text
    assert len(text) < MAX_CHARS + 500
    assert "left out" in text
    assert "first_message 2" in text


async def attached(history: History, *files: TextFile) -> Conversation:
    """Store a chat with files."""
    conversation = await history.conversations.create()
    started = await history.turns.start(conversation.id, "Read this", files=files)
    return started.conversation


async def test_files_of_the_chat_are_listed_and_read_in_parts(ask: Asked, history: History) -> None:
    lines = "\n".join(f"line {number}" for number in range(1, 1001))
    found = await attached(history, TextFile("notes.txt", lines), TextFile("notes.txt", "other"))
    ask.conversation_id = found.id
    assert (await ask("list_files")).text == "notes.txt (8,892 bytes)\nnotes.txt (2) (5 bytes)"
    text = (await ask("read_file", name="notes.txt")).text
    assert text.startswith("Lines 1 to 400 of 1000 of “notes.txt”:\nline 1\n")
    assert text.endswith("line 400\n[Continue with first_line 401.]")
    part = (await ask("read_file", name="notes.txt", first_line=999, last_line=2000)).text
    assert part == "Lines 999 to 1000 of 1000 of “notes.txt”:\nline 999\nline 1000"
    assert (await ask("read_file", name="notes.txt (2)")).text.endswith("\nother")


async def test_a_file_is_searched(ask: Asked, history: History) -> None:
    text = "alpha\nBeta gamma\n" + "x" * 5000 + "beta" + "y" * 5000
    ask.conversation_id = (await attached(history, TextFile("a.md", text))).id
    found = (await ask("read_file", name="A.MD", search="BETA")).text
    assert found.startswith("2 lines of 3 of “a.md” contain “BETA”:\n2: Beta gamma\n3: …x")
    assert len(found) < 700
    assert "does not contain" in (await ask("read_file", name="a", search="delta")).text


async def test_a_file_of_one_long_line_is_read_by_characters(ask: Asked, history: History) -> None:
    ask.conversation_id = (await attached(history, TextFile("a.json", "abc" * 30_000))).id
    first = (await ask("read_file", name="a.json")).text
    assert first.startswith("Characters 1 to 20000 of 90000")
    assert first.endswith("[Continue with first_character 20001.]")
    last = (await ask("read_file", name="a.json", first_character=89_999)).text
    assert last.endswith(":\nbc")


@pytest.mark.parametrize("name", ["/etc/passwd", "../hubbub.db", "other.txt"])
async def test_no_file_outside_the_chat_is_read(ask: Asked, history: History, name: str) -> None:
    ask.conversation_id = (await attached(history, TextFile("a.txt", "text"))).id
    with pytest.raises(ToolFailed, match=r"There is no file .* The files are: a\.txt"):
        await ask("read_file", name=name)


async def test_a_chat_without_files_says_so(ask: Asked, history: History) -> None:
    ask.conversation_id = (await attached(history)).id
    assert (await ask("list_files")).text == "No file is attached to this chat."
    with pytest.raises(ToolFailed, match="No text file"):
        await ask("read_file", name="a")
