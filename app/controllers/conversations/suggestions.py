"""Suggestions for an empty conversation: questions, or text beginnings for a base model."""

import random
from functools import partial

from app.controllers.conversations.tabs_controller import TabsController
from app.controllers.messages.answer_forms import AnswerForms
from app.controllers.messages.replies import Replies
from app.controllers.messages.routes import RoutesController
from app.controllers.services import Services
from app.domain.conversations import Conversation
from app.domain.messages import OutgoingMessage
from app.widgets.conversation.view import ConversationView
from app.widgets.kit.translation import translate
from engine.client.client import EngineState

SHOWN_COUNT = 4


class Suggestions:
    """Sends the chosen suggestion, or each of them in its own tab.

    A base model gets ``first_words`` to continue, other models ``first_questions``.
    """

    def __init__(
        self,
        services: Services,
        replies: Replies,
        tabs: TabsController,
        routes: RoutesController,
        forms: AnswerForms,
    ) -> None:
        self._forms = forms
        self._window = services.window
        self._tasks = services.tasks
        self._replies = replies
        self._tabs = tabs
        self._routes = routes
        replies.views.add(self._on_view)
        routes.changes.add(self._on_route_changed)
        self._continues_text = _is_base_model(services.client.state)
        services.client.states.add(self._on_state_changed)

    def _on_view(self, conversation: Conversation, view: ConversationView) -> None:
        number = conversation.id
        view.empty_state.suggestion_chosen.connect(partial(self._send, number))
        view.empty_state.ask_all_requested.connect(
            lambda: self._tasks.start(self._ask_all(self._questions(number)))
        )
        self._show(number)

    def _on_state_changed(self, state: EngineState) -> None:
        continues_text = _is_base_model(state)
        if continues_text != self._continues_text:
            self._continues_text = continues_text
            self._on_route_changed(None)

    def _on_route_changed(self, conversation_id: str | None) -> None:
        changed = self._window.panes.ids() if conversation_id is None else (conversation_id,)
        for each in changed:
            self._show(each)

    def _show(self, conversation_id: str) -> None:
        view = self._window.panes.view_of(conversation_id)
        if view is not None:
            view.empty_state.set_suggestions(self._questions(conversation_id))

    def _questions(self, conversation_id: str) -> tuple[str, ...]:
        """Return the suggestions of a conversation, which stay the same."""
        is_here = self._routes.destination(conversation_id) is None
        suited = first_words() if is_here and self._continues_text else first_questions()
        return tuple(random.Random(conversation_id).sample(suited, SHOWN_COUNT))

    async def _ask_all(self, questions: tuple[str, ...]) -> None:
        ids = await self._tabs.open_empty_tabs(len(questions))
        self._window.grids.show_grid()
        for conversation_id, question in zip(ids, questions, strict=True):
            self._send(conversation_id, question)

    def _send(self, conversation_id: str, question: str) -> None:
        send = partial(self._replies.send, conversation_id, OutgoingMessage(question))
        self._forms.before(conversation_id, send)


def _is_base_model(state: EngineState) -> bool:
    model = state.known_model
    return model is not None and model.continues_text


def first_questions() -> tuple[str, ...]:
    """Return questions that suit any chat model, in the language of the window."""
    return (
        translate("Suggestions", "Explain how a rainbow forms"),
        translate("Suggestions", "Why is the sky blue?"),
        translate("Suggestions", "Write a poem about the sea"),
        translate("Suggestions", "Tell me a bedtime story"),
        translate("Suggestions", "Write an email to ask for a day off"),
        translate("Suggestions", "Say “good morning” in five languages"),
        translate("Suggestions", "Plan a weekend in Rome"),
        translate("Suggestions", "Make a plan for learning Spanish"),
        translate("Suggestions", "Write a palindrome test in Python"),
        translate("Suggestions", "Suggest five quick dinners"),
        translate("Suggestions", "Compare trains and planes in a table"),
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
