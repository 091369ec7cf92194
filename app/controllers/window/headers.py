"""The headers of all chats, which show and change title, folder and model."""

from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt

from app.controllers.conversations.conversations_controller import ConversationsController
from app.controllers.engine.status_text import engine_status
from app.controllers.messages.replies import Replies
from app.controllers.messages.routes import RoutesController
from app.controllers.services import Controller, Services
from app.domain.conversations import Conversation, ConversationSummary
from app.domain.tabs import EngineStatus
from app.widgets.conversation.view import ConversationView
from app.widgets.kit.move_menu import MoveMenu
from app.widgets.kit.small_dialogs import NameDialog
from app.widgets.kit.translation import translate


class HeadersController(Controller):
    """Fills the headers, except for the titles, and handles their requests."""

    def __init__(
        self,
        services: Services,
        replies: Replies,
        conversations: ConversationsController,
        routes: RoutesController,
    ) -> None:
        super().__init__(services)
        self._routes = routes
        routes.changes.add(lambda _id: self._show_all())
        replies.views.add(self._on_view)
        conversations.shown.add(self._on_summary)
        self._client.states.add(lambda _state: self._show_all())
        services.models.host.changes.add(self._show_all)
        services.models.chats.add(self._show_of)
        self._window.requests.folder_menu_requested.connect(self._open_folders_of)

    def build_menu(self, view: ConversationView) -> MoveMenu:
        """Return the menu that moves a chat into a folder."""
        button = view.header.folder_button
        folders = self._window.sidebar.conversations.listed.folders()
        menu = MoveMenu(folders, {button.label}, button)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.selected.connect(partial(self._move, view.conversation_id))
        menu.new_requested.connect(partial(self._ask_folder, view.conversation_id))
        return menu

    def _on_view(self, conversation: Conversation, view: ConversationView) -> None:
        header, requests = view.header, self._window.requests
        header.set_folder(conversation.options.folder)
        self._show(view)
        header.title.renamed.connect(partial(requests.rename_requested.emit, conversation.id))
        header.folder_button.clicked.connect(partial(self._open_folders, view))
        button = header.model_button
        button.clicked.connect(partial(requests.models_requested.emit, button))

    def _on_summary(self, summary: ConversationSummary) -> None:
        view = self._window.panes.view_of(summary.id)
        if view is not None:
            view.header.set_folder(summary.folder)
            view.header.title.set_stored(summary.title)

    def _show_all(self) -> None:
        for conversation_id in self._window.panes.ids():
            self._show_of(conversation_id)

    def _show_of(self, conversation_id: str) -> None:
        view = self._window.panes.view_of(conversation_id)
        if view is not None:
            self._show(view)

    def _here(self, conversation_id: str) -> EngineStatus:
        """Return the state of a chat's model on this computer."""
        status = engine_status(self._models.state_of_chat(conversation_id))
        name = status.model_name or self._models.name_of_chat(conversation_id)
        return replace(status, model_name=name)

    def _show(self, view: ConversationView) -> None:
        """Show the machine and model that answer a chat."""
        conversation_id = view.conversation_id
        answering = self._routes.status(conversation_id) or self._here(conversation_id)
        view.header.model_button.set_model(answering)
        # The bar of the window names the model of all other chats. While that one loads, it has no
        # name, and the bar shows the progress.
        default = engine_status(self._client.state).model_name
        has_other = self._models.has_other_model(conversation_id)
        is_other = answering.model_name != default if default else has_other
        is_own = bool(answering.machine) or is_other
        view.header.model_button.setVisible(is_own)
        view.composer.set_continues_text(answering.continues_text)
        view.empty_state.set_continues_text(continues_text=answering.continues_text)
        destination = self._routes.destination(conversation_id)
        model = self._models.state_of_chat(conversation_id).known_model
        view.empty_state.set_place(
            machine="" if destination is None else destination.endpoint.name,
            uses_rpc=model is not None and bool(model.rpc_servers),
        )

    def _open_folders(self, view: ConversationView, *_checked: bool) -> None:
        button = view.header.folder_button
        self.build_menu(view).popup(button.mapToGlobal(QPoint(0, button.height())))

    def _open_folders_of(self, conversation_id: str) -> None:
        """Open the menu of folders below the tab of a chat."""
        pane = self._window.panes.pane_of(conversation_id)
        view = None if pane is None else pane.view_of(conversation_id)
        if pane is not None and view is not None:
            self.build_menu(view).popup(pane.bar.mapToGlobal(QPoint(0, pane.bar.height())))

    def _ask_folder(self, conversation_id: str) -> None:
        title = translate("Headers", "New folder")
        dialog = NameDialog("", self._window.dialogs.front_window(), title=title)
        dialog.named.connect(partial(self._move, conversation_id))
        dialog.open()

    def _move(self, conversation_id: str, folder: str) -> None:
        self._window.requests.folder_requested.emit((conversation_id,), folder)
