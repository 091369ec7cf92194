"""How files get their names: all of a download or none, and never in the place of another one."""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path

from app.models.downloads.errors import DownloadTrouble
from app.models.downloads.journal import FileRecord, Proof, part_path
from app.models.downloads.part_file import give_name, has_both_names
from engine.files import sync_folder
from engine.ipc.lazy_text import lazy

_STEP_BYTES = 4 << 20


def name_all(folder: Path, records: tuple[FileRecord, ...]) -> None:
    """Give all files their names; what was begun before the program ended is finished.

    If one of the names is taken none is given. Raises DownloadTrouble, OSError.
    """
    named: list[FileRecord] = []
    try:
        for record in records:
            if record.was_there:
                continue
            _name(folder, record)
            named.append(record)
    except FileExistsError as error:
        for record in named:
            give_name(folder / record.name, part_path(folder, record.name))
        raise name_taken(record.name) from error
    sync_folder(folder)


def name_taken(name: str) -> DownloadTrouble:
    """Return what is said where another file has a name."""
    return DownloadTrouble(
        lazy("There is another file {name} in this folder. Move it, then resume.", name=name)
    )


def is_proven(part: Path, proof: Proof | None) -> bool:
    """Return whether a part is as it was when its hash was right."""
    try:
        found = part.stat()
    except OSError:
        return False
    return proof == Proof(found.st_size, found.st_mtime_ns)


def has_content(path: Path, record: FileRecord, read: Callable[[int], bool]) -> bool:
    """Return whether a file that has the name is the wanted one.

    ``read`` is told how many bytes were read, and answers whether to go on. Raises OSError.
    """
    if not record.sha256 or not path.is_file() or path.stat().st_size != record.size_bytes:
        return False
    digest = hashlib.sha256()
    with path.open("rb", buffering=0) as file:
        while data := file.read(_STEP_BYTES):
            digest.update(data)
            if not read(file.tell()):
                return False
    return digest.hexdigest() == record.sha256


def _name(folder: Path, record: FileRecord) -> None:
    """Name one file, if that was not done before the program ended."""
    part, name = part_path(folder, record.name), folder / record.name
    if has_both_names(part, name):
        part.unlink()
    elif os.path.lexists(part) or not _is_there(name, record):
        give_name(part, name)


def _is_there(name: Path, record: FileRecord) -> bool:
    return name.is_file() and name.stat().st_size == record.size_bytes
