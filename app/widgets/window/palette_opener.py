"""Opens the palette with all its entries and runs the chosen one."""

from collections.abc import Callable, Iterable, Mapping

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from shiboken6 import isValid

from app.domain.conversations import Preview, SearchHit
from app.prompts.model import SavedPrompt
from app.settings import Settings
from app.widgets.commands.palette import Palette
from app.widgets.commands.palette_items import (
    OfferedSetting,
    OpenTab,
    PaletteItem,
    PaletteItemKind,
    PaletteOffers,
)
from app.widgets.conversation.state_text import tab_text
from app.widgets.kit.form_rows import FormRow
from app.widgets.kit.window_requests import WindowRequests
from app.widgets.settings.setting_rows import SettingRowFactory
from app.widgets.sidebar.sidebar import Sidebar
from app.widgets.tabs.panes import TabPanes
from app.widgets.window.dialogs import WindowDialogs


def offered_settings() -> tuple[OfferedSetting, ...]:
    """Return every setting that the dialog has a row for, in its order."""
    factory = SettingRowFactory()
    offered = []
    for page, rows in factory.all(Settings(), core_count=1):
        for row in rows:
            offered.append(_offered(page, row))
            row.deleteLater()  # only its texts are needed
    return tuple(offered)


def _offered(page: str, row: FormRow) -> OfferedSetting:
    return OfferedSetting(row.name, row.title, page, row.meaning, row.also)


class PaletteOpener(QObject):
    """Keeps the prompts and uses from one palette to the next.

    Attributes:
        prompts: the saved prompts.
        uses: the number of times that each command was chosen.
    """

    def __init__(
        self,
        requests: WindowRequests,
        *,
        panes: TabPanes,
        sidebar: Sidebar,
        dialogs: WindowDialogs,
        commands: Callable[[], list[QAction]],
    ) -> None:
        super().__init__(dialogs)
        self._requests = requests
        self._panes = panes
        self._sidebar = sidebar
        self._dialogs = dialogs
        self._commands = commands
        self._settings: tuple[OfferedSetting, ...] | None = None
        self._palette: Palette | None = None
        self.prompts: tuple[SavedPrompt, ...] = ()
        self.uses: Mapping[str, int] = {}

    def open(self) -> None:
        """Open the palette over the window in front, unless it is open."""
        # The palette deletes itself when it closes, and the Python object may outlive it.
        palette = self.shown()
        if palette is not None:
            palette.leave()
        palette = Palette(self._offers(), self._requests, self._dialogs.front_window())
        palette.item_activated.connect(self._on_item_activated)
        self._palette = palette
        palette.open()

    def shown(self) -> Palette | None:
        """Return the palette, if it is open."""
        return self._palette if self._palette is not None and isValid(self._palette) else None

    def set_hits(self, text: str, hits: Iterable[SearchHit]) -> None:
        """Show found messages, if the palette still searches for this text."""
        palette = self.shown()
        if palette is not None:
            palette.set_hits(text, hits)

    def show_preview(self, preview: Preview) -> None:
        """Show a preview of a chat, if it is still selected."""
        palette = self.shown()
        if palette is not None:
            palette.set_preview(preview)

    def _offers(self) -> PaletteOffers:
        if self._settings is None:
            self._settings = offered_settings()
        tabs = self._open_tabs()
        open_ids = {tab.conversation_id for tab in tabs}
        listed = self._sidebar.conversations.listed
        return PaletteOffers(
            tabs=tabs,
            conversations=[each for each in listed.summaries() if each.id not in open_ids],
            commands=self._commands(),
            settings=self._settings,
            prompts=self.prompts,
            title_of=self._dialogs.title,  # the conversation may be gone when its title is read
            uses=self.uses,
        )

    def _open_tabs(self) -> list[OpenTab]:
        items, active_id = self._panes.items, self._panes.active_id()
        ids = sorted(self._panes.ids(), key=lambda id_: id_ != active_id)
        return [OpenTab(id_, items.label(id_), tab_text(items.state(id_))) for id_ in ids]

    def _on_item_activated(self, item: PaletteItem, in_split: bool) -> None:
        requests = self._requests
        match item.kind:
            case PaletteItemKind.COMMAND:
                self._run(item.name)
            case PaletteItemKind.SETTING:
                requests.setting_requested.emit(item.name)
            case PaletteItemKind.PROMPT:
                self._use_prompt(item.name)
            case PaletteItemKind.MESSAGE:
                ask = (
                    requests.message_in_split_requested if in_split else requests.message_activated
                )
                ask.emit(item.conversation_id, item.message_id)
            case _:
                ask = (
                    requests.open_in_split_requested
                    if in_split
                    else requests.conversation_activated
                )
                ask.emit(item.conversation_id)

    def _run(self, name: str) -> None:
        # Checked again: the command may have lost its effect while the palette was open.
        for action in self._commands():
            if action.objectName() == name:
                self._requests.command_chosen.emit(name)
                action.trigger()
                return

    def _use_prompt(self, name: str) -> None:
        prompt = next((each for each in self.prompts if each.name == name), None)
        active_id = self._panes.active_id()
        view = None if active_id is None else self._panes.view_of(active_id)
        if prompt is not None and view is not None:
            view.composer.prompts.use(prompt)
