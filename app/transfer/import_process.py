"""Reads an export in a separate process with limits, and sends its content in frames.

A file may be crafted to use all memory or time. Therefore it is read here, where the system
enforces limits: ``python -m app.transfer.import_process FILE``.
"""

import codecs
import io
import os
import stat
import sys
import zipfile
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path, PurePosixPath
from typing import IO, TypeAlias

import msgspec

from app.documents.text_decoding import decoded_text
from app.domain.conversations import ConversationTree
from app.errors import LazyText, NotAnImport, lazy
from app.transfer import broken_archives, json_values, own_format
from app.transfer.broken_archives import UNREADABLE
from app.transfer.formats import (
    chatgpt,
    claude,
    jan,
    llama_ui,
    lm_studio,
    open_webui,
    silly_tavern,
)
from app.transfer.formats.pictures import PictureFiles
from app.transfer.formats.tree import ExportFile, Found
from app.transfer.import_messages import (
    FRAMES,
    MAX_MEMORY_BYTES,
    Ended,
    Frame,
    Parts,
    Refused,
    packed,
    without_surrogates,
)
from app.transfer.json_values import Raw, Unreadable, mapping, parsed, sequence, string
from engine.ipc.frames import BrokenFrame
from engine.ipc.limits import limit_memory, limit_processor_time
from engine.ipc.serve import Worker
from engine.sandbox.confinement import confine

MAX_CONVERSATIONS = 1_000_000
MAX_FILES = 100_000  # in a folder or an archive
MAX_LINES = 1000  # of the report
MAX_NAMED_PROBLEMS = 3  # in a refusal
_MAX_UNREADABLE = 200_000  # a file with more unknown values is not worth the time
_LOOKED_AT_BYTES = 64 * 1024
_LONGEST_FIRST_LINE = 1 << 20
_FIRST_LINES = 5  # among which one must be known, for a format of lines
_ZIP_BEGINNING, _BYTE_ORDER_MARK = b"PK\x03\x04", b"\xef\xbb\xbf"
_UTF_16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_NAMES = (".json", ".jsonl")
_ARCHIVE_NAMES = (".zip",)
# Files of the exports of ChatGPT and Claude about other things.
_COMPANIONS = frozenset(
    (
        *("user.json", "users.json", "projects.json", "memories.json", "user_settings.json"),
        *("message_feedback.json", "model_comparisons.json", "shared_conversations.json"),
        *("conversation_asset_file_names.json", "export_manifest.json", "group_chats.json"),
        *("shopping.json", "sora.json", "library_files.json", "tasks.json"),
    )
)
# Lists of conversations inside an object, under one of these names.
_LISTS = ("conversations", "chats", "data")
_ODD_VALUES = (KeyError, TypeError, ValueError, msgspec.ValidationError)
Opener: TypeAlias = Callable[[], IO[bytes]]
_Reader: TypeAlias = Callable[[object, ExportFile], Found]
_FORMATS: tuple[tuple[Callable[[object], bool], _Reader], ...] = (
    (own_format.matches, own_format.read),
    (chatgpt.matches, chatgpt.read),
    (claude.matches, claude.read),
    (llama_ui.matches, llama_ui.read),
    (lm_studio.matches, lm_studio.read),
    (open_webui.matches, open_webui.read),
    (jan.matches, jan.read),
    (silly_tavern.matches, silly_tavern.read),
)
_MAX_SECONDS = 60  # of CPU time, in addition to the time per byte
_SLOWEST_READING = 1 << 20  # bytes per second


@dataclass(slots=True)
class _Losses:
    """The parts of a file that could not be read.

    Attributes:
        left_out: number of conversations that exceed a limit.
        unreadable: number of values that are not JSON.
        named: number of attached files of which only the name was imported.
        lines: sentences about omitted parts of conversations.
        line_count: number of those sentences, also of those that are too many for ``lines``.
    """

    conversations: int = 0
    left_out: Counter[Unreadable] = field(default_factory=Counter)
    unreadable: int = 0
    is_broken: bool = False
    is_cut: bool = False
    named: int = 0
    lines: list[LazyText] = field(default_factory=list)
    line_count: int = 0


