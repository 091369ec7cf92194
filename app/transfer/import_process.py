"""Reads an export in a separate process with limits, and sends its content in frames.

A file may be crafted to use all memory or time. Therefore it is read here, where the system
enforces limits: ``python -m app.transfer.import_process FILE``.
"""

import lzma
import stat
import sys
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import msgspec

from app.domain.conversations import ConversationTree
from app.errors import LazyText, NotAnImport, lazy
from app.transfer import json_values, own_format
from app.transfer.import_messages import (
    FRAMES,
    Ended,
    Frame,
    Parts,
    Refused,
    packed,
    without_surrogates,
)
from app.transfer.json_values import Raw, Unreadable, parsed
from app.transfer.other_programs import (
    is_chatgpt,
    is_llama_ui,
    is_lm_studio,
    is_session,
    mapping,
    read_chatgpt,
    read_llama_ui,
    read_lm_studio,
    sessions,
    string,
)
from engine.ipc.frames import BrokenFrame
from engine.ipc.limits import limit_memory, limit_processor_time
from engine.ipc.serve import Worker
from engine.sandbox.confinement import confine

MAX_CONVERSATIONS = 1_000_000
_MAX_UNREADABLE = 200_000  # a file with more unknown values is not worth the time
_LOOKED_AT_BYTES = 64 * 1024
_LONGEST_FIRST_LINE = 1 << 20
_ZIP_BEGINNING, _BYTE_ORDER_MARK = b"PK\x03\x04", b"\xef\xbb\xbf"
_NAMES = (".json", ".jsonl")
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
Opener = Callable[[], IO[bytes]]
_Reader = Callable[[object], tuple[ConversationTree, int]]
MAX_MEMORY_BYTES = 512 << 20
_MAX_SECONDS = 60  # of CPU time, in addition to the time per byte
_SLOWEST_READING = 1 << 20  # bytes per second


@dataclass(slots=True)
class _Losses:
    """The parts of a file that could not be read."""

    conversations: int = 0
    large_conversations: int = 0
    messages: int = 0
    unreadable: int = 0
    is_broken: bool = False
    is_cut: bool = False


@dataclass(slots=True)
class ImportProgress:
    """The progress of reading a file, and the problems found.

    Attributes:
        byte_count: size of the file, or of all files in an archive.
        problems: the parts that could not be read, in sentences.
    """

    byte_count: int = 0
    bytes_read: int = 0
    conversation_count: int = 0
    problems: list[LazyText] = field(default_factory=list)


def opener_of(path: Path, reading: ImportProgress) -> Opener:
    """Return a function that opens a file. Raises NotAnImport if it is not a file, OSError."""
    status = path.stat()
    if not stat.S_ISREG(status.st_mode):  # reading a pipe could block forever
        raise NotAnImport(lazy("This is not a file but a folder or a device."))
    reading.byte_count = status.st_size
    return lambda: path.open("rb")


def conversations(open_file: Opener, reading: ImportProgress) -> Iterator[ConversationTree]:
    """Yield the conversations of an export of Hubbub, ChatGPT, llama.cpp or LM Studio.

    The format is detected by content, not by name; a ZIP may contain several files. Raises
    NotAnImport if there are no conversations.
    """
    # Names are unreliable: users rename exports, and browsers add ".txt".
    with open_file() as file:
        is_archive = file.read(len(_ZIP_BEGINNING)) == _ZIP_BEGINNING
    if is_archive:
        yield from _unzipped(open_file, reading)
    else:
        yield from _readable(open_file, reading)
    if not reading.conversation_count:
        raise NotAnImport(_nothing_in(is_archive=is_archive))


def _nothing_in(*, is_archive: bool) -> LazyText:
    if is_archive:
        return lazy(
            "This archive holds no conversations that Hubbub can import. It reads exports "
            "of Hubbub, ChatGPT, llama.cpp and LM Studio."
        )
    return lazy(
        "This file holds no conversations that Hubbub can import. It reads exports of "
        "Hubbub, ChatGPT, llama.cpp and LM Studio."
    )


