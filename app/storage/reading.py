"""Rows into domain objects. Tolerant: what can't be understood never hides a conversation."""

from app.domain import (
    Conversation,
    Message,
    MessageStatus,
    ReplyUsage,
    Role,
)
from app.storage.tables import ConversationRow, MessageRow, ReplyUsageRow


def conversation(row: ConversationRow, messages: tuple[Message, ...]) -> Conversation:
    """Return a conversation with these messages."""
    return Conversation(
        id=row.id, title=row.title, updated_at=row.updated_at, messages=messages, draft=row.draft
    )


def message(row: MessageRow, usage: ReplyUsageRow | None = None) -> Message:
    """Return a message; a role or status of another version is named in its note."""
    role = Role.__members__.get(row.role)
    status = MessageStatus.__members__.get(row.status)
    unknown = [
        f"unknown {what} “{name}”"
        for what, name, known in (("role", row.role, role), ("status", row.status, status))
        if known is None
    ]
    return Message(
        id=row.id,
        conversation_id=row.conversation_id,
        parent_id=row.parent_id,
        sequence_number=row.sequence_number,
        role=role or Role.ASSISTANT,
        text=row.text,
        status=status or MessageStatus.INTERRUPTED,
        created_at=row.created_at,
        note="; ".join(filter(None, (row.note, *unknown))),
        usage=None if usage is None else _usage(usage),
    )


def _usage(row: ReplyUsageRow) -> ReplyUsage:
    return ReplyUsage(
        prompt_tokens=row.prompt_tokens,
        reused_tokens=row.reused_tokens,
        reply_tokens=row.reply_tokens,
        dropped_messages=row.dropped_messages,
        context_tokens=row.context_tokens,
        queue_seconds=row.queue_seconds,
        first_token_seconds=row.first_token_seconds,
        decode_seconds=row.decode_seconds,
        model_name=row.model_name,
        is_cut_by_length=row.is_cut_by_length,
    )
