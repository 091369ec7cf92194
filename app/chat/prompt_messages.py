"""From stored messages to what the engine is asked."""

from collections.abc import Iterable

from app.domain import Message, Role
from engine import protocol

_ROLES = {
    Role.SYSTEM: protocol.Role.SYSTEM,
    Role.USER: protocol.Role.USER,
    Role.ASSISTANT: protocol.Role.ASSISTANT,
}


def prompt_messages(
    messages: Iterable[Message], system_prompt: str = ""
) -> tuple[protocol.ChatMessage, ...]:
    """Return the messages of a branch as a chat template wants them.

    Replies without text are left out, and what one side then says twice in a row becomes one
    message, because many templates insist on turns.
    """
    talk: list[protocol.ChatMessage] = []
    if system_prompt.strip():
        talk.append(protocol.ChatMessage(protocol.Role.SYSTEM, system_prompt.strip()))
    for message in messages:
        if not message.text:
            continue
        role, text = _ROLES[message.role], message.text
        if talk and talk[-1].role is role:
            text = f"{talk.pop().content}\n\n{text}"
        talk.append(protocol.ChatMessage(role, text))
    return tuple(talk)
