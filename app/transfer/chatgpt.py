"""ChatGPT's export: ``conversations.json``, a list of conversations whose ``mapping`` is a tree."""

from collections.abc import Mapping

from app.domain import ConversationTree, Role
from app.transfer.pieces import mapping, moment, sequence, string
from app.transfer.trees import Node, Origin, tree_of

_ROLES = {"user": Role.USER, "assistant": Role.ASSISTANT}


def matches(value: object) -> bool:
    """Return whether a JSON value is a conversation of this export."""
    return isinstance(mapping(value).get("mapping"), dict)


def read(value: object) -> ConversationTree:
    """Return one conversation; images and tools become their name in brackets, or nothing."""
    conversation = mapping(value)
    nodes = [_node(key, mapping(node)) for key, node in mapping(conversation["mapping"]).items()]
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


def _node(key: str, node: Mapping[str, object]) -> Node:
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
