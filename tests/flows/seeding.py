"""Histories that were there before the program starts."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from app.data_folders import Paths
from app.domain.conversations import ConversationTree
from app.domain.messages import Message, MessageStatus, Role
from app.storage.history import History

MOMENT = datetime(2026, 3, 1, 12, tzinfo=UTC)


def tree(name: str, texts: Iterable[str]) -> ConversationTree:
    """Return a conversation in which the user and the model say these in turn."""
    roles = (Role.USER, Role.ASSISTANT)
    messages = tuple(
        Message(
            id=number,
            conversation_id=name,
            parent_id=number - 1 or None,
            sequence_number=number,
            role=roles[(number - 1) % 2],
            text=text,
            status=MessageStatus.COMPLETE,
            created_at=MOMENT + timedelta(minutes=number),
        )
        for number, text in enumerate(texts, start=1)
    )
    return ConversationTree(name, f"Title {name}", MOMENT, MOMENT, messages)


async def seed(folder: Path, trees: Iterable[ConversationTree]) -> None:
    """Store conversations in a data folder."""
    paths = Paths.under(folder)
    paths.create()
    history = await History.open(paths.database)
    for each in trees:
        await history.archive.add(each)
    await history.close()
