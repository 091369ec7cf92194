"""Conversations and their active branches."""

import uuid
from collections.abc import Callable
from datetime import datetime
from functools import partial

from msgspec.structs import replace
from sqlalchemy import ColumnElement, Select, and_, exists, func, or_, select, update
from sqlalchemy import delete as delete_rows
from sqlalchemy.orm import Session

from app.domain.chat_options import (
    NO_MODEL,
    ChatModel,
    ThinkingOptions,
    packed_chat_options,
)
from app.domain.conversations import (
    Conversation,
    ConversationOptions,
    ConversationSummary,
    SearchHit,
    SearchQuery,
    TitleOrigin,
)
from app.domain.messages import MessageStatus, OutgoingMessage
from app.domain.titles import TITLE_MARK, numbered_title, title_stem
from app.errors import ConversationGone, lazy
from app.machines.model import Route
from app.storage import reading
from app.storage.connecting import Durability
from app.storage.content import branches, send_queue
from app.storage.database import Database, transaction
from app.storage.plain_text import one_line, packed, storable
from app.storage.reading import link_of
from app.storage.recovery import repairer
from app.storage.search.search import find
from app.storage.tables import (
    IS_BROKEN,
    IS_SHORT,
    ConversationRow,
    MessageRow,
    OpenTabRow,
    QueuedMessageRow,
    ReplyUsageRow,
)

# Statements of each turn are built once: that takes longer than running them.
_HIGHEST_ACTIVITY = select(func.max(ConversationRow.activity_number))


def _ends_in(messages: Select[int]) -> ColumnElement[bool]:
    """Return whether the last message of a conversation is one of these."""
    leaf = ConversationRow.active_leaf_id
    return and_(leaf.is_not(None), leaf.in_(messages))


def _broken(status: MessageStatus) -> Select[int]:
    # A small partial index is queried instead of the last message of each conversation.
    return select(MessageRow.id).where(IS_BROKEN, MessageRow.status == status.name)


LISTED = (
    ConversationRow.id,
    ConversationRow.title,
    ConversationRow.updated_at,
    ConversationRow.last_sequence_number,
    ConversationRow.folder,
    ConversationRow.is_pinned,
    ConversationRow.activity_number,
    func.coalesce(ConversationRow.number, 0),
    ConversationRow.tags,
    ConversationRow.is_archived,
    _ends_in(_broken(MessageStatus.FAILED)),
    _ends_in(_broken(MessageStatus.INTERRUPTED)),
    _ends_in(select(ReplyUsageRow.message_id).where(IS_SHORT)),
    ConversationRow.model_digest,
    ConversationRow.model_name,
)
_LONGEST_TAG, _MAX_TAGS = 40, 50
NEWEST_FIRST = (ConversationRow.activity_number.desc(), ConversationRow.updated_at.desc())


def free_title(session: Session, title: str, *, own_id: str | None = None) -> str:
    """Return the title, with the lowest free number if another conversation has it.

    Conversations in the trash do not count; an empty title stays empty.
    """
    if not title:
        return title
    stem = title_stem(title)
    column = ConversationRow.title
    like = select(column).where(
        ConversationRow.deleted_at.is_(None),
        or_(column == stem, column.startswith(stem + TITLE_MARK, autoescape=True)),
    )
    if own_id is not None:
        like = like.where(ConversationRow.id != own_id)
    return numbered_title(title, set(session.scalars(like)))


