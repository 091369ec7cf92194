"""Kills a program that streams into eight tabs, again and again, and counts what was lost.

``python -m tests.faults.kill_writer --kills 1000``. Nothing that was acknowledged may be missing,
no database may be corrupt, and of a running reply nothing that a save had reported: the program
saves each second, so that a second is the most that is lost.
"""

import argparse
import asyncio
import random
import sqlite3
import sys
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path

from app.domain.conversations import StartedTurn
from app.domain.messages import MessageStatus
from app.storage.history import History
from tests.app.processes import Child

TAB_COUNT = 8
SAVE_SECONDS = 0.02  # a reply's text is saved so often here, so that kills fall between saves
PIECES_PER_REPLY = 6


@dataclass
class Losses:
    """What a run of kills found."""

    kills: int = 0
    acknowledged: int = 0
    lost: list[object] = field(default_factory=list)
    corrupt: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    @property
    def is_clean(self) -> bool:
        """Whether every promise was kept."""
        return not (self.lost or self.corrupt or self.warnings)


def stream(pipe: Connection, path: Path) -> None:
    """Answer in eight tabs until killed; tell of each text once it is stored."""
    asyncio.run(_stream(pipe, path))


async def _stream(pipe: Connection, path: Path) -> None:
    history = await History.open(path)
    for notice in history.warnings:
        pipe.send(("notice", notice, ""))
    await history.turns.interrupt_unfinished("killed")
    await asyncio.gather(*(_hold_conversation(pipe, history, tab) for tab in range(TAB_COUNT)))


async def _hold_conversation(pipe: Connection, history: History, tab: int) -> None:
    conversation = await history.conversations.create(f"tab {tab}")
    round_number = 0
    while True:
        round_number += 1
        question = f"{conversation.id} asks {round_number}"
        turn = await history.turns.start(conversation.id, question)
        pipe.send(("stored", turn.user.id, question))
        text = await _write(pipe, history, turn)
        await history.turns.finish_reply(turn.reply.id, text, MessageStatus.COMPLETE)
        pipe.send(("stored", turn.reply.id, text))


async def _write(pipe: Connection, history: History, turn: StartedTurn) -> str:
    text = ""
    for piece in range(PIECES_PER_REPLY):
        text += f"piece {piece} of the reply {turn.reply.id}. " * 10
        await history.turns.save_reply(turn.reply.id, text)
        pipe.send(("saved", turn.reply.id, text))
        await asyncio.sleep(SAVE_SECONDS)
    return text


def run(path: Path, kills: int, seed: int) -> Losses:
    """Start and kill the program so often; look at the file after each kill."""
    dice = random.Random(seed)
    losses = Losses()
    for _ in range(kills):
        child = Child(stream, path)
        reports = [child.pipe.recv()]
        deadline = time.monotonic() + dice.uniform(0, 0.25)
        while (left := deadline - time.monotonic()) > 0:
            if child.pipe.poll(left):
                reports.append(child.pipe.recv())
        reports += child.kill()
        losses.kills += 1
        _compare(path, reports, losses)
    return losses


def _compare(path: Path, reports: list[object], losses: Losses) -> None:
    stored: dict[int, str] = {}
    saved: dict[int, str] = {}
    for word in reports:
        assert isinstance(word, tuple)
        kind, key, text = word
        if kind == "notice":
            losses.warnings.append(str(key))
        elif kind == "stored":
            stored[key] = text
        else:
            saved[key] = text
    with closing(sqlite3.connect(path)) as connection:
        found = dict(connection.execute("SELECT id, text FROM message"))
        if connection.execute("PRAGMA quick_check").fetchall() != [("ok",)]:
            losses.corrupt.append(str(path))
    losses.acknowledged += len(stored)
    losses.lost += [key for key, text in stored.items() if found.get(key) != text]
    # What was said to be saved is there, or more of it: nothing older than one save is gone.
    losses.lost += [key for key, text in saved.items() if not found.get(key, "").startswith(text)]


def main() -> int:
    """Run as often as asked, print the figures, and answer with 1 where a promise was broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=20)
    options = parser.parse_args()
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        losses = run(Path(folder) / "hubbub.db", options.kills, options.seed)
    sys.stdout.write(
        f"{losses.kills} kills in {time.monotonic() - start:.0f} s, {losses.acknowledged} messages "
        f"acknowledged, {len(losses.lost)} lost, {len(losses.corrupt)} corrupt databases, "
        f"{len(losses.warnings)} complaints at the next start\n"
    )
    return 0 if losses.is_clean else 1


if __name__ == "__main__":
    sys.exit(main())
