"""Chats of SillyTavern: lines, a header followed by messages, each with its swipes.

Swipes are further versions of an answer; the next message follows the one that is shown.
"""

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from app.domain.messages import Role
from app.transfer.formats.pictures import AttachedFiles, PictureFiles
from app.transfer.formats.tree import (
    ExportFile,
    Found,
    Node,
    Origin,
    joined,
    key_of,
    moment,
    tree_of,
    unknown_message,
    unless_empty,
)
from app.transfer.json_values import mapping, sequence, string

_NO_NAME = ("", "unused")
# What the program writes itself, such as its help; a narrator's words are a part of the chat.
_PROGRAM_KINDS = frozenset(
    (
        "welcome",
        "welcome_prompt",
        "assistant_message",
        "assistant_note",
        "help",
        "slash_commands",
        "formatting",
        "hotkeys",
        "macros",
        "empty",
        "generic",
        "group",
        "comment",
    )
)
_OLD_DATE = re.compile(
    r"(\d{4})-(\d{1,2})-(\d{1,2}) ?@ ?(\d{1,2})h ?(\d{1,2})m ?(?:(\d{1,2})s)?(?: ?(\d{1,3})ms)?"
)
_SPOKEN_DATE = re.compile(
    r"([A-Za-z]+) (\d{1,2}), (\d{4}) (\d{1,2}):(\d{2}) ?([ap])m", re.IGNORECASE
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def is_chat(value: object) -> bool:
    """Return whether a JSON value is a line of a chat."""
    line = mapping(value)
    is_header = "chat_metadata" in line or {"user_name", "character_name"} <= line.keys()
    return is_header or {"mes", "is_user"} <= line.keys()


def chat_of(lines: Iterable[object]) -> Mapping[str, object]:
    """Return a chat in lines as one object."""
    header: Mapping[str, object] = {}
    messages: list[object] = []
    for line in map(mapping, lines):
        if "mes" in line:
            messages.append(line)
        elif not header:
            header = line
    return {"silly_header": header, "messages": messages}


def matches(value: object) -> bool:
    """Return whether a value is a chat, as ``chat_of`` returns it."""
    return "silly_header" in mapping(value)


def read(value: object, file: ExportFile) -> Found:
    """Return the chat."""
    header = mapping(mapping(value)["silly_header"])
    messages = [mapping(each) for each in sequence(mapping(value)["messages"])]
    speakers = [
        string(each.get("name"))
        for each in messages
        if _role(each) is Role.ASSISTANT and not _is_of_the_program(each)
    ]
    is_group = len(set(speakers)) > 1
    nodes: list[Node] = []
    parent: str | None = None
    for offset, message in enumerate(messages):
        versions = _versions(message)
        chosen = message.get("swipe_id")
        is_there = isinstance(chosen, int) and 0 <= chosen < len(versions)
        # The line itself has the shown text, also if it was edited after the swipe.
        shown = chosen if isinstance(chosen, int) and is_there else 0
        for number in range(len(versions)):
            key = f"{offset}.{number}"
            nodes.append(
                _node(
                    key,
                    parent,
                    message,
                    number,
                    file.pictures,
                    is_shown=number == shown,
                    is_group=is_group,
                )
            )
        parent = f"{offset}.{shown}"
    name = string(header.get("character_name"))
    name = name if name not in _NO_NAME else next(filter(None, speakers), "")
    created = header.get("create_date")
    begun = next((_moment(each.get("send_date")) for each in messages), None)
    id_ = key_of(mapping(header.get("chat_metadata")).get("integrity"))
    first = messages[0].get("send_date") if messages else None
    origin = Origin(
        source=f"sillytavern:{id_ or f'{name}:{created}:{first}'}",
        title=name or file.name.rpartition(".")[0],
        created_at=_moment(created) or begun,
        shown=parent,
    )
    return tree_of(origin, nodes, file)


def _role(message: Mapping[str, object]) -> Role:
    is_narrator = mapping(message.get("extra")).get("type") == "narrator"
    return Role.USER if message.get("is_user") is True or is_narrator else Role.ASSISTANT


def _is_of_the_program(message: Mapping[str, object]) -> bool:
    kind = string(mapping(message.get("extra")).get("type"))
    return message.get("is_system") is True and kind in _PROGRAM_KINDS


def _versions(message: Mapping[str, object]) -> list[str]:
    swipes = [string(each) for each in sequence(message.get("swipes"))]
    return swipes or [string(message.get("mes"))]


def _node(
    key: str,
    parent: str | None,
    message: Mapping[str, object],
    number: int,
    files_around: PictureFiles,
    *,
    is_shown: bool,
    is_group: bool,
) -> Node:
    info = message.get("swipe_info")
    about = mapping(info).get(str(number)) if isinstance(info, dict) else None
    about = mapping(about or dict(enumerate(sequence(info))).get(number))
    extra = mapping(message.get("extra")) if is_shown else mapping(about.get("extra"))
    role = _role(message)
    text = string(message.get("mes")) if is_shown else _versions(message)[number]
    kind = string(mapping(message.get("extra")).get("type"))
    if _is_of_the_program(message):
        return Node(key, parent, omitted=(unknown_message(kind),))
    speaker = string(message.get("name"))
    if is_group and role is Role.ASSISTANT and speaker and text.strip():
        text = f"**{speaker}:** {text}"
    files: list[tuple[str, str]] = []
    attached = AttachedFiles(files_around, role)
    given = [*sequence(extra.get("files")), extra.get("file"), *sequence(extra.get("media"))]
    for each in filter(None, map(mapping, given)):
        name = string(each.get("name")) or string(each.get("title"))
        name = name or string(each.get("url")).rpartition("/")[2]
        if string(each.get("text")):
            files.append((name or "text", string(each["text"])))
        elif name:
            attached.add(name, each.get("url"), name)
    pictures = [extra.get("image"), *sequence(extra.get("image_swipes"))[:1]]
    for picture in dict.fromkeys(filter(None, map(string, pictures))):
        is_inline = picture.startswith("data:")
        attached.add("image" if is_inline else picture.rpartition("/")[2], picture)
    own = message.get("send_date") if is_shown else None
    node = Node(
        key=key,
        parent=parent,
        role=role,
        text=joined((*attached.named, text)),
        written_at=_moment(about.get("send_date")) or _moment(own),
        reasoning=string(extra.get("reasoning")),
        model_name=string(extra.get("model")) if role is Role.ASSISTANT else "",
        files=tuple(files),
        pictures=tuple(attached.pictures),
        named_count=len(attached.named),
    )
    return unless_empty(node)


def _moment(value: object) -> datetime | None:
    """Return a time in any form that the program has written."""
    found = moment(value)
    text = string(value).strip()
    try:
        if found is None and (match := _OLD_DATE.match(text)):
            year, month, day, hour, minute = map(int, match.groups()[:5])
            seconds, milliseconds = int(match[6] or 0), int(match[7] or 0)
            written = datetime(
                year, month, day, hour, minute, seconds, milliseconds * 1000, tzinfo=UTC
            )
            return moment(written.isoformat())
        if found is None and (match := _SPOKEN_DATE.match(text)):
            month = _MONTHS.index(match[1][:3].lower()) + 1
            hour = int(match[4]) % 12 + (12 if match[6].lower() == "p" else 0)
            written = datetime(int(match[3]), month, int(match[2]), hour, int(match[5]), tzinfo=UTC)
            return moment(written.isoformat())
    except ValueError:
        return None
    return found