class ConversationRepository:
    """Conversations outside the trash."""

    def __init__(self, database: Database, now: Callable[[], datetime]) -> None:
        self.database = database
        self._now = now
        self._unrepaired: set[int] = set()  # already searched for in the backups

    @transaction()
    def summaries(self, session: Session) -> tuple[ConversationSummary, ...]:
        """Return the conversations that have messages, the most recent activity first."""
        wanted = select(*LISTED).where(
            ConversationRow.deleted_at.is_(None), ConversationRow.last_sequence_number > 0
        )
        # On the connection: a session would search every row for mapped objects.
        rows = session.connection().execute(wanted.order_by(*NEWEST_FIRST)).all()
        return tuple([ConversationSummary(*row) for row in rows])

    @transaction()
    def summaries_of(
        self, session: Session, *conversation_ids: str
    ) -> tuple[ConversationSummary, ...]:
        """Return the given conversations that ``summaries`` would list, unordered."""
        wanted = select(*LISTED).where(
            ConversationRow.id.in_(conversation_ids),
            ConversationRow.deleted_at.is_(None),
            ConversationRow.last_sequence_number > 0,
        )
        return tuple(ConversationSummary(*row) for row in session.execute(wanted))

    @transaction()
    def search(self, session: Session, query: SearchQuery) -> tuple[SearchHit, ...]:
        """Return titles and messages that contain every word of the query, the best first."""
        return find(session, query=query)

    async def get(self, conversation_id: str) -> Conversation | None:
        """Return a conversation with its active branch; None if missing or deleted.

        Damaged messages are restored from a backup that contains them, with a note.
        """
        found = await self.database.run(partial(read, conversation_id=conversation_id))
        return None if found is None else await self.repaired(found)

    async def repaired(self, found: Conversation) -> Conversation | None:
        """Return a conversation that was just read, with damaged messages restored from a backup.

        Reads it again only if some are damaged; None if it was deleted meanwhile.
        """
        damaged = {each.id for each in found.messages if each.is_damaged}
        if self.database.read_only_reason is not None or damaged <= self._unrepaired:
            return found
        # Each message is searched once: a backup that lacks it will not get it later.
        self._unrepaired |= damaged
        restore = partial(repairer.from_backups, message_ids=damaged, path=self.database.path)
        await self.database.run(restore, Durability.AGAINST_POWER_LOSS)
        return await self.database.run(partial(read, conversation_id=found.id))

    @transaction(Durability.AGAINST_POWER_LOSS)
    def create(
        self,
        session: Session,
        title: str = "",
        *,
        folder: str = "",
        source_version_id: int | None = None,
        model: ChatModel = NO_MODEL,
    ) -> Conversation:
        """Create an empty conversation, in a folder, a source or with a model if one is given."""
        now = self._now()
        row = ConversationRow(
            id=uuid.uuid4().hex,
            title=one_line(title),
            draft="",
            created_at=now,
            updated_at=now,
            activity_number=next_activity_number(session),
            last_sequence_number=0,
            number=next_number(session),
            folder=one_line(folder),
            is_pinned=False,
            model_digest=storable(model.digest),
            model_name=storable(model.name),
            overflow_policy="SLIDE",
            chat_options="",
            tags=(),
            is_archived=False,
            title_origin=(TitleOrigin.USER if title else TitleOrigin.FIRST_WORDS).name,
            source_version_id=source_version_id,
        )
        session.add(row)
        return replace(reading.conversation(row, ()), source=link_of(session, row))

    @transaction(Durability.AGAINST_POWER_LOSS)
    def rename(self, session: Session, conversation_id: str, title: str) -> None:
        """Set a conversation's title for the user; an empty title restores its first words.

        Raises ConversationGone.
        """
        row = present(session, conversation_id)
        row.title = one_line(title) or branches.first_words(session, conversation_id)
        row.title_origin = (TitleOrigin.USER if title.strip() else TitleOrigin.FIRST_WORDS).name

    @transaction(Durability.AGAINST_POWER_LOSS)
    def propose_title(
        self, session: Session, conversation_id: str, title: str, *, before: str | None = None
    ) -> bool:
        """Set a conversation's title for the model; return whether it was set.

        A title that is taken gets a number. Of the user's titles, only ``before`` is replaced.
        Raises ConversationGone.
        """
        row = present(session, conversation_id)
        proposed = one_line(title)
        is_kept = reading.title_origin(row) is TitleOrigin.USER and row.title != before
        if not proposed or is_kept:
            return False
        row.title = free_title(session, proposed, own_id=conversation_id)
        row.title_origin = TitleOrigin.MODEL.name
        return True

    @transaction(Durability.AGAINST_POWER_LOSS)
    def set_options(
        self, session: Session, conversation_id: str, options: ConversationOptions
    ) -> None:
        """Store the user's options for a conversation. Raises ConversationGone."""
        write_options(present(session, conversation_id), options)

    @transaction()
    def options(self, session: Session, conversation_id: str) -> ConversationOptions | None:
        """Return the user's options for a conversation; None if it is missing or deleted."""
        row = session.get(ConversationRow, conversation_id)
        return None if row is None or row.deleted_at is not None else reading.options(row)

    @transaction()
    def has_messages(self, session: Session, conversation_id: str) -> bool:
        """Return whether a conversation has any message."""
        wanted = exists().where(MessageRow.conversation_id == conversation_id)
        return bool(session.scalar(select(wanted)))

    @transaction(Durability.AGAINST_POWER_LOSS)
    def set_answering(
        self, session: Session, conversation_id: str, options: ConversationOptions
    ) -> None:
        """Store how a conversation is answered, without changing its folder and list state.

        The machine that answers it and the allowed tools are not changed. Raises ConversationGone.
        """
        row = present(session, conversation_id)
        before = reading.options(row)
        kept = replace(
            before,
            system_prompt=options.system_prompt,
            preset_name=options.preset_name,
            overflow_policy=options.overflow_policy,
            chat=replace(
                options.chat,
                route=before.chat.route,
                consents=before.chat.consents,
                allowed_tools=before.chat.allowed_tools,
            ),
        )
        write_options(row, kept)

    @transaction(Durability.AGAINST_POWER_LOSS)
    def set_route(
        self, session: Session, conversation_id: str, route: Route, *, consent: str = ""
    ) -> None:
        """Store where a conversation is answered, and a consent to send it to an address.

        Raises ConversationGone.
        """
        row = present(session, conversation_id)
        options = reading.options(row)
        known = options.chat.consents
        consents = known if not consent or consent in known else (*known, consent)
        chat = replace(options.chat, route=route, consents=consents)
        write_options(row, replace(options, chat=chat))

    @transaction(Durability.AGAINST_POWER_LOSS)
    def set_model(self, session: Session, conversation_id: str, model: ChatModel) -> ChatModel:
        """Store the model of a conversation; return the one before. Raises ConversationGone."""
        row = present(session, conversation_id)
        before = reading.options(row).model
        _write_model(row, model)
        return before

    @transaction(Durability.AGAINST_POWER_LOSS)
    def replace_model_key(self, session: Session, key: str, digest: str) -> None:
        """Replace the key of a file that was not hashed by its SHA-256, in all conversations."""
        chosen = update(ConversationRow).where(ConversationRow.model_digest == key)
        session.execute(chosen.values(model_digest=digest))

    @transaction(Durability.AGAINST_POWER_LOSS)
    def set_thinking(
        self, session: Session, conversation_id: str, thinking: ThinkingOptions
    ) -> None:
        """Store the thinking options of a conversation. Raises ConversationGone."""
        row = present(session, conversation_id)
        options = reading.options(row)
        write_options(row, replace(options, chat=replace(options.chat, thinking=thinking)))

    @transaction(Durability.AGAINST_POWER_LOSS)
    def set_tools(
        self, session: Session, conversation_id: str, tools: tuple[str, ...] | None
    ) -> None:
        """Store the keys of the tools that a conversation offers. Raises ConversationGone."""
        row = present(session, conversation_id)
        options = reading.options(row)
        write_options(row, replace(options, chat=replace(options.chat, tools=tools)))

    @transaction(Durability.AGAINST_POWER_LOSS)
    def allow_tool(
        self, session: Session, conversation_id: str, key: str, digest: str | None
    ) -> None:
        """Store that a tool with this digest runs in a conversation without asking.

        None lets it ask again. Raises ConversationGone.
        """
        row = present(session, conversation_id)
        options = reading.options(row)
        allowed = {name: each for name, each in options.chat.allowed_tools.items() if name != key}
        if digest is not None:
            allowed[key] = digest
        write_options(row, replace(options, chat=replace(options.chat, allowed_tools=allowed)))

    @transaction(Durability.AGAINST_POWER_LOSS)
    def disallow_tools(self, session: Session, prefix: str) -> None:
        """Let all tools whose keys begin with ``prefix`` ask again in all conversations."""
        granting = ConversationRow.chat_options.contains('"allowed_tools"')
        for row in session.scalars(select(ConversationRow).where(granting)):
            options = reading.options(row)
            granted = options.chat.allowed_tools
            allowed = {key: each for key, each in granted.items() if not key.startswith(prefix)}
            if allowed != granted:
                write_options(
                    row, replace(options, chat=replace(options.chat, allowed_tools=allowed))
                )

    @transaction(Durability.AGAINST_POWER_LOSS)
    def set_context_start(
        self, session: Session, conversation_id: str, message_id: int | None
    ) -> None:
        """Store the first message in the context window. Raises ConversationGone."""
        row = present(session, conversation_id)
        if message_id is not None:
            message = branches.message_row(session, message_id)
            assert message.conversation_id == conversation_id
        row.memory_begins_at_id = message_id

    @transaction(Durability.AGAINST_POWER_LOSS)
    def organize(
        self,
        session: Session,
        *conversation_ids: str,
        folder: str | None = None,
        is_pinned: bool | None = None,
        is_archived: bool | None = None,
    ) -> None:
        """Put conversations into a folder, pin or archive them; None changes nothing.

        An empty folder name removes them from their folders. Raises ConversationGone.
        """
        for conversation_id in conversation_ids:
            row = present(session, conversation_id)
            if folder is not None:
                row.folder = one_line(folder)
            if is_pinned is not None:
                row.is_pinned = is_pinned
            if is_archived is not None:
                row.is_archived = is_archived

    @transaction(Durability.AGAINST_POWER_LOSS)
    def tag(self, session: Session, *conversation_ids: str, tag: str, is_set: bool) -> None:
        """Append a tag to conversations, or remove it.

        Raises ConversationGone.
        """
        word = tag_of(tag)
        for conversation_id in conversation_ids:
            row = present(session, conversation_id)
            others = tuple(each for each in row.tags if each.casefold() != word.casefold())
            row.tags = (*others, word) if is_set and word else others

    @transaction(Durability.AGAINST_POWER_LOSS, makes_room=True)
    def delete(self, session: Session, *conversation_ids: str) -> None:
        """Move conversations to the trash, all or none. Raises ConversationGone."""
        now = self._now()
        for conversation_id in conversation_ids:
            present(session, conversation_id).deleted_at = now

    @transaction()
    def save_draft(self, session: Session, conversation_id: str, draft: OutgoingMessage) -> None:
        """Store the draft of the composer; does nothing if the conversation is gone."""
        session.execute(
            update(ConversationRow)
            .where(ConversationRow.id == conversation_id)
            .values(draft=storable(packed(draft)))
        )

    @transaction(Durability.AGAINST_POWER_LOSS)
    def save_queue(
        self, session: Session, conversation_id: str, queue: tuple[OutgoingMessage, ...]
    ) -> None:
        """Store the queue of messages to send, the next one first. Raises ConversationGone."""
        send_queue.save(session, conversation_id=conversation_id, texts=tuple(map(packed, queue)))

    @transaction()
    def delete_untouched(self, session: Session) -> None:
        """Delete unused conversations: without message, title, draft, queue and open tab."""
        is_open = exists().where(OpenTabRow.conversation_id == ConversationRow.id)
        has_messages = exists().where(MessageRow.conversation_id == ConversationRow.id)
        has_queue = exists().where(QueuedMessageRow.conversation_id == ConversationRow.id)
        untouched = and_(ConversationRow.title == "", ConversationRow.draft == "")
        session.execute(
            delete_rows(ConversationRow)
            .where(untouched, ~is_open, ~has_messages, ~has_queue)
            .execution_options(synchronize_session=False)  # no rows are loaded
        )


