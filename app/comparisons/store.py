"""Comparisons in the database."""

from collections.abc import Callable, Iterable
from datetime import datetime
from functools import partial
from uuid import uuid4

from msgspec.structs import replace
from sqlalchemy import func, insert, or_, select, update
from sqlalchemy.orm import Session

from app.comparisons.model import (
    CellSource,
    Comparison,
    ComparisonCell,
    ComparisonKind,
    ComparisonSummary,
    packed_cell_options,
    packed_usage,
    unpacked_cell_options,
    unpacked_usage,
)
from app.domain.messages import Message, MessageStatus, Role
from app.errors import ComparisonGone, NothingToAnswer, lazy
from app.storage import reading
from app.storage.connecting import Durability
from app.storage.content import branches
from app.storage.content.conversation_repository import present
from app.storage.content.turn_repository import begin_reply, ready_for_reply
from app.storage.database import Database, transaction
from app.storage.plain_text import one_line, storable, title_of
from app.storage.reading import seal
from app.storage.tables import ComparisonCellRow, ComparisonRow, ConversationRow, MessageRow

_NOT_ENDED = ("", MessageStatus.STREAMING.name, MessageStatus.INTERRUPTED.name)


class ComparisonRepository:
    """Stores comparisons. Raises ComparisonGone for one that was deleted."""

    def __init__(self, database: Database, now: Callable[[], datetime]) -> None:
        self.database = database
        self._now = now

    @transaction(Durability.AGAINST_POWER_LOSS)
    def add(self, session: Session, comparison: Comparison) -> Comparison:
        """Store a new comparison; return it with its ids."""
        cells = tuple(
            replace(cell.emptied(), position=position)
            for position, cell in enumerate(comparison.cells)
        )
        return _added(
            session, replace(comparison, id=uuid4().hex, created_at=self._now(), cells=cells)
        )

    @transaction(Durability.AGAINST_POWER_LOSS)
    def restore(self, session: Session, comparison: Comparison) -> Comparison:
        """Store a deleted comparison again, with its answers.

        Its cells get new ids. Raises ConversationGone if its chat was deleted.
        """
        if comparison.conversation_id is not None:
            present(session, comparison.conversation_id)
        # As the schema does when the message of a comparison is deleted.
        if session.get(MessageRow, comparison.message_id or 0) is None:
            comparison = replace(comparison, message_id=None)
        return _added(session, comparison)

    @transaction()
    def summaries(self, session: Session) -> tuple[ComparisonSummary, ...]:
        """Return all comparisons outside the trash, the newest first."""
        # Counted by SQLite: a list may have ten thousand answers, which are not needed here.
        # A count, because a sum of booleans would be returned as a boolean.
        ended = func.count().filter(ComparisonCellRow.status.not_in(_NOT_ENDED))
        found = session.execute(
            select(ComparisonRow, func.count(ComparisonCellRow.id), ended)
            .outerjoin(ComparisonCellRow, ComparisonCellRow.comparison_id == ComparisonRow.id)
            .outerjoin(ConversationRow, ConversationRow.id == ComparisonRow.conversation_id)
            .where(or_(ConversationRow.id.is_(None), ConversationRow.deleted_at.is_(None)))
            .group_by(ComparisonRow.id)
            .order_by(ComparisonRow.created_at.desc(), ComparisonRow.id)
        )
        return tuple(
            ComparisonSummary(
                row.id, _kind(row), row.title, row.created_at, count, ended, row.is_stopped
            )
            for row, count, ended in found
        )

    @transaction()
    def awaited_sources(self, session: Session) -> frozenset[CellSource]:
        """Return the source versions of all cells that are not asked yet."""
        wanted = select(ComparisonCellRow.options_json).distinct()
        rows = session.scalars(wanted.where(ComparisonCellRow.status.in_(_NOT_ENDED)))
        found = (unpacked_cell_options(each).source for each in rows)
        return frozenset(each for each in found if each is not None and each.source_id)

    @transaction()
    def get(self, session: Session, comparison_id: str) -> Comparison | None:
        """Return a comparison with its cells; None if there is none."""
        row = session.get(ComparisonRow, comparison_id)
        return None if row is None else _comparison(session, row)

    @transaction()
    def branch(self, session: Session, message_id: int) -> tuple[Message, ...]:
        """Return the branch that ends with a message. Raises ConversationGone."""
        row = branches.message_row(session, message_id)
        return branches.up_to(branches.everything(session, row.conversation_id), message_id)

    @transaction()
    def begin(self, session: Session, cell_id: int) -> None:
        """Store that a cell is being asked, without its previous answer."""
        row = _cell_row(session, cell_id)
        row.status = MessageStatus.STREAMING.name
        row.text, row.reasoning, row.note, row.usage_json = "", "", "", ""

    # As for replies: safe against a crash, without waiting for the disk.
    @transaction()
    def save(self, session: Session, cell: ComparisonCell) -> None:
        """Store the text of a running cell so far; does nothing once it has ended."""
        row = session.get(ComparisonCellRow, cell.id)
        if row is not None and row.status == MessageStatus.STREAMING.name:
            row.text, row.reasoning = storable(cell.text), storable(cell.reasoning)

    @transaction(Durability.AGAINST_POWER_LOSS)
    def finish(self, session: Session, cell: ComparisonCell) -> None:
        """Store the end of a cell; status None stores it as not asked."""
        row = _cell_row(session, cell.id)
        row.status = "" if cell.status is None else cell.status.name
        row.text, row.reasoning = storable(cell.text), storable(cell.reasoning)
        row.note, row.usage_json = cell.note, packed_usage(cell.usage)

    @transaction(Durability.AGAINST_POWER_LOSS)
    def empty(self, session: Session, cell_ids: Iterable[int]) -> None:
        """Remove the answers of cells, so that they are asked again."""
        session.execute(
            update(ComparisonCellRow)
            .where(ComparisonCellRow.id.in_(tuple(cell_ids)))
            .values(status="", text="", reasoning="", note="", usage_json="")
        )

    @transaction(Durability.AGAINST_POWER_LOSS)
    def set_stopped(self, session: Session, comparison_id: str, *, is_stopped: bool) -> None:
        """Store whether the user has stopped a comparison."""
        _row(session, comparison_id).is_stopped = is_stopped

    @transaction(Durability.AGAINST_POWER_LOSS)
    def attach(
        self, session: Session, comparison_id: str, conversation_id: str, message_id: int
    ) -> None:
        """Assign a comparison without a chat to a chat."""
        row = _row(session, comparison_id)
        row.conversation_id, row.message_id = conversation_id, message_id
        session.execute(
            update(ComparisonCellRow)
            .where(ComparisonCellRow.comparison_id == comparison_id)
            .values(conversation_id=conversation_id)
        )

    @transaction(Durability.AGAINST_POWER_LOSS)
    def keep(
        self, session: Session, message_id: int, cells: tuple[ComparisonCell, ...]
    ) -> tuple[Message, ...]:
        """Store answers as replies to a message; the last one is shown.

        Raises NothingToAnswer, ReplyStillRunning, ConversationGone.
        """
        # The chat may have changed since the comparison was made.
        question = branches.message_row(session, message_id)
        if question.role != Role.USER.name:
            raise NothingToAnswer(lazy("This answer does not belong to a message of yours."))
        conversation = ready_for_reply(session, question.conversation_id)
        return tuple(
            _kept(session, conversation, question, cell, self._now())
            for cell in cells
            if cell.has_answer
        )

    @transaction(Durability.AGAINST_POWER_LOSS)
    def delete(self, session: Session, comparison_id: str) -> None:
        """Delete a comparison with its answers, if there is one."""
        row = session.get(ComparisonRow, comparison_id)
        if row is not None:
            session.delete(row)

    async def interrupt_unfinished(self, note: str) -> tuple[ComparisonSummary, ...]:
        """End the cells that an earlier run left running; return the lists that should continue.

        An interrupted row is stored as not asked. Does nothing in a read-only file.
        """
        if self.database.read_only_reason is not None:
            return ()
        work = partial(_interrupt_unfinished, note=note)
        await self.database.run(work, Durability.AGAINST_POWER_LOSS)
        return tuple(
            each
            for each in await self.summaries()
            if each.kind is ComparisonKind.ROWS
            and each.ended_count < each.cell_count
            and not each.is_stopped
        )


