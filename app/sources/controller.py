"""The page of sources, and the tasks of the readings."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

from app.controllers.conversations.tabs_controller import TabsController
from app.controllers.messages.replies import Replies
from app.controllers.services import Controller, Services
from app.domain.conversations import Conversation
from app.sources.editing_controller import SourceEditing
from app.sources.gathering import stamp_of
from app.sources.model import (
    UNREAD,
    ReadingState,
    ShownSource,
    Source,
    SourceLink,
    SourceVersion,
)
from app.sources.readings import SourceReadings
from app.sources.view.sources_page import SourcesPage, chat_start_of
from app.widgets.conversation.view import ConversationView
from app.widgets.kit.small_dialogs import ask_before
from app.widgets.kit.translation import fill, translate
from engine.client.client import EnginePhase, EngineState
from engine.listeners import Listeners

_PAUSE_SECONDS = 0.1


class SourceChats(Controller):
    """Opens chats in sources, and shows in each tab the source of its chat.

    Attributes:
        clicks: notified of the id of each source that was clicked in a header.
    """

    def __init__(
        self,
        services: Services,
        tabs: TabsController,
        replies: Replies,
        readings: SourceReadings,
    ) -> None:
        super().__init__(services)
        self._tabs = tabs
        self._replies = replies
        self._readings = readings
        self._links: dict[str, SourceLink] = {}  # by conversation
        readings.changes.add(self._on_reading_changed)
        self._models.chats.add(self._on_model_changed)
        self._client.states.add(lambda _state: self._show_readings(*self._links))
        self.clicks = Listeners[str]()
        replies.views.add(self._on_view)

    async def ask(self, conversation_id: str, source: Source) -> None:
        """Ask about a source in an open chat without messages, or else in a new one."""
        is_open = conversation_id in self._window.panes.ids()
        if is_open and await self._tabs.is_empty(conversation_id):
            await self.move(conversation_id, source)
            self.open(conversation_id)
        else:
            await self.begin(source)

    async def begin(self, source: Source) -> None:
        """Open a new chat in the newest version of a source, in front."""
        version = source.newest
        conversation = await self._history.conversations.create(source_version_id=version.id)
        self._tabs.show(conversation)
        self._window.requests.window_requested.emit()

    def open(self, conversation_id: str) -> None:
        """Show a chat, in its tab or a new one."""
        self._tabs.open_tab(conversation_id)

    async def move(self, conversation_id: str, source: Source) -> None:
        """Move a chat to the newest version of its source."""
        await self._history.sources.move(conversation_id, source.newest.id)
        await self.show()

    async def show(self) -> None:
        """Show the current source of the chat in each open tab."""
        # Read for all tabs: a renamed or deleted source may be in any of them.
        for conversation_id in self._window.panes.ids():
            conversation = await self._history.conversations.get(conversation_id)
            view = self._window.panes.view_of(conversation_id)
            if conversation is not None and view is not None:
                self._show(conversation, view)

    def _show(self, conversation: Conversation, view: ConversationView) -> None:
        self._links.pop(conversation.id, None)
        if conversation.source is None:
            view.empty_state.set_source("")
        else:
            self._links[conversation.id] = conversation.source
        self._show_link(conversation.id, conversation.source, view)
        self._show_reading(conversation.id)

    def _show_link(
        self, conversation_id: str, link: SourceLink | None, view: ConversationView
    ) -> None:
        has_other_model = self._models.has_other_model(conversation_id)
        view.header.set_source(link, has_other_model=has_other_model)

    def _on_model_changed(self, conversation_id: str) -> None:
        link, view = self._links.get(conversation_id), self._window.panes.view_of(conversation_id)
        if link is not None and view is not None:
            self._show_link(conversation_id, link, view)
            self._show_reading(conversation_id)

    def _on_reading_changed(self, version_id: int) -> None:
        links = [
            (chat, link) for chat, link in self._links.items() if link.version_id == version_id
        ]
        self._show_readings(*(chat for chat, _link in links))
        if any(self._readings.of_link(link).state is ReadingState.READ for _chat, link in links):
            self._tasks.start(self.show(), may_be_dropped=True)  # with the model that has read it

    def _show_readings(self, *conversation_ids: str) -> None:
        for each in conversation_ids:
            self._show_reading(each)

    def _show_reading(self, conversation_id: str) -> None:
        """Show in an empty chat, and in the status line, how much of the source is read.

        Sources are read by the default model, so chats with another one do not wait for it.
        """
        link, text = self._links.get(conversation_id), ""
        is_other = self._models.has_other_model(conversation_id)
        view = self._window.panes.view_of(conversation_id)
        if link is not None and view is not None:
            is_read_by_other = self._readings.is_of_other_model(link)
            state = UNREAD if is_other or is_read_by_other else self._readings.of_link(link)
            view.empty_state.set_source(link.name, chat_start_of(state))
        reading = None if link is None or is_other else self._readings.current(link.version_id)
        if link is not None and reading is not None and reading.total_tokens:
            percent = 100 * reading.read_tokens // reading.total_tokens
            text = translate("Sources", "Waiting for “{name}”: {percent}% read")
            text = fill(text, name=link.name, percent=percent)
        self._replies.set_wait(conversation_id, text)

    def _on_view(self, conversation: Conversation, view: ConversationView) -> None:
        self._links = self._replies.of_live(self._links)
        self._show(conversation, view)
        want = partial(self._tasks.starter(self._want_source), conversation.id)
        view.header.source_button.clicked.connect(lambda: want())

    async def _want_source(self, conversation_id: str) -> None:
        conversation = await self._history.conversations.get(conversation_id)
        if conversation is not None and conversation.source is not None:
            self.clicks.notify(conversation.source.source_id)


class SourcesController(Controller):
    """Keeps one page, which is hidden when it is closed, and the tasks of the readings.

    Attributes:
        page: None until it is opened for the first time.
        editing: the editor that adds sources and their versions.
    """

    def __init__(
        self,
        services: Services,
        readings: SourceReadings,
        editing: SourceEditing,
        chats: SourceChats,
    ) -> None:
        super().__init__(services)
        self._background = services.background
        self._readings = readings
        self._chats = chats
        self.editing = editing
        self._tasks_by_version: dict[int, asyncio.Task[None]] = {}
        self._changed: dict[int, bool] = {}
        self._sources: dict[str, Source] = {}
        self._is_closed = False
        self._showing: asyncio.Task[None] | None = None
        self.page: SourcesPage | None = None
        editing.stored.add(self._on_stored)
        readings.changes.add(lambda _id: self.show_soon())
        chats.clicks.add(self.open)
        self._window.requests.sources_requested.connect(self.open)
        self._window.requests.folder_question_requested.connect(self.ask_about_folder)
        self._is_ready = False
        self._client.states.add(self._on_state_changed)

    def open(self, source_id: str = "") -> None:
        """Show the page, with one source selected if its id is given."""
        if self.page is None:
            self.page = self._build()
        self._tasks.start(self._open(self.page, source_id))

    def ask_about_folder(self, conversation_id: str, folder: str = "") -> None:
        """Ask about a folder in a chat; the user may choose the folder."""
        self.editing.open_folder(partial(self._tasks.starter(self._ask), conversation_id), folder)

    def close(self) -> None:
        """Pause all readings; their progress is kept."""
        self._is_closed = True
        for task in tuple(self._tasks_by_version.values()):
            task.cancel()

    def _on_state_changed(self, state: EngineState) -> None:
        self.show_soon()
        was_ready, self._is_ready = self._is_ready, state.phase is EnginePhase.READY
        if self._is_ready and not was_ready:
            self._tasks.start(self._readings.discard_unneeded(), may_be_dropped=True)

    async def _open(self, page: SourcesPage, source_id: str) -> None:
        await self._show()
        page.select(source_id)
        self._window.pages.show_page(page, is_wide=True)
        page.come_forward()
        # After the page is shown: searching a folder may take long.
        for source in tuple(self._sources.values()):
            version = source.newest
            if version.origin.stamp:
                stamp = await asyncio.to_thread(stamp_of, version.origin)
                self._changed[version.id] = stamp != version.origin.stamp
        await self._show()

    def _build(self) -> SourcesPage:
        page = SourcesPage(self._window)
        details = page.details
        page.add_requested.connect(lambda: self.editing.open())
        for button, work in (
            (details.new_chat_button, self._begin_chat),
            (details.edit_button, self._edit),
            (details.update_button, self._read_new_version),
            (details.split_button, self._split),
            (details.read_button, self._read),
            (details.pause_button, self._pause),
            (details.delete_button, self._ask_delete),
        ):
            button.clicked.connect(partial(self._on_clicked, self._tasks.single_starter(work)))
        details.renamed.connect(self._tasks.starter(self._rename))
        details.chat_opened.connect(self._open_chat)
        details.chat_moved.connect(self._tasks.starter(self._move))
        return page

    def show_soon(self) -> None:
        """Update the page after a pause, because readings report progress often."""
        # A reading paused by the end of the program is not shown.
        if self._is_closed or self.page is None or not self.page.isVisible():
            return
        if self._showing is None or self._showing.done():
            self._showing = self._tasks.start(self._show_later(), may_be_dropped=True)

    async def _show_later(self) -> None:
        await asyncio.sleep(_PAUSE_SECONDS)
        await self._show()

    async def _show(self) -> None:
        stored = await self._history.sources.all()
        chats = {each.id: await self._history.sources.chats(each.id) for each in stored}
        self._sources = {each.id: each for each in stored}
        if self.page is None:
            return
        self.page.set_sources(
            ShownSource(
                source,
                self._readings.of(source.newest),
                chats[source.id],
                is_changed=self._changed.get(source.newest.id, False),
                is_of_other_model=self._readings.is_of_other_model(source.newest),
            )
            for source in stored
        )

    def _on_clicked(self, start: Callable[[Source], None], *_checked: bool) -> None:
        source = None if self.page is None else self._sources.get(self.page.details.source_id)
        if source is not None:
            start(source)

    def _on_stored(self, sources: Sequence[Source]) -> None:
        for source in sources:
            self._sources[source.id] = source
            self._start_reading(source)
        if sources:  # otherwise it was deleted in the meantime
            self._tasks.start(self._show_stored(sources[0].id))

    async def _show_stored(self, source_id: str) -> None:
        page = self.page
        was_adding = page is not None and page.focusWidget() is page.adding_button
        await self._show()  # the first source takes the place of its button
        if self.page is not None:
            self.page.select(source_id)
            if was_adding:
                self.page.details.new_chat_button.setFocus()
        await self._chats.show()
        await self._readings.discard_unneeded()

    def _open_chat(self, conversation_id: str) -> None:
        self._chats.open(conversation_id)
        self._window.pages.leave()

    async def _ask(self, conversation_id: str, sources: Sequence[Source]) -> None:
        """Ask about a source in a chat; of several, the user chooses on the page."""
        if len(sources) == 1:
            await self._chats.ask(conversation_id, sources[0])
        elif sources:
            self.open(sources[0].id)

    async def _begin_chat(self, source: Source) -> None:
        await self._chats.begin(source)
        self._window.pages.leave()
        reading = self._readings.of(source.newest)
        is_other = self._readings.is_of_other_model(source.newest)
        if reading.state is not ReadingState.READ or is_other:
            self._start_reading(source)
        await self._show()

    async def _edit(self, source: Source) -> None:
        self.editing.open(source, await self._history.sources.text(source.newest, source.name))

    async def _read_new_version(self, source: Source) -> None:
        await self.editing.read_again(source)

    async def _split(self, source: Source) -> None:
        await self.editing.split(source, self._readings.of(source.newest))

    async def _read(self, source: Source) -> None:
        self._start_reading(source)

    async def _pause(self, source: Source) -> None:
        task = self._tasks_by_version.get(source.newest.id)
        if task is not None:
            task.cancel()

    async def _rename(self, name: str) -> None:
        if self.page is not None and self.page.details.source_id:
            await self._history.sources.rename(self.page.details.source_id, name)
            await self._show()
            await self._chats.show()

    async def _move(self, conversation_id: str) -> None:
        source = None if self.page is None else self._sources.get(self.page.details.source_id)
        if source is not None:
            await self._chats.move(conversation_id, source)
            await self._show()
            await self._readings.discard_unneeded()

    async def _ask_delete(self, source: Source) -> None:
        assert self.page is not None
        text = translate("Sources", "Delete “{name}” with all its versions?")
        if source.chat_count:
            text = translate(
                "Sources",
                "Delete “{name}” with all its versions? Its chats stay ({count:,}), but the model "
                "will not know the text in them any more.",
            )
        question = fill(text, name=source.name, count=source.chat_count)
        label = translate("Sources", "Delete")
        ask_before(self.page, question, label, partial(self._tasks.starter(self._delete), source))

    async def _delete(self, source: Source) -> None:
        for version in source.versions:
            task = self._tasks_by_version.get(version.id)
            if task is not None:
                task.cancel()
        # The database first: after a crash the engine may keep an unused state, never the reverse.
        await self._history.sources.delete(source.id)
        self._readings.discard_source(source)
        await self._show()
        await self._chats.show()

    def _start_reading(self, source: Source) -> None:
        version = source.newest
        # A version requested twice, by a button and a new chat, is read once.
        if version.id not in self._tasks_by_version:
            task = self._tasks.start(self._read_in_background(source), may_be_dropped=True)
            self._tasks_by_version[version.id] = task
            task.add_done_callback(lambda _task: self._on_reading_ended(version))

    async def _read_in_background(self, source: Source) -> None:
        name = fill(translate("Background", "Reading “{name}”"), name=source.name)
        with self._background.running(name, self._window.requests.sources_requested.emit):
            await self._readings.read(source, source.newest)

    def _on_reading_ended(self, version: SourceVersion) -> None:
        self._tasks_by_version.pop(version.id, None)
        self.show_soon()
