"""Converts rows to domain objects. Tolerant: an invalid value never hides a conversation."""

import hashlib
import hmac
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.domain.chat_options import ChatModel, unpacked_chat_options
from app.domain.conversations import Conversation, ConversationOptions, OverflowPolicy, TitleOrigin
from app.domain.messages import Attachment, Message, MessageStatus, Rewrite, Role
from app.domain.usage import ReplyUsage, ReuseOrigin
from app.errors import lazy, lazy_join
from app.media.pictures import AttachmentKind
from app.sources.model import SourceLink
from app.storage.plain_text import one_line, storable, unpacked
from app.storage.tables import (
    AttachmentRow,
    ConversationRow,
    MessageRow,
    ReplyUsageRow,
    SourceRow,
    SourceVersionRow,
)
from app.tools.model import ToolCall, ToolUse

_DAMAGED = lazy("This message is damaged: it is not what was stored, and no backup holds that.")
_BYTES = 16


def conversation(
    row: ConversationRow, messages: tuple[Message, ...], queue: tuple[str, ...] = ()
) -> Conversation:
    """Return a conversation with these messages."""
    return Conversation(
        id=row.id,
        title=row.title,
        updated_at=row.updated_at,
        messages=messages,
        draft=unpacked(row.draft),
        queue=tuple(map(unpacked, queue)),
        options=options(row),
        context_starts_at=row.memory_begins_at_id,
        title_origin=title_origin(row),
    )


def title_origin(row: ConversationRow) -> TitleOrigin:
    """Return the author of a title; an unknown author counts as the user."""
    return TitleOrigin.__members__.get(row.title_origin, TitleOrigin.USER)


def options(row: ConversationRow) -> ConversationOptions:
    """Return the user's options for a conversation; an unknown policy becomes the default."""
    policy = OverflowPolicy.__members__.get(row.overflow_policy, OverflowPolicy.SLIDE)
    return ConversationOptions(
        folder=row.folder,
        is_pinned=row.is_pinned,
        system_prompt=row.system_prompt,
        preset_name=row.preset_name,
        model=ChatModel(row.model_digest, row.model_name),
        overflow_policy=policy,
        chat=unpacked_chat_options(row.chat_options),
        tags=row.tags,
        is_archived=row.is_archived,
    )


def attachment(row: AttachmentRow) -> Attachment:
    """Return an attachment without its content."""
    return Attachment(
        id=row.id,
        message_id=row.message_id,
        name=row.name,
        media_type=row.media_type,
        byte_count=row.byte_count,
        digest=row.digest,
        kind=AttachmentKind.__members__.get(row.kind, AttachmentKind.TEXT),
        width=row.width,
        height=row.height,
        pixels=row.pixels,
    )


def attachment_row(message_id: int, attachment: Attachment) -> AttachmentRow:
    """Return the row of a file of a message, without its content."""
    return AttachmentRow(
        message_id=message_id,
        name=one_line(attachment.name),
        media_type=storable(attachment.media_type),
        byte_count=attachment.byte_count,
        digest=attachment.digest,
        kind=attachment.kind.name,
        width=attachment.width,
        height=attachment.height,
        pixels=storable(attachment.pixels),
    )


def message(row: MessageRow, usage: ReplyUsageRow | None = None) -> Message:
    """Return a message; an unknown role or status is named in its note."""
    role = Role.__members__.get(row.role)
    status = MessageStatus.__members__.get(row.status)
    notes: list[str] = [row.note]
    if role is None:
        notes.append(lazy("It has an unknown role, “{name}”.", name=row.role))
    if status is None:
        notes.append(lazy("It has an unknown status, “{name}”.", name=row.status))
    is_not_as_stored = is_damaged(row)
    if is_not_as_stored and _DAMAGED not in row.note:
        notes.append(_DAMAGED)
    return Message(
        id=row.id,
        conversation_id=row.conversation_id,
        parent_id=row.parent_id,
        sequence_number=row.sequence_number,
        role=role or Role.ASSISTANT,
        text=row.text,
        status=status or MessageStatus.INTERRUPTED,
        created_at=row.created_at,
        note=lazy_join(notes),
        usage=None if usage is None else reply_usage(usage),
        reasoning=row.reasoning,
        is_damaged=is_not_as_stored,
        is_pinned=row.is_pinned,
        recap=row.recap or "",
        tool_calls=tool_calls(row),
        tool_use=tool_use(row),
        rewrite=_rewrite(row),
    )


