"""What the window asks for, checked before anything is fetched or written."""

import re
from pathlib import Path

import msgspec

from app.models.downloads.disk import check_room, free_bytes
from app.models.downloads.errors import DownloadTrouble, NoRoom, disk_trouble
from app.models.downloads.journal import (
    FileRecord,
    Journal,
    NewerJournal,
    UnreadableJournal,
    journal_path,
    part_path,
    read_journal,
)
from app.models.downloads.policy import FLOOR_BYTES
from app.models.hub.names import is_repository_name, safe_name
from engine.ipc.lazy_text import LazyText, lazy
from engine.messages.download_messages import (
    JOURNAL_SUFFIX,
    LOCK_SUFFIX,
    PART_SUFFIX,
    AskRoom,
    RoomAnswered,
    StartDownload,
)

_COMMIT = re.compile(r"[0-9a-f]{40}([0-9a-f]{24})?")
_SHA256 = re.compile(r"([0-9a-f]{64})?")
_OWN_SUFFIXES = (PART_SUFFIX, JOURNAL_SUFFIX, LOCK_SUFFIX)
_LARGEST_BYTES = 1 << 50
MIN_PIECE_BYTES, MAX_PIECE_BYTES = 1 << 16, 1 << 30


def check_journal(journal: Journal) -> None:
    """Return if a download can be followed, whoever asks for it. Raises DownloadTrouble."""
    names = [each.name.casefold() for each in journal.files]
    if not names or len(set(names)) < len(names):
        raise DownloadTrouble(lazy("This download has no files, or two of one name."))
    for each in journal.files:
        # What is called like a journal would be followed as one at the next start.
        if safe_name(each.name) != each.name or each.name.casefold().endswith(_OWN_SUFFIXES):
            raise DownloadTrouble(lazy("{name} is no safe name for a file.", name=repr(each.name)))
        if not (0 < each.size_bytes < _LARGEST_BYTES and _SHA256.fullmatch(each.sha256)):
            text = lazy("What the hub says of {name} can't be right.", name=each.name)
            raise DownloadTrouble(text)
        if not each.sha256 and not journal.allows_unverified:
            text = lazy("{name} can't be verified: the hub names no hash of it.", name=each.name)
            raise DownloadTrouble(text)
    if not (is_repository_name(journal.repository) and _COMMIT.fullmatch(journal.commit)):
        text = lazy(
            "“{name}” is not the name of a repository with its commit.", name=journal.repository
        )
        raise DownloadTrouble(text)
    if not MIN_PIECE_BYTES <= journal.piece_bytes <= MAX_PIECE_BYTES:
        raise DownloadTrouble(lazy("This download is cut into pieces of an odd size."))


def prepare(request: StartDownload, piece_bytes: int) -> Journal:
    """Make the folder, and return the journal of a new download or of one that lies there.

    Raises DownloadTrouble.
    """
    folder = Path(request.folder)
    new = Journal(
        download_id=request.download_id,
        repository=request.repository,
        commit=request.commit,
        files=tuple(
            FileRecord(each.path, each.name, each.size_bytes, each.sha256) for each in request.files
        ),
        allows_unverified=request.allows_unverified,
        piece_bytes=piece_bytes,
    )
    check_journal(new)
    if not folder.is_absolute() or "\0" in request.folder:
        text = lazy("Choose the folder by its full path, not {folder}.", folder=request.folder)
        raise DownloadTrouble(text)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise disk_trouble(error, folder) from error
    path = journal_path(folder, new.files[0].name)
    if not path.exists():
        for each in new.files:
            if part_path(folder, each.name).exists():
                raise _part_in_the_way(part_path(folder, each.name).name)
        return new
    try:
        old = read_journal(path)
        check_journal(old)
    except NewerJournal as error:
        raise DownloadTrouble(str(error)) from error
    except UnreadableJournal:
        # What has arrived is used, and proven by the hash of the whole; without one it is not.
        return msgspec.structs.replace(new, is_spoiled=not all(each.sha256 for each in new.files))
    if _wants(old) != _wants(new):
        text = lazy(
            "Another download of {name} is not done. Cancel it first.", name=old.files[0].name
        )
        raise DownloadTrouble(text)
    return msgspec.structs.replace(
        old, download_id=new.download_id, is_paused=False, failure=LazyText()
    )


def answer_room(question: AskRoom, floor_bytes: int = FLOOR_BYTES) -> RoomAnswered:
    """Return how much room there is, and whether it is enough."""
    folder = Path(question.folder)
    try:
        free = free_bytes(folder)
        check_room(folder, question.needed_bytes, floor_bytes)
    except NoRoom as error:
        return RoomAnswered(question.request_id, free, LazyText.of(str(error)))
    except OSError as error:
        refusal = LazyText.of(str(disk_trouble(error, folder)))
        return RoomAnswered(question.request_id, 0, refusal)
    return RoomAnswered(question.request_id, free)


def _wants(journal: Journal) -> object:
    return (
        journal.repository,
        journal.commit,
        [(each.path, each.name, each.size_bytes, each.sha256) for each in journal.files],
    )


def _part_in_the_way(name: str) -> DownloadTrouble:
    return DownloadTrouble(
        lazy("{name} in this folder is of another program. Move it, then try again.", name=name)
    )
