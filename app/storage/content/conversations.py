"""Conversations and their active branches; each function is one transaction's work."""

import uuid
from datetime import datetime

from sqlalchemy import and_, exists, func, select, update
from sqlalchemy import delete as delete_rows
from sqlalchemy.orm import Session

from app.domain import (
    Conversation,
    ConversationOptions,
    ConversationSummary,
    TitleOrigin,
)
from app.errors import ConversationGone, lazy
from app.storage import reading
from app.storage.content import branches, tabs
from app.storage.plain_text import one_line, storable
from app.storage.tables import ConversationRow, MessageRow, OpenTabRow

_LISTED = (
    ConversationRow.id,
    ConversationRow.title,
    ConversationRow.updated_at,
    ConversationRow.last_sequence_number,
    ConversationRow.folder,
    ConversationRow.is_pinned,
    ConversationRow.model_name,
    ConversationRow.activity_number,
)
NEWEST_FIRST = (ConversationRow.activity_number.desc(), ConversationRow.updated_at.desc())


def summaries(
    session: Session, *, search: str, includes_empty: bool
) -> tuple[ConversationSummary, ...]:
    """Return the conversations outside the trash, the latest activity first."""
    wanted = select(*_LISTED).where(ConversationRow.deleted_at.is_(None)).order_by(*NEWEST_FIRST)
    if not includes_empty:
        wanted = wanted.where(ConversationRow.last_sequence_number > 0)
    # Compared here and not in SQL: SQLite folds the case of ASCII letters only.
    words = search.casefold().split()
    # On the connection: a session looks into every row for objects, of which there are none here.
    rows = session.connection().execute(wanted).all()
    listed = tuple([ConversationSummary(*row) for row in rows])
    if not words:
        return listed
    return tuple(each for each in listed if all(word in each.title.casefold() for word in words))


def some_summaries(
    session: Session, *, conversation_ids: tuple[str, ...]
) -> tuple[ConversationSummary, ...]:
    """Return those of these conversations that are outside the trash and have a message."""
    wanted = select(*_LISTED).where(
        ConversationRow.id.in_(conversation_ids),
        ConversationRow.deleted_at.is_(None),
        ConversationRow.last_sequence_number > 0,
    )
    return tuple(ConversationSummary(*row) for row in session.execute(wanted))


def read(session: Session, *, conversation_id: str) -> Conversation | None:
    """Return a conversation with its active branch; None if there is none or it is deleted."""
    row = session.get(ConversationRow, conversation_id)
    if row is None or row.deleted_at is not None:
        return None
    messages = branches.active(session, row)
    return reading.conversation(row, messages, tabs.queue(session, conversation_id))


def choose_branch(session: Session, *, message_id: int) -> Conversation:
    """Show the branch that runs through a message, and return its conversation."""
    conversation = present(session, branches.choose(session, message_id=message_id))
    return reading.conversation(
        conversation,
        branches.active(session, conversation),
        tabs.queue(session, conversation.id),
    )


def present(session: Session, conversation_id: str) -> ConversationRow:
    """Return the row of a conversation outside the trash. Raises ConversationGone."""
    row = session.get(ConversationRow, conversation_id)
    if row is None or row.deleted_at is not None:
        raise ConversationGone(
            lazy("This conversation does not exist any more, or is in the trash.")
        )
    return row


def create(session: Session, *, title: str, now: datetime) -> Conversation:
    """Return a new, empty conversation."""
    row = ConversationRow(
        id=uuid.uuid4().hex,
        title=one_line(title),
        draft="",
        created_at=now,
        updated_at=now,
        activity_number=next_activity_number(session),
        last_sequence_number=0,
        number=next_number(session),
        folder="",
        is_pinned=False,
        model_name="",
        overflow_policy="SLIDE",
        title_origin=(TitleOrigin.USER if title else TitleOrigin.FIRST_WORDS).name,
    )
    session.add(row)
    return reading.conversation(row, ())


def rename(session: Session, *, conversation_id: str, title: str) -> None:
    """Give a conversation the title that the user wants; without one, its first words again."""
    row = present(session, conversation_id)
    row.title = one_line(title) or branches.first_words(session, conversation_id)
    row.title_origin = (TitleOrigin.USER if title.strip() else TitleOrigin.FIRST_WORDS).name


