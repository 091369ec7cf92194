"""Writes the database that the present code leaves: ``python -m tests.app.storage.golden.make``.

Run once for every schema that is released, before the next step is added; the file is never
written again.
"""

import asyncio
import sqlite3
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from msgspec.structs import replace

from app.domain.chat_options import ChatModel, ChatOptions, ThinkingOptions
from app.domain.conversations import ConversationOptions, OverflowPolicy, Preset
from app.domain.messages import MessageStatus, OutgoingMessage, Rewrite, RewriteKind
from app.domain.tabs import OpenTabs
from app.domain.usage import ReplyUsage
from app.models.settings_model import ModelSettings
from app.prompts.model import SavedPrompt
from app.storage.history import History
from app.storage.schema import SCHEMA_VERSION
from app.tools.model import Decision, ToolCall, ToolUse

FOLDER = Path(__file__).parent


def golden(version: int) -> Path:
    """Return the file that a schema left."""
    return FOLDER / f"schema-{version}.db"


async def write(path: Path) -> None:
    """Write branches, an interrupted reply, a draft, tabs, a trash, and text of many scripts."""
    moments = (datetime(2026, 5, 1, tzinfo=UTC) + timedelta(minutes=step) for step in range(99))
    history = await History.open(path, now=lambda: next(moments))
    first = await history.conversations.create()
    turn = await history.turns.start(first.id, "Wie grüßt man auf Japanisch?")
    usage = ReplyUsage(
        prompt_tokens=12,
        reply_tokens=5,
        decode_seconds=0.5,
        model_name="demo",
        drafted_tokens=4,
        accepted_tokens=3,
        network_seconds=0.125,
        endpoint_name="rack",
    )
    await history.turns.finish_reply(turn.reply.id, "こんにちは", MessageStatus.COMPLETE, "", usage)
    shorter = Rewrite(RewriteKind.SHORTER, turn.reply.id)
    again = await history.turns.regenerate(first.id, turn.reply.id, shorter)
    await history.turns.finish_reply(again.reply.id, "おはよう 😀", MessageStatus.CANCELLED)
    await history.turns.start(first.id, "And in French?")
    second = await history.conversations.create("Plans")
    await history.conversations.save_draft(second.id, OutgoingMessage("half a thou"))
    deleted = await history.conversations.create()
    gone = await history.turns.start(deleted.id, "forget me")
    await history.turns.finish_reply(gone.reply.id, "forgotten", MessageStatus.FAILED, "no engine")
    other = await history.turns.regenerate(deleted.id)
    await history.turns.finish_reply(other.reply.id, "never", MessageStatus.COMPLETE)
    await history.message_deletions.delete(other.reply.id)
    await history.conversations.delete(deleted.id)
    await history.tabs.save(OpenTabs((second.id, first.id), first.id))
    chat = ChatOptions({"top_k": 5, "seed": None}, ThinkingOptions(False, "low", 9), {"tone": [1]})
    model = ChatModel("0" * 64, "demo")
    options = ConversationOptions(
        "Work", True, "Be brief.", "calm", model, OverflowPolicy.STOP, chat, ("tea", "tax")
    )
    await history.conversations.set_options(second.id, options)
    await history.conversations.save_queue(
        second.id, (OutgoingMessage("wait for it"), OutgoingMessage("and then"))
    )
    await history.conversations.set_context_start(first.id, turn.user.id)
    await history.presets.save(Preset("calm", {"temperature": 0.1}))
    await history.saved_prompts.save(SavedPrompt("Greeting", "Dear {{name}},"))
    await history.known_models.note_use("0" * 64, "Tiny", "/models/tiny.gguf")
    settings = ModelSettings("calm", "/models/draft.gguf", "Be kind.", 4096, 2, "Q8_0", "{{ x }}")
    await history.known_models.save_settings("0" * 64, settings)
    await history.messages.set_pinned(turn.user.id, is_pinned=True)
    await _call_tools(history)
    await history.close()


async def _call_tools(history: History) -> None:
    conversation = await history.conversations.create("Sums")
    turn = await history.turns.start(conversation.id, "What is 2 + 3?")
    call = ToolCall("call_1", "add", '{"a": 2, "b": 3}')
    use = ToolUse(call.id, call.name, "Add", "", call.arguments, decision=Decision.ONCE)
    calling = replace(turn.reply, text="I look.", status=MessageStatus.COMPLETE)
    _, (asked,) = await history.turns.finish_calling(calling, (call,), (use,))
    await history.turns.finish_call(replace(asked, text="5", status=MessageStatus.COMPLETE))
    answer = await history.turns.answer_results(asked.id)
    await history.turns.finish_reply(answer.reply.id, "It is 5.", MessageStatus.COMPLETE)


def main() -> None:
    """Write the file of the present schema, unless it is there."""
    path = golden(SCHEMA_VERSION)
    if path.exists():
        sys.exit(f"{path} is there already, and golden files are never written again.")
    asyncio.run(write(path))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE").fetchall()


if __name__ == "__main__":
    main()
