"""What an empty chat offers beside the built-in model: three that fit this computer."""

from PySide6.QtCore import QLocale

from app.controllers.engine.hub_values import recommended_result
from app.controllers.engine.models_page import ModelsPageController
from app.controllers.messages.replies import Replies
from app.controllers.services import Controller, Services
from app.domain import Conversation, HubResult
from app.library.choices import Memory
from app.library.recommended_models import recommended_models
from app.settings import Settings
from app.widgets.conversation.view import ConversationView


class FirstModels(Controller):
    """Offers them while no other model was ever loaded; a click opens the page of models."""

    def __init__(self, services: Services, replies: Replies, page: ModelsPageController) -> None:
        super().__init__(services)
        self._replies, self._page = replies, page
        self._offered: tuple[HubResult, ...] | None = None
        replies.views.add(self._on_view)
        self._settings.changes.add(self._on_settings_changed)

    def _on_view(self, _conversation: Conversation, view: ConversationView) -> None:
        view.empty_state.model_requested.connect(self._page.open_at)
        view.empty_state.set_models(self._models())

    def _models(self) -> tuple[HubResult, ...]:
        settings = self._settings.current
        if settings.model_path is not None or settings.recent_models:
            return ()
        if self._offered is None:
            memory = Memory.now()
            fitting = recommended_models().for_computer(memory)
            language = QLocale().name()
            self._offered = tuple(recommended_result(each, memory, language) for each in fitting)
        return self._offered

    def _on_settings_changed(self, old: Settings, new: Settings) -> None:
        if (old.model_path, old.recent_models) != (new.model_path, new.recent_models):
            for conversation_id in self._window.panes.ids():
                view = self._window.panes.view_of(conversation_id)
                if view is not None:
                    view.empty_state.set_models(self._models())
