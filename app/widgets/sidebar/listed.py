"""Which conversations the sidebar lists, and in which order; plain values, no Qt."""

from collections.abc import Iterable
from datetime import date, datetime
from operator import attrgetter

from app.domain import ConversationSummary, SearchHit
from app.widgets.kit.translation import shown_title
from app.widgets.markdown.safe_text import without_hidden
from app.widgets.sidebar.groups import FOUND, Days, Group, folder_group, grouped

HIT = "!"  # begins the key of a message that was found
_by_activity = attrgetter("activity_number", "updated_at")


class ListedConversations:
    """Conversations, what is being answered, what is searched for, and which groups are folded.

    ``wanted_keys`` turns all of that into rows: each heading, conversation or hit has a key.
    """

    def __init__(self) -> None:
        self.running_ids: frozenset[str] = frozenset()
        self.folded: set[str] = set()
        self.groups: dict[str, Group] = {}
        self.sizes: dict[str, int] = {}
        self.hits: dict[str, SearchHit] = {}
        self._summaries: dict[str, ConversationSummary] = {}  # the newest activity first
        self._search_words: list[str] = []
        self._folded_titles: dict[str, str] = {}  # case-folded, so that a search folds each once
        self._today: date | None = None
        self._days = Days(date.min.replace(year=2000))

    def replace(
        self, conversations: tuple[ConversationSummary, ...], running_ids: Iterable[str]
    ) -> bool:
        """List these instead of all others; return whether the conversations are different."""
        self.running_ids = frozenset(running_ids)
        summaries = {summary.id: summary for summary in conversations}
        # Dicts are equal whatever their order, and the order is what the list shows.
        if summaries == self._summaries and list(summaries) == list(self._summaries):
            return False
        self._summaries = summaries
        self._folded_titles.clear()
        return True

    def update(
        self,
        changed: Iterable[ConversationSummary],
        gone_ids: Iterable[str],
        running_ids: Iterable[str],
    ) -> set[str]:
        """Take over what changed; return the conversations whose rows look different."""
        running = frozenset(running_ids)
        touched = set(running ^ self.running_ids)
        self.running_ids = running
        is_moved = False
        for summary in changed:
            touched.add(summary.id)
            old = self._summaries.get(summary.id)
            is_moved |= old is None or old.activity_number != summary.activity_number
            self._summaries[summary.id] = summary
            self._folded_titles.pop(summary.id, None)
        for id_ in gone_ids:
            self._summaries.pop(id_, None)
        # Sorting ten thousand conversations for each saved title would be felt; most changes keep
        # the order.
        if is_moved:
            ordered = sorted(self._summaries.values(), key=_by_activity, reverse=True)
            self._summaries = {summary.id: summary for summary in ordered}
        return touched

    def set_filter(self, text: str) -> None:
        """List only the conversations whose title holds every word of ``text``."""
        self._search_words = text.casefold().split()
        self.hits = {}

    def set_hits(self, hits: Iterable[SearchHit]) -> None:
        """List messages that were found, below the titles."""
        self.hits = {f"{HIT}{hit.message_id}": hit for hit in hits if hit.message_id is not None}

    def rename_folder(self, old: str, new: str) -> bool:
        """Keep a folder folded that gets another name; return whether it was folded."""
        old_key, new_key = folder_group(old).key, folder_group(new).key
        was_folded = old_key in self.folded
        if was_folded:
            self.folded = self.folded - {old_key} | {new_key}
        return was_folded

    def title(self, conversation_id: str) -> str:
        """Return a conversation's title, or an empty text where it is not known."""
        summary = self._summaries.get(conversation_id)
        return "" if summary is None else summary.title

    def shown_title(self, conversation_id: str) -> str:
        """Return the title as a row shows it: one line, never empty."""
        return shown_title(without_hidden(self._summaries[conversation_id].title))

    def known(self, conversation_ids: Iterable[str]) -> tuple[ConversationSummary, ...]:
        """Return those of these conversations that are listed."""
        found = (self._summaries.get(each) for each in conversation_ids)
        return tuple(each for each in found if each is not None)

    def summaries(self) -> tuple[ConversationSummary, ...]:
        """Return all conversations, also those that the filter hides, newest first."""
        return tuple(self._summaries.values())

    def folders(self) -> tuple[str, ...]:
        """Return the names of all folders that have a conversation."""
        folders = {summary.folder for summary in self._summaries.values() if summary.folder}
        return tuple(sorted(folders, key=str.casefold))

    def wanted_keys(self) -> list[str]:
        """Return the keys of all rows from top to bottom, headings included."""
        keys: list[str] = []
        matches = self._matches_search if self._search_words else None
        summaries = self._summaries.values()
        for group, ids in grouped(summaries, self.running_ids, self._current_days(), matches):
            self._add_group(keys, group, ids)
        if self.hits:
            self._add_group(keys, FOUND, list(self.hits))
        return keys

    def _add_group(self, keys: list[str], group: Group, rows: list[str]) -> None:
        self.groups[group.key] = group
        self.sizes[group.key] = len(rows)
        keys.append(group.key)
        if group.key not in self.folded:
            keys += rows

    def _current_days(self) -> Days:
        today = datetime.now().astimezone().date()
        if today != self._today:
            self._today, self._days = today, Days(today)
        return self._days

    def _matches_search(self, id_: str) -> bool:
        title = self._folded_titles.get(id_)
        if title is None:
            title = self._folded_titles[id_] = self.shown_title(id_).casefold()
        return all(word in title for word in self._search_words)