@dataclass(slots=True)
class ImportProgress:
    """The progress of reading, and the problems found.

    Attributes:
        byte_count: size of the file, or of all files in an archive or a folder.
        problems: the parts that could not be read, in sentences.
    """

    byte_count: int = 0
    bytes_read: int = 0
    conversation_count: int = 0
    problems: list[LazyText] = field(default_factory=list)


class _Entry(msgspec.Struct, frozen=True):
    """A file of an archive or a folder.

    Attributes:
        name: with the folders inside the archive or folder.
    """

    name: str
    byte_count: int
    written_at: datetime
    open_file: Opener

    @property
    def is_export(self) -> bool:
        """Return whether it may hold conversations."""
        return self.name.lower().endswith(_NAMES)

    @property
    def is_archive(self) -> bool:
        return self.name.lower().endswith(_ARCHIVE_NAMES)


def conversations_at(path: Path, reading: ImportProgress) -> Iterator[ConversationTree]:
    """Yield the conversations of a file, or of all files in a folder. Raises as below, OSError."""
    status = path.stat()
    if stat.S_ISDIR(status.st_mode):
        files = list(_files_in(path))
        entries = [each for each in files if each.is_export or each.is_archive]
        reading.byte_count = sum(entry.byte_count for entry in entries)
        yield from _of_entries(entries, files, reading)
        if not reading.conversation_count:
            raise NotAnImport(
                _with_problems(lazy("This folder holds no chats that Hubbub can import."), reading)
                if entries
                else lazy("This folder holds no files with chats (.json, .jsonl, .zip).")
            )
        return
    if not stat.S_ISREG(status.st_mode):  # reading a pipe could block forever
        raise NotAnImport(lazy("This is not a file but a folder or a device."))
    reading.byte_count = status.st_size
    file = ExportFile(path.name, datetime.fromtimestamp(status.st_mtime, UTC))
    # A thread of Jan takes two files; either of them is enough to find the other.
    if path.name == jan.THREAD and (path.parent / jan.MESSAGES).is_file():
        path = path.parent / jan.MESSAGES
    sibling = path.parent / jan.THREAD
    thread = None
    if path.name == jan.MESSAGES and sibling.is_file():
        thread = _thread(lambda: sibling.open("rb"))
    yield from conversations(lambda: path.open("rb"), reading, file, thread)


def conversations(
    open_file: Opener, reading: ImportProgress, file: ExportFile, thread: object = None
) -> Iterator[ConversationTree]:
    """Yield the conversations of an export of Hubbub or another program.

    The format is detected by content, not by name; a ZIP may contain several files. Raises
    NotAnImport if there are no conversations.
    """
    # Names are unreliable: users rename exports, and browsers add ".txt".
    is_archive = _is_archive(open_file)
    if is_archive:
        yield from _unzipped(open_file, reading)
    else:
        yield from _readable(open_file, reading, file, thread)
    if not reading.conversation_count:
        raise NotAnImport(_with_problems(_nothing_in(is_archive=is_archive), reading))


def _nothing_in(*, is_archive: bool) -> LazyText:
    programs = "Hubbub, ChatGPT, Claude, llama.cpp, LM Studio, Open WebUI, Jan, SillyTavern"
    if is_archive:
        return lazy(
            "This archive holds no chats that Hubbub can import. It reads exports of {programs}.",
            programs=programs,
        )
    return lazy(
        "This file holds no chats that Hubbub can import. It reads exports of {programs}.",
        programs=programs,
    )


def _with_problems(sentence: LazyText, reading: ImportProgress) -> LazyText:
    """Return a refusal, with the first problems that were found."""
    for problem in reading.problems[:MAX_NAMED_PROBLEMS]:
        sentence = lazy("{sentence} {problem}", sentence=sentence, problem=problem)
    return sentence


# --- archives and folders -----------------------------------------------------------------


def _is_archive(open_file: Opener) -> bool:
    with open_file() as file:
        return file.read(len(_ZIP_BEGINNING)) == _ZIP_BEGINNING