def _interrupt_unfinished(session: Session, *, note: str) -> None:
    session.execute(
        update(ComparisonCellRow)
        .where(ComparisonCellRow.status == MessageStatus.STREAMING.name)
        .values(status=MessageStatus.INTERRUPTED.name, note=note)
    )


def _added(session: Session, comparison: Comparison) -> Comparison:
    row = ComparisonRow(
        id=comparison.id,
        kind=comparison.kind.name,
        title=one_line(comparison.title) or title_of(comparison.question),
        question=storable(comparison.question),
        created_at=comparison.created_at,
        conversation_id=comparison.conversation_id,
        message_id=comparison.message_id,
        is_stopped=comparison.is_stopped,
        consents=comparison.consents,
    )
    session.add(row)
    session.flush()
    rows = [
        {
            "comparison_id": row.id,
            "conversation_id": row.conversation_id,
            "position": cell.position,
            "question": storable(cell.question),
            "options_json": storable(packed_cell_options(cell.options)),
            "status": "" if cell.status is None else cell.status.name,
            "text": storable(cell.text),
            "reasoning": storable(cell.reasoning),
            "note": cell.note,
            "usage_json": packed_usage(cell.usage),
        }
        for cell in comparison.cells
    ]
    # In one statement: ten thousand rows as objects would block all other chats.
    if rows:
        session.execute(insert(ComparisonCellRow), rows)
    return _comparison(session, row)


