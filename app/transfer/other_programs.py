"""Imports from other programs: ChatGPT, the web interface of llama.cpp, LM Studio.

Any part of their JSON may be missing or of an unexpected kind.
"""

import uuid
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from app.domain.conversations import ConversationOptions, ConversationTree
from app.domain.messages import Message, MessageStatus, Role
from app.domain.usage import ReplyUsage

_LONG_AGO = datetime.fromtimestamp(0, UTC)
_MILLISECONDS = 1e11  # as seconds this is the year 5138; as milliseconds, 1973
# Must never change: the same source always has the same id, and is not imported twice.
_NAMESPACE = uuid.UUID("2f0d1f3e-6d0c-4c53-9a44-7c3b7d1d8f6a")
_ROLES = {"user": Role.USER, "assistant": Role.ASSISTANT}
_ROOT, _SYSTEM = "root", "system"
_SYSTEM_PROMPT = "llm.prediction.systemPrompt"


def mapping(value: object) -> Mapping[str, object]:
    """Return a JSON object; an empty one for anything else."""
    return value if isinstance(value, dict) else {}


def sequence(value: object) -> list[object]:
    """Return a JSON list; an empty one for anything else."""
    return value if isinstance(value, list) else []


def string(value: object) -> str:
    """Return a text; an empty one for anything else."""
    return value if isinstance(value, str) else ""


def moment(value: object) -> datetime:
    """Return the time of a number of seconds or milliseconds; 1970 for anything else."""
    if not isinstance(value, int | float):
        return _LONG_AGO
    try:
        seconds = value / 1000 if abs(value) >= _MILLISECONDS else value
        return datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError, OSError):
        return _LONG_AGO


@dataclass(frozen=True, slots=True)
class Node:
    """A node of another program's tree; a node without a role is not shown.

    Attributes:
        parent: the key of the preceding node; None for the first.
    """

    key: str
    parent: str | None
    role: Role | None
    text: str
    written_at: datetime
    reasoning: str = ""
    model_name: str = ""


@dataclass(frozen=True, slots=True)
class Origin:
    """The data of a conversation without its messages.

    Attributes:
        source: the program and its id; the same one is not imported twice.
        shown: the key of the last node of the shown branch.
    """

    source: str
    title: str
    created_at: datetime
    updated_at: datetime
    shown: str | None
    options: ConversationOptions = field(default_factory=ConversationOptions)


def tree_of(origin: Origin, nodes: Sequence[Node]) -> ConversationTree:
    """Return the conversation; children of a node that is not shown move to its parent."""
    # A title may end in half an emoji if its program counted UTF-16 units.
    source = origin.source.encode("utf-8", "replace").decode()
    id_ = uuid.uuid5(_NAMESPACE, source).hex
    message_ids: dict[str | None, int | None] = {None: None}
    messages: list[Message] = []
    for node in _after_their_parents(nodes):
        parent_id = message_ids.get(node.parent)
        if node.role is None:
            message_ids[node.key] = parent_id
            continue
        message_ids[node.key] = len(messages) + 1
        messages.append(_message(node, id_, len(messages) + 1, parent_id))
    return ConversationTree(
        id=id_,
        title=origin.title,
        created_at=origin.created_at,
        updated_at=origin.updated_at,
        messages=tuple(messages),
        active_leaf_id=message_ids.get(origin.shown),
        options=origin.options,
    )


def _after_their_parents(nodes: Sequence[Node]) -> list[Node]:
    known = {node.key for node in nodes}
    children: defaultdict[str | None, list[Node]] = defaultdict(list)
    for node in nodes:
        # A node with a missing parent begins a branch.
        children[node.parent if node.parent in known else None].append(node)
    ordered: list[Node] = []
    seen: set[str] = set()
    waiting = list(reversed(children[None]))
    # A loop instead of recursion: a long conversation is deeper than Python's stack.
    while waiting:
        node = waiting.pop()
        if node.key not in seen:
            seen.add(node.key)
            ordered.append(node)
            waiting += reversed(children[node.key])
    # Nodes in a cycle are never reached from a root; they are shown as well.
    return ordered + [node for node in nodes if node.key not in seen]


def _message(node: Node, conversation_id: str, id_: int, parent_id: int | None) -> Message:
    assert node.role is not None
    return Message(
        id=id_,
        conversation_id=conversation_id,
        parent_id=parent_id,
        sequence_number=id_,
        role=node.role,
        text=node.text,
        status=MessageStatus.COMPLETE,
        created_at=node.written_at,
        reasoning=node.reasoning,
        usage=ReplyUsage(model_name=node.model_name) if node.model_name else None,
    )


def is_chatgpt(value: object) -> bool:
    """Return whether a JSON value is a conversation of this format."""
    return isinstance(mapping(value).get("mapping"), dict)


def read_chatgpt(value: object) -> ConversationTree:
    """Return one conversation; images and tools become their name in brackets, or are dropped."""
    conversation = mapping(value)
    nodes = [
        _chatgpt_node(key, mapping(node)) for key, node in mapping(conversation["mapping"]).items()
    ]
    id_ = string(conversation.get("conversation_id")) or string(conversation.get("id"))
    title = string(conversation.get("title"))
    created_at = moment(conversation.get("create_time"))
    origin = Origin(
        source=f"chatgpt:{id_ or title + created_at.isoformat()}",
        title=title,
        created_at=created_at,
        updated_at=moment(conversation.get("update_time")),
        shown=string(conversation.get("current_node")) or None,
    )
    return tree_of(origin, nodes)