def _files_in(folder: Path) -> Iterator[_Entry]:
    """Yield the files in a folder, up to a number of each kind; links are not followed."""
    counts = Counter[bool]()
    for parent, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = Path(parent, name)
            is_export = name.lower().endswith((*_NAMES, *_ARCHIVE_NAMES))
            if counts[is_export] == MAX_FILES:
                continue
            status = path.lstat()
            if stat.S_ISREG(status.st_mode):
                counts[is_export] += 1
                written_at = datetime.fromtimestamp(status.st_mtime, UTC)
                inside = path.relative_to(folder).as_posix()
                yield _Entry(inside, status.st_size, written_at, partial(_opened, path))


def _opened(path: Path) -> IO[bytes]:
    return path.open("rb")


def _unzipped(open_file: Opener, reading: ImportProgress) -> Iterator[ConversationTree]:
    try:
        with open_file() as packed_file:
            members = _members(packed_file, open_file, reading)
            # The archive also contains other files: the account, feedback.
            entries = [each for each in members if each.is_export]
            reading.byte_count = max(reading.byte_count, sum(each.byte_count for each in entries))
            inner = [each.name for each in members if each.is_archive]
            if inner and not entries:
                raise NotAnImport(
                    lazy("This archive only holds other archives. Unpack it, and import those.")
                )
            reading.problems += [
                lazy("{file}: an archive in an archive is not read.", file=name)
                for name in inner[:MAX_LINES]
            ]
            yield from _of_entries(entries, members, reading)
    except UNREADABLE as error:
        # Conversations that were read before the damage are kept.
        if not reading.conversation_count:
            raise NotAnImport(
                lazy("This archive can't be read: {reason}.", reason=error)
            ) from error
        reading.problems.append(lazy("The archive is damaged: {reason}.", reason=error))


def _members(packed_file: IO[bytes], open_file: Opener, reading: ImportProgress) -> list[_Entry]:
    """Return the files of an archive; those that are found in it if its end is missing.

    Raises BadZipFile if there are none.
    """
    try:
        archive = zipfile.ZipFile(packed_file)
    except zipfile.BadZipFile:
        found = list(broken_archives.files_in(open_file, MAX_FILES))
        if not found:
            raise
        reading.problems.append(_broken_off(found[-1]))
        reading.problems += [
            lazy("{file}: The file is encrypted, or packed in an unknown way.", file=each.name)
            for each in found
            if not each.is_readable and each.name.lower().endswith(_NAMES)
        ]
        return [
            _Entry(
                each.name, each.byte_count, _moment(each.date_time), partial(each.open, open_file)
            )
            for each in found
            if each.is_readable
        ]
    return [
        _Entry(each.filename, each.file_size, _moment(each.date_time), partial(archive.open, each))
        for each in archive.infolist()[:MAX_FILES]
    ]


def _broken_off(last: broken_archives.FoundFile) -> LazyText:
    if last.is_cut:
        return lazy(
            "The archive is incomplete: it ends within “{file}”, and later files are missing.",
            file=last.name,
        )
    return lazy(
        "The archive is incomplete: it ends after “{file}”, and later files may be missing.",
        file=last.name,
    )


def _moment(date_time: tuple[int, int, int, int, int, int]) -> datetime:
    try:
        return datetime(*date_time, tzinfo=UTC)
    except ValueError:
        return datetime.now(UTC)


