"""Builds a conversation of the messages that another program wrote."""

import uuid
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from app.domain import (
    ConversationOptions,
    ConversationTree,
    Message,
    MessageStatus,
    ReplyUsage,
    Role,
)

# Never changed: the same source has the same id for ever, and is not imported twice.
_NAMESPACE = uuid.UUID("2f0d1f3e-6d0c-4c53-9a44-7c3b7d1d8f6a")


@dataclass(frozen=True, slots=True)
class Node:
    """A place in another program's tree; without a role it holds nothing that is shown.

    Attributes:
        parent: the key of the node that it answers or follows; None for the beginning.
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
    """What is known of a conversation besides its messages.

    Attributes:
        source: the program and its own id; the same one is not imported twice.
        shown: the key of the last node of the branch that was shown.
    """

    source: str
    title: str
    created_at: datetime
    updated_at: datetime
    shown: str | None
    options: ConversationOptions = field(default_factory=ConversationOptions)


def tree_of(origin: Origin, nodes: Sequence[Node]) -> ConversationTree:
    """Return the conversation; what follows a node that is not shown follows its parent."""
    # A title may end in half an emoji, where its program counted in halves.
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
        # What points at a node that is missing begins a branch of its own.
        children[node.parent if node.parent in known else None].append(node)
    ordered: list[Node] = []
    seen: set[str] = set()
    waiting = list(reversed(children[None]))
    # A loop and no recursion: a long conversation is deeper than the stack of Python.
    while waiting:
        node = waiting.pop()
        if node.key not in seen:
            seen.add(node.key)
            ordered.append(node)
            waiting += reversed(children[node.key])
    # Nodes that point at each other in a circle are never reached; they are shown all the same.
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
