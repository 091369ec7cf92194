"""The files of messages: read, refused or shortened for a draft, and shown once they are sent."""

import asyncio
from collections.abc import Callable
from dataclasses import replace  # noqa: TID251  # of a TextFile
from functools import partial
from pathlib import Path

from app.chat.first_tokens import TruncatedText, first_tokens
from app.controllers.messages.message_room import MessageRoom
from app.controllers.messages.replies import Replies
from app.controllers.services import Controller, Services
from app.controllers.tasks import Tasks
from app.documents.pdf_pages_controller import PdfPageOffers
from app.documents.text_files import read_file
from app.domain.conversations import Conversation
from app.domain.messages import Attachment, OutgoingMessage, TextFile
from app.errors import FileNotTaken, TransferFailed
from app.media.controller import FindComposer, PicturesController
from app.media.pictures import AttachmentKind
from app.storage.history import History
from app.transfer.exporting import base_name
from app.widgets.composer.composer import Composer
from app.widgets.composer.message_files import LONGEST_FILES, FilePreview
from app.widgets.conversation.view import ConversationView
from app.widgets.dialogs import file_choice
from app.widgets.kit.translation import fill, translate, translated
from app.widgets.window.main_window import MainWindow

MAX_FILES = 20
MODEL_SUFFIX = ".gguf"  # a model file is opened, not attached
_MAX_COMPLAINTS = 3  # messages shown at once; the composer must not fill the page