def _of_entries(
    entries: Sequence[_Entry], files: Iterable[_Entry], reading: ImportProgress
) -> Iterator[ConversationTree]:
    """Yield the conversations of several files; a broken one costs itself.

    Their pictures are found among ``files``.
    """
    pictures = PictureFiles((each.name, each.byte_count, each.open_file) for each in files)
    threads = {
        PurePosixPath(each.name).parent: each.open_file
        for each in entries
        if PurePosixPath(each.name).name == jan.THREAD
    }
    unread: Exception | None = None
    unknown: list[str] = []
    for entry in entries:
        path = PurePosixPath(entry.name)
        open_thread = threads.get(path.parent) if path.name == jan.MESSAGES else None
        found = ImportProgress()
        before = reading.conversation_count
        try:
            if path.suffix.lower() in _ARCHIVE_NAMES:
                trees = _unzipped(entry.open_file, found)
            else:
                thread = None if open_thread is None else _thread(open_thread)
                file = ExportFile(path.name, entry.written_at, pictures)
                trees = _readable(entry.open_file, found, file, thread)
            read_before = reading.bytes_read
            for tree in trees:
                reading.conversation_count = before + found.conversation_count
                reading.bytes_read = read_before + found.bytes_read
                yield tree
            reading.bytes_read = read_before + found.bytes_read
        except NotAnImport as error:
            found.problems.append(LazyText.of(str(error)))
        except UNREADABLE as error:
            unread = error
            found.problems.append(lazy("The file can't be read: {reason}.", reason=error))
        if not (found.conversation_count or found.problems or _is_companion(path, threads)):
            unknown.append(entry.name)
        if len(entries) == 1:
            reading.problems += found.problems
        else:
            reading.problems += [
                lazy("{file}: {problem}", file=entry.name, problem=problem)
                for problem in found.problems
            ]
    if unread is not None and not reading.conversation_count:
        raise NotAnImport(lazy("This archive can't be read: {reason}.", reason=unread)) from unread
    if reading.conversation_count:
        reading.problems += [
            lazy("{file}: No chats were found in this file.", file=name)
            for name in unknown[:MAX_LINES]
        ]


def _is_companion(path: PurePosixPath, threads: Container[PurePosixPath]) -> bool:
    """Return whether a file is known to hold no conversations, next to others that do."""
    is_thread = path.name == jan.THREAD and path.parent in threads
    return is_thread or path.name.lower() in _COMPANIONS


def _thread(open_file: Opener) -> object:
    """Return the content of a file about a thread; None if it can't be read."""
    try:
        with open_file() as file:
            return parsed(file.read(_LONGEST_FIRST_LINE).removeprefix(_BYTE_ORDER_MARK))
    except (*UNREADABLE, RecursionError):
        return None


# --- one file -----------------------------------------------------------------------------


def _readable(
    open_file: Opener, reading: ImportProgress, file: ExportFile, thread: object = None
) -> Iterator[ConversationTree]:
    """Yield the conversations of a JSON file; record losses if it contains any."""
    before, losses = reading.conversation_count, _Losses()
    open_file = _in_utf8(open_file)
    try:
        for value in _values(open_file, reading, losses, thread):
            tree = _tree(value, file, losses)
            if tree is not None:
                reading.conversation_count += 1
                yield tree
            if _is_enough(reading, losses):
                break
    finally:
        if reading.conversation_count > before or losses.is_broken or losses.left_out:
            reading.problems += _problems(losses)


def _in_utf8(open_file: Opener) -> Opener:
    """Return a function that opens the file as UTF-8; a shell may have written it as UTF-16."""
    with open_file() as file:
        if not file.read(2).startswith(_UTF_16_MARKS):
            return open_file

    def opened() -> IO[bytes]:
        with open_file() as file:
            content = file.read(json_values.MAX_VALUE_BYTES)
        return io.BytesIO(decoded_text(content).text.encode("utf-8", "replace"))

    return opened


def _values(
    open_file: Opener, reading: ImportProgress, losses: _Losses, thread: object
) -> Iterator[object]:
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
            yield from _objects(open_file, file, reading, losses, thread)
    if is_own and losses.is_broken:
        yield from _own_lines(open_file, given)


def _objects(
    open_file: Opener,
    file: IO[bytes],
    reading: ImportProgress,
    losses: _Losses,
    thread: object,
) -> Iterator[object]:
    _skip_mark(file)
    with open_file() as other:
        _skip_mark(other)
        firsts = [other.readline(_LONGEST_FIRST_LINE) for _ in range(_FIRST_LINES)]
    known = list(_parsed([raw for raw in firsts if raw.strip()], ImportProgress(), _Losses()))
    lines = _parsed(json_values.lines(file), reading, losses)
    if any(map(llama_ui.is_session, known)):
        yield from llama_ui.sessions(lines)
    elif any(map(jan.is_message, known)):
        yield from jan.threads(lines, thread)
    elif any(map(silly_tavern.is_chat, known)):
        yield silly_tavern.chat_of(lines)
    else:
        for value in _parsed(json_values.values(file, is_in_list=False), reading, losses):
            yield from _listed(value)


