"""Keeps conversations on a small disk that fills up or turns read-only: ``… FOLDER TROUBLE``.

The disk is a file system in memory, seen by this process alone: run it by ``unshare --mount``.
"""

import json
import subprocess
import sys
from pathlib import Path

from engine.messages.metrics import ReuseOrigin
from tests.engine.kv.driving import FIRST, ask_and_end, driven, files, slow_reader
from tests.fakes.conversations import rendered, solo_reply

DISK_BYTES = 1 << 20


def _spoil(disk: Path, trouble: str) -> None:
    if trouble == "full":
        filler = (disk / "filler").open("wb", buffering=0)
        try:
            while filler.write(bytes(1024)):
                pass
        except OSError:
            filler.close()
    else:
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)


def main() -> None:
    """Keep one conversation, spoil the disk, go on, and tell what happened."""
    disk, trouble = Path(sys.argv[1]), sys.argv[2]
    size = f"size={DISK_BYTES}"
    subprocess.run(["mount", "-t", "tmpfs", "-o", size, "none", str(disk)], check=True)
    said = ask_and_end(disk / "cache")
    (file,) = files(disk / "cache")
    before = file.read_bytes()
    _spoil(disk, trouble)
    with driven(slow_reader(), disk / "cache") as driver:
        reply = driver.ask("a", FIRST, said, "and?")
        source = driver.usage.reused_from
        driver.write_back()
        sentence = driver.scheduler.reports.snapshot().cache_trouble
    expected = solo_reply(rendered(slow_reader(), FIRST, said, "and?"), slow_reader(), 10)
    told = {
        "trouble": sentence,
        "is_right": reply == expected,
        "was_warm": source is ReuseOrigin.DISK,
        "old_file_stands": not file.exists() or file.read_bytes() == before,
        "litter": [path.name for path in (disk / "cache").glob("*.part")],
    }
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    main()
