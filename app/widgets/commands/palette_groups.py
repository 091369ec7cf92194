"""Which rows the palette has for what was typed: groups, the best fit first."""

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
MAX_IN_GROUP = 6  # where others have as many
RECENT_ROOM = 14  # rows that are in sight together
FOUND_ROOM = 10  # the messages below them are to be in sight as well
_ALL = 1000
_BEGINNING = 120  # letters of a prompt
Kind = PaletteItemKind
MAX_COMMANDS = 40
MAX_USES = 20  # of one command; then all are halved, so that habits of long ago fade
SLICE = 400  # titles that are looked at in one turn of the event loop


class ChatFinder(QObject):
    """``find`` looks at the first titles at once; ``finished`` says when it has seen the others."""

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
        self._titles: list[str] = []  # as far as they were needed
        self._work: Iterator[tuple[int, fuzzy.Match] | None] = iter(())
        self._found: list[tuple[int, fuzzy.Match]] = []
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._on_timeout)

    @property
    def is_busy(self) -> bool:
        """Return whether there are titles that were not looked at."""
        return self._timer.isActive()

    @property
    def seen_count(self) -> int:
        """How many titles were looked at so far, for whatever was looked for."""
        return len(self._titles)

    def title(self, number: int) -> str:
        """Return the title of a conversation as it is shown."""
        while len(self._titles) <= number:
            summary = self._conversations[len(self._titles)]
            self._titles.append(shown_title(without_hidden(self._title_of(summary.id))))
        return self._titles[number]

    def find(self, wanted: str) -> None:
        """Look for this instead of what was looked for."""
        self._found = []
        texts = (self.title(number) for number in range(len(self._conversations)))
        self._work = fuzzy.looked_through(wanted, texts)
        self._timer.stop()
        if not self._look():
            self._timer.start()

    def stop(self) -> None:
        """Look for nothing."""
        self._timer.stop()
        self._found = []

    def finish(self) -> None:
        """Look at all that is left now, as something is about to be chosen."""
        while self.is_busy:
            self._on_timeout()

    def best(self, limit: int) -> list[tuple[int, fuzzy.Match]]:
        """Return the places of the conversations that fit best, as far as was looked."""
        return fuzzy.ranked(self._found)[:limit]

    def _on_timeout(self) -> None:
        if self._look():
            self._timer.stop()
            self.finished.emit()

    def _look(self) -> bool:
        """Look at some titles; return whether these were the last ones."""
        for _ in range(SLICE):
            try:
                found = next(self._work)
            except StopIteration:
                return True
            if found is not None:
                self._found.append(found)
        return False


def with_use(uses: Mapping[str, int], name: str) -> dict[str, int]:
    """Return the uses with one more of a command."""
    counted = {each: count for each, count in uses.items() if count > 0}
    counted[name] = counted.get(name, 0) + 1
    if counted[name] > MAX_USES:
        counted = {each: count // 2 for each, count in counted.items() if count > 1}
    if len(counted) > MAX_COMMANDS:
        others = (each for each in counted if each != name)
        del counted[min(others, key=counted.__getitem__)]
    return counted


def bonus(uses: Mapping[str, int], name: str) -> int:
    """Return what its uses add to how well a command fits what was typed."""
    return max(0, min(uses.get(name, 0), MAX_USES))


class PaletteGroups:
    """Finds rows among what is offered."""

    def __init__(self, offers: PaletteOffers, chats: ChatFinder) -> None:
        self._offers = offers
        self._chats = chats
        self._tab_titles = [each.title for each in offers.tabs]
        self._command_names = [action_name(each) for each in offers.commands]
        self._settings = [f"{each.title} {each.also}" for each in offers.settings]
        self._prompts = [without_hidden(each.name) for each in offers.prompts]

    def recent(self) -> list[list[PaletteItem]]:
        """Return what is offered before anything is typed: what was used last."""
        chats = self._offers.conversations
        newest = (number for number, each in enumerate(chats) if not each.is_archived)
        used = [each for each in self._all_commands() if each.score > 0]
        groups = [
            [self._tab(number) for number in range(1, len(self._offers.tabs))],
            [self._chat(number) for number in islice(newest, RECENT_ROOM)],
            used,
        ]
        return _shared_out(groups, RECENT_ROOM)

    def commands(self, wanted: str) -> list[list[PaletteItem]]:
        """Return the commands that fit, all of them where nothing is wanted."""
        return [self._commands(wanted, _ALL) if wanted else self._all_commands()]

    def found(self, wanted: str) -> list[list[PaletteItem]]:
        """Return all that fits in groups, the one with the best fit first."""
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
        """Return all commands, those that are chosen often first, then as in the menus."""
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
        """Return settings that have all words; letters here and there would find too many."""
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
    """Return the rows of messages that were found."""
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
    """Cut groups; rows that some have no use for go to the others, the first ones first."""
    spare = room - sum(min(len(group), MAX_IN_GROUP) for group in groups)
    shared = []
    for group in groups:
        more = min(max(0, spare), max(0, len(group) - MAX_IN_GROUP))
        shared.append(group[: MAX_IN_GROUP + more])
        spare -= more
    return shared


def with_headings(groups: Iterable[Sequence[PaletteItem]]) -> list[PaletteItem]:
    """Return the rows of all groups, each below its name."""
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
