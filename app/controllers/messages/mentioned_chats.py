"""Text of another chat or a source for a message: offered after "@", added as a file."""

import asyncio
from functools import partial

from app.chat.first_tokens import first_tokens
from app.chat.recap_requests import Recaps, excerpt, last_turn, recap, source_file
from app.controllers.messages.replies import Replies
from app.controllers.services import Controller, Services
from app.documents.controller import OfferedFiles, shortened
from app.domain.conversations import Conversation
from app.domain.messages import Message, TextFile
from app.errors import AttachmentDamaged
from app.widgets.composer.chat_picker import BEGINNING_TOKENS, ChatPart, SourcePart
from app.widgets.composer.composer import Composer
from app.widgets.conversation.view import ConversationView
from app.widgets.dialogs.message_picker import MessagePickerDialog
from app.widgets.kit.translation import fill, translate, translated


class MentionedChats(Controller):
    """Copies text of another chat or a source, so that later changes to it have no effect."""

    def __init__(
        self, services: Services, replies: Replies, files: OfferedFiles, recaps: Recaps
    ) -> None:
        super().__init__(services)
        self._files = files
        self._recaps = recaps
        replies.views.add(self._on_view)

    def _on_view(self, conversation: Conversation, view: ConversationView) -> None:
        picker = view.composer.chats
        picker.opened.connect(partial(self._tasks.starter(self._fill), conversation.id))
        picker.part_chosen.connect(partial(self._on_part_chosen, conversation.id))
        picker.source_chosen.connect(partial(self._on_source_chosen, conversation.id))

    def _on_part_chosen(self, own_id: str, chat_id: str, title: str, part: ChatPart) -> None:
        # It may wait for the model or the user, which must not delay the end of the program.
        self._tasks.start(self._add(own_id, chat_id, title, part), may_be_dropped=True)

    def _on_source_chosen(self, own_id: str, source_id: str, part: SourcePart) -> None:
        self._tasks.start(self._add_source(own_id, source_id, part), may_be_dropped=True)

    async def _fill(self, own_id: str) -> None:
        """Offer all sources, and all other chats that have messages."""
        sources = await self._history.sources.all()
        chats = await self._history.conversations.summaries()
        composer = self._composer_of(own_id)
        if composer is not None:
            others = tuple(each for each in chats if each.id != own_id)
            composer.chats.set_chats(others, sources)

    async def _add(self, own_id: str, chat_id: str, title: str, part: ChatPart) -> None:
        chat = await self._history.conversations.get(chat_id)
        if chat is None or not chat.messages:
            self._notify(own_id, translate("MentionedChats", "This chat no longer exists."))
        elif part is ChatPart.CHOSEN:
            self._ask_messages(own_id, title, chat.messages)
        elif part is ChatPart.RECAP:
            await self._add_recap(own_id, title, chat)
        else:
            messages = chat.messages if part is ChatPart.ALL else last_turn(chat.messages)
            await self._attach(own_id, excerpt(title, messages))

    async def _add_source(self, own_id: str, source_id: str, part: SourcePart) -> None:
        sources = await self._history.sources.all()
        source = next((each for each in sources if each.id == source_id), None)
        if source is None:
            gone = translate("MentionedChats", "This source no longer exists.")
            self._notify(own_id, gone)
            return
        try:
            text = await self._history.sources.text(source.newest, source.name)
        except AttachmentDamaged as error:
            self._notify(own_id, translated(str(error)))
            return
        file = source_file(source.name, text)
        if part is SourcePart.BEGINNING:
            count = partial(self._count, own_id)
            beginning = await first_tokens(text, BEGINNING_TOKENS, count)
            if beginning is None:
                said = translate(
                    "MentionedChats",
                    "Only a model can count tokens. Load one, or take all of the text.",
                )
                self._notify(own_id, said)
                return
            if len(beginning.text) < len(text):
                file = shortened(file, beginning)
        await self._attach(own_id, file)

    async def _count(self, own_id: str, text: str) -> int | None:
        counted = await self._models.queries(own_id).count_tokens(own_id, text)
        return None if counted is None else counted.token_count

    def _ask_messages(self, own_id: str, title: str, messages: tuple[Message, ...]) -> None:
        dialog = MessagePickerDialog(title, messages, self._window.dialogs.front_window())

        def add(picked: tuple[Message, ...]) -> None:
            self._tasks.start(self._attach(own_id, excerpt(title, picked)), may_be_dropped=True)

        dialog.messages_picked.connect(add)
        dialog.open()

    async def _add_recap(self, own_id: str, title: str, chat: Conversation) -> None:
        writing = asyncio.ensure_future(self._recaps.sum_up(chat))
        text = translate("MentionedChats", "The model is writing a recap of “{title}”…")
        composer = self._composer_of(own_id)
        if composer is not None:
            composer.notice.clear()
            composer.notice.show_progress(fill(text, title=title), writing.cancel)
        try:
            written = await writing
        except asyncio.CancelledError:
            return
        composer = self._composer_of(own_id)
        if composer is not None:
            composer.notice.end_progress()
        if written:
            await self._attach(own_id, recap(title, written))
            return
        self._notify(
            own_id,
            translate(
                "MentionedChats", "The model wrote no recap. Try again, or add its messages."
            ),
        )

    async def _attach(self, own_id: str, file: TextFile) -> None:
        await self._files.attach(own_id, partial(self._composer_of, own_id), file)

    def _notify(self, own_id: str, text: str) -> None:
        composer = self._composer_of(own_id)
        if composer is not None:
            composer.notice.show_text(text)

    def _composer_of(self, conversation_id: str) -> Composer | None:
        view = self._window.panes.view_of(conversation_id)
        return None if view is None else view.composer
