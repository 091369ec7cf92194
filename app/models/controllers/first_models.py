"""The starter model's sentence in an empty chat, and three models that fit this computer."""

from PySide6.QtCore import QLocale

from app.controllers.messages.replies import Replies
from app.controllers.messages.routes import RoutesController
from app.controllers.services import Controller, Services
from app.domain.conversations import Conversation
from app.models.controllers.hub_values import recommended_result
from app.models.controllers.page import ModelsPageController
from app.models.hub_model import HubResult
from app.models.library.choices import Memory
from app.models.library.models import builtin_model
from app.models.library.recommended_models import recommended_models
from app.settings import Settings
from app.widgets.conversation.empty_state import StarterState
from app.widgets.conversation.view import ConversationView


class FirstModels(Controller):
    """Says what the starter model is while it answers; a click opens the page of models.

    Models are offered by name while none but the starter model was ever loaded.
    """

    def __init__(
        self,
        services: Services,
        replies: Replies,
        routes: RoutesController,
        page: ModelsPageController,
    ) -> None:
        super().__init__(services)
        self._replies, self._routes, self._page = replies, routes, page
        self._offered: tuple[HubResult, ...] | None = None
        replies.views.add(self._on_view)
        routes.changes.add(self._on_route_changed)
        self._settings.changes.add(self._on_settings_changed)

    def _on_view(self, conversation: Conversation, view: ConversationView) -> None:
        actions, offers = self._window.actions_by_name, view.empty_state.models
        view.empty_state.model_requested.connect(self._page.open_at)
        offers.browse_requested.connect(actions.models_page.trigger)
        offers.file_requested.connect(actions.open_model.trigger)
        self._show(conversation.id)

    def _show(self, conversation_id: str) -> None:
        view = self._window.panes.view_of(conversation_id)
        if view is not None:
            state = self._state(conversation_id)
            models = () if state is StarterState.UNUSED else self._models()
            view.empty_state.set_models(state, models)

    def _state(self, conversation_id: str) -> StarterState:
        is_elsewhere = self._routes.destination(conversation_id) is not None
        if is_elsewhere or self._settings.current.model_path is not None:
            return StarterState.UNUSED
        return StarterState.ANSWERS if builtin_model().is_file() else StarterState.ABSENT

    def _models(self) -> tuple[HubResult, ...]:
        if self._settings.current.recent_models:
            return ()
        if self._offered is None:
            memory = Memory.now()
            fitting = recommended_models().for_computer(memory)
            language = QLocale().name()
            self._offered = tuple(recommended_result(each, memory, language) for each in fitting)
        return self._offered

    def _on_route_changed(self, conversation_id: str | None) -> None:
        ids = self._window.panes.ids() if conversation_id is None else (conversation_id,)
        for each in ids:
            self._show(each)

    def _on_settings_changed(self, old: Settings, new: Settings) -> None:
        if (old.model_path, old.recent_models) != (new.model_path, new.recent_models):
            self._on_route_changed(None)
