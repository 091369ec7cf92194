"""The export of llama.cpp's web interface.

Older ones are JSON: ``{"conv": …, "messages": […]}`` or a list of these. Newer ones have a JSON
object in each line, of type ``session`` or ``message``, and several such files in a ZIP.
"""

from collections.abc import Iterable, Iterator, Mapping

from app.domain import ConversationOptions, ConversationTree, Role
from app.transfer.pieces import mapping, moment, sequence, string
from app.transfer.trees import Node, Origin, tree_of

_ROLES = {"user": Role.USER, "assistant": Role.ASSISTANT}
_ROOT, _SYSTEM = "root", "system"


def matches(value: object) -> bool:
    """Return whether a JSON value is a conversation of this export."""
    return "conv" in mapping(value) and "messages" in mapping(value)


def is_line(value: object) -> bool:
    """Return whether a JSON value begins the newer format."""
    return mapping(value).get("type") == "session"


def sessions(lines: Iterable[object]) -> Iterator[Mapping[str, object]]:
    """Yield the conversations of the newer format in the form of the older."""
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


def read(value: object) -> ConversationTree:
    """Return one conversation."""
    conversation = mapping(mapping(value)["conv"])
    messages = [mapping(message) for message in sequence(mapping(value)["messages"])]
    prompts = [string(each.get("content")) for each in messages if each.get("role") == _SYSTEM]
    prompt = next((text for text in prompts if text), None)
    nodes = [_node(message) for message in messages if "id" in message]
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


def _node(message: Mapping[str, object]) -> Node:
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
