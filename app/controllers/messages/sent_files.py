"""The files that went with a message: shown when they are clicked, saved on request."""

import asyncio
from functools import partial
from pathlib import Path

from app.controllers.messages.replies import Replies
from app.controllers.tasks import Tasks
from app.domain.messages import Attachment, TextFile
from app.errors import TransferFailed
from app.media.pictures import AttachmentKind
from app.storage.history import History
from app.transfer.exporting import base_name
from app.widgets.composer.files import FilePreview
from app.widgets.dialogs import file_choice
from app.widgets.kit.translation import fill, translate
from app.widgets.window.main_window import MainWindow


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
            return  # it is shown as a picture, or saved
        content = await self._history.attachments.content(attachment)
        text = content.decode("utf-8", "replace")
        file = TextFile(attachment.name, text, attachment.media_type)
        preview = FilePreview(file, self._window.dialogs.front_window(), can_save=True)
        preview.save_requested.connect(partial(self._ask_where, file))
        preview.open()

    def _ask_where(self, file: TextFile) -> None:
        """Ask where to save; a name from an import must not choose the folder."""
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