def tool_calls(row: MessageRow) -> tuple[ToolCall, ...]:
    """Return the calls that end a reply; none if they are not readable."""
    if not row.tool_calls:
        return ()
    try:
        return msgspec.json.decode(row.tool_calls, type=tuple[ToolCall, ...])
    except (msgspec.MsgspecError, RecursionError):
        return ()


def tool_use(row: MessageRow) -> ToolUse | None:
    """Return how a tool was called; of a result whose details are not readable, only that."""
    if row.role != Role.TOOL.name:
        return None
    try:
        use = msgspec.json.decode(row.tool_use or "{}", type=ToolUse)
    except (msgspec.MsgspecError, RecursionError):
        use = ToolUse("", "")
    return replace(use, arguments=row.tool_arguments or "{}")


def packed_rewrite(rewrite: Rewrite | None) -> str:
    """Return what a reply was asked to change, as JSON; empty for None."""
    return "" if rewrite is None else msgspec.json.encode(rewrite).decode()


def _rewrite(row: MessageRow) -> Rewrite | None:
    """Return what a reply was asked to change; None if it is not readable."""
    try:
        return msgspec.json.decode(row.rewrite, type=Rewrite) if row.rewrite else None
    except (msgspec.MsgspecError, RecursionError):
        return None


def write_calls(row: MessageRow, calls: Sequence[ToolCall], use: ToolUse | None) -> None:
    """Set the columns of calls and results."""
    row.tool_calls = storable(msgspec.json.encode(tuple(calls)).decode()) if calls else ""
    row.tool_use, row.tool_arguments = "", ""
    if use is not None:
        # The titles of built-in tools are LazyTexts, whose English is translated when shown.
        plain = msgspec.to_builtins(use, enc_hook=lambda text: text[:])
        row.tool_arguments = storable(plain.pop("arguments"))
        row.tool_use = storable(msgspec.json.encode(plain).decode())


def usage_row(message_id: int, usage: ReplyUsage) -> ReplyUsageRow:
    """Return the row of a reply's usage. Each field has a column with its name."""
    figures = msgspec.structs.asdict(usage)
    figures |= {
        "model_name": storable(usage.model_name),
        "reused_from": usage.reused_from.name,
        "endpoint_name": storable(usage.endpoint_name),
    }
    return ReplyUsageRow(message_id=message_id, **figures)


def reply_usage(row: ReplyUsageRow) -> ReplyUsage:
    """Return the usage of a reply; an unknown origin counts as NOWHERE."""
    figures = {name: getattr(row, name) for name in ReplyUsage.__struct_fields__}
    figures["reused_from"] = ReuseOrigin.__members__.get(row.reused_from, ReuseOrigin.NOWHERE)
    return ReplyUsage(**figures)


def link_of(session: Session, row: ConversationRow) -> SourceLink | None:
    """Return the link of a conversation to a version of its source."""
    if row.source_version_id is None:
        return None
    version = session.get(SourceVersionRow, row.source_version_id)
    return None if version is None else link_to(session, version)


def link_to(session: Session, version: SourceVersionRow) -> SourceLink | None:
    """Return the link to a version of a source."""
    source = session.get(SourceRow, version.source_id)
    if source is None:
        return None  # in a damaged file
    # So that the header can show a newer version without reading all versions.
    newest = session.scalar(
        select(func.max(SourceVersionRow.number)).where(SourceVersionRow.source_id == source.id)
    )
    return SourceLink(
        source_id=source.id,
        version_id=version.id,
        name=source.name,
        number=version.number,
        newest_number=newest or version.number,
        instruction=version.instruction,
        digest=version.digest,
        model=version.model,
    )


def digest_of(row: MessageRow) -> bytes:
    """Return the digest of a message's content, role and place."""
    parent = "" if row.parent_id is None else str(row.parent_id)
    position = (row.conversation_id, str(row.sequence_number), parent)
    digest = hashlib.blake2b(digest_size=_BYTES)
    # Messages without them have the digest that they had before there were tools.
    tools = (row.tool_calls, row.tool_use, row.tool_arguments)
    own = tools if any(tools) else ()
    for part in (*position, row.role, row.text, row.reasoning, *own):
        content = str(part).encode("utf-8", "surrogatepass")
        # The length distinguishes "ab" + "c" from "a" + "bc".
        digest.update(len(content).to_bytes(8, "little") + content)
    return digest.digest()


def seal(row: MessageRow) -> None:
    """Set the digest of a message for its current content."""
    row.digest = digest_of(row)


def is_damaged(row: MessageRow) -> bool:
    """Return whether a message differs from what was stored."""
    stored = row.digest
    return not isinstance(stored, bytes) or not hmac.compare_digest(stored, digest_of(row))
