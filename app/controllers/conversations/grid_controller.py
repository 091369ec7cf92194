"""The grid: a message below it is sent to all of its chats; shown answers count as read."""

from functools import partial

from app.chat.turn_events import TurnEvent, TurnStarted
from app.controllers.conversations.drafts import Drafts
from app.controllers.messages.composer_controller import ComposerController
from app.controllers.messages.replies import Replies
from app.controllers.messages.routes import RoutesController
from app.controllers.messages.send_queues import SendQueues
from app.controllers.services import Controller, Services
from app.domain.messages import MessageStatus, OutgoingMessage
from app.widgets.composer.composer import Composer
from app.widgets.grid.tab_grid import TabGrid
from app.widgets.kit.translation import fill, translate, translated
from engine.client.client import EnginePhase

_UNABLE = (EnginePhase.EMPTY, EnginePhase.DOWN)  # in other phases a message has to wait


class GridController(Controller):
    """Sends one message to every chat of a grid, after the running answer of each chat."""

    def __init__(
        self,
        services: Services,
        replies: Replies,
        queues: SendQueues,
        drafts: Drafts,
        composers: ComposerController,
        routes: RoutesController,
    ) -> None:
        super().__init__(services)
        self._replies = replies
        self._queues = queues
        self._drafts = drafts
        self._composers = composers
        self._routes = routes
        self._starting: dict[str, TabGrid] = {}  # chats whose message is not stored yet
        replies.events.add(self._on_turn_event)
        replies.ends.add(self._on_ended)
        for grid in self._window.grids.grids():
            self._on_grid_added(grid)
        self._window.grids.grid_added.connect(self._on_grid_added)

    def _on_grid_added(self, grid: TabGrid) -> None:
        composer = grid.send_box.composer
        composer.set_settings(self._drafts.composer_settings)
        composer.submitted.connect(partial(self._on_submitted, grid))
        composer.files_offered.connect(
            partial(self._composers.files.offer, "", partial(self._composer_of, grid))
        )
        composer.encoding_chosen.connect(
            partial(self._composers.files.read_again, "", partial(self._composer_of, grid))
        )
        self._composers.pictures.serve_composer(composer, partial(self._composer_of, grid))
        grid.shown_changed.connect(partial(self._on_shown_changed, grid))

    def _on_shown_changed(self, grid: TabGrid) -> None:
        for conversation_id in grid.shown_ids():
            self._replies.mark_read(conversation_id)

    def _on_submitted(self, grid: TabGrid, message: OutgoingMessage) -> None:
        ids = grid.shown_ids()
        here = [each for each in ids if self._routes.destination(each) is None]
        states = [self._models.state_of_chat(each) for each in here]
        unable = next((each for each in states if each.phase in _UNABLE), None)
        if unable is not None:
            text = translate("Grid", "Nothing was sent. {reason}")
            grid.send_box.show_outcome(fill(text, reason=translated(unable.text)))
            return
        waiting_count = len(self._replies.running_ids.intersection(ids))
        for conversation_id in ids:
            if conversation_id not in self._replies.running_ids:
                self._starting[conversation_id] = grid
            self._queues.submit(conversation_id, message)
        grid.send_box.composer.clear()
        grid.send_box.show_outcome(_outcome(len(ids), waiting_count))

    def _composer_of(self, grid: TabGrid) -> Composer | None:
        """Return the send box of a grid; None if its window was closed."""
        return grid.send_box.composer if grid in self._window.grids.grids() else None

    def _on_turn_event(self, conversation_id: str, event: TurnEvent) -> None:
        if isinstance(event, TurnStarted):
            self._starting.pop(conversation_id, None)

    def _on_ended(self, conversation_id: str, _status: MessageStatus | None) -> None:
        """Show which chat a message could not be stored in; a toast shows the reason."""
        grid = self._starting.pop(conversation_id, None)
        # The window may have been closed while the message was stored.
        if grid is not None and self._composer_of(grid) is not None:
            text = translate("Grid", "Not sent to “{title}”.")
            title = self._window.panes.items.title(conversation_id)
            grid.send_box.show_outcome(fill(text, title=title))


def _outcome(count: int, waiting_count: int) -> str:
    text = translate("Grid", "Sent to {count:,} chats.")
    if waiting_count == count:
        text = translate("Grid", "Queued in {count:,} chats, after the running answers.")
    elif waiting_count:
        text = translate(
            "Grid", "Sent to {count:,} chats; queued in {waiting:,} after a running answer."
        )
    return fill(text, count=count, waiting=waiting_count)
