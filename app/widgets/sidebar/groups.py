"""The order of the list of conversations: pinned, the folders, then by day."""

import enum
from collections import Counter
from collections.abc import Callable, Iterable
from datetime import date, datetime, time, timedelta

import msgspec

from app.domain.conversations import ConversationSummary

HEADING = "#"  # first character of a heading's key; ids of conversations do not contain it


class Age(enum.Enum):
    """The groups by day, in order; the value is the number of days back at which one begins."""

    TODAY = 0
    YESTERDAY = 1
    PREVIOUS_7_DAYS = 7
    PREVIOUS_30_DAYS = 30
    OLDER = 1_000_000


_RECENT = tuple(age for age in Age if age is not Age.OLDER)


class Days:
    """Local days at a given moment; the future counts as today."""

    def __init__(self, today: date) -> None:
        self._begins = [
            (datetime.combine(today - timedelta(days=age.value), time.min).astimezone(), age)
            for age in _RECENT
        ]

    def age_of(self, moment: datetime) -> Age:
        """Return the group of a moment."""
        for begins, age in self._begins:
            if moment >= begins:
                return age
        return Age.OLDER


class Group(msgspec.Struct, frozen=True):
    """A heading of the list, identified by ``age``, ``folder`` or else its key."""

    key: str
    age: Age | None = None
    folder: str = ""


_FOLDER = HEADING + "folder "  # prefix of a folder's key, followed by its name

PINNED = Group(HEADING + "pinned")
FOLDERS = Group(HEADING + "folders")
MORE_FOLDERS = Group(HEADING + "more")
ARCHIVE = Group(HEADING + "archive")
FOUND = Group(HEADING + "found")
BY_AGE = {age: Group(HEADING + age.name, age=age) for age in Age}


def folder_group(folder: str) -> Group:
    """Return the group of a folder."""
    return Group(_FOLDER + folder, folder=folder)


def is_closed_at_first(key: str) -> bool:
    """Return whether a group is folded by default: a folder, or the group of older folders."""
    return key.startswith(_FOLDER) or key == MORE_FOLDERS.key


class GroupedIds(msgspec.Struct):
    """Conversations under their headings, the newest activity first in each.

    Attributes:
        folders: the conversations under each folder, most recently used folder first.
        folder_sizes: the number of conversations of each, including those under other headings.
    """

    pinned: list[str] = msgspec.field(default_factory=list)
    folders: dict[str, list[str]] = msgspec.field(default_factory=dict)
    folder_sizes: Counter[str] = msgspec.field(default_factory=Counter)
    dated: dict[Age, list[str]] = msgspec.field(default_factory=dict)


def grouped(
    summaries: Iterable[ConversationSummary],
    days: Days,
    is_wanted: Callable[[str], bool] | None = None,
) -> GroupedIds:
    """Return the conversations of each heading.

    They are sorted by activity, newest first. No day appears twice or above a later one, even if
    the clock was wrong for a while.
    """
    groups = GroupedIds()
    age, same_age = Age.TODAY, groups.dated.setdefault(Age.TODAY, [])
    for summary in summaries:
        if is_wanted is not None and not is_wanted(summary.id):
            continue
        if summary.folder:
            in_folder = groups.folders.setdefault(summary.folder, [])
            groups.folder_sizes[summary.folder] += 1
        if summary.is_pinned:
            groups.pinned.append(summary.id)
        elif summary.folder:
            in_folder.append(summary.id)
        else:
            # The list is sorted by activity. A day only ever gets older on the way down, so a
            # conversation with a wrong clock joins the group above it and no heading appears twice.
            if age is not Age.OLDER:
                own = days.age_of(summary.updated_at)
                if own.value > age.value:
                    age, same_age = own, groups.dated.setdefault(own, [])
            same_age.append(summary.id)
    return groups
