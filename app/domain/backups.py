"""Backups of the histories, and files that were put aside, as they are listed."""

import enum
from dataclasses import dataclass
from datetime import datetime


class BackupKind(enum.Enum):
    """Why a backup was made."""

    DAILY = "daily"
    BEFORE_UPDATE = "before the file was brought to a newer form"
    BEFORE_RESTORE = "before another backup was restored"


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup in the list.

    Attributes:
        trouble: why it can't be restored, in a sentence; empty where it can.
    """

    name: str
    kind: BackupKind
    made_at: datetime
    byte_count: int
    conversation_count: int = 0
    message_count: int = 0
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class PutAside:
    """A damaged file that was put aside, never deleted by itself."""

    name: str
    put_aside_at: datetime
    byte_count: int


@dataclass(frozen=True, slots=True)
class Removal:
    """What became of taking conversations out of the backups.

    Attributes:
        rewritten_count: backups that hold them no more.
        problems: a sentence for each backup that was left as it is.
        is_cancelled: some backups were not looked at.
    """

    rewritten_count: int = 0
    problems: tuple[str, ...] = ()
    is_cancelled: bool = False
