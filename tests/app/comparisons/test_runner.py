"""Comparisons on a real database and a real (scripted) engine process."""

import asyncio
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest
import pytest_asyncio
from msgspec.structs import replace

from app.chat.request_builder import ChatSettings, RequestBuilder
from app.chat.router import RequestRouter
from app.comparisons.model import (
    CellOptions,
    CellSource,
    Comparison,
    ComparisonAxes,
    ComparisonCell,
    ComparisonKind,
)
from app.comparisons.runner import CellChanged, ComparisonRunner
from app.domain.messages import MessageStatus
from app.errors import AppError, ConversationGone, DiskFull
from app.machines.model import EndpointSetting, RemoteModel, Route
from app.storage.history import History
from engine.client.client import EngineClient, EnginePhase
from engine.messages.commands import ChatMessage
from engine.messages.request_options import DEFAULT_OPTIONS, Rank, RequestOptions
from tests.app.storage.turns import ask
from tests.fakes.engine_client import scripted_client, until
from tests.fakes.local_models import local_models

NOW = datetime(2026, 5, 1, tzinfo=UTC)
PATIENCE_SECONDS = 60.0
RACK = EndpointSetting("rack", "Rack", "http://rack:8000", models=(RemoteModel("large"),))


class Recording(RequestRouter):
    """Asks the engine, and notes what it was asked."""

    def __init__(self, client: EngineClient) -> None:
        super().__init__(client)
        self.asked: list[tuple[str, tuple[ChatMessage, ...], RequestOptions]] = []
        self.temperatures: list[float] = []

    def submit(self, conversation_id, messages, sampling, options=DEFAULT_OPTIONS, **others):  # type: ignore[no-untyped-def]
        self.asked.append((conversation_id, tuple(messages), options))
        self.temperatures.append(sampling.temperature)
        return super().submit(conversation_id, messages, sampling, options, **others)


class Room:
    """A runner with what it works with, and all that it has reported."""

    def __init__(self, history: History, client: EngineClient) -> None:
        self.history = history
        self.client = client
        self.troubles: list[AppError] = []
        self.router = Recording(client)
        self.requests = RequestBuilder(history, ChatSettings())
        self.runner = ComparisonRunner(
            history,
            self.requests,
            self.router,
            local_models(client),
            self.troubles.append,
        )
        self.changes: list[CellChanged] = []
        self._changed = asyncio.Event()

    def report(self, change: CellChanged) -> None:
        self.changes.append(change)
        self._changed.set()

    async def add(self, *cells: ComparisonCell, question: str = "say 2", **others) -> Comparison:  # type: ignore[no-untyped-def]
        kind = ComparisonKind.ROWS if cells[0].question else ComparisonKind.CELLS
        text = "" if kind is ComparisonKind.ROWS else question
        return await self.history.comparisons.add(
            Comparison("", kind, "", text, NOW, cells=cells, **others)
        )

    async def until(self, condition: Callable[[list[CellChanged]], bool]) -> None:
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not condition(self.changes):
                self._changed.clear()
                await self._changed.wait()

    async def run(self, comparison: Comparison) -> tuple[ComparisonCell, ...]:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await self.runner.run(comparison.id, self.report)
        return await self.cells(comparison)

    async def cells(self, comparison: Comparison) -> tuple[ComparisonCell, ...]:
        stored = await self.history.comparisons.get(comparison.id)
        assert stored is not None
        return stored.cells


def cells(*options: CellOptions) -> tuple[ComparisonCell, ...]:
    return tuple(ComparisonCell(0, number, each) for number, each in enumerate(options))


def rows(*questions: str) -> tuple[ComparisonCell, ...]:
    return tuple(ComparisonCell(0, i, question=text) for i, text in enumerate(questions))


@pytest_asyncio.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    history = await History.open(tmp_path / "histories.db")
    async with scripted_client() as client:
        await until(client, EnginePhase.READY)
        yield Room(history, client)
    await history.close()


async def test_each_cell_is_asked_in_its_own_way_under_a_name_of_its_own(room: Room) -> None:
    options = [CellOptions(temperature=0.1 * i, system_prompt=f"Be {i}.") for i in range(6)]
    stored = await room.add(*cells(*options))
    answers = await room.run(stored)
    assert {each.status for each in answers} == {MessageStatus.COMPLETE}
    assert len({each.text for each in answers}) == 1
    assert all(each.usage is not None and each.usage.reply_tokens for each in answers)
    assert len({name for name, _, _ in room.router.asked}) == 6
    assert sorted(room.router.temperatures) == pytest.approx([0.1 * i for i in range(6)])
    prompts = {asked[0].content for _, asked, _ in room.router.asked}
    assert prompts == {f"Be {i}." for i in range(6)}
    assert not room.runner.is_running(stored.id)


async def test_no_more_are_asked_at_once_than_there_are_slots(room: Room) -> None:
    stored = await room.add(*cells(*[CellOptions()] * 6), question="on and on")
    running = asyncio.create_task(room.run(stored))
    await room.until(lambda seen: len({each.cell.id for each in seen if each.cell.text}) == 4)
    assert len(room.router.asked) == 4
    await room.runner.stop(stored.id)
    answers = await running
    assert [each.status for each in answers] == [MessageStatus.CANCELLED] * 4 + [None] * 2