def read(
    session: Session, *, conversation_id: str, leaf_id: int | None = None
) -> Conversation | None:
    """Return a conversation with its active branch, or with the one that ends in ``leaf_id``.

    None if it is missing or deleted.
    """
    row = session.get(ConversationRow, conversation_id)
    if row is None or row.deleted_at is not None:
        return None
    if leaf_id is None:
        messages = branches.active(session, row)
    else:
        messages = branches.up_to(branches.everything(session, row.id), leaf_id)
    found = reading.conversation(row, messages, send_queue.read(session, conversation_id))
    return found if row.source_version_id is None else replace(found, source=link_of(session, row))


def present(session: Session, conversation_id: str) -> ConversationRow:
    """Return the row of a conversation outside the trash. Raises ConversationGone."""
    row = session.get(ConversationRow, conversation_id)
    if row is None or row.deleted_at is not None:
        raise ConversationGone(lazy("This chat does not exist any more, or is in the trash."))
    return row


def write_options(row: ConversationRow, options: ConversationOptions) -> None:
    """Write the user's options into a row."""
    row.folder = one_line(options.folder)
    row.tags = tuple(dict.fromkeys(filter(None, map(tag_of, options.tags[:_MAX_TAGS]))))
    row.is_archived = options.is_archived
    row.is_pinned = options.is_pinned
    row.system_prompt = None if options.system_prompt is None else storable(options.system_prompt)
    row.preset_name = None if options.preset_name is None else one_line(options.preset_name)
    _write_model(row, options.model)
    row.overflow_policy = options.overflow_policy.name
    row.chat_options = storable(packed_chat_options(options.chat))


def _write_model(row: ConversationRow, model: ChatModel) -> None:
    row.model_digest = storable(model.digest)
    row.model_name = storable(model.name)


def tag_of(text: str) -> str:
    """Return a tag in its stored form: one word without the "#"."""
    return "-".join(one_line(text.lstrip("# "), _LONGEST_TAG).split())


def next_activity_number(session: Session) -> int:
    """Return an activity number above those of all conversations."""
    highest = session.scalar(_HIGHEST_ACTIVITY)
    return (highest or 0) + 1


def activity_number_at(session: Session, moment: datetime) -> int:
    """Return the activity number of the last conversation used before a time.

    An imported conversation is listed next to it, by its time, and not above conversations that
    were used later.
    """
    before = (
        select(ConversationRow.activity_number)
        .where(ConversationRow.updated_at <= moment)
        .order_by(ConversationRow.activity_number.desc())
        .limit(1)
    )
    return session.scalar(before) or 0


def next_number(session: Session) -> int:
    """Return an unused number for the index."""
    highest = session.scalar(select(func.max(ConversationRow.number)))
    return (highest or 0) + 1