class OfferedFiles(Controller):
    """Attaches files that are dropped, chosen or pasted; messages appear in the composer."""

    def __init__(
        self,
        services: Services,
        room: MessageRoom,
        replies: Replies,
        pictures: PicturesController,
        sees: Callable[[str], bool],
    ) -> None:
        super().__init__(services)
        self._room = room
        self._pictures = pictures
        self._pages = PdfPageOffers(room, pictures, sees)
        replies.views.add(self._on_view)

    async def offer_shorter(self, conversation_id: str, draft: OutgoingMessage) -> None:
        """Offer to shorten the longest file of a message that is too long."""
        longest = max(draft.files, key=lambda file: len(file.text))
        others = OutgoingMessage(draft.text, tuple(each for each in draft.files if each != longest))
        beginning = await self._beginning(conversation_id, longest, others)
        composer = self._composer_of(conversation_id)
        if beginning is None or composer is None or composer.draft() != draft:
            return
        text = translate("OfferedFiles", "“{name}” makes this message too long.")
        composer.notice.show_text(
            fill(text, name=longest.name),
            {
                _attach_label(beginning): partial(
                    _replace, composer, longest, shortened(longest, beginning)
                )
            },
        )

    def _on_view(self, conversation: Conversation, view: ConversationView) -> None:
        find = partial(self._composer_of, conversation.id)
        view.composer.files_offered.connect(partial(self.offer, conversation.id, find))
        view.composer.encoding_chosen.connect(partial(self.read_again, conversation.id, find))

    def offer(self, conversation_id: str, find: FindComposer, paths: tuple[str, ...]) -> None:
        """Attach files to a composer, if it still exists when they are read; open a model file.

        A composer for several chats has no conversation: all chats have the same context window.
        """
        models = [path for path in paths if Path(path).suffix.lower() == MODEL_SUFFIX]
        for path in models[:1]:
            self._window.requests.chat_model_requested.emit(path)
        files = tuple(path for path in paths if path not in models)
        if files:
            # It may wait for the user, which must not delay the end of the program.
            taking = self._take_files(conversation_id, find, files)
            self._tasks.start(taking, may_be_dropped=True)

    def read_again(
        self, conversation_id: str, find: FindComposer, file: TextFile, encoding: str
    ) -> None:
        """Replace a file by its text in the encoding that the user has chosen."""
        taking = self._take_again(conversation_id, find, file, encoding)
        self._tasks.start(taking, may_be_dropped=True)

    async def _take_again(
        self, conversation_id: str, find: FindComposer, file: TextFile, encoding: str
    ) -> None:
        assert file.encoding is not None
        try:
            read = await read_file(Path(file.encoding.path), encoding=encoding)
        except FileNotTaken as error:
            composer = find()
            if composer is not None:
                composer.notice.show_text(translated(str(error)))
            return
        composer = find()
        if composer is not None:
            _remove(composer, file)
            await self.attach(conversation_id, find, read.file)

    async def _take_files(
        self, conversation_id: str, find: FindComposer, paths: tuple[str, ...]
    ) -> None:
        complaints: list[str] = []
        folders: list[str] = []
        if len(paths) > MAX_FILES:
            text = translate(
                "OfferedFiles",
                "Only the first {count} files were attached. Send the others with the next "
                "message.",
            )
            complaints.append(fill(text, count=MAX_FILES))
        for path in paths[:MAX_FILES]:
            try:
                complaints += await self._attach_path(conversation_id, find, Path(path))
            except FileNotTaken as error:
                complaints.append(translated(str(error)))
                is_folder = await asyncio.to_thread(Path(path).is_dir)
                if conversation_id and is_folder:
                    folders.append(path)
        composer = find()
        if complaints and composer is not None:
            ask = self._window.requests.folder_question_requested.emit
            label = translate("OfferedFiles", "Ask about “{name}”…")
            actions = {
                fill(label, name=name): partial(ask, conversation_id, path)
                for path, name in _names(folders[:_MAX_COMPLAINTS]).items()
            }
            composer.notice.show_text(_as_lines(complaints), actions)

    async def _attach_path(
        self, conversation_id: str, find: FindComposer, path: Path
    ) -> tuple[str, ...]:
        """Attach a file; return what the user should know about it. Raises FileNotTaken."""
        medium = await self._pictures.pictures.read(path)
        if medium is None:
            read = await read_file(path)
            if await self._pages.attach(conversation_id, find, read):
                await self.attach(conversation_id, find, read.file)
            encoding = read.file.encoding
            if encoding is None or not encoding.is_unsure:
                return ()
            text = translate(
                "OfferedFiles",
                "“{name}” does not name its encoding; it was read as {encoding}. If its text is "
                "not readable, choose another encoding on its chip.",
            )
            return (fill(text, name=read.file.name, encoding=encoding.name),)
        composer = find()
        if composer is not None:
            self._pictures.add(composer, medium)
        return ()

    async def attach(self, conversation_id: str, find: FindComposer, file: TextFile) -> None:
        """Attach a file, or ask how much of it if it does not fit."""
        composer = find()  # looked up after each await: the tab may have been closed
        if composer is None:
            return
        fits = await self._fits(composer, conversation_id, file)
        composer = find()
        if composer is None:
            return
        if fits:
            composer.files.add(file)
            return
        beginning = await self._beginning(conversation_id, file, composer.draft())
        composer = find()
        if composer is None:
            return
        if beginning is None:
            composer.files.add(file)  # no model can count tokens: only its characters are limited
        elif not beginning.text.strip():
            text = translate(
                "OfferedFiles", "“{name}” does not fit: this message already fills the context."
            )
            composer.notice.show_text(fill(text, name=file.name))
        elif await self._wants_beginning(composer, file, beginning):
            composer = find()
            if composer is not None:
                composer.files.add(shortened(file, beginning))

    async def _fits(self, composer: Composer, conversation_id: str, file: TextFile) -> bool:
        window = self._room.window(conversation_id)
        if len(file.text) > composer.files.room():
            return False
        # A token has at least one character, so a short text needs no counting.
        if not window or len(file.text) < window // 2:
            return True
        count = await self._room.count(conversation_id, file.text)
        return count is None or count <= await self._room.for_files(conversation_id)

    async def _beginning(
        self, conversation_id: str, file: TextFile, others: OutgoingMessage
    ) -> TruncatedText | None:
        """Return the beginning of a file that fits with the rest of the message."""
        if not self._room.window(conversation_id):
            return None
        size = LONGEST_FILES - sum(len(each.text) for each in others.files)
        room = await self._room.for_files(conversation_id, others)
        return await first_tokens(
            file.text[:size], room, partial(self._room.count, conversation_id)
        )

    async def _wants_beginning(
        self, composer: Composer, file: TextFile, beginning: TruncatedText
    ) -> bool:
        """Ask whether to attach the beginning; closing the question means no."""
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        def decide(is_wanted: bool) -> Callable[[], None]:
            return lambda: None if answer.done() else answer.set_result(is_wanted)

        text = translate("OfferedFiles", "“{name}” is too long for this chat.")
        composer.notice.show_text(
            fill(text, name=file.name),
            {
                _attach_label(beginning): decide(True),
                translate("OfferedFiles", "Cancel"): decide(False),
            },
            on_close=decide(False),
        )
        return await answer

    def _composer_of(self, conversation_id: str) -> Composer | None:
        """Return the composer of a tab; None if the tab was closed."""
        view = self._window.panes.view_of(conversation_id)
        return None if view is None else view.composer


