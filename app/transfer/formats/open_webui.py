"""Exports of Open WebUI: a list of chats, each a tree of messages in ``history``.

Thoughts and calls of tools stand in the text as ``<details type="reasoning">`` blocks.
"""

import html
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from app.domain.conversations import ConversationOptions
from app.domain.messages import Role
from app.errors import LazyText
from app.transfer.formats.pictures import AttachedFiles, PictureFiles
from app.transfer.formats.tree import (
    ROLES,
    Call,
    ExportFile,
    Found,
    Node,
    Origin,
    add_result,
    called,
    fenced,
    joined,
    key_of,
    moment,
    tree_of,
    unknown_message,
    unless_empty,
)
from app.transfer.json_values import mapping, sequence, string

# A "<" ends the attributes, so that many beginnings without an end are read once.
_DETAILS = re.compile(r'<details type="([a-z_]+)"([^<>]*)>\n?(.*?)</details>\n?', re.DOTALL)
_SUMMARY = re.compile(r"\A\s*<summary>[^<]*</summary>\n?")
_ATTRIBUTE = re.compile(r'([a-z_]+)="([^"]*)"')
_QUOTE = re.compile(r"^&gt; ?|^> ?", re.MULTILINE)
_MAX_DETAILS = 1000
_TAG = re.compile(r"[^\s#,]{1,40}")


def matches(value: object) -> bool:
    """Return whether a JSON value is a chat of this format."""
    chat = _chat(mapping(value))
    history = mapping(chat.get("history"))
    is_list = isinstance(chat.get("messages"), list) and "chat" in mapping(value)
    return isinstance(history.get("messages"), dict) or is_list


def read(value: object, file: ExportFile) -> Found:
    """Return one chat."""
    entry = mapping(value)
    chat = _chat(entry)
    history = mapping(chat.get("history"))
    given = mapping(history.get("messages"))
    nodes: list[Node] = []
    if given:
        nodes = [
            _node(key, mapping(message), None, file.pictures) for key, message in given.items()
        ]
    else:
        for number, message in enumerate(map(mapping, sequence(chat.get("messages")))):
            before = nodes[-1].key if nodes else None
            key = key_of(message.get("id")) or f"#{number}"
            nodes.append(_node(key, message, before, file.pictures))
    title = string(entry.get("title")) or string(chat.get("title"))
    id_ = key_of(entry.get("id")) or key_of(chat.get("id")) or f"{title}:{chat.get('timestamp')}"
    prompt = string(mapping(chat.get("params")).get("system")) or string(chat.get("system"))
    names = sequence(mapping(entry.get("meta")).get("tags")) or sequence(chat.get("tags"))
    tags = [string(name) or string(mapping(name).get("name")) for name in names]
    origin = Origin(
        source=f"open-webui:{id_}",
        title=title,
        created_at=moment(entry.get("created_at")) or moment(chat.get("timestamp")),
        updated_at=moment(entry.get("updated_at")),
        shown=key_of(history.get("currentId")) or (nodes[-1].key if nodes else None),
        options=ConversationOptions(
            is_pinned=entry.get("pinned") is True,
            is_archived=entry.get("archived") is True,
            system_prompt=prompt or None,
            tags=tuple(dict.fromkeys(tag for tag in tags if _TAG.fullmatch(tag))),
        ),
    )
    return tree_of(origin, nodes, file)


def _chat(entry: Mapping[str, object]) -> Mapping[str, object]:
    """Return the chat in an entry of the list; older exports have no entries around chats."""
    return mapping(entry.get("chat")) or entry


def _node(
    key: str, message: Mapping[str, object], before: str | None, pictures: PictureFiles
) -> Node:
    parent = key_of(message.get("parentId")) or before
    kind = string(message.get("role"))
    role = ROLES.get(kind)
    if role is None:
        return Node(key, parent, omitted=(unknown_message(kind),))
    text, found = _split(_content(message.get("content")))
    thoughts = joined((string(message.get("reasoning_content")), *found.thoughts))
    if role is Role.SYSTEM:
        return Node(key, parent, role, text=text)
    attached = AttachedFiles(pictures, role)
    files = _files(message, attached)
    error = mapping(message.get("error"))
    trouble = string(error.get("content")) if not text.strip() else ""
    model = string(message.get("model")) or string(message.get("modelName"))
    node = Node(
        key=key,
        parent=parent,
        role=role,
        text=joined((*attached.named, text, trouble)),
        written_at=moment(message.get("timestamp")),
        reasoning=thoughts,
        model_name=model if role is Role.ASSISTANT else "",
        files=tuple(files),
        pictures=tuple(attached.pictures),
        named_count=len(attached.named),
        calls=tuple(found.calls),
        calls_first=True,
        omitted=tuple(found.omitted),
    )
    return unless_empty(node)


def _content(content: object) -> str:
    if isinstance(content, str):
        return content
    return joined(string(mapping(part).get("text")) for part in sequence(content))


def _files(message: Mapping[str, object], attached: AttachedFiles) -> list[tuple[str, str]]:
    """Return the names and contents of attached texts; add the other files to ``attached``."""
    files: list[tuple[str, str]] = []
    for given in map(mapping, sequence(message.get("files"))):
        about = mapping(given.get("file"))
        name = string(given.get("name")) or string(about.get("filename"))
        text = string(mapping(about.get("data")).get("content")) or string(given.get("content"))
        if text:
            files.append((name or "text", text))
        else:
            shown = name or string(given.get("type")) or "file"
            attached.add(shown, given.get("url"), given.get("id"), name)
    return files


@dataclass(slots=True)
class _Blocks:
    """The reasoning and the calls that were found in the text of an answer."""

    thoughts: list[str] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    omitted: list[LazyText] = field(default_factory=list)


def _split(text: str) -> tuple[str, _Blocks]:
    """Return the text without thoughts and calls, and those."""
    found = _Blocks()

    def take(match: re.Match[str]) -> str:
        kind, attributes, inner = match.groups()
        given = {name: html.unescape(value) for name, value in _ATTRIBUTE.findall(attributes)}
        inner = _SUMMARY.sub("", inner)
        if kind == "reasoning":
            found.thoughts.append(html.unescape(_QUOTE.sub("", inner)).strip())
        elif kind == "tool_calls":
            found.calls.append(called(given.get("name", ""), given.get("arguments", "")))
            found.omitted += add_result(found.calls, given.get("result", ""))
        elif kind == "code_interpreter":
            found.thoughts.append(inner.strip())
            if given.get("output"):
                found.thoughts.append(fenced(given["output"]))
        else:
            return match[0]
        return ""

    if "</details>" in text and '<details type="' in text:
        # Without an end there is nothing to find, and each beginning would search all of it.
        last = text.rindex("</details>") + len("</details>")
        text = _DETAILS.sub(take, text[:last], _MAX_DETAILS) + text[last:]
    return text.strip("\n") if found.thoughts or found.calls else text, found
