"""What is known of a download that is not done: a small file beside its parts.

It is written whole or not at all. It does not say how much has arrived: that is the length of the
part, since bytes that were handed to the system outlive a process that is killed. It says what the
length can't: what the file has to be, and the hash of each piece that was asked to be on the disk.
"""

from pathlib import Path
from typing import Any

import msgspec

from app.models.downloads.policy import MEGABYTE
from engine.files import atomic_write
from engine.ipc.lazy_text import LazyText, lazy
from engine.messages.download_messages import JOURNAL_SUFFIX, PART_SUFFIX
from engine.messages.errors import EngineError

VERSION = 1
_MOST_BYTES = 64 << 20  # a million pieces; nothing that is larger is read


class UnreadableJournal(EngineError):
    """A journal is damaged."""


class NewerJournal(EngineError):
    """A journal is of a newer Hubbub, which can continue it."""


class Proof(msgspec.Struct, frozen=True):
    """A file as it was when its hash was right; one that looks otherwise is hashed again."""

    size_bytes: int
    mtime_ns: int


class FileRecord(msgspec.Struct, frozen=True):
    """One file of a download.

    Attributes:
        etag: of what has arrived, as the server tells versions apart.
        pieces: the hashes of the first so many pieces.
        proof: there once the whole file was right.
        was_there: it had its name before, with the same hash, and has no part.
    """

    path: str
    name: str
    size_bytes: int
    sha256: str = ""
    etag: str = ""
    pieces: tuple[str, ...] = ()
    proof: Proof | None = None
    was_there: bool = False


class Journal(msgspec.Struct, frozen=True):
    """A download, as it is found again.

    Attributes:
        is_naming: all files are right, and get their names one after the other.
        is_spoiled: what has arrived is of no use: it begins anew when it is resumed.
        failure: why somebody has to do something first; empty where nobody has.
    """

    download_id: str
    repository: str
    commit: str
    files: tuple[FileRecord, ...]
    allows_unverified: bool = False
    piece_bytes: int = 64 * MEGABYTE
    is_paused: bool = False
    is_naming: bool = False
    is_spoiled: bool = False
    failure: LazyText = LazyText()
    version: int = VERSION

    def with_file(self, index: int, **changes: object) -> "Journal":
        """Return it with some fields of one file changed."""
        changed: Any = changes
        record = msgspec.structs.replace(self.files[index], **changed)
        files = (*self.files[:index], record, *self.files[index + 1 :])
        return msgspec.structs.replace(self, files=files)


class _Versioned(msgspec.Struct):
    version: int


def _lazy_text(_kind: type, parts: object) -> LazyText:
    return LazyText.of(parts)


_encoder = msgspec.json.Encoder(enc_hook=LazyText.parts)
_decoder: msgspec.json.Decoder[Journal] = msgspec.json.Decoder(Journal, dec_hook=_lazy_text)


def journal_path(folder: Path, name: str) -> Path:
    """Return where the journal of a download lies whose first file has that name."""
    return folder / (name + JOURNAL_SUFFIX)


def part_path(folder: Path, name: str) -> Path:
    """Return where a file grows until it is right."""
    return folder / (name + PART_SUFFIX)


def write_journal(path: Path, journal: Journal) -> None:
    """Replace a journal, on the disk. Raises OSError."""
    atomic_write(path, msgspec.json.format(_encoder.encode(journal), indent=1))


def read_journal(path: Path) -> Journal:
    """Return what a journal says. Raises UnreadableJournal, NewerJournal."""
    try:
        with path.open("rb") as file:
            content = file.read(_MOST_BYTES)
        version = msgspec.json.decode(content, type=_Versioned).version
        if version > VERSION:
            raise NewerJournal(
                lazy("{name} is of a newer Hubbub, which can continue it.", name=path.name)
            )
        return _decoder.decode(content)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UnreadableJournal(
            lazy(
                "{name} can't be read. Start the download again: what has arrived is used.",
                name=path.name,
            )
        ) from error
