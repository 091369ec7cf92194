"""Counts the tokens of a draft while it is typed, and warns if it could not be sent."""

import asyncio
from collections.abc import Mapping
from functools import partial

from app.chat.request_builder import RequestBuilder, file_in_prompt, media_of
from app.controllers.messages.message_room import TURN_OVERHEAD, MessageRoom, typed_text
from app.controllers.messages.replies import Replies
from app.controllers.messages.routes import RoutesController
from app.controllers.services import Controller, Services
from app.documents.controller import OfferedFiles
from app.domain.conversations import Conversation
from app.domain.messages import Message, MessageStatus, OutgoingMessage, TextFile
from app.machines.model import Destination
from app.media.attached import Pictures
from app.media.controller import PicturesController
from app.widgets.conversation.view import ConversationView
from app.widgets.kit.translation import fill, translate
from engine.client.client import EnginePhase, EngineState

SHOWN_FROM = 0.5  # share of the context window from which the tokens of a draft are shown
_CHARS_OF_TOKEN = 4  # used if no local model can count tokens
_MAX_CHARS = 4_000_000  # of a conversation without measured usage; counting more takes too long


class ComposerController(Controller):
    """Shows the length of a draft, and the cached part of its chat, where room gets tight."""

    def __init__(
        self,
        services: Services,
        requests: RequestBuilder,
        replies: Replies,
        pictures: Pictures,
        routes: RoutesController | None = None,
    ) -> None:
        super().__init__(services)
        self._routes = routes
        if routes is not None:
            routes.changes.add(self._on_route_changed)
        self._requests = requests
        self._replies = replies
        self._room = MessageRoom(self._models, self._history, requests, replies)
        self.pictures = PicturesController(services, replies, pictures)
        self.files = OfferedFiles(services, self._room, replies, self.pictures, self._sees)
        self._offered: tuple[TextFile, ...] = ()  # files of the last offer to shorten
        self._loaded: tuple[object, ...] = (self._client.state.phase, 0, True)
        self._counting: dict[str, asyncio.Task[None]] = {}
        self._tokens_of_pictures: dict[str, int] = {}  # by digest, for the model in use
        self._tokens_of_files: dict[str, dict[TextFile, int]] = {}  # of the drafts, by conversation
        self._estimated: dict[str, tuple[int, int]] = {}  # last message's id, and tokens
        replies.views.add(self._on_view)
        replies.ends.add(self._on_ended)
        self._client.states.add(self._on_state_changed)

    def is_counting(self, conversation_id: str) -> bool:
        """Return whether the engine is still counting the tokens of a draft."""
        counting = self._counting.get(conversation_id)
        return counting is not None and not counting.done()

    def _on_view(self, conversation: Conversation, view: ConversationView) -> None:
        self._counting = self._replies.of_live(self._counting)
        self._estimated = self._replies.of_live(self._estimated)
        self._tokens_of_files = self._replies.of_live(self._tokens_of_files)
        name = conversation.id
        view.composer.draft_changed.connect(partial(self._on_draft_changed, name))

    def _on_ended(self, conversation_id: str, _status: MessageStatus | None) -> None:
        """Count the draft again: the conversation is longer now."""
        view = self._window.panes.view_of(conversation_id)
        if view is not None and not view.composer.draft().is_empty:
            self._on_draft_changed(conversation_id, view.composer.draft())

    def _on_state_changed(self, state: EngineState) -> None:
        """Count all drafts again if another model is loaded."""
        model = state.model
        figures = (0, True, True)
        if model is not None:
            figures = (model.context_window, model.sees, model.hears)
        loaded = (state.phase, *figures)
        if loaded == self._loaded:
            return
        self._loaded = loaded
        self._tokens_of_pictures.clear()
        self._tokens_of_files.clear()
        for conversation_id in self._window.panes.ids():
            self._on_ended(conversation_id, None)

    def _on_draft_changed(self, conversation_id: str, draft: OutgoingMessage) -> None:
        """Count a changed draft; cancel the previous count."""
        counting = self._counting.pop(conversation_id, None)
        if counting is not None:
            counting.cancel()
        if not draft.is_empty:
            self._counting[conversation_id] = self._tasks.start(
                self._count(conversation_id, draft), may_be_dropped=True
            )
        else:
            self._show_length(conversation_id, "")

    def _on_route_changed(self, conversation_id: str | None) -> None:
        for each in self._window.panes.ids() if conversation_id is None else (conversation_id,):
            self._on_ended(each, None)

    async def _count(self, conversation_id: str, draft: OutgoingMessage) -> None:
        destination = self._destination(conversation_id)
        model = self._models.of_chat(conversation_id)
        if draft.pictures and not self._requests.sees(destination, model):
            text = translate("Composer", "This model does not support pictures.")
            self._show_obstacle(conversation_id, text)
            return
        if draft.sounds and not self._requests.hears(destination, model):
            text = translate("Composer", "This model does not support sounds.")
            if destination is not None:
                text = translate("Composer", "Sounds cannot be sent to other machines.")
            self._show_obstacle(conversation_id, text)
            return
        if destination is not None:
            self._show_picture_tokens(conversation_id, {})  # that model counts differently
            self._show_shares(conversation_id, {})
            await self._estimate_remote(conversation_id, draft, destination)
            return
        counted = await self._models.queries(conversation_id).count_tokens(
            conversation_id, typed_text(draft), media_of(draft.media)
        )
        if counted is None:
            if self._is_there(conversation_id, draft):
                self._show_obstacle(conversation_id, self._missing_model(conversation_id))
            return
        await self._count_pictures(conversation_id, draft)
        await self._count_files(conversation_id, draft)
        before = await self._tokens_before(conversation_id, draft)
        own, limit = counted.token_count, self._room.window(conversation_id)
        fixed = 0
        if own > limit // 2:  # otherwise it fits with any system prompt
            fixed = await self._room.fixed(conversation_id)
        # Checked after all awaits: the draft may have been sent in the meantime.
        if not self._is_there(conversation_id, draft):
            return
        if own + fixed + TURN_OVERHEAD > limit:
            self._show_obstacle(conversation_id, _too_long_text(own + fixed, limit))
            await self._offer_shorter(conversation_id, draft)
            return
        total = before + own + TURN_OVERHEAD
        warm = min(counted.held_tokens, before)
        # While there is room, figures would only distract.
        is_tight = total > limit * SHOWN_FROM
        self._show_length(conversation_id, _length_text(own, warm, total) if is_tight else "")

    async def _count_pictures(self, conversation_id: str, draft: OutgoingMessage) -> None:
        """Show the tokens of each picture in its chip."""
        for picture in draft.pictures:
            if picture.digest not in self._tokens_of_pictures:
                count = await self._room.count(conversation_id, "", media_of((picture,)))
                if count is None:
                    return
                self._tokens_of_pictures[picture.digest] = count
        self._show_picture_tokens(conversation_id, self._tokens_of_pictures)

    async def _count_files(self, conversation_id: str, draft: OutgoingMessage) -> None:
        """Show in the chip of each file which share of the context window it takes."""
        known = self._tokens_of_files.get(conversation_id, {})
        counts: dict[TextFile, int] = {}
        for file in draft.files:
            count = known.get(file)
            if count is None:
                text = file_in_prompt(file.name, file.text)
                count = await self._room.count(conversation_id, text)
            if count is None:
                return
            counts[file] = count
        self._tokens_of_files[conversation_id] = counts
        window = self._room.window(conversation_id)
        shares = {file: count / window for file, count in counts.items()} if window else {}
        self._show_shares(conversation_id, shares)

    def _show_shares(self, conversation_id: str, shares: Mapping[TextFile, float]) -> None:
        view = self._window.panes.view_of(conversation_id)
        if view is not None:
            view.composer.chips.show_shares(shares)

    def _show_picture_tokens(self, conversation_id: str, counts: Mapping[str, int]) -> None:
        view = self._window.panes.view_of(conversation_id)
        if view is not None:
            view.composer.chips.show_tokens(counts)

    def _destination(self, conversation_id: str) -> Destination | None:
        return None if self._routes is None else self._routes.destination(conversation_id)

    def _sees(self, conversation_id: str) -> bool:
        model = self._models.of_chat(conversation_id)
        return self._requests.sees(self._destination(conversation_id), model)

    async def _estimate_remote(
        self, conversation_id: str, draft: OutgoingMessage, destination: Destination
    ) -> None:
        """Show the estimated length of a message for another machine, where it is long."""
        text = typed_text(draft)
        counted = await self._models.queries(conversation_id).count_tokens(conversation_id, text)
        own = len(text) // _CHARS_OF_TOKEN + 1 if counted is None else counted.token_count
        if not self._is_there(conversation_id, draft):
            return
        limit = destination.model.context_window
        if self._settings.current.is_offline:
            obstacle = translate("Composer", "{machine} can't be reached: Hubbub works offline.")
            self._show_obstacle(conversation_id, fill(obstacle, machine=destination.endpoint.name))
        elif limit is not None and own + TURN_OVERHEAD > limit:
            self._show_obstacle(conversation_id, _too_long_text(own, limit))
        else:
            is_tight = limit is not None and own > limit * SHOWN_FROM
            self._show_length(conversation_id, _length_text(own, 0, own) if is_tight else "")

    async def _offer_shorter(self, conversation_id: str, draft: OutgoingMessage) -> None:
        """Offer to shorten files, once for the same files."""
        if draft.files and draft.files != self._offered:
            await self.files.offer_shorter(conversation_id, draft)
            self._offered = draft.files

    def _missing_model(self, conversation_id: str) -> str:
        """Return why no model can count; empty while one is prepared or loading."""
        phase = self._models.state_of_chat(conversation_id).phase
        if phase is EnginePhase.DOWN:
            return translate("Composer", "The engine is not running. Restart it first.")
        if phase is EnginePhase.EMPTY and not self._models.is_choosing:
            return translate("Composer", "No model is loaded. Open one first.")
        return ""

    def _is_there(self, conversation_id: str, draft: OutgoingMessage) -> bool:
        """Return whether the composer still holds this draft."""
        view = self._window.panes.view_of(conversation_id)
        return view is not None and view.composer.draft() == draft

    async def _tokens_before(self, conversation_id: str, draft: OutgoingMessage) -> int:
        """Return the number of tokens of the shown branch."""
        view = self._window.panes.view_of(conversation_id)
        # The draft changed while the engine counted: another task counts the new draft.
        if view is None or view.composer.draft() != draft:
            return 0
        messages = view.transcript.messages()
        last_id = messages[-1].id if messages else 0
        measured = _measured(messages)
        if measured is None and self._estimated.get(conversation_id, (None, 0))[0] == last_id:
            measured = self._estimated[conversation_id][1]
        if measured is None:
            measured = await self._estimate(conversation_id)
            # Keyed by the last message, so that one estimate serves until the next reply.
            self._estimated[conversation_id] = (last_id, measured)
        return measured

    async def _estimate(self, conversation_id: str) -> int:
        """Return the estimated tokens of a conversation without measured usage."""
        conversation = await self._history.conversations.get(conversation_id)
        if conversation is None:
            return 0
        prompt = (await self._requests.build(conversation)).prompt
        text = "\n\n".join(part.content for part in prompt.messages)[:_MAX_CHARS]
        counted = await self._models.queries(conversation_id).count_tokens(conversation_id, text)
        overhead = TURN_OVERHEAD * len(prompt.messages)
        return overhead + (0 if counted is None else counted.token_count)

    def _show_obstacle(self, conversation_id: str, reason: str) -> None:
        view = self._window.panes.view_of(conversation_id)
        if view is not None:
            view.composer.set_token_text("")
            view.composer.set_obstacle(reason)

    def _show_length(self, conversation_id: str, text: str) -> None:
        view = self._window.panes.view_of(conversation_id)
        if view is not None:
            view.composer.set_token_text(text, _explanation() if text else "")


def _measured(messages: tuple[Message, ...]) -> int | None:
    """Return the context tokens after the last reply; None if they were not measured."""
    if not messages:
        return None
    usage = messages[-1].usage
    return usage.context_tokens if usage is not None and usage.context_tokens else None


def _length_text(own: int, warm: int, total: int) -> str:
    if total - own <= TURN_OVERHEAD:
        text = translate("Composer", "about {own:,} tokens")
        if own == 1:
            text = translate("Composer", "about one token")
        return fill(text, own=own)
    text = translate("Composer", "about {own:,} tokens · {warm:,} of {total:,} cached")
    if own == 1:
        text = translate("Composer", "about one token · {warm:,} of {total:,} cached")
    return fill(text, own=own, warm=warm, total=total)


def _too_long_text(own: int, limit: int) -> str:
    text = translate("Composer", "About {own:,} tokens, over the limit of {limit:,}")
    return fill(text, own=own, limit=limit)


def _explanation() -> str:
    return translate(
        "Composer", "Cached tokens are in the model's memory already; only the others will be read."
    )
