"""Backups of the histories, and damaged files that were put aside."""

import enum
from datetime import datetime

import msgspec


class BackupKind(enum.Enum):
    """Why a backup was made."""

    DAILY = "daily"
    BEFORE_UPDATE = "before the file was brought to a newer form"
    BEFORE_RESTORE = "before another backup was restored"


class Backup(msgspec.Struct, frozen=True):
    """A backup in the list.

    Attributes:
        trouble: why it can't be restored, in a sentence; empty if it can.
    """

    name: str
    kind: BackupKind
    made_at: datetime
    byte_count: int
    conversation_count: int = 0
    message_count: int = 0
    trouble: str = ""


class PutAside(msgspec.Struct, frozen=True):
    """A damaged file that was put aside; it is never deleted automatically."""

    name: str
    put_aside_at: datetime
    byte_count: int


class Removal(msgspec.Struct, frozen=True):
    """The result of removing conversations from the backups.

    Attributes:
        rewritten_count: backups that no longer contain them.
        problems: a sentence for each backup that was not changed.
        is_cancelled: whether some backups were not processed.
    """

    rewritten_count: int = 0
    problems: tuple[str, ...] = ()
    is_cancelled: bool = False
