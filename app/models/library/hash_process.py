"""Hash model files in a separate process: ``python -m app.models.library.hash_process``.

A large model takes minutes. What was made is remembered as long as a file stays what it is.
"""

import hashlib
import os
import stat
from pathlib import Path
from typing import BinaryIO

from app.errors import lazy
from app.models.library.found_file import fingerprint_of
from app.models.library.library_index import read_digests, write_digests
from app.models.library.messages import FRAMES, REQUESTS, Ended, Hashed, HashProgress, HashRequest
from app.models.library.scan_process import NICENESS, limit_reach
from engine.ipc.limits import lower_priority
from engine.ipc.serve import Worker

_PIECE_BYTES = 4 << 20
_SAID_BYTES = 64 << 20


def main() -> None:
    """Read the request, hash, and end."""
    worker = Worker()
    request = worker.read(REQUESTS)
    if not isinstance(request, HashRequest):
        worker.exit(0)  # the window is gone
    folder = Path(request.index_folder)
    limit_reach(folder)
    lower_priority(NICENESS)
    for path in request.paths:
        worker.write(FRAMES, _hashed(path, folder, worker))
    worker.write(FRAMES, Ended())
    worker.exit(0)


def _hashed(path: str, folder: Path, worker: Worker) -> Hashed:
    try:
        # A pipe would keep its reader waiting if it were opened in any other way.
        flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        with open(os.open(path, flags), "rb") as file:
            before = os.fstat(file.fileno())
            if not stat.S_ISREG(before.st_mode):
                return Hashed(path, None, lazy("{path} is not a file.", path=path))
            digest = _digest(path, file, before.st_size, worker)
            # A download may have gone on writing: then these bytes never were a file.
            if fingerprint_of(os.fstat(file.fileno())) != fingerprint_of(before):
                return Hashed(path, None, lazy("{path} changed while it was read.", path=path))
    except (OSError, ValueError) as error:
        reason = lazy("{path} can't be read: {reason}.", path=path, reason=error)
        return Hashed(path, None, reason)
    # After each file: the next one may take minutes, and whoever waits may leave.
    write_digests(folder, read_digests(folder) | {path: (fingerprint_of(before), digest)})
    return Hashed(path, digest)


def _digest(path: str, file: BinaryIO, byte_count: int, worker: Worker) -> str:
    digest = hashlib.sha256()
    bytes_read = said = 0
    while piece := file.read(_PIECE_BYTES):
        digest.update(piece)
        bytes_read += len(piece)
        if bytes_read - said >= _SAID_BYTES:
            said = bytes_read
            worker.write(FRAMES, HashProgress(path, byte_count, bytes_read))
    return digest.hexdigest()


if __name__ == "__main__":
    main()