def _listed(value: object) -> Sequence[object]:
    """Return the conversations in a value: those of a list in an object, or itself."""
    if _reader_of(value) is None:
        for name in _LISTS:
            listed = sequence(mapping(value).get(name))
            if any(_reader_of(each) is not None for each in listed):
                return listed
    return (value,)


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
        if raw is Unreadable.BROKEN:
            losses.is_broken = True
        elif isinstance(raw, Unreadable):
            losses.left_out[raw] += 1
        else:
            reading.bytes_read += len(raw)
            try:
                value = parsed(raw)
            except MemoryError:
                losses.left_out[Unreadable.OUT_OF_MEMORY] += 1
            except RecursionError:
                losses.left_out[Unreadable.TOO_DEEP] += 1
            except ValueError:
                losses.is_broken = True
                losses.unreadable += 1
            else:
                yield value


def _tree(value: object, file: ExportFile, losses: _Losses) -> ConversationTree | None:
    reader = _reader_of(value)
    try:
        found = None if reader is None else reader(value, file)
    except _ODD_VALUES:
        found = None
    except MemoryError:
        losses.left_out[Unreadable.OUT_OF_MEMORY] += 1
        return None
    if found is None:
        losses.conversations += 1
        return None
    losses.named += found.named_count
    losses.line_count += len(found.omitted)
    losses.lines += found.omitted[: MAX_LINES - len(losses.lines)]
    return found.tree


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
        yield lazy("One chat could not be understood.")
    elif losses.conversations:
        yield lazy("{count:,} chats could not be understood.", count=losses.conversations)
    yield from (_left_out(reason, count) for reason, count in losses.left_out.items())
    if losses.is_cut:
        yield lazy("Most of the file holds no chats, so its end was skipped.")
    if losses.named == 1:
        yield lazy("Only the name of one attached file was imported.")
    elif losses.named:
        yield lazy("Only the names of {count:,} attached files were imported.", count=losses.named)
    yield from losses.lines
    if losses.line_count > len(losses.lines):
        count = losses.line_count - len(losses.lines)
        yield lazy("{count:,} further lines are not shown.", count=count)


def _left_out(reason: Unreadable, count: int) -> LazyText:
    """Return the sentence about conversations that exceed a limit."""
    match reason:
        case Unreadable.TOO_MANY_PARTS:
            return lazy(
                "A chat has more than {most:,} parts. It was left out, with everything "
                "after it in the file.",
                most=json_values.MAX_BRACKETS // 2,
            )
        case Unreadable.TOO_DEEP if count == 1:
            return lazy(
                "One chat was left out, as its JSON is nested more than {most:,} levels deep.",
                most=json_values.MAX_DEPTH,
            )
        case Unreadable.TOO_DEEP:
            return lazy(
                "{count:,} chats were left out, as their JSON is nested more than {most:,} "
                "levels deep.",
                count=count,
                most=json_values.MAX_DEPTH,
            )
        case Unreadable.OUT_OF_MEMORY if count == 1:
            return lazy("One chat was left out, as reading it takes too much memory.")
        case Unreadable.OUT_OF_MEMORY:
            return lazy(
                "{count:,} chats were left out, as reading them takes too much memory.",
                count=count,
            )
        case _ if count == 1:
            return lazy(
                "One chat was left out, as it is larger than {most:,} MB.",
                most=json_values.MAX_VALUE_BYTES >> 20,
            )
    return lazy(
        "{count:,} chats were left out, as each of them is larger than {most:,} MB.",
        count=count,
        most=json_values.MAX_VALUE_BYTES >> 20,
    )


def _reader_of(value: object) -> _Reader | None:
    return next((read for matches, read in _FORMATS if matches(value)), None)


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
        _limit_time(_byte_count(path))
        for parts in packed(conversations_at(path, reading)):
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


def _byte_count(path: Path) -> int:
    if path.is_dir():
        return sum(each.byte_count for each in _files_in(path) if each.is_export or each.is_archive)
    return path.stat().st_size


def _limit_time(byte_count: int) -> None:
    limit_processor_time(_MAX_SECONDS + byte_count // _SLOWEST_READING)


if __name__ == "__main__":
    main()
