"""Exports of the web page of llama.cpp.

Three forms: since 2026 lines, a session followed by its messages; before, ``conv`` with
``messages``; in 2024 one object whose messages follow each other. Ids are texts or numbers.
"""

from collections.abc import Iterable, Iterator, Mapping

from app.domain.conversations import ConversationOptions
from app.domain.messages import Role
from app.transfer.formats.pictures import AttachedFiles, PictureFiles
from app.transfer.formats.tree import (
    ROLES,
    Call,
    ExportFile,
    Found,
    Node,
    Origin,
    called,
    joined,
    key_of,
    moment,
    result_node,
    tree_of,
    unknown_message,
    unless_empty,
)
from app.transfer.json_values import mapping, parsed, sequence, string

_ROOT = "root"


def matches(value: object) -> bool:
    """Return whether a JSON value is a conversation of this format."""
    given = mapping(value)
    return "messages" in given and ("conv" in given or "lastModified" in given)


def is_session(value: object) -> bool:
    """Return whether a JSON value starts a conversation in lines."""
    return mapping(value).get("type") == "session"


def sessions(lines: Iterable[object]) -> Iterator[Mapping[str, object]]:
    """Yield the conversations in lines as objects with ``conv`` and ``messages``."""
    conversation: Mapping[str, object] | None = None
    messages: list[object] = []
    for line in map(mapping, lines):
        if line.get("type") == "session":
            if conversation is not None:
                yield {"conv": conversation, "messages": messages}
            conversation, messages = line, []
        elif line.get("type") == "message":
            messages.append(line.get("message"))
    if conversation is not None:
        yield {"conv": conversation, "messages": messages}


def read(value: object, file: ExportFile) -> Found:
    """Return one conversation."""
    conversation = mapping(mapping(value).get("conv")) or mapping(value)
    messages = [mapping(message) for message in sequence(mapping(value)["messages"])]
    has_tree = any("parent" in message for message in messages)
    nodes: list[Node] = []
    for number, message in enumerate(messages):
        before = nodes[-1].key if nodes else None
        key = key_of(message.get("id")) or f"#{number}"
        parent = key_of(message.get("parent")) if has_tree else before
        nodes.append(_node(key, parent, message, file.pictures))
    origin = Origin(
        source=f"llama.cpp:{conversation.get('id')}",
        title=string(conversation.get("name")),
        updated_at=moment(conversation.get("lastModified")),
        shown=key_of(conversation.get("currNode")),
        options=ConversationOptions(is_pinned=conversation.get("pinned") is True),
    )
    return tree_of(origin, nodes, file)


def _node(
    key: str, parent: str | None, message: Mapping[str, object], pictures: PictureFiles
) -> Node:
    # Older ids are times.
    written_at = moment(message.get("timestamp")) or moment(message.get("id"))
    node = Node(key, parent, written_at=written_at)
    kind = string(message.get("role"))
    text = string(message.get("content"))
    if message.get("type") == _ROOT:
        return node
    if kind == "tool":
        return result_node(key, parent, text, written_at)
    role = ROLES.get(kind)
    if role is None:
        return Node(key, parent, omitted=(unknown_message(kind),))
    if role is Role.SYSTEM:
        return Node(key, parent, role, text=text)
    files: list[tuple[str, str]] = []
    attached = AttachedFiles(pictures, role)
    for extra in map(mapping, sequence(message.get("extra"))):
        name = string(extra.get("name")) or string(extra.get("type")).lower() or "file"
        if string(extra.get("content")):
            files.append((name, string(extra["content"])))
        else:
            attached.add(name, extra.get("base64Url"))
    thoughts = string(message.get("reasoningContent")) or string(message.get("thinking"))
    node = Node(
        key=key,
        parent=parent,
        role=role,
        text=joined((*attached.named, text)),
        written_at=written_at,
        reasoning=thoughts,
        model_name=string(message.get("model")),
        files=tuple(files),
        pictures=tuple(attached.pictures),
        named_count=len(attached.named),
        is_step=role is Role.ASSISTANT,
        calls=tuple(_calls(message)),
    )
    return unless_empty(node)


def _calls(message: Mapping[str, object]) -> Iterator[Call]:
    calls = message.get("toolCalls") or message.get("tool_calls")
    if isinstance(calls, str):
        try:
            calls = parsed(calls.encode("utf-8", "replace"))
        except (ValueError, RecursionError):
            yield called("", string(calls))
            return
    for call in map(mapping, sequence(calls)):
        function = mapping(call.get("function"))
        yield called(string(function.get("name")), string(function.get("arguments")))
