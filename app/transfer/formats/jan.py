"""Threads of Jan: a folder each, with ``thread.json`` and the messages in ``messages.jsonl``."""

import re
from collections.abc import Iterable, Iterator, Mapping

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
    joined,
    key_of,
    moment,
    result_node,
    tree_of,
    unknown_message,
    unless_empty,
)
from app.transfer.json_values import indented_json, mapping, sequence, string

THREAD, MESSAGES = "thread.json", "messages.jsonl"
_THOUGHTS = re.compile(r"\A\s*<think>(.*?)</think>\s*", re.DOTALL)


def matches(value: object) -> bool:
    """Return whether a value is a thread with its messages, as ``threads`` returns it."""
    return "jan_messages" in mapping(value)


def is_message(value: object) -> bool:
    """Return whether a JSON value is a line of a file of messages."""
    return mapping(value).get("object") == "thread.message"


def threads(lines: Iterable[object], thread: object) -> Iterator[Mapping[str, object]]:
    """Yield the threads of a file of messages; ``thread`` is the content of its neighbour."""
    messages: dict[str, list[object]] = {}
    for line in lines:
        messages.setdefault(string(mapping(line).get("thread_id")), []).append(line)
    for id_, some in messages.items():
        about = mapping(thread)
        is_its = len(messages) == 1 or about.get("id") == id_
        yield {"id": id_, "thread": about if is_its else {}, "jan_messages": some}


def read(value: object, file: ExportFile) -> Found:
    """Return one thread."""
    thread = mapping(mapping(value).get("thread"))
    id_ = key_of(thread.get("id")) or string(mapping(value).get("id"))
    messages = [mapping(each) for each in sequence(mapping(value)["jan_messages"])]
    times = [moment(each.get("created_at")) for each in messages]
    if all(times):
        order = sorted(range(len(messages)), key=lambda place: (times[place], place))
        messages = [messages[place] for place in order]
    assistant = mapping(next(iter(sequence(thread.get("assistants"))), None))
    model = mapping(assistant.get("model"))
    model_name = string(model.get("id"))
    nodes: list[Node] = []
    for number, message in enumerate(messages):
        before = nodes[-1].key if nodes else None
        nodes.append(_node(f"{number}", before, message, model_name, file.pictures))
    metadata = mapping(thread.get("metadata"))
    is_pinned = metadata.get("is_favorite") is True or thread.get("isFavorite") is True
    title = string(thread.get("title")) or string(metadata.get("title"))
    origin = Origin(
        source=f"jan:{id_ or title}",
        title=title,
        created_at=moment(thread.get("created")) or moment(thread.get("created_at")),
        updated_at=moment(thread.get("updated")),
        shown=nodes[-1].key if nodes else None,
        options=ConversationOptions(
            is_pinned=is_pinned, system_prompt=string(assistant.get("instructions")) or None
        ),
    )
    return tree_of(origin, nodes, file)


def _node(
    key: str,
    parent: str | None,
    message: Mapping[str, object],
    model: str,
    pictures: PictureFiles,
) -> Node:
    kind = string(message.get("role"))
    written_at = moment(message.get("created_at"))
    metadata = mapping(message.get("metadata"))
    texts: list[str] = []
    thoughts: list[str] = []
    attached_files = AttachedFiles(pictures, ROLES.get(kind))
    calls: list[Call] = []
    omitted: list[LazyText] = []
    for part in map(mapping, sequence(message.get("content"))):
        text = part.get("text")
        words = string(text) or string(mapping(text).get("value"))
        match string(part.get("type")):
            case "reasoning":
                thoughts.append(words)
            case "tool_call":
                calls.append(called(string(part.get("tool_name")), _shown(part.get("input"))))
                omitted += add_result(calls, _shown(part.get("output")))
            case "image_url" | "image":
                address = part.get("image_url")
                attached_files.add("image", address, mapping(address).get("url"))
            case _:
                texts.append(words)
    for attached in map(mapping, sequence(message.get("attachments"))):
        name = string(attached.get("name")) or string(attached.get("file_id"))
        if name:
            attached_files.add(name, attached.get("file_id"), name)
    for call in map(mapping, sequence(metadata.get("tool_calls"))):
        function = mapping(mapping(call.get("tool")).get("function"))
        calls.append(called(string(function.get("name")), string(function.get("arguments"))))
        omitted += add_result(calls, _shown(call.get("response")))
    text = joined(texts)
    if kind == "tool":
        return result_node(key, parent, text, written_at)
    role = ROLES.get(kind)
    if role is None:
        return Node(key, parent, omitted=(unknown_message(kind),))
    if role is Role.SYSTEM:
        return Node(key, parent, role, text=text)
    thinking = _THOUGHTS.match(text) if role is Role.ASSISTANT else None
    if thinking is not None:
        thoughts.insert(0, thinking[1].strip())
        text = text[thinking.end() :]
    is_answer = role is Role.ASSISTANT
    node = Node(
        key=key,
        parent=parent,
        role=role,
        text=joined((*attached_files.named, text)),
        written_at=written_at,
        reasoning=joined(thoughts),
        model_name=(string(metadata.get("modelId")) or model) if is_answer else "",
        pictures=tuple(attached_files.pictures),
        named_count=len(attached_files.named),
        is_step=is_answer,
        calls=tuple(calls),
        calls_first=True,
        omitted=tuple(omitted),
    )
    return unless_empty(node)


def _shown(value: object) -> str:
    """Return the text of an argument or a result of a tool."""
    if isinstance(value, str):
        return value
    parts = sequence(value) or sequence(mapping(value).get("content"))
    texts = [string(mapping(part).get("text")) for part in parts]
    if any(texts):
        return joined(texts)
    return "" if value is None else indented_json(value)
