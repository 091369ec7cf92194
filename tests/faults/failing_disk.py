"""Writes histories until the disk fails, and says what was stored: ``python -m … PATH``.

It is meant to be run under strace, which lets a chosen call of the system fail.
"""

import asyncio
import sys
from pathlib import Path

from app.domain.messages import MessageStatus
from app.errors import StorageError
from app.storage.history import History

_TURNS = 12


async def write(path: Path) -> None:
    """Hold a few conversations; print each id with its text once it is stored, and all trouble."""
    history = await History.open(path)
    try:
        for number in range(_TURNS):
            try:
                await _turn(history, number)
            except StorageError as error:
                sys.stdout.write(f"trouble {error}\n")
    finally:
        await history.close()


async def _turn(history: History, number: int) -> None:
    conversation = await history.conversations.create()
    question = f"question-{number}-" + "x" * 5000
    turn = await history.turns.start(conversation.id, question)
    sys.stdout.write(f"stored {turn.user.id} {question}\n")
    await history.turns.save_reply(turn.reply.id, "half")
    reply = f"answer-{number}"
    await history.turns.finish_reply(turn.reply.id, reply, MessageStatus.COMPLETE)
    sys.stdout.write(f"stored {turn.reply.id} {reply}\n")


def main() -> int:
    """Write, and end with a sentence where the histories can't even be opened."""
    try:
        asyncio.run(write(Path(sys.argv[1])))
    except StorageError as error:
        sys.stdout.write(f"trouble {error}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
