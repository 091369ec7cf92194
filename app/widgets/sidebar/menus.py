"""The context menus of selected conversations and of a folder."""

from collections.abc import Mapping

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from app.domain.chat_options import NO_MODEL, ChatModel
from app.domain.conversations import ConversationSummary
from app.widgets.kit.icons import tinted_icon
from app.widgets.kit.move_menu import MoveMenu
from app.widgets.kit.small_dialogs import NameDialog
from app.widgets.kit.theme import colours_of
from app.widgets.kit.translation import fill, translate
from app.widgets.kit.window_requests import WindowRequests
from app.widgets.sidebar.list_view import ConversationListView
from app.widgets.sidebar.listed import ListedConversations
from app.widgets.sidebar.row_look import FolderColour
from app.widgets.sidebar.search_words import TAG_MARK


class SidebarMenus(QObject):
    """Opens the menus over the list; their entries emit the window's requests."""

    def __init__(
        self,
        listed: ListedConversations,
        view: ConversationListView,
        requests: WindowRequests,
        sidebar: QWidget,
    ) -> None:
        super().__init__(sidebar)
        self._listed = listed
        self._view = view
        self._requests = requests
        self._sidebar = sidebar
        self._models: tuple[ChatModel, ...] = ()
        self._folder_models: Mapping[str, ChatModel] = {}

    def set_models(
        self, models: tuple[ChatModel, ...], folder_models: Mapping[str, ChatModel]
    ) -> None:
        """Set the models that folders can choose, and those that they have chosen, by name."""
        self._models, self._folder_models = models, folder_models

    def open_for_selection(self, position: QPoint) -> None:
        """Open the menu of the selection."""
        self.of_conversations(self._view.selected_ids()).popup(position)

    def open_for_folder(self, folder: str, position: QPoint) -> None:
        """Open the menu of a folder."""
        self.of_folder(folder).popup(position)

    def of_conversations(self, conversation_ids: tuple[str, ...]) -> "ConversationMenu":
        """Return the menu of one or many conversations."""
        menu = ConversationMenu(
            self._listed.known(conversation_ids),
            self._listed.folders(),
            self._listed.tags(),
            self._requests,
            self._sidebar,
        )
        menu.new_folder_requested.connect(self._ask_folder)
        menu.new_tag_requested.connect(self._ask_tag)
        menu.rename_requested.connect(self._view.rename_current)
        return menu

    def of_folder(self, folder: str) -> "FolderMenu":
        """Return the menu of a folder."""
        menu = FolderMenu(folder, self._requests, self._sidebar)
        menu.add_models(self._models, self._folder_models.get(folder, NO_MODEL))
        menu.rename_requested.connect(self._view.rename_current)
        return menu

    def _ask_folder(self, conversation_ids: tuple[str, ...]) -> None:
        dialog = NameDialog("", self._sidebar.window(), title=self.tr("New folder"))
        dialog.named.connect(
            lambda name: self._requests.folder_requested.emit(conversation_ids, name)
        )
        dialog.open()

    def _ask_tag(self, conversation_ids: tuple[str, ...]) -> None:
        dialog = NameDialog("", self._sidebar.window(), title=self.tr("New tag"))
        dialog.named.connect(
            lambda name: self._requests.tag_requested.emit(conversation_ids, name, True)
        )
        dialog.open()