def _unzipped(open_file: Opener, reading: ImportProgress) -> Iterator[ConversationTree]:
    try:
        with open_file() as packed, zipfile.ZipFile(packed) as archive:
            # The archive also contains other files: the account, feedback.
            files = [each for each in archive.infolist() if each.filename.endswith(_NAMES)]
            reading.byte_count = sum(each.file_size for each in files)
            for file in files:
                yield from _readable(lambda file=file: archive.open(file), reading)  # type: ignore[misc]
    except _BROKEN_ARCHIVE as error:
        # Conversations that were read before the damage are kept.
        if not reading.conversation_count:
            raise NotAnImport(
                lazy("This archive can't be read: {reason}.", reason=error)
            ) from error
        reading.problems.append(lazy("The archive is damaged: {reason}.", reason=error))


def _readable(open_file: Opener, reading: ImportProgress) -> Iterator[ConversationTree]:
    """Yield the conversations of a JSON file; record losses if it contains any."""
    before, losses = reading.conversation_count, _Losses()
    try:
        for value in _values(open_file, reading, losses):
            tree = _tree(value, losses)
            if tree is not None:
                reading.conversation_count += 1
                yield tree
            if _is_enough(reading, losses):
                break
    finally:
        if reading.conversation_count > before:
            reading.problems += _problems(losses)


def _values(open_file: Opener, reading: ImportProgress, losses: _Losses) -> Iterator[object]:
    """Yield the JSON values that may be conversations."""
    with open_file() as file:
        head = file.read(_LOOKED_AT_BYTES).removeprefix(_BYTE_ORDER_MARK)
    beginning = head.lstrip()[:1]
    list_at = head.find(b"[")
    is_own = beginning == b"{" and own_format.FORMAT.encode() in head[:200]
    if is_own:
        list_at = head.find(b"[", head.find(b'"conversations"'))
    given = Counter[str]()
    with open_file() as file:
        if beginning == b"[" or (is_own and list_at >= 0):
            _skip_mark(file)
            file.read(list_at + 1)
            for value in _parsed(json_values.values(file, is_in_list=True), reading, losses):
                if is_own:
                    given[string(mapping(value).get("id"))] += 1
                yield value
        elif beginning == b"{":
            yield from _objects(open_file, file, reading, losses)
    if is_own and losses.is_broken:
        yield from _own_lines(open_file, given)


def _objects(
    open_file: Opener, file: IO[bytes], reading: ImportProgress, losses: _Losses
) -> Iterator[object]:
    _skip_mark(file)
    with open_file() as other:
        _skip_mark(other)
        first = next(
            _parsed([other.readline(_LONGEST_FIRST_LINE)], ImportProgress(), _Losses()), None
        )
    if is_session(first):
        yield from sessions(_parsed(json_values.lines(file), reading, losses))
    else:
        yield from _parsed(json_values.values(file, is_in_list=False), reading, losses)


def _own_lines(open_file: Opener, given: Counter[str]) -> Iterator[object]:
    """Yield the remaining conversations of a broken export, in which single lines are broken."""
    with open_file() as file:
        raws = (
            raw if isinstance(raw, Unreadable) else raw.rstrip().removesuffix(b",")
            for raw in json_values.lines(file)
        )
        for value in _parsed(raws, ImportProgress(), _Losses()):
            if not own_format.matches(value):
                continue
            id_ = string(mapping(value)["id"])
            if not given[id_]:
                yield value
            given[id_] = max(0, given[id_] - 1)


def _skip_mark(file: IO[bytes]) -> None:
    if file.read(len(_BYTE_ORDER_MARK)) != _BYTE_ORDER_MARK:
        file.seek(0)


