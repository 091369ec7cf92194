"""Conversation files of LM Studio: each message has versions, of which one is selected."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import msgspec

from app.domain.conversations import ConversationOptions
from app.domain.messages import Role
from app.errors import LazyText
from app.transfer.formats.pictures import AttachedFiles, PictureFiles
from app.transfer.formats.tree import (
    EMPTY,
    ROLES,
    Call,
    ExportFile,
    Found,
    Node,
    Origin,
    add_result,
    called,
    joined,
    moment,
    tree_of,
    unknown_message,
    unknown_part,
    unless_empty,
)
from app.transfer.json_values import indented_json, mapping, parsed, sequence, string

_SYSTEM_PROMPT = "llm.prediction.systemPrompt"
# States of the program, which it does not show as parts of an answer.
_UNSEEN_STEPS = frozenset(("debugInfoBlock", "toolStatus", "status"))


def matches(value: object) -> bool:
    """Return whether a JSON value is a conversation file of LM Studio."""
    messages = sequence(mapping(value).get("messages"))
    return bool(messages) and any("versions" in mapping(message) for message in messages)


def read(value: object, file: ExportFile) -> Found:
    """Return the conversation; the parent of each message is the selected version before it."""
    conversation = mapping(value)
    nodes: list[Node] = []
    parent: str | None = None
    model = string(mapping(conversation.get("lastUsedModel")).get("identifier"))
    for offset, message in enumerate(map(mapping, sequence(conversation["messages"]))):
        versions = [mapping(version) for version in sequence(message.get("versions"))]
        for number, version in enumerate(versions):
            nodes.append(_node(f"{offset}.{number}", parent, version, model, file.pictures))
        chosen = message.get("currentlySelected")
        is_there = isinstance(chosen, int) and 0 <= chosen < len(versions)
        if versions:
            parent = f"{offset}.{chosen if is_there else 0}"
        else:
            nodes.append(Node(f"{offset}", parent, omitted=(EMPTY,)))
    created_at = conversation.get("createdAt")
    origin = Origin(
        source=f"lm-studio:{created_at}:{string(conversation.get('name'))}",
        title=string(conversation.get("name")),
        # These files have no times of messages.
        created_at=moment(created_at),
        updated_at=moment(conversation.get("userLastMessagedAt")) or moment(created_at),
        shown=parent,
        options=ConversationOptions(
            is_pinned=conversation.get("pinned") is True, system_prompt=_prompt(conversation)
        ),
    )
    return tree_of(origin, nodes, file)


@dataclass(slots=True)
class _Blocks:
    """The contents of the blocks of a version, by kind."""

    attached: AttachedFiles
    texts: list[str] = field(default_factory=list)
    thoughts: list[str] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    omitted: list[LazyText] = field(default_factory=list)
    model_name: str = ""


def _node(
    key: str,
    parent: str | None,
    version: Mapping[str, object],
    model: str,
    pictures: PictureFiles,
) -> Node:
    role = ROLES.get(string(version.get("role")))
    found = _Blocks(AttachedFiles(pictures, role))
    for block in (version, *map(mapping, sequence(version.get("steps")))):
        _read_block(block, found)
    sender = string(mapping(version.get("senderInfo")).get("senderName"))
    node = Node(
        key=key,
        parent=parent,
        role=role,
        text=joined((*found.attached.named, *found.texts)),
        reasoning=joined(found.thoughts),
        model_name=(found.model_name or sender or model) if role is Role.ASSISTANT else "",
        pictures=tuple(found.attached.pictures),
        named_count=len(found.attached.named),
        calls=tuple(found.calls),
        calls_first=True,
        omitted=tuple(found.omitted),
    )
    if role is None:
        return Node(key, parent, omitted=(unknown_message(string(version.get("role"))),))
    return unless_empty(node)


def _read_block(block: Mapping[str, object], found: _Blocks) -> None:
    content = block.get("content")
    kind = string(block.get("type"))
    if content is None and kind and kind not in _UNSEEN_STEPS and "role" not in block:
        found.omitted.append(unknown_part(kind))
    info = mapping(block.get("genInfo"))
    found.model_name = string(info.get("identifier")) or found.model_name
    # The pieces of a block follow each other as they are; a new block is a new paragraph.
    text = "".join(_pieces([content] if isinstance(content, str) else sequence(content), found))
    is_thinking = mapping(block.get("style")).get("type") == "thinking"
    (found.thoughts if is_thinking else found.texts).append(text)


def _pieces(parts: list[object], found: _Blocks) -> Iterator[str]:
    """Yield the texts of a block; collect its calls of tools, results and files."""
    for part in parts:
        given = mapping(part)
        match string(given.get("type")):
            case "toolCallRequest":
                arguments = indented_json(given.get("parameters") or {})
                found.calls.append(called(string(given.get("name")), arguments))
            case "toolCallResult":
                found.omitted += add_result(found.calls, _result(given.get("content")))
            case "file" | "image":
                ids = (string(given.get("fileIdentifier")), string(given.get("identifier")))
                kind = string(given.get("fileType")) or string(given.get("type"))
                names = (string(given.get("name")), *ids, kind)
                found.attached.add(next(filter(None, names), ""), *ids)
            case _:
                yield part if isinstance(part, str) else string(given.get("text"))


def _result(content: object) -> str:
    """Return the text of a result, which is a text or a list of texts in JSON."""
    try:
        content = (
            parsed(content.encode("utf-8", "replace")) if isinstance(content, str) else content
        )
    except (ValueError, RecursionError):
        return string(content)
    if isinstance(content, list):
        return joined(string(mapping(part).get("text")) for part in content)
    return content if isinstance(content, str) else msgspec.json.encode(content).decode()


def _prompt(conversation: Mapping[str, object]) -> str | None:
    settings = mapping(conversation.get("perChatPredictionConfig"))
    for entry in map(mapping, sequence(settings.get("fields"))):
        if entry.get("key") == _SYSTEM_PROMPT and string(entry.get("value")):
            return string(entry["value"])
    return string(conversation.get("systemPrompt")) or None
