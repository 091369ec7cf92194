"""LM Studio's chat files: ``*.conversation.json``, messages of which each has ``versions``."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from app.domain import ConversationOptions, ConversationTree, Role
from app.transfer.pieces import mapping, moment, sequence, string
from app.transfer.trees import Node, Origin, tree_of

_ROLES = {"user": Role.USER, "assistant": Role.ASSISTANT}
_SYSTEM_PROMPT = "llm.prediction.systemPrompt"


def matches(value: object) -> bool:
    """Return whether a JSON value is such a file."""
    messages = sequence(mapping(value).get("messages"))
    return bool(messages) and any("versions" in mapping(message) for message in messages)


def read(value: object) -> ConversationTree:
    """Return the conversation; each message has the version that was chosen as its parent."""
    conversation = mapping(value)
    created_at = moment(conversation.get("createdAt"))
    nodes: list[Node] = []
    parent: str | None = None
    model = string(mapping(conversation.get("lastUsedModel")).get("identifier"))
    for offset, message in enumerate(map(mapping, sequence(conversation["messages"]))):
        versions = [mapping(version) for version in sequence(message.get("versions"))]
        for number, version in enumerate(versions):
            nodes.append(_node(f"{offset}.{number}", parent, version, model))
        chosen = message.get("currentlySelected")
        is_there = isinstance(chosen, int) and 0 <= chosen < len(versions)
        if versions:
            parent = f"{offset}.{chosen if is_there else 0}"
    last_used = conversation.get("userLastMessagedAt") or conversation.get("createdAt")
    origin = Origin(
        source=f"lm-studio:{conversation.get('createdAt')}:{string(conversation.get('name'))}",
        title=string(conversation.get("name")),
        created_at=created_at,
        updated_at=moment(last_used),
        shown=parent,
        options=ConversationOptions(
            is_pinned=conversation.get("pinned") is True,
            system_prompt=_system_prompt(conversation),
        ),
    )
    # These files name no time for a message.
    return tree_of(origin, [replace(node, written_at=created_at) for node in nodes])


def _node(key: str, parent: str | None, version: Mapping[str, object], model: str) -> Node:
    role = _ROLES.get(string(version.get("role")))
    blocks = [version, *map(mapping, sequence(version.get("steps")))]
    return Node(
        key=key,
        parent=parent,
        role=role,
        text="\n\n".join(_texts(block for block in blocks if not _is_thinking(block))),
        written_at=moment(None),
        reasoning="\n\n".join(_texts(block for block in blocks if _is_thinking(block))),
        model_name=model if role is Role.ASSISTANT else "",
    )


def _is_thinking(block: Mapping[str, object]) -> bool:
    return mapping(block.get("style")).get("type") == "thinking"


def _texts(blocks: Iterable[Mapping[str, object]]) -> Iterator[str]:
    for block in blocks:
        content = block.get("content")
        parts = [content] if isinstance(content, str) else sequence(content)
        for part in parts:
            text = part if isinstance(part, str) else string(mapping(part).get("text"))
            if text:
                yield text


def _system_prompt(conversation: Mapping[str, object]) -> str | None:
    settings = mapping(conversation.get("perChatPredictionConfig"))
    for field in map(mapping, sequence(settings.get("fields"))):
        if field.get("key") == _SYSTEM_PROMPT and string(field.get("value")):
            return string(field["value"])
    return string(conversation.get("systemPrompt")) or None
