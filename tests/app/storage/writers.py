"""What second processes do with histories until they end or are killed."""

import asyncio
import os
from multiprocessing.connection import Connection
from pathlib import Path

from app.domain.messages import MessageStatus
from app.errors import StorageError
from app.storage.history import History
from tests.app.processes import Failure, become_nobody

_SAVES_PER_REPLY = 3


def stream_for_ever(pipe: Connection, path: Path) -> None:
    """Hold one conversation after the other; tell of each text once it is stored."""
    asyncio.run(_stream(pipe, path))


async def _stream(pipe: Connection, path: Path) -> None:
    history = await History.open(path)
    await history.turns.interrupt_unfinished("killed")
    conversations = [await history.conversations.create() for _ in range(3)]
    round_number = 0
    while True:
        round_number += 1
        question = f"{os.getpid()} asks {round_number}"
        turns = await asyncio.gather(*(history.turns.start(c.id, question) for c in conversations))
        for turn in turns:
            pipe.send((turn.user.id, question))
        text = ""
        for _ in range(_SAVES_PER_REPLY):
            text += f"{question}, a piece of an answer. " * 20
            for turn in turns:
                await history.turns.save_reply(turn.reply.id, text)
        for turn in turns:
            await history.turns.finish_reply(turn.reply.id, text, MessageStatus.COMPLETE)
            pipe.send((turn.reply.id, text))


def hold(pipe: Connection, path: Path) -> None:
    """Keep the histories open until killed."""
    asyncio.run(_hold(pipe, path))


async def _hold(pipe: Connection, path: Path) -> None:
    history = await History.open(path)
    pipe.send("open")
    pipe.recv()
    await history.close()


def open_as_nobody(pipe: Connection, path: Path) -> None:
    """Open the histories as a user without rights; tell what is said to them, and what is read."""
    become_nobody()
    try:
        asyncio.run(_look_and_write(pipe, path))
    except StorageError as error:
        pipe.send(Failure(type(error).__name__, str(error)))


async def _look_and_write(pipe: Connection, path: Path) -> None:
    history = await History.open(path)
    try:
        pipe.send("\n".join(history.warnings))
        for summary in await history.conversations.summaries():
            conversation = await history.conversations.get(summary.id)
            assert conversation is not None
            pipe.send([message.text for message in conversation.messages])
        await history.conversations.create()
    finally:
        await history.close()
