"""A conversation as Markdown, as it is read: the branch that is shown, without the others."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from app.domain import ConversationTree, Message, Role

_AS_LABEL = re.compile(r"[\[\]\\\s]+")  # what would end a label, or mean something in it
_SPEAKERS = {Role.USER: "You", Role.ASSISTANT: "Assistant", Role.SYSTEM: "System"}


def to_markdown(tree: ConversationTree, media: Mapping[str, str] = MappingProxyType({})) -> str:
    """Return the shown branch; reasoning stands folded above its answer.

    ``media`` are the addresses of pictures and sounds that lie beside the text, by their digests.
    """
    parts = [f"# {tree.title or 'Untitled'}", f"*{tree.updated_at:%Y-%m-%d %H:%M} UTC*"]
    if tree.options.system_prompt:
        parts.append(f"## System\n\n{tree.options.system_prompt}")
    parts += [_section(message, media) for message in shown_branch(tree)]
    return "\n\n".join(parts) + "\n"


def _section(message: Message, media: Mapping[str, str]) -> str:
    parts = [f"## {_SPEAKERS[message.role]}"]
    if message.reasoning:
        parts.append(
            f"<details>\n<summary>Reasoning</summary>\n\n{message.reasoning}\n\n</details>"
        )
    for each in message.attachments:
        address = media.get(each.digest)
        label = f"[{_AS_LABEL.sub(' ', each.name)}]({address})"
        if address is None:
            parts.append(f"📎 {each.name}")
        else:
            parts.append(label if each.picture is None else f"!{label}")
    if message.text:
        parts.append(message.text)
    if message.note:
        parts.append(f"*{message.note}*")
    return "\n\n".join(parts)


def shown_branch(tree: ConversationTree) -> tuple[Message, ...]:
    """Return the branch that is shown, the oldest message first."""
    messages: dict[int | None, Message] = {message.id: message for message in tree.messages}
    last = tree.messages[-1].id if tree.messages else None
    current = messages.pop(tree.active_leaf_id if tree.active_leaf_id in messages else last, None)
    branch: list[Message] = []
    while current is not None:
        branch.append(current)
        # Taken out: parents that form a circle would be followed for ever.
        current = messages.pop(current.parent_id, None)
    return tuple(reversed(branch))
