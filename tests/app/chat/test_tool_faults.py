"""Calls of tools with the real engine and the starter model, and after the process was killed."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from app.chat.request_builder import ChatSettings
from app.chat.turn_events import ToolChanged, TurnEvent
from app.chat.turns import Turns
from app.domain.chat_options import ChatOptions
from app.domain.conversations import ConversationOptions
from app.domain.messages import MessageStatus, OutgoingMessage, Role
from app.storage.history import History
from app.tools.model import Decision, Permission, ToolAnswer, ToolResult, ToolRun
from app.tools.runner import CallRules
from app.tools.toolbox import Toolbox
from engine.client.client import EngineClient, EnginePhase
from engine.messages.config import EngineConfig
from engine.messages.sampling_params import SamplingParams
from tests.app.storage.turns import stored_conversation
from tests.fakes.engine_client import REAL_ENGINE, scripted_client, until
from tests.fakes.tools import DIGESTS, KEYS, FakeTools

STARTER = next((Path(__file__).parents[3] / "resources/models").glob("*.gguf"))
RULES = CallRules(dict.fromkeys(KEYS, Permission.ALWAYS), DIGESTS)
# The model is too small to choose a tool, so it can write nothing but this call.
FORCED = (
    r'root ::= "<tool_call>\n{\"name\": \"add\", \"arguments\": {\"a\": 2, \"b\": "'
    r' [3-9] "}}\n</tool_call>"'
)


@pytest.fixture
async def engine() -> AsyncIterator[EngineClient]:
    """A client of the real engine with the starter model."""
    config = EngineConfig(slot_count=1, context_window=2048)
    async with scripted_client(str(STARTER), command=REAL_ENGINE, config=config) as client:
        await until(client, EnginePhase.READY)
        yield client


class FreeingTools(FakeTools):
    """Lets the model write freely after its call."""

    def __init__(self, history: History) -> None:
        super().__init__()
        self._history = history

    async def run(self, run: ToolRun) -> ToolResult:
        """Remove the grammar from the chat."""
        options = await self._history.conversations.options(run.conversation_id)
        assert options is not None
        chat = replace(options.chat, sampling={"max_tokens": 16})
        await self._history.conversations.set_options(
            run.conversation_id, replace(options, chat=chat)
        )
        return await super().run(run)


async def test_a_call_of_the_starter_model_is_run_and_answered(
    history: History, engine: EngineClient
) -> None:
    conversation = await history.conversations.create()
    chat = ChatOptions({"grammar": FORCED}, tools=KEYS)
    await history.conversations.set_options(conversation.id, ConversationOptions(chat=chat))
    tools = FreeingTools(history)
    settings = ChatSettings(sampling=SamplingParams(temperature=0.0), call_rules=RULES)
    turns = Turns(history, engine, settings, lambda _error: None, toolbox=Toolbox([tools]))
    events: list[TurnEvent] = []
    async with asyncio.timeout(240):
        await turns.send(conversation.id, OutgoingMessage("What is 2 + 3?"), events.append)
    _, calling, result, reply = (await stored_conversation(history, conversation.id)).messages
    (call,) = calling.tool_calls
    arguments = json.loads(call.arguments)
    assert tools.runs == [("add", arguments)]
    assert calling.text.strip() == "", "the text of a call is not part of the answer"
    assert result.text == str(arguments["a"] + arguments["b"])
    assert reply.text
    assert reply.usage is not None
    assert calling.usage is not None
    # What was read before the call is not read again.
    assert reply.usage.reused_tokens >= calling.usage.prompt_tokens


async def test_after_kill_9_in_a_tool_the_finished_result_is_there(
    tmp_path: Path, client: EngineClient
) -> None:
    path = tmp_path / "killed.db"
    command = [sys.executable, "-m", "tests.app.chat.tool_writer", str(path)]
    process = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.PIPE, start_new_session=True
    )
    assert process.stdout is not None
    async with asyncio.timeout(240):
        assert await process.stdout.readline() == b"stored\n"
    os.kill(process.pid, signal.SIGKILL)
    await process.wait()
    history = await History.open(path)
    try:
        (conversation_id,) = await history.turns.interrupt_unfinished("It was closed.")
        messages = (await stored_conversation(history, conversation_id)).messages
        assert [(each.role, each.status, each.text) for each in messages[2:]] == [
            (Role.TOOL, MessageStatus.COMPLETE, "3"),
            (Role.TOOL, MessageStatus.INTERRUPTED, ""),
        ]
        assert messages[3].tool_use is not None
        assert messages[3].tool_use.started_at is not None, "it is known that it had begun"
        tools = FakeTools()
        tools.release.set()
        settings = ChatSettings(call_rules=RULES)
        turns = Turns(history, client, settings, lambda _error: None, toolbox=Toolbox([tools]))

        def allow(event: TurnEvent) -> None:
            if (
                not isinstance(event, ToolChanged)
                or event.message.status is not MessageStatus.PENDING
            ):
                return
            use = event.message.tool_use
            if use is not None and use.decision is None:
                once = ToolAnswer(Decision.ONCE)
                turns.answer_tool(conversation_id, event.message.id, once)

        async with asyncio.timeout(60):
            await turns.continue_reply(conversation_id, allow)
        assert [name for name, _ in tools.runs] == ["slow"]
        messages = (await stored_conversation(history, conversation_id)).messages
        assert [each.text for each in messages[3:4]] == ["at last"]
        assert messages[4].status is MessageStatus.COMPLETE
    finally:
        await history.close()
