"""An import is stored in short transactions, is seen conversation by conversation, and can go."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from app.domain import ConversationPart, ConversationTree, SearchQuery
from app.storage.history import History
from tests.app.storage.turns import stored_conversation
from tests.flows.seeding import tree

LONG = 500


def parts_of(whole: ConversationTree, size: int) -> list[ConversationPart]:
    """Return a conversation in parts of so many messages."""
    starts = range(0, len(whole.messages), size)
    return [
        ConversationPart(
            tree=None if start else replace(whole, messages=(), contents={}),
            messages=whole.messages[start : start + size],
            contents={} if start else whole.contents,
            is_last=start == starts[-1],
        )
        for start in starts
    ]


async def listed(history: History) -> list[str]:
    return [each.id for each in await history.conversations.summaries()]


async def test_parts_make_the_same_conversation_as_the_whole(history: History) -> None:
    whole = tree("c", [f"message {number}" for number in range(LONG)])
    await history.archive.add(replace(whole, id="whole"))
    importing = await history.imports.begin()
    for part in parts_of(whole, 7):
        await importing.add([part])
    await importing.finish()
    (one, two) = [await history.archive.tree(id_) for id_ in ("whole", "c")]
    assert one is not None
    assert two is not None
    first, second = one.messages[0].id, two.messages[0].id
    assert [each.text for each in one.messages] == [each.text for each in two.messages]
    assert [each.id - second for each in two.messages] == [each.id - first for each in one.messages]
    assert [each.sibling_count for each in two.messages] == [1] * LONG
    assert two.active_leaf_id == two.messages[-1].id
    assert importing.added == {"c": LONG}


async def test_a_conversation_is_not_seen_before_its_last_part(history: History) -> None:
    importing = await history.imports.begin()
    first, *rest = parts_of(tree("c", ["monad", "answer", "more"]), 2)
    await importing.add([first])
    assert await listed(history) == []
    assert await history.conversations.search(SearchQuery("monad")) == ()
    assert await history.conversations.search(SearchQuery("Title")) == ()
    await importing.add(rest)
    assert await listed(history) == ["c"]
    assert len(await history.conversations.search(SearchQuery("monad"))) == 1


async def test_a_send_of_another_tab_comes_between_two_parts(history: History) -> None:
    other = await history.conversations.create()
    importing = await history.imports.begin()
    first, second = parts_of(tree("c", ["a", "b", "c", "d"]), 2)
    await importing.add([first])
    turn = await history.turns.start(other.id, "between")
    await importing.add([second])
    stored = await history.archive.tree("c")
    assert stored is not None
    ids = [message.id for message in stored.messages]
    assert ids[1] < turn.user.id < ids[2]
    assert [message.parent_id for message in stored.messages] == [None, *ids[:-1]]


async def test_what_was_cut_off_is_gone_at_the_next_start(path: Path) -> None:
    history = await History.open(path)
    empty = await history.conversations.create("a plan")
    importing = await history.imports.begin()
    await importing.add(parts_of(tree("done", ["a", "b"]), 2))
    await importing.add(parts_of(tree("half", ["text"] * LONG), 60)[:-1])
    await history.close()
    history = await History.open(path)
    assert await listed(history) == ["done"]
    assert await history.conversations.get("half") is None
    assert await history.conversations.get(empty.id) is not None, "an empty one is no half"
    assert await history.archive.add(tree("half", ["again"]))
    await history.close()


async def test_known_ones_are_counted_and_stay_as_they_are(history: History) -> None:
    await history.archive.add(tree("c", ["mine"]))
    importing = await history.imports.begin()
    await importing.add(parts_of(tree("c", ["theirs", "and", "more"]), 2))
    await importing.add(parts_of(tree("d", ["new"]), 2))
    assert (importing.known_count, importing.added) == (1, {"d": 1})
    stored = await stored_conversation(history, "c")
    assert [each.text for each in stored.messages] == ["mine"]


async def test_what_was_written_since_is_not_taken_back(history: History) -> None:
    importing = await history.imports.begin()
    for name in ("a", "b", "c"):
        await importing.add(parts_of(tree(name, ["q", "a"]), 2))
    await history.turns.start("b", "and now?")
    await history.conversations.delete("c")
    assert await importing.unchanged() == ("a",)


async def test_an_import_can_be_purged_and_come_again(history: History) -> None:
    for _ in range(3):
        importing = await history.imports.begin()
        await importing.add(parts_of(tree("c", ["monad"]), 2))
        assert importing.known_count == 0
        await history.conversations.delete("c")
        assert await history.trash.remove("c") == ("c",)
    assert await history.conversations.search(SearchQuery("monad")) == ()


async def test_imports_stand_where_their_time_is_as_one_by_one(history: History) -> None:
    today = await history.conversations.create()
    await history.turns.start(today.id, "today")
    old = tree("x", ["text"])
    for days in (10, 30, 20):
        moment = datetime(2020, 1, 1, tzinfo=UTC) + timedelta(days=days)
        await history.archive.add(replace(old, id=f"one {days}", updated_at=moment))
    importing = await history.imports.begin()
    for days in (25, 5, 15, 100_000):
        moment = datetime(2020, 1, 1, tzinfo=UTC) + timedelta(days=days)
        whole = replace(old, id=f"part {days}", updated_at=moment)
        await importing.add(parts_of(whole, 1))
    assert await listed(history) == [
        "part 100000", today.id, "one 30", "part 25", "one 20", "part 15", "one 10", "part 5"
    ]  # fmt: skip
