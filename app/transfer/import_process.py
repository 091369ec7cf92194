"""Reads an export in a process of its own, with bounds, and says what it holds in frames.

What a file holds may have been written by anybody, to take all memory or never to end. So it is
read here, where the system ends it: ``python -m app.transfer.import_process FILE``.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from app.errors import LazyText, NotAnImport, lazy
from app.transfer.import_messages import (
    FRAMES,
    Ended,
    Frame,
    Parts,
    Refused,
    packed,
    without_surrogates,
)
from app.transfer.importing import ImportProgress, conversations, opener_of
from engine.ipc.frames import BrokenFrame
from engine.ipc.limits import limit_memory, limit_processor_time
from engine.ipc.serve import Worker

MOST_MEMORY_BYTES = 512 << 20
_MOST_SECONDS = 60  # of the processor, besides those for each byte
_SLOWEST_READING = 1 << 20  # bytes in a second


def main() -> None:
    """Read the file that the command line names, and write frames to stdout."""
    limit_memory(MOST_MEMORY_BYTES)
    worker = Worker()
    for frame in _frames(Path(sys.argv[1])):
        try:
            worker.write(FRAMES, frame)
        except BrokenFrame:
            worker.write(FRAMES, without_surrogates(frame))
    worker.exit(0)


def _frames(path: Path) -> Iterator[Frame]:
    reading = ImportProgress()
    try:
        open_file = opener_of(path, reading)
        _limit_time(reading.byte_count)
        for parts in packed(conversations(open_file, reading)):
            _limit_time(reading.byte_count)  # of an archive it is known by now
            yield Parts(parts, min(reading.bytes_read, reading.byte_count), reading.byte_count)
    except NotAnImport as error:
        yield _end(reading, LazyText.of(str(error)))
    except OSError as error:
        yield _end(reading, lazy("{reason}", reason=error))
    except MemoryError:
        yield _end(reading, lazy("This file takes more memory than an import may have."))
    else:
        yield Ended(tuple(reading.problems))


def _end(reading: ImportProgress, reason: LazyText) -> Frame:
    """Return the last frame of a file that could not be read to its end."""
    if reading.conversation_count:
        return Ended((*reading.problems, reason))
    return Refused(reason)


def _limit_time(byte_count: int) -> None:
    limit_processor_time(_MOST_SECONDS + byte_count // _SLOWEST_READING)


if __name__ == "__main__":
    main()
