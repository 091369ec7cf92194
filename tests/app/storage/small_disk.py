"""Fills a small disk of its own and then deletes: ``unshare --mount python -m … FOLDER``.

The disk is a file system in memory, seen by this process alone.
"""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

from app.domain import MessageStatus
from app.errors import DiskFull
from app.storage.history import History

DISK_BYTES = 24 * 1024 * 1024
BALLAST = 2 * 1024 * 1024


async def fill_and_delete(path: Path) -> dict[str, object]:
    """Write until the disk is full; then make room by deleting, and write again."""
    history = await History.open(path, ballast_bytes=BALLAST)
    await history.keep_up()
    stored: list[str] = []
    try:
        while True:
            conversation = await history.create_conversation()
            turn = await history.start_turn(conversation.id, "words " * 5000)
            await history.finish_reply(turn.reply.id, "more " * 5000, MessageStatus.COMPLETE)
            stored.append(conversation.id)
    except DiskFull as error:
        sentence = str(error)
    listed = {found.id for found in await history.conversations()}
    had_ballast = path.with_name("hubbub.ballast").exists()
    for id_ in stored[: len(stored) // 2]:
        await history.delete(id_)
    purged = await history.trash.empty()
    conversation = await history.create_conversation()
    turn = await history.start_turn(conversation.id, "words again")
    await history.close()
    return {
        "sentence": sentence,
        "stored": len(stored),
        "all_readable": listed >= set(stored),
        "had_ballast": had_ballast,
        "purged": len(purged),
        "again": turn.user.text,
    }


def main() -> None:
    """Mount, run, and print what happened as JSON."""
    folder = Path(sys.argv[1])
    disk = ["mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES}", "none", str(folder)]
    subprocess.run(disk, check=True)
    result = asyncio.run(fill_and_delete(folder / "hubbub.db"))
    sys.stdout.write(json.dumps(result))


if __name__ == "__main__":
    main()
