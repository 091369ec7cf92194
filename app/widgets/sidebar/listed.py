"""Which conversations the sidebar lists, and in which order; plain values, no Qt."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from operator import attrgetter

from app.domain.conversations import ConversationSummary, SearchHit
from app.domain.natural_order import natural_key
from app.domain.tabs import TabActivity, TabState
from app.widgets.kit.distinct_titles import told_apart
from app.widgets.kit.translation import shown_title
from app.widgets.markdown.safe_text import without_hidden
from app.widgets.sidebar.groups import (
    ARCHIVE,
    BY_AGE,
    FOLDERS,
    FOUND,
    MORE_FOLDERS,
    PINNED,
    Days,
    Group,
    GroupedIds,
    folder_group,
    grouped,
    is_closed_at_first,
)
from app.widgets.sidebar.search_words import SearchWords

HIT = "!"  # begins the key of a message that was found
FEW_FOLDERS = 5  # of many folders only those used last are listed, or they would bury today
_by_activity = attrgetter("activity_number", "updated_at")
_OPENED = "+"  # before the key of a group that is closed at first


class Folds:
    """Days are open and folders are closed until the user changes that.

    Only what was changed is remembered, under names that settings keep.
    """

    def __init__(self) -> None:
        self._changed: set[str] = set()

    def is_folded(self, key: str) -> bool:
        """Return whether a group shows nothing but its heading."""
        return is_closed_at_first(key) != (key in self._changed)

    def set_folded(self, key: str, *, is_folded: bool) -> bool:
        """Fold a group or open it; return whether that changed anything."""
        if self.is_folded(key) == is_folded:
            return False
        self._changed ^= {key}
        return True

    def rename(self, old: str, new: str) -> bool:
        """Let one group be as another one was; return whether that changed anything."""
        return self.set_folded(new, is_folded=self.is_folded(old))

    def names(self) -> tuple[str, ...]:
        """Return what settings keep."""
        marked = (_OPENED + key if is_closed_at_first(key) else key for key in self._changed)
        return tuple(sorted(marked))

    def restore(self, names: Iterable[str]) -> bool:
        """Take over what settings kept; return whether that changed anything.

        Older versions named folders that were folded; these are closed at first now.
        """
        changed = {
            name.removeprefix(_OPENED)
            for name in names
            if name.startswith(_OPENED) == is_closed_at_first(name.removeprefix(_OPENED))
        }
        is_other = changed != self._changed
        self._changed = changed
        return is_other


class ListedConversations:
    """The listed conversations, running answers, search, and folded groups.

    ``wanted_keys`` turns them into rows: each heading, conversation or hit has a key.

    Attributes:
        waiting: the queue positions of conversations that wait for their answer.
        asking_ids: conversations with a call of a tool that waits for the user.
        unread_ids: conversations whose last answer was not shown yet.
        shows_archive: whether the archive is listed instead of all others.
        default_model: the digest of the model of new chats; other models are shown.
        missing_models: the digests of models that are not on this computer.
    """

    def __init__(self) -> None:
        self.running_ids: frozenset[str] = frozenset()
        self.waiting: dict[str, int] = {}
        self.asking_ids: frozenset[str] = frozenset()
        self.unread_ids: frozenset[str] = frozenset()
        self.folds = Folds()
        self.groups: dict[str, Group] = {}
        self.sizes: dict[str, int] = {}
        self.hits: dict[str, SearchHit] = {}
        self.shows_archive = False
        self.open_ids: frozenset[str] = frozenset()  # listed above, so not under their days
        self.default_model = ""
        self.missing_models: frozenset[str] = frozenset()
        self._summaries: dict[str, ConversationSummary] = {}  # sorted by activity, newest first
        self._told_apart: Mapping[str, str] = {}
        self._search = SearchWords()
        self._folded_while_searching: set[str] = set()
        self._folded_titles: dict[str, str] = {}  # case-folded, so that a search folds each once
        self._today: date | None = None
        self._days = Days(date.min.replace(year=2000))

    def replace(
        self, conversations: tuple[ConversationSummary, ...], running_ids: Iterable[str]
    ) -> bool:
        """Replace all conversations; return whether they differ from before."""
        self.running_ids = frozenset(running_ids)
        summaries = {summary.id: summary for summary in conversations}
        # Comparing dicts ignores their order, but the list shows the order.
        if summaries == self._summaries and list(summaries) == list(self._summaries):
            return False
        self._summaries = summaries
        self._told_apart = told_apart(conversations)
        self._folded_titles.clear()
        return True

    def update(
        self,
        changed: Iterable[ConversationSummary],
        gone_ids: Iterable[str],
        running_ids: Iterable[str],
    ) -> set[str]:
        """Update changed conversations; return those whose rows look different."""
        running = frozenset(running_ids)
        touched = set(running ^ self.running_ids)
        self.running_ids = running
        self.waiting = {id_: place for id_, place in self.waiting.items() if id_ in running}
        self.asking_ids &= frozenset(running)
        is_moved = is_renamed = False
        for summary in changed:
            touched.add(summary.id)
            old = self._summaries.get(summary.id)
            is_moved |= old is None or old.activity_number != summary.activity_number
            is_renamed |= old is None or old.title != summary.title
            self._summaries[summary.id] = summary
            self._folded_titles.pop(summary.id, None)
        for id_ in gone_ids:
            is_renamed |= self._summaries.pop(id_, None) is not None
        # Sorting ten thousand conversations for each saved title would be felt; most changes keep
        # the order.
        if is_moved:
            ordered = sorted(self._summaries.values(), key=_by_activity, reverse=True)
            self._summaries = {summary.id: summary for summary in ordered}
        return touched | self._number_again() if is_renamed else touched

    def set_state(self, conversation_id: str, state: TabState) -> bool:
        """Set the state of a conversation; return whether its row looks different."""
        before = self._state_of(conversation_id)
        self.waiting.pop(conversation_id, None)
        if state.activity is TabActivity.QUEUED:
            self.waiting[conversation_id] = state.queue_position
        changed = frozenset((conversation_id,))
        is_asking = state.activity is TabActivity.ASKING
        self.asking_ids = self.asking_ids | changed if is_asking else self.asking_ids - changed
        self.unread_ids = (
            self.unread_ids | changed if state.is_unseen else self.unread_ids - changed
        )
        return self._state_of(conversation_id) != before

    def _state_of(self, id_: str) -> tuple[int | None, bool, bool]:
        return self.waiting.get(id_), id_ in self.asking_ids, id_ in self.unread_ids

    def set_filter(self, text: str) -> None:
        """List only the conversations whose title holds every word of ``text``, and its #tags."""
        self._search = SearchWords.of(text)
        self._folded_while_searching.clear()
        self.hits = {}

    def set_hits(self, hits: Iterable[SearchHit]) -> None:
        """List found messages below the titles."""
        self.hits = {
            f"{HIT}{hit.message_id}": hit
            for hit in hits
            if hit.message_id is not None and self._may_show(hit.conversation_id)
        }

    def is_folded(self, key: str) -> bool:
        """Return whether only the heading of a group is shown; a search opens all groups."""
        if self._search:
            return key in self._folded_while_searching
        return self.folds.is_folded(key)

    def set_folded(self, key: str, *, is_folded: bool) -> bool:
        """Fold or open a group; return whether the change is to be stored."""
        if not self._search:
            return self.folds.set_folded(key, is_folded=is_folded)
        self._folded_while_searching -= {key}
        self._folded_while_searching |= {key} if is_folded else set()
        return False

    def title(self, conversation_id: str) -> str:
        """Return a conversation's title, or an empty string if it is not known."""
        summary = self._summaries.get(conversation_id)
        return "" if summary is None else summary.title

    def shown_title(self, conversation_id: str) -> str:
        """Return the title as a row shows it: one line, never empty, unique."""
        title = self._told_apart.get(conversation_id, self._summaries[conversation_id].title)
        return shown_title(without_hidden(title))

    def summary(self, conversation_id: str) -> ConversationSummary:
        """Return the summary of a listed conversation."""
        return self._summaries[conversation_id]

    def known(self, conversation_ids: Iterable[str]) -> tuple[ConversationSummary, ...]:
        """Return the given conversations that are listed."""
        found = (self._summaries.get(each) for each in conversation_ids)
        return tuple(each for each in found if each is not None)

    def summaries(self) -> tuple[ConversationSummary, ...]:
        """Return all conversations, including those that the filter hides, newest first."""
        return tuple(self._summaries.values())

    def folders(self) -> tuple[str, ...]:
        """Return the names of all folders that contain a conversation."""
        folders = {summary.folder for summary in self._summaries.values() if summary.folder}
        return tuple(sorted(folders, key=natural_key))

    def tags(self) -> tuple[str, ...]:
        """Return all tags that a conversation has."""
        tags = {tag for summary in self._summaries.values() for tag in summary.tags}
        return tuple(sorted(tags, key=natural_key))

    def wanted_keys(self) -> list[str]:
        """Return the keys of all rows from top to bottom, headings included."""
        keys: list[str] = []
        matches = self._matches_search if self._search else None
        if not self.shows_archive:
            listed = [each for each in self._summaries.values() if not each.is_archived]
            self._add_groups(keys, grouped(listed, self._days_now(), matches))
        if self.shows_archive or self._search:
            archived = [each.id for each in self._summaries.values() if each.is_archived]
            self._add_group(keys, ARCHIVE, [id_ for id_ in archived if not matches or matches(id_)])
        self._add_group(keys, FOUND, list(self.hits))
        return keys

    def _add_groups(self, keys: list[str], groups: GroupedIds) -> None:
        self._add_group(keys, PINNED, groups.pinned)
        self._add_folders(keys, groups)
        for age, ids in groups.dated.items():
            is_hidden = self.open_ids if not self._search else frozenset()
            self._add_group(keys, BY_AGE[age], [id_ for id_ in ids if id_ not in is_hidden])

    def _add_folders(self, keys: list[str], groups: GroupedIds) -> None:
        shown = sorted(self._shown_folders(tuple(groups.folders)), key=natural_key)
        self._add_group(keys, FOLDERS, shown, count=len(groups.folders), has_rows=False)
        if not shown or self.is_folded(FOLDERS.key):
            return
        for folder in shown:
            count = groups.folder_sizes[folder]
            self._add_group(keys, folder_group(folder), groups.folders[folder], count=count)
        if len(groups.folders) > FEW_FOLDERS + 1 and not self._search:
            self._add_group(keys, MORE_FOLDERS, shown, count=len(groups.folders), has_rows=False)

    def _shown_folders(self, used: tuple[str, ...]) -> Iterable[str]:
        """Return all folders, or the most recently used ones and those that the user opened."""
        if len(used) <= FEW_FOLDERS + 1 or not self.is_folded(MORE_FOLDERS.key):
            return used
        last = set(used[:FEW_FOLDERS])
        return (
            each
            for each in used
            if each in last or not self.folds.is_folded(folder_group(each).key)
        )

    def _add_group(
        self,
        keys: list[str],
        group: Group,
        rows: list[str],
        *,
        count: int | None = None,
        has_rows: bool = True,
    ) -> None:
        """Add a heading, and its rows unless it is folded; an empty group adds nothing."""
        size = len(rows) if count is None else count
        if not size:
            return
        self.groups[group.key] = group
        self.sizes[group.key] = size
        keys.append(group.key)
        if has_rows and not self.is_folded(group.key):
            keys += rows

    def _number_again(self) -> set[str]:
        """Number equal titles; return the conversations whose shown titles changed."""
        old, new = self._told_apart, told_apart(self._summaries.values())
        self._told_apart = new
        return {id_ for id_ in old.keys() | new.keys() if old.get(id_) != new.get(id_)}

    def _days_now(self) -> Days:
        today = datetime.now().astimezone().date()
        if today != self._today:
            self._today, self._days = today, Days(today)
        return self._days

    def _may_show(self, id_: str) -> bool:
        """Return whether found messages of a conversation pass the filter by tags."""
        summary = self._summaries.get(id_)
        if summary is None:
            return not self._search.tags
        is_here = summary.is_archived or not self.shows_archive
        return is_here and self._search.fit_tags(summary.tags)

    def _matches_search(self, id_: str) -> bool:
        if self._search.tags and not self._search.fit_tags(self._summaries[id_].tags):
            return False
        title = self._folded_titles.get(id_)
        if title is None:
            title = self._folded_titles[id_] = self.shown_title(id_).casefold()
        return all(word in title for word in self._search.title_words)
