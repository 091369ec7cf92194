"""Comparisons survive a restart, go with their chat, and give their answers to it."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from app.comparisons.model import CellOptions, Comparison, ComparisonCell, ComparisonKind
from app.domain.messages import MessageStatus
from app.domain.usage import ReplyUsage
from app.errors import ComparisonGone, ConversationGone, NothingToAnswer, ReplyStillRunning
from app.storage.history import History
from tests.app.storage.turns import ask, stored_conversation

NOW = datetime(2026, 5, 1, tzinfo=UTC)
NOTE = "Hubbub was closed."


def comparison(
    count: int,
    kind: ComparisonKind = ComparisonKind.CELLS,
    *,
    conversation_id: str | None = None,
    message_id: int | None = None,
) -> Comparison:
    questions = ["" if kind is ComparisonKind.CELLS else f"row {i}" for i in range(count)]
    cells = tuple(
        ComparisonCell(0, i, CellOptions(seed=i), each) for i, each in enumerate(questions)
    )
    question = "How tall is it?" if kind is ComparisonKind.CELLS else ""
    return Comparison(
        "",
        kind,
        "",
        question,
        NOW,
        conversation_id,
        message_id,
        cells=cells,
        consents=("http://a",),
    )


def ended(cell: ComparisonCell, text: str) -> ComparisonCell:
    usage = ReplyUsage(prompt_tokens=5, reply_tokens=2, model_name="demo")
    return replace(cell, status=MessageStatus.COMPLETE, text=text, usage=usage)


async def test_what_was_answered_is_there_after_a_restart(path: Path) -> None:
    history = await History.open(path)
    stored = await history.comparisons.add(comparison(3))
    first, second, third = stored.cells
    assert [each.is_open for each in stored.cells] == [True, True, True]
    await history.comparisons.begin(first.id)
    await history.comparisons.finish(ended(first, "Tall."))
    await history.comparisons.begin(second.id)
    await history.comparisons.save(replace(second, text="Ver"))
    other = await history.comparisons.add(comparison(4))
    for each in other.cells[:3]:
        await history.comparisons.finish(ended(each, "Tall."))
    counts = {each.id: each.ended_count for each in await history.comparisons.summaries()}
    assert counts == {stored.id: 1, other.id: 3}
    await history.comparisons.delete(other.id)
    await history.close()

    history = await History.open(path)
    assert await history.comparisons.interrupt_unfinished(NOTE) == ()
    again = await history.comparisons.get(stored.id)
    assert again is not None
    assert again.cells == (
        ended(first, "Tall."),
        replace(second, status=MessageStatus.INTERRUPTED, text="Ver", note=NOTE),
        third,
    )
    assert (again.title, again.consents) == ("How tall is it?", ("http://a",))
    (summary,) = await history.comparisons.summaries()
    assert (summary.cell_count, summary.ended_count) == (3, 1)
    await history.close()


async def test_a_list_goes_on_unless_it_was_stopped_or_has_ended(history: History) -> None:
    running = await history.comparisons.add(comparison(2, ComparisonKind.ROWS))
    stopped = await history.comparisons.add(comparison(2, ComparisonKind.ROWS))
    done = await history.comparisons.add(comparison(1, ComparisonKind.ROWS))
    await history.comparisons.add(comparison(2))
    await history.comparisons.set_stopped(stopped.id, is_stopped=True)
    await history.comparisons.begin(running.cells[0].id)
    await history.comparisons.finish(ended(done.cells[0], "yes"))
    assert [each.id for each in await history.comparisons.interrupt_unfinished(NOTE)] == [
        running.id
    ]


async def test_a_save_that_comes_late_changes_no_end(history: History) -> None:
    stored = await history.comparisons.add(comparison(1))
    (cell,) = stored.cells
    await history.comparisons.begin(cell.id)
    await history.comparisons.finish(ended(cell, "all of it"))
    await history.comparisons.save(replace(cell, text="half"))
    again = await history.comparisons.get(stored.id)
    assert again is not None
    assert again.cells[0].text == "all of it"
    await history.comparisons.empty([cell.id])
    emptied = await history.comparisons.get(stored.id)
    assert emptied is not None
    assert emptied.cells == (cell.emptied(),)


async def test_answers_become_replies_beside_the_others(history: History) -> None:
    conversation = await history.conversations.create()
    turn = await ask(history, conversation.id, "How tall is it?")
    stored = await history.comparisons.add(
        comparison(3, conversation_id=conversation.id, message_id=turn.user.id)
    )
    first, second, unasked = stored.cells
    cells = (ended(first, "Tall."), ended(second, "Very."), unasked)
    kept = await history.comparisons.keep(turn.user.id, cells)
    assert [each.text for each in kept] == ["Tall.", "Very."]

    shown = await stored_conversation(history, conversation.id)
    last = shown.messages[-1]
    assert (last.text, last.sibling_number, last.sibling_count) == ("Very.", 3, 3)
    assert (last.usage, last.is_damaged) == (cells[1].usage, False)


async def test_a_chat_that_is_being_answered_takes_none(history: History) -> None:
    conversation = await history.conversations.create()
    turn = await history.turns.start(conversation.id, "How tall is it?")
    stored = await history.comparisons.add(comparison(1))
    cells = (ended(stored.cells[0], "Tall."),)
    with pytest.raises(ReplyStillRunning):
        await history.comparisons.keep(turn.user.id, cells)
    await history.turns.finish_reply(turn.reply.id, "", MessageStatus.CANCELLED)
    with pytest.raises(NothingToAnswer):
        await history.comparisons.keep(turn.reply.id, cells)


async def test_it_goes_with_its_chat(history: History) -> None:
    conversation = await history.conversations.create()
    turn = await ask(history, conversation.id, "How tall is it?")
    stored = await history.comparisons.add(comparison(2))
    await history.comparisons.attach(stored.id, conversation.id, turn.user.id)
    await history.conversations.delete(conversation.id)
    assert await history.comparisons.summaries() == ()
    await history.trash.empty(from_backups=False)
    assert await history.comparisons.get(stored.id) is None
    with pytest.raises(ComparisonGone):
        await history.comparisons.begin(stored.cells[0].id)


async def test_what_was_deleted_comes_back_with_its_answers(history: History) -> None:
    conversation = await history.conversations.create()
    turn = await ask(history, conversation.id, "How tall?")
    asked = comparison(2, conversation_id=conversation.id, message_id=turn.user.id)
    stored = await history.comparisons.add(asked)
    await history.comparisons.finish(replace(ended(stored.cells[0], "Tall."), note=NOTE))
    await history.comparisons.set_stopped(stored.id, is_stopped=True)
    before = await history.comparisons.get(stored.id)
    assert before is not None
    await history.comparisons.delete(stored.id)
    after = await history.comparisons.restore(before)
    ids = [each.id for each in after.cells]
    again = [replace(each, id=id_) for each, id_ in zip(before.cells, ids, strict=True)]
    assert after == replace(before, cells=tuple(again))
    await history.comparisons.delete(stored.id)
    await history.conversations.delete(conversation.id)
    with pytest.raises(ConversationGone):
        await history.comparisons.restore(before)