def _kept(
    session: Session,
    conversation: ConversationRow,
    question: MessageRow,
    cell: ComparisonCell,
    now: datetime,
) -> Message:
    assert cell.status is not None
    turn = begin_reply(session, conversation, question, now, status=cell.status, note=cell.note)
    row = branches.message_row(session, turn.reply.id)
    row.text, row.reasoning = storable(cell.text), storable(cell.reasoning)
    seal(row)
    if cell.usage is not None:
        session.merge(reading.usage_row(row.id, cell.usage))
    return replace(reading.message(row), usage=cell.usage)


def _row(session: Session, comparison_id: str) -> ComparisonRow:
    row = session.get(ComparisonRow, comparison_id)
    if row is None:
        raise ComparisonGone(lazy("This comparison does not exist any more."))
    return row


def _cell_row(session: Session, cell_id: int) -> ComparisonCellRow:
    row = session.get(ComparisonCellRow, cell_id)
    if row is None:
        raise ComparisonGone(lazy("This comparison does not exist any more."))
    return row


def _comparison(session: Session, row: ComparisonRow) -> Comparison:
    cells = session.scalars(
        select(ComparisonCellRow)
        .where(ComparisonCellRow.comparison_id == row.id)
        .order_by(ComparisonCellRow.position)
    )
    return Comparison(
        row.id,
        _kind(row),
        row.title,
        row.question,
        row.created_at,
        row.conversation_id,
        row.message_id,
        row.is_stopped,
        row.consents,
        tuple(map(_cell, cells)),
    )


def _kind(row: ComparisonRow) -> ComparisonKind:
    return ComparisonKind.__members__.get(row.kind, ComparisonKind.CELLS)


def _cell(row: ComparisonCellRow) -> ComparisonCell:
    return ComparisonCell(
        row.id,
        row.position,
        unpacked_cell_options(row.options_json),
        row.question,
        # An unknown status of another version counts as interrupted.
        MessageStatus.__members__.get(row.status, MessageStatus.INTERRUPTED)
        if row.status
        else None,
        row.text,
        row.reasoning,
        row.note,
        unpacked_usage(row.usage_json),
    )
