"""Suggestions for an empty conversation: questions, or text beginnings for a base model."""

import random
from collections.abc import Callable
from functools import partial

from app.controllers.conversations.tabs_controller import TabsController
from app.controllers.messages.answer_forms import AnswerForms
from app.controllers.messages.replies import Replies
from app.controllers.messages.routes import RoutesController
from app.controllers.services import Services
from app.domain.conversations import Conversation, ConversationSummary
from app.domain.messages import OutgoingMessage
from app.settings import Settings
from app.widgets.conversation.view import ConversationView
from app.widgets.kit.translation import translate
from engine.messages.metrics import ModelInfo

SHOWN_COUNT = 4
CHAT_COUNT = 3


class Suggestions:
    """Sends the chosen suggestion, or each of them in its own tab.

    A base model gets ``first_words`` to continue, the starter model ``first_questions``. With any
    other model a chat begins with a file, a folder or one of the last chats.
    """

    def __init__(
        self,
        services: Services,
        replies: Replies,
        tabs: TabsController,
        routes: RoutesController,
        forms: AnswerForms,
        open_folder: Callable[[str], None],
    ) -> None:
        """``open_folder`` lets the user choose a folder to ask about in a conversation."""
        self._forms, self._open_folder = forms, open_folder
        self._settings = services.settings
        self._window = services.window
        self._tasks = services.tasks
        self._replies = replies
        self._tabs = tabs
        self._routes = routes
        replies.views.add(self._on_view)
        routes.changes.add(self._on_route_changed)
        self._models = services.models
        self._known: dict[str, ModelInfo | None] = {}  # models, by conversation
        services.client.states.add(lambda _state: self._show_changed())
        services.models.host.changes.add(self._show_changed)
        services.models.chats.add(self._show)
        services.settings.changes.add(self._on_settings_changed)

    def _on_view(self, conversation: Conversation, view: ConversationView) -> None:
        number = conversation.id
        view.empty_state.suggestion_chosen.connect(partial(self._send, number))
        view.empty_state.ask_all_requested.connect(
            lambda: self._tasks.start(self._ask_all(self._questions(number)))
        )
        view.empty_state.file_requested.connect(partial(_ask_for_file, view))
        view.empty_state.folder_requested.connect(partial(self._open_folder, number))
        view.empty_state.chat_chosen.connect(self._window.requests.conversation_activated)
        self._show(number)

    def _show_changed(self) -> None:
        """Show what suits models that have become known, or other models."""
        ids = self._window.panes.ids()
        known = {each: self._models.state_of_chat(each).known_model for each in ids}
        before, self._known = self._known, known
        for conversation_id, model in known.items():
            if model != before.get(conversation_id):
                self._show(conversation_id)

    def _on_settings_changed(self, old: Settings, new: Settings) -> None:
        if old.model_path != new.model_path:
            self._on_route_changed(None)

    def _on_route_changed(self, conversation_id: str | None) -> None:
        changed = self._window.panes.ids() if conversation_id is None else (conversation_id,)
        for each in changed:
            self._show(each)

    def _show(self, conversation_id: str) -> None:
        view = self._window.panes.view_of(conversation_id)
        if view is not None:
            questions = self._questions(conversation_id)
            view.empty_state.set_suggestions(questions)
            view.empty_state.set_starts(
                () if questions else self._last_chats(conversation_id), are_offered=not questions
            )

    def _questions(self, conversation_id: str) -> tuple[str, ...]:
        """Return the suggestions of a conversation, which stay the same."""
        if self._routes.destination(conversation_id) is not None:
            return ()
        model = self._models.state_of_chat(conversation_id).known_model
        has_other = self._models.has_other_model(conversation_id)
        if model is not None and model.continues_text:
            suited = first_words()
        elif self._settings.current.model_path is None and not has_other:
            suited = first_questions()
        else:
            return ()
        return tuple(random.Random(conversation_id).sample(suited, SHOWN_COUNT))

    def _last_chats(self, conversation_id: str) -> tuple[ConversationSummary, ...]:
        known = self._window.sidebar.conversations.listed.summaries()
        others = (each for each in known if each.id != conversation_id and not each.is_archived)
        newest = sorted(others, key=lambda each: each.activity_number, reverse=True)
        return tuple(newest[:CHAT_COUNT])

    async def _ask_all(self, questions: tuple[str, ...]) -> None:
        ids = await self._tabs.open_empty_tabs(len(questions))
        self._window.grids.show_grid()
        for conversation_id, question in zip(ids, questions, strict=True):
            self._send(conversation_id, question)

    def _send(self, conversation_id: str, question: str) -> None:
        send = partial(self._replies.send, conversation_id, OutgoingMessage(question))
        self._forms.before(conversation_id, send)


def _ask_for_file(view: ConversationView) -> None:
    """Let the user choose files; the request to sum them up is in the message box."""
    if not view.composer.edit.toPlainText().strip():
        view.composer.edit.show_text(translate("Suggestions", "Summarize the attached file."))
    view.composer.files.ask()


def first_questions() -> tuple[str, ...]:
    """Return questions that a very small model can answer, in the language of the window."""
    return (
        translate("Suggestions", "Explain how a rainbow forms"),
        translate("Suggestions", "Why is the sky blue?"),
        translate("Suggestions", "Write a poem about the sea"),
        translate("Suggestions", "Tell me a bedtime story"),
        translate("Suggestions", "Write an email to ask for a day off"),
        translate("Suggestions", "Plan a weekend in Rome"),
        translate("Suggestions", "Make a plan for learning Spanish"),
        translate("Suggestions", "Suggest five quick dinners"),
        translate("Suggestions", "List pros and cons of remote work"),
    )


def first_words() -> tuple[str, ...]:
    """Return beginnings of texts for a base model, in the language of the window."""
    return (
        translate("Suggestions", "Once upon a time, in a village by the sea,"),
        translate("Suggestions", "The three most important inventions are"),
        translate("Suggestions", "To all neighbours:"),
        translate("Suggestions", "Recipe for potato soup. Ingredients:"),
        translate("Suggestions", "The train left the station at midnight, and"),
        translate("Suggestions", "A rainbow forms when"),
    )
