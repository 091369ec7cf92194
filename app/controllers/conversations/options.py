"""The options of one conversation: shows their dialog and stores what is chosen there."""

from dataclasses import replace
from functools import partial

import msgspec

from app.chat.turns import Turns
from app.controllers.messages.replies import Replies
from app.controllers.services import Controller, Services
from app.domain import Conversation, ConversationOptions
from app.widgets.conversation.view import ConversationView
from app.widgets.dialogs.options import OptionsDialog


class OptionsController(Controller):
    """Options apply from the next turn on; presets are shared by all conversations."""

    def __init__(self, services: Services, turns: Turns, replies: Replies) -> None:
        super().__init__(services)
        self._turns = turns
        self._window.requests.options_requested.connect(self.open)
        replies.views.add(self._on_view)

    def open(self, conversation_id: str) -> None:
        """Show the dialog for a conversation."""
        self._tasks.start(self._open(conversation_id))

    def _on_view(self, conversation: Conversation, view: ConversationView) -> None:
        view.composer.options_requested.connect(partial(self.open, conversation.id))

    async def _open(self, conversation_id: str) -> None:
        conversation = await self._history.conversations.get(conversation_id)
        if conversation is None:
            return
        settings = self._turns.settings
        model = self._client.state.model
        dialog = OptionsDialog(
            conversation.options,
            await self._history.presets.all(),
            default_prompt=settings.system_prompt,
            default_values=msgspec.structs.asdict(settings.sampling),
            can_slide=model is None or model.can_slide,
            parent=self._window,
        )
        dialog.preset_changed.connect(self._tasks.starter(self._history.presets.save))
        dialog.preset_deleted.connect(self._tasks.starter(self._history.presets.delete))
        dialog.options_selected.connect(partial(self._tasks.starter(self._store), conversation_id))
        dialog.open()

    async def _store(self, conversation_id: str, selected: ConversationOptions) -> None:
        """Store what the dialog shows; folder and pin may have changed meanwhile."""
        conversation = await self._history.conversations.get(conversation_id)
        if conversation is not None:
            options = replace(
                conversation.options,
                system_prompt=selected.system_prompt,
                preset_name=selected.preset_name,
                overflow_policy=selected.overflow_policy,
            )
            await self._history.conversations.set_options(conversation_id, options)
