"""While a message is typed: reads its files and counts its tokens."""

import asyncio
from functools import partial
from pathlib import Path

from app.chat.prompt_messages import file_in_prompt
from app.chat.request_builder import RequestBuilder
from app.chat.text_files import read_text_file
from app.controllers.messages.replies import Replies
from app.controllers.services import Controller, Services
from app.domain import Conversation, Message, MessageStatus, OutgoingMessage
from app.errors import FileNotTaken
from app.widgets.conversation.view import ConversationView
from app.widgets.kit.translation import fill, translate

MAX_FILES = 20
MODEL_SUFFIX = ".gguf"  # such a file is opened, not sent
_TURN_OVERHEAD = 8  # about so many tokens surround a message in a template
_MAX_LETTERS = 4_000_000  # of a conversation that was never read; counting more takes too long


class ComposerController(Controller):
    """Shows how long a message is and how much of its conversation is cached; blocks nothing."""

    def __init__(self, services: Services, requests: RequestBuilder, replies: Replies) -> None:
        super().__init__(services)
        self._requests = requests
        self._replies = replies
        self._counting: dict[str, asyncio.Task[None]] = {}
        self._estimated: dict[str, tuple[int, int]] = {}  # the last message's id, and the tokens
        replies.views.add(self._on_view)
        replies.ends.add(self._on_ended)

    def is_counting(self, conversation_id: str) -> bool:
        """Return whether the engine is still counting the tokens of a draft."""
        counting = self._counting.get(conversation_id)
        return counting is not None and not counting.done()

    def _on_view(self, conversation: Conversation, view: ConversationView) -> None:
        name = conversation.id
        view.composer.files_offered.connect(partial(self._on_files_offered, name))
        view.composer.draft_changed.connect(partial(self._on_draft_changed, name))

    def _on_files_offered(self, conversation_id: str, paths: tuple[str, ...]) -> None:
        models = [path for path in paths if Path(path).suffix.lower() == MODEL_SUFFIX]
        for path in models[:1]:
            self._window.requests.open_model_requested.emit(path)
        files = tuple(path for path in paths if path not in models)
        if files:
            self._tasks.start(self._take_files(conversation_id, files))

    async def _take_files(self, conversation_id: str, paths: tuple[str, ...]) -> None:
        if len(paths) > MAX_FILES:
            text = translate(
                "Composer",
                "Only the first {count} files were taken. Send the others with the next message.",
            )
            self._banners.show(fill(text, count=MAX_FILES))
        for path in paths[:MAX_FILES]:
            try:
                file = await read_text_file(Path(path))
            except FileNotTaken as error:
                self._banners.report(error)
                continue
            # Asked for now: its tab may have been closed while the file was read.
            view = self._window.panes.view_of(conversation_id)
            if view is not None:
                view.composer.files.add(file)

    def _on_ended(self, conversation_id: str, _status: MessageStatus | None) -> None:
        """Count again what was typed meanwhile: the conversation is longer now."""
        view = self._window.panes.view_of(conversation_id)
        if view is not None and not view.composer.draft().is_empty:
            self._on_draft_changed(conversation_id, view.composer.draft())

    def _on_draft_changed(self, conversation_id: str, draft: OutgoingMessage) -> None:
        """Count again; what was being counted is old now."""
        counting = self._counting.pop(conversation_id, None)
        if counting is not None:
            counting.cancel()
        if not draft.is_empty:
            self._counting[conversation_id] = self._tasks.start(
                self._count(conversation_id, draft), may_be_dropped=True
            )
        else:
            self._show_length(conversation_id, "")

    async def _count(self, conversation_id: str, draft: OutgoingMessage) -> None:
        files = [file_in_prompt(file.name, file.text) for file in draft.files]
        typed = "\n\n".join([*files, draft.text])
        counted = await self._client.queries.count_tokens(conversation_id, typed)
        if counted is None:
            self._show_length(conversation_id, "")
            return
        before = await self._tokens_before(conversation_id, draft)
        if before is None:
            return
        own = counted.token_count
        total = before + own + _TURN_OVERHEAD
        warm = min(counted.held_tokens, before)
        room = self._replies.context_window
        text = _too_long_text(own, room) if own > room else _length_text(own, warm, total)
        self._show_length(conversation_id, text)

    async def _tokens_before(self, conversation_id: str, draft: OutgoingMessage) -> int | None:
        """Return what the branch on show has in tokens; None if the draft is not there any more."""
        view = self._window.panes.view_of(conversation_id)
        # While the engine counted, the user typed on: that text is counted by another task.
        if view is None or view.composer.draft() != draft:
            return None
        messages = view.transcript.messages()
        last_id = messages[-1].id if messages else 0
        measured = _measured(messages)
        if measured is None and self._estimated.get(conversation_id, (None, 0))[0] == last_id:
            measured = self._estimated[conversation_id][1]
        if measured is None:
            measured = await self._estimate(conversation_id)
            # By its last message, so that one estimate serves all letters until the next reply.
            self._estimated[conversation_id] = (last_id, measured)
        return measured

    async def _estimate(self, conversation_id: str) -> int:
        """Return about how many tokens a conversation has of which the engine has said nothing."""
        conversation = await self._history.conversations.get(conversation_id)
        if conversation is None:
            return 0
        prompt = (await self._requests.build(conversation)).prompt
        text = "\n\n".join(part.content for part in prompt.messages)[:_MAX_LETTERS]
        counted = await self._client.queries.count_tokens(conversation_id, text)
        overhead = _TURN_OVERHEAD * len(prompt.messages)
        return overhead + (0 if counted is None else counted.token_count)

    def _show_length(self, conversation_id: str, text: str) -> None:
        view = self._window.panes.view_of(conversation_id)
        if view is not None:
            view.composer.set_token_text(text, _explanation() if text else "")


def _measured(messages: tuple[Message, ...]) -> int | None:
    """Return what the engine held after the last reply; None where it never said."""
    if not messages:
        return None
    usage = messages[-1].usage
    return usage.context_tokens if usage is not None and usage.context_tokens else None


def _length_text(own: int, warm: int, total: int) -> str:
    if total - own <= _TURN_OVERHEAD:
        text = translate("Composer", "about {own:,} tokens")
        if own == 1:
            text = translate("Composer", "about one token")
        return fill(text, own=own)
    text = translate("Composer", "about {own:,} tokens · {warm:,} of {total:,} warm")
    if own == 1:
        text = translate("Composer", "about one token · {warm:,} of {total:,} warm")
    return fill(text, own=own, warm=warm, total=total)


def _too_long_text(own: int, limit: int) -> str:
    text = translate("Composer", "about {own:,} tokens, but each chat may hold {limit:,}")
    return fill(text, own=own, limit=limit)


def _explanation() -> str:
    return translate(
        "Composer", "Warm tokens are in the model's memory already; only the others will be read."
    )