class ConversationMenu(QMenu):
    """Opening and renaming apply to a single conversation, the other entries to many."""

    new_folder_requested = Signal(tuple)
    new_tag_requested = Signal(tuple)
    rename_requested = Signal()

    def __init__(
        self,
        selected: tuple[ConversationSummary, ...],
        folders: tuple[str, ...],
        tags: tuple[str, ...],
        requests: WindowRequests,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._requests = requests
        self._selected = selected
        self._ids = tuple(each.id for each in selected)
        if len(selected) == 1:
            self._add_for_one(self._ids[0])
        self._add_pin()
        self._add_folders(folders)
        self._add_tags(tags)
        self.addAction(self.tr("Export…")).triggered.connect(
            lambda: self._requests.export_requested.emit(self._ids)
        )
        self.addSeparator()
        self._add_archive()
        text = fill(self.tr("Delete {count:,} chats"), count=len(selected))
        delete = self.addAction(self.tr("Delete") if len(selected) == 1 else text)
        delete.triggered.connect(lambda: self._requests.delete_requested.emit(self._ids))

    def _add_for_one(self, id_: str) -> None:
        for text, signal in (
            (self.tr("Open"), self._requests.conversation_activated),
            (self.tr("Open in split view"), self._requests.open_in_split_requested),
            (self.tr("Suggest a title"), self._requests.title_requested),
        ):
            entry = self.addAction(text)
            entry.triggered.connect(lambda _=False, signal=signal: signal.emit(id_))
        rename = QAction(self.tr("Rename"), self)
        rename.triggered.connect(lambda: self.rename_requested.emit())
        self.insertAction(entry, rename)
        self.addSeparator()

    def _add_pin(self) -> None:
        is_pinned = all(each.is_pinned for each in self._selected)
        entry = self.addAction(self.tr("Unpin") if is_pinned else self.tr("Pin"))
        entry.triggered.connect(lambda: self._requests.pin_requested.emit(self._ids, not is_pinned))

    def _add_folders(self, folders: tuple[str, ...]) -> None:
        menu = MoveMenu(folders, {each.folder for each in self._selected}, self)
        menu.selected.connect(lambda name: self._requests.folder_requested.emit(self._ids, name))
        menu.new_requested.connect(lambda: self.new_folder_requested.emit(self._ids))
        self.addMenu(menu)

    def _add_tags(self, tags: tuple[str, ...]) -> None:
        menu = self.addMenu(self.tr("Tags"))
        for tag in tags:
            has_all = all(tag in each.tags for each in self._selected)
            entry = menu.addAction(TAG_MARK + tag.replace("&", "&&"))
            entry.setCheckable(True)
            entry.setChecked(has_all)
            entry.triggered.connect(
                lambda is_set, name=tag: self._requests.tag_requested.emit(self._ids, name, is_set)
            )
        if tags:
            menu.addSeparator()
        new = menu.addAction(self.tr("New tag…"))
        new.triggered.connect(lambda: self.new_tag_requested.emit(self._ids))

    def _add_archive(self) -> None:
        is_archived = all(each.is_archived for each in self._selected)
        count = len(self._selected)
        text = self.tr("Archive {count:,} chats") if count > 1 else self.tr("Archive")
        if is_archived:
            text = self.tr("Move back to the list")
        entry = self.addAction(fill(text, count=count))
        entry.triggered.connect(
            lambda: self._requests.archive_requested.emit(self._ids, not is_archived)
        )


class FolderMenu(QMenu):
    """The context menu of a folder's heading."""

    rename_requested = Signal()

    def __init__(
        self, folder: str, requests: WindowRequests, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._folder = folder
        self._requests = requests
        new = self.addAction(self.tr("New chat in this folder"))
        rename = self.addAction(self.tr("Rename folder"))
        self._add_colours()
        delete = self._delete = self.addAction(self.tr("Delete folder, keep its chats"))
        new.triggered.connect(lambda: requests.new_chat_in_folder_requested.emit(folder))
        rename.triggered.connect(lambda: self.rename_requested.emit())
        delete.triggered.connect(lambda: requests.folder_delete_requested.emit(folder))

    def add_models(self, models: tuple[ChatModel, ...], chosen: ChatModel) -> None:
        """Offer the models of new chats in the folder."""
        menu = QMenu(self.tr("Model of new chats"), self)
        usual = ChatModel(name=self.tr("As outside of folders"))
        others = () if chosen in (NO_MODEL, *models) else (chosen,)  # its file is missing
        for model in (usual, *models, *others):
            entry = menu.addAction(model.name.replace("&", "&&"))
            entry.setCheckable(True)
            entry.setChecked(model.digest == chosen.digest)
            stored = model if model.is_chosen else NO_MODEL
            entry.triggered.connect(
                lambda _=False, model=stored: self._requests.folder_model_requested.emit(
                    self._folder, model
                )
            )
        self.insertMenu(self._delete, menu)

    def _add_colours(self) -> None:
        menu = self.addMenu(self.tr("Colour"))
        colours = colours_of(self.palette())
        names = colour_names()
        for colour in FolderColour:
            icon = tinted_icon("folder-filled", colour.hue(colours))
            entry = menu.addAction(icon, names[colour])
            entry.triggered.connect(
                lambda _=False, name=colour.value: self._requests.folder_colour_requested.emit(
                    self._folder, name
                )
            )


def colour_names() -> dict[FolderColour, str]:
    """Return the names of the colours."""
    return {
        FolderColour.BLUE: translate("FolderMenu", "Blue"),
        FolderColour.TEAL: translate("FolderMenu", "Teal"),
        FolderColour.GREEN: translate("FolderMenu", "Green"),
        FolderColour.OLIVE: translate("FolderMenu", "Olive"),
        FolderColour.ORANGE: translate("FolderMenu", "Orange"),
        FolderColour.RED: translate("FolderMenu", "Red"),
        FolderColour.PINK: translate("FolderMenu", "Pink"),
        FolderColour.PURPLE: translate("FolderMenu", "Purple"),
        FolderColour.GREY: translate("FolderMenu", "Grey"),
    }