def _attach_label(beginning: TruncatedText) -> str:
    return fill(
        translate("OfferedFiles", "Attach the first {count:,} tokens"), count=beginning.token_count
    )


def shortened(file: TextFile, beginning: TruncatedText) -> TextFile:
    """Return a file with the beginning of a text, with a name that says so."""
    name = translate("OfferedFiles", "{name} (first {count:,} tokens)")
    name = fill(name, name=file.name, count=beginning.token_count)
    return replace(file, name=name, text=beginning.text, page_count=0)


def _replace(composer: Composer, file: TextFile, shorter: TextFile) -> None:
    if _remove(composer, file):
        composer.files.add(shorter)


def _remove(composer: Composer, file: TextFile) -> bool:
    """Remove a file; return whether it was still there."""
    for chip in composer.chips.chips:
        if chip.file == file:
            chip.removed.emit(file)
            return True
    return False


def _names(folders: list[str]) -> dict[str, str]:
    """Return the names of folders by path; equal names follow that of the parent folder."""
    names = [Path(each).name for each in folders]
    return {
        path: name if names.count(name) == 1 else "/".join(Path(path).parts[-2:])
        for path, name in zip(folders, names, strict=True)
    }


def _as_lines(complaints: list[str]) -> str:
    lines = complaints[:_MAX_COMPLAINTS]
    more = len(complaints) - len(lines)
    if more:
        lines.append(fill(translate("OfferedFiles", "… and {count:,} more"), count=more))
    return "\n".join(lines)


class SentFilesController:
    """Shows the stored text of a file; the original file is never opened."""

    def __init__(
        self, window: MainWindow, history: History, replies: Replies, tasks: Tasks
    ) -> None:
        self._window = window
        self._history = history
        self._tasks = tasks
        show = tasks.starter(self._show)
        replies.views.add(lambda _, view: view.requests.file_requested.connect(show))

    async def _show(self, attachment: Attachment) -> None:
        if attachment.kind is not AttachmentKind.TEXT:
            return  # pictures and sounds have other views
        content = await self._history.attachments.content(attachment)
        text = content.decode("utf-8", "replace")
        file = TextFile(attachment.name, text, attachment.media_type)
        preview = FilePreview(file, self._window.dialogs.front_window(), can_save=True)
        preview.save_requested.connect(partial(self._ask_where, file))
        preview.open()

    def _ask_where(self, file: TextFile) -> None:
        """Ask where to save; a file name from an import must not determine the folder."""
        name = base_name(file.name)
        self._window.dialogs.choose_file(
            partial(file_choice.to_keep, name), lambda paths: self.save(file, Path(paths[0]))
        )

    def save(self, file: TextFile, path: Path) -> None:
        """Write the text of a file to the path that the user chose."""
        self._tasks.start(_write(file, path))


async def _write(file: TextFile, path: Path) -> None:
    try:
        await asyncio.to_thread(path.write_bytes, file.text.encode("utf-8", "replace"))
    except OSError as error:
        text = translate(
            "SentFiles", "The file {path} could not be written: {reason}. Choose another folder."
        )
        raise TransferFailed(fill(text, path=path, reason=error)) from error