def propose_title(
    session: Session, *, conversation_id: str, title: str, before: str | None
) -> bool:
    """Give a conversation the model's title, unless the user gave it another; say if it did."""
    row = present(session, conversation_id)
    proposed = one_line(title)
    is_kept = reading.title_origin(row) is TitleOrigin.USER and row.title != before
    if not proposed or is_kept:
        return False
    row.title, row.title_origin = proposed, TitleOrigin.MODEL.name
    return True


def set_options(session: Session, *, conversation_id: str, options: ConversationOptions) -> None:
    """Store what the user chose for a conversation."""
    write_options(present(session, conversation_id), options)


def write_options(row: ConversationRow, options: ConversationOptions) -> None:
    """Put what the user chose into a row."""
    row.folder = one_line(options.folder)
    row.is_pinned = options.is_pinned
    row.system_prompt = None if options.system_prompt is None else storable(options.system_prompt)
    row.preset_name = None if options.preset_name is None else one_line(options.preset_name)
    row.model_name = storable(options.model_name)
    row.overflow_policy = options.overflow_policy.name


def set_context_start(session: Session, *, conversation_id: str, message_id: int | None) -> None:
    """Store which message is the first that the model still remembers."""
    row = present(session, conversation_id)
    if message_id is not None:
        message = session.get(MessageRow, message_id)
        if message is None or message.conversation_id != conversation_id:
            raise ConversationGone(lazy("This message does not exist any more."))
    row.memory_begins_at_id = message_id


def delete(session: Session, *, conversation_ids: tuple[str, ...], now: datetime) -> None:
    """Put conversations into the trash, all or none."""
    for conversation_id in conversation_ids:
        present(session, conversation_id).deleted_at = now


def restore(session: Session, *, conversation_ids: tuple[str, ...]) -> None:
    """Take conversations out of the trash, all or none."""
    for conversation_id in conversation_ids:
        row = session.get(ConversationRow, conversation_id)
        if row is None:
            raise ConversationGone(lazy("This conversation is not in the trash any more."))
        row.deleted_at = None


def organize(
    session: Session,
    *,
    conversation_ids: tuple[str, ...],
    folder: str | None,
    is_pinned: bool | None,
) -> None:
    """Put conversations into a folder, or pin them; None leaves things as they are."""
    for conversation_id in conversation_ids:
        row = present(session, conversation_id)
        if folder is not None:
            row.folder = one_line(folder)
        if is_pinned is not None:
            row.is_pinned = is_pinned


def save_draft(session: Session, *, conversation_id: str, text: str) -> None:
    """Store what stands in the composer."""
    session.execute(
        update(ConversationRow)
        .where(ConversationRow.id == conversation_id)
        .values(draft=storable(text))
    )


def sweep_untouched(session: Session) -> None:
    """Remove what new tabs left behind: no message, no title, no draft, and in no open tab."""
    is_open = exists().where(OpenTabRow.conversation_id == ConversationRow.id)
    has_messages = exists().where(MessageRow.conversation_id == ConversationRow.id)
    untouched = and_(ConversationRow.title == "", ConversationRow.draft == "")
    session.execute(
        delete_rows(ConversationRow)
        .where(untouched, ~is_open, ~has_messages)
        .execution_options(synchronize_session=False)  # no row is loaded here
    )


def next_activity_number(session: Session) -> int:
    """Return a number above that of every conversation."""
    highest = session.scalar(select(func.max(ConversationRow.activity_number)))
    return (highest or 0) + 1


def activity_number_at(session: Session, moment: datetime) -> int:
    """Return the number of the latest conversation that was used by then.

    What comes from elsewhere stands with it in the list, by its time, and not above what was
    used here since.
    """
    before = (
        select(ConversationRow.activity_number)
        .where(ConversationRow.updated_at <= moment)
        .order_by(ConversationRow.activity_number.desc())
        .limit(1)
    )
    return session.scalar(before) or 0


def next_number(session: Session) -> int:
    """Return a number for the index that no conversation has."""
    highest = session.scalar(select(func.max(ConversationRow.number)))
    return (highest or 0) + 1
