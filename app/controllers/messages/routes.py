"""Which machine answers each chat: chosen, shown, and confirmed before the chat is sent."""

import asyncio
import contextlib
from collections import Counter
from functools import partial

from msgspec.structs import replace

from app.chat.departures import Departure
from app.chat.turns import Turns
from app.controllers.messages.replies import Replies
from app.controllers.services import Controller, Services
from app.controllers.settings_controller import SettingsController
from app.domain.conversations import Conversation
from app.domain.tabs import EngineStatus
from app.engine_snapshot import AnsweringCounts, MachineCount
from app.errors import ConversationGone
from app.machines.model import (
    HERE,
    Destination,
    EndpointSetting,
    Route,
    destination_of,
    route_in_force,
)
from app.settings import Settings
from app.widgets.conversation.view import ConversationView
from app.widgets.dialogs.departure_question import DepartureFacts, DepartureQuestion
from app.widgets.kit.translation import fill, translate
from app.widgets.window.main_window import MainWindow
from engine.listeners import Listeners


class RoutesController(Controller):
    """Holds the route of each chat that has a tab.

    ``changes`` are notified of the id of a chat with a new route; None means all chats.
    """

    def __init__(self, services: Services, turns: Turns, replies: Replies) -> None:
        super().__init__(services)
        self._turns = turns
        self._replies = replies
        self._routes: dict[str, Route | None] = {}
        self.changes = Listeners[str | None]()
        turns.departures.routes.add(self._note_route)
        replies.views.add(self._on_view)
        services.settings.changes.add(self._on_settings_changed)

    def destination(self, conversation_id: str | None) -> Destination | None:
        """Return the machine that answers a chat; None means this computer."""
        if conversation_id is None:
            return None
        view = self._window.panes.view_of(conversation_id)
        # A chat without a page is only answered if it has messages.
        is_begun = view is None or bool(view.transcript.messages())
        settings = self._settings.current
        route = self._routes.get(conversation_id)
        route = route_in_force(route, settings.default_route, is_begun=is_begun)
        return destination_of(route, settings.endpoints)

    def writes_titles(self, conversation_id: str) -> bool:
        """Return whether another machine writes the title of a chat."""
        is_wanted = self._settings.current.titles_are_remote
        return is_wanted and self.destination(conversation_id) is not None

    def status(self, conversation_id: str) -> EngineStatus | None:
        """Return the header status of a chat that another machine answers; otherwise None."""
        destination = self.destination(conversation_id)
        if destination is None:
            return None
        text = translate("Machines", "{model} · on {machine}")
        if self._settings.current.is_offline:
            text = translate("Machines", "{model} · on {machine} (offline)")
        endpoint = destination.endpoint
        text = fill(text, model=destination.model.name, machine=endpoint.name)
        return EngineStatus(
            is_ready=True,
            text=text,
            model_name=text,
            machine=endpoint.host,
            sees=destination.model.sees is True,
        )

    def counts(self) -> AnsweringCounts:
        """Return the number of running chats on this computer and on other machines."""
        running = [self.destination(each) for each in self._replies.running_ids]
        names = Counter(each.endpoint.name for each in running if each is not None)
        machines = tuple(MachineCount(name, names[name]) for name in sorted(names))
        return AnsweringCounts(here=running.count(None), machines=machines)

    def choose(self, conversation_id: str, route: Route) -> None:
        """Set the route of a chat, from the next answer on."""
        if self._routes.get(conversation_id) != route:
            self._tasks.start(self._choose(conversation_id, route))

    def _on_view(self, conversation: Conversation, view: ConversationView) -> None:
        self._routes = self._replies.of_live(self._routes)
        self._routes[conversation.id] = conversation.options.chat.route
        answer_here = self._tasks.starter(self._answer_here)
        view.requests.answer_here_requested.connect(partial(answer_here, conversation.id))
        view.transcript.messages_changed.connect(partial(self._show, conversation.id))
        self._show(conversation.id)

    def _on_settings_changed(self, old: Settings, new: Settings) -> None:
        names = ("endpoints", "default_route", "is_offline")
        if any(getattr(old, name) != getattr(new, name) for name in names):
            for conversation_id in self._window.panes.ids():
                self._show(conversation_id)
            self.changes.notify(None)

    async def _choose(self, conversation_id: str, route: Route) -> None:
        with contextlib.suppress(ConversationGone):  # the chat was deleted
            await self._history.conversations.set_route(conversation_id, route)
        self._note_route(conversation_id, route)

    def _note_route(self, conversation_id: str, route: Route) -> None:
        self._routes[conversation_id] = route
        self._show(conversation_id)
        self.changes.notify(conversation_id)

    async def _answer_here(self, conversation_id: str, reply_id: int) -> None:
        """Let the model of this computer continue a chat whose machine is unreachable."""
        view = self._window.panes.view_of(conversation_id)
        if view is None:
            return
        # Stored first: the turn reads the route from the database.
        await self._choose(conversation_id, HERE)
        reply = view.transcript.message_list.by_id.get(reply_id)
        turn = partial(self._turns.regenerate, conversation_id, reply_id)
        if reply is not None and reply.text:
            turn = partial(self._turns.continue_reply, conversation_id)
        self._replies.begin(conversation_id, turn)

    def _show(self, conversation_id: str) -> None:
        destination = self.destination(conversation_id)
        self._replies.set_destination(conversation_id, destination)
        view = self._window.panes.view_of(conversation_id)
        if view is not None:
            status = self.status(conversation_id)
            view.transcript.set_remote(is_remote=destination is not None)
            if status is not None:
                view.header.model_button.set_model(status)


class DepartureQuestions:
    """Asks whether a chat may leave this computer, one question at a time."""

    def __init__(self, window: MainWindow, settings: SettingsController) -> None:
        self._window = window
        self._settings = settings
        self._lock = asyncio.Lock()

    async def ask(self, departure: Departure) -> bool:
        """Return the user's answer; True without a question if the machine is trusted by now."""
        async with self._lock:
            if self._is_trusted(departure.endpoint):
                return True  # trusted by the answer to the previous question
            return await self._answer_to(departure)

    async def _answer_to(self, departure: Departure) -> bool:
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        facts = DepartureFacts(
            departure.endpoint.name,
            departure.endpoint.origin,
            departure.model_name,
            departure.word_count,
            departure.file_names,
            departure.picture_count,
            is_plain=departure.endpoint.is_plain,
        )
        question = DepartureQuestion(facts, self._window.dialogs.front_window())
        question.answered.connect(partial(_resolve, answer))
        question.open()
        try:
            is_yes = await answer
        finally:
            # Also if the program ends while the question is open.
            question.withdraw()
        if is_yes and question.is_for_all:
            self._trust(departure.endpoint)
        return is_yes

    def _is_trusted(self, endpoint: EndpointSetting) -> bool:
        endpoints = self._settings.current.endpoints
        return any(each.is_trusted and each.origin == endpoint.origin for each in endpoints)

    def _trust(self, endpoint: EndpointSetting) -> None:
        endpoints = self._settings.current.endpoints
        trusted = (
            replace(each, is_trusted=True) if each.id == endpoint.id else each for each in endpoints
        )
        self._settings.change(endpoints=tuple(trusted))


def _resolve(answer: asyncio.Future[bool], is_yes: bool) -> None:
    if not answer.done():  # the program may be closing
        answer.set_result(is_yes)
