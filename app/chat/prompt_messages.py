"""From stored messages to what the engine is asked."""

from collections.abc import Sequence
from itertools import pairwise

from app.domain import Message, MessageStatus, Role
from engine import protocol

_ROLES = {
    Role.SYSTEM: protocol.Role.SYSTEM,
    Role.USER: protocol.Role.USER,
    Role.ASSISTANT: protocol.Role.ASSISTANT,
}


def prompt_messages(
    messages: Sequence[Message], system_prompt: str = ""
) -> tuple[protocol.ChatMessage, ...]:
    """Return the messages of a branch as a chat template wants them.

    Replies without text are left out, and what one side then says twice in a row becomes one
    message, because many templates insist on turns. A question that failed is left out once there
    is another one: asked again with it, one that is too long would fail every later one, too.
    """
    failed_ids = {first.id for first, second in pairwise(messages) if _has_failed(first, second)}
    talk: list[protocol.ChatMessage] = []
    if system_prompt.strip():
        talk.append(protocol.ChatMessage(protocol.Role.SYSTEM, system_prompt.strip()))
    for message in messages:
        if not message.text or message.id in failed_ids:
            continue
        role, text = _ROLES[message.role], message.text
        if talk and talk[-1].role is role:
            text = f"{talk.pop().content}\n\n{text}"
        talk.append(protocol.ChatMessage(role, text))
    return tuple(talk)


def _has_failed(question: Message, reply: Message) -> bool:
    is_empty = not (reply.text or reply.reasoning)
    return question.role is Role.USER and reply.status is MessageStatus.FAILED and is_empty
