"""Conversations made of others: forks of one branch, and whole copies."""

import uuid
from dataclasses import replace
from datetime import datetime

from sqlalchemy.orm import Session

from app.domain import Conversation, ConversationTree, TitleOrigin
from app.errors import ConversationGone, lazy
from app.storage.content import branches, conversations, trees
from app.storage.tables import MessageRow


def fork(session: Session, *, message_id: int, title: str | None, now: datetime) -> Conversation:
    """Return a new conversation with the branch that ends in a message."""
    message = session.get(MessageRow, message_id)
    tree = None if message is None else trees.read(session, conversation_id=message.conversation_id)
    if tree is None:
        raise ConversationGone(lazy("This message does not exist any more."))
    branch = branches.up_to(tree.messages, message_id)
    return _add(session, replace(tree, messages=branch, active_leaf_id=message_id), title, now)


def duplicate(
    session: Session, *, conversation_id: str, title: str | None, now: datetime
) -> Conversation:
    """Return a new conversation with all branches of another."""
    tree = trees.read(session, conversation_id=conversation_id)
    if tree is None:
        raise ConversationGone(
            lazy("This conversation does not exist any more, or is in the trash.")
        )
    return _add(session, tree, title, now)


def _add(
    session: Session, tree: ConversationTree, title: str | None, now: datetime
) -> Conversation:
    copy = replace(
        tree,
        id=uuid.uuid4().hex,
        title=tree.title if title is None else title,
        title_origin=tree.title_origin if title is None else TitleOrigin.USER,
        created_at=now,
        updated_at=now,
        draft="",  # what was not sent yet stays where it was written
        queue=(),
        options=replace(tree.options, is_pinned=False),
    )
    kept = {each.digest for message in copy.messages for each in message.attachments}
    newest = conversations.next_activity_number(session)
    id_ = trees.add(session, tree=copy, kept=kept, activity_number=newest)
    assert id_ is not None, "the id is a new one"
    stored = conversations.read(session, conversation_id=id_)
    assert stored is not None, "it was stored just now"
    return stored
