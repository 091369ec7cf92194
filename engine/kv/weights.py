"""Tells one model's weights from another's by the digest of its files, which is remembered."""

import contextlib
import hashlib
import json
import os
from collections.abc import Sequence
from pathlib import Path

from engine.files import atomic_write

_CHUNK_BYTES = 4 << 20
_MAX_REMEMBERED = 64
NAME = "models.json"


class WeightDigests:
    """Reads each model file once, and not again until it has changed.

    A file counts as unchanged while its path, inode, size and both its times are the same; the
    digest itself is of every byte. Waits for the disk.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
        self._is_stopped = False

    def stop(self) -> None:
        """End a digest that is under way with OSError; any thread."""
        self._is_stopped = True

    def remembered(self, files: Sequence[str]) -> bytes | None:
        """Return the digest of these files if all are known. Raises OSError."""
        known = self._known()
        digests = [known.get(_signature(file)) for file in files]
        return None if None in digests else _combined([digest for digest in digests if digest])

    def of(self, files: Sequence[str]) -> bytes:
        """Return the digest of these files, and read those that are not known. Raises OSError."""
        known = self._known()
        digests: list[str] = []
        for file in files:
            signature = _signature(file)
            digest = known.get(signature) or self._read(file)
            # A file that is replaced meanwhile would have its digest remembered as the new one's.
            if _signature(file) != signature:
                raise OSError(f"{file} was changed while it was read")
            known.pop(signature, None)
            known[signature] = digest
            digests.append(digest)
        self._remember(known)
        return _combined(digests)

    def _read(self, file: str) -> str:
        digest = hashlib.sha256()
        with open(file, "rb", buffering=0) as stream:
            while chunk := stream.read(_CHUNK_BYTES):
                if self._is_stopped:
                    raise OSError("the process is ending")
                digest.update(chunk)
        return digest.hexdigest()

    def _known(self) -> dict[str, str]:
        try:
            known = json.loads(self._path.read_bytes())
        except (OSError, ValueError, RecursionError):
            return {}
        if not isinstance(known, dict):
            return {}
        return {name: digest for name, digest in known.items() if isinstance(digest, str)}

    def _remember(self, known: dict[str, str]) -> None:
        """Write what is known; where that fails, it is read again next time."""
        newest = dict(list(known.items())[-_MAX_REMEMBERED:])
        with contextlib.suppress(OSError):
            atomic_write(self._path, json.dumps(newest, indent=1).encode())


def _signature(file: str) -> str:
    info = os.stat(file)
    facts = [info.st_dev, info.st_ino, info.st_size, info.st_mtime_ns, info.st_ctime_ns]
    return json.dumps([os.path.abspath(file), *facts])


def _combined(digests: Sequence[str]) -> bytes:
    return hashlib.sha256("\n".join(digests).encode()).digest()