def _parsed(raws: Iterable[Raw], reading: ImportProgress, losses: _Losses) -> Iterator[object]:
    """Yield the values of pieces of JSON; record those that can't be parsed."""
    for raw in raws:
        if raw is Unreadable.TOO_LARGE:
            losses.large_conversations += 1
        elif isinstance(raw, Unreadable):
            losses.is_broken = True
        else:
            reading.bytes_read += len(raw)
            try:
                value = parsed(raw)
            except MemoryError:
                losses.large_conversations += 1
            except (ValueError, RecursionError):
                losses.is_broken = True
                losses.unreadable += 1
            else:
                yield value


def _tree(value: object, losses: _Losses) -> ConversationTree | None:
    reader = _reader_of(value)
    try:
        tree, lost = (None, 0) if reader is None else reader(value)
    except _ODD_VALUES:
        tree, lost = None, 0
    except MemoryError:
        losses.large_conversations += 1
        return None
    losses.messages += lost
    losses.conversations += tree is None
    return tree


def _is_enough(reading: ImportProgress, losses: _Losses) -> bool:
    losses.is_cut = (
        reading.conversation_count >= MAX_CONVERSATIONS
        or losses.conversations + losses.unreadable >= _MAX_UNREADABLE
    )
    return losses.is_cut


def _problems(losses: _Losses) -> Iterator[LazyText]:
    if losses.is_broken:
        yield lazy("The file is damaged; what could not be read was left out.")
    if losses.conversations == 1:
        yield lazy("One conversation could not be understood.")
    elif losses.conversations:
        yield lazy("{count:,} conversations could not be understood.", count=losses.conversations)
    if losses.large_conversations == 1:
        yield lazy(
            "One conversation was left out, as it is larger than {most:,} MB.",
            most=json_values.MAX_VALUE_BYTES >> 20,
        )
    elif losses.large_conversations:
        yield lazy(
            "{count:,} conversations were left out, as each of them is larger than {most:,} MB.",
            count=losses.large_conversations,
            most=json_values.MAX_VALUE_BYTES >> 20,
        )
    if losses.messages == 1:
        yield lazy("One message could not be understood.")
    elif losses.messages:
        yield lazy("{count:,} messages could not be understood.", count=losses.messages)
    if losses.is_cut:
        yield lazy("Most of the file is not conversations, so its end was skipped.")


def _reader_of(value: object) -> _Reader | None:
    if own_format.matches(value):
        return own_format.read
    for matches, read_one in _FOREIGN:
        if matches(value):
            return lambda each, read_one=read_one: (read_one(each), 0)  # type: ignore[misc]
    return None


_FOREIGN: tuple[tuple[Callable[[object], bool], Callable[[object], ConversationTree]], ...] = (
    (is_chatgpt, read_chatgpt),
    (is_llama_ui, read_llama_ui),
    (is_lm_studio, read_lm_studio),
)


def main() -> None:
    """Read the file named on the command line, and write frames to stdout."""
    limit_reach()
    worker = Worker()
    for frame in _frames(Path(sys.argv[1])):
        try:
            worker.write(FRAMES, frame)
        except BrokenFrame:
            worker.write(FRAMES, without_surrogates(frame))
    worker.exit(0)


def limit_reach() -> None:
    """Limit memory and access of this process: it may read files, and nothing else."""
    limit_memory(MAX_MEMORY_BYTES)
    confine(())


def _frames(path: Path) -> Iterator[Frame]:
    reading = ImportProgress()
    try:
        open_file = opener_of(path, reading)
        _limit_time(reading.byte_count)
        for parts in packed(conversations(open_file, reading)):
            _limit_time(reading.byte_count)  # known by now for archives as well
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
    """Return the last frame for a file that could not be read completely."""
    if reading.conversation_count:
        return Ended((*reading.problems, reason))
    return Refused(reason)


def _limit_time(byte_count: int) -> None:
    limit_processor_time(_MAX_SECONDS + byte_count // _SLOWEST_READING)


if __name__ == "__main__":
    main()
