"""Reads conversations from a file of any known kind, as far as it can be read."""

import io
import json
import lzma
import stat
import zipfile
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
import psutil

from app.domain import ConversationTree
from app.errors import NotAnImport, lazy
from app.transfer import chatgpt, llama_ui, lm_studio, own_format
from app.transfer.pieces import Pieces, lines_in, list_in

_ZIP_BEGINNING = b"PK\x03\x04"
_MOST_BYTES = 2 * 1024**3
_SHARE_OF_FREE_MEMORY = 8  # read, texts take several times their bytes
_BROKEN_ARCHIVE = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    OSError,
    ValueError,
    NotImplementedError,
    RuntimeError,
)
_ODD_VALUES = (KeyError, TypeError, ValueError, msgspec.ValidationError)

_Reader = Callable[[object], tuple[ConversationTree, int]]


@dataclass(frozen=True, slots=True)
class Imported:
    """What a file held, and what of it could not be read, in sentences."""

    trees: tuple[ConversationTree, ...]
    problems: tuple[str, ...] = ()


def content_of(path: Path) -> bytes:
    """Return what a file holds. Raises NotAnImport where that is no file or too much, OSError."""
    status = path.stat()
    if not stat.S_ISREG(status.st_mode):  # a pipe would keep its reader waiting for ever
        raise NotAnImport(lazy("This is not a file but a folder or a device."))
    _check_size(status.st_size)
    return path.read_bytes()


def _check_size(byte_count: int) -> None:
    free = int(psutil.virtual_memory().available)
    if byte_count > min(_MOST_BYTES, free // _SHARE_OF_FREE_MEMORY):
        raise NotAnImport(lazy("This is too large for the memory that is free on this computer."))


def read(content: bytes) -> Imported:
    """Return the conversations of an export of Hubbub, ChatGPT, llama.cpp or LM Studio.

    The content decides what kind it is, not the name; a ZIP may hold several. Takes as long as
    the file is large: call it in a thread. Raises NotAnImport.
    """
    # Names lie: exports are renamed, and browsers add ".txt".
    if content.startswith(_ZIP_BEGINNING):
        return _unzipped(content)
    return _conversations(_values(content.decode("utf-8-sig", "replace")))


def _unzipped(content: bytes) -> Imported:
    found: list[Imported] = []
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            files = [each for each in archive.infolist() if each.filename.endswith(_NAMES)]
            # A small archive can unpack to more than the memory holds.
            _check_size(sum(each.file_size for each in files))
            for file in files:
                with archive.open(file) as packed:
                    found += _read_packed(packed.read(file.file_size))
    except _BROKEN_ARCHIVE as error:
        # What was read before the damage is worth keeping.
        if not found:
            raise NotAnImport(
                lazy("This archive can't be read: {reason}.", reason=error)
            ) from error
        found.append(Imported((), (lazy("The archive is damaged: {reason}.", reason=error),)))
    if not any(each.trees for each in found):
        raise NotAnImport(
            lazy(
                "This archive holds no conversations that Hubbub can import. It reads exports "
                "of Hubbub, ChatGPT, llama.cpp and LM Studio."
            )
        )
    return Imported(
        tuple(tree for each in found for tree in each.trees),
        tuple(problem for each in found for problem in each.problems),
    )


_NAMES = (".json", ".jsonl")


def _read_packed(content: bytes) -> list[Imported]:
    # Beside the conversations lie other files: the account, feedback.
    try:
        return [read(content)] if not content.startswith(_ZIP_BEGINNING) else []
    except NotAnImport:
        return []


def _values(text: str) -> Pieces:
    """Return the JSON values that may be conversations."""
    beginning = text.lstrip()[:1]
    if beginning == "[":
        return list_in(text)
    if beginning != "{":
        return Pieces((), is_broken=False)
    offset = text.find('"conversations"')
    if own_format.FORMAT in text[:200] and offset >= 0:
        return _own_export(text, offset)
    # Before the whole is tried as one value, which a file of several lines is not.
    lines = list(lines_in(text))
    if lines and llama_ui.is_line(lines[0]):
        return Pieces(tuple(llama_ui.sessions(lines)), is_broken=None in lines)
    try:
        return Pieces((json.loads(text),), is_broken=False)  # halves of letters and all
    except (ValueError, RecursionError):
        return Pieces((), is_broken=False)


def _own_export(text: str, offset: int) -> Pieces:
    found = list_in(text, offset)
    if not found.is_broken:
        return found
    # What is broken is one line; the others are conversations still.
    values = (each for each in lines_in(text.replace(",\n", "\n")) if each is not None)
    return Pieces(tuple(each for each in values if own_format.matches(each)), is_broken=True)


def _conversations(pieces: Pieces) -> Imported:
    trees: list[ConversationTree] = []
    lost_messages = lost_conversations = 0
    for value in pieces.values:
        reader = _reader_of(value)
        try:
            tree, lost = (None, 0) if reader is None else reader(value)
        except _ODD_VALUES:
            tree, lost = None, 0
        lost_messages += lost
        if tree is None:
            lost_conversations += 1
        else:
            trees.append(tree)
    if not trees:
        raise NotAnImport(
            lazy(
                "This file holds no conversations that Hubbub can import. It reads exports of "
                "Hubbub, ChatGPT, llama.cpp and LM Studio."
            )
        )
    return Imported(
        tuple(trees), _problems(lost_conversations, lost_messages, is_broken=pieces.is_broken)
    )


def _problems(conversations: int, messages: int, *, is_broken: bool) -> tuple[str, ...]:
    problems = []
    if is_broken:
        problems.append(lazy("The file is damaged; what could not be read was left out."))
    if conversations == 1:
        problems.append(lazy("One conversation could not be understood."))
    elif conversations:
        problems.append(
            lazy("{count:,} conversations could not be understood.", count=conversations)
        )
    if messages == 1:
        problems.append(lazy("One message could not be understood."))
    elif messages:
        problems.append(lazy("{count:,} messages could not be understood.", count=messages))
    return tuple(problems)


def _reader_of(value: object) -> _Reader | None:
    if own_format.matches(value):
        return own_format.read
    foreign: Sequence[tuple[Callable[[object], bool], Callable[[object], ConversationTree]]] = (
        (chatgpt.matches, chatgpt.read),
        (llama_ui.matches, llama_ui.read),
        (lm_studio.matches, lm_studio.read),
    )
    for matches, read_one in foreign:
        if matches(value):
            return lambda each, read_one=read_one: (read_one(each), 0)  # type: ignore[misc]
    return None
