"""The rows of the palette for a query: groups, the best match first."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal

from app.domain.conversations import ConversationSummary, SearchHit, TextRange
from app.widgets.commands import fuzzy
from app.widgets.commands.bound_keys import action_keys, action_name
from app.widgets.commands.palette_items import PaletteItem, PaletteItemKind, PaletteOffers
from app.widgets.kit.translation import shown_title
from app.widgets.markdown.safe_text import without_hidden

translate = QCoreApplication.translate

COMMANDS_ONLY = ">"
MAX_IN_GROUP = 6  # if the other groups have as many
RECENT_ROOM = 14  # rows that are visible together
FOUND_ROOM = 10  # leaves room for the messages below them
_ALL = 1000
_BEGINNING = 120  # characters of a prompt
Kind = PaletteItemKind
MAX_COMMANDS = 40
MAX_USES = 20  # of one command; then all are halved, so that old habits fade
SLICE = 400  # titles that are searched in one turn of the event loop


class ChatFinder(QObject):
    """``find`` searches the first titles at once; ``finished`` is emitted after all others."""

    finished = Signal()

    def __init__(
        self,
        conversations: Sequence[ConversationSummary],
        title_of: Callable[[str], str],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._conversations = conversations
        self._title_of = title_of
        self._titles: list[str] = []  # those that were needed so far
        self._work: Iterator[tuple[int, fuzzy.Match] | None] = iter(())
        self._found: list[tuple[int, fuzzy.Match]] = []
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._on_timeout)

    @property
    def is_busy(self) -> bool:
        """Return whether some titles have not been searched yet."""
        return self._timer.isActive()

    def title(self, number: int) -> str:
        """Return the title of a conversation as the window shows it."""
        while len(self._titles) <= number:
            summary = self._conversations[len(self._titles)]
            self._titles.append(shown_title(without_hidden(self._title_of(summary.id))))
        return self._titles[number]

    def find(self, wanted: str) -> None:
        """Start a search; it replaces the one before."""
        self._found = []
        texts = (self.title(number) for number in range(len(self._conversations)))
        self._work = fuzzy.looked_through(wanted, texts)
        self._timer.stop()
        if not self._look():
            self._timer.start()

    def stop(self) -> None:
        """Stop the search and remove its results."""
        self._timer.stop()
        self._found = []

    def finish(self) -> None:
        """Search all remaining titles now, because a row is about to be chosen."""
        while self.is_busy:
            self._on_timeout()

    def best(self, limit: int) -> list[tuple[int, fuzzy.Match]]:
        """Return the indexes of the best matching conversations found so far."""
        return fuzzy.ranked(self._found)[:limit]

    def _on_timeout(self) -> None:
        if self._look():
            self._timer.stop()
            self.finished.emit()

    def _look(self) -> bool:
        """Search some titles; return whether these were the last ones."""
        for _ in range(SLICE):
            try:
                found = next(self._work)
            except StopIteration:
                return True
            if found is not None:
                self._found.append(found)
        return False


def with_use(uses: Mapping[str, int], name: str) -> dict[str, int]:
    """Return the uses with one more use of a command."""
    counted = {each: count for each, count in uses.items() if count > 0}
    counted[name] = counted.get(name, 0) + 1
    if counted[name] > MAX_USES:
        counted = {each: count // 2 for each, count in counted.items() if count > 1}
    if len(counted) > MAX_COMMANDS:
        others = (each for each in counted if each != name)
        del counted[min(others, key=counted.__getitem__)]
    return counted


def bonus(uses: Mapping[str, int], name: str) -> int:
    """Return the score that a command gains by its uses."""
    return max(0, min(uses.get(name, 0), MAX_USES))


class PaletteGroups:
    """Finds rows among the offered ones."""

    def __init__(self, offers: PaletteOffers, chats: ChatFinder) -> None:
        self._offers = offers
        self._chats = chats
        self._tab_titles = [each.title for each in offers.tabs]
        self._command_names = [action_name(each) for each in offers.commands]
        self._settings = [f"{each.title} {each.also}" for each in offers.settings]
        self._prompts = [without_hidden(each.name) for each in offers.prompts]

    def recent(self) -> list[list[PaletteItem]]:
        """Return the rows for an empty query: what was used last, all commands before that."""
        chats = self._offers.conversations
        newest = (number for number, each in enumerate(chats) if not each.is_archived)
        used = [each for each in self._all_commands() if each.score > 0]
        groups = [
            [self._tab(number) for number in range(1, len(self._offers.tabs))],
            [self._chat(number) for number in islice(newest, RECENT_ROOM)],
            used,
        ]
        return _shared_out(groups, RECENT_ROOM) if any(groups) else self.commands("")

    def commands(self, wanted: str) -> list[list[PaletteItem]]:
        """Return the matching commands; all of them for an empty query."""
        return [self._commands(wanted, _ALL) if wanted else self._all_commands()]

    def found(self, wanted: str) -> list[list[PaletteItem]]:
        """Return all matches in groups, the group with the best match first."""
        best = fuzzy.best
        tabs = best(wanted, self._tab_titles, FOUND_ROOM)
        prompts = best(wanted, self._prompts, FOUND_ROOM)
        chats = self._chats.best(FOUND_ROOM)
        groups = [
            [self._tab(number, fit) for number, fit in tabs],
            [self._chat(number, fit) for number, fit in chats],
            self._commands(wanted, FOUND_ROOM),
            self._found_settings(wanted),
            [self._prompt(number, fit) for number, fit in prompts],
        ]
        groups = sorted(groups, key=lambda group: -group[0].score if group else 0)
        return _shared_out(groups, FOUND_ROOM)

    def _tab(self, number: int, fit: fuzzy.Match | None = None) -> PaletteItem:
        tab = self._offers.tabs[number]
        return PaletteItem(
            Kind.TAB, tab.title, _ranges(fit), tab.state, tab.conversation_id, score=_score(fit)
        )

    def _chat(self, number: int, fit: fuzzy.Match | None = None) -> PaletteItem:
        summary = self._offers.conversations[number]
        archived = translate("PaletteList", "Archived")
        return PaletteItem(
            Kind.CONVERSATION,
            self._chats.title(number),
            _ranges(fit),
            detail=archived if summary.is_archived else without_hidden(summary.folder),
            conversation_id=summary.id,
            score=_score(fit),
        )

    def _all_commands(self) -> list[PaletteItem]:
        """Return all commands: often chosen ones first, then in the order of the menus."""
        every = [self._command(number) for number in range(len(self._command_names))]
        return sorted(every, key=lambda each: -each.score)

    def _commands(self, wanted: str, limit: int) -> list[PaletteItem]:
        found = fuzzy.best(wanted, self._command_names, _ALL)
        items = [self._command(number, fit) for number, fit in found]
        return sorted(items, key=lambda each: -each.score)[:limit]

    def _command(self, number: int, fit: fuzzy.Match | None = None) -> PaletteItem:
        action = self._offers.commands[number]
        name = action.objectName()
        return PaletteItem(
            Kind.COMMAND,
            self._command_names[number],
            _ranges(fit),
            detail=action_keys(action),
            name=name,
            score=_score(fit) + bonus(self._offers.uses, name),
        )

    def _found_settings(self, wanted: str) -> list[PaletteItem]:
        """Return settings that contain all words; a fuzzy search would find too many."""
        words = wanted.casefold().split()
        fitting = (
            number
            for number, text in enumerate(self._settings)
            if all(word in text.casefold() for word in words)
        )
        items = [self._setting(number, wanted) for number in fitting]
        return sorted(items, key=lambda each: -each.score)[:FOUND_ROOM]

    def _setting(self, number: int, wanted: str) -> PaletteItem:
        setting = self._offers.settings[number]
        fit = fuzzy.match(wanted, setting.title)
        return PaletteItem(
            Kind.SETTING,
            setting.title,
            _ranges(fit),
            detail=setting.page,
            name=setting.name,
            score=_score(fit),
        )

    def _prompt(self, number: int, fit: fuzzy.Match) -> PaletteItem:
        prompt = self._offers.prompts[number]
        return PaletteItem(
            Kind.PROMPT,
            self._prompts[number],
            fit.ranges,
            detail=without_hidden(prompt.text[:_BEGINNING]),
            name=prompt.name,
            score=fit.score,
        )


def messages(hits: Iterable[SearchHit]) -> list[PaletteItem]:
    """Return the rows of found messages."""
    return [
        PaletteItem(
            Kind.MESSAGE,
            hit.snippet,
            hit.highlights,
            detail=shown_title(without_hidden(hit.title)),
            conversation_id=hit.conversation_id,
            message_id=hit.message_id,
        )
        for hit in hits
        if hit.message_id is not None
    ]


def _shared_out(groups: Sequence[list[PaletteItem]], room: int) -> list[list[PaletteItem]]:
    """Cut groups to the room; rows that a group does not need go to the first other groups."""
    spare = room - sum(min(len(group), MAX_IN_GROUP) for group in groups)
    shared = []
    for group in groups:
        more = min(max(0, spare), max(0, len(group) - MAX_IN_GROUP))
        shared.append(group[: MAX_IN_GROUP + more])
        spare -= more
    return shared


def with_headings(groups: Iterable[Sequence[PaletteItem]]) -> list[PaletteItem]:
    """Return the rows of all groups, each below its heading."""
    rows: list[PaletteItem] = []
    for group in groups:
        if group:
            kind = group[0].kind
            rows.append(PaletteItem(Kind.HEADING, _heading(kind), name=kind.value))
            rows += group
    return rows


def _heading(kind: PaletteItemKind) -> str:
    return {
        Kind.TAB: translate("PaletteList", "Open tabs"),
        Kind.CONVERSATION: translate("PaletteList", "Chats"),
        Kind.COMMAND: translate("PaletteList", "Commands"),
        Kind.SETTING: translate("PaletteList", "Settings"),
        Kind.PROMPT: translate("PaletteList", "Saved prompts"),
        Kind.MESSAGE: translate("PaletteList", "Messages"),
    }[kind]


def _ranges(fit: fuzzy.Match | None) -> tuple[TextRange, ...]:
    return () if fit is None else fit.ranges


def _score(fit: fuzzy.Match | None) -> int:
    return 0 if fit is None else fit.score
