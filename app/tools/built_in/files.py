"""Tools that list and read the files that are attached to a chat, and its source."""

from collections.abc import Awaitable, Callable
from typing import Annotated

import msgspec

from app.domain.conversations import Conversation
from app.errors import StorageError, ToolFailed, lazy
from app.media.pictures import AttachmentKind
from app.storage.history import History
from app.tools.built_in.definition import BuiltInTool, built_in
from app.tools.model import ToolResult, ToolRun, WebPage

MAX_CHARS = 20_000  # of a file in one result
MAX_MATCHES = 40
_LINES = 400  # if no last line is given
_LINE_CHARS = 400  # of a line that was found


class NoArguments(msgspec.Struct, frozen=True):
    """Arguments of ``list_files``."""


class ReadArguments(msgspec.Struct, frozen=True):
    """Arguments of ``read_file``."""

    name: Annotated[str, msgspec.Meta(max_length=400, description="The name of the file.")]
    first_line: Annotated[int, msgspec.Meta(ge=1, description="The line to begin with.")] = 1
    last_line: Annotated[
        int, msgspec.Meta(ge=0, description=f"The last line; by default {_LINES} lines are read.")
    ] = 0
    first_character: Annotated[
        int,
        msgspec.Meta(ge=0, description="For texts with long lines: the character to begin with."),
    ] = 0
    search: Annotated[
        str,
        msgspec.Meta(
            max_length=200,
            description="Return only the lines that contain this text, with numbers.",
        ),
    ] = ""


class _File(msgspec.Struct, frozen=True):
    name: str
    byte_count: int
    read: Callable[[], Awaitable[str]]


def file_tools(history: History) -> tuple[BuiltInTool, ...]:
    """Return the tools, which read no file outside the chat."""

    async def files_of(conversation_id: str) -> tuple[list[_File], list[str]]:
        conversation = await history.conversations.get(conversation_id)
        if conversation is None:
            raise ToolFailed(lazy("This chat does not exist any more."))
        return await _files(history, conversation)

    async def list_all(_arguments: NoArguments, run: ToolRun) -> ToolResult:
        files, others = await files_of(run.conversation_id)
        if not files and not others:
            return ToolResult("No file is attached to this chat.")
        lines = [f"{each.name} ({_size(each.byte_count)})" for each in files]
        lines += [f"{name} (not a text)" for name in others]
        return ToolResult("\n".join(lines))

    async def read(arguments: ReadArguments, run: ToolRun) -> ToolResult:
        files, _ = await files_of(run.conversation_id)
        file = _named(files, arguments.name)
        try:
            text = await file.read()
        except StorageError as error:
            raise ToolFailed(str(error)) from error
        return ToolResult(_part(file.name, text, arguments), pages=(WebPage(file.name),))

    return (
        built_in(
            "list_files",
            lazy("List attached files"),
            "Lists the files that the user attached to this chat, and its source.",
            NoArguments,
            list_all,
        ),
        built_in(
            "read_file",
            lazy("Read an attached file"),
            "Reads a part of a file that the user attached to this chat, or searches in it. It "
            "reads no other files.",
            ReadArguments,
            read,
        ),
    )


async def _files(history: History, conversation: Conversation) -> tuple[list[_File], list[str]]:
    """Return the texts of a chat under names of their own, and the names of other files."""
    found: dict[str, _File] = {}
    others: list[str] = []

    def add(name: str, digest: str, byte_count: int) -> None:
        free, number = name, 1
        while free in found:
            number += 1
            free = f"{name} ({number})"
        found[free] = _File(free, byte_count, lambda: history.attachments.text(name, digest))

    if conversation.source is not None:
        link = conversation.source
        size = len((await history.attachments.text(link.name, link.digest)).encode())
        add(link.name, link.digest, size)
    for message in conversation.messages:
        for each in message.attachments:
            if each.kind is AttachmentKind.TEXT:
                add(each.name, each.digest, each.byte_count)
            else:
                others.append(each.name)
    return list(found.values()), others


def _named(files: list[_File], typed: str) -> _File:
    """Return the file with a name, or the only one with a similar name. Raises ToolFailed."""
    text = typed.strip().strip('"').casefold()
    fitting = [each for each in files if each.name.casefold() == text]
    fitting = fitting or [each for each in files if text and text in each.name.casefold()]
    if len(fitting) == 1:
        return fitting[0]
    if not files:
        raise ToolFailed(lazy("No text file is attached to this chat."))
    names = ", ".join(each.name for each in files[:20])
    raise ToolFailed(
        lazy("There is no file “{name}”. The files are: {names}.", name=typed[:100], names=names)
    )


def _part(name: str, text: str, wanted: ReadArguments) -> str:
    lines = text.split("\n")
    if wanted.search:
        return _matches(name, lines, wanted.search)
    if wanted.first_character:
        return _characters(name, text, wanted.first_character)
    last = wanted.last_line or wanted.first_line + _LINES - 1
    if wanted.first_line > max(1, len(lines)) or last < wanted.first_line:
        raise ToolFailed(lazy("“{name}” has {count:,} lines.", name=name, count=len(lines)))
    taken: list[str] = []
    room = MAX_CHARS
    for line in lines[wanted.first_line - 1 : last]:
        if len(line) >= room:
            break
        taken.append(line)
        room -= len(line) + 1
    if not taken and lines:
        start = sum(len(line) + 1 for line in lines[: wanted.first_line - 1])
        return _characters(name, text, start + 1)
    end = wanted.first_line + len(taken) - 1
    head = f"Lines {wanted.first_line} to {end} of {len(lines)} of “{name}”:"
    more = f"\n[Continue with first_line {end + 1}.]" if end < len(lines) else ""
    return "\n".join([head, *taken]) + more


def _characters(name: str, text: str, first: int) -> str:
    if first > len(text):
        raise ToolFailed(lazy("“{name}” has {count:,} characters.", name=name, count=len(text)))
    part = text[first - 1 : first - 1 + MAX_CHARS]
    end = first - 1 + len(part)
    more = f"\n[Continue with first_character {end + 1}.]" if end < len(text) else ""
    return f"Characters {first} to {end} of {len(text)} of “{name}”:\n{part}{more}"


def _matches(name: str, lines: list[str], search: str) -> str:
    wanted = search.casefold()
    found = [
        f"{number}: {_around(line, wanted)}"
        for number, line in enumerate(lines, 1)
        if wanted in line.casefold()
    ]
    if not found:
        return f"“{name}” does not contain “{search}”."
    head = f"{len(found)} lines of {len(lines)} of “{name}” contain “{search}”:"
    more = [f"[{len(found) - MAX_MATCHES} more.]"] if len(found) > MAX_MATCHES else []
    return "\n".join([head, *found[:MAX_MATCHES], *more])


def _around(line: str, wanted: str) -> str:
    """Return a line, or the part of a long one around the first match."""
    if len(line) <= _LINE_CHARS:
        return line
    start = max(0, line.casefold().find(wanted) - _LINE_CHARS // 2)
    return f"…{line[start : start + _LINE_CHARS]}…"


def _size(byte_count: int) -> str:
    return f"{byte_count:,} bytes" if byte_count < 10_000 else f"{byte_count / 1000:,.0f} kB"
