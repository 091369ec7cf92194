"""Conversations opened in the other pane, so that two stand side by side."""

from app.controllers.conversations.tabs import TabsController
from app.controllers.services import Controller, Services


class BesideController(Controller):
    """Opens a conversation, or a message of one, beside the tab in front."""

    def __init__(self, services: Services, tabs: TabsController) -> None:
        super().__init__(services)
        self._tabs = tabs
        requests = services.window.requests
        requests.open_beside_requested.connect(self._tasks.starter(self.open))
        requests.message_beside_requested.connect(self._tasks.starter(self.open_message))

    async def open(self, conversation_id: str) -> None:
        """Bring a conversation to the front of the other pane, in its tab or a new one."""
        panes, layout = self._window.panes, self._window.pane_layout
        other = 1 if layout.number_of(panes.in_use) == 0 else 0
        if conversation_id not in panes.ids():
            conversation = await self._history.conversations.get(conversation_id)
            # While it was read, the same tab may have been opened by another request.
            if conversation is None or conversation_id in panes.ids():
                return
            pane = layout.pane(other)
            self._tabs.add(conversation, is_activated=True, pane=layout.number_of(pane))
            return
        pane_of_tab = panes.pane_of(conversation_id)
        if pane_of_tab is panes.in_use and len(panes.in_use.bar.ids()) > 1:
            panes.move(conversation_id, layout.pane(other))
        else:  # it is beside already, or would leave nothing to stand beside
            panes.activate(conversation_id)

    async def open_message(self, conversation_id: str, message_id: int) -> None:
        """Do the same, with one message in view."""
        await self.open(conversation_id)
        self._tabs.open_message(conversation_id, message_id)