async def test_the_slots_of_the_model_that_is_asked_count(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = room.client.state
    assert state.model is not None
    small = replace(state, model=msgspec.structs.replace(state.model, slot_count=2))
    monkeypatch.setattr(room.router, "state", lambda _model="": small)
    stored = await room.add(*cells(*[CellOptions()] * 4), question="on and on")
    running = asyncio.create_task(room.run(stored))
    await room.until(lambda seen: len({each.cell.id for each in seen if each.cell.text}) == 2)
    assert len(room.router.asked) == 2
    await room.runner.stop(stored.id)
    await running


async def test_a_stop_before_any_cell_is_asked_leaves_all_of_them_open(room: Room) -> None:
    stored = await room.add(*cells(*[CellOptions()] * 3), question="on and on")
    running = asyncio.create_task(room.run(stored))
    await asyncio.sleep(0)
    assert not room.runner.is_running(stored.id), "it is still being looked up"
    await room.runner.stop(stored.id)
    answers = await running
    assert all(each.is_open for each in answers)
    assert not room.router.asked
    again = await room.add(*cells(CellOptions()))
    assert [each.status for each in await room.run(again)] == [MessageStatus.COMPLETE]


async def test_one_cell_is_stopped_and_the_others_go_on(room: Room) -> None:
    stored = await room.add(*cells(*[CellOptions()] * 6), question="on and on")
    first, *_, last = stored.cells
    running = asyncio.create_task(room.run(stored))
    await room.until(lambda seen: any(each.cell.id == first.id and each.cell.text for each in seen))
    await room.runner.stop_cell(stored.id, last.id)
    await room.runner.stop_cell(stored.id, first.id)
    await room.until(lambda _: len(room.router.asked) == 5)
    stopped = await room.cells(stored)
    assert stopped[0].status is MessageStatus.CANCELLED
    assert stopped[0].text
    assert (stopped[-1].status, stopped[-1].text) == (MessageStatus.CANCELLED, "")
    await room.runner.stop(stored.id)
    await running


async def test_what_is_there_at_the_end_of_the_program_is_kept_and_the_rest_asked_later(
    room: Room,
) -> None:
    stored = await room.add(*cells(*[CellOptions()] * 6), question="on and on")
    running = asyncio.create_task(room.run(stored))
    await room.until(lambda seen: len({each.cell.id for each in seen if each.cell.text}) == 4)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    kept = await room.cells(stored)
    assert [each.status for each in kept] == [MessageStatus.INTERRUPTED] * 4 + [None] * 2
    assert all(each.text and each.note for each in kept[:4])
    assert all(each.is_open for each in kept)


async def test_who_is_cancelled_while_an_end_is_stored_waits_for_it(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    finish = room.history.comparisons.finish
    is_storing, may_store = asyncio.Event(), asyncio.Event()

    async def finish_late(cell: ComparisonCell) -> None:
        is_storing.set()
        await may_store.wait()
        await finish(cell)

    monkeypatch.setattr(room.history.comparisons, "finish", finish_late)
    stored = await room.add(*cells(CellOptions()))
    running = asyncio.create_task(room.runner.run(stored.id, room.report))
    await is_storing.wait()
    running.cancel()
    await asyncio.wait((running,), timeout=0.2)
    assert not running.done()
    may_store.set()
    await asyncio.wait((running,))
    assert running.cancelled()
    assert room.changes[-1].cell.status is MessageStatus.COMPLETE
    assert not room.runner.is_running(stored.id)


async def test_a_list_is_asked_in_the_background_and_goes_on_at_the_next_row(room: Room) -> None:
    stored = await room.add(*rows("say 1", "say 2", "say 3", "say 4", "on and on", "say 1"))
    running = asyncio.create_task(room.run(stored))
    await room.until(lambda seen: any(each.cell.position == 4 and each.cell.text for each in seen))
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert {options.rank for _, _, options in room.router.asked} == {Rank.BACKGROUND}
    kept = await room.cells(stored)
    assert kept[4] == stored.cells[4], "it is asked anew"
    ended = sum(each.status is MessageStatus.COMPLETE for each in kept)
    before = len(room.router.asked)
    room.changes.clear()
    running = asyncio.create_task(room.run(stored))
    await room.until(lambda seen: any(each.cell.position == 4 and each.cell.text for each in seen))
    await room.runner.stop(stored.id)
    await running
    assert len(room.router.asked) - before <= 6 - ended, "nothing is asked twice"
    stopped = await room.history.comparisons.get(stored.id)
    assert stopped is not None
    assert stopped.is_stopped


async def test_a_list_that_fails_again_and_again_is_not_asked_to_its_end(room: Room) -> None:
    room.requests.settings = ChatSettings(endpoints=(RACK,))
    way = CellOptions(route=Route("rack", "large"))
    stored = await room.add(*[replace(each, options=way) for each in rows(*["say 1"] * 40)])
    answers = await room.run(stored)
    failed = [each for each in answers if each.status is MessageStatus.FAILED]
    assert 3 <= len(failed) <= 8
    assert all("rack:8000" in each.note for each in failed), "nobody has agreed to it"
    assert await room.history.comparisons.interrupt_unfinished("") == (), "nor after a restart"


async def test_offline_a_cell_of_another_machine_says_so_and_the_others_are_answered(
    room: Room,
) -> None:
    room.requests.settings = ChatSettings(endpoints=(RACK,), is_offline=True)
    ways = (CellOptions(route=Route("rack", "large")), CellOptions())
    stored = await room.add(*cells(*ways), consents=(RACK.origin,))
    away, here = await room.run(stored)
    assert (away.status, here.status) == (MessageStatus.FAILED, MessageStatus.COMPLETE)
    assert "offline" in away.note


async def test_a_chat_is_asked_again_up_to_its_message(room: Room) -> None:
    conversation = await room.history.conversations.create()
    turn = await ask(room.history, conversation.id, "say 2")
    await ask(room.history, conversation.id, "and later")
    stored = await room.add(
        *cells(CellOptions(), CellOptions()),
        conversation_id=conversation.id,
        message_id=turn.user.id,
    )
    await room.run(stored)
    _, asked, _ = room.router.asked[0]
    assert [each.content for each in asked] == ["say 2"]
    await room.history.conversations.delete(conversation.id)
    with pytest.raises(ConversationGone):
        await room.runner.run(stored.id, room.report)


def first_texts(room: Room) -> set[str]:
    """Return what the prompts asked so far begin with."""
    return {asked[0].content for _, asked, _ in room.router.asked}


async def test_cells_begin_in_the_sources_that_they_name(room: Room) -> None:
    sources = room.history.sources
    book = await sources.create("Book", "Once.", "Quote it.")
    await sources.add_version(book.id, "Twice.", "Quote it.")
    ways = [CellSource(book.id, 1), CellSource(book.id, 2), CellSource()]
    axes = ComparisonAxes(sources=tuple(ways), system_prompts=("Be brief.",))
    answers = await room.run(await room.add(*cells(*axes.cells())))
    assert {each.status for each in answers} == {MessageStatus.COMPLETE}
    assert first_texts(room) == {
        *("Quote it.\n\nOnce.\n\nBe brief.", "Quote it.\n\nTwice.\n\nBe brief.", "Be brief.")
    }


async def test_a_chat_in_a_source_is_asked_without_it_where_a_cell_says_so(room: Room) -> None:
    book = await room.history.sources.create("Book", "Once.")
    chat = await room.history.conversations.create(source_version_id=book.newest.id)
    turn = await ask(room.history, chat.id, "say 2")
    ways = cells(CellOptions(), CellOptions(source=CellSource()))
    stored = await room.add(*ways, conversation_id=chat.id, message_id=turn.user.id)
    await room.run(stored)
    assert first_texts(room) == {"Once.", "say 2"}


async def test_a_cell_whose_source_was_deleted_says_so_and_the_others_are_answered(
    room: Room,
) -> None:
    book = await room.history.sources.create("Book", "Once.")
    ways = (CellOptions(source=CellSource(book.id, 1, "Book")), CellOptions())
    stored = await room.add(*cells(*ways))
    await room.history.sources.delete(book.id)
    # The next one may get the numbers that the deleted one had in its tables.
    await room.history.sources.create("Other", "Secret.")
    gone, here = await room.run(stored)
    assert (gone.status, here.status) == (MessageStatus.FAILED, MessageStatus.COMPLETE)
    assert gone.note == "This source does not exist any more."
    assert not any("Secret" in text for text in first_texts(room))


async def test_an_engine_that_ends_leaves_the_cells_open(room: Room) -> None:
    stored = await room.add(*cells(CellOptions()), question="abort")
    (answer,) = await room.run(stored)
    assert answer.is_open
    assert answer.note


@pytest.mark.parametrize("is_lost", [False, True])
async def test_an_answer_that_the_disk_did_not_take_is_stored_or_asked_when_it_goes_on(
    room: Room, monkeypatch: pytest.MonkeyPatch, is_lost: bool
) -> None:
    stored = await room.add(*rows("say 1", "say 1"))

    async def find_no_room(_cell: ComparisonCell) -> None:
        raise DiskFull("full")

    with monkeypatch.context() as patched:
        patched.setattr(room.history.comparisons, "finish", find_no_room)
        await room.run(stored)
    assert [type(each) for each in room.troubles] == [DiskFull]
    before = len(room.router.asked)
    if is_lost:
        room.runner = ComparisonRunner(
            room.history,
            room.requests,
            room.router,
            local_models(room.client),
            room.troubles.append,
        )
    answers = await room.run(stored)
    assert {each.status for each in answers} == {MessageStatus.COMPLETE}
    assert len(room.router.asked) - before == (2 if is_lost else 0)
