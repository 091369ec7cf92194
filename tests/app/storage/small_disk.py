"""Fills a small disk of its own: ``unshare --mount python -m … FOLDER WORK``.

The disk is a file system in memory, seen by this process alone.
"""

import asyncio
import contextlib
import json
import os
import subprocess
import sys
from pathlib import Path

from app.domain.messages import MessageStatus
from app.errors import DiskFull, StorageError
from app.storage.history import History

DISK_BYTES = 24 * 1024 * 1024
BALLAST = 2 * 1024 * 1024


async def fill_and_delete(path: Path) -> dict[str, object]:
    """Write until the disk is full; then make room by deleting, and write again."""
    history = await History.open(path, ballast_bytes=BALLAST)
    await history.maintain()
    stored: list[str] = []
    try:
        while True:
            conversation = await history.conversations.create()
            turn = await history.turns.start(conversation.id, "words " * 15_000)
            await history.turns.finish_reply(
                turn.reply.id, "more " * 15_000, MessageStatus.COMPLETE
            )
            stored.append(conversation.id)
    except DiskFull as error:
        sentence = str(error)
    listed = {found.id for found in await history.conversations.summaries()}
    had_ballast = path.with_name("hubbub.ballast").exists()
    for id_ in stored[: len(stored) // 2]:
        await history.conversations.delete(id_)
    purged = await history.trash.empty()
    conversation = await history.conversations.create()
    turn = await history.turns.start(conversation.id, "words again")
    await history.close()
    return {
        "sentence": sentence,
        "stored": len(stored),
        "all_readable": listed >= set(stored),
        "had_ballast": had_ballast,
        "purged": len(purged),
        "again": turn.user.text,
    }


async def write_and_die(path: Path) -> dict[str, object]:
    """Leave histories behind as a killed program does, with some of them in the journal."""
    history = await History.open(path, ballast_bytes=BALLAST)
    await history.maintain()
    for number in range(5):
        conversation = await history.conversations.create()
        turn = await history.turns.start(conversation.id, f"question {number}")
        await history.turns.finish_reply(turn.reply.id, "answer", MessageStatus.COMPLETE)
    os._exit(0)


async def start_when_full(path: Path) -> dict[str, object]:
    """Start on a disk without a free byte; give up the ballast at the second start."""
    again = [sys.executable, "-m", "tests.app.storage.small_disk", str(path.parent)]
    writer = await asyncio.create_subprocess_exec(*again, "write_and_die")
    assert await writer.wait() == 0
    ballast = path.with_name("hubbub.ballast")
    kept = ballast.rename(path.with_name("elsewhere"))
    fill(path.parent)
    without = await look(path)
    kept.rename(ballast)
    return {"without": without, "with": await look(path)}


def fill(folder: Path) -> None:
    """Leave no room for a single page."""
    with (folder / "filler").open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(4096))


async def look(path: Path) -> dict[str, object]:
    """Open the histories, read all, and try to write."""
    history = await History.open(path)
    listed = await history.conversations.summaries()
    refusal = ""
    try:
        await history.turns.interrupt_unfinished("killed")
        await history.conversations.delete(listed[0].id)
        await history.trash.restore(listed[0].id)
    except StorageError as error:
        refusal = str(error)
    await history.close()
    return {
        "is_read_only": history.is_read_only,
        "notices": history.warnings,
        "titles": sorted(found.title for found in listed),
        "refusal": refusal,
    }


WORKS = {work.__name__: work for work in (fill_and_delete, write_and_die, start_when_full)}


def main() -> None:
    """Mount, unless that was done, run, and print what happened as JSON."""
    folder = Path(sys.argv[1])
    if not folder.is_mount():
        disk = ["mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES}", "none", str(folder)]
        subprocess.run(disk, check=True)
    result = asyncio.run(WORKS[sys.argv[2]](folder / "hubbub.db"))
    sys.stdout.write(json.dumps(result))


if __name__ == "__main__":
    main()
