"""Calls that end, are answered, stopped and cancelled at any moment, on a real database."""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from app.chat.turn_events import ToolChanged, TurnEvent
from app.domain.messages import Message, MessageStatus
from app.domain.tabs import TabState
from app.errors import AppError, DiskFull, ToolFailed
from app.storage.history import History
from app.tools.model import (
    Decision,
    Permission,
    Tool,
    ToolAnswer,
    ToolCall,
    ToolProgress,
    ToolResult,
    ToolRun,
)
from app.tools.runner import CallRules, ToolRunner, TurnCalls, use_of
from app.tools.toolbox import Toolbox
from tests.app.storage.turns import stored_conversation
from tests.fakes.tools import DIGESTS, ECHO, MAIL, FakeTools

CALL_COUNT = 6
PENDING = MessageStatus.PENDING


class RandomTools(FakeTools):
    """Takes a random time, and fails sometimes."""

    def __init__(self, chance: random.Random) -> None:
        super().__init__((ECHO, MAIL))
        self._chance = chance

    async def run(self, run: ToolRun) -> ToolResult:
        """Wait, then return or fail."""
        self.runs.append((run.tool.name, dict(run.arguments)))
        await asyncio.sleep(self._chance.random() * 0.02)
        match self._chance.randrange(4):
            case 0:
                raise ToolFailed("It failed.")
            case _:
                return ToolResult(str(run.arguments["text"]))


@pytest.fixture
async def history(tmp_path: Path) -> AsyncIterator[History]:
    """An empty history."""
    history = await History.open(tmp_path / "hubbub.db")
    yield history
    await history.close()


async def _calling(history: History) -> tuple[Message, ...]:
    conversation = await history.conversations.create()
    turn = await history.turns.start(conversation.id, "Go.")
    tools: tuple[Tool, ...] = (ECHO, MAIL)
    calls = [
        ToolCall(f"call_{number}", tools[number % 2].name, f'{{"text": "{number}"}}')
        for number in range(CALL_COUNT)
    ]
    reply = replace(turn.reply, status=MessageStatus.COMPLETE)
    uses = [use_of(call, tools[number % 2]) for number, call in enumerate(calls)]
    _, messages = await history.turns.finish_calling(reply, calls, uses)
    return messages


@pytest.mark.parametrize("seed", range(12))
async def test_every_call_ends_exactly_once(history: History, seed: int) -> None:
    chance = random.Random(seed)
    tools, troubles = RandomTools(chance), list[AppError]()
    rules = CallRules({ECHO.key: Permission.ALWAYS})
    runner = ToolRunner(history, Toolbox([tools]), lambda: rules, troubles.append)
    calls = await _calling(history)
    conversation_id = calls[0].conversation_id
    ends: Counter[int] = Counter()
    all_ended = asyncio.Event()

    def report(event: TurnEvent) -> None:
        if not isinstance(event, ToolChanged):
            return
        if event.message.status is not PENDING:
            ends[event.message.id] += 1
            if len(ends) == CALL_COUNT:
                all_ended.set()
        elif event.message.tool_use is not None and event.message.tool_use.decision is None:
            answer = ToolAnswer(chance.choice([*list(Decision)[:3], Decision.REFUSED]))
            asyncio.get_running_loop().call_later(
                chance.random() * 0.02, runner.answer, conversation_id, event.message.id, answer
            )

    turn = TurnCalls(conversation_id, {}, tools=tools.tools())
    task = asyncio.ensure_future(runner.run(turn, calls, TabState(), report))
    end = chance.choice(["stop", "cancel", "both", "none"])
    if end in ("stop", "both"):
        asyncio.get_running_loop().call_later(chance.random() * 0.03, runner.stop, conversation_id)
    if end in ("cancel", "both"):
        asyncio.get_running_loop().call_later(chance.random() * 0.03, task.cancel)
    async with asyncio.timeout(60):
        await asyncio.gather(task, return_exceptions=True)
        await all_ended.wait()  # the calls of a cancelled turn are stored in the background
    assert set(ends.values()) == {1}
    stored = (await stored_conversation(history, conversation_id)).messages[2 : 2 + CALL_COUNT]
    assert [each.id for each in stored] == [each.id for each in calls]
    assert PENDING not in {each.status for each in stored}
    finished = [each for each in stored if each.status is MessageStatus.COMPLETE]
    texts = [each.text for each in finished]
    assert texts == [each.tool_use.arguments[10:-2] for each in finished if each.tool_use]
    assert len(tools.runs) <= CALL_COUNT
    assert not troubles
    assert runner.pending(conversation_id) == ()


async def test_a_result_that_can_not_be_stored_is_kept_and_stored_later(
    history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    tools, troubles = FakeTools((ECHO, MAIL)), list[AppError]()
    rules = CallRules(dict.fromkeys((ECHO.key, MAIL.key), Permission.ALWAYS), DIGESTS)
    runner = ToolRunner(history, Toolbox([tools]), lambda: rules, troubles.append)
    calls = await _calling(history)
    conversation_id = calls[0].conversation_id
    turn = TurnCalls(conversation_id, {}, tools=tools.tools())

    async def full(*_: object) -> Message:
        raise DiskFull("The disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr(history.turns, "finish_calls", full)
        assert not await runner.run(turn, calls, TabState(), lambda _event: None)
    assert {type(each) for each in troubles} == {DiskFull}
    before = (await stored_conversation(history, conversation_id)).messages[2:]
    assert {each.status for each in before} == {PENDING}
    await runner.save_unsaved(conversation_id)
    after = (await stored_conversation(history, conversation_id)).messages[2:]
    assert [each.text for each in after] == [str(number) for number in range(CALL_COUNT)]


async def test_progress_is_reported_seldom_and_as_plain_text(history: History) -> None:
    class Chatty(FakeTools):
        async def run(self, run: ToolRun) -> ToolResult:
            for number in range(1000):
                run.report(ToolProgress(number / 1000, f"\x1b[31m{number}\u202e" + "x" * 10_000))
            return ToolResult("done")

    rules = CallRules({ECHO.key: Permission.ALWAYS, MAIL.key: Permission.NEVER})
    tools = Chatty((ECHO, MAIL))
    runner = ToolRunner(history, Toolbox([tools]), lambda: rules, lambda _error: None)
    calls = await _calling(history)
    events: list[TurnEvent] = []
    turn = TurnCalls(calls[0].conversation_id, {}, tools=tools.tools())
    assert await runner.run(turn, calls, TabState(), events.append)
    reports = [each.progress for each in events if isinstance(each, ToolChanged) and each.progress]
    assert 3 <= len(reports) < 30
    assert all(each.text.startswith("0xxx") and len(each.text) < 600 for each in reports[:1])