def _chatgpt_node(key: str, node: Mapping[str, object]) -> Node:
    message = mapping(node.get("message"))
    metadata = mapping(message.get("metadata"))
    content = mapping(message.get("content"))
    role = _ROLES.get(string(mapping(message.get("author")).get("role")))
    text, reasoning = _text(content), _thoughts(content)
    is_hidden = metadata.get("is_visually_hidden_from_conversation") is True
    is_for_a_tool = message.get("recipient") not in (None, "all")
    if is_hidden or is_for_a_tool or not (text or reasoning):
        role = None
    return Node(
        key=key,
        parent=string(node.get("parent")) or None,
        role=role,
        text=text,
        written_at=moment(message.get("create_time")),
        reasoning=reasoning,
        model_name=string(metadata.get("model_slug")),
    )


def _text(content: Mapping[str, object]) -> str:
    if content.get("content_type") == "code":
        return f"```\n{string(content.get('text'))}\n```"
    parts = (_part(part) for part in sequence(content.get("parts")))
    return "\n\n".join(part for part in parts if part)


def _part(part: object) -> str:
    if isinstance(part, str):
        return part
    kind = string(mapping(part).get("content_type")).partition("_")[0]
    return string(mapping(part).get("text")) or (f"[{kind}]" if kind else "")


def _thoughts(content: Mapping[str, object]) -> str:
    thoughts = (mapping(thought) for thought in sequence(content.get("thoughts")))
    return "\n\n".join(string(thought.get("content")) for thought in thoughts)


def is_llama_ui(value: object) -> bool:
    """Return whether a JSON value is a conversation of this format."""
    return "conv" in mapping(value) and "messages" in mapping(value)


def is_session(value: object) -> bool:
    """Return whether a JSON value starts the newer format."""
    return mapping(value).get("type") == "session"


def sessions(lines: Iterable[object]) -> Iterator[Mapping[str, object]]:
    """Yield the conversations of the newer format converted to the older one."""
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


def read_llama_ui(value: object) -> ConversationTree:
    """Return one conversation."""
    conversation = mapping(mapping(value)["conv"])
    messages = [mapping(message) for message in sequence(mapping(value)["messages"])]
    prompts = [string(each.get("content")) for each in messages if each.get("role") == _SYSTEM]
    prompt = next((text for text in prompts if text), None)
    nodes = [_llama_ui_node(message) for message in messages if "id" in message]
    updated_at = moment(conversation.get("lastModified"))
    origin = Origin(
        source=f"llama.cpp:{conversation.get('id')}",
        title=string(conversation.get("name")),
        created_at=min((node.written_at for node in nodes), default=updated_at),
        updated_at=updated_at,
        shown=string(conversation.get("currNode")) or None,
        options=ConversationOptions(
            is_pinned=conversation.get("pinned") is True, system_prompt=prompt
        ),
    )
    return tree_of(origin, nodes)


def _llama_ui_node(message: Mapping[str, object]) -> Node:
    is_root = message.get("type") == _ROOT
    reasoning = string(message.get("reasoningContent")) or string(message.get("thinking"))
    parent = message.get("parent")
    return Node(
        key=str(message["id"]),
        parent=None if parent is None else str(parent),
        role=None if is_root else _ROLES.get(string(message.get("role"))),
        text=string(message.get("content")),
        written_at=moment(message.get("timestamp")),
        reasoning=reasoning,
        model_name=string(message.get("model")),
    )


def is_lm_studio(value: object) -> bool:
    """Return whether a JSON value is a conversation file of LM Studio."""
    messages = sequence(mapping(value).get("messages"))
    return bool(messages) and any("versions" in mapping(message) for message in messages)


def read_lm_studio(value: object) -> ConversationTree:
    """Return the conversation; the parent of each message is the selected version before it."""
    conversation = mapping(value)
    created_at = moment(conversation.get("createdAt"))
    nodes: list[Node] = []
    parent: str | None = None
    model = string(mapping(conversation.get("lastUsedModel")).get("identifier"))
    for offset, message in enumerate(map(mapping, sequence(conversation["messages"]))):
        versions = [mapping(version) for version in sequence(message.get("versions"))]
        for number, version in enumerate(versions):
            nodes.append(_lm_studio_node(f"{offset}.{number}", parent, version, model))
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
            system_prompt=_lm_studio_prompt(conversation),
        ),
    )
    # These files have no times of messages.
    return tree_of(origin, [replace(node, written_at=created_at) for node in nodes])


def _lm_studio_node(
    key: str, parent: str | None, version: Mapping[str, object], model: str
) -> Node:
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


def _lm_studio_prompt(conversation: Mapping[str, object]) -> str | None:
    settings = mapping(conversation.get("perChatPredictionConfig"))
    for entry in map(mapping, sequence(settings.get("fields"))):
        if entry.get("key") == _SYSTEM_PROMPT and string(entry.get("value")):
            return string(entry["value"])
    return string(conversation.get("systemPrompt")) or None
